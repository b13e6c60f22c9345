"""
Another process at the same file: run as `python -m tests.store.other_process WHAT PATH ...`.

It says a line when something has been reached, and ends when it is told to or killed.
"""

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from protocol.ids import RoomId
from server.store.base import Conflict, Unavailable
from server.store.sqlite import SqliteLog
from tests.store.story import DEADLINE_S, Story


@contextmanager
def other_process(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """That process, with pipes to and from it; killed in the end."""
    command = [sys.executable, "-m", "tests.store.other_process", *map(str, arguments)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def hold_the_lock(path: str) -> None:
    """Hold the write lock, as a backup does, until a line comes."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    print("locked", flush=True)
    sys.stdin.readline()
    connection.execute("ROLLBACK")
    connection.close()


async def append_in_turn(path: str, room: str, count: str) -> None:
    """Append *count* commits to a room, after whatever others have appended."""
    log = SqliteLog(Path(path))
    await log.open()
    print("open", flush=True)
    story = Story(room)
    while len(done := [c for c in story.commits if c.answer == b"other"]) < int(count):
        try:
            draft = story.draft(answer=b"other", commit_name=f"other {len(done)}")
            story.told(*await log.append(story.room, story.head, [draft], DEADLINE_S))
        except Conflict:
            story.told(*await log.read(RoomId(room), story.head))
    await log.close()


async def append_for_ever(path: str) -> None:
    """Append to several rooms at once and say what was acknowledged, until killed."""
    log = SqliteLog(Path(path))
    await log.open()

    async def go_on(room: str) -> None:
        story = Story(room)
        await story.begin(log)
        print(room, 1, flush=True)
        while True:
            await story.go_on(log)
            print(room, story.head, flush=True)

    await asyncio.gather(*(go_on(f"room-{number}") for number in range(5)))


def become_nobody(path: Path) -> None:
    """Give up the right to write to *path*, which its owner has, and root all the more."""
    if os.geteuid() == 0:
        # What is on the way there may be read, or nothing could be said of it at all.
        for folder in path.parents:
            if folder.is_relative_to(tempfile.gettempdir()):
                folder.chmod(0o755)
        os.setuid(65534)
    elif path.exists():
        path.chmod(0o444)
    else:
        path.parent.chmod(0o555)


async def say_why_not(path: Path) -> None:
    """Try to open the log and say what comes of it."""
    log = SqliteLog(path)
    try:
        await log.open()
    except Unavailable as error:
        print(error)
    await log.close()


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "hold":
        hold_the_lock(*rest)
    elif what == "open-as-nobody":
        # Once as ourselves, so that every module is loaded that nobody may not read.
        asyncio.run(say_why_not(Path(rest[0]).with_name("ours.db")))
        become_nobody(Path(rest[0]))
        asyncio.run(say_why_not(Path(rest[0])))
    elif what == "append":
        asyncio.run(append_in_turn(*rest))
    else:
        asyncio.run(append_for_ever(*rest))
