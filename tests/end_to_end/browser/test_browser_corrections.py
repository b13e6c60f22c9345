"""Corrections in the page: a slip is taken back by one press, a roll retracted with its reason."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import ASK, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def test_a_slip_is_taken_back(storyteller: Seat) -> None:
    """Undo is offered after one's own roll, works by its key, and the receipt says so."""
    page = storyteller.page
    await page.locator(".composer").get_by_text("Public").click()
    await page.get_by_role("button", name="Roll 5 dice").click()
    await expect(page.get_by_role("button", name="Undo")).to_be_visible()
    await page.locator(".log h2").click()
    await page.keyboard.press("u")
    retracted = page.locator("article.retracted")
    await expect(retracted).to_contain_text("Taken back at once by you")
    await expect(page.get_by_role("button", name="Undo")).to_be_hidden()


async def test_a_roll_is_retracted_with_its_reason(storyteller: Seat, player: Seat) -> None:
    """The Storyteller says why; whoever rolled sees it, with the dice, and no reroll any more."""
    created = await player.page.evaluate(
        ASK, {"type": "create_character", "name": "Odile", "hunger": 1}
    )
    roll = {"type": "roll", "pool": 5, "difficulty": 9, "label": "Wits + Insight"}
    await player.page.evaluate(ASK, {**roll, "character": created["created"]})
    receipt = storyteller.receipt("Wits + Insight")
    await receipt.locator(".details > summary").click()
    await receipt.get_by_role("button", name="Retract this roll…").click()
    await storyteller.page.get_by_label("Why").fill("It was Resolve, not Wits.")
    await storyteller.page.get_by_role("button", name="Retract the roll").click()
    for seat in (storyteller, player):
        told = seat.receipt("Wits + Insight")
        await expect(told.locator(".gone")).to_contain_text("It was Resolve, not Wits.")
        await expect(told.locator(".die")).to_have_count(5)
        await expect(told.locator(".reroll")).to_have_count(0)
    await expect(receipt.get_by_role("button", name="Retract this roll…")).to_have_count(0)


async def test_a_change_is_put_back_with_its_reason(storyteller: Seat, player: Seat) -> None:
    """Beside the change in the log, for whoever may set it; the log keeps both and says why."""
    created = await player.page.evaluate(
        ASK, {"type": "create_character", "name": "Odile", "hunger": 1}
    )
    change = {"type": "set_tracker", "character": created["created"], "tracker": "hunger"}
    await player.page.evaluate(ASK, {**change, "value": 4})
    page = storyteller.page
    await page.get_by_role("button", name="Change back hunger of Odile").click()
    await page.get_by_label("Why").fill("It was Ravi who fed.")
    await page.get_by_role("button", name="Change back", exact=True).click()
    for seat in (storyteller, player):
        await expect(seat.line("It was Ravi who fed.")).to_contain_text("4 → 1")


async def test_a_second_storyteller_consents_to_a_correction(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """It waits for both behind the screen; only the other one can let it happen."""
    created = await player.page.evaluate(
        ASK, {"type": "create_character", "name": "Odile", "hunger": 1}
    )
    await storyteller.ask("set_house_rules", house_rules={"second_consent": True})
    await storyteller.page.get_by_label("Invite as").select_option("storyteller")
    second = await open_seat()
    await second.join(await storyteller.invite(), "Kim")
    right = {"tracker": "hunger", "value": 3, "corrects": True, "note": "Counted twice."}
    await storyteller.ask("set_tracker", character=created["created"], **right)
    asked = second.page.locator(".proposal")
    await expect(asked).to_contain_text("Sam asks to put Hunger of Odile from 1 to 3")
    own = storyteller.page.locator(".proposal")
    await expect(own).to_contain_text("Another Storyteller has the word")
    await expect(own.get_by_role("button", name="Confirm")).to_be_hidden()
    await asked.get_by_role("button", name="Confirm").click()
    await expect(player.line("Counted twice.")).to_contain_text("1 → 3")
