"""Sheets in the browser: dots to set, pools by traits, what weighs on them, exact odds."""

import json
import re
from itertools import product
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.reading import Outcome, read_roll
from server.rules.v5.traits import CATEGORY_OF_ATTRIBUTE, DISCIPLINES, SKILLS
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.test_browser_pool import HUNGER, REGULAR, blank, every_roll, sent

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

SHEET = {
    "Strength": 2,
    "Dexterity": 3,
    "Charisma": 4,
    "Wits": 3,
    "Stealth": 1,
    "Persuasion": 4,
    "Presence": 3,
    "experience": 12,
}


async def with_sheet(storyteller: Seat, open_seat: OpenSeat, **more: Any) -> tuple[Seat, str]:
    """Jo at a desk with a character whose sheet is filled in, and the character's id."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    asked = {"name": "Odile Marchetti", "clan": "Toreador", "blood_potency": 2, "hunger": 2}
    made = await seat.ask("create_character", **asked | more)
    await seat.ask("edit_character", character=made["created"], traits=SHEET)
    await expect(seat.page.get_by_role("heading", name="Odile Marchetti").first).to_be_visible()
    return seat, made["created"]


async def whole_sheet(seat: Seat) -> Locator:
    """Open the sheet."""
    await seat.open("Sheet")
    await seat.page.get_by_role("button", name="Whole sheet").click()
    sheet = seat.page.get_by_role("dialog", name="Whole sheet")
    await expect(sheet).to_be_visible()
    return sheet


async def pick(seat: Seat, *words: str) -> None:
    """Build a pool out of what the sheet offers, by the words on the buttons."""
    await seat.build_pool()
    for each in words:
        await seat.page.locator(".pool .part-slot").last.get_by_role("button").first.click()
        picker = seat.page.get_by_role("dialog", name="Add a part")
        await picker.get_by_role("button", name=each, exact=True).click()
        await expect(picker).to_have_count(0)


# --- the sheet -----------------------------------------------------------------------------------


async def test_names_on_the_sheet_are_those_of_the_rules(
    served: Served, open_seat: OpenSeat
) -> None:
    """Attributes in their groups, Skills and Disciplines, to the letter."""
    page = await blank(served, open_seat)
    found = await page.evaluate(
        """async () => {
        const { ATTRIBUTES, SKILLS, DISCIPLINES } = await import("./scripts/table/parts.js");
        return [ATTRIBUTES, SKILLS, DISCIPLINES];
    }"""
    )
    assert found == [list(CATEGORY_OF_ATTRIBUTE), list(SKILLS), list(DISCIPLINES)]


async def test_dots_are_set_and_only_changes_are_sent(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """By slider, key and number; a trait the sheet has under another spelling is that one."""
    seat, character = await with_sheet(storyteller, open_seat)
    sheet = await whole_sheet(seat)
    save = sheet.get_by_role("button", name="Nothing changed yet")
    await expect(save).to_be_disabled()
    for group in ("Attributes", "Skills", "Disciplines", "Counted, never rolled"):
        await expect(sheet.get_by_role("heading", name=group, exact=True)).to_be_attached()
    await sheet.get_by_role("slider", name="Stamina", exact=True).fill("4")
    brawl = sheet.get_by_role("slider", name="Brawl", exact=True)
    await brawl.focus()
    await seat.page.keyboard.press("ArrowRight")
    await seat.page.keyboard.press("ArrowRight")
    await expect(brawl).to_have_attribute("aria-valuetext", "2 dots")
    await sheet.get_by_role("slider", name="Strength", exact=True).fill("0")
    await sheet.get_by_label("Name of another trait").fill("Art dealers")
    await seat.page.keyboard.press("Enter")
    await expect(sheet.get_by_role("slider", name="Art dealers")).to_be_focused()
    await seat.page.keyboard.press("End")
    await sheet.get_by_label("Generation", exact=True).fill("11")
    await expect(sheet.get_by_label("Experience", exact=True)).to_have_value("12")
    await sheet.get_by_role("button", name="Save 5 changes of the sheet").click()
    await expect(sheet).to_have_count(0)
    traits = {"stamina": 4, "Brawl": 2, "Strength": 0, "Art dealers": 5, "generation": 11}
    assert sent(seat, "edit_character")["traits"] == traits
    (card,) = (await seat.ask("snapshot"))["result"]["snapshot"]["characters"]
    assert card["character"] == character
    assert {name: card["traits"][name] for name in traits} == traits
    # It stands there when it is opened again, for the Storyteller too.
    await storyteller.page.get_by_role("button", name="More about Odile").first.click()
    await storyteller.page.get_by_role("button", name="Edit name, clan").click()
    again = storyteller.page.get_by_role("dialog", name="Whole sheet")
    await expect(again.get_by_role("slider", name="Art dealers")).to_have_value("5")
    await expect(again.get_by_role("slider", name="Stamina")).to_have_value("4")


async def test_every_dot_is_a_place_to_press(storyteller: Seat, open_seat: OpenSeat) -> None:
    """A press on the third dot is three, one before the first is none."""
    seat, _ = await with_sheet(storyteller, open_seat)
    sheet = await whole_sheet(seat)
    strength = sheet.get_by_role("slider", name="Strength", exact=True)
    row = sheet.locator(".dots").first
    await row.scroll_into_view_if_needed()
    for mark, expected in ((2, "3"), (4, "5"), (0, "1")):
        dot = await row.locator(".mark").nth(mark).bounding_box()
        assert dot
        x, y = dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2
        await seat.page.mouse.click(x, y)
        await expect(strength).to_have_value(expected)
    box = await row.bounding_box()
    assert box
    await seat.page.mouse.click(box["x"] + 6, box["y"] + box["height"] / 2)
    await expect(strength).to_have_value("0")


async def test_name_of_a_trait_is_never_markup(storyteller: Seat, open_seat: OpenSeat) -> None:
    """What somebody calls a trait stands there as it was typed, in the sheet and in the pool."""
    seat, character = await with_sheet(storyteller, open_seat)
    called = "<img src=x onerror=alert(1)>"
    await seat.ask("edit_character", character=character, traits={called: 3})
    sheet = await whole_sheet(seat)
    await expect(sheet.get_by_text(called)).to_be_attached()
    await expect(sheet.locator("img")).to_have_count(0)
    await seat.page.keyboard.press("Escape")
    await pick(seat, f"{called} 3")
    await expect(seat.page.locator(".pool .part strong")).to_have_text([called])
    await expect(seat.page.locator(".pool img")).to_have_count(0)


# --- pools by traits -----------------------------------------------------------------------------


async def test_pool_of_the_sheet_is_asked_for_by_its_traits(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """The server itemises it; Experience is no trait to roll; a Discipline has its Blood."""
    seat, _ = await with_sheet(storyteller, open_seat)
    page = seat.page
    await page.locator(".pool .part.first").click()
    picker = page.get_by_role("dialog", name="Add a part")
    await expect(picker.get_by_role("button", name="Dexterity 3", exact=True)).to_be_visible()
    await expect(picker).not_to_contain_text("Experience")
    await page.keyboard.press("Escape")
    await pick(seat, "Dexterity 3", "Stealth 1")
    await seat.page.locator(".pool .part-slot").last.get_by_role("button").first.click()
    await picker.get_by_label("Name", exact=True).fill("Crowds")
    await picker.get_by_label("Dice", exact=True).fill("1")
    await picker.get_by_role("button", name="Use it").click()
    await page.get_by_role("button", name="Roll 5 dice").click()
    receipt = seat.receipt("Dexterity + Stealth")
    await expect(receipt).to_be_visible()
    asked = sent(seat, "roll")
    assert (asked["traits"], asked["specialty"]) == (["Dexterity", "Stealth"], "Crowds")
    assert "pool" not in asked
    assert asked["modifiers"] == []
    await receipt.locator(".details > summary").click()
    await expect(receipt).to_contain_text("Dexterity 3, Stealth +1, specialty (Crowds) +1")
    # Presence 3 and Charisma 4, and one die for Blood Potency 2.
    await pick(seat, "Charisma 4", "Presence 3")
    await expect(page.locator(".pool .total")).to_contain_text("8 dice+1, Blood Potency")
    await page.get_by_role("button", name="Roll 8 dice").click()
    await expect(seat.receipt("Charisma + Presence").locator(".die")).to_have_count(8)
    # What was picked off the sheet follows it.
    (card,) = (await seat.ask("snapshot"))["result"]["snapshot"]["characters"]
    await seat.ask("edit_character", character=card["character"], traits={"Charisma": 5})
    await expect(page.locator(".pool .part b")).to_have_text(["5", "3"])
    await expect(page.get_by_role("button", name="Roll 9 dice")).to_be_visible()


async def test_made_up_numbers_are_a_number_of_dice(storyteller: Seat, open_seat: OpenSeat) -> None:
    """What the sheet does not say, or the table does not roll by traits, is sent as dice."""
    seat, _ = await with_sheet(storyteller, open_seat)
    await seat.build_pool(("Dexterity", 5), ("Stealth", 1))
    await seat.page.get_by_role("button", name="Roll 6 dice").click()
    await expect(seat.receipt("Dexterity + Stealth")).to_be_visible()
    asked = sent(seat, "roll")
    assert (asked["pool"], asked.get("traits")) == (6, None)
    # A Skill alone is no pool by traits here, and is one where the preset rolls it.
    await pick(seat, "Persuasion 4")
    await seat.page.get_by_role("button", name="Roll 4 dice").click()
    await expect(seat.receipt("Persuasion")).to_have_count(1)
    assert sent(seat, "roll")["pool"] == 4
    await storyteller.ask("set_house_rules", house_rules={"preset": "v5_core_rolling"})
    await expect(seat.line("changed the house rules")).to_be_visible()
    await seat.page.get_by_role("button", name="Roll 4 dice").click()
    await expect(seat.receipt("Persuasion")).to_have_count(2)
    assert sent(seat, "roll")["traits"] == ["Persuasion"]


async def test_what_weighs_on_a_pool_can_be_struck_where_that_is_allowed(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """A condition is the table's to see; odds and dice follow the tick, for this roll alone."""
    seat, character = await with_sheet(storyteller, open_seat)
    held = {"character": character}
    await storyteller.ask("begin_effect", **held, kind="compulsion", name="Obsession")
    arm = {"kind": "injury", "name": "Broken arm", "penalty": -1, "traits": ["dexterity"]}
    await storyteller.ask("begin_effect", **held, **arm)
    pool = seat.page.locator(".pool")
    await pick(seat, "Charisma 4", "Persuasion 4")
    await expect(pool.locator("button.main")).to_have_text("Roll 6 dice")
    await pick(seat, "Dexterity 3", "Persuasion 4")
    await expect(pool.locator("button.main")).to_have_text("Roll 4 dice")
    await expect(pool.locator(".weighs")).to_contain_text("Broken arm \u22121")
    await expect(pool.locator(".weighs").get_by_role("checkbox")).to_have_count(1)
    strike = pool.get_by_role("checkbox", name=re.compile("Does not count here: Compulsion: Obs"))
    await pool.get_by_label("Difficulty", exact=True).fill("3")
    for dice, ticked in ((6, True), (4, False), (6, True)):
        await strike.set_checked(ticked)
        await expect(pool.locator("button.main")).to_have_text(f"Roll {dice} dice")
        odds = await seat.ask("odds", pool=dice, hunger=2, difficulty=3)
        exact = odds["result"]["win"]["percent"]
        shown = await pool.locator(".win strong").inner_text()
        assert abs(float(shown.rstrip("%")) - float(exact)) <= 0.5, (shown, exact)
    await pool.locator("button.main").click()
    receipt = seat.receipt("Dexterity + Persuasion")
    await expect(receipt.locator(".die")).to_have_count(6)
    assert len(sent(seat, "roll")["strike"]) == 1
    await receipt.locator(".details > summary").click()
    await expect(receipt).to_contain_text("Obsession: does not count here 0")
    # The next roll begins anew, and without the sheet's traits everything weighs.
    await expect(strike).not_to_be_checked()
    await seat.build_pool(("Charisma", 5), ("Persuasion", 4))
    await expect(pool.locator("button.main")).to_have_text("Roll 6 dice")
    await pool.locator("button.main").click()
    await expect(seat.receipt("Charisma + Persuasion").locator(".die")).to_have_count(6)


async def test_storyteller_types_traits_and_strikes_anything(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """ "Charisma + Persuasion" brings its dots; impairment can be struck behind the screen."""
    _, character = await with_sheet(storyteller, open_seat)
    await storyteller.ask("set_track", character=character, track="willpower", superficial=4)
    page = storyteller.page
    composer = page.locator(".composer")
    await composer.get_by_label("Roll for").select_option(label="Odile Marchetti")
    await composer.get_by_label("What for").fill("charisma + Persuasion")
    await expect(composer.get_by_label("Dice", exact=True)).to_have_value("8")
    await expect(composer.locator("button.main")).to_have_text("Roll 6 dice")
    await composer.get_by_label("Does not count here: impairment").check()
    await composer.get_by_role("button", name="Roll 8 dice").click()
    receipt = storyteller.receipt("Charisma + Persuasion")
    await expect(receipt.locator(".die")).to_have_count(8)
    asked = sent(storyteller, "roll")
    assert (asked["traits"], asked["strike"]) == (["Charisma", "Persuasion"], ["impairment"])
    # The pool is offered again with all of its dice.
    chip = composer.locator(".pool-chips").get_by_role("button")
    await expect(chip.first).to_contain_text("8")


# --- odds by every switch ------------------------------------------------------------------------

COUNT = """async (pools) => {
    const { countOutcomes } = await import("./scripts/odds.js");
    return pools.map((pool) => Object.fromEntries(
        Object.entries(countOutcomes(...pool)).map(([outcome, ways]) => [outcome, String(ways)])));
}"""


async def test_odds_heed_the_switches_of_the_room(served: Served, open_seat: OpenSeat) -> None:
    """Each switch that changes an outcome, on both presets, counted way by way by the rules."""
    page = await blank(served, open_seat)
    switches: list[dict[str, str]] = [
        {"extra_tens": "each_extra"},
        {"extra_tens": "per_pair"},
        {"bestial_failure": "zero_only"},
        {"messy_scope": "best_pair_only"},
    ]
    asked: list[tuple[Any, ...]] = []
    expected = []
    for preset, said, (regular, hunger) in product(PRESETS, switches, ((3, 1), (2, 2), (1, 3))):
        rules = V5Rules(**{**_said(PRESETS[preset]), **said})
        counts = dict.fromkeys(Outcome, 0)
        for shown, ways in every_roll([REGULAR] * regular + [HUNGER] * hunger):
            outcome = read_roll(Faces(shown[:regular], shown[regular:]), 4, rules).outcome
            assert outcome is not None
            counts[outcome] += ways
        asked.append((regular, hunger, 4, {"preset": preset, "switches": said}))
        expected.append({outcome.value: str(ways) for outcome, ways in counts.items()})
    assert await page.evaluate(COUNT, asked) == expected
    assert len({json.dumps(each) for each in expected}) > 3 * len(switches) / 2


def _said(rules: V5Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in V5Rules.__dataclass_fields__}


@pytest.mark.parametrize("size", [DESK, PHONE, {"width": 320, "height": 640}])
async def test_sheet_fits_and_keeps_its_button_in_sight(
    storyteller: Seat, open_seat: OpenSeat, size: Any
) -> None:
    """Nothing is cut off at any width, and saving is always in reach."""
    seat, _ = await with_sheet(storyteller, open_seat)
    await seat.page.set_viewport_size(size)
    sheet = await whole_sheet(seat)
    await sheet.get_by_role("slider", name="Wits", exact=True).fill("4")
    await expect(sheet.get_by_role("button", name="Save 1 change")).to_be_in_viewport()
    body = sheet.locator(".dialog-body")
    assert await body.evaluate("(body) => body.scrollWidth <= body.clientWidth")
    width = await seat.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
