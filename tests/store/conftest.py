"""The stores under test: what the contract says is asked of every one of them."""

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from protocol.ids import RoomId, Seq
from server.store.base import Commit, Draft, EventLog
from server.store.memory import MemoryLog
from server.store.sqlite import SqliteLog

MakeLog = Callable[..., EventLog]


class LoneLog(SqliteLog):
    """A log in a SQLite file to which everybody says that nobody else is about to append."""

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = True,
    ) -> tuple[Commit, ...]:
        return await super().append(room, expected, drafts, deadline_s, is_alone=is_alone)


@pytest.fixture(params=["memory", "sqlite", "sqlite, alone"])
def make_log(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MakeLog:
    """Makes logs of one kind, not yet open; those of SQLite share one file."""
    if request.param == "memory":
        return MemoryLog
    if request.param == "sqlite":
        return lambda **options: SqliteLog(tmp_path / "log.db", **options)
    monkeypatch.setattr("server.store.sqlite_pace.QUICK_S", 60.0)
    return lambda **options: LoneLog(tmp_path / "log.db", **options)


@pytest.fixture
async def log(make_log: MakeLog) -> AsyncIterator[EventLog]:
    """An open, empty log of each kind."""
    made = make_log()
    await made.open()
    yield made
    await made.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file of a SQLite log may be."""
    return tmp_path / "log.db"


@pytest.fixture
async def sqlite_log(path: Path) -> AsyncIterator[SqliteLog]:
    """An open, empty log in a SQLite file, whose writer's thread may be held up by tests."""
    made = SqliteLog(path, poll_s=0.01, may_hold_loop=False)
    await made.open()
    yield made
    await made.close()


@pytest.fixture(params=["in its thread", "in the loop's", "at once"])
async def either_log(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[SqliteLog]:
    """An open, empty log in a SQLite file, that writes in the one thread or the other."""
    kind = LoneLog if request.param == "at once" else SqliteLog
    made = kind(path, poll_s=0.01, may_hold_loop=request.param != "in its thread")
    await made.open()
    yield made
    await made.close()
