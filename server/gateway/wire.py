"""
The few things that the outbox needs of a WebSocket, and nothing else of the library.

`ws.transport` is the one attribute used here that the library's reference does not list; it is
set without an underscore in every version and is the only way to see what waits to be sent.
"""

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from protocol.codec import Encoding

_REASON_BYTES = 123
"""The most that a close frame holds beside its code (RFC 6455, section 5.5)."""


class Wire:
    """One WebSocket to write to."""

    def __init__(self, ws: ServerConnection, encoding: Encoding) -> None:
        self._ws = ws
        self._is_text = encoding == Encoding.JSON

    def write(self, message: bytes) -> None:
        """
        Write a message at once, whatever waits already.

        Does nothing on a WebSocket that is closing. A `send` that waits for room is no obstacle,
        since its message is written already; only one sent in fragments would be, and none is.

        Raises:
            ExceptionGroup: It could not be written.
        """
        broadcast((self._ws,), message, text=self._is_text, raise_exceptions=True)

    async def send(self, message: bytes) -> bool:
        """Write a message and wait until there is room for more; False when it is closed."""
        try:
            await self._ws.send(message, text=self._is_text)
        except ConnectionClosed:
            return False
        return True

    def waiting_bytes(self) -> int:
        """How much was written that the system has not taken yet."""
        return self._ws.transport.get_write_buffer_size()

    async def close(self, code: int, reason: str) -> None:
        """
        Do the closing handshake, with as much of *reason* as fits.

        Waits for the client without end while it reads nothing: have `abort` at hand.
        """
        short = reason.encode()[:_REASON_BYTES].decode(errors="ignore")
        await self._ws.close(code, short)

    def abort(self) -> None:
        """Drop the connection, with whatever waits."""
        self._ws.transport.abort()
