"""
A house whose process may be dropped at any moment, with its disk kept as it stands.

What a crash leaves is what a log in memory holds, or the files of one in SQLite, copied in one
turn of the loop. The next appends may be told to end in doubt.
"""

import contextlib
import shutil
import tempfile
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any, Protocol

from protocol.ids import RoomId, Seq
from server.store.base import Commit, Draft, EventLog, LogError, OutcomeUnknown
from server.store.memory import MemoryLog
from server.store.sqlite import SqliteLog

DOUBTS = ("stored", "lost", "late")
"""What may become of an append of unknown outcome; late is stored once somebody has looked."""


class Doubting:
    """Lets appends end in doubt, in front of any log."""

    def __init__(self, inner: EventLog) -> None:
        self.inner = inner
        self.doubts: list[str] = []
        self._late: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        """Append, and perhaps say that nobody knows whether it was done."""

        async def store() -> tuple[Commit, ...]:
            return await self.inner.append(room, expected, drafts, deadline_s, is_alone=is_alone)

        if not self.doubts:
            return await store()
        what = self.doubts.pop()
        if what == "stored":
            await store()
        if what == "late":
            self._late.append(store)
        raise OutcomeUnknown(what)

    async def find(self, room: RoomId, commit_id: bytes) -> Commit | None:
        """Find a commit; what is late is stored behind that look."""
        found = await self.inner.find(room, commit_id)
        while self._late:
            # Nobody waits for it: where another was faster it is never stored.
            with contextlib.suppress(LogError):
                await self._late.pop()()
        return found


class Disk(Protocol):
    """Where logs are opened, one after the other, each on what the one before left."""

    def open(self) -> EventLog:
        """The log as the disk holds it, not open yet."""
        ...

    def crash(self) -> None:
        """Keep what is on the disk in this very moment, and nothing of what comes after it."""
        ...

    def close(self) -> None:
        """Let go of the disk."""
        ...


class MemoryDisk:
    """A disk that is a log in memory."""

    def __init__(self) -> None:
        self._log = MemoryLog()

    def open(self) -> EventLog:
        """The log as it stands."""
        return self._log

    def crash(self) -> None:
        """Go on from a copy; whoever has the old one writes to nothing that matters."""
        kept = MemoryLog()
        for id, room in self._log._rooms.items():
            twin = copy(room)
            twin.commits = list(room.commits)
            twin.by_id = dict(room.by_id)
            twin.lines = {}
            for name, line in room.lines.items():
                twin.lines[name] = copy(line)
                twin.lines[name].seqs = list(line.seqs)
                twin.lines[name].heads = list(line.heads)
            kept._rooms[id] = twin
        kept._credentials = dict(self._log._credentials)
        self._log = kept

    def close(self) -> None:
        """Nothing is left."""


class FileDisk:
    """A disk with the files of a SQLite log, in a folder that each crash leaves behind."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="coterie-interleaved-"))
        self._lives = 0

    @property
    def _path(self) -> Path:
        return self._folder / f"life-{self._lives}.db"

    def open(self) -> EventLog:
        """The log in the files as they stand."""
        return SqliteLog(self._path, durability="crash")

    def crash(self) -> None:
        """Copy the files, the write-ahead log last: no checkpoint is due in so short a life."""
        old = self._path
        self._lives += 1
        for ending in ("", "-wal"):
            kept = old.with_name(old.name + ending)
            if kept.exists():
                shutil.copyfile(kept, self._path.with_name(self._path.name + ending))

    def close(self) -> None:
        """Take the folder away."""
        shutil.rmtree(self._folder)


DISKS = {"memory": MemoryDisk, "sqlite": FileDisk}
