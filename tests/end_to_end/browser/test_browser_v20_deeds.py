"""V20 beside plain rolls: contests, attack to soak, initiative, the Beast, degeneration."""

import pytest
from playwright.async_api import Page, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import Seat
from tests.end_to_end.browser.test_browser_pool import sent
from tests.end_to_end.browser.v20_table import accepted, by_hand, open_table, play

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def with_a_guard(served: Served, open_seat: OpenSeat) -> tuple[Seat, Seat, str, str]:
    """Sam with a guard, and Jo with Casimir; dice may be typed in."""
    storyteller = await open_table(served, open_seat)
    await by_hand(storyteller)
    jo = await open_seat()
    await jo.join(await storyteller.invite(), "Jo")
    casimir = await play(jo)
    traits = {"Dexterity": 3, "Athletics": 2, "Brawl": 2, "Stamina": 3, "Strength": 3}
    made = await accepted(
        storyteller, "create_v20_character", name="Guard", kind="mortal", traits=traits
    )
    return storyteller, jo, casimir, made["created"]


async def more(page: Page, words: str) -> None:
    """Choose something rare."""
    await page.locator(".actions").get_by_text("More", exact=True).click()
    await page.locator(".actions").get_by_role("button", name=words).click()


async def test_attack_goes_on_to_damage_and_soak(served: Served, open_seat: OpenSeat) -> None:
    """A contest, the hit, its damage, what is soaked, and what is then marked."""
    storyteller, jo, _, _ = await with_a_guard(served, open_seat)
    pool = jo.page.locator(".pool")
    await more(jo.page, "Begin a contest…")
    await expect(pool.get_by_role("heading", name="Begin a contest")).to_be_visible()
    await pool.get_by_label("Against", exact=True).select_option(label="Guard")
    await pool.get_by_label("It is an attack").check()
    await pool.get_by_label("Its damage").select_option("bashing")
    await pool.get_by_label("Trait", exact=True).select_option("Dexterity")
    await pool.get_by_label("With", exact=True).select_option("Brawl")
    await pool.get_by_label("I rolled these dice by hand").check()
    await pool.get_by_label("Regular: 3 faces").fill("9 8 7")
    await pool.get_by_role("button", name="Challenge with 3 dice").click()
    asked = sent(jo, "open_v20_contest")
    assert (asked["attack"], asked["damage_kind"]) == (True, "bashing")
    card = storyteller.page.locator(".receipt.contest")
    await expect(card).to_contain_text("An attack")
    await expect(card).to_contain_text("Waits for Guard")
    await expect(pool.get_by_role("heading", name="Dice pool")).to_be_visible()

    waits = storyteller.page.locator(".proposal", has_text="Casimir Roth against Guard")
    await waits.get_by_role("button", name="Answer for Guard").click()
    defence = storyteller.page.locator(".pool")
    await defence.get_by_label("Trait", exact=True).select_option("Dexterity")
    await defence.get_by_label("With", exact=True).select_option("Athletics")
    await defence.get_by_label("I rolled these dice by hand").check()
    await defence.get_by_label("Regular: 5 faces").fill("2 3 4 5 6")
    await defence.get_by_role("button", name="Answer with 5 dice").click()
    await expect(card.locator("h3")).to_have_text("Casimir Roth hits")
    await expect(card.locator(".total")).to_have_text(["3", "1"])

    open_line = jo.page.locator(".open-line", has_text="A hit with bashing damage to roll")
    await open_line.get_by_role("button", name="Roll damage…").click()
    await expect(pool.get_by_role("heading", name="Roll damage")).to_be_visible()
    await expect(pool.get_by_label("Trait", exact=True)).to_have_value("Strength")
    await pool.get_by_role("radio", name="Dice").check()
    await pool.get_by_label("What for").fill("The blade")
    await pool.get_by_role("spinbutton", name="Dice", exact=True).fill("3")
    await expect(pool.locator(".total")).to_contain_text("4 dice")
    await expect(pool.locator(".total")).to_contain_text("+1, from the attack")
    await pool.get_by_label("Regular: 4 faces").fill("9 9 9 9")
    await pool.get_by_role("button", name="Enter 4 dice").click()
    await expect(jo.receipt("The blade")).to_contain_text("4 rolled = 4 net")
    assert sent(jo, "roll_v20")["kind"] == "damage"
    damage = storyteller.page.locator(".proposal", has_text="of bashing damage to Guard")
    await expect(damage.get_by_role("heading")).to_have_text("4 levels of bashing damage to Guard")
    await damage.get_by_role("button", name="Soak").click()
    await expect(storyteller.receipt("Soak")).to_be_visible()
    await expect(damage.get_by_role("button", name="Soak")).to_have_count(0)
    await damage.get_by_role("button", name="Confirm").click()
    await expect(storyteller.line("Guard takes")).to_contain_text("of bashing damage")
    await expect(
        storyteller.page.locator(".npc", has_text="Guard").locator(".health")
    ).to_contain_text("bashing")


async def test_answer_of_a_player_ends_a_contest(served: Served, open_seat: OpenSeat) -> None:
    """The challenged player answers from open business; the replay tells who won."""
    storyteller, jo, casimir, guard = await with_a_guard(served, open_seat)
    entered = {"regular": [7, 7, 7]}
    asked = {"against": casimir, "pool": 3, "label": "A stare", "entered": entered}
    await accepted(storyteller, "open_v20_contest", character=guard, **asked)
    line = jo.page.locator(".open-line", has_text="A contest")
    await line.get_by_role("button", name="Answer it").click()
    pool = jo.page.locator(".pool")
    await expect(pool.get_by_role("heading", name="Answer Guard")).to_be_visible()
    await pool.get_by_label("Trait", exact=True).select_option("Wits")
    await pool.get_by_label("I rolled these dice by hand").check()
    await pool.get_by_label("Regular: 3 faces").fill("2 2 2")
    await pool.get_by_role("button", name="Answer with 3 dice").click()
    await expect(jo.page.locator(".receipt.contest h3")).to_have_text("Guard wins")
    await expect(jo.page.locator("#speech")).to_contain_text("Guard wins a contest.")
    await jo.page.get_by_role("button", name="Replay").click()
    around = jo.page.locator(".around")
    await expect(around.get_by_text("Guard wins a contest")).to_be_visible()


async def test_initiative_is_rolled_and_declared(served: Served, open_seat: OpenSeat) -> None:
    """The order of a turn: a line with its rating and die, and what is going to be done."""
    storyteller, jo, _, _ = await with_a_guard(served, open_seat)
    await accepted(storyteller, "begin_clock", clock="turn")
    await more(jo.page, "Roll initiative…")
    box = jo.page.get_by_role("dialog", name="Roll initiative · Casimir Roth")
    await box.get_by_label("I rolled these dice by hand").check()
    await box.get_by_label("Regular: 1 face").fill("7")
    await box.get_by_role("button", name="Roll initiative").click()
    await expect(box).to_have_count(0)
    receipt = storyteller.receipts.filter(has_text="initiative 13")
    await expect(receipt).to_contain_text("Casimir Roth, initiative 13: 6 and a die of 7")
    await more(jo.page, "Declare…")
    saying = jo.page.get_by_role("dialog", name="Declare · Casimir Roth")
    await saying.get_by_label("What is done this turn").fill("Runs for the door")
    await saying.get_by_role("button", name="Declare it").click()
    await expect(saying).to_have_count(0)
    assert sent(jo, "declare_action")["text"] == "Runs for the door"
    order = storyteller.page.locator(".turn-strip .order")
    await expect(order).to_have_text("13 Casimir Roth: Runs for the door")


async def test_beast_and_conscience_are_rolled(served: Served, open_seat: OpenSeat) -> None:
    """Each from its dialog, typed in; what they take and leave stands on the sheet."""
    _, jo, _, _ = await with_a_guard(served, open_seat)
    page = jo.page
    await more(page, "Degeneration…")
    box = page.get_by_role("dialog", name="Roll against degeneration · Casimir Roth")
    await box.get_by_label("The sin, by the rating").select_option("4")
    await box.get_by_label("I rolled these dice by hand").check()
    await box.get_by_label("Regular", exact=True).fill("2 3 4")
    await box.get_by_role("button", name="Roll against degeneration").click()
    await expect(box).to_have_count(0)
    await expect(page.locator("[data-key='tracker humanity']")).to_contain_text("Humanity5")
    await more(page, "Resist the Beast…")
    beast = page.get_by_role("dialog", name="Resist the Beast · Casimir Roth")
    await beast.get_by_label("I rolled these dice by hand").check()
    await beast.get_by_label("Regular", exact=True).fill("2 3 4 5")
    await beast.get_by_role("button", name="Resist frenzy").click()
    await expect(beast).to_have_count(0)
    await expect(page.locator(".own-sheet .effects")).to_contain_text("renzy")


async def test_what_burns_waits_to_be_soaked(served: Served, open_seat: OpenSeat) -> None:
    """The light is named, and with it the difficulty to soak; the levels are open business."""
    storyteller, jo, casimir, _ = await with_a_guard(served, open_seat)
    await more(jo.page, "Burn…")
    burning = jo.page.locator("dialog.editor[open]").last
    await burning.get_by_label("Sunlight", exact=True).check()
    await burning.get_by_label("How much of the body").select_option("large")
    await burning.get_by_label("What is left of the light").select_option("through a window")
    await burning.get_by_role("button", name="Burn for 2 levels").click()
    await expect(burning).to_have_count(0)
    asked = sent(jo, "deal_damage")
    assert asked["exposure"] == {"to": "sunlight", "extent": "large", "of": "through a window"}
    waits = storyteller.page.locator(".proposal", has_text="2 levels of aggravated damage")
    await expect(waits).to_contain_text("Casimir Roth: Through a window: soaked at difficulty 7.")
    assert asked["character"] == casimir
