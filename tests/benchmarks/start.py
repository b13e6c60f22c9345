"""A cold start with thousands of rooms on the disk: until ready, and how much memory."""

import asyncio
import http.client
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.filling import fill, multiply
from tests.benchmarks.people import Person, found
from tests.benchmarks.process import COTERIE, started
from tests.benchmarks.report import Column, Ratio, Section
from tests.benchmarks.scale import Scale

COMMITS = 50


class Started(NamedTuple):
    """Milliseconds until ready and until the first welcome after that, and KiB."""

    ready_ms: float
    welcome_ms: float
    resident_kib: float


def measure(scale: Scale) -> Section:
    """One room beside thousands."""
    rooms = scale.of(10_000, 500)
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one.sqlite3", Path(folder) / "many.sqlite3"
        in_one, in_many = asyncio.run(_kept(one)), asyncio.run(_kept(many))
        multiply(many, rooms)
        few = [asyncio.run(_start(one, scale, in_one)) for _ in range(scale.rounds)]
        all_ = [asyncio.run(_start(many, scale, in_many)) for _ in range(scale.rounds)]
    alone, among = _median(few), _median(all_)
    words = f"with {rooms:,} rooms on the disk beside one"
    return Section(
        title="Cold start",
        about=f"from the process's start until `/healthz` says ready, with rooms of {COMMITS}"
        " commits; then the first welcome, and the memory after it",
        columns=(
            Column("rooms", ",.0f"), Column("ready ms", ",.0f"), Column("first welcome ms", ".1f"),
            Column("MiB", ".1f"),
        ),
        rows=(
            (1, alone.ready_ms, alone.welcome_ms, alone.resident_kib / 1024),
            (rooms, among.ready_ms, among.welcome_ms, among.resident_kib / 1024),
        ),
        ratios=(
            Ratio(f"time until ready {words}", among.ready_ms / alone.ready_ms),
            Ratio(f"memory at the start {words}", among.resident_kib / alone.resident_kib),
        ),
    )  # fmt: skip


async def _kept(data: Path) -> Person:
    with started(COTERIE, [str(data), "uvloop"]) as server:
        _, (player,), room = await found(server.port)
    await fill(data, room, COMMITS, 0.5)
    return player


async def _start(data: Path, scale: Scale, player: Person) -> Started:
    began = time.perf_counter()
    with started(COTERIE, [str(data), scale.loop]) as server:
        while not _is_ready(server.port):  # noqa: ASYNC110 - a server of its own sets no event
            await asyncio.sleep(0.002)
        ready_ms = (time.perf_counter() - began) * 1000
        player.port = server.port
        welcome_ms, _ = await player.timed()
        return Started(ready_ms, welcome_ms, server.resident_kib())


def _is_ready(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.HTTPStatus.OK
    finally:
        connection.close()


def _median(starts: list[Started]) -> Started:
    return Started(*(statistics.median(values) for values in zip(*starts, strict=True)))
