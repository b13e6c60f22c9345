"""Stand-ins for what lies on either side of the socket edge: a socket, and a directory of rooms."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

from protocol.codec import Encoding, encode_item, join_items
from protocol.codes import CloseCode, Code
from protocol.from_client import Hello, Intent, LeaveRoom, PlayQuery, Query
from protocol.from_server import (
    Accepted,
    EventPush,
    FromServer,
    HistoryPage,
    PlayAnswer,
    Rejected,
    Result,
    Welcome,
)
from protocol.ids import MemberId, RoomId, ViewSeq
from server.live.subscriber import Refused, Seat, Subscriber
from tests.protocol.samples import bare, structs_of

BAD_TOKEN = b"b" * 32
SLOW_TOKEN = b"s" * 32
BROKEN_TOKEN = b"x" * 32


def welcome() -> Welcome:
    """A welcome, as small as they come."""
    (type_,) = (each for each in structs_of(FromServer) if each.cls is Welcome)
    made = bare(type_)
    assert isinstance(made, Welcome)
    return made


class FakeWire:
    """A socket that notes what is written to it, and can be made to stall or fail."""

    def __init__(self, encoding: Encoding = Encoding.JSON) -> None:
        self.encoding = encoding
        self.written: list[bytes] = []
        self.waiting = 0
        self.fails = False
        self.is_aborted = False
        self.closed_with: tuple[int, str] | None = None
        self.may_send = asyncio.Event()
        self.may_send.set()
        self.may_close = asyncio.Event()
        self.may_close.set()
        self.sending = asyncio.Event()

    def write(self, items: Sequence[bytes]) -> None:
        if self.fails:
            self.abort()
            return
        self.written.append(join_items(items, self.encoding))

    async def send(self, items: Sequence[bytes]) -> bool:
        self.written.append(join_items(items, self.encoding))
        self.sending.set()
        await self.may_send.wait()
        return not self.is_aborted

    def waiting_bytes(self) -> int:
        return self.waiting

    async def close(self, code: int, reason: str) -> None:
        self.closed_with = (code, reason)
        await self.may_close.wait()

    def abort(self) -> None:
        self.is_aborted = True
        self.may_send.set()
        self.may_close.set()


class FakeSeat:
    """A place in the fake room; what is submitted is accepted and shown to all."""

    def __init__(self, rooms: "FakeRooms", subscriber: Subscriber) -> None:
        self._rooms = rooms
        self._subscriber = subscriber

    @property
    def room(self) -> RoomId:
        return RoomId("room")

    @property
    def member(self) -> MemberId:
        return MemberId("member")

    def submit(self, intent: Intent) -> bool:
        if self._rooms.is_full:
            return False
        self._rooms.submitted.append(intent)
        if isinstance(intent, LeaveRoom):
            self._subscriber.close(CloseCode.LEFT)
            return True
        accepted = Accepted(id=intent.id)
        self._subscriber.put([encode_item(accepted, self._subscriber.encoding)])
        self._subscriber.flush()
        return True

    async def ask(self, query: Query) -> Result | Rejected:
        rooms = self._rooms
        rooms.asking += 1
        rooms.most_asking = max(rooms.most_asking, rooms.asking)
        rooms.changed()
        try:
            if rooms.ask_fails:
                raise RuntimeError("the query fails")
            await rooms.may_answer.wait()
        finally:
            rooms.asking -= 1
        if isinstance(query, PlayQuery):
            return Result(id=query.id, result=PlayAnswer(upto=ViewSeq(len(rooms.line))))
        return Result(id=query.id, result=HistoryPage(events=(), has_more=False))

    async def played(self, query: PlayQuery, upto: ViewSeq) -> AsyncIterator[tuple[EventPush, ...]]:
        for event in self._rooms.line[query.after : upto]:
            await self._rooms.may_play.wait()
            yield (event,)

    def present(self) -> tuple[MemberId, ...]:
        return (self.member,)

    def leave(self) -> None:
        if self._subscriber in self._rooms.present:
            self._rooms.present.remove(self._subscriber)
        self._rooms.left += 1
        self._rooms.changed()


class FakeRooms:
    """One room that lets everybody in, but for a few tokens with a meaning of their own."""

    def __init__(self) -> None:
        self.present: list[Subscriber] = []
        self.submitted: list[Intent] = []
        self.left = 0
        self.is_full = False
        self.ask_fails = False
        self.asking = 0
        self.most_asking = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.line: list[EventPush] = []
        self.may_play = asyncio.Event()
        self.may_attach = asyncio.Event()
        self.attaching = asyncio.Event()
        self.first: Sequence[FromServer] = (welcome(),)
        self._waiters: list[asyncio.Future[None]] = []

    async def attach(self, hello: Hello, subscriber: Subscriber) -> Seat:
        if hello.token == BAD_TOKEN:
            message = "This link opens no room."
            raise Refused(
                Rejected(id=None, code=Code.UNKNOWN_CREDENTIAL, message=message),
                CloseCode.NOT_ALLOWED,
            )
        if hello.token == BROKEN_TOKEN:
            raise RuntimeError("attaching fails")
        if hello.token == SLOW_TOKEN:
            self.attaching.set()
            await self.may_attach.wait()
        subscriber.begin([encode_item(item, subscriber.encoding) for item in self.first])
        self.present.append(subscriber)
        self.changed()
        return FakeSeat(self, subscriber)

    def publish(self, *items: FromServer) -> None:
        """Send items to everybody, encoded once per encoding."""
        encoded = {each: [encode_item(item, each) for item in items] for each in Encoding}
        for subscriber in list(self.present):
            subscriber.send(encoded[subscriber.encoding])

    def changed(self) -> None:
        """Wake whoever waits for the room to be in some way."""
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until the room is as asked; the test's own time limit ends a wait in vain."""
        while not is_so():
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter
