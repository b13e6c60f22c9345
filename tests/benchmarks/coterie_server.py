"""Coterie with everything on and the limits out of the way: SQLite, durability `power`."""

import asyncio
import sys
from pathlib import Path

from server.app import calm_collector, running
from server.config import LimitSettings, Settings

CREATE_KEY = "benchmark"


async def main(data: Path) -> None:
    """Listen on a free port, print it, and serve until killed."""
    limits = LimitSettings(
        intents_per_s=1e6,
        intents_burst=1_000_000,
        queries_per_s=1e6,
        queries_burst=1_000_000,
        max_connections_per_address=10_000,
        max_connections=10_000,
        max_waiting_for_hello=10_000,
    )
    settings = Settings(port=0, data=data, create_key=CREATE_KEY, limits=limits)
    async with running(settings) as app:
        calm_collector()
        print(app.listener.port, flush=True)
        await asyncio.get_running_loop().create_future()


def run(data: Path, loop: str) -> None:
    """Serve on the named event loop, `uvloop` or `asyncio`."""
    if loop == "asyncio":
        asyncio.run(main(data))
        return
    import uvloop

    uvloop.run(main(data))


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2])
