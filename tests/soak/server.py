"""A server that says what it holds: a line of figures for each line that it is sent."""

import asyncio
import gc
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from server import dice
from server.app import calm_collector, running
from server.config import LimitSettings, Settings
from server.dice import BookKeeper, RoomKeeper
from server.gateway.connection import Connection
from server.live.runner import Runner

CREATE_KEY = "soaked"
LIMITS = replace(
    LimitSettings(),
    max_rooms=10_000_000,
    max_connections_per_address=5_000,
    queries_per_s=1_000,
    queries_burst=10_000,
    hello_timeout_s=3,
    heartbeat_interval_s=1,
    close_timeout_s=0.5,
    idle_room_s=1,
)
"""What clients leave behind is let go of after seconds, so that a soak can see it happen."""

dice.DEAD_AFTER_MS = 1_000
"""So are the keys of dice, which otherwise outlive the last player by half an hour."""

COUNTED = (Runner, Connection, RoomKeeper)


def figures() -> dict[str, int]:
    """What this process holds now: tasks, open files, memory, and how many of some objects."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    resident_kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    kinds = Counter(type(each) for each in gc.get_objects())
    return {
        "tasks": len(asyncio.all_tasks()),
        "files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": len(list(Path("/proc/self/task").iterdir())),
        "resident_kib": int(resident_kib),
        "blocks": sys.getallocatedblocks(),
        **{kind.__name__.lower(): kinds[kind] for kind in COUNTED},
    }


async def serve(data: Path) -> None:
    """Serve on a free port until standard input ends."""
    settings = Settings(port=0, data=data, create_key=CREATE_KEY, limits=LIMITS)
    async with running(settings, keeper=BookKeeper()) as app:
        calm_collector()
        print(app.listener.port, flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(figures()), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
