"""A log in memory that fails on command, in the ways that its interface allows."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

from protocol.ids import RoomId, Seq
from server.rooms.lines import LineHead
from server.store.base import (
    Checkpoint,
    Commit,
    CommitId,
    Credential,
    Draft,
    LogError,
    OutcomeUnknown,
    RoomInfo,
)
from server.store.memory import MemoryLog

Hook = Callable[[], Awaitable[None] | None]


class FaultyLog(MemoryLog):
    """
    Fails as a test says.

    `fail[name]` are errors that the next calls of a method raise, one each; `lost` and `late`
    make the next append end with an unknown outcome: stored, not stored, or stored when somebody
    looks for it in vain. `before[name]` runs once before a call, as another process would.
    """

    def __init__(self, *, max_commit_bytes: int = 1 << 22) -> None:
        super().__init__(max_commit_bytes=max_commit_bytes)
        self.fail: dict[str, list[LogError]] = {}
        self.before: dict[str, list[Callable[[], Awaitable[object]]]] = {}
        self.unknown: list[str] = []
        self.appends: list[tuple[Draft, ...]] = []
        self._delayed: Callable[[], Awaitable[object]] | None = None

    async def _pass(self, name: str) -> None:
        # A real log is read by other tasks than ours: let them run.
        await asyncio.sleep(0)
        if self.before.get(name):
            await self.before[name].pop(0)()
        if self.fail.get(name):
            raise self.fail[name].pop(0)

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        del is_alone
        await self._pass("append")
        self.appends.append(tuple(drafts))
        if not self.unknown:
            return await super().append(room, expected, drafts, deadline_s)
        match self.unknown.pop(0):
            case "stored":
                await super().append(room, expected, drafts, deadline_s)
            case "lost":
                pass
            case "late":
                store = super().append
                self._delayed = lambda: store(room, expected, drafts, deadline_s)
        raise OutcomeUnknown("the deadline passed")

    async def find(self, room: RoomId, commit_id: CommitId) -> Commit | None:
        await self._pass("find")
        found = await super().find(room, commit_id)
        if self._delayed is not None:
            delayed, self._delayed = self._delayed, None
            with contextlib.suppress(LogError):
                # Nobody waits for it any more: if another was faster, it is not stored at all.
                await delayed()
        return found

    async def head(self, room: RoomId) -> Seq:
        await self._pass("head")
        return await super().head(room)

    async def room(self, room: RoomId) -> RoomInfo:
        await self._pass("room")
        return await super().room(room)

    async def read(
        self, room: RoomId, after: Seq, upto: Seq | None = None, limit: int = 1000
    ) -> list[Commit]:
        await self._pass("read")
        return await super().read(room, after, upto, limit)

    async def read_lines(
        self, room: RoomId, lines: Sequence[str], after: Seq, upto: Seq, limit: int
    ) -> list[Commit]:
        await self._pass("read_lines")
        return await super().read_lines(room, lines, after, upto, limit)

    async def line_heads(
        self, room: RoomId, lines: Sequence[str], upto: Seq
    ) -> dict[str, LineHead]:
        await self._pass("line_heads")
        return await super().line_heads(room, lines, upto)

    async def locate(self, room: RoomId, lines: Sequence[str], rank: int, upto: Seq) -> Seq:
        await self._pass("locate")
        return await super().locate(room, lines, rank, upto)

    async def credential(self, hash: bytes) -> Credential | None:
        await self._pass("credential")
        return await super().credential(hash)

    async def load_checkpoint(self, room: RoomId) -> Checkpoint | None:
        await self._pass("load_checkpoint")
        return await super().load_checkpoint(room)

    async def save_checkpoint(self, room: RoomId, checkpoint: Checkpoint) -> None:
        await self._pass("save_checkpoint")
        await super().save_checkpoint(room, checkpoint)
