"""What an idle member takes, what an idle room takes, and whether a room nobody is in leaves."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from websockets.asyncio.client import connect

from server.live.directory import TICK_S
from tests.benchmarks.people import Person, found
from tests.benchmarks.process import COTERIE, RAW, Server, allow_files, started
from tests.benchmarks.report import Column, Ratio, Section
from tests.benchmarks.scale import Scale

MEMBERS_A_ROOM = 10
IDLE_ROOM_S = 1
T = TypeVar("T")
AT_ONCE = 20
"""How many come in at the same time."""


def measure(scale: Scale) -> Section:
    """Idle members of the bare broadcaster and of Coterie, and rooms that come and go."""
    allow_files()
    members = scale.of(5_000, 200)
    rooms = members // MEMBERS_A_ROOM
    bare = asyncio.run(_bare(members))
    ours, room = asyncio.run(_members(scale, rooms))
    first, grown = asyncio.run(_coming_and_going(scale, rooms))
    return Section(
        title="Memory",
        about=f"{members:,} idle members in rooms of {MEMBERS_A_ROOM}, in KiB of resident memory;"
        f" then {rooms:,} rooms that everybody leaves, and that are opened and left again",
        columns=(Column("what"), Column("KiB each", ".1f")),
        rows=(
            ("idle member, bare websockets", bare),
            ("idle member, Coterie", ours),
            ("room in memory, its members gone", room),
            ("left behind by a room that was put away, first time", first),
            ("left behind by each time after that", grown),
        ),
        ratios=(
            Ratio("memory of an idle member beside the bare broadcaster", ours / bare),
            Ratio("KiB of an idle member", ours, ".1f", "KiB"),
            Ratio("KiB that a room leaves behind when it is opened and left again", grown, ".2f",
                  "KiB"),
        ),
    )  # fmt: skip


async def _bare(members: int) -> float:
    with started(RAW) as server:
        await asyncio.sleep(0.5)
        before = server.resident_kib()
        async with AsyncExitStack() as stack:
            for number in range(members):
                room = number // MEMBERS_A_ROOM
                address = f"ws://127.0.0.1:{server.port}/{room}"
                await stack.enter_async_context(connect(address, compression=None))
            return (server.resident_kib() - before) / members


async def _members(scale: Scale, rooms: int) -> tuple[float, float]:
    with ExitStack() as stack:
        server = _server(stack, scale, idle_room_s=3_600)
        await found(server.port)
        before = server.resident_kib()
        people = await _found_all(server, rooms)
        empty = server.resident_kib()
        async with _seated(people):
            full = server.resident_kib()
    return (full - empty) / len(people), (empty - before) / rooms


async def _coming_and_going(scale: Scale, rooms: int) -> tuple[float, float]:
    rounds = scale.of(4, 2)
    with ExitStack() as stack:
        server = _server(stack, scale, idle_room_s=IDLE_ROOM_S)
        await found(server.port)
        before = server.resident_kib()
        people = await _found_all(server, rooms)
        left = []
        for _ in range(rounds):
            async with _seated(people):
                pass
            await asyncio.sleep(2 * TICK_S + IDLE_ROOM_S)
            left.append((server.resident_kib() - before) / rooms)
    return left[0], (left[-1] - left[0]) / (rounds - 1)


def _server(stack: ExitStack, scale: Scale, idle_room_s: int) -> Server:
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    data = Path(folder) / "bench.sqlite3"
    arguments = [str(data), scale.loop, f"idle_room_s={idle_room_s}"]
    return stack.enter_context(started(COTERIE, arguments))


async def _found_all(server: Server, rooms: int) -> list[Person]:
    made = await _a_few_at_a_time([found(server.port, MEMBERS_A_ROOM - 1) for _ in range(rooms)])
    return [person for storyteller, players, _ in made for person in (storyteller, *players)]


async def _a_few_at_a_time(work: Sequence[Awaitable[T]]) -> list[T]:
    done: list[T] = []
    for start in range(0, len(work), AT_ONCE):
        done += await asyncio.gather(*work[start : start + AT_ONCE])
    return done


@asynccontextmanager
async def _seated(people: Sequence[Person]) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:

        async def sit(person: Person) -> None:
            ws = await stack.enter_async_context(person.socket())
            await person.hello(ws)

        await _a_few_at_a_time([sit(person) for person in people])
        yield
