"""The V20 sheet and pool in the browser: to read, to change, to roll, at a desk and on a phone."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds
from server.rules.v20.house_rules import V20Rules
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.test_browser_pool import sent
from tests.end_to_end.browser.v20_table import by_hand, hurt, open_table, play

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def at_the_table(
    served: Served, open_seat: OpenSeat, size: Any = DESK
) -> tuple[Seat, Seat, str]:
    """Sam, Jo, and Jo's Casimir."""
    storyteller = await open_table(served, open_seat)
    jo = await open_seat(size)
    await jo.join(await storyteller.invite(), "Jo")
    return storyteller, jo, await play(jo)


async def character(seat: Seat, name: str = "Casimir Roth") -> dict[str, Any]:
    """A character as the server has it."""
    snapshot = (await seat.ask("snapshot"))["result"]["snapshot"]
    found: dict[str, Any] = next(e for e in snapshot["characters"] if e["name"] == name)
    return found


def tracker(page: Page, name: str) -> Locator:
    """A tracker of one's own sheet."""
    return page.locator(f"[data-key='tracker {name}']")


# --- the sheet -----------------------------------------------------------------------------------


async def test_sheet_is_that_of_the_picture(served: Served, open_seat: OpenSeat) -> None:
    """Seven levels with penalties and marks, the level reached, blood, Willpower, Virtues."""
    _, jo, casimir = await at_the_table(served, open_seat)
    await hurt(jo, casimir)
    page = jo.page
    await expect(page.locator(".own-sheet .sheet-head")).to_contain_text(
        "Tremere · 10th generation"
    )
    health = tracker(page, "health")
    await expect(health).to_contain_text("Wounded, −2 dice")
    levels = health.locator(".level")
    await expect(levels).to_have_text(
        ["Bruised0", "Hurt−1", "Injured−1", "Wounded−2", "Mauled−2", "Crippled−5", "Incapacitated"]
    )
    await expect(health.locator(".level.at")).to_have_text("Wounded−2")
    await expect(health).to_contain_text("1 aggravated, 2 lethal and 1 bashing")
    # Each kind of damage has a shape of its own: strokes, and for aggravated a filled box.
    shapes = [await levels.nth(n).locator("svg").inner_html() for n in range(5)]
    assert len(set(shapes)) == 4
    assert shapes[1] == shapes[2]
    assert "bone" in shapes[0]
    assert shapes[3].count("<path") == shapes[2].count("<path") == 1
    blood = tracker(page, "blood_pool")
    await expect(blood).to_contain_text("8 of 13")
    await expect(blood).to_contain_text("1 a turn")
    await expect(blood.locator("svg")).to_have_count(13)
    await expect(blood.locator("svg .beast")).to_have_count(8)
    willpower = tracker(page, "willpower")
    await expect(willpower).to_contain_text("4 of 6")
    await expect(willpower.locator(".marks").nth(0).locator(".bone")).to_have_count(6)
    await expect(willpower.locator(".marks").nth(1).locator(".bone")).to_have_count(4)
    await expect(tracker(page, "humanity").locator(".bone")).to_have_count(6)
    await expect(tracker(page, "virtues").locator(".virtue")).to_have_text(
        ["Conscience 3", "Self-Control 4", "Courage 2"]
    )


async def test_trackers_are_changed_by_keyboard(served: Served, open_seat: OpenSeat) -> None:
    """Enter opens an editor that shows what would be; the focus comes back to the tracker."""
    _, jo, _ = await at_the_table(served, open_seat)
    page = jo.page
    await tracker(page, "health").focus()
    await page.keyboard.press("Enter")
    editor = page.get_by_role("dialog", name="Health · Casimir Roth")
    await editor.get_by_role("radio", name="Lethal").focus()
    await page.keyboard.press("Space")
    await editor.get_by_role("spinbutton").fill("3")
    await expect(editor.locator(".becomes")).to_contain_text("Unhurt")
    await expect(editor.locator(".becomes")).to_contain_text("Injured, −1 die")
    await editor.get_by_label("Reason, for the log").fill("A stake")
    await page.keyboard.press("Enter")
    await expect(editor).to_have_count(0)
    await expect(tracker(page, "health")).to_be_focused()
    await expect(tracker(page, "health")).to_contain_text("Injured, −1 die")
    await expect(jo.line("takes 3 levels of lethal damage")).to_contain_text("A stake")
    await page.keyboard.press("Enter")
    await expect(editor.get_by_text("Halved, as bashing damage")).to_be_visible()
    await editor.get_by_role("radio", name="Heal").check()
    await editor.get_by_role("radio", name="Lethal").check()
    await editor.get_by_role("spinbutton").first.fill("1")
    await editor.get_by_role("button", name="Heal 1 lethal").click()
    await expect(tracker(page, "health")).to_contain_text("Hurt, −1 die")
    await tracker(page, "willpower").click()
    will = page.get_by_role("dialog", name="Willpower · Casimir Roth")
    await will.get_by_label("Points left", exact=True).fill("2")
    await will.get_by_role("button", name="Set Willpower").click()
    await expect(tracker(page, "willpower")).to_contain_text("2 of 6")
    await tracker(page, "willpower").click()
    await will.get_by_label("Points left", exact=True).fill("4")
    await will.get_by_role("button", name="Regain 2 Willpower").click()
    await expect(tracker(page, "willpower")).to_contain_text("4 of 6")
    await tracker(page, "blood_pool").click()
    blood = page.get_by_role("dialog", name="Blood pool · Casimir Roth")
    await blood.get_by_label("Blood pool", exact=True).fill("3")
    await blood.get_by_role("button", name="Set Blood pool to 3").click()
    await expect(tracker(page, "blood_pool")).to_contain_text("3 of 13")


async def test_whole_sheet_asks_for_what_changed_alone(served: Served, open_seat: OpenSeat) -> None:
    """Dots of every group, Generation, Path, Virtues, specialties, and Abilities of the table."""
    _, jo, _ = await at_the_table(served, open_seat)
    page = jo.page
    await page.get_by_role("button", name="Whole sheet").click()
    sheet = page.get_by_role("dialog", name="Whole sheet")
    for head in ("Attributes", "Talents", "Skills", "Knowledges", "Disciplines", "Virtues"):
        await expect(sheet.get_by_role("heading", name=head, exact=True)).to_be_attached()
    await expect(sheet.get_by_role("button", name="Nothing changed yet")).to_be_disabled()
    await sheet.get_by_role("slider", name="Brawl", exact=True).fill("2")
    await sheet.get_by_label("Generation", exact=True).fill("9")
    await sheet.get_by_label("Path; empty: Humanity").fill("Path of Lilith")
    await sheet.get_by_label("Conviction in place of Conscience").check()
    await sheet.get_by_label("Trait of the specialty").select_option("Wits")
    await sheet.get_by_role("button", name="Add a specialty").click()
    await page.keyboard.type("Ambushes, Retorts")
    await sheet.get_by_label("Name of another trait").fill("Kindred Lore")
    await sheet.get_by_label("What it is").select_option("knowledge")
    await sheet.get_by_role("button", name="Add it").click()
    await sheet.get_by_role("slider", name="Kindred Lore").fill("3")
    await sheet.get_by_role("button", name="Save 5 changes of the sheet").click()
    await expect(sheet).to_have_count(0)
    asked = sent(jo, "edit_character")
    assert asked["traits"] == {"Brawl": 2, "Kindred Lore": 3, "Conscience": 0, "Conviction": 3}
    assert asked["sheet"] == {
        "generation": 9,
        "path": "Path of Lilith",
        "specialties": {"Occult": ["Rituals"], "Wits": ["Ambushes", "Retorts"]},
        "abilities": {"Kindred Lore": "knowledge"},
    }
    assert "name" not in asked
    now = await character(jo)
    assert now["sheet"] == asked["sheet"]
    await expect(page.locator(".own-sheet")).to_contain_text("9th generation")
    await expect(tracker(page, "humanity")).to_contain_text("Path of Lilith")
    await expect(tracker(page, "virtues")).to_contain_text("Conviction 3")
    await tracker(page, "virtues").click()
    await expect(sheet.get_by_role("heading", name="Virtues")).to_be_focused()


# --- blood and Willpower --------------------------------------------------------------------------


async def test_blood_and_willpower_are_spent_and_drunk(served: Served, open_seat: OpenSeat) -> None:
    """Each dialog says what it takes and what it leaves; the log tells it in one line."""
    _, jo, casimir = await at_the_table(served, open_seat)
    await hurt(jo, casimir)
    page = jo.page
    actions = page.locator(".actions")
    await actions.get_by_role("button", name="Spend blood…").click()
    box = page.get_by_role("dialog", name="Spend blood · Casimir Roth")
    await box.get_by_role("radio", name="Lethal").check()
    await box.get_by_label("Levels", exact=True).fill("2")
    await expect(box.locator(".becomes").last).to_contain_text("Hurt, −1 die")
    await box.get_by_role("button", name="Heal 2 lethal for 2 blood").click()
    await expect(jo.line("spends 2 blood to heal: 2 levels of lethal")).to_be_visible()
    await expect(tracker(page, "health")).to_contain_text("Hurt, −1 die")
    await expect(tracker(page, "blood_pool")).to_contain_text("6 of 13")
    await actions.get_by_role("button", name="Spend blood…").click()
    await box.get_by_role("radio", name="Attribute").check()
    await box.get_by_label("Points", exact=True).fill("2")
    await box.get_by_role("button", name="Raise Strength by 2 for 2 blood").click()
    await expect(jo.line("spends 2 blood for an Attribute")).to_contain_text("Blood for Strength")
    await actions.get_by_role("button", name="Drink…").click()
    drink = page.get_by_role("dialog", name="Drink · Casimir Roth")
    await drink.get_by_label("Points", exact=True).fill("6")
    await expect(drink).to_contain_text("So much means a hospital for a human.")
    await drink.get_by_role("button", name="Drink 6 blood").click()
    await expect(jo.line("drinks 6 blood")).to_contain_text("The mortal needs a hospital")
    await expect(tracker(page, "blood_pool")).to_contain_text("10 of 13")
    await actions.get_by_role("button", name="Spend Willpower…").click()
    will = page.get_by_role("dialog", name="Spend Willpower · Casimir Roth")
    await will.get_by_role("button", name="Spend 1 Willpower").click()
    await expect(jo.line("spends 1 Willpower to ignore wounds")).to_be_visible()
    await expect(tracker(page, "willpower")).to_contain_text("3 of 6")
    # A refusal of the server stands beside its button, and nothing was spent.
    await actions.get_by_role("button", name="Spend blood…").click()
    await box.get_by_role("radio", name="Aggravated").check()
    await box.get_by_role("button", name="Heal 1 aggravated for 5 blood").click()
    await expect(box.locator(".refusal")).to_be_visible()
    await expect(tracker(page, "blood_pool")).to_contain_text("10 of 13")


# --- the pool ------------------------------------------------------------------------------------


async def test_pool_by_traits_is_what_the_server_rolls(served: Served, open_seat: OpenSeat) -> None:
    """Wounds, a specialty, Willpower and difficulty count as they are shown, with exact odds."""
    storyteller, jo, casimir = await at_the_table(served, open_seat)
    await hurt(jo, casimir)
    pool = jo.page.locator(".pool")
    await pool.get_by_label("Trait", exact=True).select_option("Dexterity")
    await pool.get_by_label("With", exact=True).select_option("Occult")
    await expect(pool.locator(".total")).to_contain_text("5 dice")
    await expect(pool.locator(".total")).to_contain_text("−2, wounds")
    await expect(pool.locator(".weighs")).to_contain_text("Wounds, Wounded −2")
    await pool.locator("select[name=specialty]").select_option("Rituals")
    await pool.get_by_label("Difficulty", exact=True).fill("7")
    await expect(pool.locator(".called")).to_have_text("challenging")
    await pool.get_by_label("Successes needed", exact=True).fill("2")
    chance = [
        v20_odds(V20Pool(5, 7, has_specialty=True), V20Rules(), required=2, automatic=n).success
        for n in (0, 1)
    ]
    await expect(pool.locator(".win")).to_have_text(f"{round(100 * chance[0])}% to succeed")
    await expect(pool.locator(".legend")).to_contain_text("Botch")
    await pool.get_by_label("Spend Willpower").check()
    await expect(pool.locator(".win")).to_have_text(f"{round(100 * chance[1])}% to succeed")
    await expect(pool.locator(".legend")).not_to_contain_text("Botch")
    await pool.get_by_role("button", name="Roll 5 dice").click()
    receipt = storyteller.receipt("Dexterity + Occult, specialty, Willpower spent")
    await expect(receipt).to_be_visible()
    asked = sent(jo, "roll_v20")
    assert asked["traits"] == ["Dexterity", "Occult"]
    assert (asked["specialty"], asked["willpower"]) == ("Rituals", True)
    assert (asked["difficulty"], asked["required"]) == (7, 2)
    await expect(receipt.locator(".die")).to_have_count(5)
    await expect(tracker(jo.page, "willpower")).to_contain_text("3 of 6")
    # The point serves one roll; the pool stays for the next, and as a chip.
    await expect(pool.get_by_label("Spend Willpower")).not_to_be_checked()
    await expect(pool.locator(".pool-chip")).to_have_text(["Dexterity + Occult7"])


async def test_untrained_and_lonely_traits_follow_the_rules(
    served: Served, open_seat: OpenSeat
) -> None:
    """A Skill without a dot is harder, a Knowledge impossible; Willpower and Virtues go alone."""
    _, jo, _ = await at_the_table(served, open_seat)
    pool = jo.page.locator(".pool")
    await pool.get_by_label("Trait", exact=True).select_option("Dexterity")
    await pool.get_by_label("With", exact=True).select_option("Drive")
    await expect(pool.locator(".total")).to_contain_text("untrained: harder by 1")
    await expect(pool.locator(".called")).to_have_text("standard, dice need 7")
    await pool.get_by_label("With", exact=True).select_option("Law")
    await expect(pool.locator(".trouble")).to_contain_text("Law is a Knowledge")
    await pool.locator("button.main").click()
    await expect(pool.locator(".refusal")).to_contain_text("without a dot nobody can try it")
    assert not [each for each in jo.sent if "roll_v20" in each]
    await pool.get_by_label("Trait", exact=True).select_option("Courage")
    await expect(pool.get_by_label("With", exact=True)).to_be_hidden()
    await pool.get_by_role("button", name="Roll 2 dice").click()
    await expect(jo.receipt("Courage")).to_be_visible()
    assert sent(jo, "roll_v20")["traits"] == ["Courage"]
    await pool.get_by_label("Trait", exact=True).select_option("Willpower")
    await expect(pool.get_by_label("Spend Willpower")).to_be_hidden()
    await pool.get_by_role("button", name="Roll 6 dice").click()
    await expect(jo.receipt("Willpower")).to_be_visible()


async def test_pool_by_dice_takes_all_that_a_roll_may_have(
    served: Served, open_seat: OpenSeat
) -> None:
    """Several actions, tries before, a specialty by its dots, a note, whisper, typed dice."""
    storyteller, jo, _ = await at_the_table(served, open_seat)
    await by_hand(storyteller)
    pool = jo.page.locator(".pool")
    await pool.get_by_role("radio", name="Dice").check()
    await pool.get_by_label("What for").fill("Picking the lock")
    await pool.get_by_role("spinbutton", name="Dice", exact=True).fill("6")
    await pool.get_by_text("More", exact=True).click()
    await pool.get_by_label("Tries before", exact=True).fill("1")
    await pool.locator("[name=specialty_name]").fill("Safes")
    await pool.get_by_label("Dots of its trait", exact=True).fill("4")
    await pool.get_by_label("Dice of each action alone").fill("6, 5")
    await expect(pool.locator(".trouble")).to_contain_text("share the dice of the smallest pool, 5")
    await pool.get_by_label("Dice that each gets").fill("3 2")
    await pool.get_by_label("Note, told with the roll").fill("By candle light")
    await expect(pool.locator(".total")).to_contain_text("3 dice")
    await pool.get_by_role("radio", name="Private").check()
    await pool.get_by_label("I rolled these dice by hand").check()
    await pool.get_by_label("Regular: 3 faces").fill("10 8 1")
    await pool.get_by_role("button", name="Enter 3 dice in private").click()
    receipt = jo.receipt("Picking the lock, specialty")
    await expect(receipt).to_contain_text("3 rolled − 1 cancelled = 2 net")
    await expect(receipt).to_contain_text("Difficulty 7: 6, 1 for what makes it harder.")
    await expect(receipt).to_contain_text("Entered dice")
    asked = sent(jo, "roll_v20")
    assert asked["actions"] == {"pools": [6, 5], "place": 0, "shares": [3, 2]}
    assert (asked["retries"], asked["specialty_rating"]) == (1, 4)
    assert (asked["note"], asked["visibility"]) == ("By candle light", "private")
    assert asked["entered"] == {"regular": [10, 8, 1]}


# --- on a phone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 320])
async def test_v20_plays_on_a_phone(served: Served, open_seat: OpenSeat, width: int) -> None:
    """Sheet and pool come up as sheets, nothing is wider than the page, and a roll goes out."""
    _, jo, casimir = await at_the_table(served, open_seat, PHONE | {"width": width})
    await hurt(jo, casimir)
    page = jo.page
    measure = """() => [document.documentElement,
        ...document.querySelectorAll("dialog[open] .dialog-body")]
        .every((each) => each.scrollWidth <= each.clientWidth)"""
    card = page.locator(".card.mine")
    await expect(card).to_contain_text("−2 dice")
    assert await page.evaluate(measure)
    await jo.open("Sheet")
    await expect(tracker(page, "health").locator(".level")).to_have_count(7)
    assert await page.evaluate(measure)
    await tracker(page, "blood_pool").click()
    await expect(page.get_by_role("dialog", name="Blood pool")).to_be_visible()
    assert await page.evaluate(measure)
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Whole sheet").click()
    await expect(page.get_by_role("dialog", name="Whole sheet")).to_be_visible()
    assert await page.evaluate(measure)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await jo.open("Roll")
    pool = page.locator(".pool")
    await pool.get_by_label("Trait", exact=True).select_option("Wits")
    await pool.get_by_label("With", exact=True).select_option("Stealth")
    await pool.get_by_text("More", exact=True).click()
    assert await page.evaluate(measure)
    await pool.get_by_role("button", name="Roll 2 dice").click()
    await expect(jo.receipt("Wits + Stealth")).to_be_visible()
    assert await page.evaluate(measure)
