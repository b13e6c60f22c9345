"""What `coterie replay` shows of a stored evening through a member's eyes, in each of its forms."""

import asyncio
import contextlib
import io
from collections.abc import Sequence, Set
from pathlib import Path

from server import cli
from tests.non_interference.table import ROOM, member_of

WHOLE: Sequence[Sequence[str]] = ((), ("--json",))
PART: Sequence[Sequence[str]] = (("--session", "1"),)
"""An evening is replayed through the eyes that a member had at its end, a Storyteller's perhaps."""


async def replays(data: Path, members: Sequence[str], once_storytellers: Set[str]) -> list[bytes]:
    """The output of the command for each of *members*, who must still be in the room."""
    shown = []
    for member in members:
        for form in WHOLE if member in once_storytellers else (*WHOLE, *PART):
            viewer = f"--as={member_of(member)}"
            arguments = ["replay", ROOM, "--data", str(data), viewer, *form]
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                # The command runs a loop of its own, so it wants a thread of its own.
                assert await asyncio.to_thread(cli.main, arguments) == 0
            assert output.getvalue(), arguments
            shown.append(output.getvalue().encode())
    return shown
