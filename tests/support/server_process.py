"""Starts `tests.support.scripted_server` as a process of its own, and kills it."""

import asyncio
from pathlib import Path

from tests.support.dockerfile import REPOSITORY
from tests.support.nursery import Child
from tests.support.scripted_server import main

PATIENCE_S = 30.0


class ServerProcess:
    """One server process at a time, on one data file."""

    def __init__(self, *arguments: str | Path) -> None:
        self._arguments = [str(argument) for argument in arguments]
        self._process: Child | None = None
        self.port = 0

    async def start(self) -> None:
        """Start it and wait until it serves."""
        self._process = await Child.start(main, self._arguments, REPOSITORY)
        async with asyncio.timeout(PATIENCE_S):
            line = (await self._process.stdout.readline()).decode()
        assert line.startswith("port "), "the server ended before it listened"
        self.port = int(line.split()[1])

    async def kill(self) -> None:
        """End it at once, with SIGKILL: nothing is tidied up. Does nothing where none runs."""
        if self._process is None:
            return
        self._process.kill()
        await self._ended()

    async def stop(self) -> None:
        """End it properly by ending its input; does nothing where none runs."""
        if self._process is None:
            return
        self._process.close_input()
        async with asyncio.timeout(PATIENCE_S):
            assert await self._ended() == 0, "the server did not end well"

    async def _ended(self) -> int:
        assert self._process is not None
        await self._process.stdout.read()
        code = await self._process.wait()
        self._process = None
        return code
