"""What a room's length, and the share of what is hidden in it, cost a player who comes to it."""

import asyncio
import contextlib
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection

from tests.benchmarks.filling import fill
from tests.benchmarks.people import NotLetIn, Person, found
from tests.benchmarks.process import COTERIE, started
from tests.benchmarks.report import Column, Ratio, Section
from tests.benchmarks.scale import Scale

HIDDEN = (0.0, 0.9)


class Costs(NamedTuple):
    """Of one room: medians in milliseconds, and the bytes of a welcome."""

    cold: float
    welcome: float
    bytes: float
    missed: float
    page: float


def measure(scale: Scale) -> Section:
    """Rooms of three lengths, with nothing hidden and with nine of ten."""
    lengths = scale.of((100, 10_000, 1_000_000), (100, 1_000, 10_000))
    costs = {
        (length, hidden): asyncio.run(_long_room(length, hidden, scale.of(30, 10)))
        for hidden in HIDDEN
        for length in lengths
    }
    shortest, middle, longest = lengths
    ratios = [
        Ratio(
            f"welcome in a room of {longest:,} commits beside one of {shortest:,}",
            costs[longest, 0.0].welcome / costs[shortest, 0.0].welcome,
        )
    ]
    for hidden in HIDDEN:
        long, short = costs[longest, hidden], costs[middle, hidden]
        words = f"{longest:,} commits, {hidden:.0%} hidden, beside one of {middle:,}"
        ratios += [
            Ratio(f"welcome in a room of {words}", long.welcome / short.welcome),
            Ratio(f"50 missed events in a room of {words}", long.missed / short.missed),
            Ratio(f"a page of history in a room of {words}", long.page / short.page),
        ]
    return Section(
        title="Long rooms",
        about="a player's welcome, a resume with 50 missed events and a page of 50 from the middle,"
        " in ms; cold is the first hello after a start without a checkpoint. The shortest room lies"
        " in memory, where a page is not read from the log",
        columns=(
            Column("commits", ",.0f"), Column("hidden", ".0%"), Column("cold", ",.1f"),
            Column("welcome", ".2f"), Column("bytes", ",.0f"), Column("50 missed", ".2f"),
            Column("page", ".2f"),
        ),
        rows=tuple((length, hidden, *cost) for (length, hidden), cost in costs.items()),
        ratios=tuple(ratios),
    )  # fmt: skip


async def _long_room(length: int, hidden: float, asked: int) -> Costs:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite3"
        with started(COTERIE, [str(data), "uvloop"]) as server:
            _, (player,), room = await found(server.port)
        await fill(data, room, length, hidden)
        with started(COTERIE, [str(data), "uvloop"]) as server:
            player.port = server.port
            cold = await _cold(player)
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
    return Costs(
        cold,
        statistics.median(ms for ms, _ in welcomes),
        statistics.median(size for _, size in welcomes),
        statistics.median(ms for ms, _ in resumes),
        statistics.median(pages),
    )


async def _cold(player: Person) -> float:
    """Milliseconds until let in; a room that takes longer to load than a hello waits says so."""
    began = time.perf_counter()
    while True:
        with contextlib.suppress(NotLetIn):
            await player.timed()
            return (time.perf_counter() - began) * 1000


async def _position(ws: ClientConnection, seq: int, now: dict[str, Any]) -> dict[str, Any]:
    """The position after the event *seq*, with its mark."""
    asked = {"type": "history", "id": "p", "after": seq - 1, "limit": 1}
    await ws.send(msgspec.json.encode(asked).decode())
    (answer,) = msgspec.json.decode(await ws.recv())
    (event,) = answer["result"]["events"]
    return {**now, "seq": seq, "mark": event["mark"]}
