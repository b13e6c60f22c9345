"""What is kept of a character beside dice, in the page: beliefs, bonds, boons, experience."""

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import Seat
from tests.end_to_end.browser.v20_table import open_table, play

# One browser, and so one event loop, serves all tests.
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

OATH = "The guilty alone may suffer"
VEILED = "Nettlequeen"


def dialog(seat: Seat) -> Locator:
    """The dialog that lies on top."""
    return seat.page.locator("dialog[open]").last


async def odile(player: Seat) -> str:
    """Jo's character."""
    made = await player.ask("create_character", name="Odile", hunger=2)
    assert made["type"] == "accepted", made
    created: str = made["created"]
    return created


async def beliefs(player: Seat) -> Locator:
    """What Jo's sheet leads to."""
    await player.open("Sheet")
    await player.page.get_by_role("button", name="Beliefs", exact=True).click()
    return dialog(player)


async def behind(storyteller: Seat) -> Locator:
    """The same, behind the screen."""
    await storyteller.page.get_by_role("button", name="More about Odile").first.click()
    await storyteller.page.get_by_role("button", name="Beliefs, ties, experience…").click()
    return dialog(storyteller)


async def test_a_player_writes_down_what_a_character_believes(
    storyteller: Seat, player: Seat
) -> None:
    """A Touchstone is tied to a Conviction as it is written; the Storyteller sees it at once."""
    await odile(player)
    kept = await behind(storyteller)
    mine = await beliefs(player)
    await mine.get_by_role("button", name="Change…").click()
    await mine.get_by_label("Conviction 1").fill(OATH)
    stone = mine.get_by_role("group", name="Touchstone 1")
    await stone.get_by_label("Name").fill("Nina, her sister")
    await stone.get_by_label("Is", exact=True).select_option("harmed")
    await stone.get_by_label("For the Conviction").select_option(OATH)
    await mine.get_by_role("button", name="Save", exact=True).click()
    for shown in (mine, kept):
        await expect(shown).to_contain_text(f"Nina, her sisterHarmedfor “{OATH}”")
        await expect(shown).to_contain_text("Only whoever plays this character and the Story")
    await expect(mine.get_by_role("button", name="Change…")).to_be_focused()


async def test_a_bond_is_seen_and_its_veiled_regnant_is_not(
    storyteller: Seat, player: Seat
) -> None:
    """The page of the bound one never holds the name."""
    await odile(player)
    kept = await behind(storyteller)
    mine = await beliefs(player)
    await kept.get_by_role("button", name="Note a bond…").click()
    form = dialog(storyteller)
    await form.get_by_label("Bound to").select_option("")
    await form.get_by_label("Name", exact=True).fill(VEILED)
    await form.get_by_text("3", exact=True).click()
    await form.get_by_label("Strength of the bond", exact=True).fill("4")
    await form.get_by_text("Keep from the player who it is").click()
    await form.get_by_role("button", name="Note it").click()
    await expect(kept).to_contain_text(f"To {VEILED}: bound, strength 4")
    await expect(mine).to_contain_text("To somebody unknown: bound, strength 4")
    assert VEILED not in await player.everything()
    await kept.get_by_role("button", name=f"Remove bond to {VEILED}").click()
    await expect(mine).to_contain_text("No bond is noted.")


async def test_boons_are_the_tables_and_are_repaid(storyteller: Seat, player: Seat) -> None:
    """A Storyteller notes one from the session's dialog; the player finds it in the menu."""
    await odile(player)
    page = storyteller.page
    await page.get_by_role("button", name="No session").click()
    await page.get_by_role("button", name="Tenets and boons…").click()
    kept = dialog(storyteller)
    await kept.get_by_text("Change…", exact=True).click()
    await kept.get_by_label("One on each line, up to twelve").fill("Never harm a child\nNo wars")
    await kept.get_by_role("button", name="Save the tenets").click()
    await kept.get_by_role("button", name="Note a boon…").click()
    form = dialog(storyteller)
    await form.get_by_label("Who owes").select_option(label="Odile")
    await form.get_by_label("Name", exact=True).last.fill("The Prince")
    await form.get_by_label("What for").fill("a way out of the city")
    await form.get_by_role("button", name="Note it").click()
    await player.page.get_by_role("button", name="Menu").click()
    await player.page.get_by_role("button", name="Tenets and boons").click()
    mine = dialog(player)
    await expect(mine.locator("ol.kept li")).to_have_text(["Never harm a child", "No wars"])
    await expect(mine).to_contain_text("Odile owes The Prince a minor boon: a way out of the city")
    await expect(mine.get_by_role("button", name="Repaid")).to_have_count(0)
    await kept.get_by_role("button", name="Repaid boon of Odile to The Prince").click()
    await expect(mine.locator("ul.kept li")).to_contain_text("Repaid")


async def test_experience_is_awarded_with_one_press_and_spent(
    storyteller: Seat, player: Seat
) -> None:
    """Whoever is here with a character is ticked; nobody spends more than there is."""
    await odile(player)
    await storyteller.ask("start_session")
    page = storyteller.page
    await page.get_by_role("button", name="Session 1").click()
    await page.get_by_role("button", name="Close the evening…").click()
    end = dialog(storyteller)
    await end.get_by_label("Points for each", exact=True).fill("3")
    await end.get_by_role("button", name="Award experience to 1").click()
    await expect(end).to_contain_text("3 unspent of 3")
    await expect(player.line("Odile gets 3 experience: Session 1")).to_be_visible()
    mine = await beliefs(player)
    await expect(mine).to_contain_text("3 unspent of 3")
    await mine.get_by_text("Spend…").click()
    await mine.get_by_label("On what").fill("Auspex 1")
    await mine.get_by_label("Points", exact=True).fill("4")
    await mine.get_by_role("button", name="Spend", exact=True).click()
    await expect(mine.locator(".refusal")).to_contain_text("There are 3 points")
    await mine.get_by_label("Points", exact=True).fill("2")
    await mine.get_by_role("button", name="Spend", exact=True).click()
    await expect(mine).to_contain_text("1 unspent of 3")


async def test_stains_say_what_they_are_for(storyteller: Seat, player: Seat) -> None:
    """A Conviction that was upheld spares some, by the Storyteller's word."""
    character = await odile(player)
    await storyteller.ask("set_tenets", tenets=["No wars"])
    believed = {"convictions": [OATH], "touchstones": []}
    await storyteller.ask("set_beliefs", character=character, **believed)
    await storyteller.page.get_by_role("button", name="More about Odile").first.click()
    await storyteller.page.get_by_role("button", name="Set Humanity…").click()
    form = dialog(storyteller)
    await form.get_by_label("Stains to add", exact=True).fill("3")
    await form.get_by_label("What for").select_option(label="Tenet broken: No wars")
    await form.get_by_label("A Conviction that was upheld").select_option(OATH)
    await form.get_by_role("button", name="Add 2 of 3 Stains, 1 spared").click()
    told = f"Odile gains 2 Stains for the tenet “No wars”, 1 spared for “{OATH}”"
    await expect(player.line(told)).to_be_visible()


async def test_a_v20_sheet_has_ties_and_experience(served: Served, open_seat: OpenSeat) -> None:
    """Three drinks and no strength; no Convictions."""
    storyteller = await open_table(served, open_seat)
    character = await play(storyteller)
    bound = {"character": character, "drinks": 3, "regnant_name": "Etrius"}
    await storyteller.ask("set_bond", **bound)
    await storyteller.page.get_by_role("button", name="More about Casimir").first.click()
    await storyteller.page.get_by_role("button", name="Beliefs, ties, experience…").click()
    kept = dialog(storyteller)
    await expect(kept).to_contain_text("To Etrius: three drinks, bound")
    await expect(kept).not_to_contain_text("Convictions")
