"""A log in a SQLite file that is only looked at: nothing is created, migrated or written."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from server.store.base import Unavailable
from server.store.sqlite import SqliteLog
from server.store.sqlite_connection import JobConnection
from server.store.sqlite_errors import why_not_opened
from server.store.sqlite_schema import check_readable

T = TypeVar("T")


class SqliteReader(SqliteLog):
    """
    Reads what a `SqliteLog` wrote, also beside one, and from a place that cannot be written to.

    Appends, checkpoints and deletions raise `Unavailable`.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._is_open = False

    async def open(self) -> None:
        """
        Look whether the file is a log that this server can read.

        Raises:
            Unavailable: It is not, or cannot be opened; says why.
        """
        self._readers.open()
        self._is_open = True
        try:
            await self._readers.run(lambda connection: check_readable(connection, self._path))
        except Unavailable as error:
            await self.close()
            cause = error.__cause__
            if isinstance(cause, sqlite3.Error):
                why = why_not_opened(self._path, cause)
                raise Unavailable(f"cannot open the log at {self._path}: {why}") from cause
            raise

    async def close(self) -> None:
        """Let go of the file."""
        if self._is_open:
            self._is_open = False
            await self._readers.close()

    def _uri(self, mode: str) -> str:
        del mode
        uri = super()._uri("ro")
        has_companion = self._path.with_name(self._path.name + "-wal").exists()
        if has_companion or os.access(self._path.parent, os.W_OK):
            return uri
        # Where no companion can be made there is no writer either: nothing changes meanwhile.
        return f"{uri}&immutable=1"

    async def _read(self, job: Callable[[JobConnection], T]) -> T:
        if not self._is_open:
            raise Unavailable("the log is closed")
        return await self._readers.run(job)

    def _cannot_write(self) -> Unavailable:
        return Unavailable("this log was opened to be read")
