"""One who stops reading and one who floods, beside five ordinary members of the same room."""

import asyncio
import contextlib
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from server.config import LimitSettings
from tests.benchmarks.load import Load, Outcome
from tests.benchmarks.people import Person, found
from tests.benchmarks.process import COTERIE, started
from tests.benchmarks.report import Column, Ratio, Section
from tests.benchmarks.scale import Scale
from tests.benchmarks.table import CoterieTable, Seat

ORDINARY = 5
RATE = 50.0
"""Intents a second of all ordinary members together: well within their limits."""


def measure(scale: Scale) -> Section:
    """The same load with quiet neighbours and with these two, by turns."""
    seconds = scale.of(20.0, 3.0)
    quiet: list[Outcome] = []
    loud: list[Outcome] = []
    for _ in range(scale.rounds):
        quiet.append(asyncio.run(_round(scale, seconds, is_loud=False)))
        loud.append(asyncio.run(_round(scale, seconds, is_loud=True)))
    with_them, without = _p99(loud), _p99(quiet)
    return Section(
        title="Neighbours",
        about=f"{ORDINARY} members with {RATE:g} intents a second, in one room with one who reads"
        " nothing and one who sends some thousand a second; the limits are those that a server has"
        " by itself",
        columns=(
            Column("neighbours"), Column("p50 ms", ".2f"), Column("p99 ms", ".2f"),
            Column("unanswered", ",.0f"),
        ),
        rows=(_row("quiet", quiet), _row("stalled and flooding", loud)),
        ratios=(
            Ratio("others' p99 beside one who stalls and one who floods", with_them / without),
        ),
    )  # fmt: skip


def _p99(outcomes: list[Outcome]) -> float:
    return statistics.median(outcome.latency_ms(0.99) for outcome in outcomes)


def _row(name: str, outcomes: list[Outcome]) -> tuple[str | float, ...]:
    p50 = statistics.median(outcome.latency_ms(0.5) for outcome in outcomes)
    unanswered = sum(outcome.intents - len(outcome.latencies) for outcome in outcomes)
    return (name, p50, _p99(outcomes), unanswered)


async def _round(scale: Scale, seconds: float, *, is_loud: bool) -> Outcome:
    defaults = LimitSettings()
    limits = [f"{name}={getattr(defaults, name)}" for name in ("intents_per_s", "intents_burst")]
    with tempfile.TemporaryDirectory() as folder:
        arguments = [str(Path(folder) / "bench.sqlite3"), scale.loop, *limits]
        with started(COTERIE, arguments) as server:
            storyteller, players, _ = await found(server.port, ORDINARY + 1)
            *ordinary, flooding, stalled = (storyteller, *players)
            async with contextlib.AsyncExitStack() as stack:
                seats = [await _seat(stack, person) for person in ordinary]
                load = Load(CoterieTable(server.port), seats)
                await load.at_rate(0.5, RATE)
                if is_loud:
                    stack.enter_context(_trouble(flooding, stalled))
                outcome = await load.at_rate(seconds, RATE)
                await load.stop()
    return outcome


async def _seat(stack: contextlib.AsyncExitStack, person: Person) -> Seat:
    ws = await stack.enter_async_context(person.socket())
    await person.hello(ws)
    return Seat(ws, 0)


@contextlib.contextmanager
def _trouble(flooding: Person, stalled: Person) -> Iterator[None]:
    """Both at work, in a process of their own: the load's own loop must not be what slows it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.trouble", str(flooding.port)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{flooding.token}\n{stalled.token}\n")
        process.stdin.flush()
        if process.stdout.readline() != "in\n":
            raise RuntimeError("the troublemakers did not come in")
        yield
    finally:
        process.kill()
        process.communicate()
