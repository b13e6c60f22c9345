"""
Requests that wait for their answer, intents and queries alike.

Each keeps its id and its content, and is sent again with both after a reconnect, until the server
has answered it. Knows nothing of sockets.
"""

import asyncio
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field

from coterie_client.errors import OutboxFull, OutcomeUnknown, Rejected
from coterie_client.wire import Accepted, Json

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")

PASSING_CODES = frozenset({"rate_limited", "busy", "store_unavailable", "internal"})
"""Refusals that say nothing about the request itself."""


def new_id() -> str:
    """A fresh id for a request."""
    return str(uuid.uuid4())


def check_id(id: str) -> str:
    """
    Return *id* if it may name an intent.

    Raises:
        ValueError: It is no UUID in lower case.
    """
    if not _UUID.fullmatch(id):
        raise ValueError(f"an intent's id is a UUID in lower case, not {id!r}")
    return id


Answer = Accepted | Json
"""What settles a request: `accepted` for an intent, the `result` object for a query."""


@dataclass(slots=True)
class Pending:
    """
    A request that waits.

    Attributes:
        id: The request's id.
        kind: Its type, such as "roll".
        frame: Its content as encoded, the same on every sending.
        answer: Done when the server has answered.
        times_sent: On how many connections it went out.
        is_query: Whether it is a query, which the server counts apart.
        is_due: Whether it must be sent on the connection that is there now.
    """

    id: str
    kind: str
    frame: bytes = field(repr=False)
    answer: asyncio.Future[Answer]
    times_sent: int = 0
    is_query: bool = False
    is_due: bool = True
    wakeup: asyncio.TimerHandle | None = field(default=None, repr=False)

    def note_sent(self) -> None:
        """It goes out now, on the connection that is there."""
        self.is_due = False
        self.times_sent += 1


class Outbox:
    """
    The requests that wait, in the order in which they were made.

    Args:
        limit: How many may wait; one more is refused with `OutboxFull`.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pending: dict[str, Pending] = {}
        self.has_due = asyncio.Event()

    def __len__(self) -> int:
        return len(self._pending)

    def __iter__(self) -> Iterator[Pending]:
        return iter(tuple(self._pending.values()))

    def add(
        self, id: str, kind: str, frame: bytes, *, is_query: bool = False, is_own: bool = False
    ) -> Pending:
        """
        Take a request.

        Args:
            id: The id that its content carries.
            kind: Its type.
            frame: Its content as encoded.
            is_query: Whether it is a query.
            is_own: The client's own housekeeping, which the limit does not count.

        Raises:
            OutboxFull: Too many wait already.
            ValueError: One with this id waits already.
        """
        if id in self._pending:
            raise ValueError(f"a request with the id {id} waits for its answer already")
        if len(self._pending) >= self._limit and not is_own:
            raise OutboxFull(f"{self._limit} requests wait for an answer; this one was not taken")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        pending = self._pending[id] = Pending(id, kind, frame, future, is_query=is_query)
        self.has_due.set()
        return pending

    def due(self) -> list[Pending]:
        """The requests to send now, in order; whoever sends one calls its `note_sent`."""
        return [pending for pending in self._pending.values() if pending.is_due]

    def begin_connection(self) -> None:
        """A new connection is ready: everything that waits is to be sent on it, in order."""
        for pending in self._pending.values():
            self._forget_wakeup(pending)
            pending.is_due = True
        self.has_due.set()

    def settle(self, id: str, answer: Answer) -> None:
        """The server answered; an answer nobody waits for is passed over."""
        pending = self._remove(id)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(answer)

    def reject(self, rejection: Rejected, again_in_s: float = 1.0) -> bool:
        """
        The server refused a request.

        A passing refusal of something sent more than once does not say whether an earlier sending
        was accepted, so that is asked again until the answer is definite.

        Returns:
            Whether it was about something that waits here.
        """
        id = rejection.id
        pending = self._pending.get(id) if id is not None else self._only_one_out()
        if pending is None:
            return False
        if rejection.code in PASSING_CODES and pending.times_sent > 1:
            self._ask_again(pending, rejection.retry_after_s or again_in_s)
            return True
        self._remove(pending.id)
        if not pending.answer.done():
            pending.answer.set_exception(rejection)
        return True

    def drop(self, pending: Pending) -> None:
        """Nobody waits for this one any more: it is not sent again."""
        if self._pending.get(pending.id) is pending:
            self._remove(pending.id)

    def fail_all(self) -> None:
        """The client closes: everybody who still waits is told what is known."""
        for pending in tuple(self._pending.values()):
            self._remove(pending.id)
            if not pending.answer.done():
                pending.answer.set_exception(OutcomeUnknown(pending.id, pending.times_sent > 0))

    def _only_one_out(self) -> Pending | None:
        """The one request that a refusal without an id can only mean, or None."""
        out = [p for p in self._pending.values() if p.times_sent and not p.is_due]
        return out[0] if len(out) == 1 else None

    def _ask_again(self, pending: Pending, in_s: float) -> None:
        def due() -> None:
            pending.wakeup = None
            pending.is_due = True
            self.has_due.set()

        self._forget_wakeup(pending)
        pending.wakeup = asyncio.get_running_loop().call_later(in_s, due)

    def _remove(self, id: str) -> Pending | None:
        pending = self._pending.pop(id, None)
        if pending is not None:
            self._forget_wakeup(pending)
        return pending

    @staticmethod
    def _forget_wakeup(pending: Pending) -> None:
        if pending.wakeup is not None:
            pending.wakeup.cancel()
            pending.wakeup = None
