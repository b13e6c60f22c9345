"""What running rooms need from outside: chance, keys of dice, and time, handed in by the app."""

from collections.abc import Callable, Iterable
from typing import Protocol

from protocol.ids import RoomId
from server.rooms.book_state import BookState, LaneOf
from server.rooms.dice_keys import Book
from server.rooms.faces import FaceStream

NowMs = Callable[[], int]
"""UTC in milliseconds."""


class Chance(Protocol):
    """Where face streams come from."""

    def faces(self, commit_id: bytes) -> FaceStream:
        """The stream of the commit of that id; asked again, it begins again the same."""
        ...


class RoomKeeper(Protocol):
    """Who keeps the keys of one room's live book."""

    @property
    def has_book(self) -> bool:
        """Whether a book is live."""
        ...

    def begin(self) -> Book:
        """A new book, of which nothing is made yet."""
        ...

    def adopt(self, book: Book, now_ms: int, *, has_players: bool) -> None:
        """Let a book be the live one, since the log names it; the one before is dead."""
        ...

    def live(self, book: bytes) -> Book | None:
        """The book of that id, if it is the live one."""
        ...

    def reconcile(self, told: BookState | None) -> None:
        """Drop the book where a log, read again, names another one or has fewer of its numbers."""
        ...

    def store(self, book: bytes, lane: LaneOf, n: int) -> None:
        """Remember that a number of a book is stored."""
        ...

    def pass_time(self, now_ms: int, *, has_players: bool) -> None:
        """Let the book die in time; *has_players*: a player is connected now."""
        ...


class Keeper(Protocol):
    """Who keeps the keys of all rooms of this process."""

    def of(self, room: RoomId) -> RoomKeeper:
        """The keeper of a room's live book."""
        ...

    def forget_dead(self, in_memory: Iterable[RoomId], now_ms: int) -> None:
        """Let the books of rooms that are not in memory die in time, or sooner if too many rest."""
        ...
