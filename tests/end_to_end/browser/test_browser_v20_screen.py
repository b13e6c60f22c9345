"""A Storyteller's V20 table: cards, quick NPCs, secrets that stay, house rules, files."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import expect

from protocol.character_file import CharacterFile
from server.rules.v20.house_rules import SWITCHES
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.test_browser_character_files import begin_with, new_character
from tests.end_to_end.browser.test_browser_look import complaints_of_axe
from tests.end_to_end.browser.test_browser_pool import sent
from tests.end_to_end.browser.v20_table import accepted, by_hand, hurt, open_table, play, rolls
from tests.support.kept_character import KEPT, KEPT_V20

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_quick_characters_come_as_many_as_wanted(served: Served, open_seat: OpenSeat) -> None:
    """By what they are good at, hidden, as one group; their traits are rolled from the pool."""
    storyteller = await open_table(served, open_seat)
    page = storyteller.page
    await page.get_by_role("button", name="New character").click()
    box = page.get_by_role("dialog", name="New character")
    await box.get_by_role("textbox", name="Name").first.fill("Gangster")
    await box.get_by_label("Fighting", exact=True).fill("3")
    await box.get_by_label("How many", exact=True).fill("3")
    await expect(box.locator(".told")).to_contain_text("Gangster 1, Gangster 2, Gangster 3.")
    await box.get_by_role("button", name="Create 3 characters").click()
    await expect(box).to_be_hidden()
    group = page.locator(".npc.group", has_text="Gangster")
    await expect(group.locator(".one")).to_have_count(3)
    await expect(group).to_contain_text("Hidden")
    await expect(group.locator(".one").first.locator(".mark")).to_have_count(7)
    asked = sent(storyteller, "create_v20_character")
    assert asked["hidden"] is True
    assert (asked["traits"]["Brawl"], asked["traits"]["Strength"]) == (3, 2)
    await page.get_by_role("button", name="Roll for Gangster 2").click()
    pool = page.locator(".pool")
    await pool.get_by_label("Trait", exact=True).select_option("Dexterity")
    await pool.get_by_label("With", exact=True).select_option("Firearms")
    await pool.get_by_text("More", exact=True).click()
    await pool.get_by_label("Nothing presses").check()
    await pool.get_by_label("Difficulty", exact=True).fill("5")
    await expect(pool.locator("button.main")).to_have_text("Succeed without a roll in secret")
    await pool.locator("button.main").click()
    receipt = storyteller.receipt("Dexterity + Firearms")
    await expect(receipt).to_contain_text("No roll needed = 1 net")
    await expect(receipt.locator(".die")).to_have_count(0)
    await expect(receipt).to_contain_text("Secret")


async def test_hidden_npc_and_secret_roll_never_reach_a_player(
    served: Served, open_seat: OpenSeat
) -> None:
    """Neither names, traits, trackers, rolls nor deeds: not in the page, storage or any frame."""
    storyteller = await open_table(served, open_seat)
    jo = await open_seat()
    await jo.join(await storyteller.invite(), "Jo")
    (welcome,) = jo.items("welcome")
    casimir = await play(storyteller, owners=[welcome["member"]])
    sheet = {"generation": 7, "path": "Path of the Beast", "specialties": {"Wits": ["Lairs"]}}
    anne = await play(
        storyteller, name="Lady Anne", clan="Ventrue", hidden=True, sheet=sheet, blood=17
    )
    page = storyteller.page
    card = page.locator(".npc", has_text="Lady Anne")
    await expect(card).to_contain_text("Hidden")
    await expect(card.locator(".blood_pool")).to_contain_text("17")
    await page.get_by_role("button", name="Roll for Lady Anne").click()
    pool = page.locator(".pool")
    await expect(pool.get_by_role("radio", name="Secret")).to_be_checked()
    await pool.get_by_label("Trait", exact=True).select_option("Wits")
    await pool.get_by_label("With", exact=True).select_option("Stealth")
    await pool.get_by_label("Spend Willpower").check()
    await pool.get_by_role("button", name="Roll 4 dice in secret").click()
    receipt = storyteller.receipt("Wits + Stealth")
    await expect(receipt).to_be_visible()
    await page.get_by_role("button", name="More about Lady Anne").click()
    care = page.get_by_role("dialog", name="Lady Anne")
    await expect(care).to_contain_text("Path of the Beast")
    await care.get_by_role("button", name="Spend blood…").click()
    spending = page.get_by_role("dialog", name="Spend blood · Lady Anne")
    await spending.get_by_role("radio", name="Other").check(force=True)
    await spending.get_by_label("Reason, for the log").fill("A quiet working")
    await spending.get_by_role("button", name="Spend 1 blood").click()
    await expect(spending).to_have_count(0)
    await accepted(storyteller, "set_track", character=anne, track="health", lethal=4)
    await page.keyboard.press("Escape")
    # Something that Jo sees comes after all of it.
    asked = {"pool": 3, "label": "In the open"}
    await accepted(storyteller, "roll_v20", character=casimir, **asked)
    await expect(jo.receipt("In the open")).to_be_visible()
    ids = [
        push["event"]["roll"]
        for push in storyteller.items("event")
        if push["event"]["type"] == "roll_resolved" and push["event"].get("label") != "In the open"
    ]
    assert ids

    async def is_clean() -> None:
        held = await jo.everything()
        secrets = ("Lady Anne", "Ventrue", "Path of the Beast", "Lairs", "A quiet working", anne)
        for secret in (*secrets, *ids, "Stealth + ", "Wits + Stealth"):
            assert secret not in held, secret

    await is_clean()
    seqs = [push["seq"] for push in (*welcome["recent"], *jo.items("event"))]
    assert seqs == list(range(1, len(seqs) + 1))
    await jo.page.reload()
    await expect(jo.receipt("In the open")).to_be_visible()
    await is_clean()


async def test_blind_roll_and_revealed_outcome(served: Served, open_seat: OpenSeat) -> None:
    """Jo sees no die of a blind roll; revealed, its outcome alone, and then the whole of it."""
    storyteller = await open_table(served, open_seat)
    await by_hand(storyteller)
    jo = await open_seat()
    await jo.join(await storyteller.invite(), "Jo")
    casimir = await play(jo)
    pool = jo.page.locator(".pool")
    await pool.get_by_label("Trait", exact=True).select_option("Wits")
    await pool.get_by_role("radio", name="Blind").check()
    jo.frames.clear()
    await pool.get_by_role("button", name="Roll 3 dice blind").click()
    await expect(jo.line("You rolled blind for Casimir Roth")).to_be_visible()
    received = "\n".join(jo.frames)
    for word in ("receipt", "net", "dice", "faces"):
        assert word not in received
    entered = {"regular": [9, 8, 2]}
    asked = {"traits": ["Wits"], "label": "The ward", "visibility": "secret", "entered": entered}
    await accepted(storyteller, "roll_v20", character=casimir, **asked)
    card = storyteller.receipt("The ward")
    await card.get_by_text("Reveal…", exact=True).click()
    await card.get_by_role("button", name="Reveal the outcome alone").click()
    shown = jo.page.locator("article.receipt", has_text="Outcome only, unproven")
    await expect(shown.get_by_role("heading")).to_have_text("Success")
    await expect(shown).to_contain_text("Success, 2 net. The dice were not shown.")
    await expect(shown.locator(".die")).to_have_count(0)


async def test_house_rules_are_those_of_v20(served: Served, open_seat: OpenSeat) -> None:
    """Its presets and every switch with its row; what is set holds for the next roll."""
    storyteller = await open_table(served, open_seat)
    jo = await open_seat()
    await jo.join(await storyteller.invite(), "Jo")
    casimir = await play(jo)
    page = storyteller.page
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="House rules").click()
    house = page.get_by_role("dialog", name="House rules")
    presets = house.get_by_label("How rolls are read")
    await expect(presets.locator("option")).to_have_count(4)
    await expect(house.locator(".rule")).to_have_count(len(SWITCHES))
    await presets.select_option("v20_engine_casual")
    difficulty = house.locator(".rule-group", has_text="Difficulty and Abilities")
    await difficulty.locator("summary").click()
    await expect(difficulty.get_by_label("Mode", exact=True)).to_have_value("casual")
    dice = house.locator(".rule-group", has_text="Dice and ones")
    await dice.locator("summary").click()
    await dice.get_by_label("Botch", exact=True).select_option("net_zero")
    await expect(dice).to_contain_text("1 of")
    await house.get_by_role("button", name="Set the house rules").click()
    await expect(house).to_have_count(0)
    rules = sent(storyteller, "set_house_rules")["house_rules"]
    assert rules["preset"] == "v20_engine_casual"
    assert rules["switches"] == {"botch": "net_zero"}
    pool = jo.page.locator(".pool")
    await expect(pool.locator(".called")).to_have_text("standard, dice need 3")
    await accepted(jo, "roll_v20", character=casimir, traits=["Wits"], label="Wits")
    await expect(jo.receipt("Wits")).to_contain_text("Difficulty 3: 6, halved.")
    await jo.page.get_by_role("button", name="Menu").click()
    await jo.page.get_by_role("button", name="House rules").click()
    reading = jo.page.get_by_role("dialog", name="House rules")
    await expect(reading).to_contain_text("V20, engine, casual")
    await expect(reading.get_by_role("combobox")).to_have_count(0)


async def test_a_v20_character_goes_to_a_file_and_comes_back(
    served: Served, open_seat: OpenSeat, tmp_path: Path
) -> None:
    """All of its sheet and marks; saved again it is the same file, and V5's are refused."""
    storyteller = await open_table(served, open_seat)
    jo = await open_seat()
    await jo.join(await storyteller.invite(), "Jo")
    path = tmp_path / "casimir.json"
    path.write_text(json.dumps(KEPT_V20))
    other = tmp_path / "odile.json"
    other.write_text(json.dumps(KEPT))
    form = await new_character(jo)
    await begin_with(form, other)
    await expect(form.locator(".refusal")).to_contain_text("This character is of V5")
    await begin_with(form, path)
    await expect(form.get_by_label("Name", exact=True)).to_have_value("Casimir Roth")
    await expect(form.get_by_label("Willpower", exact=True)).to_have_value("6")
    await expect(form.get_by_text("Brings its sheet, and what is marked on it.")).to_be_visible()
    await form.get_by_role("button", name="Create the character").click()
    await expect(form).to_be_hidden()
    await expect(jo.page.locator(".own-sheet")).to_contain_text("0 of 6")
    await jo.page.get_by_role("button", name="Whole sheet").click()
    async with jo.page.expect_download() as saving:
        await jo.page.get_by_role("button", name="Save as a file").click()
    saved: dict[str, Any] = json.loads((await (await saving.value).path()).read_text())
    msgspec.convert(saved, CharacterFile)
    assert saved == KEPT_V20


async def test_a_copy_is_unhurt_and_templates_have_sheets(
    served: Served, open_seat: OpenSeat
) -> None:
    """A Storyteller's list; a copy keeps its levels and loses its marks."""
    storyteller = await open_table(served, open_seat)
    casimir = await play(storyteller)
    await hurt(storyteller, casimir)
    page = storyteller.page
    form = page.get_by_role("dialog", name="New character")
    for label, name in (("A copy of Casimir Roth", "Casimir’s brother"), ("Elder", "The Prince")):
        await page.get_by_role("button", name="New character").click()
        await form.get_by_text("Full", exact=True).click()
        await form.get_by_label("Start from").select_option(label=label)
        full = form.locator("form:visible")
        await full.get_by_role("textbox", name="Name", exact=True).fill(name)
        await full.get_by_role("button", name="Create the character").click()
        await expect(form).to_be_hidden()
    snapshot = (await storyteller.ask("snapshot"))["result"]["snapshot"]
    found = {each["name"]: each for each in snapshot["characters"]}
    assert found["Casimir’s brother"]["trackers"]["health"] == {"boxes": 7}
    assert found["Casimir’s brother"]["sheet"] == found["Casimir Roth"]["sheet"]
    assert found["The Prince"]["sheet"] == {"generation": 8}
    assert found["The Prince"]["traits"]["Dominate"] == 4


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing_at_a_v20_table(
    served: Served, open_seat: OpenSeat, theme: Any, size: Any
) -> None:
    """Table, sheet, pool, dialogs and the Storyteller's side, in both themes."""
    storyteller = await open_table(served, open_seat)
    await by_hand(storyteller)
    jo: Seat = await open_seat(size)
    for seat in (storyteller, jo):
        await seat.page.emulate_media(color_scheme=theme)
    await jo.join(await storyteller.invite(), "Jo")
    casimir = await play(jo)
    await rolls(jo, casimir)
    await hurt(jo, casimir)
    await play(storyteller, name="Lady Anne", hidden=True)
    page = jo.page
    assert await complaints_of_axe(page) == []
    await jo.open("Roll")
    await page.locator(".pool").get_by_text("More", exact=True).click()
    assert await complaints_of_axe(page) == []
    await jo.open("Sheet")
    for opens, title in (
        ("[data-key='tracker health']", "Health · Casimir Roth"),
        ("text=Spend blood…", "Spend blood · Casimir Roth"),
        ("text=Whole sheet", "Whole sheet"),
    ):
        await page.locator(opens).click()
        await expect(page.get_by_role("dialog", name=title)).to_be_visible()
        assert await complaints_of_axe(page) == []
        await page.keyboard.press("Escape")
    assert await complaints_of_axe(storyteller.page) == []
    for words, title in (("New character", "New character"), ("More about Lady Anne", "Lady Anne")):
        await storyteller.page.get_by_role("button", name=words).click()
        await expect(storyteller.page.get_by_role("dialog", name=title)).to_be_visible()
        assert await complaints_of_axe(storyteller.page) == []
        await storyteller.page.keyboard.press("Escape")
