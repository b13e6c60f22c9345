"""
The results that are kept: `results.json` with every figure, and `RESULTS.md` made of it.

`python -m tests.benchmarks --results` measures and writes both; with names, only theirs anew.
`python -m tests.benchmarks.results` makes the page again from the figures alone.
"""

import os
import platform
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.benchmarks.report import Section, markdown

FOLDER = Path(__file__).parent
FIGURES = FOLDER / "results.json"
PAGE = FOLDER / "RESULTS.md"

HEAD = """# Results of the benchmarks

Machines differ, and are noisy: what counts are ratios within one run, never the seconds. The bare
broadcaster is `websockets` on plain asyncio that rolls seven dice and tells the room, without
rules, rights or a log. Coterie has all of them, and `synchronous=FULL`; what proofs of dice cost
beside is a table of its own. This page is written by

```sh
make bench ARGS=--results
```

which measures everything (an hour), keeps the figures in `results.json`, and makes this page of
them. `make bench ARGS="--results rooms log"` measures a part anew; without `--results` the figures
are only shown, and `--small` makes a short run that shows whether a benchmark works.
"""


class Measured(Struct, frozen=True):
    """A section, when it was measured, and on what."""

    day: str
    machine: str
    is_small: bool
    section: Section


Kept = dict[str, Measured]


def machine() -> str:
    """The size of this machine, in a line."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return (
        f"{os.cpu_count()} cores ({_processor()}), {pages / 2**30:.0f} GiB, {platform.system()},"
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version},"
        f" websockets {version('websockets')}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def measured(section: Section, *, is_small: bool) -> Measured:
    """A section that was measured here and now."""
    day = datetime.now(UTC).date().isoformat()
    return Measured(day, machine(), is_small, section)


def keep(name: str, what: Measured) -> None:
    """Write a result down, in place of an earlier one of that name."""
    kept = read() | {name: what}
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


def read() -> Kept:
    """What is kept."""
    if not FIGURES.exists():
        return {}
    return msgspec.json.decode(FIGURES.read_bytes(), type=Kept)


def page(kept: Kept, order: list[str]) -> str:
    """The page of all that is kept, in the *order* of the benchmarks."""
    names = [name for name in order if name in kept]
    ratios = [
        f"| {ratio.measure} | {ratio.words()} | `{_command(name)}` |"
        for name in names
        for ratio in kept[name].section.ratios
    ]
    parts = [HEAD.strip(), "\n".join(["| measure | ratio | measured by |", "| --- | ---: | --- |",
                                      *ratios])]  # fmt: skip
    for name in names:
        one = kept[name]
        size = " A small run: its figures say little." if one.is_small else ""
        parts.append(markdown(one.section, _command(name)))
        parts.append(f"Measured on {one.day}: {one.machine}.{size}")
    return "\n\n".join(parts) + "\n"


def _command(name: str) -> str:
    return f"python -m tests.benchmarks {name}"


def write_page(order: list[str]) -> None:
    """Make the page anew of what is kept."""
    PAGE.write_text(page(read(), order))


if __name__ == "__main__":
    from tests.benchmarks.__main__ import BENCHMARKS

    write_page(list(BENCHMARKS))
