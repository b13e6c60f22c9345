"""
Receipts resolved again: from the faces they name, by the rules they name, compared field by field.

Each check returns sentences about what differs, and none where all is as the rules say.
"""

from typing import assert_never

import msgspec

from protocol import events as e
from protocol.receipts import (
    CompulsionReceipt,
    FrenzyReceipt,
    PoolReceipt,
    Receipt,
    RemorseReceipt,
    ResonanceReceipt,
    RouseReceipt,
    RousesReceipt,
)
from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from server.replay.comparing import Faults, differences
from server.replay.v20_receipt_check import faults_of_initiative, faults_of_v20
from server.rooms.compulsions import compulsion_receipt
from server.rooms.contest_pairs import decide_contest
from server.rooms.contest_results import resolve_contest
from server.rooms.contest_state import SideState
from server.rooms.deed import Deed
from server.rooms.house import rules_by
from server.rooms.limits import RoomLimits
from server.rooms.resonances import resonance_receipt
from server.rooms.state import RoomState
from server.rooms.thrown import dice_of
from server.rooms.v5_receipts import (
    pool_receipt,
    receipt_without_dice,
    rouse_receipt,
    rouses_receipt,
)
from server.rooms.v20.contests import resolved as resolve_v20
from server.rules.v5.frenzy import frenzy_dice, resolve_frenzy
from server.rules.v5.humanity import resolve_remorse
from server.rules.v5.in_frenzy import costs_next_turn
from server.rules.v5.pools import PoolItem
from server.rules.v5.reading import read_roll
from server.rules.v5.reroll import apply_reroll
from server.rules.v5.rouse import resolve_rouse, resolve_rouses

RULES_VERSION = 1
"""The only version of the rules that receipts were made with so far."""

_REMORSE = {
    True: "At least one success: Remorse is felt, Humanity stays.",
    False: "No success: no Remorse, Humanity falls by one.",
}

RULE_ERRORS = (ValueError, LookupError, TypeError)
"""What the rules and the fold raise for numbers that cannot stand together."""


def faults_of_receipt(receipt: Receipt, hunger: int | None = None) -> Faults:
    """
    Resolve one receipt again.

    Args:
        receipt: As it was recorded.
        hunger: The character's Hunger when it was rolled; None where that is not known, so that
            what follows from it is not checked.
    """
    if receipt.rules_version != RULES_VERSION:
        return [f"The receipt names version {receipt.rules_version} of the rules: unknown here."]
    try:
        match receipt:
            case PoolReceipt():
                return [*_faults_of_sizes(receipt, hunger), *_faults_of_pool(receipt)]
            case RouseReceipt():
                return differences("Rouse check", receipt, _rouse_again(receipt))
            case RousesReceipt():
                return differences("Rouse checks", receipt, _rouses_again(receipt))
            case CompulsionReceipt():
                again = compulsion_receipt(receipt, receipt.faces, receipt.clan or None)
                return differences("Compulsion", receipt, again)
            case ResonanceReceipt():
                return differences("resonance", receipt, _resonance_again(receipt))
            case RemorseReceipt():
                return differences("Remorse test", receipt, _remorse_again(receipt))
            case FrenzyReceipt():
                return [*_faults_of_frenzy_size(receipt), *_faults_of_frenzy(receipt)]
            case V20Receipt():
                return faults_of_v20(receipt)
            case InitiativeReceipt():
                return faults_of_initiative(receipt)
            case _:
                assert_never(receipt)
    except RULE_ERRORS as error:
        return [f"The receipt cannot be resolved again: {error}."]


def _faults_of_pool(receipt: PoolReceipt) -> Faults:
    if receipt.without_dice is not None:
        untouched = receipt_without_dice(
            receipt, receipt.without_dice, receipt.items, receipt.difficulty
        )
        return differences("roll", receipt, untouched)
    thrown = dice_of(receipt)
    rules = rules_by(receipt)
    again = pool_receipt(
        receipt,
        thrown.faces,
        read_roll(
            thrown.faces,
            receipt.difficulty,
            rules,
            original=thrown.original,
            rerolled=thrown.rerolled,
            called_shot=receipt.called_shot is not None,
        ),
        receipt.items,
        original=thrown.original,
        rerolled=thrown.rerolled,
        rouse=None if receipt.rouse is None else _rouse_again(receipt.rouse),
        called_shot=receipt.called_shot,
    )
    return differences("roll", receipt, again)


def _faults_of_sizes(receipt: PoolReceipt, hunger: int | None) -> Faults:
    faults = []
    total = max(1, sum(item.dice for item in receipt.items))
    if receipt.without_dice is not None:
        return ["Nothing was to be rolled, and dice are shown."] if receipt.dice else []
    if total != len(receipt.dice):
        faults.append(f"The pool comes to {total} dice, and {len(receipt.dice)} were rolled.")
    hungry = sum(die.kind == "hunger" for die in receipt.dice)
    if hunger is not None and hungry not in (0, min(hunger, len(receipt.dice))):
        faults.append(f"The roll has {hungry} Hunger dice at Hunger {hunger}.")
    return faults


def _rouse_again(receipt: RouseReceipt) -> RouseReceipt:
    # The receipt names no Hunger, and says the same at any.
    check = resolve_rouse(receipt.faces, hunger=0, rules=rules_by(receipt))
    return rouse_receipt(receipt, check, receipt.purpose)


def _rouses_again(receipt: RousesReceipt) -> RousesReceipt:
    checks = resolve_rouses(receipt.checks, hunger=0, rules=rules_by(receipt))
    return rouses_receipt(receipt, checks, receipt.purpose)


def _resonance_again(receipt: ResonanceReceipt) -> ResonanceReceipt:
    known = receipt.resonance if receipt.resonance_face is None else None
    return resonance_receipt(receipt, receipt.temperament_faces, receipt.resonance_face, known)


def _remorse_again(receipt: RemorseReceipt) -> RemorseReceipt:
    # Whether Humanity is kept depends on the dice alone; any Humanity that can be tested serves.
    result = resolve_remorse(receipt.faces, 1, rules_by(receipt))
    return RemorseReceipt(
        faces=result.faces,
        successes=result.successes,
        kept=result.kept,
        why=_REMORSE[result.kept],
        preset=receipt.preset,
        switches=receipt.switches,
    )


def _faults_of_frenzy(receipt: FrenzyReceipt) -> Faults:
    result = resolve_frenzy(receipt.faces, receipt.difficulty, rules_by(receipt))
    again = msgspec.structs.replace(
        receipt,
        faces=result.faces,
        successes=result.successes,
        difficulty=result.difficulty,
        outcome=result.outcome.value,
        why=result.why,
        costs_next_turn=costs_next_turn(result.outcome),
    )
    return differences("frenzy test", receipt, again)


def _faults_of_frenzy_size(receipt: FrenzyReceipt) -> Faults:
    dice = frenzy_dice(PoolItem(item.label, item.dice) for item in receipt.items)
    if dice == len(receipt.faces):
        return []
    return [f"The frenzy pool comes to {dice} dice, and {len(receipt.faces)} were rolled."]


# --- rerolls -------------------------------------------------------------------------------------


def faults_of_reroll(before: PoolReceipt, event: e.RollRerolled) -> Faults:
    """Whether a reroll changed the dice that it names, keeps what they showed, and nothing else."""
    faults = []
    first, now = dice_of(before), dice_of(event.receipt)
    places = event.regular_indices
    try:
        new = [now.faces.regular[place] for place in places]
        if apply_reroll(first.faces, places, new) != now.faces:
            faults.append("The reroll changed dice that it does not name.")
    except RULE_ERRORS as error:
        faults.append(f"The reroll does not fit the roll: {error}.")
    if now.rerolled != first.rerolled | frozenset(places):
        faults.append("The dice marked as rerolled are not those that the reroll names.")
    elif now.original != (first.original or first.faces):
        faults.append("The faces that the reroll replaced are not those that were rolled.")
    kept = ("items", "difficulty", "rouse", "called_shot", "preset", "switches", "rules_version")
    for name in kept:
        if getattr(before, name) != getattr(event.receipt, name):
            faults.append(f"The reroll changed the {name.replace('_', ' ')} of the roll.")
    return faults


# --- contests ------------------------------------------------------------------------------------


def faults_of_contest(before: RoomState, event: e.ContestResolved) -> Faults:
    """Read both sides of a contest against each other again, as they stood in *before*."""
    side = event.sides[1]
    second = SideState(
        side.character, side.member, side.roll, side.weapon, side.damage_kind, side.arms
    )
    deed = _workbench(before)
    try:
        if before.is_v20:
            again_v20 = resolve_v20(before.contests[event.contest], second)
            return differences("contest", event, again_v20)
        resolve_contest(deed, event.contest, second)
    except RULE_ERRORS as error:
        return [f"The contest cannot be resolved again: {type(error).__name__}: {error}."]
    again = [r.event for r in deed.done().events if isinstance(r.event, e.ContestResolved)]
    resolved = again[0]
    sides = zip(("first", "second"), event.sides, resolved.sides, strict=True)
    return [
        *(fault for name, was, now in sides for fault in differences(f"{name} side", was, now)),
        *differences("contest", event, msgspec.structs.replace(resolved, sides=event.sides)),
    ]


def faults_of_pairs(before: RoomState, event: e.ContestDecided) -> Faults:
    """Read the side that began a contest against each opponent again, as they stood in *before*."""
    deed = _workbench(before)
    try:
        decide_contest(deed, before.contests[event.contest])
    except RULE_ERRORS as error:
        return [f"The contest cannot be decided again: {type(error).__name__}: {error}."]
    decided = next(r.event for r in deed.done().events if isinstance(r.event, e.ContestDecided))
    if len(event.pairs) != len(decided.pairs):
        return [f"The contest has {len(event.pairs)} opponents, and {len(decided.pairs)} reacted."]
    pairs = zip(event.pairs, decided.pairs, strict=True)
    return [
        *(fault for was, now in pairs for fault in differences("opponent", was, now)),
        *differences("contest", event, msgspec.structs.replace(decided, pairs=event.pairs)),
    ]


class _NoFaces:
    """The face stream of a check, which rolls nothing."""

    def draw(self, count: int) -> tuple[int, ...]:
        raise ValueError(f"a check rolls no dice, and {count} were asked for")


def _workbench(state: RoomState) -> Deed:
    """Where rooms work a thing out; what they record on it goes nowhere."""
    return Deed(state, at_ms=0, commit_id=bytes(16), faces=_NoFaces(), limits=RoomLimits())
