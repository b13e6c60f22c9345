"""The connections of the SQLite log that read: several, so that a long answer delays nobody."""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import TypeVar

from server.store.sqlite_connection import JobConnection
from server.store.sqlite_errors import unavailable
from server.store.sqlite_worker import Worker

T = TypeVar("T")

READERS = 4


class Readers:
    """Workers that wait for something to read; the one that was used last is used first."""

    def __init__(self, make: Callable[[], Worker]) -> None:
        self._make = make
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()

    def open(self) -> None:
        """Be ready; a connection is opened when it is first needed."""
        self._free = asyncio.LifoQueue()
        for _ in range(READERS):
            self._free.put_nowait(self._make())

    async def close(self) -> None:
        """Let go of all, each when it has done what it does."""
        for _ in range(READERS):
            await (await self._free.get()).close()

    async def run(self, job: Callable[[JobConnection], T]) -> T:
        """
        Run *job* on a free connection, waiting for one if need be.

        Raises:
            Unavailable: The file cannot be read.
        """
        worker = await self._free.get()
        try:
            return await worker.run(job)
        except sqlite3.Error as error:
            raise unavailable(error) from error
        finally:
            # A cancelled reader leaves its job behind: the next job waits for it in the thread.
            self._free.put_nowait(worker)
