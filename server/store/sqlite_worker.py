"""A thread that owns a connection: jobs go in, results come out, failures end in a new one."""

import asyncio
import logging
import os
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


class NotHere(Exception):
    """The connection is at work in its thread, or has to be opened first."""


class Worker:
    """
    A connection in a thread of its own, opened when it is first used.

    It is opened anew after it failed, and when another file, or none, stands at its path: what is
    written to a file that was deleted would be lost without a word.
    """

    def __init__(
        self, path: Path, connect: Connect, prepare: Callable[[JobConnection], None]
    ) -> None:
        self._path = str(path)
        self._connect = connect
        self._prepare = prepare
        self._database: Database | None = None
        self._connection: JobConnection | None = None
        self._file: tuple[int, int] | None = None
        self._is_doubted = False
        self._opening = asyncio.Lock()
        self._in_use = threading.Lock()

    async def run(self, job: Callable[[JobConnection], T]) -> T:
        """Run *job* in the thread, in a single hop."""
        if self._database is not None and not self._is_sound():
            await self.close()
        database = self._database or await self.open()
        try:
            return await self._run(database, job)
        except sqlite3.Error as error:
            if needs_new_connection(error) and self._database is database:
                await self.close()
            raise

    def run_here(self, job: Callable[[JobConnection], T]) -> T:
        """
        Run *job* in the caller's thread: for what takes no longer than the hop would.

        Raises:
            NotHere: It has to be asked for by `run`.
        """
        connection = self._connection
        if connection is None or not self._is_sound() or not self._in_use.acquire(blocking=False):
            raise NotHere
        try:
            return job(connection)
        except sqlite3.Error as error:
            self._is_doubted = needs_new_connection(error)
            raise
        finally:
            self._in_use.release()

    def _is_sound(self) -> bool:
        """Whether the connection is to be trusted, and the file at its path still its own."""
        return not self._is_doubted and self._file == _identity(self._path)

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
        self._is_doubted = False
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


def _identity(path: str) -> tuple[int, int] | None:
    """Which file stands at *path*."""
    try:
        status = os.stat(path)  # noqa: PTH116 - half the time of `Path.stat`, at every transaction
    except OSError:
        return None
    return status.st_dev, status.st_ino
