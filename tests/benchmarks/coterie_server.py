"""
Coterie with the limits out of the way, but for those given: SQLite, durability `power`.

With the word `proofs` rooms have books of dice, as those of `coterie serve` do.
"""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from server.app import calm_collector, running
from server.config import LimitSettings, Settings
from server.dice import BookKeeper

CREATE_KEY = "benchmark"
PROOFS = "proofs"

OPEN = LimitSettings(
    intents_per_s=1e6,
    intents_burst=1_000_000,
    queries_per_s=1e6,
    queries_burst=1_000_000,
    max_connections_per_address=10_000,
    max_connections=10_000,
    max_waiting_for_hello=10_000,
    max_rooms=100_000,
)


async def main(data: Path, limits: LimitSettings, *, is_proven: bool) -> None:
    """Listen on a free port, print it, and serve until killed."""
    settings = Settings(port=0, data=data, create_key=CREATE_KEY, limits=limits)
    async with running(settings, keeper=BookKeeper() if is_proven else None) as app:
        calm_collector()
        print(app.listener.port, flush=True)
        await asyncio.get_running_loop().create_future()


def run(data: Path, loop: str, words: list[str]) -> None:
    """Serve on the named event loop, `uvloop` or `asyncio`."""
    limits = limits_of([word for word in words if word != PROOFS])
    serving = main(data, limits, is_proven=PROOFS in words)
    if loop == "asyncio":
        asyncio.run(serving)
        return
    import uvloop

    uvloop.run(serving)


def limits_of(words: list[str]) -> LimitSettings:
    """The limits out of the way, but for those named as `name=number`."""
    named = dict(word.split("=") for word in words)
    return replace(OPEN, **{name: type(getattr(OPEN, name))(text) for name, text in named.items()})


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
