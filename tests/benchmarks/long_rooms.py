"""
What a room's length costs those who come to it, and what its log costs the commands.

`rooms`: welcome, resume and a page of history over a socket, for rooms of different lengths with
and without hidden events; `log`: replay, export and verify; `memory`: idle rooms and members.
"""

import asyncio
import base64
import contextlib
import hashlib
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from protocol.events import RoomRenamed
from protocol.ids import MemberId, RoomId
from server.rooms.audience import EVERYONE, STORYTELLERS
from server.rooms.lines import EVERYONE_LINE, STORYTELLERS_LINE, LineHead, advance, lines_of
from server.rooms.records import record_event, to_stored
from server.store.base import Draft
from server.store.sqlite import SqliteLog
from tests.benchmarks.coterie_server import CREATE_KEY
from tests.benchmarks.process import Server, started

COTERIE = "tests.benchmarks.coterie_server"
BATCH = 1_000
ASKED = 30
"""How often each thing is asked for; the median counts."""


# --- filling -------------------------------------------------------------------------------------


async def fill(data: Path, room: RoomId, events: int, hidden: float) -> None:
    """Add *events* commits to a room that no server has open, a share of them *hidden*."""
    log = SqliteLog(data, durability="crash")
    await log.open()
    head = await log.head(room)
    heads = await log.line_heads(room, (STORYTELLERS_LINE, EVERYONE_LINE), head)
    chosen = _hidden(hidden)
    for start in range(0, events, BATCH):
        drafts = []
        for number in range(start, min(start + BATCH, events)):
            draft, heads = _draft(room, number, next(chosen), heads)
            drafts.append(draft)
        stored = await log.append(room, head, drafts, 600.0)
        head = stored[-1].seq
    await log.close()


def _hidden(share: float) -> Iterator[bool]:
    """Which commits are hidden: evenly spread, *share* of them."""
    due = 0.0
    while True:
        due += share
        yield due >= 1.0
        due -= due >= 1.0


def _draft(
    room: RoomId, number: int, is_hidden: bool, heads: dict[str, LineHead]
) -> tuple[Draft, dict[str, LineHead]]:
    at_ms = 1_700_000_000_000 + number
    audience = STORYTELLERS if is_hidden else EVERYONE
    event = RoomRenamed(name=f"night {number}", by=MemberId("bench"))
    recorded = record_event(event, audience, at_ms)
    after = advance(heads, (recorded,))
    draft = Draft(
        commit_id=hashlib.sha256(b"%b/%d" % (room.encode(), number)).digest()[:16],
        at_ms=at_ms,
        member=None,
        intent_id=None,
        digest=b"",
        answer=b"{}",
        events=(to_stored(recorded),),
        lines=tuple((line, after[line]) for line in lines_of(recorded)),
    )
    return draft, after


# --- people --------------------------------------------------------------------------------------


class Person:
    """A member who comes and goes by a token."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token = base64.b64encode(secrets.token_bytes(32)).decode()

    @contextlib.asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        """A socket that has not said hello."""
        url = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(
            url, subprotocols=["coterie.v1.json"], compression=None, max_size=None
        ) as ws:
            yield ws

    async def hello(
        self, ws: ClientConnection, entry: dict[str, str] | None = None, resume: object = None
    ) -> dict[str, Any]:
        """Come in; the welcome."""
        hello = {"type": "hello", "token": self.token}
        extra = {"entry": entry, "resume": resume}
        hello |= {name: value for name, value in extra.items() if value is not None}
        await ws.send(msgspec.json.encode(hello).decode())
        (welcome, *_) = msgspec.json.decode(await ws.recv())
        if welcome["type"] != "welcome":
            raise RuntimeError(f"not let in: {welcome}")
        return welcome  # type: ignore[no-any-return]

    async def timed(self, resume: object = None, upto: int = 0) -> tuple[float, int]:
        """Milliseconds, and bytes, from hello until the welcome and all up to *upto* is here."""
        async with self.socket() as ws:
            hello = {"type": "hello", "token": self.token}
            if resume is not None:
                hello["resume"] = resume
            text = msgspec.json.encode(hello).decode()
            began = time.perf_counter()
            await ws.send(text)
            size, seq = 0, -1
            while seq < upto:
                message = await ws.recv()
                size += len(message)
                for item in msgspec.json.decode(message):
                    seq = item.get("seq", max(seq, 0))
            return (time.perf_counter() - began) * 1000, size

    async def page(self, ws: ClientConnection, before: int) -> float:
        """Milliseconds until a page of 50 is here."""
        asked = {"type": "history", "id": "q", "before": before, "limit": 50}
        began = time.perf_counter()
        await ws.send(msgspec.json.encode(asked).decode())
        await ws.recv()
        return (time.perf_counter() - began) * 1000


async def _found(port: int) -> tuple[Person, Person, RoomId]:
    storyteller, player = Person(port), Person(port)
    founding = {
        "type": "create", "create_key": CREATE_KEY, "room_name": "long", "name": "Storyteller",
    }  # fmt: skip
    async with storyteller.socket() as ws:
        welcome = await storyteller.hello(ws, founding)
        secret = base64.b64encode(secrets.token_bytes(16)).decode()
        invite = {
            "type": "create_invite", "id": "00000000-0000-4000-8000-000000000001",
            "role": "player", "secret": secret, "uses": 1,
        }  # fmt: skip
        await ws.send(msgspec.json.encode(invite).decode())
        await ws.recv()
    async with player.socket() as ws:
        await player.hello(ws, {"type": "invite", "secret": secret, "name": "Player"})
    return storyteller, player, RoomId(welcome["room"])


# --- rooms ---------------------------------------------------------------------------------------


def run_rooms(rounds: int, lengths: tuple[int, ...] = (100, 10_000, 100_000)) -> None:
    """Print the table; *rounds* only scales how often each thing is asked."""
    if os.environ.get("COTERIE_BENCH_LONG"):
        lengths = (*lengths, 1_000_000)
    print(
        "a player in a room of many commits, medians in ms and bytes; cold is the first hello"
        " after a start\n"
    )
    print(f"{'commits':>9} {'hidden':>7} {'cold':>8} {'welcome':>8} {'bytes':>7} {'50 missed':>10}"
          f" {'page':>7}")  # fmt: skip
    for hidden in (0.0, 0.9):
        for length in lengths:
            asyncio.run(_long_room(length, hidden, ASKED * rounds // 3 or 1))


async def _long_room(length: int, hidden: float, asked: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite3"
        with started(COTERIE, [str(data), "uvloop"]) as server:
            _, player, room = await _found(server.port)
        await fill(data, room, length, hidden)
        with started(COTERIE, [str(data), "uvloop"]) as server:
            player.port = server.port
            cold, _ = await player.timed()
        # Started again, it begins from its checkpoint, as any day after the first.
        with started(COTERIE, [str(data), "uvloop"]) as server:
            player.port = server.port
            await player.timed()
            async with player.socket() as ws:
                welcome = await player.hello(ws)
                end = welcome["position"]["seq"]
                pages = [await player.page(ws, max(2, end // 2)) for _ in range(asked)]
                missed = await _position(ws, max(1, end - 50), welcome["position"])
            welcomes = [await player.timed() for _ in range(asked)]
            resumes = [await player.timed(missed, end) for _ in range(asked)]
    print(
        f"{length:>9,} {hidden:>7.0%} {cold:>8.1f}"
        f" {statistics.median(ms for ms, _ in welcomes):>8.2f}"
        f" {statistics.median(size for _, size in welcomes):>7.0f}"
        f" {statistics.median(ms for ms, _ in resumes):>10.2f} {statistics.median(pages):>7.2f}"
    )


async def _position(ws: ClientConnection, seq: int, now: dict[str, Any]) -> dict[str, Any]:
    """The position after the event *seq*, with its mark."""
    asked = {"type": "history", "id": "p", "after": seq - 1, "limit": 1}
    await ws.send(msgspec.json.encode(asked).decode())
    (answer,) = msgspec.json.decode(await ws.recv())
    (event,) = answer["result"]["events"]
    return {**now, "seq": seq, "mark": event["mark"]}


# --- the log's commands --------------------------------------------------------------------------


def run_log(rounds: int, events: int = 100_000) -> None:
    """Seconds of replay, export, verify and backup, for so many events."""
    del rounds
    print(f"commands on a log of {events:,} events, s of wall time\n")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite3"
        room = asyncio.run(_one_room(data, events))
        print(f"{'file':<24} {data.stat().st_size / events:>8,.0f} bytes an event")
        for words in (
            ("verify",),
            ("export", room, "--output", f"{folder}/night.jsonl"),
            ("verify", "--export", f"{folder}/night.jsonl"),
            ("export", room, "--form", "html", "--output", f"{folder}/night.html"),
            ("replay", room),
            ("backup", f"{folder}/copy.sqlite3"),
        ):
            began = time.perf_counter()
            _command(*words, "--data", str(data))
            shown = [word for word in words if word != room and not word.startswith("/")]
            print(f"{' '.join(shown):<24} {time.perf_counter() - began:>8.2f}")


def _command(*words: str) -> None:
    from server.cli import main

    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        arguments = words[:-2] if words[0] == "verify" and "--export" in words else words
        if main(list(arguments)) != 0:
            raise RuntimeError(f"{words} failed")


async def _one_room(data: Path, events: int) -> RoomId:
    with started(COTERIE, [str(data), "uvloop"]) as server:
        _, _, room = await _found(server.port)
    await fill(data, room, events, 0.5)
    return room


# --- memory --------------------------------------------------------------------------------------


def run_memory(rounds: int, members: int = 1_000) -> None:
    """KiB of an idle member, and of an idle room that nobody is in."""
    del rounds
    asyncio.run(_memory(members))


async def _memory(members: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite3"
        with started(COTERIE, [str(data), "uvloop"]) as server:
            people = [await _found(server.port) for _ in range(members // 10)]
            before = _resident_kib(server)
            async with contextlib.AsyncExitStack() as stack:
                for number in range(members):
                    person = people[number % len(people)][number // len(people) % 2]
                    ws = await stack.enter_async_context(person.socket())
                    await person.hello(ws)
                per_member = (_resident_kib(server) - before) / members
    print(f"an idle connection, of {members:,} in {members // 10} rooms: {per_member:.1f} KiB")


def _resident_kib(server: Server) -> float:
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024
