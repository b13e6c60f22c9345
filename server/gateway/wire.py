"""
The few things that the outbox needs of a WebSocket, and nothing else of the library.

A message that goes to many is made into a frame once and written to each, which takes a third of
the library's `broadcast`. `ws.protocol`, its `close_sent` and `ws.transport`, which that needs, are
the attributes used here that the library's reference does not list; all are without an underscore
in every version. The frames carry no compression, which is off for every connection.
"""

from collections.abc import Sequence

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from protocol.codec import Encoding, join_items

_REASON_BYTES = 123
"""The most that a close frame holds beside its code (RFC 6455, section 5.5)."""

_FINAL = 0x80


class Framing:
    """Makes messages and their frames; the items that go to many are framed once for all."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._first = bytes(
            (_FINAL | (Opcode.TEXT if encoding is Encoding.JSON else Opcode.BINARY),)
        )
        self.last_items: Sequence[bytes] = ()
        self.last_frame = b""

    def message(self, items: Sequence[bytes]) -> bytes:
        """The array of *items* that travels."""
        return join_items(items, self._encoding)

    def frame(self, items: Sequence[bytes]) -> bytes:
        """
        The one frame, unmasked as a server's are, that holds the message of *items*.

        They are told by identity, so nobody may change them once they are here.
        """
        if items is self.last_items:
            return self.last_frame
        message = join_items(items, self._encoding)
        size = len(message)
        # The three forms of a length, RFC 6455, section 5.2.
        if size < 126:
            frame = b"%b%c%b" % (self._first, size, message)
        elif size < 1 << 16:
            frame = b"%b\x7e%b%b" % (self._first, size.to_bytes(2), message)
        else:
            frame = b"%b\x7f%b%b" % (self._first, size.to_bytes(8), message)
        self.last_items, self.last_frame = items, frame
        return frame


_FRAMINGS = {encoding: Framing(encoding) for encoding in Encoding}


class Wire:
    """One WebSocket to write to."""

    __slots__ = (
        "_framing", "_is_text", "_protocol", "_transport", "_ws", "waiting_bytes",
    )  # fmt: skip

    def __init__(self, ws: ServerConnection, encoding: Encoding) -> None:
        self._ws = ws
        self._protocol = ws.protocol
        self._transport = ws.transport
        self._is_text = encoding is Encoding.JSON
        self._framing = _FRAMINGS[encoding]
        self.waiting_bytes = ws.transport.get_write_buffer_size
        """How much was written that the system has not taken yet."""

    def write(self, items: Sequence[bytes]) -> None:
        """
        Write *items* as one message at once, whatever waits already.

        Does nothing on a WebSocket that is closing, or whose client is gone (the event loop would
        complain of each message that its intents still come to), and ends one that cannot be
        written to. A `send` that waits for room is no obstacle, since its message is written
        already; only one sent in fragments would be, and none is.
        """
        if self._protocol.close_sent is not None or self._transport.is_closing():
            return
        framing = self._framing
        # Asked here, since of those who are sent the same all but the first come this way.
        frame = framing.last_frame if items is framing.last_items else framing.frame(items)
        try:
            self._transport.write(frame)
        except (OSError, RuntimeError):
            # A message that is not written would be a gap that the client sees only at the next
            # one; the end of the connection it sees at once.
            self.abort()

    async def send(self, items: Sequence[bytes]) -> bool:
        """Write a message and wait until there is room for more; False when it is closed."""
        try:
            await self._ws.send(self._framing.message(items), text=self._is_text)
        except ConnectionClosed:
            return False
        return True

    async def close(self, code: int, reason: str) -> None:
        """
        Do the closing handshake, with as much of *reason* as fits.

        Waits for the client without end while it reads nothing: have `abort` at hand.
        """
        short = reason.encode()[:_REASON_BYTES].decode(errors="ignore")
        await self._ws.close(code, short)

    def abort(self) -> None:
        """Drop the connection, with whatever waits."""
        self._transport.abort()
