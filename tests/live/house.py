"""A directory of real rooms over a real log, with listeners in the place of sockets."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from protocol import from_client as i
from protocol.codec import Encoding
from protocol.codes import CloseCode
from protocol.from_server import (
    Accepted,
    EventPush,
    FromServer,
    Presence,
    Rejected,
    Result,
    SnapshotPush,
    Welcome,
)
from protocol.house import HouseRules
from protocol.ids import MemberId, Seq
from server.config import LimitSettings
from server.live.directory import Directory
from server.live.ports import Keeper
from server.live.subscriber import Refused, Seat
from server.store.base import EventLog
from server.store.memory import MemoryLog
from tests.support.rooms import START_MS, Hashed, uuid

CREATE_KEY = "the-create-key"
Kind = TypeVar("Kind", bound=i.Intent)
_ITEM = msgspec.json.Decoder(FromServer)


class Ear:
    """A subscriber that keeps what it is sent, and wakes who waits for it."""

    def __init__(self) -> None:
        self.encoding = Encoding.JSON
        self.wants_presence = True
        self.raw: list[bytes] = []
        self.items: list[FromServer] = []
        self.closed: CloseCode | None = None
        self._unflushed: list[bytes] = []
        self._waiters: list[asyncio.Future[None]] = []

    @property
    def is_over(self) -> bool:
        return self.closed is not None

    def begin(self, items: Sequence[bytes]) -> None:
        self.take(items)

    def put(self, items: Sequence[bytes]) -> None:
        self._unflushed += items

    def flush(self, more: Sequence[bytes] = ()) -> None:
        items, self._unflushed = [*self._unflushed, *more], []
        if items:
            self.take(items)

    def take(self, items: Sequence[bytes]) -> None:
        """Keep what is sent."""
        if self.closed is not None:
            # Answers to what was on the way go nowhere; nothing else may be told any more.
            late = [_ITEM.decode(item) for item in items]
            assert all(isinstance(item, Accepted | Rejected) for item in late), late
            return
        self.raw += items
        self.items += [_ITEM.decode(item) for item in items]
        self._wake()

    def close(self, code: CloseCode, message: str | None = None) -> None:
        self.flush()
        self.closed = self.closed or code
        self._wake()

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something sent makes it so; the test's time limit ends a wait in vain."""
        while not is_so():
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter

    # --- reading ---------------------------------------------------------------------------------

    @property
    def welcome(self) -> Welcome:
        first = self.items[0]
        assert isinstance(first, Welcome)
        return first

    @property
    def pushes(self) -> list[EventPush]:
        return [item for item in self.items if isinstance(item, EventPush)]

    @property
    def presence(self) -> list[tuple[MemberId, bool]]:
        return [(p.member, p.here) for p in self.items if isinstance(p, Presence)]

    def position(self) -> i.Position:
        """Where the line stands that was heard so far."""
        here = self.welcome.position
        for item in self.items[1:]:
            if isinstance(item, EventPush):
                assert item.seq == here.seq + 1, "a lost or doubled event"
                here = i.Position(here.epoch, here.generation, item.seq, item.mark)
            elif isinstance(item, SnapshotPush):
                here = item.position
        return here

    def answer_to(self, id: str) -> Accepted | Rejected | None:
        """The answer to an intent; that there are two is an error."""
        found = [
            item for item in self.items if isinstance(item, Accepted | Rejected) and item.id == id
        ]
        assert len(found) <= 1, found
        return found[0] if found else None


class Person:
    """Somebody with a token, at one device, with a seat in the room."""

    def __init__(self, house: "House", name: str, token: bytes) -> None:
        self.house = house
        self.name = name
        self.token = token
        self.ear = Ear()
        self.seat: Seat | None = None

    @property
    def member(self) -> MemberId:
        assert self.seat is not None
        return self.seat.member

    async def enter(
        self, entry: Any = None, resume: i.Position | None = None, house: "House | None" = None
    ) -> "Person":
        """Say hello; Raises `Refused`."""
        hello = i.Hello(token=self.token, entry=entry or i.Returning(), resume=resume)
        self.seat = await (house or self.house).directory.attach(hello, self.ear)
        return self

    async def again(
        self, resume: i.Position | None = None, house: "House | None" = None
    ) -> "Person":
        """The same member by one more connection."""
        return await Person(house or self.house, self.name, self.token).enter(resume=resume)

    def intent(self, kind: type[Kind], /, **fields: object) -> Kind:
        """An intent with an id of its own, unless one is given."""
        said = {"type": kind.__struct_config__.tag, "id": self.house.new_id(), **fields}
        return msgspec.json.decode(msgspec.json.encode(said), type=kind)

    def submit(self, intent: i.Intent) -> None:
        assert self.seat is not None
        assert self.seat.submit(intent), "the inbox is full"

    async def say(self, intent: i.Intent) -> Accepted | Rejected:
        """Send an intent and wait for its answer."""
        already = sum(1 for item in self.ear.items if getattr(item, "id", None) == intent.id)
        self.submit(intent)

        def answers() -> list[FromServer]:
            same = [item for item in self.ear.items if getattr(item, "id", None) == intent.id]
            return same[already:]

        await self.ear.until(lambda: bool(answers()) or self.ear.closed is not None)
        answer = answers()[0]
        assert isinstance(answer, Accepted | Rejected)
        return answer

    async def act(self, kind: type[i.Intent], /, **fields: object) -> Accepted:
        """Do something that must be accepted."""
        answer = await self.say(self.intent(kind, **fields))
        assert isinstance(answer, Accepted), answer
        return answer

    async def make(self, kind: type[i.Intent], /, **fields: object) -> str:
        """Do something that makes something; its id."""
        answer = await self.act(kind, **fields)
        assert answer.created is not None
        return answer.created

    async def ask(self, query: i.Query) -> Result | Rejected:
        assert self.seat is not None
        return await self.seat.ask(query)

    def leave(self) -> None:
        """The connection is gone."""
        assert self.seat is not None
        self.seat.leave()

    async def caught_up(self) -> None:
        """Wait until the room has done all that was asked of it before."""
        await self.act(i.RenameMember, member=self.member, name=self.name)


class Chance:
    """Dice that follow from the commit, with a note of every stream that was asked for faces."""

    def __init__(self) -> None:
        self.drawn: dict[bytes, list[list[tuple[int, ...]]]] = {}

    def faces(self, commit_id: bytes) -> "NotedFaces":
        drawn: list[tuple[int, ...]] = []
        self.drawn.setdefault(commit_id, []).append(drawn)
        return NotedFaces(commit_id, drawn)

    def rolled(self) -> list[list[list[tuple[int, ...]]]]:
        """For each commit that drew dice, what each of its decisions drew."""
        drew = [[faces for faces in streams if faces] for streams in self.drawn.values()]
        return [streams for streams in drew if streams]


class NotedFaces:
    def __init__(self, commit_id: bytes, drawn: list[tuple[int, ...]]) -> None:
        self._drawn = drawn
        self._stream = Hashed(commit_id)

    def draw(self, count: int) -> tuple[int, ...]:
        faces = self._stream.draw(count)
        self._drawn.append(faces)
        return faces


class House:
    """A server without sockets: one directory over one log; several may share a log."""

    _numbers = 0

    def __init__(
        self,
        events: EventLog | None = None,
        limits: LimitSettings | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self.events: EventLog = events or MemoryLog()
        self.limits = limits or LimitSettings()
        self.now_ms = START_MS
        self.chance = Chance()
        self.directory = Directory(
            self.events,
            chance=self.chance,
            now_ms=lambda: self.now_ms,
            limits=self.limits,
            create_key=CREATE_KEY,
            keeper=keeper,
        )
        self._tokens = 0

    def new_id(self) -> str:
        House._numbers += 1
        return uuid(House._numbers)

    def person(self, name: str) -> Person:
        self._tokens += 1
        token = hashlib.sha256(f"{name} {self._tokens} {id(self)}".encode()).digest()
        return Person(self, name, token)

    async def found(self, house_rules: HouseRules | None = None) -> Person:
        """A new room, and its Storyteller connected to it."""
        entry = i.Founding(
            create_key=CREATE_KEY,
            room_name="Night in Lyon",
            name="storyteller",
            house_rules=house_rules or HouseRules(),
        )
        return await self.person("storyteller").enter(entry)

    async def invite(self, storyteller: Person, role: str = "player", uses: int = 1) -> i.Invited:
        """An entry by a fresh invite."""
        secret = hashlib.sha256(self.new_id().encode()).digest()[:16]
        await storyteller.act(i.CreateInvite, role=role, secret=secret, uses=uses)
        return i.Invited(secret=secret, name="somebody")

    async def join(self, storyteller: Person, name: str, role: str = "player") -> Person:
        """Somebody new, connected."""
        invited = await self.invite(storyteller, role)
        entry = i.Invited(secret=invited.secret, name=name)
        return await self.person(name).enter(entry)

    async def close(self) -> None:
        """Let every room finish."""
        await self.directory.drain()

    async def reload(self) -> "House":
        """A new process over the same log, when the old one has ended."""
        await self.close()
        return self.other()

    def other(self) -> "House":
        """One more process over the same log."""
        other = House(self.events, self.limits)
        other.now_ms = self.now_ms
        return other

    def room_of(self, person: Person) -> Any:
        """The running room that a person sits in."""
        assert person.seat is not None
        return self.directory._runners[person.seat.room]

    async def head(self, person: Person) -> Seq:
        assert person.seat is not None
        return await self.events.head(person.seat.room)


async def refusal_of(coming_in: Any) -> Refused:
    """How a hello is refused that must be."""
    try:
        await coming_in
    except Refused as refused:
        return refused
    raise AssertionError("the hello was not refused")
