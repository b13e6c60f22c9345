"""A thread that owns a connection: jobs go in, results come out, failures end in a new one."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from server.store.sqlite_connection import JobConnection
from server.store.sqlite_errors import needs_new_connection

log = logging.getLogger(__name__)
T = TypeVar("T")


class Database(Protocol):
    """What is needed of the driver's connection, which is made with `JobConnection`."""

    def executemany(self, sql: str, parameters: Iterable[Iterable[object]]) -> Awaitable[object]:
        """Have the connection's `executemany` called in its thread."""
        ...

    async def close(self) -> None:
        """Close the connection and end its thread."""
        ...


Connect = Callable[[str], Awaitable[Database]]
"""Opens the file in the mode `rw`, or `rwc` to create it, in a thread of its own."""


class Worker:
    """
    A connection in a thread of its own, opened when it is first used.

    It is opened anew after it failed, and when another file, or none, stands at its path: what is
    written to a file that was deleted would be lost without a word.
    """

    def __init__(
        self, path: Path, connect: Connect, prepare: Callable[[JobConnection], None]
    ) -> None:
        self._path = path
        self._connect = connect
        self._prepare = prepare
        self._database: Database | None = None
        self._connection: JobConnection | None = None
        self._file: tuple[int, int] | None = None
        self._opening = asyncio.Lock()
        self._in_use = threading.Lock()

    async def run(self, job: Callable[[JobConnection], T], *, here: bool = False) -> T:
        """
        Run *job* in the thread, in a single hop; or *here*, in the loop's own thread.

        Here is for what takes no longer than the hop would; it goes to the thread all the same
        while that is at work.
        """
        if self._database is not None and self._file != _identity(self._path):
            await self.close()
        database = self._database or await self.open()
        try:
            if here and self._connection is not None and self._in_use.acquire(blocking=False):
                try:
                    return job(self._connection)
                finally:
                    self._in_use.release()
            return await self._run(database, job)
        except sqlite3.Error as error:
            if needs_new_connection(error) and self._database is database:
                await self.close()
            raise

    async def _run(self, database: Database, job: Callable[[JobConnection], T]) -> T:
        results: list[T] = []

        def keep_result(connection: JobConnection) -> None:
            # Keeps the loop's thread off a connection that a cancelled caller left at work.
            with self._in_use:
                results.append(job(connection))

        await database.executemany("job", ((keep_result,),))
        return results[0]

    async def close(self) -> None:
        """Let go of connection and thread."""
        database, self._database = self._database, None
        self._connection = None
        if database is not None:
            await _close(database)

    async def open(self, *, create: bool = False) -> Database:
        """Open the file if that is not done; only with *create* one that does not exist."""
        async with self._opening:
            if self._database is None:
                database = await self._connect("rwc" if create else "rw")
                try:
                    await self._run(database, self._set_up)
                except BaseException:
                    await _close(database)
                    raise
                self._file = _identity(self._path)
                self._database = database
            return self._database

    def _set_up(self, connection: JobConnection) -> None:
        self._prepare(connection)
        self._connection = connection


async def _close(database: Database) -> None:
    try:
        await database.close()
    except sqlite3.Error as error:
        log.warning("a connection of the log did not close well", extra={"error": str(error)})


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file stands at *path*."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
