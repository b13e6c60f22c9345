"""
Dice of a book in both histories: what players' clients claim, and a keeper with seeded chance.

A roll that some see and not all takes a number of a lane that hidden rolls take numbers of, too;
the number is an input of its dice, and counts them. So that all else can be compared byte by byte,
hidden lanes give here the same dice for every number, and whole reveals, which tell numbers, are
left to evenings without a book.
"""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from protocol.dice import DiceClaim
from protocol.ids import MemberId, RoomId
from protocol.words import Lane, Role
from server.dice import BookKeeper, RoomKeeper
from server.live.runner import Runner
from server.rooms.book_state import LaneOf
from server.rooms.commands import Do
from server.rooms.decide import decide
from server.rooms.dice_keys import Book
from server.rooms.dice_scheme import LADDERS, KeyedFaces
from server.rooms.names import commit_id
from server.rooms.refusal import Refusal
from tests.non_interference.encoding import intent_of

Message = Mapping[str, Any]


class StillBook(Book):
    """A book whose hidden lanes give the same dice whatever the number."""

    def faces(self, lane: LaneOf, n: int, entropy: bytes) -> KeyedFaces:
        return super().faces(lane, n if lane.lane in LADDERS else 0, entropy)


class StillRoomKeeper(RoomKeeper):
    def begin(self) -> Book:
        book = super().begin()
        return StillBook(book.room, book.book, book._secret)


class StillKeeper(BookKeeper):
    """A keeper whose chance follows from a seed alone."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(_drawing(seed))

    def of(self, room: RoomId) -> RoomKeeper:
        return self._rooms.setdefault(room, StillRoomKeeper(room, self._draw))


def _drawing(seed: bytes) -> Callable[[int], bytes]:
    drawn = 0

    def draw(length: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(seed + drawn.to_bytes(4)).digest(length)

    return draw


async def settled(runner: Runner) -> None:
    """Wait until the room has done what it was asked, and opened the book that is due."""
    opener = runner._books._opener
    while True:
        making = None if opener is None else opener._making
        if making is not None and not making.done():
            await making
        elif not (runner._inbox or runner._serving or making is not None):
            return
        await asyncio.sleep(0)


def claim_of(runner: Runner, member: MemberId, message: Message) -> DiceClaim | None:
    """What a player's client claims for an intent, if it may roll and the book has it."""
    state, opener = runner.state, runner._books._opener
    known = state.members.get(member)
    if known is None or known.role is not Role.PLAYER or state.book is None or opener is None:
        return None
    keeper = opener._keeper
    for lane in (Lane.OPEN, Lane.OWN):
        entropy = hashlib.sha256(f"{member} {message['id']}".encode()).digest()
        n = state.book.next_of(LaneOf(lane, member))
        claim = DiceClaim(state.book.book, lane.value, n, entropy)
        intent = intent_of({**message, "dice": claim})
        if intent is None:
            return None
        commit = commit_id(state.room, member, intent.id)
        command = Do(intent, member, runner._now_ms(), commit)
        decided = decide(state, command, keeper_faces(runner, commit), books=keeper)
        if isinstance(decided, Refusal) and decided.code == "lane_mismatch":
            continue
        return claim
    return None


def keeper_faces(runner: Runner, commit: bytes) -> Any:
    """The stream of a commit, as the room would draw from it."""
    return runner._committer.chance.faces(commit)
