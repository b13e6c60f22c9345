"""
A whole server in a process of its own, for tests that kill it.

It prints `port N` once it is ready, and lives until it is killed or its standard input ends.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from server.app import running
from server.config import LimitSettings, Settings
from server.dice import SystemChance
from server.live.ports import Chance
from tests.support.scripted_chance import ScriptedChance

LIMITS = replace(LimitSettings(), queries_per_s=10_000.0, queries_burst=10_000)
"""Tests ask for every viewer's snapshot after every step, which is faster than people do."""


async def serve(data: Path, create_key: str, chance: Chance) -> None:
    """Serve on a free port until standard input ends."""
    settings = Settings(port=0, data=data, create_key=create_key, limits=LIMITS)
    async with running(settings, chance=chance) as app:
        print(f"port {app.listener.port}", flush=True)
        await asyncio.to_thread(sys.stdin.read)


def main(arguments: Sequence[str]) -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the SQLite file")
    parser.add_argument("--create-key", required=True)
    parser.add_argument("--script", type=Path, help="JSON: faces by commit id in hexadecimal")
    parser.add_argument("--drawn", type=Path, help="where to note how many faces were drawn")
    given = parser.parse_args(arguments)
    chance: Chance = SystemChance()
    if given.script is not None:
        chance = ScriptedChance(json.loads(given.script.read_text()), given.drawn)
    asyncio.run(serve(given.data, given.create_key, chance))
