"""Who plays what in the page: stand-ins, characters handed on, and a seat kept by one browser."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import Seat

# One browser, and so one event loop, serves all tests.
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def second_player(storyteller: Seat, open_seat: OpenSeat) -> Seat:
    """Ravi, who plays too."""
    ravi = await open_seat()
    await ravi.join(await storyteller.invite(), "Ravi")
    return ravi


async def whole_sheet(seat: Seat) -> None:
    await seat.open("Sheet")
    await seat.page.locator(".own-sheet").get_by_role("button", name="Whole sheet").click()


async def test_a_player_lends_a_character_and_takes_it_back(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """From the sheet, by name; the stand-in has it as their own meanwhile, and no longer."""
    await player.ask("create_character", name="Odile", hunger=2)
    ravi = await second_player(storyteller, open_seat)
    await expect(ravi.page.locator(".own-sheet")).to_contain_text("No character plays for you")
    await whole_sheet(player)
    sheet = player.page.get_by_role("dialog", name="Whole sheet")
    await sheet.get_by_label("Stand-in").select_option(label="Ravi")
    await sheet.get_by_role("button", name="Let them play").click()
    await expect(sheet).to_contain_text("Ravi plays this character until the session ends.")
    await expect(ravi.page.locator(".own-sheet")).to_contain_text("Odile")
    await expect(ravi.line("You stand in for Odile until the session ends")).to_be_visible()
    await ravi.page.get_by_role("button", name="Rouse check").click()
    await expect(player.receipts.last).to_contain_text("Odile")
    await sheet.get_by_role("button", name="Take it back").click()
    await expect(ravi.page.locator(".own-sheet")).to_contain_text("No character plays for you")
    await expect(sheet.get_by_role("button", name="Take it back")).to_have_count(0)


async def test_a_storyteller_sets_a_stand_in(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """From the character's menu; the stand-in gives it back from the sheet."""
    await player.ask("create_character", name="Odile", hunger=2)
    ravi = await second_player(storyteller, open_seat)
    await storyteller.page.get_by_role("button", name="More about Odile").click()
    care = storyteller.page.get_by_role("dialog", name="Odile")
    await care.get_by_text("Stand-in…").click()
    await care.get_by_label("Stand-in").select_option(label="Ravi")
    await care.get_by_role("button", name="Let them play").click()
    await expect(care).to_contain_text("Ravi plays this character until the session ends.")
    await whole_sheet(ravi)
    sheet = ravi.page.get_by_role("dialog", name="Whole sheet")
    await sheet.get_by_role("button", name="Give it back").click()
    await expect(storyteller.line("Ravi stands in for Odile no more")).to_be_visible()


async def test_a_player_hands_a_character_on(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """Offered from the sheet; it is the other one's once they accept, and not before."""
    await player.ask("create_character", name="Odile", hunger=2)
    ravi = await second_player(storyteller, open_seat)
    await whole_sheet(player)
    sheet = player.page.get_by_role("dialog", name="Whole sheet")
    await sheet.get_by_label("Hand on to").select_option(label="Ravi")
    await sheet.get_by_role("button", name="Offer it for good").click()
    await expect(sheet).to_contain_text("Offered to Ravi, who has to accept.")
    business = ravi.page.locator(".business")
    await expect(business).to_contain_text("Jo offers it to you, for good")
    await expect(storyteller.page.locator(".proposal")).to_contain_text("who has to accept")
    await business.get_by_role("button", name="Accept").click()
    await expect(ravi.page.locator(".own-sheet")).to_contain_text("Odile")
    await expect(player.line("Odile is played by Ravi")).to_be_visible()


async def test_other_devices_are_signed_out(player: Seat, open_seat: OpenSeat) -> None:
    """The browser that asks keeps the seat, after a reload too; the other says what happened."""
    page = player.page
    await player.open("Coterie")
    await page.get_by_role("button", name="Continue on another device").click()
    link = await page.get_by_label("Link", exact=True).input_value()
    other = await open_seat()
    await other.page.goto(link)
    await other.page.get_by_role("button", name="Sit down here").click()
    await other.is_seated()
    await page.get_by_role("button", name="Sign out other devices…").click()
    await page.get_by_role("button", name="Sign out all others").click()
    await expect(other.page.locator(".banner")).to_contain_text("this one is signed out")
    await expect(page.locator(".state")).to_have_text("Connected")
    await page.reload()
    await player.is_seated()
    await expect(page.locator(".state")).to_have_text("Connected")
