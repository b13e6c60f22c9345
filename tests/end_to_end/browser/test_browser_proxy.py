"""Behind a reverse proxy: below a path, with TLS at the proxy, over IPv6 (H7)."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.end_to_end.browser.conftest import OpenSeat, serving
from tests.end_to_end.browser.proxy import Proxy
from tests.end_to_end.browser.seats import DESK, PHONE, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("strips", "has_tls", "host"),
    [(True, True, "127.0.0.1"), (False, False, "127.0.0.1"), (True, False, "::1")],
    ids=["path taken off, TLS", "path left", "path taken off, IPv6 behind"],
)
async def test_table_works_below_a_path(
    tmp_path: Path, browser: Browser, *, strips: bool, has_tls: bool, host: str
) -> None:
    """Page, assets, socket and invite links all stay below the path, in the proxy's scheme."""
    async with Proxy("/table", strips=strips, has_tls=has_tls) as proxy:
        options = ("--public-url", proxy.url, "--host", host)
        async with serving(tmp_path, *options) as served:
            proxy.upstream = (host, served.port)
            assert served.create_link.startswith(f"{proxy.url}#create=")
            storyteller = await _open(browser, DESK)
            # Without the slash, as people type it.
            await storyteller.create_room(served.create_link.replace("/table/#", "/table#"))
            link = await storyteller.invite()
            assert link.startswith(f"{proxy.url}#invite=")
            player = await _open(browser, PHONE)
            await player.join(link, "Jo")
            await player.roll("From behind the proxy")
            await expect(storyteller.receipt("From behind the proxy")).to_be_visible()
            for seat in (storyteller, player):
                assert seat.complaints == []
                await seat.page.context.close()
    assert "/table/ws" in proxy.asked
    assert {path for path in proxy.asked if not path.startswith("/table/")} <= {"/table"}


async def test_table_works_over_ipv6(tmp_path: Path, open_seat: OpenSeat) -> None:
    """The server listens to IPv6 alone, and prints a link with its address in brackets."""
    async with serving(tmp_path, "--host", "::1") as served:
        assert served.create_link.startswith(f"http://[::1]:{served.port}/#create=")
        storyteller = await open_seat()
        await storyteller.create_room(served.create_link)
        assert (await storyteller.invite()).startswith(f"http://[::1]:{served.port}/#invite=")
        await storyteller.roll("Over IPv6")
        assert storyteller.hosts == {f"[::1]:{served.port}"}
        await storyteller.page.goto("about:blank")


async def _open(browser: Browser, viewport: dict[str, int]) -> Seat:
    context = await browser.new_context(
        viewport=viewport, reduced_motion="reduce", ignore_https_errors=True
    )
    context.set_default_timeout(10_000)
    return Seat(await context.new_page())
