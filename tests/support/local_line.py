"""
A line to a server in this process without a socket: what one end says, the other has heard at once.

The server lives its end as it lives any WebSocket, from the open handshake on. Only what the
library does is left out: handshakes, masks, buffers and the closing of sockets.
"""

import asyncio
import uuid
from collections import deque
from typing import cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close
from websockets.protocol import State
from websockets.typing import Subprotocol

from server.gateway.listener import Listener
from tests.support.wire_client import WireClient

LOST = 1006


class _Ear:
    """Messages that one end has been told and has not taken yet."""

    def __init__(self) -> None:
        self._waiting: deque[str | bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self.is_over = False

    def tell(self, message: str | bytes) -> None:
        """Put a message in; nothing is heard after the end."""
        if not self.is_over:
            self._waiting.append(message)
            self._wake()

    def end(self) -> None:
        """Let who listens know that nothing more comes."""
        self.is_over = True
        self._wake()

    async def listen(self) -> str | bytes:
        """The next message; raises `ConnectionClosed` behind the last."""
        while not self._waiting:
            if self.is_over:
                raise ConnectionClosedError(None, None)
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._waiting.popleft()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class _ServerEnd:
    """The server's end: as much of a WebSocket, its protocol and its transport as is used."""

    def __init__(self, encoding: str) -> None:
        self.id = uuid.uuid4()
        self.request = None
        self.remote_address = ("127.0.0.1", 0)
        self.subprotocol = Subprotocol(f"coterie.v1.{encoding}")
        self.state = State.OPEN
        self.close_code: int | None = None
        self.close_sent: Close | None = None
        self.ours, self.theirs = _Ear(), _Ear()
        self.protocol = self.transport = self

    def write(self, frame: bytes) -> None:
        """Hand the message of an unmasked frame over."""
        length = frame[1]
        self.theirs.tell(frame[2 if length < 126 else 4 if length == 126 else 10 :])

    def is_closing(self) -> bool:
        """Whether the line has ended."""
        return self.state is not State.OPEN

    def get_write_buffer_size(self) -> int:
        """Nothing waits: it is heard at once."""
        return 0

    async def send(self, message: bytes, *, text: bool) -> None:
        """Hand a message over; `text` says no more than the encoding does."""
        if self.state is not State.OPEN:
            raise ConnectionClosedError(None, None)
        self.theirs.tell(message)

    async def recv(self) -> str | bytes:
        """The client's next message."""
        return await self.ours.listen()

    async def ping(self) -> "asyncio.Future[float]":
        """Ask for a sign of life: who is in the same process gives it."""
        alive: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        alive.set_result(0.0)
        return alive

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End the line from this side."""
        self.end(code)

    def abort(self) -> None:
        """End the line without a word."""
        self.end(LOST)

    def end(self, code: int) -> None:
        """Nothing more is said on either side."""
        if self.close_code is None:
            self.close_sent = Close(code, "")
            self.close_code = code
            self.state = State.CLOSED
            self.ours.end()
            self.theirs.end()


class _ClientEnd:
    """The client's end, as `WireClient` uses it."""

    def __init__(self, far: _ServerEnd) -> None:
        self._far = far
        self.transport = far

    async def send(self, message: str | bytes) -> None:
        """Hand a message over."""
        if self._far.state is not State.OPEN:
            raise ConnectionClosedError(None, None)
        self._far.ours.tell(message)

    async def recv(self, *, decode: bool) -> str | bytes:
        """The server's next message."""
        return await self._far.theirs.listen()

    async def close(self) -> None:
        """End the line from this side."""
        self._far.end(1000)


def open_line(listener: Listener, encoding: str) -> WireClient:
    """A client with a line to that server, over which nothing is said yet."""
    far = _ServerEnd(encoding)
    # The one place where a WebSocket with its handshake behind it can be handed in.
    living = asyncio.create_task(listener._live(cast("ServerConnection", far)))
    client = WireClient(cast("ClientConnection", _ClientEnd(far)), encoding)
    client.companion = living
    return client
