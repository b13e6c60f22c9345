"""A hidden pool in the browser: chosen beside who sees the roll, and read as what it is by each."""

import os
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

LOOKS = os.environ.get("LOOKS_OF_PAGES")
"""A folder for pictures of what is tested, for whoever wants to see it."""


async def picture(seat: Seat, name: str) -> None:
    if LOOKS:
        for scheme in ("dark", "light"):
            await seat.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            await seat.page.screenshot(path=str(Path(LOOKS) / f"{name}-{scheme}.png"))


async def hide_pool(seat: Seat) -> None:
    """Say that the next pool is hidden."""
    await seat.open("Roll")
    await seat.page.locator(".pool").get_by_label("Hide the pool").check()


async def test_others_read_the_outcome_and_hold_no_die(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """A9: Jo rolls seven dice; Ravi's page and frames have the outcome, not the seven."""
    ravi = await open_seat()
    await ravi.join(await storyteller.invite(), "Ravi")
    await player.create_character("Odile Marchetti")
    await hide_pool(player)
    await expect(player.page.locator(".pool .seen-by")).to_contain_text("not how many they are")
    await picture(player, "hide-the-pool")
    ravi.frames.clear()
    await player.ask_roll("Stealth", dice=7, difficulty=1)
    mine = player.receipt("Stealth")
    await expect(mine.locator(".die")).to_have_count(7)
    await expect(mine).to_contain_text("The others learn the outcome, and no die.")
    await expect(storyteller.receipt("Stealth").locator(".die")).to_have_count(7)
    told = ravi.receipt("Stealth")
    await expect(told).to_contain_text("Pool hidden")
    await expect(told).to_contain_text(re.compile(r"\d success(es)?\."))
    await expect(told).to_contain_text("there are no dice to check")
    await expect(told.locator(".die, canvas")).to_have_count(0)
    await expect(told.locator(".of-proof")).to_have_count(0)
    received = "\n".join(ravi.frames)
    for word in ("receipt", "items", "regular", "hunger", "entropy"):
        assert f'"{word}"' not in received
    await picture(ravi, "told")
    await picture(storyteller, "both")
    await picture(player, "mine")
    # The choice serves one roll.
    await player.open("Roll")
    await expect(player.page.locator(".pool").get_by_label("Hide the pool")).not_to_be_checked()


async def test_a_storyteller_asks_for_a_hidden_pool(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """Jo answers with one press; Ravi is not told what was asked, and reads the outcome."""
    ravi = await open_seat()
    await ravi.join(await storyteller.invite(), "Ravi")
    await player.create_character("Odile Marchetti")
    await storyteller.page.get_by_role("button", name="Ask for a roll…").click()
    form = storyteller.page.get_by_role("dialog", name="Ask for a roll")
    await form.get_by_label("or dice", exact=True).fill("6")
    await form.get_by_label("Hide the pool").check()
    await expect(form).to_contain_text("Nobody else sees the request.")
    await picture(storyteller, "ask")
    await form.get_by_role("button", name="Ask ").click()
    await expect(form).to_be_hidden()
    await player.open("Coterie")
    asked = player.page.locator(".open-line", has_text="asks")
    await asked.get_by_role("button", name="Roll", exact=True).click()
    await expect(ravi.receipts).to_contain_text("Pool hidden")
    assert "request_opened" not in "\n".join(ravi.frames)
    await expect(storyteller.receipts.locator(".die")).to_have_count(6)
