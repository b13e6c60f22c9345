"""A loopback proxy between browser and server that a test can hold, silence and cut."""

import asyncio
import contextlib
import re
from collections.abc import Callable

Alter = Callable[[bytes], bytes]


def face_changed(label: str) -> Alter:
    """Change a face of the roll of that label, which stays as long as it was."""

    def change(data: bytes) -> bytes:
        head, rolled, rest = data.partition(f'"label":"{label}"'.encode())
        face = re.search(rb'"face":([1-8])\b', rest)
        if not rolled or face is None:
            return data
        other = b"%d" % (int(face[1]) + 1)
        return head + rolled + rest[: face.start(1)] + other + rest[face.end(1) :]

    return change


class Wire:
    """
    Passes bytes on in both directions until told otherwise.

    `answers` and `requests` are set while bytes flow to the browser and to the server; what is
    held back waits, as behind a network that drops packets. While `lets_handshakes` is true, the
    first answer of a new connection passes all the same. `alter` may change what comes to the
    browser, but not its length: frames carry that.
    """

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._ends: set[asyncio.StreamWriter] = set()
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None
        self.answers = asyncio.Event()
        self.requests = asyncio.Event()
        self.lets_handshakes = False
        self.alter: Alter = bytes
        self.flow()

    async def open(self) -> None:
        """Start to listen on a free port of loopback."""
        self._listener = await asyncio.start_server(self._join, "127.0.0.1", 0)

    @property
    def port(self) -> int:
        """Where browsers connect."""
        assert self._listener is not None
        port: int = self._listener.sockets[0].getsockname()[1]
        return port

    def flow(self) -> None:
        """Let everything through."""
        self.answers.set()
        self.requests.set()

    def silence(self) -> None:
        """Let nothing through, and close nothing."""
        self.answers.clear()
        self.requests.clear()

    def cut(self) -> None:
        """
        Break every WebSocket that there is.

        A page that is still fetching its files goes on: how it takes a file that did not come is
        another test's question, and none of those that cut the line.
        """
        self._abort(self._lines)

    @staticmethod
    def _abort(ends: set[asyncio.StreamWriter]) -> None:
        for end in ends:
            end.transport.abort()

    async def close(self) -> None:
        """Stop, and break what is left."""
        assert self._listener is not None
        self._listener.close()
        self.flow()
        self._abort(self._ends)
        await asyncio.gather(*self._tasks)
        await self._listener.wait_closed()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with contextlib.suppress(OSError), contextlib.closing(writer):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
            ends = {writer, far_writer}
            self._ends |= ends
            try:
                request = await reader.read(65_536)
                if b"upgrade: websocket" in request.lower():
                    self._lines |= ends
                if not self.lets_handshakes:
                    await self.requests.wait()
                far_writer.write(request)
                if self.lets_handshakes:
                    writer.write(await far_reader.read(65_536))
                await asyncio.gather(
                    _pump(reader, far_writer, self.requests),
                    _pump(far_reader, writer, self.answers, lambda data: self.alter(data)),
                )
            finally:
                self._ends -= ends
                self._lines -= ends
                for end in ends:
                    end.close()


async def _pump(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    gate: asyncio.Event,
    alter: Alter = bytes,
) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            await gate.wait()
            writer.write(alter(data))
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.write_eof()
