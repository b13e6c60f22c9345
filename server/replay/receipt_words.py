"""Receipts in words: what a person reads in a transcript or at a terminal."""

from collections.abc import Iterable
from typing import assert_never

from protocol.dice import DieView, PoolItemView
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
from protocol.words import Outcome
from server.replay.plain import counted, words
from server.replay.v20_words import v20_explained, v20_verdict


def verdict(receipt: Receipt) -> str:
    """How a roll came out, in a word or two."""
    match receipt:
        case PoolReceipt():
            return _pool_verdict(receipt)
        case RouseReceipt():
            return "passed" if receipt.passed else "failed"
        case RousesReceipt():
            return f"{receipt.failed} of {len(receipt.checks)} failed"
        case CompulsionReceipt():
            return receipt.name
        case ResonanceReceipt():
            return f"{receipt.resonance}, {receipt.temperament}"
        case RemorseReceipt():
            return "Humanity kept" if receipt.kept else "Humanity lost"
        case FrenzyReceipt():
            return words(receipt.outcome)
        case V20Receipt():
            return v20_verdict(receipt)
        case InitiativeReceipt():
            return str(receipt.total)
        case _:
            assert_never(receipt)


def explained(receipt: Receipt) -> tuple[str, ...]:
    """A receipt in lines: what was rolled, each die, and why it came out so."""
    match receipt:
        case PoolReceipt():
            return _pool(receipt)
        case RouseReceipt():
            return _rouse(receipt)
        case RousesReceipt():
            checks = "; ".join(map(_faces, receipt.checks))
            return (f"Rouse dice, check by check: {checks}.", receipt.why)
        case CompulsionReceipt():
            return (f"Dice: {_faces(receipt.faces)}.", receipt.why)
        case ResonanceReceipt():
            return (receipt.why,)
        case RemorseReceipt():
            return (f"Dice: {_faces(receipt.faces)}.", receipt.why)
        case FrenzyReceipt():
            return (
                f"Pool: {parts(receipt.items)}.",
                f"Dice: {_faces(receipt.faces)}.",
                f"{counted(receipt.successes, 'success', 'successes')}"
                f" against Difficulty {receipt.difficulty}.",
                receipt.why,
                *(("Holding on takes the next turn.",) if receipt.costs_next_turn else ()),
            )
        case V20Receipt():
            return v20_explained(receipt)
        case InitiativeReceipt():
            return (f"Rating: {parts(receipt.items)}.", receipt.why)
        case _:
            assert_never(receipt)


def _pool_verdict(receipt: PoolReceipt) -> str:
    if receipt.outcome is None:
        return counted(receipt.successes, "success", "successes")
    verdict = receipt.label or words(receipt.outcome)
    if receipt.is_total_failure and receipt.outcome is not Outcome.TOTAL_FAILURE:
        verdict += ", a total failure"
    return verdict


def _pool(receipt: PoolReceipt) -> tuple[str, ...]:
    if receipt.without_dice is not None:
        lines = [f"Pool: {parts(receipt.items)}, and no dice are rolled."]
    else:
        lines = [f"Pool: {parts(receipt.items)}{_raised(receipt)}.", f"{_dice(receipt.dice)}."]
    if receipt.called_shot is not None:
        lines.append(f"A called shot: {words(receipt.called_shot)}.")
    if receipt.difficulty is not None:
        lines.append(_count(receipt))
    if receipt.possible:
        lines.append(f"A Difficulty could make it: {', '.join(map(words, receipt.possible))}.")
    lines.append(receipt.why)
    if receipt.rouse is not None:
        lines += [f"Blood Surge, Rouse check {verdict(receipt.rouse)}.", *_rouse(receipt.rouse)]
    return tuple(lines)


def _count(receipt: PoolReceipt) -> str:
    successes = counted(receipt.successes, "success", "successes")
    parts = [f"{successes} against Difficulty {receipt.difficulty}"]
    if receipt.margin is not None:
        parts.append(f"margin {receipt.margin}")
    if receipt.pairs:
        parts.append(counted(receipt.pairs, "pair of tens", "pairs of tens"))
    return ", ".join(parts) + "."


def parts(items: Iterable[PoolItemView]) -> str:
    """What a pool is made of, as a sum."""
    # The first part is what the others are added to or taken from, so it needs no sign.
    told = [f"{item.label} {item.dice:{'+d' if n else 'd'}}" for n, item in enumerate(items)]
    return ", ".join(told) or "nothing"


def _raised(receipt: PoolReceipt) -> str:
    total = sum(item.dice for item in receipt.items)
    size = counted(len(receipt.dice), "die", "dice")
    if total == len(receipt.dice):
        return f", {size} in all" if len(receipt.items) > 1 else ""
    return f", which comes to {total}, and {size} is always rolled"


def _dice(dice: Iterable[DieView]) -> str:
    """The dice by colour: Hunger dice are named, never only coloured."""
    regular = [_die(die) for die in dice if die.kind == "regular"]
    hunger = [_die(die) for die in dice if die.kind == "hunger"]
    parts = []
    if regular:
        parts.append(f"Dice: {', '.join(regular)}")
    if hunger:
        parts.append(f"Hunger dice: {', '.join(hunger)}")
    return "; ".join(parts)


def _die(die: DieView) -> str:
    return str(die.face) if die.replaced is None else f"{die.face} (was {die.replaced})"


def _rouse(receipt: RouseReceipt) -> tuple[str, ...]:
    lines = [f"Rouse dice: {_faces(receipt.faces)}.", receipt.why]
    return tuple(lines)


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(map(str, faces))
