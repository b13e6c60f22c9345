"""
`python -m tests.benchmarks [NAME ...]`: ratios in one run, never timed tests.

The server is on the first core, the load on the last. Rounds alternate between the servers that
are compared, and what counts is a ratio within a round, its median over the rounds: machines are
noisy. Without names everything is measured, which takes an hour; `--small` takes minutes and shows
whether it works. `--results` keeps what was measured, and writes the page of all that is kept.
"""

import argparse
from collections.abc import Callable

from tests.benchmarks import (
    dice,
    latency,
    log,
    long_rooms,
    memory,
    neighbours,
    odds,
    resolve,
    results,
    start,
    way,
)
from tests.benchmarks.loads import one_load
from tests.benchmarks.process import pin_to_last_core
from tests.benchmarks.report import Section, plain
from tests.benchmarks.scale import SMALL, Scale

BENCHMARKS: dict[str, Callable[[Scale], Section]] = {
    "saturated": one_load("saturated", None),
    "400": one_load("400 intents/s", 400.0),
    "3000": one_load("3,000 intents/s", 3_000.0),
    "latency": latency.measure,
    "neighbours": neighbours.measure,
    "rooms": long_rooms.measure,
    "start": start.measure,
    "log": log.measure,
    "memory": memory.measure,
    "odds": odds.measure,
    "dice": dice.measure,
    "resolve": resolve.measure,
    "way": way.measure,
}
"""Each by its name on the command line, in the order in which results are written down."""


def main() -> None:
    """Read the command line, measure and tell."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--small", action="store_true", help="a short run, to see that it works")
    parser.add_argument("--results", action="store_true", help="keep it, and write RESULTS.md")
    parser.add_argument("--rooms", type=int, help="rooms of a loaded table (50)")
    parser.add_argument("--seconds", type=float, help="how long a round loads (3)")
    parser.add_argument("--rounds", type=int, help="rounds, of which the median counts (3)")
    parser.add_argument(
        "--loop", choices=("uvloop", "asyncio"), default="uvloop", help="Coterie's event loop"
    )
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}: there are {', '.join(BENCHMARKS)}")
    basis = SMALL if given.small else Scale()
    scale = Scale(
        rooms=given.rooms or basis.rooms,
        seconds=given.seconds or basis.seconds,
        rounds=given.rounds or basis.rounds,
        loop=given.loop,
        is_small=given.small,
    )
    pin_to_last_core()
    for name in given.names or BENCHMARKS:
        section = BENCHMARKS[name](scale)
        print(plain(section), end="\n\n", flush=True)
        if given.results:
            results.keep(name, results.measured(section, is_small=given.small))
            results.write_page(list(BENCHMARKS))


if __name__ == "__main__":
    main()
