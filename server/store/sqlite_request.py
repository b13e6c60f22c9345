"""What the writer of the SQLite log is asked to do, and whoever waits for it."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from protocol.ids import RoomId
from server.store.base import LogError
from server.store.sqlite_transaction import Transaction

T = TypeVar("T")


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


def carry_out_all(requests: list[AnyRequest], transaction: Transaction) -> None:
    """Carry out *requests*, of which each keeps its own result or refusal."""
    for request in requests:
        request.carry_out(transaction)
