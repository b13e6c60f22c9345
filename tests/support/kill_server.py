"""
A whole server in a process of its own that is there to be killed: `KillServer` starts and kills it.

It can be told to halt at one exact moment in the life of an intent, and then does nothing more
until it is killed. Servers are forked from a process that has imported everything, since a test
starts dozens of them; none inherits anything else.
"""

import asyncio
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from server.app import running
from server.config import LimitSettings, Settings
from server.gateway.wire import Wire
from server.live import runner
from server.store import sqlite
from server.store.base import Commit, Draft, EventLog
from tests.support.dockerfile import REPOSITORY

CREATE_KEY = "to be killed"
HALT_HERE = "halt here"
"""Whoever writes this into an intent's label lets the server halt at the moment it was told."""

PAGES_PER_CHECKPOINT = 20
COMMITS_PER_CHECKPOINT = 40
"""Both kinds of checkpoint come often, so that kills fall into them, and restarts begin there."""

START_PATIENCE_S = 60.0


class Moment(StrEnum):
    """Where in the life of an intent the server halts."""

    BEFORE_COMMIT = "before commit"
    AFTER_COMMIT = "after commit"
    AFTER_FIRST_DELIVERY = "after first delivery"
    AFTER_SECOND_DELIVERY = "after second delivery"


# --- in the tests' process ------------------------------------------------------------------------


class KillServer:
    """
    One server process at a time, on one data file, at full durability.

    `complaints` is where the processes write what they have to complain of: nothing, normally.
    """

    def __init__(self, folder: Path, **limits: float) -> None:
        self.data = folder / "coterie.sqlite3"
        self.complaints = folder / "complaints"
        self.port = 0
        self._limits = limits
        self._pid: int | None = None
        with self.complaints.open("ab") as complaints:
            self._nursery = subprocess.Popen(
                [sys.executable, "-m", "tests.support.kill_server", self.data],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                cwd=REPOSITORY,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._pid is not None:
            self.kill()
        self._nursery.communicate()

    def start(self, halt: Moment | None = None, **limits: float) -> None:
        """Start it and wait until it serves; *limits* stay for later starts."""
        self._limits |= limits
        order = json.dumps({"halt": halt, "limits": self._limits})
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(order.encode() + b"\n")
        self._nursery.stdin.flush()
        word, *numbers = self._hear().split()
        assert word == "serves", f"the server did not start: {self.complaints.read_text()}"
        self._pid, self.port = map(int, numbers)

    def limit_file_size(self, most: int | None) -> None:
        """Let it write to no place in any file beyond *most* bytes, as a quota does; None: any."""
        assert self._pid is not None, "no server runs"
        unlimited = resource.RLIM_INFINITY
        limits = (unlimited if most is None else most, unlimited)
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, limits)

    def until_halted(self) -> None:
        """Wait until it halts at the moment it was told."""
        assert self._hear() == "halted"

    def kill(self) -> None:
        """End it with SIGKILL: at once, and nothing is tidied up."""
        assert self._pid is not None, "no server runs"
        os.kill(self._pid, signal.SIGKILL)
        self._pid = None
        assert self._hear() == f"ended by {signal.SIGKILL.value}"

    def _hear(self) -> str:
        assert self._nursery.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._nursery.stdout, selectors.EVENT_READ)
            assert selector.select(START_PATIENCE_S), "the server says nothing"
        return self._nursery.stdout.readline().decode().strip()


# --- in the server's process ----------------------------------------------------------------------


class HaltingLog:
    """An event log that halts the process before or after an append that is meant."""

    def __init__(self, inner: EventLog, moment: Moment) -> None:
        self._inner = inner
        self._moment = moment

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def append(
        self,
        room: Any,
        expected: Any,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        """Append, and halt where that is meant."""
        is_meant = any(
            HALT_HERE.encode() in bytes(event.body) for draft in drafts for event in draft.events
        )
        if is_meant and self._moment is Moment.BEFORE_COMMIT:
            halt()
        commits = await self._inner.append(room, expected, drafts, deadline_s, is_alone=is_alone)
        if is_meant and self._moment is Moment.AFTER_COMMIT:
            halt()
        return commits


def halt() -> NoReturn:
    """Say so, and do nothing any more until killed; or until the tests have ended themselves."""
    print("halted", flush=True)
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def halt_after_deliveries(count: int) -> None:
    """Halt once *count* sockets were sent what is meant, and no more of them."""
    write: Callable[[Wire, Sequence[bytes]], None] = Wire.write
    deliveries = 0

    def write_and_halt(wire: Wire, items: Sequence[bytes]) -> None:
        nonlocal deliveries
        write(wire, items)
        deliveries += any(HALT_HERE.encode() in item for item in items)
        if deliveries == count:
            halt()

    Wire.write = write_and_halt  # type: ignore[method-assign]


async def serve(data: Path, limits: LimitSettings, moment: Moment | None) -> None:
    """Serve on a free port until killed."""
    settings = Settings(port=0, data=data, create_key=CREATE_KEY, limits=limits)
    log: EventLog = sqlite.SqliteLog(data, durability="power")
    if moment is Moment.AFTER_FIRST_DELIVERY:
        halt_after_deliveries(1)
    elif moment is Moment.AFTER_SECOND_DELIVERY:
        halt_after_deliveries(2)
    elif moment is not None:
        log = HaltingLog(log, moment)
    async with running(settings, events=log) as app:
        print("serves", os.getpid(), app.listener.port, flush=True)
        # Nothing is said there any more until this server is killed: it is the end of the tests.
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), os._exit, 1)
        await asyncio.Event().wait()


def main() -> None:
    """Fork one server after the other, as told, and say how each ended."""
    data = Path(sys.argv[1])
    sqlite.PAGES_PER_CHECKPOINT = PAGES_PER_CHECKPOINT
    runner.CHECKPOINT_EVERY = COMMITS_PER_CHECKPOINT
    for line in iter(sys.stdin.readline, ""):
        order = json.loads(line)
        moment = None if order["halt"] is None else Moment(order["halt"])
        pid = os.fork()
        if pid == 0:
            asyncio.run(serve(data, replace(LimitSettings(), **order["limits"]), moment))
        _, status = os.waitpid(pid, 0)
        print("ended by", os.waitstatus_to_exitcode(status) * -1, flush=True)


if __name__ == "__main__":
    main()
