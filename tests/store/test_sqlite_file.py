"""What the SQLite log does with files that it may not, cannot or must not open, and with damage."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from protocol.ids import Seq
from server.store.base import Unavailable, Unreadable
from server.store.sqlite import SqliteLog
from server.store.sqlite_schema import APPLICATION_ID, SCHEMA_VERSION, pragma
from tests.store.other_process import other_process
from tests.store.story import EPOCH, PUBLIC, WHISPER, Story, begun


@contextmanager
def by_hand(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as somebody opens it who knows no better."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


async def refused(path: Path, *, create: bool = True) -> str:
    """Why the file cannot be opened; it can be tried again, and is left as it is."""
    log = SqliteLog(path, create=create)
    says = ""
    for _ in range(2):
        with pytest.raises(Unavailable) as error:
            await log.open()
        says = str(error.value)
        assert str(path) in says
    await log.close()
    return says


# --- opening -------------------------------------------------------------------------------------


async def test_a_new_file_gets_the_newest_schema(sqlite_log: SqliteLog, path: Path) -> None:
    """Version 0, a file that is not there or empty, is migrated to the newest."""
    with by_hand(path) as connection:
        assert pragma(connection, "user_version") == SCHEMA_VERSION
        assert pragma(connection, "application_id") == APPLICATION_ID
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_an_empty_file_is_a_new_log(path: Path) -> None:
    """What `touch` or a volume's set-up left behind is taken."""
    path.touch()  # noqa: ASYNC240 - nothing else runs here
    log = SqliteLog(path, create=False)
    await log.open()
    story = await begun(log)
    assert await log.read(story.room, Seq(0)) == story.commits
    await log.close()


async def test_a_file_of_a_newer_server_is_refused(path: Path) -> None:
    """The message says both versions and what to do; nothing is touched."""
    log = SqliteLog(path)
    await log.open()
    story = await begun(log)
    await log.close()
    with by_hand(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    says = await refused(path)
    assert f"version {SCHEMA_VERSION + 1}" in says
    assert f"up to {SCHEMA_VERSION}" in says
    assert "newer server" in says
    with by_hand(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    await log.open()
    assert await log.read(story.room, Seq(0)) == story.commits
    await log.close()


async def test_another_programs_database_is_refused(path: Path) -> None:
    """A database that is none of ours gets none of our tables."""
    with by_hand(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "not a log of this server" in await refused(path)
    with by_hand(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("recipes",)]


async def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    """A text is not written over."""
    diary = "Dear diary, " * 100
    path.write_text(diary)  # noqa: ASYNC240 - nothing else runs here
    assert "not a database" in await refused(path)
    assert path.read_text() == diary  # noqa: ASYNC240 - nothing else runs here


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """A volume that is not there must not become a folder in the container."""
    folder = tmp_path / "volume"
    assert f"the folder {folder} does not exist" in await refused(folder / "log.db")
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240 - nothing else runs here


async def test_a_folder_is_no_log(tmp_path: Path) -> None:
    """The path of a folder is refused as such."""
    assert "it is a folder" in await refused(tmp_path)


async def test_a_missing_file_is_only_created_if_it_may_be(path: Path) -> None:
    """Where a log is expected none is begun in its place."""
    assert "does not exist" in await refused(path, create=False)
    assert list(path.parent.iterdir()) == []


async def test_a_path_that_may_not_be_written_to_is_refused(path: Path) -> None:
    """Who may not write, to the folder or the file, is told at once and not at the first roll."""
    log = SqliteLog(path)
    await log.open()
    await log.close()
    for forbidden, says in ((path, "readonly"), (path.parent / "new.db", "may not be written to")):
        with other_process("open-as-nobody", forbidden) as process:
            assert process.stdout is not None
            assert says in process.stdout.read()


# --- damage --------------------------------------------------------------------------------------

DAMAGE = {
    "events that are no JSON": "events = X'5B7B'",
    "events that are no events": "events = CAST('[[1]]' AS BLOB)",
    "events as text": "events = '[]'",
    "a hash that is too short": "hash = X'00'",
    "a hash before that is none": "previous = 7",
    "a time that is none": "at_ms = 'noon'",
    "a member that is no text": "member = X'FF'",
    "text that is no UTF-8": "member = CAST(X'FF' AS TEXT)",
    "lines that are none": "member_lines = X'5B'",
    "a rank below zero": "storytellers_rank = -1",
    "an accumulator that is none": "everyone_accumulator = ''",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
async def test_a_damaged_record_is_named(sqlite_log: SqliteLog, path: Path, damage: str) -> None:
    """Reading says which room and sequence cannot be read; all others still can."""
    story = await begun(sqlite_log, more=4)
    await story.go_on(sqlite_log, WHISPER)
    with by_hand(path) as connection:
        connection.execute(f"UPDATE commits SET {damage} WHERE seq = 3")  # noqa: S608
    third = story.commits[2]
    for read in (
        sqlite_log.read(story.room, Seq(0)),
        sqlite_log.read_lines(story.room, ["everyone"], Seq(0), Seq(6), 10),
        anext(aiter(sqlite_log.subscribe(story.room, Seq(2)))),
    ):
        with pytest.raises(Unreadable, match=f"room {story.room} seq 3"):
            await read
    with pytest.raises(Unreadable, match=f"room {story.room}"):
        await sqlite_log.find(story.room, third.commit_id)
    assert await sqlite_log.read(story.room, Seq(3)) == story.commits[3:]
    await story.go_on(sqlite_log)


async def test_a_damaged_head_is_not_built_on(sqlite_log: SqliteLog, path: Path) -> None:
    """Where the newest hash cannot be read nothing is appended: the chain would break for good."""
    story = await begun(sqlite_log, more=1)
    with by_hand(path) as connection:
        connection.execute("UPDATE commits SET hash = X'00' WHERE seq = 2")
    with pytest.raises(Unreadable, match=f"room {story.room} seq 2"):
        await story.go_on(sqlite_log)


async def test_a_damaged_line_is_named(sqlite_log: SqliteLog, path: Path) -> None:
    """A head that is none is not taken for one."""
    story = await begun(sqlite_log)
    await story.go_on(sqlite_log, WHISPER)
    with by_hand(path) as connection:
        connection.execute("UPDATE lines SET accumulator = 'x' WHERE line = 'member:anna'")
    with pytest.raises(Unreadable, match=f"room {story.room} seq 2"):
        await sqlite_log.line_heads(story.room, ["member:anna"], Seq(2))


async def test_a_torn_page_is_named(path: Path) -> None:
    """Damage below the records is told as damage, and the server lives on."""
    log = SqliteLog(path)
    await log.open()
    story = await begun(log)
    await story.tell_many(log, (200, PUBLIC))
    await log.close()
    with by_hand(path) as connection:
        page_bytes = pragma(connection, "page_size")
        pages = pragma(connection, "page_count")
    # The commits are most of the file: what lies in its middle is some of them.
    with path.open("r+b") as file:
        file.seek(pages // 2 * page_bytes)
        file.write(os.urandom(page_bytes * 4))
    await log.open()
    with pytest.raises(Unreadable, match=f"room {story.room} seq"):
        await log.read(story.room, Seq(0))
    other = Story("other")
    await log.create_room(other.room, EPOCH, other.draft())
    await log.close()
