"""
Chance: the only user of randomness, and the keeper of the keys that rolls are drawn from.

Rolls that no book proves have a face stream of their own each, derived from a secret of this
process and the commit's id, never taken from a shared stream: so deciding again gives the same
faces, and no roll shifts another's dice. Books of committed dice take 48 bytes of chance each,
when they are opened, and their keys are in memory alone.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable

from msgspec import Struct

from protocol.ids import RoomId
from server.rooms.book_state import BookState, LaneOf
from server.rooms.dice_keys import Book

_LIMIT = 250
"""Bytes from here on are skipped, so that each of ten faces has exactly 25 bytes."""

_SKIPPED = bytes(range(_LIMIT, 256))
_FACE_OF = bytes(byte % 10 + 1 for byte in range(256))

DEAD_AFTER_MS = 30 * 60_000
"""How long a book outlives the last player's presence."""

MAX_RESTING_LANES = 10_000
"""
How many lanes the books of rooms have together that are not in memory: some 20 to 40 MiB.

That is seven hundred tables of six. Where there are more, the books that would die first are
dropped; whoever comes back to one finds what a restart leaves too, and sees a new one opened.
"""

Draw = Callable[[int], bytes]
"""Fresh random bytes, as many as asked for."""


class DerivedFaces(Struct, eq=False, gc=False):
    """
    Faces 1 to 10 from SHA-256 blocks of one key; a pure value for one intent.

    The key has a fixed length and so has what follows it, so that plain SHA-256 serves as well as
    an HMAC would, in half the time.
    """

    key: bytes
    block: int = 0
    left: bytes = b""

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces."""
        while len(self.left) < count:
            block = hashlib.sha256(self.key + self.block.to_bytes(4)).digest()
            self.left += block.translate(_FACE_OF, _SKIPPED)
            self.block += 1
        faces, self.left = self.left[:count], self.left[count:]
        return tuple(faces)


class SystemChance:
    """Face streams from the system's generator: a secret drawn once, in memory alone."""

    def __init__(self, secret: bytes | None = None) -> None:
        """*secret*: 32 bytes, given only where tests want the same dice again."""
        self._secret = secrets.token_bytes(32) if secret is None else secret

    def faces(self, commit_id: bytes) -> DerivedFaces:
        """The stream of the commit of that id."""
        return DerivedFaces(self._secret + commit_id)


class RoomKeeper:
    """
    The live book of one room, and how long it lives.

    It outlives the room's time in memory, and dies half an hour after the last player was there.
    """

    def __init__(self, room: RoomId, draw: Draw) -> None:
        self._room = room
        self._draw = draw
        self._book: Book | None = None
        self._dies_at_ms: int | None = None

    @property
    def has_book(self) -> bool:
        """Whether a book is live."""
        return self._book is not None

    @property
    def lanes(self) -> int:
        """How many lanes the live book has."""
        return 0 if self._book is None else self._book.size

    @property
    def dies_at_ms(self) -> int | None:
        """When the live book dies; None while a player is there."""
        return self._dies_at_ms

    def begin(self) -> Book:
        """A new book, of which nothing is made yet."""
        drawn = self._draw(48)
        return Book(self._room, drawn[:16], drawn[16:])

    def adopt(self, book: Book, now_ms: int, *, has_players: bool) -> None:
        """Let a book be the live one, since the log names it; the one before is dead."""
        self._book = book
        self._dies_at_ms = None if has_players else now_ms + DEAD_AFTER_MS

    def live(self, book: bytes) -> Book | None:
        """The book of that id, if it is the live one."""
        known = self._book
        return known if known is not None and known.book == book else None

    def reconcile(self, told: BookState | None) -> None:
        """Drop the book where a log, read again, names another one or has fewer of its numbers."""
        book = self._book
        if book is not None and (told is None or told.book != book.book or book.is_ahead_of(told)):
            self._book = None

    def store(self, book: bytes, lane: LaneOf, n: int) -> None:
        """Remember that a number of a book is stored."""
        known = self.live(book)
        if known is not None:
            known.store(lane, n)

    def pass_time(self, now_ms: int, *, has_players: bool) -> None:
        """Let the book die in time; *has_players*: a player is connected now."""
        if self._dies_at_ms is not None and now_ms >= self._dies_at_ms:
            self._book = None
        if has_players:
            self._dies_at_ms = None
        elif self._dies_at_ms is None:
            self._dies_at_ms = now_ms + DEAD_AFTER_MS


class BookKeeper:
    """The keys of all rooms of this process, in memory alone."""

    def __init__(self, draw: Draw = secrets.token_bytes) -> None:
        """*draw* is given only where tests want the same dice again."""
        self._draw = draw
        self._rooms: dict[RoomId, RoomKeeper] = {}

    def of(self, room: RoomId) -> RoomKeeper:
        """The keeper of a room's live book."""
        return self._rooms.setdefault(room, RoomKeeper(room, self._draw))

    def forget_dead(self, in_memory: Iterable[RoomId], now_ms: int) -> None:
        """Let the books of rooms that are not in memory die in time, or sooner if too many rest."""
        resting: list[tuple[int, RoomId]] = []
        for room in self._rooms.keys() - set(in_memory):
            kept = self._rooms[room]
            kept.pass_time(now_ms, has_players=False)
            if kept.has_book and kept.dies_at_ms is not None:
                resting.append((kept.dies_at_ms, room))
            else:
                del self._rooms[room]
        lanes = sum(self._rooms[room].lanes for _, room in resting)
        for _, room in sorted(resting):
            if lanes <= MAX_RESTING_LANES:
                break
            lanes -= self._rooms.pop(room).lanes


def new_secret(length: int) -> bytes:
    """Fresh bytes for a key, a token or a link."""
    return secrets.token_bytes(length)


def new_key() -> str:
    """A fresh create key: 128 bits, safe in a link's fragment."""
    return secrets.token_urlsafe(16)
