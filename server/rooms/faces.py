"""Where the dice of an intent come from, handed in from outside as pure values."""

from typing import Protocol

from server.rooms.book_state import LaneOf


class FaceStream(Protocol):
    """
    Faces 1 to 10, fixed for one intent: the same intent decided again draws the same faces.

    A stream hands out its faces in order; the order in which an intent draws is part of its
    meaning: regular, Hunger, then what it draws further, such as its Rouse check.
    """

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces, each 1 to 10."""
        ...


class BookKeys(Protocol):
    """The keys of a live book of dice; asked again, they are the same."""

    def is_free(self, lane: LaneOf, n: int) -> bool:
        """Whether the lane is there, and its number *n* was never stored."""
        ...

    def key(self, lane: LaneOf, n: int) -> bytes:
        """The key of number *n*, 32 bytes."""
        ...

    def path(self, lane: LaneOf, n: int) -> bytes | None:
        """The siblings of its leaf, 320 bytes; None in a ladder."""
        ...

    def faces(self, lane: LaneOf, n: int, entropy: bytes) -> FaceStream:
        """The stream that follows from that key and *entropy*."""
        ...


class Books(Protocol):
    """The keeper of a room's keys."""

    def live(self, book: bytes) -> BookKeys | None:
        """The keys of the book of that id; None if it is not live, or not any more."""
        ...
