"""The page of the house rules: every switch, its values, what it does, and what the preset says."""

import pytest
from playwright.async_api import Locator, expect

from server.rules.v5.house_rules import PRESETS, SWITCHES
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import Seat
from tests.end_to_end.browser.test_browser_pool import blank, sent

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_presets_are_those_of_the_rules(served: Served, open_seat: OpenSeat) -> None:
    """What the page says of a preset is what the server has."""
    page = await blank(served, open_seat)
    found = await page.evaluate("async () => (await import('./scripts/table/switches.js')).PRESETS")
    assert found == {
        name: {
            switch.name: value
            for switch in SWITCHES.values()
            if (value := getattr(rules, switch.name)) != switch.default
        }
        for name, rules in PRESETS.items()
    }


async def house_rules(seat: Seat) -> Locator:
    """Open them, and wait for the switches."""
    await seat.page.get_by_role("button", name="Menu").click()
    await seat.page.get_by_role("button", name="House rules").click()
    box = seat.page.get_by_role("dialog", name="House rules")
    await expect(box.locator(".rule")).to_have_count(len(SWITCHES))
    return box


async def test_every_switch_can_be_set_and_what_the_preset_says_is_not_sent(
    storyteller: Seat, player: Seat
) -> None:
    """Grouped, with values and effect; the log says which changed, and from what to what."""
    box = await house_rules(storyteller)
    for switch in SWITCHES.values():
        rule = box.locator(".rule").filter(has_text=switch.effect)
        await expect(rule.locator("option")).to_have_count(len(switch.values))
    await box.get_by_text("Criticals and the Beast").click()
    messy = box.get_by_label("Messy scope", exact=True)
    await messy.select_option("best_pair_only")
    await expect(box.locator(".rule", has_text="Messy scope")).to_contain_text(
        "the preset says: any ten"
    )
    await box.get_by_text("Pools and Difficulty").click()
    await box.get_by_label("How rolls are read").select_option("v5_core_rolling")
    await expect(box.get_by_label("Extra tens", exact=True)).to_have_value("each_extra")
    await box.get_by_label("Difficulty range", exact=True).select_option("one_upward")
    await box.get_by_role("button", name="Set the house rules").click()
    await expect(box).to_have_count(0)
    changed = player.line("Sam changed the house rules: How rolls are read, V5 → V5 core rolling")
    await expect(changed).to_contain_text("Messy scope, as the preset has it → best pair only")
    rules = sent(storyteller, "set_house_rules")["house_rules"]
    assert rules["preset"] == "v5_core_rolling"
    assert rules["switches"] == {"messy_scope": "best_pair_only", "difficulty_range": "one_upward"}
    read = await house_rules(player)
    await expect(read.locator("select, form")).to_have_count(0)
    rule = read.locator(".rule", has_text="Messy scope")
    await expect(rule.locator(".value")).to_have_text("Best pair only")
    await expect(rule).to_be_visible()
