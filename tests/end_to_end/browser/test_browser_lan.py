"""A table on a local network: a plain name, plain http, and so no secure context."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.end_to_end.browser.conftest import serving
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.support.browser import find_browser, launch_arguments

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

OF_PLAIN_HTTP = "The Cross-Origin-Opener-Policy header has been ignored"
"""The browser notes of itself that the header means nothing without TLS."""

WHAT_IS_THERE = """() => [isSecureContext, "clipboard" in navigator, "randomUUID" in crypto,
    "subtle" in crypto]"""


@pytest_asyncio.fixture(loop_scope="session")
async def near_browser() -> AsyncIterator[Browser]:
    """A browser on a network where this machine is called table.lan."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_browser(),
            args=[*launch_arguments(), "--host-resolver-rules=MAP table.lan 127.0.0.1"],
        )
        yield browser
        await browser.close()


async def test_night_over_plain_http_under_a_name(tmp_path: Path, near_browser: Browser) -> None:
    """Open, invite, copy, join, roll, add a device, come back after a reload: all of it works."""
    async with serving(tmp_path, "--lan", "--host", "127.0.0.1") as served:
        base = f"http://table.lan:{served.port}/"
        storyteller = await _open(near_browser, DESK)
        await storyteller.create_room(f"{base}#create={served.key}")
        assert await storyteller.page.evaluate(WHAT_IS_THERE) == [False, False, False, False]
        link = await storyteller.invite()
        assert link.startswith(f"{base}#invite=")
        await storyteller.page.get_by_role("button", name="Copy the link").click()
        told = storyteller.page.locator(".handed [role=status]")
        await expect(told).to_have_text("Copied.")
        player = await _open(near_browser, PHONE)
        await player.join(link, "Jo")
        await player.roll("By candle light")
        await expect(storyteller.receipt("By candle light")).to_be_visible()
        await player.open("Coterie")
        await player.page.get_by_role("button", name="Continue on another device").click()
        device = await player.page.get_by_label("Link", exact=True).input_value()
        other = await _open(near_browser, PHONE)
        await other.page.goto(device)
        await other.page.get_by_role("button", name="Sit down here").click()
        await other.is_seated()
        await player.page.reload()
        await player.is_seated()
        await expect(player.receipt("By candle light")).to_have_count(1)
        for seat in (storyteller, player, other):
            assert [said for said in seat.complaints if OF_PLAIN_HTTP not in said] == []
            assert seat.hosts == {f"table.lan:{served.port}"}


async def test_name_of_the_network_is_refused_unless_asked_for(
    tmp_path: Path, near_browser: Browser
) -> None:
    """Without --lan the server does not answer to it, and says which setting would."""
    async with serving(tmp_path) as served:
        seat = await _open(near_browser, DESK)
        response = await seat.page.goto(f"http://table.lan:{served.port}/")
        assert response is not None
        assert response.status == 403
        await expect(seat.page.locator("body")).to_contain_text("start it for the local network")
    async with serving(tmp_path, "--host-name", "table.lan") as served:
        seat = await _open(near_browser, DESK)
        await seat.create_room(f"http://table.lan:{served.port}/#create={served.key}")


async def _open(browser: Browser, viewport: dict[str, int]) -> Seat:
    context = await browser.new_context(viewport=viewport, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    return Seat(await context.new_page())
