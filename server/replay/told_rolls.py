"""The events about rolls, in words: Hunger dice named as such, each receipt explained."""

from typing import assert_never

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
from protocol.words import DiceSource, RevealPart
from server.replay.names import Names
from server.replay.plain import joined, noted, words
from server.replay.receipt_words import explained, parts, verdict
from server.replay.told_people import Told

RollEvent = (
    e.RollResolved
    | e.RollItemised
    | e.RollAttributed
    | e.BlindRollMade
    | e.RollRerolled
    | e.RollSettled
    | e.RollRevealed
)

_SOURCES = {
    DiceSource.BOOK: "Dice from the open book.",
    DiceSource.ENTERED: "Dice entered by hand.",
    DiceSource.UNPROVEN: "Dice of the server, unproven.",
}


def tell_roll(names: Names, event: RollEvent) -> Told:
    """Say what was rolled."""
    match event:
        case e.RollResolved():
            return _roll_resolved(names, event)
        case e.RollItemised():
            return _roll_itemised(names, event)
        case e.RollAttributed():
            return _roll_attributed(names, event)
        case e.BlindRollMade():
            return _blind_roll_made(names, event)
        case e.RollRerolled():
            return _roll_rerolled(names, event)
        case e.RollSettled():
            return _roll_settled(names, event)
        case e.RollRevealed():
            return _roll_revealed(names, event)
        case _:
            assert_never(event)


def _roll_resolved(names: Names, event: e.RollResolved) -> Told:
    who = names.actor(event.member, event.character)
    headline = f"{who} {_what(event.receipt, event.label)}: {verdict(event.receipt)}"
    standing = ("It may still be rerolled.",) if event.is_standing else ()
    source = (_SOURCES[event.source],) if _has_dice(event.receipt) else ()
    details = (*explained(event.receipt), *source, *standing)
    return (headline, *details, *noted(event.note))


def _has_dice(receipt: Receipt) -> bool:
    return not isinstance(receipt, PoolReceipt) or receipt.without_dice is None


def _what(receipt: Receipt, label: str) -> str:
    match receipt:
        case PoolReceipt():
            return f"rolls {label}" if label else "rolls"
        case RouseReceipt():
            return f"makes a Rouse check for {label}" if label else "makes a Rouse check"
        case RousesReceipt():
            return f"makes {len(receipt.checks)} Rouse checks" + (f" for {label}" if label else "")
        case CompulsionReceipt():
            return "is compelled"
        case ResonanceReceipt():
            return "tastes the blood"
        case RemorseReceipt():
            return "tests Remorse"
        case FrenzyReceipt():
            return f"tests against {receipt.kind} frenzy"
        case InitiativeReceipt():
            return "rolls for initiative"
        case V20Receipt():
            return f"rolls {label}" if label else f"rolls ({words(receipt.kind)})"
        case _:
            assert_never(receipt)


def _roll_itemised(names: Names, event: e.RollItemised) -> Told:
    return (f"The pool of {names.roll(event.roll)}: {parts(event.items)}",)


def _roll_attributed(names: Names, event: e.RollAttributed) -> Told:
    return (f"That roll was for {names.character(event.character)}",)


def _blind_roll_made(names: Names, event: e.BlindRollMade) -> Told:
    return (f"{names.actor(event.member, event.character)} rolls blind",)


def _roll_rerolled(names: Names, event: e.RollRerolled) -> Told:
    places = joined([str(index + 1) for index in sorted(event.regular_indices)])
    dice = "die" if len(event.regular_indices) == 1 else "dice"
    return (
        f"Willpower: {names.roll(event.roll)} is rerolled: {verdict(event.receipt)}",
        f"Regular {dice} {places} rolled again.",
        *explained(event.receipt),
        _SOURCES[event.source],
        *(("It may still be rerolled.",) if event.is_standing else ()),
    )


def _roll_settled(names: Names, event: e.RollSettled) -> Told:
    return (f"It stands: {names.roll(event.roll)}",)


def _roll_revealed(names: Names, event: e.RollRevealed) -> Told:
    roll = names.of_roll(event.member, event.character, event.label)
    shows = "hides the pool of" if event.at_once else "reveals"
    headline = f"{names.member(event.by)} {shows} {roll}"
    if event.part is RevealPart.WHOLE and event.receipt is not None:
        head = f"{headline}: {verdict(event.receipt)}"
        return (head, *explained(event.receipt), _SOURCES[event.source])
    parts = []
    if event.outcome is not None:
        parts.append(words(event.outcome))
    if event.successes is not None:
        parts.append(f"{event.successes} successes")
    shown = f": {', '.join(parts)}" if parts else ""
    return (f"{headline}{shown}", "The outcome alone: it cannot be checked.")
