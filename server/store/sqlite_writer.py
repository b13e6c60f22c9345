"""
The one writer of the SQLite log: a task that puts whatever is queued into one transaction.

It alone touches the write connection. Callers wait for futures; whatever happens to a caller,
what it handed in is stored or not stored as a whole.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from protocol.ids import RoomId
from server.store.base import LogError, OutcomeUnknown, Unavailable
from server.store.sqlite_connection import (
    LOCK_ATTEMPT_MS,
    JobConnection,
    Waiting,
    execute_patiently,
    waiting,
)
from server.store.sqlite_errors import (
    is_about_the_content,
    is_busy,
    is_uncertain_commit,
    unavailable,
)
from server.store.sqlite_transaction import Transaction
from server.store.sqlite_worker import Worker

log = logging.getLogger(__name__)
T = TypeVar("T")

MAX_QUEUED = 1_000
MAX_QUEUED_BYTES = 64 * 1024 * 1024

HERE_AT_MOST = 4
"""How many requests at a time may be carried out in the loop's own thread."""

HERE_AT_MOST_S = 0.002
"""How long that may take before the thread takes over."""

ELSEWHERE_FOR = 200
"""For how many transactions the thread takes over then."""


class WriteRequest(Generic[T]):
    """
    Something to be done in a transaction, and the future of who waits for it.

    The claim decides the race between the deadline, on the loop, and the transaction, in its
    thread: whoever claims a request first decides, once, whether it is carried out.
    """

    def __init__(
        self,
        future: asyncio.Future[T],
        deadline_at_s: float,
        room: RoomId | None,
        work: Callable[[Transaction], T],
        stored: Callable[[T], None] | None,
        size: int,
    ) -> None:
        self.future = future
        self.deadline_at_s = deadline_at_s
        self.room = room
        self.size = size
        self.is_withdrawn = False
        self._is_begun = False
        self._claim = threading.Lock()
        self._work = work
        self._stored = stored
        self._results: list[T] = []
        self._refusal: LogError | None = None

    def withdraw(self) -> bool:
        """Take the request back; false if a transaction has begun with it."""
        if self._claim.acquire(blocking=False):
            self.is_withdrawn = True
        return self.is_withdrawn

    def carry_out(self, transaction: Transaction) -> None:
        """Do the work, unless it was withdrawn. In the writer's thread."""
        if not self._is_begun:
            if not self._claim.acquire(blocking=False):
                return
            self._is_begun = True
        self._refusal = None
        try:
            self._results = [self._work(transaction)]
        except LogError as refusal:
            self._refusal = refusal

    def settle(self) -> None:
        """Tell who waits, and who follows, what the committed transaction did."""
        if self.is_withdrawn:
            return
        if self._refusal is not None:
            self.fail(self._refusal)
            return
        (result,) = self._results
        if self._stored is not None:
            self._stored(result)
        if not self.future.done():
            self.future.set_result(result)

    def fail(self, error: Exception) -> None:
        """Tell who still waits that it came to nothing, and why."""
        if not self.future.done():
            self.future.set_exception(error)


AnyRequest = WriteRequest[Any]
"""A request whose result only its caller knows the type of."""


class _UncertainCommit(sqlite3.OperationalError):
    """COMMIT failed in a way that may turn out to have succeeded after a crash."""

    def __init__(self, error: sqlite3.Error) -> None:
        super().__init__(str(error))
        self.sqlite_errorcode = error.sqlite_errorcode


class Writer:
    """
    Queue and task of the write connection.

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
        here_at_most: int = HERE_AT_MOST,
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
        self._pace = Pace(here_at_most)
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

    def between(self, chore: Callable[[JobConnection], None]) -> None:
        """Run *chore* on the write connection, between two transactions; nobody waits for it."""
        self._chores.append(chore)
        self._wake()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

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
            if self._queued:
                self._in_flight = self._take_requests()
                await self._store(self._in_flight)
                self._in_flight = []
            elif self._is_stopping:
                return
            else:
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

        def job(connection: JobConnection) -> int:
            connection.be_patient(LOCK_ATTEMPT_MS)
            return run_transaction(connection, requests, waiting(self._lock_wait_s, nobody_waits))

        def job_here(connection: JobConnection) -> int:
            connection.be_patient(0)
            return run_transaction(connection, requests, Waiting(attempts=1))

        try:
            changed_rows = await self._run(job, job_here, len(requests))
        except _UncertainCommit as error:
            self._note_failure(error)
            self._fail(requests, OutcomeUnknown("the log failed while it was written to"))
        except LogError as error:
            self._note_failure(error)
            self._fail(requests, error)
        except Exception as error:  # noqa: BLE001 - each is told to who waits for it
            await self._explain(requests, error)
        else:
            if changed_rows:
                self._note_success()
                self._written(changed_rows)
            for request in requests:
                request.settle()

    async def _run(
        self,
        job: Callable[[JobConnection], int],
        job_here: Callable[[JobConnection], int],
        count: int,
    ) -> int:
        """Run a transaction here if it is small and the disk quick, else in the thread."""
        if not self._pace.is_quick(count):
            return await self._worker.run(job)
        began_s = self._loop.time()
        try:
            return await self._worker.run(job_here, here=True)
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
        finally:
            self._pace.took(self._loop.time() - began_s)
        # Another process holds the lock: wait for it where waiting holds nobody up.
        return await self._worker.run(job)

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
            log.error("the log cannot be written", extra={"error": str(error)})
        self.is_failing = True

    def _note_success(self) -> None:
        if self.is_failing:
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


class Pace:
    """
    Whether a transaction may run in the loop's own thread, which it holds up meanwhile.

    For a few appends the hop to a thread and back costs more than the sync of a good disk. On a
    slow one the loop must not wait: after a transaction of more than `HERE_AT_MOST_S` the next
    ones go to the thread.
    """

    def __init__(self, here_at_most: int = HERE_AT_MOST) -> None:
        self._here_at_most = here_at_most
        self._elsewhere = 0

    def is_quick(self, count: int) -> bool:
        """Whether *count* requests may be carried out here."""
        if self._elsewhere:
            self._elsewhere -= 1
            return False
        return count <= self._here_at_most

    def took(self, seconds: float) -> None:
        """Say how long a transaction took here."""
        if seconds > HERE_AT_MOST_S:
            self._elsewhere = ELSEWHERE_FOR


def run_transaction(connection: JobConnection, requests: list[AnyRequest], wait: Waiting) -> int:
    """
    Carry out *requests* in one transaction. In the thread that has *connection* for now.

    Returns:
        How many rows were written or deleted.

    Raises:
        sqlite3.Error: Nothing was stored.
        _UncertainCommit: Something may have been stored.
    """
    changes_before = connection.total_changes
    execute_patiently(connection, "BEGIN IMMEDIATE", wait)
    try:
        transaction = Transaction(connection, connection.places)
        for request in requests:
            request.carry_out(transaction)
        _commit(connection)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    transaction.committed()
    return connection.total_changes - changes_before


def _commit(connection: JobConnection) -> None:
    try:
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if is_uncertain_commit(error):
            raise _UncertainCommit(error) from error
        raise
