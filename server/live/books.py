"""
The life of a room's books of dice: when one is opened, and the making of its keys.

Keys are made beside the room's task, in short steps between which the loop turns; what comes of
it goes through the room's inbox like everything else. Only public things open a book.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from protocol.events import SessionStarted
from protocol.ids import MemberId, RoomId
from protocol.words import BookReason, Lane, Role
from server.live.items import BookItem, IntentItem, Item, LanesItem
from server.live.ports import NowMs, RoomKeeper
from server.rooms.book_state import BookState, LaneOf
from server.rooms.books import players_of
from server.rooms.commands import AddLanes, OpenBook
from server.rooms.dice_keys import Book
from server.rooms.dice_scheme import LADDER_SIZE
from server.rooms.names import server_commit_id
from server.rooms.records import Recorded
from server.rooms.state import MemberState, RoomState

log = logging.getLogger("coterie.live")

LOW = 256
"""With fewer keys than this in a lane that all see, a new book is opened."""


class BookOpener:
    """
    Opens books for one room.

    `look` is told of every batch and begins what is due; the room's task serves the items that
    come of it.
    """

    def __init__(
        self, room: RoomId, keeper: RoomKeeper, put: Callable[[Item], None], now_ms: NowMs
    ) -> None:
        self._room = room
        self._keeper = keeper
        self._put = put
        self._now_ms = now_ms
        self._making: asyncio.Task[None] | None = None
        self._reason: BookReason | None = None
        self._renewals: deque[IntentItem] = deque()
        self._is_resting = False
        self._has_players = False
        self._complete: tuple[object, object] | None = None

    def pass_time(self, *, has_players: bool | None = None) -> None:
        """
        Let the live book die in time.

        *has_players*: a player is connected now; as when last said, if it is not.
        """
        had_players = self._has_players
        if has_players is not None:
            self._has_players = has_players
        if had_players and self._has_players:
            # A book has no end while they stay.
            return
        self._keeper.pass_time(self._now_ms(), has_players=self._has_players)

    def is_live(self, state: RoomState) -> bool:
        """Whether the book that a state names is live."""
        return state.book is not None and self._keeper.live(state.book.book) is not None

    # --- when ------------------------------------------------------------------------------------

    def note(self, events: Iterable[Recorded]) -> None:
        """Each session begins with a book of its own."""
        for recorded in events:
            if isinstance(recorded.event, SessionStarted):
                self._reason = BookReason.SESSION

    def look(self, state: RoomState, *, has_players: bool) -> None:
        """Begin what is due after a batch; *has_players*: a player is connected now."""
        self.pass_time(has_players=has_players)
        if self._making is not None:
            return
        if self._is_resting:
            # What could not be stored is made again with the next batch, not at once.
            self._is_resting = False
            return
        told = state.book
        live = None if told is None else self._keeper.live(told.book)
        if self._reason is None:
            if live is None:
                self._reason = BookReason.ARRIVAL if has_players else None
            elif _is_low(state):
                self._reason = BookReason.LOW
        if self._reason is not None or self._renewals:
            book = self._keeper.begin()
            self._begin(book, players_of(state), BookItem(book))
        elif told is not None and live is not None:
            member = self._lacking(state, told)
            if member is not None:
                self._begin(live, (member,), LanesItem(live, member))

    def renew(self, item: IntentItem) -> None:
        """A Storyteller waits for a new book."""
        self._renewals.append(item)

    def _lacking(self, state: RoomState, told: BookState) -> MemberId | None:
        """A player who has no lanes in the live book, if any."""
        known = self._complete
        if known is not None and known[0] is state.members and known[1] is told.lanes:
            return None
        for member in sorted(players_of(state)):
            if member not in told.lanes:
                return member
        self._complete = (state.members, told.lanes)
        return None

    # --- making ----------------------------------------------------------------------------------

    def _begin(self, book: Book, members: Iterable[MemberId], item: Item) -> None:
        name = f"dice of {self._room}"
        self._making = asyncio.create_task(self._make_aside(book, members, item), name=name)

    async def _make_aside(self, book: Book, members: Iterable[MemberId], item: Item) -> None:
        await make(book, members)
        self._put(item)

    async def lanes_for(self, state: RoomState, member: MemberId) -> Book | None:
        """Make the lanes of somebody who is about to play; None where no book needs them."""
        told = state.book
        live = None if told is None else self._keeper.live(told.book)
        if told is None or live is None or member in told.lanes:
            return None
        await make(live, (member,))
        return live

    # --- what comes of it ------------------------------------------------------------------------

    async def ready(self, book: Book, state: RoomState) -> IntentItem | OpenBook:
        """What opens a book whose keys are made: an intent that waited for it, or the server."""
        # Somebody may have come to play meanwhile.
        await make(book, players_of(state))
        if self._renewals:
            return self._renewals.popleft()
        return OpenBook(
            book.announced(),
            self._reason or BookReason.ARRIVAL,
            self._now_ms(),
            server_commit_id("book", self._room, book.book),
        )

    def opened(self, book: Book, state: RoomState, *, has_players: bool) -> None:
        """Let the book live if the log names it now; if it does not, the next look sees to it."""
        self._making = None
        self._has_players = has_players
        if state.book is not None and state.book.book == book.book:
            self._reason = None
            self._keeper.adopt(book, self._now_ms(), has_players=has_players)
        else:
            self._is_resting = True

    def let_go(self, state: RoomState, member: MemberId) -> None:
        """Forget lanes made for somebody who was not let in after all."""
        told = state.book
        live = None if told is None else self._keeper.live(told.book)
        if told is not None and live is not None and member not in told.lanes:
            live.forget(member)

    def lanes_command(self, item: LanesItem) -> AddLanes | None:
        """What gives a player the lanes that were made."""
        self._making = None
        self._is_resting = True
        lanes = item.book.lanes_of(item.member)
        if lanes is None:
            return None
        what = item.book.book + item.member.encode()
        commit = server_commit_id("lanes", self._room, what)
        return AddLanes(item.book.book, lanes, self._now_ms(), commit)

    def close(self) -> tuple[IntentItem, ...]:
        """Stop making, and give back those who still wait."""
        making, self._making = self._making, None
        if making is not None:
            making.cancel()
        return tuple(self._renewals)


async def make(book: Book, members: Iterable[MemberId]) -> None:
    """Make what is missing of a book, step by step; others have their turn in between."""
    for _ in book.make(members):
        await asyncio.sleep(0)


def has_players(members: Mapping[MemberId, MemberState], present: Iterable[MemberId]) -> bool:
    """Whether somebody of *present* plays."""
    return any(m in members and members[m].role is Role.PLAYER for m in present)


def _is_low(state: RoomState) -> bool:
    """Whether a lane that all see runs out for somebody who can still use it."""
    book = state.book
    if book is None or LADDER_SIZE - max(book.taken.values(), default=0) >= LOW:
        return False
    lanes = [LaneOf(Lane.TABLE), *(LaneOf(Lane.OPEN, member) for member in players_of(state))]
    return any(LADDER_SIZE - book.next_of(lane) < LOW for lane in lanes)
