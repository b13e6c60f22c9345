"""A room on a test's desk whose dice are drawn from a book, as those of a server with a keeper."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from protocol import events as e
from protocol import from_client as i
from protocol.dice import DiceClaim
from protocol.ids import MemberId
from protocol.words import BookReason, Lane
from server.rooms.book_state import LaneOf
from server.rooms.books import players_of
from server.rooms.commands import OpenBook
from server.rooms.dice_keys import Book
from tests.replay.evening import LoggedTable
from tests.support.dice_claims import entropy_for
from tests.support.rooms import ROOM, Done


@cache
def made_book(number: int, members: frozenset[MemberId]) -> Book:
    """The *number*-th book, with the lanes of these members; made once for all tests."""
    book = Book(ROOM, bytes([number]) * 16, bytes([100 + number]) * 32)
    for _ in book.make(members):
        pass
    return book


class Kept:
    """A keeper of books, of which one is live."""

    def __init__(self) -> None:
        self.book: Book | None = None

    def live(self, book: bytes) -> Book | None:
        """The live book, if it is asked for."""
        return self.book if self.book is not None and self.book.book == book else None


@dataclass
class DiceyTable(LoggedTable):
    """A table with a book open from the first moment on."""

    opened: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keeper = Kept()
        self.books = self.keeper
        self.open_book()

    def open_book(self, reason: BookReason = BookReason.ARRIVAL) -> Done:
        """Open the next book for everybody who plays."""
        self.opened += 1
        book = made_book(self.opened, players_of(self.state))
        done = self.do(OpenBook(book.announced(), reason, self.now_ms, self._fresh_commit()))
        self.keeper.book = book
        return done

    def claim(self, who: str, lane: str = "open", **changed: Any) -> DiceClaim:
        """The claim of a player's next number, or one that differs in something."""
        told = self.state.book
        assert told is not None
        n = told.next_of(LaneOf(Lane(lane), self[who]))
        entropy = entropy_for(who, told.book, lane, n)
        fields = {"book": told.book, "lane": lane, "n": n, "entropy": entropy}
        return DiceClaim(**{**fields, **changed})

    def claimed(self, who: str, kind: type[i.Intent], lane: str = "open", /, **fields: Any) -> Done:
        """Let a player roll, claimed."""
        return self.act(who, kind, dice=self.claim(who, lane), **fields)

    def resolved(self, done: Done) -> e.RollResolved:
        """The roll of a deed."""
        return done.only(e.RollResolved)
