"""Puts the SDK on the path and opens fake servers."""

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

SDK = Path(__file__).resolve().parents[2] / "client_examples" / "python"
if str(SDK) not in sys.path:
    sys.path.insert(0, str(SDK))

from tests.client_python.fake import FakeRoom, FakeServer, Talker  # noqa: E402 - needs the path

Serve = Callable[[Talker], Awaitable[FakeServer]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Starts fake servers: `server = await serve(talker)`."""
    async with AsyncExitStack() as stack:

        async def start(talker: Talker) -> FakeServer:
            return await stack.enter_async_context(FakeServer(talker))

        yield start


@pytest.fixture
async def room() -> AsyncIterator[FakeRoom]:
    """A fake server with a room that behaves."""
    room = FakeRoom()
    async with FakeServer(room.talk) as server:
        room.server = server
        yield room
