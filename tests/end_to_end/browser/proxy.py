"""A reverse proxy as people put in front of a server: below a path, with or without TLS."""

import asyncio
import contextlib
import ssl
from pathlib import Path

CERTIFICATE = Path(__file__).with_name("proxy.pem")
"""A key and a certificate that protect nothing: the browser is told to take any."""


class Proxy:
    """
    Shows the server at *upstream_port* below *prefix*, such as `/table`.

    Like nginx it leads `/table` to `/table/`, passes the `Host` on, and appends the client's
    address to `X-Forwarded-For`. What is not below the prefix is not found.
    """

    def __init__(self, prefix: str, *, strips: bool, has_tls: bool) -> None:
        self._prefix = prefix
        self._strips = strips
        self._has_tls = has_tls
        self._listener: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.upstream = ("127.0.0.1", 0)
        self.asked: list[str] = []
        """Paths that were asked for, those that were not found too."""

    async def __aenter__(self) -> "Proxy":
        context = None
        if self._has_tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
        self._listener = await asyncio.start_server(self._join, "127.0.0.1", 0, ssl=context)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listener is not None
        self._listener.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._listener.wait_closed()

    @property
    def url(self) -> str:
        """Where browsers find the pages."""
        assert self._listener is not None
        scheme = "https" if self._has_tls else "http"
        port: int = self._listener.sockets[0].getsockname()[1]
        return f"{scheme}://127.0.0.1:{port}{self._prefix}/"

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._relay(reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        method, path, rest = head.split(" ", 2)
        self.asked.append(path)
        if path == self._prefix:
            writer.write(
                f"HTTP/1.1 301 Moved Permanently\r\nLocation: {path}/\r\n"
                "Content-Length: 0\r\nConnection: close\r\n\r\n".encode()
            )
            return
        if not path.startswith(f"{self._prefix}/"):
            writer.write(
                b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            return
        onward = path.removeprefix(self._prefix) if self._strips else path
        first, _, fields = rest.partition("\r\n")
        far_reader, far_writer = await asyncio.open_connection(*self.upstream)
        try:
            forwarded = "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n"
            far_writer.write(f"{method} {onward} {first}\r\n{forwarded}{fields}".encode("latin-1"))
            pumps = {
                asyncio.create_task(_pump(reader, far_writer)),
                asyncio.create_task(_pump(far_reader, writer)),
            }
            try:
                # Whichever end goes first ends both.
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
        finally:
            far_writer.close()
            with contextlib.suppress(OSError):
                await far_writer.wait_closed()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
