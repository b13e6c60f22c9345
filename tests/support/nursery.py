"""
Servers for tests, each a process of its own: forked from one that has imported everything already.

So nobody but the first waits for Python and for imports, which take longer than a server's start.
"""

import asyncio
import atexit
import contextlib
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from tests.support.dockerfile import REPOSITORY
from tests.support.pages_once import read_pages_once

_IMPORTED = ("server.cli", "server.commands.serving", "tests.support.scripted_server", "uvloop")
_ORDER_BYTES = 1 << 16

# --- in the tests' process ------------------------------------------------------------------------


class Child:
    """
    A process that calls a function and ends with what it returns as its exit code.

    What it prints, and complains of, is `stdout`. Its input ends at the latest when it does.
    """

    def __init__(self, pid: int, stdin: int, stdout: asyncio.StreamReader) -> None:
        self._pid: int | None = pid
        self._stdin: int | None = stdin
        self.stdout = stdout
        self.ending: asyncio.StreamReader | None = None

    @classmethod
    async def start(
        cls, function: Callable[[list[str]], int | None], arguments: list[str], folder: Path
    ) -> "Child":
        """Start it in *folder*, with our environment as it is now."""
        stdin, ours_in = os.pipe()
        ours_out, stdout = os.pipe()
        ours_end, end = os.pipe()
        order = {
            "module": function.__module__,
            "function": function.__name__,
            "arguments": arguments,
            "folder": str(folder),
            "environment": dict(os.environ),
        }
        theirs = [stdin, stdout, end]
        socket.send_fds(_nursery(), [json.dumps(order).encode()], theirs)
        for number in theirs:
            os.close(number)
        ending = await _read(ours_end)
        child = cls(int(await ending.readline()), ours_in, await _read(ours_out))
        child.ending = ending
        return child

    def terminate(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self._signal(signal.SIGKILL)

    def close_input(self) -> None:
        """End its input; may be said again."""
        if self._stdin is not None:
            os.close(self._stdin)
            self._stdin = None

    async def wait(self) -> int:
        """Return its exit code when it has ended, negative for the signal that ended it."""
        assert self.ending is not None
        code = int(await self.ending.read())
        self._pid = None
        self.close_input()
        return code

    def _signal(self, number: signal.Signals) -> None:
        if self._pid is not None:
            # It may have ended by itself.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, number)


async def _read(number: int) -> asyncio.StreamReader:
    """Everything that comes out of a pipe, which closes itself at its end."""
    reader = asyncio.StreamReader()
    pipe = os.fdopen(number, "rb", buffering=0)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), pipe
    )
    return reader


@cache
def _nursery() -> socket.socket:
    """The line to the process that forks; both end with the tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.nursery", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            cwd=REPOSITORY,
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# --- in the process that forks --------------------------------------------------------------------


def _raise_children(orders: socket.socket) -> None:
    """Fork a keeper for each order, until the tests are gone."""
    for name in _IMPORTED:
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)
    read_pages_once()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        order, numbers, _, _ = socket.recv_fds(orders, _ORDER_BYTES, 3)
        if not order:
            return
        if os.fork() == 0:
            orders.close()
            _keep(json.loads(order), numbers)
        for number in numbers:
            os.close(number)


def _keep(order: dict[str, Any], numbers: list[int]) -> NoReturn:
    """Fork the child and tell how it ends: only who forked it may ask."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    stdin, stdout, end = numbers
    pid = os.fork()
    if pid == 0:
        os.close(end)
        _live(order, stdin, stdout)
    os.close(stdin)
    os.close(stdout)
    os.write(end, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    # The tests may be gone by now.
    with contextlib.suppress(BrokenPipeError):
        os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _live(order: dict[str, Any], stdin: int, stdout: int) -> NoReturn:
    """In the child: take up its own folder, environment, input and output; do what it is for."""
    code = 1
    try:
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["environment"])
        for number, target in ((stdin, 0), (stdout, 1), (stdout, 2)):
            os.dup2(number, target)
        os.close(stdin)
        os.close(stdout)
        # Those that were inherited still take themselves for what the tests' own were.
        sys.stdin = os.fdopen(0, closefd=False)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
        function = getattr(importlib.import_module(order["module"]), order["function"])
        code = function(order["arguments"]) or 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    finally:
        # Said here, since nobody above may go on in a child; the code says that it failed.
        if sys.exc_info()[0] is not None:
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    _raise_children(socket.socket(fileno=int(sys.argv[1])))
