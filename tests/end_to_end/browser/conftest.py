"""A server of its own for each test, started as people start it, and a browser for its pages."""

import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, async_playwright, expect

from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.serve import Serve
from tests.end_to_end.browser.serve import Served as Served
from tests.end_to_end.browser.wire import Wire
from tests.support.browser import find_browser, launch_arguments
from tests.support.dockerfile import REPOSITORY

WAIT_MS = 20_000
expect.set_options(timeout=WAIT_MS)

OpenSeat = Callable[..., Awaitable[Seat]]


@pytest_asyncio.fixture(loop_scope="session")
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """`coterie serve` with a data file of its own."""
    async with serving(tmp_path) as served:
        yield served


@contextlib.asynccontextmanager
async def serving(tmp_path: Path, *options: str) -> AsyncIterator[Served]:
    """`coterie serve` with its data in a folder, and *options* beside."""
    server = Serve(tmp_path, *options)
    try:
        yield await server.start()
        await server.stop()
    finally:
        await server.kill()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The Chromium of this machine."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_browser(), args=launch_arguments()
        )
        yield browser
        await browser.close()


OF_A_CUT_SOCKET = "WebSocket connection to "


@pytest_asyncio.fixture(loop_scope="session")
async def open_seat(browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[OpenSeat]:
    """Opens pages, each in a context of its own; none may complain, nor ask any other host."""
    seats: list[Seat] = []

    async def open_one(
        viewport: ViewportSize = DESK, beside: Seat | None = None, *, moves: bool = False
    ) -> Seat:
        """
        Open a page; *beside* another it shares that one's storage.

        Nothing *moves*, as for people who asked for rest: each press waits for what moves.
        """
        if beside is None:
            motion: Literal["no-preference", "reduce"] = "no-preference" if moves else "reduce"
            context = await browser.new_context(viewport=viewport, reduced_motion=motion)
            context.set_default_timeout(WAIT_MS)
        else:
            context = beside.page.context
        seat = Seat(await context.new_page())
        seats.append(seat)
        return seat

    yield open_one
    for context in {seat.page.context for seat in seats}:
        await context.close()
    for seat in seats:
        # The browser itself notes a socket that a test cut in the middle of its handshake.
        is_cut = "wire" in request.fixturenames
        said = [c for c in seat.complaints if not (is_cut and c.startswith(OF_A_CUT_SOCKET))]
        assert said == []
        asked = {host.rpartition(":")[0] for host in seat.hosts}
        assert asked <= {"127.0.0.1", "localhost", "[::1]"}


@pytest_asyncio.fixture(loop_scope="session")
async def wire(served: Served) -> AsyncIterator[Wire]:
    """A line to the server that the test can cut."""
    wire = Wire(served.port)
    await wire.open()
    yield wire
    await wire.close()


@pytest.fixture
def static_host() -> Iterator[str]:
    """A host that knows nothing of the server: it hands out the files, here in a folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    folder = REPOSITORY / "client_examples"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as host:
        thread = threading.Thread(target=host.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{host.server_port}/browser/"
        host.shutdown()
        thread.join()


@pytest_asyncio.fixture(loop_scope="session")
async def storyteller(served: Served, open_seat: OpenSeat) -> Seat:
    """Sam, who created the room, at a desk."""
    seat = await open_seat()
    await seat.create_room(served.create_link)
    return seat


@pytest_asyncio.fixture(loop_scope="session")
async def player(storyteller: Seat, open_seat: OpenSeat) -> Seat:
    """Jo, who was invited, on a phone."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    await seat.join(link, "Jo")
    return seat
