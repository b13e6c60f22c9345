"""A server that says what it holds: a line of figures for each line that it is sent."""

import asyncio
import gc
import json
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from server import dice
from server.app import calm_collector, open_log, running
from server.config import LimitSettings, Settings
from server.dice import BookKeeper, RoomKeeper
from server.gateway.connection import Connection
from server.live.runner import Runner
from server.store import sqlite

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

COUNTED = (Runner, Connection, RoomKeeper)

AT_ONCE = 40
"""More than the log has readers, and the event loop threads to lend."""


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


def hurry() -> None:
    """Let what takes half an hour or many pages come soon, in this process alone."""
    # The keys of dice outlive the last player by this.
    dice.DEAD_AFTER_MS = 1_000
    # The connection that checkpoints is open before anything is compared.
    sqlite.PAGES_PER_CHECKPOINT = 50


async def serve(data: Path) -> None:
    """Serve on a free port until standard input ends."""
    settings = Settings(port=0, data=data, create_key=CREATE_KEY, limits=LIMITS)
    events = open_log(settings)
    async with running(settings, events=events, keeper=BookKeeper()) as app:
        calm_collector()
        # Threads and files that are opened when they are first needed, and bounded, come first.
        await asyncio.gather(*(events.rooms() for _ in range(AT_ONCE)))
        await asyncio.gather(*(asyncio.to_thread(time.sleep, 0.05) for _ in range(AT_ONCE)))
        print(app.listener.port, flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(figures()), flush=True)


if __name__ == "__main__":
    hurry()
    asyncio.run(serve(Path(sys.argv[1])))
