"""Opens fake servers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from tests.client_python.fake import FakeRoom, FakeServer, Talker

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
