"""`coterie serve` in a process of its own, as `make run` starts it: to be killed and restarted."""

import asyncio
import contextlib
import os
import re
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.support.dockerfile import REPOSITORY

START_WITHIN_S = 10.0
COMMAND = "import sys; from server.cli import main; sys.exit(main())"


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
        self._process: asyncio.subprocess.Process | None = None
        self._drain: asyncio.Task[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]

    async def start(self) -> Served:
        """Start it, and wait for the link that it prints once it listens."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", COMMAND, "serve", "--port", str(self.port)),
            *("--data", str(self._folder / "coterie.sqlite3"), *self._options),
            env=os.environ | {"PYTHONPATH": f"{REPOSITORY}:{os.environ.get('PYTHONPATH', '')}"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=self._folder,
        )
        self._process = process
        assert process.stdout is not None
        printed = ""
        async with asyncio.timeout(START_WITHIN_S):
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
        async with asyncio.timeout(START_WITHIN_S):
            await self._ended()

    async def kill(self) -> None:
        """End it at once, with SIGKILL: nothing is tidied up. Does nothing where none runs."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._ended()

    async def _ended(self) -> None:
        assert self._process is not None
        await self._process.wait()
        if self._drain is not None:
            await self._drain
        self._process = self._drain = None
