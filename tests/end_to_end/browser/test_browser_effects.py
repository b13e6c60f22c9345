"""What holds a character in the browser: begun and ended, by dice and clocks, and on pools."""

import pytest
from playwright.async_api import expect

from server.rules.v5.compulsion_table import (
    CLAN_COMPULSIONS,
    DOMINANCE,
    HARM,
    HUNGER,
    PARANOIA,
)
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import Seat
from tests.end_to_end.browser.test_browser_blood import act, care, with_vampire
from tests.end_to_end.browser.test_browser_pool import blank, sent

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_compulsions_are_offered_by_the_names_of_the_rules(
    served: Served, open_seat: OpenSeat
) -> None:
    """The general ones and those of the clans, to the letter."""
    page = await blank(served, open_seat)
    found = await page.evaluate(
        """async () => {
        const { GENERAL, OF_CLANS } = await import("./scripts/table/effect_editor.js");
        return [GENERAL, OF_CLANS];
    }"""
    )
    general = [each.name for each in (HUNGER, DOMINANCE, HARM, PARANOIA)]
    assert found == [general, {each.clan: each.name for each in CLAN_COMPULSIONS.values()}]


async def test_storyteller_begins_and_ends_what_holds_a_character(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """A Compulsion by its name, and one of the table's own that nobody else is told of."""
    seat, _ = await with_vampire(storyteller, open_seat)
    page = storyteller.page
    box = await care(storyteller)
    await box.get_by_role("button", name="Begin an effect…").click()
    form = page.get_by_role("dialog", name="What holds Odile Marchetti")
    await form.get_by_label("Which").select_option(label="Obsession, the clan’s own")
    await form.get_by_role("button", name="Begin Obsession").click()
    await expect(form).to_have_count(0)
    await expect(seat.page.locator(".card .chip")).to_have_text("Obsession \u22122")
    own = seat.page.locator(".own-sheet .effects")
    for words in ("Compulsion: Obsession", "Unless: The action is about the beauty", "Ends: "):
        await expect(own).to_contain_text(words)
    line = seat.line("Odile Marchetti, Compulsion Obsession begins")
    await expect(line).to_contain_text("\u22122. Unless: The action is about the beauty")
    await expect(seat.page.locator("#speech")).to_contain_text("Compulsion Obsession begins")

    await box.get_by_role("button", name="Begin an effect…").click()
    await form.get_by_label("What kind of thing").select_option("other")
    await form.get_by_label("Name", exact=True).fill("<b>Watched</b>")
    await form.get_by_label("Dice it takes", exact=True).fill("-3")
    await form.get_by_label("What ends it").fill("The watcher is found.")
    await form.get_by_label("It lasts").select_option("night")
    await form.get_by_label("Who sees it").select_option("secret")
    await form.get_by_role("button", name="Begin <b>Watched</b>").click()
    await expect(form).to_have_count(0)
    watched = box.locator(".effects li", has_text="<b>Watched</b>")
    await expect(watched).to_contain_text("Ends: The watcher is found. Or when the night ends.")
    assert "Watched" not in await seat.everything()
    await box.get_by_role("button", name="End Obsession").click()
    await expect(seat.page.locator(".card .chip")).to_have_count(0)
    await expect(seat.line("Odile Marchetti, Compulsion Obsession ends")).to_be_visible()
    await expect(own).to_have_count(0)


async def test_compulsion_comes_by_the_dice(storyteller: Seat, open_seat: OpenSeat) -> None:
    """The receipt names it with what it takes, everywhere, and it holds from then on."""
    seat, _ = await with_vampire(storyteller, open_seat)
    box = await act(seat, "Roll a Compulsion…")
    await box.get_by_role("button", name="Roll which Compulsion comes").click()
    await expect(box).to_have_count(0)
    (event,) = (
        push["event"] for push in seat.items("event") if push["event"]["type"] == "roll_resolved"
    )
    receipt = event["receipt"]
    for each in (seat, storyteller):
        row = each.receipt("Compulsion")
        await expect(row).to_contain_text(f"Compulsion {receipt['faces'][0]}: {receipt['name']}")
        await expect(row).to_contain_text("Ends: ")
    # The name alone would read like the tracker.
    name = receipt["name"].replace("Hunger", "Compulsion: Hunger")
    await expect(seat.page.locator(".card .chip")).to_have_text(f"{name} \u22122")
    await expect(storyteller.page.locator("#speech")).to_contain_text(
        f"Compulsion. {receipt['name']}."
    )


async def test_what_ends_with_a_clock_is_told_before(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Turns are counted in a strip; the frame of the evening says it of night and scene."""
    seat, odile = await with_vampire(storyteller, open_seat)
    page = storyteller.page
    for clock in ("night", "scene"):
        await storyteller.ask("begin_clock", clock=clock)
    await page.get_by_role("button", name="No session").click()
    await page.get_by_role("button", name="Count turns").click()
    await page.keyboard.press("Escape")
    for until, name in (("turn", "Stunned"), ("scene", "Masked"), ("night", "Hunted")):
        effect = {"character": odile, "kind": "other", "name": name, "until": until}
        await storyteller.ask("begin_effect", **effect)
    await page.get_by_role("button", name="No session").click()
    frame = page.get_by_role("dialog", name="Session, night and scene")
    ends = frame.locator(".ends-with")
    who = "Odile Marchetti, "
    await expect(ends).to_have_text(
        [
            f"Ends with the turn: {who}Stunned",
            f"Ends with the scene: {who}Masked; {who}Stunned",
            f"Ends with the night: {who}Hunted; {who}Masked; {who}Stunned",
        ]
    )
    await expect(frame.get_by_role("button", name="Next turn")).to_be_visible()
    await page.keyboard.press("Escape")
    strip = page.get_by_role("region", name="Turns")
    await expect(strip).to_contain_text("Ends with the turn: Odile Marchetti, Stunned")
    await strip.get_by_role("button", name="Next turn").click()
    await expect(strip).to_contain_text("Turn 2")
    await expect(strip).not_to_contain_text("Ends with")
    # What ended is told with the clock that ended.
    line = seat.line("Turn 1 ends")
    await expect(line).to_contain_text("Odile Marchetti, Stunned ends")
    await expect(seat.page.locator(".clocks")).to_contain_text("Turn 2")
    await strip.get_by_role("button", name="Stop counting turns").click()
    await expect(strip).to_be_hidden()
    await expect(seat.page.locator(".card .chip")).to_have_text(["Hunted", "Masked"])


async def test_frenzy_and_resonance_hold_a_character_too(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """The wave is ridden without a roll; a strong mood adds its die to the pools that it names."""
    seat, odile = await with_vampire(storyteller, open_seat)
    await storyteller.ask("set_house_rules", house_rules={"entered_dice": True})
    box = await act(seat, "Roll the resonance…")
    await box.get_by_label("The mood").select_option("choleric")
    await box.get_by_label("I rolled these dice by hand").check()
    await box.get_by_role("textbox", name="Regular").fill("9 4")
    await box.get_by_role("button", name="Roll the resonance").click()
    await expect(box).to_have_count(0)
    row = seat.receipt("Resonance 9, then 4: Intense choleric")
    await expect(row).to_contain_text("+1. On pools with Celerity or Potence.")
    await expect(seat.page.locator(".card .chip")).to_have_text("Choleric, intense +1")
    await seat.ask("edit_character", character=odile, traits={"Strength": 3, "Potence": 2})
    await seat.build_pool(("Strength", 3), ("Potence", 2))
    # One of the Blood, one of the mood.
    await expect(seat.page.locator(".pool .total")).to_contain_text("+1, Blood Potency+1, helped")
    await seat.page.get_by_role("button", name="Roll 7 dice").click()
    await expect(seat.receipt("Strength + Potence").locator(".die")).to_have_count(7)
    assert sent(seat, "roll")["traits"] == ["Strength", "Potence"]

    # In frenzy no wound hinders.
    await seat.ask("set_track", character=odile, track="health", superficial=5)
    await expect(seat.page.locator(".pool .total")).to_contain_text("\u22122, impaired")
    box = await act(seat, "Frenzy")
    await box.get_by_role("button", name="Ride the wave").click()
    await expect(seat.page.locator(".card .chip", has_text="frenzy, ridden")).to_be_visible()
    await expect(seat.line("Odile Marchetti, Fury frenzy, ridden begins")).to_be_visible()
    await expect(seat.page.locator(".pool .total")).not_to_contain_text("impaired")
    await seat.page.get_by_role("button", name="Roll 7 dice").click()
    await expect(seat.receipt("Strength + Potence").last.locator(".die")).to_have_count(7)


async def test_failed_frenzy_test_says_what_begins(storyteller: Seat, open_seat: OpenSeat) -> None:
    """The receipt of the test tells of the frenzy that it brought, at every place."""
    seat, odile = await with_vampire(storyteller, open_seat)
    answer = await seat.ask("test_frenzy", character=odile, kind="terror", difficulty=99)
    assert answer["type"] == "accepted"
    for each in (seat, storyteller):
        card = each.receipts.filter(has_text="Frenzy")
        await expect(card).to_have_count(1)
        await expect(card.locator(".fate")).to_contain_text("Odile Marchetti, Terror frenzy begins")
