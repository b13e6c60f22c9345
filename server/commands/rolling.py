"""`coterie roll`: a roll from the terminal or from given faces, by the same rules and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from protocol.dice import PoolItemView
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.words import MAX_DICE, Preset
from server.commands.resolving_base import v20_house
from server.commands.resolving_v5 import V5Roll, resolve_v5_roll
from server.commands.resolving_v20 import (
    V20Roll,
    V20RollReceipt,
    applied_difficulty,
    resolve_v20_roll,
)
from server.commands.terminal import CommandFailed, say
from server.dice import DerivedFaces, new_secret
from server.replay.plain import counted, words
from server.replay.receipt_words import explained, verdict
from server.rooms.house import rules_by
from server.rooms.v5_receipts import pool_receipt, rouse_receipt
from server.rules.refusal import RuleRefusal
from server.rules.v5.blood_potency import blood_potency, surge_refusal
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.pools import DicePool, PoolItem, PoolKind, build_pool
from server.rules.v5.reading import Faces, read_roll
from server.rules.v5.rouse import RouseCheck, resolve_rouse
from server.rules.v20 import faces as v20_faces


@dataclass(frozen=True, slots=True)
class RollAsked:
    """A roll as the command line asks for it; `surge` is the Blood Potency of a Blood Surge."""

    pool: int
    hunger: int = 0
    difficulty: int | None = None
    surge: int | None = None
    preset: Preset = Preset.V5
    switches: Mapping[str, str] = field(default_factory=dict)
    seed: bytes | None = None

    @property
    def house(self) -> HouseRules:
        """The house rules that it is read by."""
        return HouseRules(preset=self.preset, switches=dict(self.switches))


def roll(asked: RollAsked) -> int:
    """
    Roll and print the receipt.

    Raises:
        CommandFailed: The rules refuse the roll.
    """
    house = asked.house
    pool = _pool(asked)
    faces = DerivedFaces(new_secret(32) if asked.seed is None else asked.seed)
    check = _rouse(asked, faces)
    rolled = Faces(faces.draw(pool.regular), faces.draw(pool.hunger))
    receipt = pool_receipt(
        house,
        rolled,
        read_roll(rolled, asked.difficulty, rules_by(house)),
        tuple(PoolItemView(item.label, item.dice) for item in pool.items),
        rouse=None if check is None else rouse_receipt(house, check),
    )
    _say_pool(receipt)
    if check is not None:
        say(f"Hunger is {check.hunger_after} after the roll.")
    _say_unproven(asked.seed)
    return 0


def read_v5(asked: V5Roll) -> int:
    """
    Print the receipt of dice that lie already.

    Raises:
        Refused: The rules refuse the roll.
    """
    _say_pool(resolve_v5_roll(asked))
    say(_GIVEN)
    return 0


def read_v20(asked: V20Roll) -> int:
    """
    Print the receipt of V20 dice that lie already.

    Raises:
        Refused: The rules refuse the roll.
    """
    _say_v20(resolve_v20_roll(asked))
    say(_GIVEN)
    return 0


def roll_v20(asked: V20Roll, pool: int, seed: bytes | None) -> int:
    """
    Roll *pool* V20 dice, those too that a specialty rolls again, and print the receipt.

    Raises:
        Refused: The rules refuse the roll.
    """
    rules = v20_house(asked).rules
    difficulty = applied_difficulty(
        asked.difficulty, untrained_skill=asked.untrained_skill, retries=asked.retries, rules=rules
    ).applied
    source = DerivedFaces(new_secret(32) if seed is None else seed)
    dice = v20_faces.Faces(source.draw(pool))
    while due := v20_faces.rerolls_due(dice, difficulty, rules, has_specialty=asked.specialty):
        dice = v20_faces.Faces(dice.dice, dice.rerolled + source.draw(due))
    _say_v20(resolve_v20_roll(replace(asked, faces=dice.dice, rerolled_faces=dice.rerolled)))
    _say_unproven(seed)
    return 0


_GIVEN = "Unproven: these faces were given, and nobody else can check them."


def _say_unproven(seed: bytes | None) -> None:
    source = "this terminal" if seed is None else "a seed, the same each time"
    say(f"Unproven: these dice are from {source}, and nobody else can check them.")


def _say_pool(receipt: PoolReceipt) -> None:
    say(verdict(receipt).capitalize() + ".", *explained(receipt))


def _say_v20(receipt: V20RollReceipt) -> None:
    outcome = words(receipt.outcome)
    say(
        f"{outcome.capitalize()}, {receipt.degree}."
        if receipt.degree
        else f"{outcome.capitalize()}."
    )
    dice = [str(die.face) for die in receipt.dice if not die.is_reroll]
    again = [str(die.face) for die in receipt.dice if die.is_reroll]
    rolled_again = f"; rolled again: {', '.join(again)}" if again else ""
    say(f"Dice: {', '.join(dice) or 'none'}{rolled_again}.")
    applied = receipt.difficulty
    if applied.applied != applied.assessed:
        parts = [f"assessed {applied.assessed}"]
        parts += [f"{applied.untrained} for an untrained Skill"] if applied.untrained else []
        parts += ["halved"] if applied.is_halved else []
        say(f"Difficulty {applied.applied}: {', '.join(parts)}.")
    say(
        f"{counted(receipt.rolled, 'success', 'successes')} rolled, {receipt.cancelled} cancelled,"
        f" {receipt.automatic} automatic, net {receipt.net} of {receipt.required}."
    )
    say(receipt.why)


def _pool(asked: RollAsked) -> DicePool:
    rules = rules_by(asked.house)
    refusal = difficulty_refusal(asked.difficulty, rules)
    items = [PoolItem("pool", asked.pool)]
    if asked.surge is not None:
        refusal = refusal or surge_refusal(
            kind=PoolKind.ORDINARY, uses_rouse=True, hunger=asked.hunger, rules=rules
        )
        items.append(PoolItem("Blood Surge", blood_potency(asked.surge, rules).surge_dice))
    if refusal is not None:
        raise _refused(refusal)
    pool = build_pool(
        items, hunger=asked.hunger, uses_hunger_dice=True, kind=PoolKind.ORDINARY, rules=rules
    )
    if isinstance(pool, RuleRefusal):
        raise _refused(pool)
    if pool.size > MAX_DICE:
        raise CommandFailed(
            f"This comes to {counted(pool.size, 'die', 'dice')}: accepted are {MAX_DICE}.", 2
        )
    return pool


def _rouse(asked: RollAsked, faces: DerivedFaces) -> RouseCheck | None:
    if asked.surge is None:
        return None
    return resolve_rouse(faces.draw(1), hunger=asked.hunger, rules=rules_by(asked.house))


def _refused(refusal: RuleRefusal) -> CommandFailed:
    accepted = f": accepted is {refusal.accepted}" if refusal.accepted else ""
    return CommandFailed(f"{refusal.detail.rstrip('.')}{accepted}.", 2)
