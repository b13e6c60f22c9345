"""
Processes that are there to be killed at the file of a log: forked, so that a round costs little.

Each says on its output what it has reached, and goes on until it is killed or done.
"""

import asyncio
import itertools
from pathlib import Path

from server.cli import main as coterie
from server.store import sqlite, sqlite_schema
from server.store.base import Checkpoint
from server.store.sqlite import SqliteLog
from server.store.sqlite_connection import JobConnection
from tests.store.story import Story

NEXT_SCHEMA = (
    "ALTER TABLE commits ADD COLUMN weight INTEGER",
    "UPDATE commits SET weight = length(events) + length(answer)",
    "CREATE INDEX commits_by_weight ON commits (room_no, weight)",
    "CREATE TABLE weights (id INTEGER PRIMARY KEY, weight INTEGER NOT NULL)",
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
    " INSERT INTO weights SELECT i, i * i FROM n",
)
"""A migration that a later version might bring: it takes a while, and writes to every record."""


def checkpoint_for_ever(arguments: list[str]) -> None:
    """Append to rooms of this *round*, with a checkpoint of either kind after every few."""
    path, round_name = arguments
    sqlite.PAGES_PER_CHECKPOINT = 8
    copy_pages = sqlite.checkpoint_wal

    def say_and_copy(connection: JobConnection) -> None:
        print("checkpoint", flush=True)
        copy_pages(connection)

    sqlite.checkpoint_wal = say_and_copy  # type: ignore[assignment]
    asyncio.run(_append_for_ever(Path(path), round_name))


async def _append_for_ever(path: Path, round_name: str) -> None:
    log = SqliteLog(path)
    await log.open()

    async def go_on(room: str) -> None:
        story = Story(room)
        await story.begin(log)
        for number in itertools.count(1):
            await story.go_on(log)
            print("stored", room, story.head, flush=True)
            if number % 5 == 0:
                state = f"{room} {story.head}".encode() * 500
                await log.save_checkpoint(story.room, Checkpoint(story.head, "f", state))
                print("kept", room, story.head, flush=True)

    await asyncio.gather(*(go_on(f"{round_name}-{number}") for number in range(3)))


def command(arguments: list[str]) -> int:
    """Carry out a command of `coterie`."""
    print("begins", flush=True)
    return coterie(arguments)


def migrate(arguments: list[str]) -> None:
    """Open a log in a version that has one more migration."""
    with_next_schema()
    print("begins", flush=True)
    asyncio.run(_open(Path(arguments[0])))
    print("open", flush=True)


async def _open(path: Path) -> None:
    log = SqliteLog(path)
    await log.open()
    await log.close()


def with_next_schema() -> None:
    """Be, in this process, the version that has one more migration."""
    sqlite_schema.MIGRATIONS = (*sqlite_schema.MIGRATIONS, NEXT_SCHEMA)
    sqlite_schema.SCHEMA_VERSION = len(sqlite_schema.MIGRATIONS)
