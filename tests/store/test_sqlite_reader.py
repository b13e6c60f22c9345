"""A log that is only looked at: beside its writer, from a read-only place, and never changed."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from protocol.ids import Seq
from server.store.base import Unavailable
from server.store.sqlite import SqliteLog
from server.store.sqlite_reader import SqliteReader
from tests.store.story import DEADLINE_S, begun


async def test_it_reads_beside_the_writer(sqlite_log: SqliteLog, path: Path) -> None:
    """What is stored meanwhile is seen too."""
    story = await begun(sqlite_log, more=2)
    reader = SqliteReader(path)
    await reader.open()
    assert await reader.read(story.room, Seq(0)) == story.commits
    await story.go_on(sqlite_log)
    assert await reader.read(story.room, Seq(0)) == story.commits
    assert [info.room for info in await reader.rooms()] == [story.room]
    await reader.close()
    with pytest.raises(Unavailable, match="closed"):
        await reader.head(story.room)


async def test_it_changes_nothing(path: Path) -> None:
    """No write is taken, and the file is byte for byte what it was."""
    log = SqliteLog(path)
    await log.open()
    story = await begun(log, more=2)
    await log.close()
    before = _bytes(path)
    reader = SqliteReader(path)
    await reader.open()
    for writing in (
        reader.append(story.room, story.head, [story.draft()], DEADLINE_S),
        reader.append(story.room, story.head, [story.draft()], DEADLINE_S, is_alone=True),
        reader.delete_room(story.room),
        reader.delete_checkpoints(story.room),
        reader.health(),
    ):
        with pytest.raises(Unavailable, match="opened to be read"):
            await writing
    await reader.close()
    assert _bytes(path) == before


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


async def test_it_reads_where_nobody_can_write(path: Path) -> None:
    """A copy on a medium without a place for companions."""
    log = SqliteLog(path)
    await log.open()
    story = await begun(log, more=2)
    await log.close()
    assert [each.name for each in _folder(path)] == [path.name]
    path.parent.chmod(0o500)
    try:
        reader = SqliteReader(path)
        await reader.open()
        assert await reader.read(story.room, Seq(0)) == story.commits
        await reader.close()
        assert [each.name for each in _folder(path)] == [path.name] or os.geteuid() == 0
    finally:
        path.parent.chmod(0o700)


def _folder(path: Path) -> list[Path]:
    return list(path.parent.iterdir())


async def test_nothing_is_created_or_migrated(path: Path) -> None:
    """What is not there stays so; an older file waits for its server, and says so."""
    reader = SqliteReader(path)
    with pytest.raises(Unavailable, match="does not exist"):
        await reader.open()
    assert _folder(path) == []
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE theirs (a)")
    with pytest.raises(Unavailable, match="is no log of this server"):
        await SqliteReader(path).open()
    path = path.with_name("older.db")
    with closing(sqlite3.connect(path)) as older:
        older.execute("PRAGMA application_id = 1131377765")
        older.execute("CREATE TABLE rooms (a)")
    with pytest.raises(Unavailable, match="`coterie serve` brings it to"):
        await SqliteReader(path).open()
