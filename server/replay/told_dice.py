"""The events about the book of dice, in words."""

from typing import assert_never

from protocol import events as e
from protocol.dice import DiceProof
from protocol.words import BookReason
from server.replay.names import Names
from server.replay.plain import joined
from server.replay.told_people import Told

DiceEvent = e.BookOpened | e.LanesAdded | e.EntropyAdded | e.RollProven

_REASONS = {
    BookReason.SESSION: "A session began.",
    BookReason.ARRIVAL: "A player was there, and no book was live.",
    BookReason.LOW: "A lane that all may see ran low.",
}


def tell_dice(names: Names, event: DiceEvent) -> Told:
    """Say what the server committed to, and what it was given."""
    match event:
        case e.BookOpened():
            return _book_opened(names, event)
        case e.LanesAdded():
            who = joined([names.member(each.member) for each in event.lanes])
            return (f"The book of dice gets lanes for {who}",)
        case e.EntropyAdded():
            return (f"{names.member(event.member)} shakes the dice",)
        case e.RollProven():
            dice = "the rerolled dice of" if event.is_reroll else "the dice of"
            return (f"The proof for {dice} {names.roll(event.roll)}: {proven_by(event.proof)}",)
        case _:
            assert_never(event)


def _book_opened(names: Names, event: e.BookOpened) -> Told:
    who = joined([names.member(each.member) for each in event.lanes]) or "nobody yet"
    if event.by is not None:
        headline = f"{names.member(event.by)} has a new book of dice opened"
    else:
        headline = "A new book of dice is opened"
    reason = _REASONS.get(event.reason)
    players = f"Lanes of players: {who}."
    return (headline, players) if reason is None else (headline, reason, players)


def proven_by(proof: DiceProof) -> str:
    """Which key a roll took: its lane and number."""
    return f"lane {proof.lane}, number {proof.n}"
