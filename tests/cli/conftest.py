"""Servers in folders of their own, which no test leaves behind; commands without a process."""

import asyncio
import contextlib
import io
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.cli import main
from tests.cli.process import Serving


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    """A server that is not started yet."""
    one = Serving(tmp_path)
    yield one
    await one.kill()


@pytest.fixture
async def another(tmp_path: Path) -> AsyncIterator[Serving]:
    """A second server in the same folder."""
    one = Serving(tmp_path)
    yield one
    await one.kill()


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Awaitable[Done]]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """
    Runs the command in this process, in the test's folder, where a process is not what is tested.

    In a thread, since it brings an event loop of its own.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()

    def call(arguments: tuple[str, ...]) -> Done:
        with (
            contextlib.redirect_stdout(io.StringIO()) as out,
            contextlib.redirect_stderr(io.StringIO()) as errors,
        ):
            try:
                code: object = main(arguments)
            except SystemExit as ended:
                code = ended.code
        assert isinstance(code, int)
        return Done(code, out.getvalue(), errors.getvalue())

    async def run(*arguments: object) -> Done:
        return await asyncio.to_thread(call, tuple(map(str, arguments)))

    yield run
    monkeypatch.undo()
    time.tzset()
