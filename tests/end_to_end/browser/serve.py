"""`coterie serve` in a process of its own: to be killed and restarted."""

import asyncio
import re
import socket
from dataclasses import dataclass
from pathlib import Path

from server.cli import main
from tests.support.nursery import Child

PATIENCE_S = 30.0


@dataclass(frozen=True)
class Served:
    """A running server: the link that creates a room, as it printed it, and where it listens."""

    create_link: str
    port: int

    @property
    def key(self) -> str:
        """What the link carries in its fragment."""
        return self.create_link.partition("#create=")[2]


class Serve:
    """One process at a time, on one port and one data file that outlive it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._folder = folder
        self._options = options
        self._process: Child | None = None
        self._drain: asyncio.Task[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]

    async def start(self) -> Served:
        """Start it, and wait for the link that it prints once it listens."""
        arguments = ["serve", "--port", str(self.port), "--data", "coterie.sqlite3"]
        process = await Child.start(main, [*arguments, *self._options], self._folder)
        self._process = process
        printed = ""
        async with asyncio.timeout(PATIENCE_S):
            while not (found := re.search(r"http\S+#create=[\w-]+", printed)):
                line = await process.stdout.readline()
                assert line, f"the server ended before it printed its link:\n{printed}"
                printed += line.decode()
        self._drain = asyncio.create_task(process.stdout.read())
        return Served(found[0], self.port)

    async def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        assert self._process is not None
        self._process.terminate()
        async with asyncio.timeout(PATIENCE_S):
            await self._ended()

    async def kill(self) -> None:
        """End it at once, with SIGKILL: nothing is tidied up. Does nothing where none runs."""
        if self._process is not None:
            self._process.kill()
            await self._ended()

    async def _ended(self) -> None:
        assert self._process is not None
        await self._process.wait()
        if self._drain is not None:
            await self._drain
        self._process = self._drain = None
