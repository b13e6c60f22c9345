"""
An event log in which the next append is cut into: something happens just before it, or just after.

`served` runs a whole server on it in a thread, so that blocking clients can talk to it.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from server.app import running
from server.config import Settings
from server.store.base import Commit, Draft, OutcomeUnknown
from server.store.sqlite import SqliteLog
from tests.support.kill_server import CREATE_KEY

_connections = logging.getLogger("server.gateway.connection")


class Moment(StrEnum):
    """When an append is cut into."""

    BEFORE = "before"
    AFTER = "after"


class Unknown(StrEnum):
    """What became of an append whose outcome is not known to who waits for it."""

    STORED = "stored"
    STORED_LATER = "stored later"
    NOT_STORED = "not stored"


class CuttingLog:
    """A SQLite log whose next append can be cut into, or be of an unknown outcome; each once."""

    def __init__(self, data: Path) -> None:
        self._inner = SqliteLog(data)
        self._ends: dict[Moment, Callable[[], None]] = {}
        self._unknown: Unknown | None = None
        self._late: Coroutine[Any, Any, tuple[Commit, ...]] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def cut(self, moment: Moment, end: Callable[[], None]) -> None:
        """Let *end* end a connection at that moment, and the server notice it and go on."""
        self._ends[moment] = end

    def doubt(self, outcome: Unknown) -> None:
        """Let the outcome of the next append be unknown to who waits for it."""
        self._unknown = outcome

    async def append(
        self,
        room: Any,
        expected: Any,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        """Append, with what was asked for around it."""
        commits: tuple[Commit, ...] = ()
        unknown, self._unknown = self._unknown, None
        await self._cut(Moment.BEFORE)
        append = partial(self._inner.append, room, expected, drafts, deadline_s, is_alone=is_alone)
        if unknown is Unknown.STORED_LATER:
            self._late = append()
        elif unknown is not Unknown.NOT_STORED:
            commits = await append()
        await self._cut(Moment.AFTER)
        if unknown is not None:
            raise OutcomeUnknown("it may be stored")
        return commits

    async def _cut(self, moment: Moment) -> None:
        end = self._ends.pop(moment, None)
        if end is not None:
            await until_noticed(end)

    async def find(self, room: Any, commit_id: bytes) -> Commit | None:
        """Look for a commit; what is stored later is stored when somebody has looked in vain."""
        found = await self._inner.find(room, commit_id)
        late, self._late = self._late, None
        if late is not None:
            await late
        return found


class _Noticing(logging.Handler):
    """Sets an event when a server says that it has noticed the end of a connection."""

    def __init__(self) -> None:
        super().__init__()
        self.noticed = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg == "connection closed":
            self.noticed.set()


async def until_noticed(end: Callable[[], None]) -> None:
    """Let *end* end a connection, and wait until the server in this thread has noticed."""
    handler = _Noticing()
    _connections.addHandler(handler)
    try:
        end()
        await handler.noticed.wait()
    finally:
        _connections.removeHandler(handler)


@contextlib.contextmanager
def served(log: CuttingLog, data: Path) -> Iterator[int]:
    """A server on *log* in a thread of its own, until the end of the block; its port."""
    ports: list[int] = []
    is_ready = threading.Event()
    loop = asyncio.new_event_loop()
    loop.set_debug(True)
    is_over = asyncio.Event()

    async def live() -> None:
        settings = Settings(port=0, data=data, create_key=CREATE_KEY)
        async with running(settings, events=log) as app:
            ports.append(app.listener.port)
            is_ready.set()
            await is_over.wait()

    def run() -> None:
        try:
            loop.run_until_complete(live())
        finally:
            loop.close()
            is_ready.set()

    level = _connections.level
    _connections.setLevel(logging.INFO)
    thread = threading.Thread(target=run)
    thread.start()
    try:
        is_ready.wait()
        yield ports[0]
    finally:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(is_over.set)
        thread.join()
        _connections.setLevel(level)
