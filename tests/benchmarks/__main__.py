"""
`python -m tests.benchmarks`: durable, resolved, broadcast intents beside a bare broadcaster.

Server on the first core, load on the last. Rounds alternate between the servers, and what counts
is the ratio of CPU per intent within a round, its median over the rounds: machines are noisy.
With `--only odds`: how long exact odds of the largest pools take; `--only resolve`: how many rolls
a second `coterie resolve` reads; `--only rooms`: what a room's length costs (with a million commits
too if COTERIE_BENCH_LONG is set); `--only log`: replay, export, verify and backup of a long log;
`--only memory`: what an idle connection takes.
"""

import argparse
import asyncio
import statistics
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks import dice, long_rooms, odds, resolve
from tests.benchmarks.load import Load, Outcome
from tests.benchmarks.process import Server, pin_to_last_core, started
from tests.benchmarks.table import CoterieTable, RawTable, Table

RAW = "tests.benchmarks.raw_server"
COTERIE = "tests.benchmarks.coterie_server"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of load: saturated where `rate` is None, else intents per second."""

    name: str
    rate: float | None


SCENARIOS = (
    Scenario("saturated", None),
    Scenario("400/s", 400.0),
    Scenario("3,000/s", 3000.0),
)


@dataclass(slots=True)
class Figures:
    """What one server did under one scenario, a value a round."""

    cpu_ms: list[float] = field(default_factory=list)
    per_s: list[float] = field(default_factory=list)
    p50_ms: list[float] = field(default_factory=list)
    p99_ms: list[float] = field(default_factory=list)
    lost: int = 0

    def add(self, outcome: Outcome, cpu_s: float) -> None:
        """Take one round in."""
        self.cpu_ms.append(cpu_s / outcome.intents * 1e6)
        self.per_s.append(outcome.intents / outcome.seconds)
        self.p50_ms.append(outcome.latency_ms(0.5))
        self.p99_ms.append(outcome.latency_ms(0.99))
        self.lost += outcome.lost


async def measure(
    table: Table, server: Server, arguments: argparse.Namespace, scenario: Scenario
) -> tuple[Outcome, float]:
    """One round of one scenario: everyone seated, warmed up, then loaded."""
    seats = await table.seat_all(arguments.rooms)
    load = Load(table, seats)
    await load.at_rate(0.3, 200.0)
    before = server.cpu_s()
    if scenario.rate is None:
        outcome = await load.saturate(arguments.seconds)
    else:
        outcome = await load.at_rate(arguments.seconds, scenario.rate)
    used = server.cpu_s() - before
    await load.stop()
    return outcome, used


def run(arguments: argparse.Namespace) -> None:
    """Run every scenario in alternating rounds and print the table."""
    pin_to_last_core()
    print(
        f"{arguments.rooms} rooms x 6 members, {arguments.rounds} rounds of "
        f"{arguments.seconds:g} s, Coterie on {arguments.loop}, the bare server on asyncio; "
        "CPU in ms per 1,000 intents (6,000 deliveries)\n"
    )
    head = f"{'load':<10} {'server':<16} {'CPU':>7} {'x bare':>7} {'intents/s':>10}"
    print(f"{head} {'p50 ms':>8} {'p99 ms':>8} {'lost':>5}")
    for scenario in SCENARIOS:
        if arguments.only and scenario.name not in arguments.only:
            continue
        _print(scenario, *_rounds(arguments, scenario))


def _rounds(arguments: argparse.Namespace, scenario: Scenario) -> tuple[Figures, Figures]:
    raw, coterie = Figures(), Figures()
    for _ in range(arguments.rounds):
        with ExitStack() as stack:
            server = stack.enter_context(started(RAW))
            raw.add(*asyncio.run(measure(RawTable(server.port), server, arguments, scenario)))
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            data = Path(folder) / "bench.sqlite3"
            server = stack.enter_context(started(COTERIE, [str(data), arguments.loop]))
            table = CoterieTable(server.port)
            coterie.add(*asyncio.run(measure(table, server, arguments, scenario)))
    return raw, coterie


def _print(scenario: Scenario, raw: Figures, coterie: Figures) -> None:
    ratios = [ours / bare for ours, bare in zip(coterie.cpu_ms, raw.cpu_ms, strict=True)]
    for name, figures, ratio in (
        ("bare websockets", raw, 1.0),
        ("coterie", coterie, statistics.median(ratios)),
    ):
        print(
            f"{scenario.name:<10} {name:<16} {statistics.median(figures.cpu_ms):>7.0f}"
            f" {ratio:>7.2f} {statistics.median(figures.per_s):>10,.0f}"
            f" {statistics.median(figures.p50_ms):>8.2f} {statistics.median(figures.p99_ms):>8.2f}"
            f" {figures.lost:>5}"
        )


ALONE = {
    "odds": odds.run,
    "dice": dice.run,
    "resolve": resolve.run,
    "rooms": long_rooms.run_rooms,
    "log": long_rooms.run_log,
    "memory": long_rooms.run_memory,
}
"""What is measured by itself and not beside the bare broadcaster, by name."""


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--loop", choices=("uvloop", "asyncio"), default="uvloop", help="Coterie's event loop"
    )
    parser.add_argument(
        "--only",
        action="append",
        help="a load, or what is alone: saturated; odds; dice; resolve; rooms; log; memory",
    )
    arguments = parser.parse_args()
    for name, measure_alone in ALONE.items():
        if not arguments.only or name in arguments.only:
            pin_to_last_core()
            measure_alone(arguments.rounds)
            print()
    if not arguments.only or not ALONE.keys() >= set(arguments.only):
        run(arguments)


if __name__ == "__main__":
    main()
