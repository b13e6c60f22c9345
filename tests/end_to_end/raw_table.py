"""
A room from a test's desk put behind real sockets, so that what travels can be looked through.

What was done on the desk up to a moment is put into the log of a server; from there on the same
intents come over sockets, and must be decided as they were on the desk, to the byte.
"""

import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

from protocol.from_client import RenewToken
from server.app import running
from server.config import LimitSettings, Settings
from server.rooms.commands import Command, Do
from server.rooms.deed import Decision
from server.store.base import Draft
from server.store.memory import MemoryLog
from tests.replay.evening import draft_for, store
from tests.support.rooms import ROOM, Done, Table, uuid
from tests.support.scripted_chance import ScriptedChance
from tests.support.wire_client import Disconnected, Item, WireClient

LIMITS = LimitSettings(queries_per_s=1e6, queries_burst=1_000_000)
WATCHING = ("storyteller", "ann", "bob", "guest", "bot")
ENCODINGS = {"storyteller": "json", "ann": "json", "bob": "msgpack", "guest": "json"}
LATECOMER = "late"
_INVITE = bytes(range(16))


def token_of(name: str) -> bytes:
    """The token with which somebody comes in."""
    return hashlib.sha256(f"token {name}".encode()).digest()


@dataclass
class RecordedTable(Table):
    """A table that knows what was commanded, with which faces, and what the log has of it."""

    commands: list[Command] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    faces: dict[str, Sequence[int]] = field(default_factory=dict)

    def do(self, command: Command, faces: Sequence[int] = ()) -> Done:
        self.faces[command.commit_id.hex()] = faces
        return super().do(command, faces)

    def keep(self, command: Command, decision: Decision) -> None:
        draft = draft_for(self.state, command, decision)
        self.commands.append(command)
        self.drafts.append(draft)
        super().keep(command, decision)

    def _token_hash(self, name: str) -> bytes:
        return hashlib.sha256(token_of(name)).digest()


class RawTable:
    """The server of such a table and its viewers' sockets; `items` is all that each was sent."""

    def __init__(self, table: RecordedTable, port: int, log: MemoryLog) -> None:
        self.table = table
        self._port = port
        self._log = log
        self._renewed: dict[str, bytes] = {}
        self.lines: dict[str, WireClient] = {}
        self.items: dict[str, list[Item]] = {}
        self.before: dict[str, list[Item]] = {}
        """What each was sent before anything was done."""

    async def come(self, name: str, entry: dict[str, Any] | None = None) -> None:
        """Let somebody in, on a line that may be another one."""
        line = await WireClient.open(self._port, ENCODINGS.get(name, "msgpack"))
        welcome = await line.hello(self._renewed.get(name, token_of(name)), entry)
        assert welcome.type == "welcome", welcome.data
        self.items.setdefault(name, [])
        self.lines[name] = line

    async def go(self, name: str) -> None:
        """Keep what came over a line, and end it."""
        line = self.lines.pop(name)
        # Whoever was removed, or left, is let go by the server.
        with contextlib.suppress(Disconnected, ConnectionClosed):
            await line.barrier()
        self.items[name] += line.items
        await line.close()

    async def repeat(self, command: Do) -> None:
        """Do over a socket what was done on the desk: it comes to the same."""
        (name,) = (who for who, member in self.table.members.items() if member == command.actor)
        line = self.lines[name]
        form = msgspec.json if line.encoding == "json" else msgspec.msgpack
        waiting = line.expect(command.intent.id)
        said = form.encode(command.intent)
        await line.send_raw(said.decode() if line.encoding == "json" else said)
        answer = await line.answer(waiting)
        assert answer.type == "accepted", answer.data
        await self._is_as_on_the_desk(command)
        if isinstance(command.intent, RenewToken):
            # The old token's lines end at once; the new one opens the same seat.
            await line.ended()
            self._renewed[name] = command.intent.token
            self.items[name] += self.lines.pop(name).items
            await self.come(name)

    async def _is_as_on_the_desk(self, command: Do) -> None:
        (kept,) = (k for k in self.table.kept if k.commit_id == command.commit_id)
        (commit,) = await self._log.read(ROOM, kept.seq - 1, kept.seq)
        assert [r.body for r in commit.events] == [r.body for r in kept.records]
        assert [r.audience for r in commit.events] == [r.audience for r in kept.records]

    async def look_back(self) -> None:
        """Let somebody join late; then everybody asks for all there is, and comes in anew."""
        storyteller = self.lines["storyteller"]
        invite = {"type": "create_invite", "id": uuid(0xFFFF), "role": "player"}
        secret: Any = _INVITE if storyteller.encoding == "msgpack" else _base64(_INVITE)
        opened = await storyteller.ask({**invite, "secret": secret})
        assert opened.type == "accepted", opened.data
        await self.come(LATECOMER, {"type": "invite", "secret": _INVITE, "name": "Late"})
        for name, line in tuple(self.lines.items()):
            is_member = self.table.members.get(name) in (None, *self.table.state.members)
            if is_member:
                await line.query("snapshot")
                await line.query("history", after=0, limit=200)
            await self.go(name)
            if is_member:
                await self.come(name)
                await self.go(name)


def _base64(secret: bytes) -> str:
    return json.loads(msgspec.json.encode(secret))  # type: ignore[no-any-return]


@contextlib.asynccontextmanager
async def behind_sockets(
    table: RecordedTable, before: int, folder: Path
) -> AsyncIterator[tuple[RawTable, Iterator[Do]]]:
    """
    The server of a table as it was after its first *before* commands, and the commands behind.

    What no member said, such as a deadline that fell due, is in the log before: the intents are
    those after the last of that kind.
    """
    said = [n for n, command in enumerate(table.commands) if not isinstance(command, Do)]
    first = max(before, *(n + 1 for n in said))
    clock = [table.drafts[first - 1].at_ms]
    settings = Settings(port=0, data=folder / "unused", create_key="key", limits=LIMITS)
    log = MemoryLog()
    chance = ScriptedChance(table.faces)
    async with running(settings, events=log, chance=chance, now_ms=lambda: clock[0]) as app:
        await store(table.drafts[:first], log)
        raw = RawTable(table, app.listener.port, log)
        for name in WATCHING:
            await raw.come(name)
            await raw.go(name)
        raw.before, raw.items = raw.items, {}
        for name in WATCHING:
            await raw.come(name)

        def intents() -> Iterator[Do]:
            for command in table.commands[first:]:
                assert isinstance(command, Do)
                clock[0] = command.at_ms
                yield command

        yield raw, intents()
        for name in tuple(raw.lines):
            await raw.go(name)
