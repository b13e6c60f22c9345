"""Decisions about the book of dice."""

from protocol import from_client as i
from protocol.codes import Code
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState


def add_entropy(_deed: Deed, _actor: MemberState, _intent: i.AddEntropy) -> Refusal | None:
    """Put a player's entropy into the pot of the live book."""
    return Refusal(
        Code.BOOK_CHANGED,
        "This book of dice is not the live one; no book is open now.",
        "book",
        "the book that was opened last",
    )


def renew_dice(_deed: Deed, _actor: MemberState, _intent: i.RenewDice) -> Refusal | None:
    """Open a new book in place of the live one."""
    return Refusal(
        Code.DICE_NOT_READY,
        "This server keeps no book of dice.",
        None,
        "a server that commits to its dice",
    )
