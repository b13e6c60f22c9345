"""Verification of a file that somebody wrote to behind the server's back."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from protocol.ids import RoomId
from server.replay.verify import Report, verify_commits
from server.replay.verify_log import verify_log
from server.store.base import RoomGone
from server.store.memory import MemoryLog
from server.store.sqlite import SqliteLog
from tests.replay.evening import evening, store
from tests.support.rooms import ROOM

Tamper = Callable[..., None]


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A file with the evening in it, closed."""
    file = tmp_path / "evening.sqlite3"
    log = SqliteLog(file, durability="crash")
    await log.open()
    await store(evening().drafts, log)
    await log.close()
    return file


@pytest.fixture
async def tamper(path: Path) -> AsyncIterator[Tamper]:
    """Writes to the file with plain SQL."""

    def run(sql: str, *values: int | str) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            assert connection.execute(sql, values).rowcount > 0, "the tampering met nothing"

    return run


async def verified(path: Path, room: RoomId = ROOM) -> Report:
    log = SqliteLog(path)
    await log.open()
    try:
        return await verify_log(log, room)
    finally:
        await log.close()


async def test_an_untouched_file_is_whole(path: Path) -> None:
    """What the store kept is what the commits say, in its index too."""
    report = await verified(path)
    assert report == verify_commits(ROOM, evening().commits)
    assert report.findings == ()


async def test_a_memory_log_is_whole() -> None:
    """Verification needs nothing of a certain store."""
    log = MemoryLog()
    await log.open()
    await store(evening().drafts, log)
    assert (await verify_log(log, ROOM)).findings == ()


async def test_a_room_that_is_not_there_is_no_finding(path: Path) -> None:
    """Whoever asks for an unknown room is told so."""
    with pytest.raises(RoomGone):
        await verified(path, RoomId("nowhere"))


REWORD = (
    "UPDATE commits SET events = CAST(replace(CAST(events AS TEXT), ?, ?) AS BLOB)"
    " WHERE seq = (SELECT min(seq) FROM commits WHERE instr(CAST(events AS TEXT), ?))"
)


async def test_a_changed_face_is_found_by_chain_and_rules(path: Path, tamper: Tamper) -> None:
    """A die that was turned over does not fit the hash, and not the receipt either."""
    was, now = '"face":4,"adds":0', '"face":6,"adds":0'
    tamper(REWORD, was, now, was)
    found = [f.what for f in (await verified(path)).findings]
    assert "The contents of this commit do not fit its hash." in found
    assert any(what.startswith("The roll's successes is recorded as") for what in found)


async def test_a_changed_byte_of_a_body_is_found(path: Path, tamper: Tamper) -> None:
    """One letter of a name is enough."""
    tamper(REWORD, "Brutus", "Brutas", "Brutus")
    assert any("do not fit its hash" in f.what for f in (await verified(path)).findings)


@pytest.mark.parametrize("seq", [1, 2, 30, 60])
async def test_a_removed_commit_is_found(path: Path, tamper: Tamper, seq: int) -> None:
    """A row that is gone leaves a hole, named where the log goes on."""
    tamper("DELETE FROM commits WHERE seq = ?", seq)
    findings = (await verified(path)).findings
    assert any(f.seq == seq + 1 and "missing" in f.what for f in findings)


async def test_swapped_commits_are_found(path: Path, tamper: Tamper) -> None:
    """Two rows that changed places are both noticed."""
    tamper("UPDATE commits SET seq = -40 WHERE seq = 40")
    tamper("UPDATE commits SET seq = 40 WHERE seq = 41")
    tamper("UPDATE commits SET seq = 41 WHERE seq = -40")
    found = (await verified(path)).findings
    assert {40, 41} <= {f.seq for f in found}


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE commits SET storytellers_accumulator = zeroblob(32) WHERE seq = 33",
        "UPDATE commits SET storytellers_rank = storytellers_rank + 1 WHERE seq = 33",
        "UPDATE commits SET everyone_accumulator = zeroblob(32)"
        " WHERE seq = (SELECT min(seq) FROM commits WHERE seq > 5 AND adds_to_everyone)",
        "UPDATE commits SET everyone_rank = 1"
        " WHERE seq = (SELECT min(seq) FROM commits WHERE seq > 5 AND NOT adds_to_everyone)",
        "UPDATE commits SET adds_to_everyone = 0"
        " WHERE seq = (SELECT min(seq) FROM commits WHERE seq > 5 AND adds_to_everyone)",
        "UPDATE commits SET member_lines = NULL WHERE member_lines IS NOT NULL",
        "UPDATE lines SET accumulator = zeroblob(32) WHERE rank = 2",
        "UPDATE lines SET rank = rank + 1 WHERE line LIKE 'member:%'",
        "DELETE FROM lines WHERE line = 'everyone' AND seq > 1",
        "DELETE FROM lines WHERE line LIKE 'member:%' AND rank = 1",
        "DELETE FROM lines WHERE line LIKE 'roll:%'",
    ],
)
async def test_a_changed_head_or_index_of_a_line_is_found(
    path: Path, tamper: Tamper, sql: str
) -> None:
    """Where lines stand, and where their commits are found, follows from the events."""
    tamper(sql)
    assert (await verified(path)).findings


@pytest.mark.parametrize(
    ("sql", "seq"),
    [
        ("UPDATE commits SET events = x'ff00' WHERE seq = 33", 33),
        ("UPDATE commits SET hash = x'00' WHERE seq = 1", 1),
        ("UPDATE commits SET digest = 'text' WHERE seq = 84", 84),
    ],
)
async def test_a_commit_that_cannot_be_read_is_named_and_passed_over(
    path: Path, tamper: Tamper, sql: str, seq: int
) -> None:
    """What lies beyond a damaged record is still verified."""
    tamper(sql)
    report = await verified(path)
    assert any(f.seq == seq and "cannot be read" in f.what for f in report.findings)
    assert report.commits == len(evening().commits) - 1
