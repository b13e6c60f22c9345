"""
A WebSocket client on a plain blocking socket: it alone decides which bytes go out and come in.

Knows how messages are framed, and nothing of what they mean. No library's buffers stand between
a test and the bytes, so a connection can be cut anywhere.
"""

import base64
import contextlib
import itertools
import os
import socket
import struct
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import msgspec

from tests.support.wire_client import PATIENCE_S, Item, encode

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
_MASK = bytes.fromhex("11223344")
_ABORT = struct.pack("ii", 1, 0)
_LISTS = {
    "json": msgspec.json.Decoder(list[msgspec.Raw]),
    "msgpack": msgspec.msgpack.Decoder(list[msgspec.Raw]),
}


def frame(payload: bytes, opcode: int) -> bytes:
    """One frame of a client, whole and masked."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
    else:
        head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
    mask = (_MASK * (size // 4 + 1))[:size]
    masked = int.from_bytes(payload) ^ int.from_bytes(mask)
    return head + _MASK + masked.to_bytes(size)


def frame_of(message: Mapping[str, Any], encoding: str) -> bytes:
    """The frame in which a message travels to the server."""
    said = encode(message, encoding)
    return frame(said.encode(), TEXT) if isinstance(said, str) else frame(said, BINARY)


class PlainClient:
    """
    One connection, its handshake done.

    `is_over` says that nothing more will come; `received` counts the bytes since the handshake.
    """

    def __init__(self, port: int, encoding: str, receive_buffer: int | None = None) -> None:
        """Connect; with a small *receive_buffer* the server feels soon that nothing is read."""
        self.encoding = encoding
        self.is_over = False
        self.received = 0
        self._unread = bytearray()
        self._waiting: list[Item] = []
        self._heard_at_s = time.monotonic()
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE_S)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._shake_hands(port)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def fileno(self) -> int:
        """So that a selector can wait for it."""
        return self.socket.fileno()

    def _shake_hands(self, port: int) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            "GET /ws HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: coterie.v1.{self.encoding}",
        )
        self.socket.sendall("\r\n".join((*request, "", "")).encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            more = self.socket.recv(1)
            assert more, f"the handshake ended after {head!r}"
            head += more
        assert head.startswith(b"HTTP/1.1 101 "), head

    # --- sending ---------------------------------------------------------------------------------

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message without waiting for anything."""
        self.send_bytes(frame_of(message, self.encoding))

    def send_bytes(self, raw: bytes) -> None:
        """Send these bytes, be they a frame or a part of one."""
        self.socket.sendall(raw)

    # --- receiving -------------------------------------------------------------------------------

    def receive(self, at_most: int = 65_536) -> list[Item]:
        """Wait for bytes, and return the items of the messages that became whole with them."""
        try:
            data = self.socket.recv(at_most)
        except ConnectionError:
            data = b""
        if not data:
            self.is_over = True
        self.received += len(data)
        self._unread += data
        waiting, self._waiting = self._waiting, []
        items = waiting + self._whole_items()
        if items:
            self._heard_at_s = time.monotonic()
        # The server's pings are a sign of life, but not of what is waited for.
        assert time.monotonic() - self._heard_at_s < PATIENCE_S, "nothing is said any more"
        return items

    def receive_exactly(self, count: int) -> list[Item]:
        """The items of the messages that are whole within the next *count* bytes."""
        end = self.received + count
        items: list[Item] = []
        while self.received < end and not self.is_over:
            items += self.receive(end - self.received)
        return items

    def receive_rest(self) -> list[Item]:
        """All items that still come, up to the end of the connection."""
        items: list[Item] = []
        while not self.is_over:
            items += self.receive()
        return items

    def until(self, type: str, **fields: Any) -> list[Item]:
        """All items up to the first of *type* with these fields; what came behind it is kept."""
        items: list[Item] = []
        while True:
            for place, item in enumerate(items):
                if item.type == type and all(item.data.get(k) == v for k, v in fields.items()):
                    self._waiting = items[place + 1 :] + self._waiting
                    return items[: place + 1]
            assert not self.is_over, f"no {type} came before the end: {[i.data for i in items]}"
            if self._waiting:
                items, self._waiting = items + self._waiting, []
            else:
                items += self.receive()

    def _whole_items(self) -> list[Item]:
        return list(itertools.chain.from_iterable(iter(self._next_message, None)))

    def _next_message(self) -> list[Item] | None:
        """The items of the next whole frame, or None; control frames are dealt with here."""
        found = _split_frame(self._unread)
        if found is None:
            return None
        opcode, payload, size = found
        del self._unread[:size]
        if opcode in (TEXT, BINARY):
            raws = map(bytes, _LISTS[self.encoding].decode(payload))
            return [Item(raw, self.encoding) for raw in raws]
        if opcode == PING:
            with contextlib.suppress(ConnectionError):
                self.send_bytes(frame(payload, PONG))
        return []

    # --- ending ----------------------------------------------------------------------------------

    def close(self) -> None:
        """End the connection in order as far as TCP goes, without a word of WebSocket."""
        self.is_over = True
        self.socket.close()

    def abort(self) -> None:
        """Reset the connection: what lies unread on either side is lost."""
        self.is_over = True
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _ABORT)
        self.socket.close()


def _split_frame(data: bytearray) -> tuple[int, bytes, int] | None:
    """Opcode, payload and length of the frame that *data* begins with, None if it is not whole."""
    if len(data) < 2:
        return None
    assert data[0] & 0x80, "the server sends whole messages only"
    size, begin = data[1] & 0x7F, 2
    if size > 125:
        begin = 4 if size == 126 else 10
        size = int.from_bytes(data[2:begin])
    if len(data) < begin or len(data) < begin + size:
        return None
    return data[0] & 0x0F, bytes(data[begin : begin + size]), begin + size
