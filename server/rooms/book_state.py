"""The book of dice as a room's log tells it: commitments, next numbers and the pot; no keys."""

from msgspec import Struct

from protocol.dice import PlayerLanes
from protocol.ids import MemberId
from protocol.words import Lane

HOUSE = MemberId("")
"""Whose the lanes `table` and `secret` are."""


class LaneOf(Struct, frozen=True, order=True, gc=False):
    """A lane of a book, and the player whose it is; `HOUSE` for `table` and `secret`."""

    lane: Lane
    member: MemberId = HOUSE


class BookState(Struct, frozen=True, gc=False):
    """
    The book that was opened last; whether it is live is for the keeper of its keys to say.

    `taken` counts the numbers taken of each lane, so that it is the next one; a lane of which
    none was taken is left out. `pot` has the latest public entropy of each player, `c` counts its
    updates. `shares` are the numbers of the lane `secret` that each bot still has to itself: those
    who were bots when the book was opened, each as many.
    """

    book: bytes
    table: bytes
    secret: bytes
    lanes: dict[MemberId, PlayerLanes]
    taken: dict[str, int] = {}
    pot: dict[MemberId, bytes] = {}
    c: int = 0
    shares: dict[MemberId, int] = {}

    def next_of(self, lane: LaneOf) -> int:
        """The next number of a lane."""
        return self.taken.get(key_of(lane), 0)


def key_of(lane: LaneOf) -> str:
    """What a lane is called in a book's state."""
    # Joined, and not formatted; nor is its `value` looked up: every roll asks twice.
    return lane.lane + ":" + lane.member if lane.member else str.__str__(lane.lane)
