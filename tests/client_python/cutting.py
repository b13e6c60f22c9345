"""A proxy on loopback that cuts connections in the middle of whatever is under way."""

import asyncio
import random
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class CuttingProxy:
    """
    Passes bytes on, and breaks a connection after a random number of them.

    Args:
        url: The server's socket.
        cuts: How many connections to break; later ones are left alone.
        most_bytes: A connection breaks after at most so many bytes from the server.
    """

    def __init__(self, url: str, chance: random.Random, cuts: int, most_bytes: int) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname, parts.port
        self._chance = chance
        self._most_bytes = most_bytes
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.cuts_left = cuts

    @property
    def url(self) -> str:
        """The proxy's own socket."""
        assert self._server is not None
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/ws"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        budget = None
        if self.cuts_left:
            self.cuts_left -= 1
            budget = self._chance.randint(0, self._most_bytes)
        far_reader, far_writer = await asyncio.open_connection(self._host, self._port)
        up = asyncio.create_task(_copy(reader, far_writer, None))
        down = asyncio.create_task(_copy(far_reader, writer, budget))
        try:
            await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for copying in (up, down):
                copying.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            for end in (writer, far_writer):
                end.transport.abort()


async def _copy(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: int | None
) -> None:
    """Copy until the end, or until *budget* bytes were copied."""
    try:
        while data := await reader.read(4096):
            if budget is not None:
                data = data[:budget]
                budget -= len(data)
            writer.write(data)
            await writer.drain()
            if budget == 0:
                return
    except ConnectionError:
        return
