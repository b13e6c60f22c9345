"""What a player's client keeps of its dice: the live book, its lanes' numbers, and its entropy."""

import hashlib
from typing import Any

from protocol import events as e
from protocol.dice import BookView, DiceClaim


def entropy_for(*what: object) -> bytes:
    """32 bytes that no other draw has; a test's client need not surprise anybody."""
    return hashlib.sha256(repr(what).encode()).digest()


class Claims:
    """The claims of one player, kept up by what the player is told."""

    def __init__(self, member: str) -> None:
        self._member = member
        self.book: bytes | None = None
        self._next = {"open": 0, "own": 0}

    def begin(self, view: BookView | None) -> None:
        """A snapshot's book."""
        self.book = None if view is None else view.book
        numbers = None if view is None else view.next
        self._next = {
            "open": 0 if numbers is None else numbers.open,
            "own": 0 if numbers is None else numbers.own,
        }

    def hear(self, event: e.Event) -> None:
        """An event of the player's line."""
        if isinstance(event, e.BookOpened):
            self.book = event.book
            self._next = {"open": 0, "own": 0}

    def claim(self, lane: str, **changed: Any) -> DiceClaim:
        """The claim of the lane's next number, or one that differs in something."""
        n = self._next[lane]
        fields = {
            "book": self.book or bytes(16),
            "lane": lane,
            "n": n,
            "entropy": entropy_for(self._member, self.book, lane, n),
        }
        return DiceClaim(**{**fields, **changed})

    def answered(self, lane: str, took: int | None) -> None:
        """An intent was accepted, and took a number or none."""
        if took is not None:
            assert took == self._next[lane], "a number that was not claimed"
            self._next[lane] = took + 1
