"""What `coterie replay` and `export` show of a stored evening through a member's eyes."""

import asyncio
import contextlib
import io
from collections.abc import Sequence, Set
from pathlib import Path

from server import cli
from tests.non_interference.table import ROOM, member_of

WHOLE: Sequence[Sequence[str]] = ((), ("--json",))
EXPORTS: Sequence[str] = ("jsonl", "markdown", "html", "csv")
PART: Sequence[Sequence[str]] = (("--session", "1"),)
"""An evening is replayed through the eyes that a member had at its end, a Storyteller's perhaps."""


async def replays(data: Path, members: Sequence[str], once_storytellers: Set[str]) -> list[bytes]:
    """The output of the commands for each of *members*, who must still be in the room."""
    shown = []
    for member in members:
        for form in WHOLE if member in once_storytellers else (*WHOLE, *PART):
            shown.append(await _printed("replay", data, member, *form))
        for form in EXPORTS:
            shown.append(await _printed("export", data, member, "--form", form))
    return shown


async def _printed(command: str, data: Path, member: str, *form: str) -> bytes:
    arguments = [command, ROOM, "--data", str(data), f"--as={member_of(member)}", *form]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        # The command runs a loop of its own, so it wants a thread of its own.
        assert await asyncio.to_thread(cli.main, arguments) == 0
    assert output.getvalue(), arguments
    return output.getvalue().encode()
