"""Starts `tests.support.scripted_server` as a process of its own, and kills it."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from tests.support.dockerfile import REPOSITORY

START_PATIENCE_S = 30.0


class ServerProcess:
    """One server process at a time, on one data file."""

    def __init__(self, *arguments: str | Path) -> None:
        self._arguments = [str(argument) for argument in arguments]
        self._process: Process | None = None
        self.port = 0

    async def start(self) -> None:
        """Start it and wait until it serves."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.support.scripted_server",
            *self._arguments,
            stdin=PIPE,
            stdout=PIPE,
            cwd=REPOSITORY,
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_PATIENCE_S):
            line = (await self._process.stdout.readline()).decode()
        assert line.startswith("port "), "the server ended before it listened"
        self.port = int(line.split()[1])

    async def kill(self) -> None:
        """End it at once, with SIGKILL: nothing is tidied up. Does nothing where none runs."""
        if self._process is None:
            return
        self._process.kill()
        await self._process.communicate()
        self._process = None

    async def stop(self) -> None:
        """End it properly by ending its input; does nothing where none runs."""
        if self._process is None:
            return
        async with asyncio.timeout(START_PATIENCE_S):
            await self._process.communicate(b"")
        assert self._process.returncode == 0, "the server did not end well"
        self._process = None
