"""A pool that was put together and not rolled is there again after a look at the replay."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, Seat
from tests.end_to_end.browser.v20_table import open_table, play

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def to_the_past_and_back(seat: Seat) -> None:
    """Look at the replay, and come back."""
    await seat.page.get_by_role("button", name="Replay").click()
    await seat.page.get_by_role("button", name="Back to the table").click()
    await seat.is_seated()


async def test_a_pool_outlives_the_replay(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Its parts, against what and who would see it; a Storyteller's too."""
    jo = await open_seat(DESK)
    await jo.join(await storyteller.invite(), "Jo")
    await jo.create_character("Odile Marchetti")
    await storyteller.create_character("The doorman", hidden=True)
    pool = jo.page.locator(".pool")
    await jo.build_pool(("Wits", 3), ("Insight", 2))
    await pool.get_by_label("Difficulty", exact=True).fill("4")
    await pool.get_by_role("radio", name="Private").check(force=True)
    await to_the_past_and_back(jo)
    await expect(pool.locator(".part strong")).to_have_text(["Wits", "Insight"])
    await expect(pool.get_by_label("Difficulty", exact=True)).to_have_value("4")
    await pool.get_by_role("button", name="Roll 5 dice in private").click()
    await expect(jo.receipt("Wits + Insight")).to_be_visible()
    await expect(pool.get_by_role("radio", name="Public")).to_be_checked()

    composer = storyteller.page.locator(".composer")
    await composer.get_by_label("Roll for").select_option(label="The doorman")
    await composer.get_by_label("What for").fill("Watching the door")
    await composer.get_by_label("Dice", exact=True).fill("7")
    await expect(composer.get_by_role("radio", name="Secret")).to_be_checked()
    await to_the_past_and_back(storyteller)
    await expect(composer.get_by_label("What for")).to_have_value("Watching the door")
    await composer.get_by_role("button", name="Roll 7 dice in secret").click()
    await expect(storyteller.receipt("Watching the door")).to_contain_text("The doorman")


async def test_a_v20_pool_outlives_the_replay(served: Served, open_seat: OpenSeat) -> None:
    """By traits or by dice, with who would see it."""
    storyteller = await open_table(served, open_seat)
    jo = await open_seat(DESK)
    await jo.join(await storyteller.invite(), "Jo")
    await play(jo)
    pool = jo.page.locator(".pool")
    await pool.get_by_label("Trait", exact=True).select_option("Manipulation")
    await pool.get_by_label("With", exact=True).select_option("Subterfuge")
    await pool.get_by_label("Difficulty", exact=True).fill("8")
    await pool.get_by_role("radio", name="Blind").check(force=True)
    await to_the_past_and_back(jo)
    await expect(pool.get_by_label("With", exact=True)).to_have_value("Subterfuge")
    await expect(pool.get_by_label("Difficulty", exact=True)).to_have_value("8")
    await expect(pool.get_by_role("button", name="Roll 5 dice blind")).to_be_visible()
    other = storyteller.page.locator(".pool")
    await other.get_by_role("radio", name="Dice", exact=True).check(force=True)
    await other.get_by_label("What for").fill("The wards")
    await other.get_by_role("radio", name="Secret").check(force=True)
    await to_the_past_and_back(storyteller)
    await expect(other.get_by_label("What for")).to_have_value("The wards")
    await expect(other.get_by_role("radio", name="Secret")).to_be_checked()
