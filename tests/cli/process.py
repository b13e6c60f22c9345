"""The command as a process of its own: started, read, told to stop, killed."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path

from tests.support.dockerfile import REPOSITORY

PATIENCE_S = 30.0
"""How long a process may take for what it does in a moment, on a machine that is very busy."""

COMMAND = (sys.executable, "-m", "server.cli")
LAST_LINE = "Ctrl-C stops the server"


def environment(**variables: str) -> dict[str, str]:
    """The environment of a process: ours, less what would change how it behaves."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COTERIE_", "PYTEST", "COV_", "COVERAGE_"))
    }
    return (
        kept | {"PYTHONPATH": str(REPOSITORY), "TZ": "UTC", "PYTHONIOENCODING": "utf-8"} | variables
    )


def run(folder: Path, *arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in *folder* to its end."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=folder,
        env=environment(**variables),
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE_S,
        check=False,
    )


class Ended(Exception):
    """A server ended before it served; the message is what it said."""


class Serving:
    """`coterie serve` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: Process | None = None
        self.said = ""

    @property
    def process(self) -> Process:
        """The process, which must have been started."""
        assert self._process is not None
        return self._process

    @property
    def link(self) -> str:
        """The Storyteller's link."""
        found = re.search(r"^  (https?://\S+#create=\S+)$", self.said, re.MULTILINE)
        assert found is not None, self.said
        return found[1]

    @property
    def create_key(self) -> str:
        """What the link lets in with."""
        return self.link.partition("#create=")[2]

    @property
    def port(self) -> int:
        """Where it listens."""
        found = re.search(r"^  port +(\d+)$", self.said, re.MULTILINE)
        assert found is not None, self.said
        return int(found[1])

    async def start(
        self, *arguments: str | Path, command: tuple[str, ...] = (), **variables: str
    ) -> "Serving":
        """Start it, or *command* in its place, and wait until it has said all that it says."""
        if command:
            await self._spawn(command, variables)
        else:
            await self.spawn("--port", "0", *arguments, **variables)
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            while LAST_LINE not in self.said:
                line = (await self.process.stdout.readline()).decode()
                if not line:
                    raise Ended(self.said + (await self.process.communicate())[1].decode())
                self.said += line
        return self

    async def spawn(self, *arguments: str | Path, stdout: int = PIPE, **variables: str) -> None:
        """Start it, and wait for nothing."""
        await self._spawn((*COMMAND, "serve", *map(str, arguments)), variables, stdout)

    async def _spawn(
        self, command: tuple[str, ...], variables: Mapping[str, str], stdout: int = PIPE
    ) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *command,
            cwd=self.folder,
            env=environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=PIPE,
        )

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float, str]:
        """Send a signal; returns the exit code, how many seconds it took, and the error output."""
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        self.process.send_signal(number)
        code, errors = await self.ended()
        return code, loop.time() - began_s, errors

    async def ended(self) -> tuple[int, str]:
        """Wait for the end; returns the exit code and the error output."""
        async with asyncio.timeout(PATIENCE_S):
            out, errors = await self.process.communicate()
        self.said += (out or b"").decode()
        assert self.process.returncode is not None
        return self.process.returncode, errors.decode()

    async def kill(self) -> None:
        """End it at once, if it has not ended."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.communicate()
