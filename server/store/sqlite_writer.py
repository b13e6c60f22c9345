"""
The one writer of the SQLite log: it puts whatever is queued into one transaction.

It alone touches the write connection. Callers wait for futures; whatever happens to a caller,
what it handed in is stored or not stored as a whole. While the disk is quick a transaction is
carried out between two turns of the event loop, in its own thread; else, and whenever anything is
wrong, a task has it carried out in the connection's thread.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from protocol.ids import RoomId
from server.clock import stopwatch_s
from server.store.base import Commit, LogError, OutcomeUnknown, Unavailable
from server.store.sqlite_append import Append
from server.store.sqlite_commit import ONCE, UncertainCommit, run_transaction
from server.store.sqlite_connection import JobConnection, waiting
from server.store.sqlite_errors import advice, is_about_the_content, unavailable
from server.store.sqlite_pace import Pace
from server.store.sqlite_request import AnyRequest, WriteRequest, carry_out_all
from server.store.sqlite_transaction import Transaction
from server.store.sqlite_worker import NotHere, Worker

log = logging.getLogger(__name__)
T = TypeVar("T")

MAX_QUEUED = 1_000
MAX_QUEUED_BYTES = 64 * 1024 * 1024
HERE_AT_MOST_BYTES = 1024 * 1024
"""The most that one transaction in the loop's own thread may hold."""


class Writer:
    """
    Queue, turns and task of the write connection.

    `is_failing` says that the file could not be written to when that was last tried.

    Args:
        worker: Owns the write connection; nobody else may use it.
        lock_wait_s: How long another process may hold the write lock before appends fail.
        written: Called on the loop after each transaction that changed something, with the
            number of rows that it changed.
    """

    def __init__(
        self,
        worker: Worker,
        lock_wait_s: float,
        written: Callable[[int], None],
        max_queued: int = MAX_QUEUED,
        *,
        may_hold_loop: bool = True,
    ) -> None:
        self._worker = worker
        self._lock_wait_s = lock_wait_s
        self._written = written
        self._max_queued = max_queued
        self._queued: dict[AnyRequest, None] = {}
        self._queued_bytes = 0
        self._chores: list[Callable[[JobConnection], None]] = []
        self._in_flight: list[AnyRequest] = []
        self._loop = asyncio.get_running_loop()
        self._alarm: asyncio.TimerHandle | None = None
        self._idle: asyncio.Future[None] | None = None
        self._is_stopping = False
        self._is_called = False
        self._pace = Pace(is_allowed=may_hold_loop)
        self.is_failing = False
        self._task: asyncio.Task[None] | None = None
        self._stopped = asyncio.Event()

    def start(self) -> None:
        """Begin to work."""
        self._task = self._loop.create_task(self._work(), name="log writer")
        self._task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """Carry out what is queued, take nothing more, and end."""
        self._is_stopping = True
        self._wake()
        await self._stopped.wait()
        if self._alarm is not None:
            self._alarm.cancel()

    def write(
        self,
        room: RoomId | None,
        work: Callable[[Transaction], T],
        *,
        deadline_s: float,
        size: int = 0,
        stored: Callable[[T], None] | None = None,
    ) -> asyncio.Future[T]:
        """
        Have *work* done in the next transaction, at most one per room in each.

        Args:
            work: Runs in the writer's thread; refuses with a LogError before it writes anything.
            deadline_s: When to stop waiting.
            size: How many bytes the request holds while it is queued.
            stored: Called on the loop once the work is durable, even if nobody waits any more.

        Returns:
            A future of what *work* returns or refuses; `OutcomeUnknown` if the deadline passed
            while the transaction ran.

        Raises:
            Unavailable: Too much is queued, or the writer has stopped.
        """
        if self._is_stopping or self._task is None:
            raise Unavailable("the log is closed")
        if len(self._queued) >= self._max_queued or self._queued_bytes + size > MAX_QUEUED_BYTES:
            raise Unavailable("too much waits to be stored")
        deadline_at_s = self._loop.time() + deadline_s
        request = WriteRequest(self._loop.create_future(), deadline_at_s, room, work, stored, size)
        self._queued[request] = None
        self._queued_bytes += size
        self._wake()
        if self._alarm is None or self._alarm.when() > deadline_at_s:
            self._set_alarm(deadline_at_s)
        return request.future

    def append_here(self, what: Append, size: int) -> tuple[Commit, ...]:
        """
        Have *what* stored at once, in a transaction of its own, if nothing else is to be stored.

        Raises:
            NotHere: Nothing was done: ask `write`.
            OutcomeUnknown: It may have been done.
            LogError: It is refused.
        """
        is_idle = self._idle is not None and not self._idle.done() and not self._is_stopping
        if self._queued or not is_idle or not self._may_run_here(size):
            raise NotHere
        return self._run_here(what.carry_out_alone)

    def between(self, chore: Callable[[JobConnection], None]) -> None:
        """Run *chore* on the write connection, between two transactions; nobody waits for it."""
        self._chores.append(chore)
        self._wake()

    def _wake(self) -> None:
        """Have what is queued served in the next turn, together with all that comes until then."""
        if self._idle is not None and not self._idle.done() and not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        self._is_called = False
        if self._idle is None or self._idle.done():
            return
        self._serve_here()
        if self._in_flight or self._queued or self._chores or self._is_stopping:
            self._idle.set_result(None)

    def _serve_here(self) -> None:
        """Carry out what is queued in the loop's thread; what cannot be is left in flight."""
        while self._queued and self._may_run_here(self._queued_bytes):
            self._in_flight = self._take_requests()
            if not self._store_here(self._in_flight):
                return
            self._in_flight = []

    def _may_run_here(self, size: int) -> bool:
        return not self._chores and self._pace.is_quick and size <= HERE_AT_MOST_BYTES

    def _store_here(self, requests: list[AnyRequest]) -> bool:
        """Carry out *requests*; False when nothing was done and the task has to look at them."""
        if any(request.room is None for request in requests):
            # The log's own upkeep, which may take a while.
            return False
        try:
            self._run_here(
                lambda connection: run_transaction(
                    connection, partial(carry_out_all, requests), ONCE
                )
            )
        except OutcomeUnknown as error:
            self._fail(requests, error)
            return True
        except (NotHere, LogError):
            return False
        except Exception:
            # A fault of ours: it is met again, and told to who waits, where the task does the work.
            log.exception("a transaction failed in the loop's thread and is tried in its own")
            return False
        for request in requests:
            request.settle()
        return True

    def _run_here(self, job: Callable[[JobConnection], tuple[T, int]]) -> T:
        """
        Have a transaction carried out in the loop's thread; *job* says how many rows it changed.

        Raises:
            NotHere: Nothing was done; it may be possible in the connection's thread.
            OutcomeUnknown: It may have been done.
            LogError: *job* refuses.
        """
        began_s = stopwatch_s()
        try:
            result, changed_rows = self._worker.run_here(job)
        except UncertainCommit as error:
            self._note_failure(error)
            raise OutcomeUnknown("the log failed while it was written to") from error
        except sqlite3.Error as error:
            raise NotHere from error
        self._pace.took(stopwatch_s() - began_s, changed_rows)
        self._note_changes(changed_rows)
        return result

    def _set_alarm(self, at_s: float) -> None:
        # One timer for all: most requests are long done when their deadlines pass.
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._loop.call_at(at_s, self._expire)

    def _expire(self) -> None:
        """Answer those whose deadlines have passed."""
        self._alarm = None
        now_s = self._loop.time()
        waiting_still = [*self._in_flight, *self._queued]
        for request in waiting_still:
            if request.deadline_at_s > now_s:
                continue
            if request.withdraw():
                if request in self._queued:
                    del self._queued[request]
                    self._queued_bytes -= request.size
                request.fail(Unavailable("the log was not written to before the deadline"))
            else:
                request.fail(OutcomeUnknown("the deadline passed while the log was written to"))
        deadlines = [r.deadline_at_s for r in waiting_still if r.deadline_at_s > now_s]
        if deadlines:
            self._set_alarm(min(deadlines))

    async def _work(self) -> None:
        while True:
            for chore in self._take_chores():
                await self._do_chore(chore)
            if not self._in_flight:
                self._serve_here()
            if self._in_flight or self._queued:
                self._in_flight = self._in_flight or self._take_requests()
                await self._store(self._in_flight)
                self._in_flight = []
            elif self._is_stopping:
                return
            elif not self._chores:
                self._idle = self._loop.create_future()
                await self._idle

    def _take_chores(self) -> list[Callable[[JobConnection], None]]:
        chores, self._chores = self._chores, []
        return chores

    async def _do_chore(self, chore: Callable[[JobConnection], None]) -> None:
        try:
            await self._worker.run(chore)
        except (sqlite3.Error, LogError) as error:
            log.warning("a chore of the log failed", extra={"error": str(error)})

    def _take_requests(self) -> list[AnyRequest]:
        taken: list[AnyRequest] = []
        rooms: set[RoomId] = set()
        for request in self._queued:
            if request.room is not None:
                if request.room in rooms:
                    continue
                rooms.add(request.room)
            taken.append(request)
        for request in taken:
            del self._queued[request]
            self._queued_bytes -= request.size
        return taken

    async def _store(self, requests: list[AnyRequest]) -> None:
        """Carry out *requests* in one transaction and settle every one of them."""

        def nobody_waits() -> bool:
            return all(request.is_withdrawn for request in requests)

        def job(connection: JobConnection) -> tuple[int, float]:
            began_s = stopwatch_s()
            wait = waiting(self._lock_wait_s, nobody_waits)
            work = partial(carry_out_all, requests)
            _, changed_rows = run_transaction(connection, work, wait)
            return changed_rows, stopwatch_s() - began_s

        try:
            changed_rows, seconds = await self._worker.run(job)
        except UncertainCommit as error:
            self._note_failure(error)
            self._fail(requests, OutcomeUnknown("the log failed while it was written to"))
        except LogError as error:
            self._note_failure(error)
            self._fail(requests, error)
        except Exception as error:  # noqa: BLE001 - each is told to who waits for it
            await self._explain(requests, error)
        else:
            self._pace.took(seconds, changed_rows)
            self._note_changes(changed_rows)
            for request in requests:
                request.settle()

    def _note_changes(self, rows: int) -> None:
        if rows:
            if self.is_failing:
                self._note_success()
            self._written(rows)

    async def _explain(self, requests: list[AnyRequest], error: Exception) -> None:
        """Let only those fail, of *requests* whose transaction failed, that are to blame."""
        if isinstance(error, sqlite3.Error) and not is_about_the_content(error):
            self._note_failure(error)
            self._fail(requests, unavailable(error))
        elif len(requests) > 1:
            # One of them holds something that cannot be stored: each gets its own transaction.
            for request in requests:
                await self._store([request])
        else:
            log.error("a request could not be stored", exc_info=error)
            failure = unavailable(error) if isinstance(error, sqlite3.Error) else error
            self._fail(requests, failure)

    def _note_failure(self, error: Exception) -> None:
        # A line when it begins and one when it ends, not one for each append that fails.
        if not self.is_failing:
            log.error(
                "the log cannot be written; it goes on by itself once it can",
                extra={"error": str(error), "do": advice(error)},
            )
        self.is_failing = True

    def _note_success(self) -> None:
        log.info("the log can be written again")
        self.is_failing = False

    def _fail(self, requests: list[AnyRequest], error: Exception) -> None:
        for request in requests:
            request.fail(error)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Answer who waits for a writer that died, and put another in its place."""
        if not task.cancelled() and task.exception() is None:
            self._stopped.set()
            return
        log.error(
            "the log's writer died and is started again",
            exc_info=None if task.cancelled() else task.exception(),
        )
        self._fail(self._in_flight, OutcomeUnknown("the log's writer died"))
        self._in_flight = []
        self.start()
