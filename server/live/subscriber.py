"""
What running rooms need of a connection, and what they offer it.

The socket edge implements `Subscriber`; `Seat` is what it gets in return. No sockets here.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from protocol.codec import Encoding
from protocol.codes import CloseCode, Code
from protocol.from_client import Intent, PlayQuery, Query
from protocol.from_server import EventPush, Rejected, Result
from protocol.ids import MemberId, RoomId, ViewSeq


class Subscriber(Protocol):
    """
    A connection that a running room sends to.

    Items are encoded messages of `protocol.from_server`, without the array around them. None of
    the methods waits, raises, or calls back into the room.
    """

    @property
    def encoding(self) -> Encoding:
        """How this connection wants its items encoded."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be sent; its room need not welcome it any more."""
        ...

    @property
    def wants_presence(self) -> bool:
        """Whether it is to be told who comes and goes."""
        ...

    def begin(self, items: Sequence[bytes]) -> None:
        """
        Send the welcome and the catch-up; called once, before any `put`.

        They may be more than the outbox takes at once; what is put in later waits behind them.
        """
        ...

    def put(self, items: Sequence[bytes]) -> None:
        """Put items into the outbox; they wait there for `flush`."""
        ...

    def flush(self, more: Sequence[bytes] = ()) -> None:
        """
        Write what is in the outbox, and *more* behind it, as one message.

        *more* may go to many: nobody changes it afterwards.
        """
        ...

    def close(self, code: CloseCode, message: str | None = None) -> None:
        """
        Say good-bye and close, with the code's advice unless *message* says it better.

        What is in the outbox goes first if it can. The room has already forgotten the connection.
        """
        ...


class Seat(Protocol):
    """A member's place in a running room, for one connection."""

    @property
    def room(self) -> RoomId:
        """The room."""
        ...

    @property
    def member(self) -> MemberId:
        """Whose place it is."""
        ...

    def submit(self, intent: Intent) -> bool:
        """
        Put an intent into the room's inbox; the answer comes through `Subscriber.put`.

        Returns False when the inbox is full; then nothing was taken and nothing is answered.
        """
        ...

    async def ask(self, query: Query) -> Result | Rejected:
        """Answer a query, in the name of the member; changes nothing."""
        ...

    def played(self, query: PlayQuery, upto: ViewSeq) -> AsyncIterator[tuple[EventPush, ...]]:
        """
        The events that *query* plays back, each when it is due, up to the event *upto*.

        Ends early where the view is not the one any more that it was when it began.
        """
        ...

    def present(self) -> tuple[MemberId, ...]:
        """Who has a connection now, sorted."""
        ...

    def leave(self) -> None:
        """The connection is gone; may be said again. What it submitted goes on."""
        ...


_CLOSES = {
    Code.STORE_UNAVAILABLE: CloseCode.ROOM_RESTARTED,
    Code.INTERNAL: CloseCode.ROOM_RESTARTED,
    Code.BUSY: CloseCode.ROOM_RESTARTED,
    Code.ROOM_FULL: CloseCode.NO_SEAT,
    Code.ROOM_LOCKED: CloseCode.NO_SEAT,
    Code.LIMIT_REACHED: CloseCode.NO_SEAT,
    Code.ROOM_GONE: CloseCode.ROOM_GONE,
}
"""What closes a connection whose hello was refused; final only where coming back is pointless."""


class Refused(Exception):
    """A hello that opens nothing: what to answer, and the code to close with."""

    def __init__(self, rejected: Rejected, close: CloseCode | None = None) -> None:
        super().__init__(rejected.message)
        self.rejected = rejected
        self.close = close or _CLOSES.get(rejected.code, CloseCode.NOT_ALLOWED)
