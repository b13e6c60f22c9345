"""V20: tasks and races that go on, damage without a contest, a botch, blood in the replay."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.test_browser_pool import sent
from tests.end_to_end.browser.test_browser_v20_deeds import more, with_a_guard
from tests.end_to_end.browser.v20_table import accepted

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_tasks_and_races_gather_successes(served: Served, open_seat: OpenSeat) -> None:
    """Rolls and contests name what they add to, and it is told how far that is."""
    storyteller, jo, casimir, guard = await with_a_guard(served, open_seat)
    page = storyteller.page
    await page.get_by_role("button", name="Casimir Roth, more").click()
    await page.get_by_role("button", name="Begin an effect…").click()
    effect = page.locator("dialog.editor[open]").last
    await effect.get_by_label("Name", exact=True).fill("Warding the crypt")
    await effect.get_by_label("Successes needed", exact=True).fill("8")
    await expect(effect.get_by_label("Who wins")).to_be_hidden()
    await effect.get_by_role("button", name="Begin Warding the crypt").click()
    await expect(effect.get_by_label("Name", exact=True)).to_have_count(0)
    assert sent(storyteller, "begin_effect")["target"] == 8
    race = {"name": "The chase", "target": 3, "against": guard, "goal": "lead"}
    await accepted(
        storyteller, "begin_effect", character=casimir, kind="task", visibility="public", **race
    )
    pool = jo.page.locator(".pool")
    tasks = pool.get_by_label("Adds to")
    await expect(tasks.locator("option")).to_have_text(
        ["nothing that goes on", "Casimir Roth, Warding the crypt: 0 of 8"]
    )
    await tasks.select_option(index=1)
    await pool.get_by_label("Trait", exact=True).select_option("Dexterity")
    await pool.get_by_label("With", exact=True).select_option("")
    await pool.get_by_label("I rolled these dice by hand").check()
    await pool.get_by_label("Regular: 3 faces").fill("9 8 2")
    await pool.get_by_role("button", name="Enter 3 dice").click()
    await expect(jo.receipt("Dexterity")).to_be_visible()
    await expect(jo.page.locator(".own-sheet")).to_contain_text("Warding the crypt: 2 of 8")
    await more(jo.page, "Begin a contest…")
    await expect(tasks.locator("option")).to_have_text(
        ["nothing that goes on", "Casimir Roth, The chase: 0 to 0, 3 ahead"]
    )
    await tasks.select_option(index=1)
    await pool.get_by_label("Regular: 3 faces").fill("9 9 9")
    await pool.get_by_role("button", name="Challenge with 3 dice").click()
    await expect(jo.page.locator(".receipt.contest")).to_be_visible()
    assert sent(jo, "open_v20_contest")["toward"]


async def test_damage_and_botch_without_a_contest(served: Served, open_seat: OpenSeat) -> None:
    """A roll alone hurts who cannot defend; what a botch brings is told; blood has a lane."""
    storyteller, jo, casimir, guard = await with_a_guard(served, open_seat)
    pool = jo.page.locator(".pool")
    await more(jo.page, "Roll damage…")
    await expect(pool.get_by_role("heading", name="Roll damage")).to_be_visible()
    await expect(pool.get_by_label("It is an attack")).to_be_hidden()
    await pool.get_by_label("Against", exact=True).select_option(label="Guard")
    await pool.get_by_label("Its damage").select_option("lethal")
    await pool.get_by_label("I rolled these dice by hand").check()
    await pool.get_by_label("Regular: 2 faces").fill("9 8")
    await pool.get_by_role("button", name="Enter 2 dice").click()
    waits = storyteller.page.locator(".proposal", has_text="2 levels of lethal damage to Guard")
    await waits.get_by_role("button", name="Confirm").click()
    await expect(jo.line("Guard takes 2 levels of lethal damage")).to_be_visible()
    asked = sent(jo, "roll_v20")
    assert (asked["kind"], asked["against"], asked["damage_kind"]) == ("damage", guard, "lethal")
    entered = {"regular": [1, 2, 3]}
    await accepted(jo, "roll_v20", character=casimir, traits=["Dexterity"], entered=entered)
    botch = storyteller.page.locator(".proposal", has_text="What a botch brings")
    await botch.get_by_label("What befalls").fill("The lamp goes over.")
    await botch.get_by_role("button", name="Confirm").click()
    await expect(jo.line("The lamp goes over.")).to_be_visible()
    await accepted(jo, "spend_blood", character=casimir, use="other", points=1)
    await accepted(jo, "drink_blood", character=casimir, points=5, source="other")
    await jo.page.get_by_role("button", name="Replay").click()
    lane = jo.page.locator(".tracks .lane:not(.other)")
    await expect(jo.page.locator(".names .lane:not(.other)")).to_have_text("Casimir RothBlood")
    await expect(lane.locator("path.step")).to_have_count(3)
    heights = await lane.locator("rect.under").evaluate_all(
        "(rects) => rects.map((rect) => rect.height.baseVal.value)"
    )
    assert heights[1] < heights[0] < heights[2] < 30
