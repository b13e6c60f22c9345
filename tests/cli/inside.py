"""The command in this process, for tests in which a process of its own is not the point."""

import asyncio
import contextlib
import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from server.cli import main


@dataclass(frozen=True)
class Done:
    """What a command came to."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Awaitable[Done]]


async def run_inside(*arguments: object) -> Done:
    """Run a command to its end, in a thread, since it brings an event loop of its own."""
    return await asyncio.to_thread(_run, tuple(map(str, arguments)))


def _run(arguments: tuple[str, ...]) -> Done:
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
