"""
Logs in trouble: what a disk, another process or a fault of the log's own can do to any of them.

A third store joins the suites over these with a `Troubled` of its own: how the same troubles are
made for it.
"""

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

import pytest

from protocol.ids import RoomId, Seq
from server.store.base import Checkpoint, Commit, Draft, EventLog, OutcomeUnknown, Unavailable
from server.store.memory import MemoryLog
from server.store.sqlite import SqliteLog
from server.store.sqlite_connection import JobConnection

SLOW_SYNC_S = 0.5


class Trouble(StrEnum):
    """What may happen to a log while it is written to."""

    FULL = "the disk is full"
    FAILING = "storing fails, and may have been done"
    SLOW = "the disk takes half a second"
    LOCKED = "another process holds the lock"
    WRITER_DIES = "the writer dies"


class Troubled(Protocol):
    """A log, and how to bring it into trouble and out of it again."""

    log: EventLog

    async def begin(self, trouble: Trouble) -> None:
        """Let the trouble begin."""
        ...

    async def heal(self) -> None:
        """Let everything succeed from now on."""
        ...


# --- in memory ------------------------------------------------------------------------------------


class TroubledMemoryLog(MemoryLog):
    """A log in memory that does what one on a disk in trouble does."""

    def __init__(self) -> None:
        super().__init__()
        self.trouble: Trouble | None = None
        self.healed = asyncio.Event()
        self._failures = 0

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        """Store, or not, as the trouble has it."""
        del is_alone
        if self.trouble is Trouble.LOCKED:
            try:
                await asyncio.wait_for(self.healed.wait(), deadline_s)
            except TimeoutError:
                raise Unavailable("another process has locked the log") from None
        await self._suffer()
        is_uncertain = self.trouble in (Trouble.FAILING, Trouble.WRITER_DIES)
        self._failures += is_uncertain
        if is_uncertain and self._failures % 2:
            raise OutcomeUnknown("it failed, and was not done")
        commits = await super().append(room, expected, drafts, deadline_s)
        if is_uncertain:
            raise OutcomeUnknown("it failed, and was done")
        return commits

    async def save_checkpoint(self, room: RoomId, checkpoint: Checkpoint) -> None:
        """Keep it, unless there is no room."""
        await self._suffer()
        await super().save_checkpoint(room, checkpoint)

    async def _suffer(self) -> None:
        if self.trouble is Trouble.FULL:
            raise Unavailable("the disk is full")
        await asyncio.sleep(SLOW_SYNC_S if self.trouble is Trouble.SLOW else 0)


class TroubledMemory:
    """Troubles of a log in memory."""

    def __init__(self) -> None:
        self.log = TroubledMemoryLog()

    async def begin(self, trouble: Trouble) -> None:
        """Let the trouble begin."""
        self.log.trouble = trouble
        self.log.healed.clear()

    async def heal(self) -> None:
        """End it."""
        self.log.trouble = None
        self.log.healed.set()


# --- in a SQLite file -----------------------------------------------------------------------------


class TroubledSqlite:
    """Troubles of a log in a SQLite file: its statements fail or wait as SQLite's do."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch, *, in_loop: bool) -> None:
        self.log = SqliteLog(path, poll_s=0.01, lock_wait_s=30, may_hold_loop=in_loop)
        self._path = path
        self._trouble: Trouble | None = None
        self._failures = 0
        self._guard = threading.Lock()
        self._other: sqlite3.Connection | None = None

        def execute(connection: JobConnection, sql: str, *rest: Any) -> sqlite3.Cursor:
            def carry_out() -> sqlite3.Cursor:
                return sqlite3.Connection.execute(connection, sql, *rest)

            return self._execute(sql, carry_out)

        monkeypatch.setattr(JobConnection, "execute", execute)

    async def begin(self, trouble: Trouble) -> None:
        """Let the trouble begin."""
        self._trouble = trouble
        if trouble is Trouble.LOCKED:
            self._other = sqlite3.connect(self._path, isolation_level=None)
            self._other.execute("BEGIN IMMEDIATE")
        if trouble is Trouble.WRITER_DIES:
            (writer,) = (t for t in asyncio.all_tasks() if t.get_name() == "log writer")
            asyncio.get_running_loop().call_soon(writer.cancel)

    async def heal(self) -> None:
        """End it."""
        self._trouble = None
        if self._other is not None:
            self._other.rollback()
            self._other.close()
            self._other = None

    def _execute(self, sql: str, carry_out: Any) -> sqlite3.Cursor:
        is_write = sql.startswith(("INSERT", "UPDATE", "DELETE"))
        if self._trouble is Trouble.FULL and is_write:
            raise _error(sqlite3.SQLITE_FULL, "database or disk is full")
        if self._trouble is Trouble.SLOW and sql == "COMMIT":
            time.sleep(SLOW_SYNC_S)
        if self._trouble is Trouble.FAILING and sql == "COMMIT":
            with self._guard:
                self._failures += 1
                is_done = self._failures % 2 == 0
            if is_done:
                carry_out()
            raise _error(sqlite3.SQLITE_IOERR_FSYNC, "disk I/O error")
        return carry_out()


def _error(code: int, says: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(says)
    error.sqlite_errorcode = code
    return error


@contextlib.asynccontextmanager
async def troubled_log(
    kind: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Troubled]:
    """An open log of that kind; out of trouble again before it is closed."""
    made: Troubled = TroubledMemory()
    if kind != "memory":
        made = TroubledSqlite(path, monkeypatch, in_loop=kind == "sqlite")
    await made.log.open()
    try:
        yield made
    finally:
        await made.heal()
        await made.log.close()


KINDS = ("memory", "sqlite", "sqlite, in its thread")
