"""The stores under test: what the contract says is asked of every one of them."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from server.store.base import EventLog
from server.store.memory import MemoryLog
from server.store.sqlite import SqliteLog

MakeLog = Callable[..., EventLog]


@pytest.fixture(params=["memory", "sqlite"])
def make_log(request: pytest.FixtureRequest, tmp_path: Path) -> MakeLog:
    """Makes logs of one kind, not yet open; those of SQLite share one file."""
    if request.param == "memory":
        return MemoryLog
    return lambda **options: SqliteLog(tmp_path / "log.db", **options)


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


@pytest.fixture(params=[False, True], ids=["in its thread", "in the loop's"])
async def either_log(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[SqliteLog]:
    """An open, empty log in a SQLite file, that writes in the one thread or the other."""
    made = SqliteLog(path, poll_s=0.01, may_hold_loop=request.param)
    await made.open()
    yield made
    await made.close()
