"""What the commands that go through a log take for 100,000 events, beside merely reading them."""

import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from protocol.ids import RoomId, Seq
from server.store.sqlite_reader import SqliteReader
from tests.benchmarks.filling import fill
from tests.benchmarks.people import found
from tests.benchmarks.process import COTERIE, started
from tests.benchmarks.report import Column, Ratio, Section
from tests.benchmarks.scale import Scale

PER = 100_000


def measure(scale: Scale) -> Section:
    """Each command on one room, and a plain reading of all its commits."""
    events = scale.of(PER, 5_000)
    rows: list[tuple[str, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite3"
        room = asyncio.run(_one_room(data, events))
        size = data.stat().st_size / events
        _command("rooms", "--data", str(data))  # What is imported once is not counted.
        bare = _taken(lambda: asyncio.run(_read(data, room)))
        rows.append(("reading every commit", bare * PER / events, 1.0))
        for name, words in _commands(room, folder, data).items():
            taken = _taken(lambda words=words: _command(*words))
            rows.append((name, taken * PER / events, taken / bare))
    return Section(
        title="The log's commands",
        about=f"one room, half of it hidden, s of wall time per {PER:,} events, and beside reading"
        f" and decoding every commit; {size:,.0f} bytes an event in the file",
        columns=(Column("what"), Column("s", ".2f"), Column("x reading", ".1f")),
        rows=tuple(rows),
        ratios=tuple(
            Ratio(f"`coterie {name}` beside reading every commit", ratio, ".1f")
            for name, _, ratio in rows[1:]
        ),
    )


def _commands(room: RoomId, folder: str, data: Path) -> dict[str, tuple[str, ...]]:
    night, at = f"{folder}/night.jsonl", ("--data", str(data))
    return {
        "verify": ("verify", *at),
        "export": ("export", room, "--output", night, *at),
        "verify --export": ("verify", "--export", night),
        "import": ("import", night, "--data", f"{folder}/other.sqlite3"),
        "export --as": ("export", room, "--as", "Player", "--output", f"{folder}/mine.jsonl", *at),
        "export --form html": ("export", room, "--form", "html", "--output",
                               f"{folder}/night.html", *at),
        "replay": ("replay", room, *at),
        "stats": ("stats", room, *at),
        "backup": ("backup", f"{folder}/copy.sqlite3", *at),
    }  # fmt: skip


def _taken(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _command(*words: str) -> None:
    from server.cli import main

    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        if main(list(words)) != 0:
            raise RuntimeError(f"{words} failed")


async def _read(data: Path, room: RoomId) -> None:
    log = SqliteReader(data)
    await log.open()
    after = Seq(0)
    while page := await log.read(room, after, limit=500):
        after = page[-1].seq
    await log.close()


async def _one_room(data: Path, events: int) -> RoomId:
    with started(COTERIE, [str(data), "uvloop"]) as server:
        _, _, room = await found(server.port)
    await fill(data, room, events, 0.5)
    return room
