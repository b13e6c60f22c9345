"""A server of its own for each test, started as people start it, and a browser for its pages."""

import asyncio
import contextlib
import os
import re
import socket
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, async_playwright, expect

from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.wire import Wire
from tests.support.browser import find_browser, launch_arguments
from tests.support.dockerfile import REPOSITORY

WAIT_MS = 10_000
expect.set_options(timeout=WAIT_MS)

OpenSeat = Callable[..., Awaitable[Seat]]


@dataclass(frozen=True)
class Served:
    """A running server: the link that creates a room, as it printed it, and where it listens."""

    create_link: str
    port: int

    @property
    def key(self) -> str:
        """What the link carries in its fragment."""
        return self.create_link.partition("#create=")[2]


@pytest_asyncio.fixture(loop_scope="session")
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """`coterie serve` with a data file of its own."""
    async with serving(tmp_path) as served:
        yield served


@contextlib.asynccontextmanager
async def serving(tmp_path: Path, *options: str) -> AsyncIterator[Served]:
    """`coterie serve` with its data in a folder, and *options* beside."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "import sys; from server.cli import main; sys.exit(main())"),
        *("serve", "--port", str(port), "--data", str(tmp_path / "coterie.sqlite3"), *options),
        env=os.environ | {"PYTHONPATH": f"{REPOSITORY}:{os.environ.get('PYTHONPATH', '')}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    printed = ""
    try:
        async with asyncio.timeout(WAIT_MS / 1_000):
            while not (found := re.search(r"http\S+#create=[\w-]+", printed)):
                line = await process.stdout.readline()
                assert line, f"the server ended before it printed its link:\n{printed}"
                printed += line.decode()
        drain = asyncio.create_task(process.stdout.read())
        yield Served(found[0], port)
        process.terminate()
        await asyncio.wait_for(process.wait(), WAIT_MS / 1_000)
        await drain
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


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

    async def open_one(viewport: ViewportSize = DESK, beside: Seat | None = None) -> Seat:
        """Open a page; *beside* another it shares that one's storage."""
        if beside is None:
            context = await browser.new_context(viewport=viewport)
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
