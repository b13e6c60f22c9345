"""
One history of an evening: a real server with a clock set by hand, and every line to it captured.

A *line* is one connection of one member, by name (`p1`, `p1.phone`); its member is what stands
before the dot. The steps of a script are carried out here, and nothing is decided here.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, assert_never

from protocol.dice import DiceClaim
from protocol.from_client import Intent
from protocol.ids import MemberId, RoomId
from server.app import App, running
from server.config import LimitSettings, Settings
from server.dice import SystemChance
from server.live.ports import Chance
from server.live.runner import Runner
from server.rooms.names import member_id, room_id
from server.store.base import EventLog
from tests.non_interference.dice import StillKeeper, claim_of, settled
from tests.non_interference.steps import (
    Come,
    Drop,
    Fetch,
    LookAgain,
    LookAway,
    Mumble,
    Part,
    Restart,
    Say,
    Step,
)
from tests.support.local_line import open_line
from tests.support.wire_client import Item, WireClient

CREATE_KEY = "evening"
ROLLS = frozenset(
    str(kind.__struct_config__.tag) for kind in Intent.__args__ if "dice" in kind.__struct_fields__
)
LIMITS = LimitSettings(
    intents_per_s=1e6,
    intents_burst=1_000_000,
    queries_per_s=1e6,
    queries_burst=1_000_000,
    entropy_per_s=1e4,
    entropy_burst=100_000,
    bad_messages_burst=1_000_000,
    max_characters=8,
    max_hidden_characters=60,
    resume_events=12,
    hello_timeout_s=600.0,
    heartbeat_interval_s=600.0,
)
"""Small where a viewer could meet them, and out of the way where only haste would."""


def token_of(name: str) -> bytes:
    """The token of a device: 32 bytes, the same in every history."""
    return hashlib.sha256(f"evening {name}".encode()).digest()


ROOM: RoomId = room_id(hashlib.sha256(token_of("st")).digest())


def member_of(name: str) -> MemberId:
    """The id of the member who joined with the token of that name."""
    return member_id(ROOM, hashlib.sha256(token_of(name)).digest())


@dataclass(slots=True)
class Line:
    """A connection as it was lived: its bytes, and which of them are compared."""

    name: str
    client: WireClient
    unseen: list[tuple[int, int]] = field(default_factory=list)
    away_since: int | None = None

    @property
    def member(self) -> str:
        """The member's name."""
        return self.name.partition(".")[0]

    def compared(self) -> list[bytes]:
        """What the server sent, item by item, without the time as a Storyteller."""
        end = len(self.client.items) if self.away_since is None else self.away_since
        items = self.client.items[:end]
        return [
            item.raw
            for place, item in enumerate(items)
            if not any(first <= place < after for first, after in self.unseen)
        ]


class Table:
    """A server, its clock, and the lines to it."""

    def __init__(
        self,
        events: EventLog,
        settings: Settings,
        chance: Chance,
        has_sockets: bool,
        keeper_seed: bytes | None = None,
    ) -> None:
        self._events = events
        self._has_sockets = has_sockets
        self._settings = settings
        self._chance = chance
        self._keeper_seed = keeper_seed
        self._claims: dict[str, DiceClaim | None] = {}
        self._app: App | None = None
        self._stack = contextlib.AsyncExitStack()
        self.now_ms = 1_700_000_000_000
        self.lines: dict[str, Line] = {}
        self.captured: list[Line] = []
        self.fetched: list[bytes] = []
        self.replayed: list[bytes] = []
        self._seen: Mapping[str, Any] | None = None
        self._starts = 0

    @property
    def _runner(self) -> Runner | None:
        """The room, while it is in memory and keeps dice."""
        if self._app is None or self._keeper_seed is None:
            return None
        return self._app.listener._around.directory._runners.get(ROOM)

    @property
    def keeps_dice(self) -> bool:
        """Whether rolls are drawn from books."""
        return self._keeper_seed is not None

    @property
    def book(self) -> bytes | None:
        """The book that was opened last."""
        runner = self._runner
        told = None if runner is None else runner.state.book
        return None if told is None else told.book

    def claimed(self, line: str, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """A message as its client sends it where dice are kept; the same when repeated."""
        runner, type = self._runner, message["type"]
        if runner is None:
            return message
        if type in ROLLS and not message.get("entered") and "dice" not in message:
            member = member_of(line.partition(".")[0])
            id = f"{member} {message['id']}"
            if id not in self._claims:
                self._claims[id] = claim_of(runner, member, message)
            claim = self._claims[id]
            return message if claim is None else {**message, "dice": claim}
        return self.told_in_part(message)

    def told_in_part(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """A reveal without the dice where a book proves them, for the proof tells a number."""
        is_whole = message["type"] == "reveal_roll" and message.get("part", "whole") == "whole"
        return {**message, "part": "outcome"} if is_whole and self._runner is not None else message

    @property
    def port(self) -> int:
        """Where the server listens now."""
        assert self._app is not None
        return self._app.listener.port

    async def open_line(self, encoding: str) -> WireClient:
        """A new connection, over which nothing is said yet."""
        assert self._app is not None
        if self._has_sockets:
            return await WireClient.open(self.port, encoding)
        return open_line(self._app.listener, encoding)

    def client(self, line: str) -> WireClient:
        """The open connection of that name."""
        return self.lines[line].client

    def watching(self, members: Iterable[str]) -> list[str]:
        """Those of *members* who are here and whose view is compared just now."""
        return [
            name
            for name in sorted(members)
            if name in self.lines and self.lines[name].away_since is None
        ]

    def is_here(self, member: str) -> bool:
        """Whether a member has any line."""
        return any(line.member == member for line in self.lines.values())

    async def start(self) -> None:
        """Bring the server up."""
        self._starts += 1
        keeper = None
        if self._keeper_seed is not None:
            keeper = StillKeeper(self._keeper_seed + bytes([self._starts]))
        self._app = await self._stack.enter_async_context(
            running(
                self._settings,
                events=self._events,
                chance=self._chance,
                keeper=keeper,
                now_ms=lambda: self.now_ms,
            )
        )

    async def stop(self) -> None:
        """Take the server down; every line ends."""
        await self._stack.aclose()
        for line in tuple(self.lines.values()):
            await line.client.ended()
        self.lines.clear()

    async def look(self) -> Mapping[str, Any]:
        """The room as a Storyteller sees it, asked for anew where anything was done since."""
        if self._seen is None:
            self._seen = (await self.client("st").query("snapshot"))["snapshot"]
        return self._seen

    def touch(self) -> None:
        """Note that something is about to be done."""
        self._seen = None

    async def perform(self, step: Step) -> Item | None:
        """Carry a step out, at its clock reading; its answer, if it has one."""
        self.now_ms = step.at_ms
        self.touch()
        answer = await self._perform(step)
        if (runner := self._runner) is not None:
            await settled(runner)
        return answer

    async def _perform(self, step: Step) -> Item | None:
        match step.act:
            case Say() as say:
                return await self.client(say.line).ask(self.claimed(say.line, say.message))
            case Mumble() as mumble:
                return await self._mumble(self.client(mumble.line))
            case Come() as come:
                return await self._come(come)
            case Drop() as drop:
                await self._drop(drop)
            case Part() as part:
                await self.lines.pop(part.line).client.ended()
            case LookAway() as look:
                await self._look_away(look.member)
            case LookAgain() as look:
                await self._look_again(look.member)
            case Fetch() as fetch:
                self.fetched.append(await self._fetch(fetch.path))
            case Restart():
                await self.stop()
                await self.start()
            case _:
                assert_never(step.act)
        return None

    async def _mumble(self, client: WireClient) -> Item:
        answer = client.expect(None)
        nonsense: str | bytes = "{" if client.encoding == "json" else b"\xc1"
        await client.send_raw(nonsense)
        return await client.answer(answer)

    async def _come(self, come: Come) -> Item:
        client = await self.open_line(come.encoding)
        line = Line(come.line, client)
        self.captured.append(line)
        answer = await client.hello(token_of(come.token or line.member), come.entry, come.resume)
        if answer.type == "welcome":
            self.lines[come.line] = line
        else:
            await client.ended()
        return answer

    async def _drop(self, drop: Drop) -> None:
        line = self.lines.pop(drop.line)
        await line.client.barrier()
        storyteller = self.client("st")
        seen = len(storyteller.items)
        await line.client.drop()
        if drop.is_last:
            gone = {"member": member_of(line.member), "here": False}
            await storyteller.until("presence", seen, **gone)

    async def _look_away(self, member: str) -> None:
        for line in self._lines_of(member):
            await line.client.barrier()
            line.away_since = len(line.client.items)

    async def _look_again(self, member: str) -> None:
        for line in self._lines_of(member):
            if line.away_since is None:
                continue
            await line.client.barrier()
            items = line.client.items
            (*_, again) = (place for place, item in enumerate(items) if item.type == "snapshot")
            line.unseen.append((line.away_since, again))
            line.away_since = None

    def _lines_of(self, member: str) -> list[Line]:
        return [line for line in self.lines.values() if line.member == member]

    async def _fetch(self, path: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer


@contextlib.asynccontextmanager
async def table(
    events: EventLog,
    secret: bytes,
    data: Path,
    chance: Chance | None = None,
    *,
    has_sockets: bool = True,
    keeps_dice: bool = False,
) -> AsyncIterator[Table]:
    """A running table whose dice depend on *secret* alone, to be reached by sockets or without."""
    settings = Settings(port=0, data=data, create_key=CREATE_KEY, limits=LIMITS)
    seed = secret if keeps_dice else None
    made = Table(events, settings, chance or SystemChance(secret), has_sockets, seed)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()
