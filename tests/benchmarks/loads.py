"""Durable, resolved, broadcast intents beside a bare broadcaster: saturated, and at fixed rates."""

import asyncio
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field

from tests.benchmarks.coterie_server import PROOFS
from tests.benchmarks.load import Load, Outcome
from tests.benchmarks.process import COTERIE, RAW, Server, started
from tests.benchmarks.report import Column, Ratio, Section
from tests.benchmarks.scale import Scale
from tests.benchmarks.table import CoterieTable, RawTable, Table

COLUMNS = (
    Column("load"),
    Column("server"),
    Column("CPU", ".0f"),
    Column("x bare", ".2f"),
    Column("intents/s", ",.0f"),
    Column("p50 ms", ".2f"),
    Column("p99 ms", ".2f"),
    Column("p99.9 ms", ".2f"),
    Column("lost", ",.0f"),
)


class Figures(Struct):
    """What one server did under one load, a value a round; CPU in ms per 1,000 intents."""

    cpu_ms: list[float] = field(default_factory=list)
    per_s: list[float] = field(default_factory=list)
    p50_ms: list[float] = field(default_factory=list)
    p99_ms: list[float] = field(default_factory=list)
    p999_ms: list[float] = field(default_factory=list)
    lost: int = 0

    def add(self, outcome: Outcome, cpu_s: float) -> None:
        """Take one round in."""
        self.cpu_ms.append(cpu_s / outcome.intents * 1e6)
        self.per_s.append(outcome.intents / outcome.seconds)
        self.p50_ms.append(outcome.latency_ms(0.5))
        self.p99_ms.append(outcome.latency_ms(0.99))
        self.p999_ms.append(outcome.latency_ms(0.999))
        self.lost += outcome.lost

    def beside(self, other: "Figures") -> float:
        """The CPU of an intent, as a multiple of *other*'s in the same round."""
        pairs = zip(self.cpu_ms, other.cpu_ms, strict=True)
        return statistics.median(mine / theirs for mine, theirs in pairs)

    def row(self, load: str, server: str, ratio: float) -> tuple[str | float, ...]:
        """The medians, in the order of `COLUMNS`."""
        cpu, per_s, p50, p99, p999 = (
            statistics.median(values)
            for values in (self.cpu_ms, self.per_s, self.p50_ms, self.p99_ms, self.p999_ms)
        )
        return (load, server, cpu, ratio, per_s, p50, p99, p999, self.lost)


Seated = Iterator[tuple[Table, Server]]


@contextmanager
def bare(scale: Scale) -> Seated:
    """A bare broadcaster."""
    del scale
    with started(RAW) as server:
        yield RawTable(server.port), server


@contextmanager
def coterie(scale: Scale) -> Seated:
    """Coterie on a log of its own, with everything on: every roll is proven."""
    with _on_a_log([scale.loop, PROOFS]) as server:
        yield CoterieTable(server.port, is_proven=True), server


@contextmanager
def unproven(scale: Scale) -> Seated:
    """Coterie without books of dice: what proofs cost is the difference."""
    with _on_a_log([scale.loop]) as server:
        yield CoterieTable(server.port), server


@contextmanager
def _on_a_log(words: list[str]) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "bench.sqlite3"
        with started(COTERIE, [str(data), *words]) as server:
            yield server


async def loaded(
    table: Table, server: Server, scale: Scale, rate: float | None
) -> tuple[Outcome, float]:
    """One round, saturated without a *rate*: everyone seated, warmed up, then loaded."""
    load = Load(table, await table.seat_all(scale.rooms))
    await load.at_rate(0.3, 200.0)
    before = server.cpu_s()
    if rate is None:
        outcome = await load.saturate(scale.seconds)
    else:
        outcome = await load.at_rate(scale.seconds, rate)
    used = server.cpu_s() - before
    await load.stop()
    return outcome, used


def one_load(name: str, rate: float | None) -> Callable[[Scale], Section]:
    """A benchmark of one load."""

    def measure(scale: Scale) -> Section:
        raw, plain, ours = Figures(), Figures(), Figures()
        for _ in range(scale.rounds):
            for begin, figures in ((bare, raw), (unproven, plain), (coterie, ours)):
                with begin(scale) as (table, server):
                    figures.add(*asyncio.run(loaded(table, server, scale, rate)))
        ratio = ours.beside(raw)
        return Section(
            title=f"Table, {name}",
            about=f"{scale.rooms} rooms x 6 members, {scale.rounds} rounds of {scale.seconds:g} s,"
            f" Coterie on {scale.loop}, the bare server on asyncio; CPU in ms per 1,000 intents"
            " (6,000 deliveries)",
            columns=COLUMNS,
            rows=(
                raw.row(name, "bare websockets", 1.0),
                plain.row(name, "Coterie, dice unproven", plain.beside(raw)),
                ours.row(name, "Coterie", ratio),
            ),
            ratios=(Ratio(f"CPU per intent, {name}, beside the bare broadcaster", ratio),),
        )

    return measure
