"""
What waits to be sent to one client: bounded, flushed once per turn of the loop, never awaited.

The one place where a socket is written. Items come encoded; what they say is not known here.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from protocol.codec import Encoding, encode_item
from protocol.codes import CloseCode
from protocol.from_server import Bye
from server.config import LimitSettings

CHUNK_BYTES = 65_536
"""About how much of a catch-up goes into one message; less is not worth waiting for."""


class Writer(Protocol):
    """The socket, as `server.gateway.wire` offers it."""

    @property
    def waiting_bytes(self) -> Callable[[], int]: ...
    def write(self, items: Sequence[bytes]) -> None: ...
    async def send(self, items: Sequence[bytes]) -> bool: ...
    async def close(self, code: int, reason: str) -> None: ...
    def abort(self) -> None: ...


class Outbox:
    """
    Items on their way to one client, in the order in which they were put in; a `Subscriber`.

    The bounds hold for what waits before something is added: one batch always fits into an empty
    outbox, so a room with a large snapshot cannot lock its members out.
    """

    __slots__ = (
        "__weakref__", "_close_code", "_closing", "_deadline", "_first", "_is_holding",
        "_is_over", "_is_scheduled", "_limits", "_loop", "_most_bytes", "_on_closing",
        "_pending", "_pending_bytes", "_wire", "encoding", "items_sent", "messages_sent",
        "wants_presence",
    )  # fmt: skip

    def __init__(
        self,
        wire: Writer,
        encoding: Encoding,
        limits: LimitSettings,
        on_closing: Callable[[], None],
    ) -> None:
        """
        Make an empty outbox.

        Args:
            wire: Where to write.
            encoding: How the items are encoded.
            limits: Bounds, and how long a good-bye may take.
            on_closing: Called once, from wherever the good-bye was said; must not wait or raise.
        """
        self._wire = wire
        self.encoding = encoding
        self.wants_presence = True
        self._limits = limits
        self._most_bytes = limits.outbox_bytes
        self._on_closing = on_closing
        self._loop = asyncio.get_running_loop()
        self._pending: list[bytes] = []
        self._pending_bytes = 0
        self._first: deque[bytes] = deque()
        self._is_holding = False
        self._is_scheduled = False
        self._is_over = False
        self._close_code: CloseCode | None = None
        self._closing: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self.items_sent = 0
        self.messages_sent = 0

    @property
    def close_code(self) -> CloseCode | None:
        """Why the good-bye was said, if it was."""
        return self._close_code

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be sent."""
        return self._is_over

    @property
    def waiting_bytes(self) -> int:
        """How much waits here and behind it, a catch-up not counted."""
        return self._pending_bytes + self._wire.waiting_bytes()

    @property
    def pending_bytes(self) -> int:
        """How much waits here, a catch-up not counted."""
        return self._pending_bytes

    def begin(self, items: Sequence[bytes]) -> None:
        """Put the welcome and the catch-up in; what is too much at once is left to `send_first`."""
        if self._is_over:
            return
        self.flush()
        if sum(map(len, items)) <= CHUNK_BYTES:
            self.send(items)
            return
        self._first.extend(items)
        self._is_holding = True

    def send(self, items: Sequence[bytes]) -> None:
        """Put items in, to be flushed in the loop's next turn."""
        if not self._put(items, sum(map(len, items))):
            return
        if not self._is_scheduled and not self._is_holding:
            self._is_scheduled = True
            self._loop.call_soon(self._flush_as_scheduled)

    def put(self, items: Sequence[bytes]) -> None:
        """Put items in, to be flushed by whoever put them."""
        self._put(items, sum(map(len, items)))

    def _put(self, items: Sequence[bytes], size: int) -> bool:
        """Put items in, or say good-bye when too much waits already."""
        if self._is_over or not items:
            return False
        if self._pending and (
            self._pending_bytes + size > self._most_bytes
            or len(self._pending) + len(items) > self._limits.outbox_items
        ):
            self._overflow()
            return False
        self._pending += items
        self._pending_bytes += size
        return True

    async def send_first(self) -> None:
        """
        Send what `begin` left, in pieces, at the client's pace; then what came meanwhile.

        Called from the connection's own task. A client that reads nothing is dropped by whatever
        overflows behind it, or by its missing heartbeat; either way this returns.
        """
        while self._first and not self._is_over:
            chunk = [self._first.popleft()]
            size = len(chunk[0])
            while self._first and size + len(self._first[0]) <= CHUNK_BYTES:
                size += len(self._first[0])
                chunk.append(self._first.popleft())
            self.items_sent += len(chunk)
            self.messages_sent += 1
            if not await self._wire.send(chunk):
                break
        self._first.clear()
        # From here to the end nothing waits, so nothing can overtake what is pending.
        self._is_holding = False
        self.flush()

    def close(
        self, code: CloseCode, message: str | None = None, retry_after_s: float | None = None
    ) -> None:
        """
        Say good-bye after what is pending, and close; the connection is aborted if that hangs.

        Only the first good-bye counts.
        """
        if self._is_over:
            return
        self._is_over = True
        self._close_code = code
        reason = code.advice if message is None else message
        bye = Bye(code=code, message=reason, is_final=code.is_final, retry_after_s=retry_after_s)
        # Behind an unfinished catch-up, what is pending would be a gap.
        last = [] if self._is_holding else self._pending
        last = [*last, encode_item(bye, self.encoding)]
        self.items_sent += len(last)
        self.messages_sent += 1
        self._wire.write(last)
        self._forget()
        self._hang_up(code, reason)
        self._on_closing()

    async def finish(self) -> None:
        """Wait until the connection is closed; closes it plainly if no good-bye was said."""
        self._is_over = True
        self._forget()
        closing = self._closing or self._hang_up(1000, "")
        try:
            await closing
        except asyncio.CancelledError:
            self._wire.abort()
            raise
        finally:
            if self._deadline is not None:
                self._deadline.cancel()
            # Nobody is told any more, so nobody is kept for it.
            self._on_closing = _nothing

    def _flush_as_scheduled(self) -> None:
        self._is_scheduled = False
        self.flush()

    def flush(self, more: Sequence[bytes] = ()) -> None:
        """Write what waits, and *more* behind it, as one message."""
        if self._is_over:
            return
        if self._pending or self._is_holding:
            if more and not self._put(more, sum(map(len, more))):
                return
            if self._is_holding:
                return
            more, self._pending, self._pending_bytes = self._pending, [], 0
        if not more:
            return
        wire = self._wire
        if wire.waiting_bytes() > self._most_bytes:
            self._overflow()
            return
        self.items_sent += len(more)
        self.messages_sent += 1
        wire.write(more)

    def _overflow(self) -> None:
        # What is pending will never be complete for this client: it resumes instead.
        self._forget()
        self.close(CloseCode.SLOW_CONSUMER)

    def _forget(self) -> None:
        self._pending = []
        self._pending_bytes = 0
        self._first.clear()

    def _hang_up(self, code: int, reason: str) -> asyncio.Task[None]:
        """Begin the closing handshake, with the abort of the transport armed beside it."""
        self._deadline = self._loop.call_later(self._limits.close_timeout_s, self._wire.abort)
        self._closing = self._loop.create_task(self._wire.close(code, reason))
        return self._closing


def _nothing() -> None:
    """There is nobody to tell."""
