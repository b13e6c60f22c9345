"""People in the page: a lost seat is found again, a room locked, somebody barred for good."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import Seat

# One browser, and so one event loop, serves all tests.
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def test_a_room_is_locked_and_opened(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """While it is locked an invite tells why it does not serve; afterwards it does."""
    link = await storyteller.invite()
    page = storyteller.page
    await page.get_by_role("button", name="Lock the room").click()
    await expect(player.line("Sam locked the room")).to_be_visible()
    late = await open_seat()
    await late.page.goto(link)
    await late.page.get_by_label("Your name at the table").fill("Ravi")
    await late.page.get_by_role("button", name="Take your seat").click()
    await expect(late.page.locator(".refusal")).to_contain_text("The room is locked")
    await page.get_by_role("button", name="Open the room").click()
    await expect(player.line("Sam opened the room")).to_be_visible()


async def test_somebody_is_barred_for_good(storyteller: Seat, player: Seat) -> None:
    """Asked twice, since nothing brings it back; the log says it."""
    page = storyteller.page
    await page.locator(".roster summary").first.click()
    await expect(page.get_by_role("button", name="Link to this seat")).to_be_visible()
    await page.get_by_role("button", name="Remove from the table…").click()
    await page.get_by_text("And bar them").click()
    await page.get_by_role("button", name="Remove for good").click()
    await expect(storyteller.line("You barred Jo")).to_be_visible()
    await expect(player.page.locator(".banner")).to_contain_text("A Storyteller removed you")


async def test_the_room_gets_another_name(storyteller: Seat, player: Seat) -> None:
    """By its Storyteller, from the menu; everybody reads it at once."""
    await storyteller.page.get_by_role("button", name="Menu").click()
    await storyteller.page.get_by_role("button", name="Rename the room…").click()
    renaming = storyteller.page.get_by_role("dialog", name="Rename the room")
    await renaming.get_by_label("Name of the chronicle").fill("Graz by Night")
    await renaming.get_by_role("button", name="Rename").click()
    await expect(renaming).to_have_count(0)
    for seat in (storyteller, player):
        await expect(seat.page.get_by_role("heading", name="Graz by Night")).to_be_visible()
    await player.page.get_by_role("button", name="Menu").click()
    await expect(player.page.get_by_role("button", name="Rename the room…")).to_have_count(0)
