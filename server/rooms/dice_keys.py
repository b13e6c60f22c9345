"""The keys of a book of dice, all from one secret, and which of its numbers are stored."""

from collections.abc import Iterable, Iterator

from protocol.dice import PlayerLanes
from protocol.ids import MemberId, RoomId
from protocol.words import Lane
from server.rooms.book_state import HOUSE, BookState, LaneOf, key_of
from server.rooms.commands import NewBook
from server.rooms.dice_lanes import Ladder, Tree
from server.rooms.dice_scheme import LADDERS, KeyedFaces, lane_context


class Book:
    """
    The keys of one book of dice: never stored, never logged, gone with this object.

    `make` makes the lanes of members who have none yet, in steps of well under a millisecond.
    """

    def __init__(self, room: RoomId, book: bytes, secret: bytes) -> None:
        self.room = room
        self.book = book
        self._secret = secret
        self._lanes: dict[LaneOf, Ladder | Tree] = {}
        self._stored: dict[LaneOf, int] = {}

    def make(self, members: Iterable[MemberId]) -> Iterator[None]:
        """Make what is missing of the lanes of the house and of *members*, step by step."""
        wanted = [LaneOf(Lane.TABLE, HOUSE), LaneOf(Lane.SECRET, HOUSE)]
        for member in sorted(members):
            wanted += [LaneOf(Lane.OPEN, member), LaneOf(Lane.OWN, member)]
        for lane in wanted:
            if lane in self._lanes:
                continue
            context = lane_context(self.room, self.book, lane.lane, lane.member)
            made = (Ladder if lane.lane in LADDERS else Tree)(self._secret, context)
            yield from made.make()
            self._lanes[lane] = made

    def lanes_of(self, member: MemberId) -> PlayerLanes | None:
        """What the book commits to for a member; None where no lanes are made."""
        try:
            open_, own = (self._lanes[LaneOf(lane, member)] for lane in (Lane.OPEN, Lane.OWN))
        except KeyError:
            return None
        return PlayerLanes(member, open_.commitment, own.commitment)

    def announced(self) -> NewBook:
        """What the book commits to, once its lanes are made."""
        players = sorted({lane.member for lane in self._lanes if lane.member})
        lanes = (self.lanes_of(member) for member in players)
        return NewBook(
            self.book,
            self._lanes[LaneOf(Lane.TABLE)].commitment,
            self._lanes[LaneOf(Lane.SECRET)].commitment,
            tuple(each for each in lanes if each is not None),
        )

    @property
    def size(self) -> int:
        """How many lanes are made; each takes some 2 KiB, and as much again once it is used."""
        return len(self._lanes)

    def forget(self, member: MemberId) -> None:
        """Let the lanes go that were made for somebody who did not come to play."""
        for lane in (LaneOf(Lane.OPEN, member), LaneOf(Lane.OWN, member)):
            self._lanes.pop(lane, None)

    # --- for decisions ---------------------------------------------------------------------------

    def is_free(self, lane: LaneOf, n: int) -> bool:
        """Whether the lane is there, and its number *n* was never stored."""
        return lane in self._lanes and n > self._stored.get(lane, -1)

    def key(self, lane: LaneOf, n: int) -> bytes:
        """The key of number *n*, 32 bytes."""
        return self._lanes[lane].key(n)

    def path(self, lane: LaneOf, n: int) -> bytes | None:
        """The siblings of its leaf, 320 bytes; None in a ladder."""
        return self._lanes[lane].path(n)

    def faces(self, lane: LaneOf, n: int, entropy: bytes) -> KeyedFaces:
        """The stream that follows from that key and *entropy*."""
        keys = self._lanes[lane]
        return KeyedFaces(keys.key(n), keys.context, n, entropy)

    # --- what was stored -------------------------------------------------------------------------

    def store(self, lane: LaneOf, n: int) -> None:
        """Remember that number *n* is stored."""
        self._stored[lane] = max(n, self._stored.get(lane, -1))

    def is_ahead_of(self, told: BookState) -> bool:
        """Whether more numbers are stored than a log tells, which was rolled back then."""
        return any(told.taken.get(key_of(lane), 0) <= n for lane, n in self._stored.items())
