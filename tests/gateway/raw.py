"""A client that speaks WebSocket byte by byte, so that it can do everything wrong."""

import asyncio
import base64
import contextlib
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = b"\x11\x22\x33\x44"


def frame(payload: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True) -> bytes:
    """Make a client's frame; unmasked ones are against the protocol."""
    first = (0x80 if fin else 0) | opcode
    mask_bit = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, mask_bit | size)
    elif size < 65_536:
        head = struct.pack("!BBH", first, mask_bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask_bit | 127, size)
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))


@dataclass(frozen=True)
class Closed:
    """The server's close frame."""

    code: int
    reason: str


class RawClient:
    """A TCP connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, receive_buffer: int | None = None) -> Self:
        """Connect; a small *receive_buffer* makes a client that does not read felt at once."""
        sock = socket.socket()
        if receive_buffer is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        sock.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        except OSError:
            sock.close()
            raise
        return cls(*await asyncio.open_connection(sock=sock, limit=2**14))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.drop()

    async def drop(self) -> None:
        """Go away without a word."""
        self.writer.transport.abort()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    async def request(
        self,
        path: str = "/ws",
        method: str = "GET",
        fields: Mapping[str, str] | None = None,
        *,
        upgrade: bool = True,
    ) -> tuple[int, dict[str, str]]:
        """
        Send a request; say what status and fields came back.

        Fields that are empty are left out.
        """
        port = self.writer.get_extra_info("peername")[1]
        wanted = {"Host": f"127.0.0.1:{port}"}
        if upgrade:
            wanted |= {
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Sec-WebSocket-Key": base64.b64encode(b"k" * 16).decode(),
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Protocol": "coterie.v1.json",
            }
        wanted |= fields or {}
        lines = [f"{name}: {value}" for name, value in wanted.items() if value]
        self.writer.write("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.split(": ", 1) for line in head[1:] if line)
        return int(head[0].split()[1]), dict(pairs)

    async def body(self) -> bytes:
        """Read to the end."""
        return await self.reader.read()

    async def read(self) -> tuple[int, bytes]:
        """Read one frame: its opcode and what it carries."""
        first, second = await self.reader.readexactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 0x0F, await self.reader.readexactly(size)

    async def until_closed(self) -> tuple[list[bytes], Closed | None]:
        """Read to the end: the messages that came, and the close frame, if one came."""
        messages: list[bytes] = []
        closed: Closed | None = None
        try:
            while True:
                opcode, payload = await self.read()
                if opcode in (TEXT, BINARY):
                    messages.append(payload)
                elif opcode == CLOSE:
                    (code,) = struct.unpack("!H", payload[:2])
                    closed = Closed(code, payload[2:].decode())
                    self.writer.write(frame(payload, CLOSE))
        except (asyncio.IncompleteReadError, ConnectionError):
            return messages, closed
