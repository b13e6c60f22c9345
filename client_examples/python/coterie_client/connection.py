"""
One socket's life: open it, say hello, read, write, keep the heartbeat, let go of it in time.

Does not know what messages mean beyond the greeting; it hands every item to its owner.
"""

import asyncio
import contextlib
import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from coterie_client.codec import Codec, Undecodable
from coterie_client.wire import Json

MAX_FRAME_BYTES = 32 * 1024 * 1024
"""More than any message of a server within its stated limits."""


class Over(Exception):
    """The connection is over; *why* is for a person."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Times:
    """
    Deadlines of a connection, in seconds.

    Attributes:
        open_s: For the handshake.
        welcome_s: For the answer to `hello`.
        heartbeat_interval_s: Between pings; None takes what `welcome` states.
        heartbeat_timeout_s: For anything to be heard after a ping; None takes the interval. A dead
            path is noticed after interval and time-out together at most.
        close_s: For the closing handshake, before the transport is aborted.
    """

    open_s: float = 10.0
    welcome_s: float = 10.0
    heartbeat_interval_s: float | None = None
    heartbeat_timeout_s: float | None = None
    close_s: float = 1.0


class Owner(Protocol):
    """Who holds a connection and understands its messages."""

    @property
    def has_due(self) -> asyncio.Event:
        """Set when `due_frames` has something."""

    def ping(self) -> Json:
        """A ping message, asked for when it goes out."""

    def hello(self) -> Json:
        """The greeting."""

    def due_frames(self) -> Iterator[bytes]:
        """What is to be sent now, encoded; each counts as sent once it is handed out."""

    def take(self, item: Json | Undecodable) -> None:
        """
        Take an item that came in.

        Raises:
            Over: The connection must end.
        """


class Connection:
    """A connection to one room."""

    def __init__(self, url: str, codec: Codec, owner: Owner, times: Times) -> None:
        self._url = url
        self._codec = codec
        self._owner = owner
        self._has_due = owner.has_due
        self._times = times
        self._welcomed = asyncio.Event()
        self._heard = asyncio.Event()
        self._ping_due = False
        self._interval_s = 20.0
        self._socket: ClientConnection | None = None

    def begin_requests(self, heartbeat_interval_s: float) -> None:
        """The owner was welcomed: requests may go out, and the heart beats."""
        self._interval_s = self._times.heartbeat_interval_s or heartbeat_interval_s
        self._welcomed.set()
        self._has_due.set()

    def abort(self) -> None:
        """Let the socket go at once, without good-bye."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def run(self) -> str:
        """
        Live until the connection is over.

        Returns:
            Why it is over, for a person.
        """
        try:
            socket = await connect(
                self._url,
                subprotocols=[Subprotocol(self._codec.subprotocol)],
                open_timeout=self._times.open_s,
                close_timeout=self._times.close_s,
                ping_interval=None,  # our own heartbeat does this, and measures the clock too
                max_size=MAX_FRAME_BYTES,
                proxy=None if _is_loopback(self._url) else True,
            )
        except InvalidStatus as error:
            return f"the server answered with HTTP status {error.response.status_code}"
        except TimeoutError:
            return "the server did not answer in time"
        except (OSError, EOFError, WebSocketException) as error:
            return f"the server cannot be reached ({_in_words(error)})"
        self._socket = socket
        try:
            return await self._live(socket)
        finally:
            await self._let_go(socket)

    async def _live(self, socket: ClientConnection) -> str:
        over = "the connection ended"
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read(socket))
                tasks.create_task(self._write(socket))
                tasks.create_task(self._beat())
        except* Over as ends:
            over = str(ends.exceptions[0])
        return over

    async def _read(self, socket: ClientConnection) -> None:
        try:
            while True:
                # As bytes: text that is not UTF-8 must not cost the connection (one bad name).
                frame = await socket.recv(decode=False)
                self._heard.set()
                for item in self._codec.decode(_as_bytes(frame)):
                    self._owner.take(item)
        except ConnectionClosed as closed:
            raise Over(_why_closed(closed)) from None

    async def _write(self, socket: ClientConnection) -> None:
        try:
            if socket.subprotocol is not None:
                await self._send(socket, self._codec.encode(self._owner.hello()))
            await self._welcomed.wait()
            while True:
                await self._has_due.wait()
                self._has_due.clear()
                if self._ping_due:
                    self._ping_due = False
                    await self._send(socket, self._codec.encode(self._owner.ping()))
                for frame in self._owner.due_frames():
                    await self._send(socket, frame)
        except ConnectionClosed as closed:
            raise Over(_why_closed(closed)) from None

    async def _beat(self) -> None:
        try:
            async with asyncio.timeout(self._times.welcome_s):
                await self._welcomed.wait()
        except TimeoutError:
            raise Over("the server did not answer the greeting in time") from None
        while True:
            await asyncio.sleep(self._interval_s)
            self._heard.clear()
            self._ping_due = True
            self._has_due.set()
            timeout_s = self._times.heartbeat_timeout_s or self._interval_s
            try:
                async with asyncio.timeout(timeout_s):
                    await self._heard.wait()
            except TimeoutError:
                raise Over(f"nothing was heard for {timeout_s:g} s after a ping") from None

    async def _send(self, socket: ClientConnection, frame: bytes) -> None:
        await socket.send(frame, text=self._codec.is_text)

    async def _let_go(self, socket: ClientConnection) -> None:
        """Close politely, but never wait for a stalled peer: past the deadline, abort."""
        self._socket = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._times.close_s):
                await socket.close()
        socket.transport.abort()


def _as_bytes(frame: object) -> bytes:
    return frame.encode() if isinstance(frame, str) else bytes(frame)  # type: ignore[call-overload]


def _why_closed(closed: ConnectionClosed) -> str:
    code = closed.rcvd.code if closed.rcvd is not None else None
    if code is None:
        return "the connection was lost"
    return f"the connection was closed with code {code}"


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _in_words(error: BaseException) -> str:
    return str(error) or type(error).__name__
