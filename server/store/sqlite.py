"""
The log in a SQLite file: one writer, several readers, each connection in a thread of its own.

The only place that knows aiosqlite; what runs in the threads stands beside it.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite

from protocol.ids import Epoch, RoomId, Seq
from protocol.words import Durability
from server.clock import stopwatch_s
from server.rooms.lines import LineHead
from server.store import sqlite_reading as reading
from server.store.base import (
    Checkpoint,
    Commit,
    CommitId,
    Credential,
    Draft,
    LogError,
    RoomGone,
    RoomInfo,
    Unavailable,
    encode_events,
)
from server.store.drafts import MAX_COMMIT_BYTES, check_drafts
from server.store.following import PAGE_COMMITS, Followers
from server.store.sqlite_append import Append
from server.store.sqlite_connection import (
    JobConnection,
    Synchronous,
    checkpoint_wal,
    look_for_heads,
    prepare_reader,
    prepare_upkeep,
    prepare_writer,
    try_to_open,
    waiting,
)
from server.store.sqlite_errors import closed, why_not_opened
from server.store.sqlite_readers import Readers
from server.store.sqlite_repeating import repeat_for_ever
from server.store.sqlite_transaction import Transaction
from server.store.sqlite_worker import Database, NotHere, Worker
from server.store.sqlite_writer import MAX_QUEUED, Writer

log = logging.getLogger(__name__)
T = TypeVar("T")

PAGES_PER_CHECKPOINT = 2_000
"""How many may lie in the write-ahead log before it is emptied: about what its size holds."""
HEALTH_LASTS_S = 5.0
"""How long a successful write shows that the log can be written."""
DEADLINE_S = 60.0
"""For requests that name no deadline of their own."""


class SqliteLog:
    """
    A log in a SQLite file, which other processes may read and write at the same time.

    Args:
        path: The file. Its folder must exist.
        durability: What a stored commit survives: loss of power, or a crash of the process alone.
        create: Whether the file is created if it does not exist; otherwise `open` refuses.
        lock_wait_s: How long another process may hold the write lock before appends fail.
        poll_s: How often to look for commits of other processes while there are subscribers.
        max_commit_bytes: The largest commit taken, in bytes of bodies and answer.
        max_queued: How many requests may wait to be stored; more are `Unavailable`.
        may_hold_loop: Whether appends may be carried out in the loop's own thread, as long as
            the disk is quick; else all are left to the writer's thread.
    """

    def __init__(
        self,
        path: Path,
        *,
        durability: Synchronous = "power",
        create: bool = True,
        lock_wait_s: float = 30.0,
        poll_s: float = 0.25,
        max_commit_bytes: int = MAX_COMMIT_BYTES,
        max_queued: int = MAX_QUEUED,
        may_hold_loop: bool = True,
    ) -> None:
        self._path = path
        self.durability = Durability(durability)
        self._create = create
        self._lock_wait_s = lock_wait_s
        self._poll_s = poll_s
        self._max_commit_bytes = max_commit_bytes
        self._max_queued = max_queued
        self._may_hold_loop = may_hold_loop
        self._followers = Followers()
        self._write_worker = self._worker(
            lambda connection: prepare_writer(connection, path, durability, waiting(lock_wait_s))
        )
        self._upkeep_worker = self._worker(prepare_upkeep)
        self._writer: Writer | None = None
        self._readers = Readers(lambda: self._worker(prepare_reader))
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        self._since_checkpoint = 0
        self._checkpoint_due = asyncio.Event()
        self._written_at_s = float("-inf")

    # --- Opening and closing ---------------------------------------------------------------------

    async def open(self) -> None:
        """
        Open the file; create or migrate what is needed.

        Raises:
            Unavailable: The file cannot be opened, is none of ours, or is too new; says which.
        """
        if self._writer is not None:
            raise RuntimeError("the log is open already")
        if self._closing is not None:
            await self._closing
            self._closing = None
        try:
            await self._write_worker.open(create=self._create)
        except sqlite3.Error as error:
            raise Unavailable(
                f"cannot open the log at {self._path}: {why_not_opened(self._path, error)}"
            ) from error
        self._writer = Writer(
            self._write_worker,
            self._lock_wait_s,
            self._written,
            self._max_queued,
            may_hold_loop=self._may_hold_loop,
        )
        self._writer.start()
        self._checkpoint_due = asyncio.Event()
        self._readers.open()
        self._start(repeat_for_ever(self._look_for_others, "poll"), "log poll")
        self._start(repeat_for_ever(self._checkpoint, "checkpoint"), "log checkpoints")
        self._start(self._clean_up(), "log clean-up")

    def _worker(self, prepare: Callable[[JobConnection], None]) -> Worker:
        async def connect(mode: str) -> Database:
            uri = self._uri(mode)
            # Where a file cannot be opened, aiosqlite leaves its thread to end by itself, which
            # may be after the loop: find out before there is one.
            await asyncio.to_thread(try_to_open, uri)
            return await aiosqlite.connect(
                uri,
                uri=True,
                timeout=self._lock_wait_s,
                isolation_level=None,
                cached_statements=256,
                # The worker sees to it that one thread at a time uses the connection.
                check_same_thread=False,
                factory=JobConnection,
            )

        return Worker(self._path, connect, prepare)

    def _uri(self, mode: str) -> str:
        return f"{self._path.absolute().as_uri()}?mode={mode}"

    async def close(self) -> None:
        """Finish what was accepted, then close all connections; cancelling does not stop it."""
        writer, self._writer = self._writer, None
        if writer is not None:
            self._closing = asyncio.create_task(self._close(writer), name="log close")
        if self._closing is not None:
            await asyncio.shield(self._closing)

    async def _close(self, writer: Writer) -> None:
        await writer.stop()
        self._followers.end(closed())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._readers.close()
        await self._upkeep_worker.close()
        await self._write_worker.close()

    async def health(self) -> None:
        """Return if something was written just now, or can be."""
        if self._writer is None:
            raise self._cannot_write()
        now_s = stopwatch_s()
        if self._writer.is_failing or now_s - self._written_at_s > HEALTH_LASTS_S:
            await self._write(None, Transaction.probe)

    # --- Writing ---------------------------------------------------------------------------------

    async def create_room(self, room: RoomId, epoch: Epoch, draft: Draft) -> Commit:
        """Store a room with its first commit, or return the first commit of the same id."""
        size = check_drafts((draft,), self._max_commit_bytes)
        events = encode_events(draft.events)
        return await self._write(
            room,
            lambda transaction: transaction.create_room(room, epoch, draft, events),
            size=size,
            stored=lambda commit: self._followers.hand_over(room, (commit,)),
        )

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        """Store *drafts* after *expected*, all or none, with whatever else is queued."""
        size = check_drafts(drafts, self._max_commit_bytes)
        what = Append(room, expected, drafts, [encode_events(draft.events) for draft in drafts])
        if is_alone and self._writer is not None:
            try:
                commits = self._writer.append_here(what, size)
            except NotHere:
                pass
            else:
                self._followers.hand_over(room, commits)
                return commits
        return await self._write(
            room,
            what.carry_out,
            deadline_s=deadline_s,
            size=size,
            stored=lambda commits: self._followers.hand_over(room, commits),
        )

    async def save_checkpoint(self, room: RoomId, checkpoint: Checkpoint) -> None:
        """Keep *checkpoint* instead of an older one."""
        await self._write(
            room,
            lambda transaction: transaction.save_checkpoint(room, checkpoint),
            size=len(checkpoint.state),
        )

    async def delete_checkpoints(self, room: RoomId) -> None:
        """Forget the room's checkpoints."""
        await self._write(room, lambda transaction: transaction.delete_checkpoints(room))

    async def delete_room(self, room: RoomId) -> None:
        """
        Delete the room, its log, credentials and checkpoints for good.

        It is gone at once; what it leaves is deleted in pieces, so that other rooms do not wait.
        If that is interrupted it goes on when the log is next opened.
        """
        await self._write(room, lambda transaction: transaction.delete_room(room))
        self._followers.end(RoomGone(f"there is no room {room}"), room)
        await asyncio.shield(self._start(self._clean_up(), "log clean-up"))

    def _write(
        self,
        room: RoomId | None,
        work: Callable[[Transaction], T],
        *,
        deadline_s: float = DEADLINE_S,
        size: int = 0,
        stored: Callable[[T], None] | None = None,
    ) -> Awaitable[T]:
        if self._writer is None:
            raise self._cannot_write()
        return self._writer.write(room, work, deadline_s=deadline_s, size=size, stored=stored)

    def _cannot_write(self) -> Unavailable:
        return closed()

    def _written(self, rows: int) -> None:
        self._written_at_s = stopwatch_s()
        # About a page a row, and those that every transaction writes whatever it stores.
        self._since_checkpoint += rows + 3
        if self._since_checkpoint >= PAGES_PER_CHECKPOINT:
            self._since_checkpoint = 0
            self._checkpoint_due.set()

    # --- Reading ---------------------------------------------------------------------------------

    async def rooms(self) -> list[RoomInfo]:
        """All rooms, oldest first."""
        return await self._read(reading.read_rooms)

    async def room(self, room: RoomId) -> RoomInfo:
        """One room."""
        return await self._read(lambda connection: reading.read_room(connection, room))

    async def find(self, room: RoomId, commit_id: CommitId) -> Commit | None:
        """The commit of that id, if it is stored."""
        return await self._read(lambda connection: reading.find_commit(connection, room, commit_id))

    async def head(self, room: RoomId) -> Seq:
        """The sequence of the room's last commit, as stored now by whichever process."""
        return await self._read(lambda connection: reading.read_head(connection, room))

    async def read(
        self, room: RoomId, after: Seq, upto: Seq | None = None, limit: int = 1000
    ) -> list[Commit]:
        """Up to *limit* commits after *after*, not beyond *upto*."""
        return await self._read(
            lambda connection: reading.read_range(connection, room, after, upto, limit)
        )

    async def size(self, room: RoomId) -> int:
        """The bytes of the room's stored events and answers."""
        return await self._read(lambda connection: reading.read_size(connection, room))

    def subscribe(self, room: RoomId, after: Seq) -> AsyncIterator[Commit]:
        """Exactly after+1, after+2 …, each once committed, by whichever process."""

        async def read_after(seq: Seq) -> list[Commit]:
            return await self.read(room, seq, limit=PAGE_COMMITS)

        return self._followers.follow(room, after, read_after)

    async def line_heads(
        self, room: RoomId, lines: Sequence[str], upto: Seq
    ) -> dict[str, LineHead]:
        """Where each of *lines* stood after the commit *upto*."""
        return await self._read(
            lambda connection: reading.read_line_heads(connection, room, lines, upto)
        )

    async def heads_along(
        self, room: RoomId, places: Sequence[tuple[Seq, Sequence[str]]]
    ) -> list[dict[str, LineHead]]:
        """What `line_heads` says of each of *places*, asked all at once."""
        return await self._read(
            lambda connection: reading.read_heads_along(connection, room, places)
        )

    async def locate(self, room: RoomId, lines: Sequence[str], rank: int, upto: Seq) -> Seq:
        """The commit that brings the sum of the ranks of *lines* to at least *rank*."""
        return await self._read(
            lambda connection: reading.locate_rank(connection, room, lines, rank, upto)
        )

    async def read_lines(
        self, room: RoomId, lines: Sequence[str], after: Seq, upto: Seq, limit: int
    ) -> list[Commit]:
        """Up to *limit* commits after *after*, up to *upto*, with an event in any of *lines*."""
        return await self._read(
            lambda connection: reading.read_of_lines(connection, room, lines, after, upto, limit)
        )

    async def credential(self, hash: bytes) -> Credential | None:
        """What the secret with this SHA-256 opens."""
        return await self._read(lambda connection: reading.read_credential(connection, hash))

    async def load_checkpoint(self, room: RoomId) -> Checkpoint | None:
        """The newest checkpoint, if there is one."""
        return await self._read(lambda connection: reading.read_checkpoint(connection, room))

    async def _read(self, job: Callable[[JobConnection], T]) -> T:
        if self._writer is None:
            raise closed()
        return await self._readers.run(job)

    # --- Upkeep ----------------------------------------------------------------------------------

    def _start(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _look_for_others(self) -> None:
        """Let subscribers look again where another process has stored something."""
        await asyncio.sleep(self._poll_s)
        followed = self._followers.followed()
        if not followed:
            return
        heads = await self._upkeep_worker.run(partial(look_for_heads, rooms=list(followed)))
        for room, head in heads.items():
            if head is None or head > followed[room]:
                self._followers.look_again(room)

    async def _checkpoint(self) -> None:
        """Empty the write-ahead log when it is due: the bulk beside the writer, the rest by it."""
        await self._checkpoint_due.wait()
        self._checkpoint_due.clear()
        await self._upkeep_worker.run(checkpoint_wal)
        if self._writer is not None:
            self._writer.between(checkpoint_wal)

    async def _clean_up(self) -> None:
        """Delete what deleted rooms left, a piece in each transaction."""
        try:
            while self._writer is not None:
                if not await self._write(None, Transaction.delete_commits):
                    return
        except LogError as error:
            log.warning("deleted rooms are not cleaned up yet", extra={"error": str(error)})
