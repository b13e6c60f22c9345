"""Whose a consequence is, and who is who: in the log, also after a reload, and in the replay."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import Seat
from tests.end_to_end.browser.test_browser_replay import text_of
from tests.end_to_end.browser.told_evening import Table, serving_table

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

AT_END = """() => {
    const scroll = document.querySelector(".scroll");
    return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 2;
}"""
KEPT_NAMES = """() => Object.entries(localStorage)
    .filter(([key]) => key.startsWith("coterie.seat ")).map(([, seat]) => JSON.parse(seat).name)"""
WORD = "Compulsion, price of a bestial failure for Odile Vance"


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Sam and Jo at a table where dice may be entered."""
    async with serving_table(tmp_path) as table:
        await table.found(entered_dice=True)
        await table.join("Jo")
        yield table


async def made(table: Table, name: str, who: str = "Jo") -> str:
    """A vampire of somebody's."""
    owners = [table.viewers[who].member]
    sheet: dict[str, Any] = {"kind": "vampire", "hunger": 1, "humanity": 7, "blood_potency": 1}
    return await table.do("Sam", "create_character", name=name, owners=owners, **sheet)


async def proposals(table: Table) -> list[dict[str, Any]]:
    """What waits for Sam."""
    room = (await table.viewers["Sam"].client.query("snapshot"))["snapshot"]
    return list(room["proposals"])


async def bestial_failure(table: Table) -> str:
    """Odile fails with the Beast, and lets it stand."""
    odile = await made(table, "Odile Vance")
    roll = await table.do(
        "Jo", "roll", character=odile, label="Wits", pool=2, difficulty=3,
        entered={"regular": [8], "hunger": [1]},
    )  # fmt: skip
    await table.do("Jo", "settle_roll", roll=roll)
    return odile


async def tie(table: Table) -> None:
    """Odile and Bram hurt each other."""
    odile, bram = await made(table, "Odile Vance"), await made(table, "Bram Okafor", "Sam")
    contest = await table.do(
        "Jo", "open_contest", character=odile, against=bram, conflict="physical", pool=3,
        categories=["physical"], entered={"regular": [8, 7], "hunger": [3]},
    )  # fmt: skip
    await table.do(
        "Sam", "answer_contest", contest=contest, character=bram, pool=4,
        entered={"regular": [9, 6, 2], "hunger": [4]},
    )  # fmt: skip
    room = (await table.viewers["Sam"].client.query("snapshot"))["snapshot"]
    for roll in room["standing_rolls"]:
        await table.do("Sam", "settle_roll", roll=roll["roll"])


async def test_confirmed_price_says_whose_it_is_live_and_after_a_reload(
    table: Table, browser: Browser
) -> None:
    """Also where it was opened long before what a page has to begin with."""
    odile = await bestial_failure(table)
    names = {"character": odile, "tracker": "hunger"}
    many = [{"type": "set_tracker", **names, "value": n % 4} for n in range(60)]
    await table.do_many("Sam", many)
    live = await table.open(browser, "Jo", kind=None)
    await expect(live.page.locator(".line").first).to_be_visible()
    for each in await proposals(table):
        choice = {"choice": "compulsion"} if each.get("options") else {}
        await table.do("Sam", "confirm_proposal", proposal=each["proposal"], **choice)
    reloaded = await table.open(browser, "Jo", kind=None)
    for seat in (live, reloaded):
        await expect(seat.line(f"Sam confirmed {WORD}")).to_be_visible()
        await expect(seat.line("Sam confirmed a win at a cost for Odile Vance")).to_be_visible()
        await seat.page.wait_for_function(AT_END)
        assert seat.complaints == []
        await seat.page.context.close()


async def test_contest_says_who_is_hurt_and_names_all_in_full(
    table: Table, browser: Browser
) -> None:
    """Both sides' damage has a name, at the table, in the replay and in the transcript."""
    await tie(table)
    seat = await table.open(browser, "Sam", kind=None)
    card = seat.page.locator(".receipt.contest")
    for name in ("Odile Vance", "Bram Okafor"):
        await expect(card.get_by_text(f"1 Superficial Health to {name}, waits")).to_be_visible()
    await expect(card.locator(".contestant strong")).to_have_text(["Odile Vance", "Bram Okafor"])
    for each in await proposals(table):
        await table.do("Sam", "confirm_proposal", proposal=each["proposal"])
    for name in ("Odile Vance", "Bram Okafor"):
        words = f"1 Superficial Health to {name}, confirmed"
        await expect(card.get_by_text(words, exact=True)).to_be_visible()
    await seat.page.context.close()
    seat = await table.open(browser, "Jo")
    around = seat.page.locator(".around")
    await expect(around).to_be_visible()
    await seat.page.keyboard.press("End")
    await expect(around.locator("[aria-current=true]")).to_be_in_viewport(ratio=1)
    for name in ("Odile Vance", "Bram Okafor"):
        words = f"Sam confirmed 1 Superficial Health to {name}"
        await expect(around.get_by_text(words)).to_be_visible()
    await expect(seat.page.locator(".names .lane strong")).to_have_text(
        ["Odile Vance", "Bram Okafor"]
    )
    assert not re.search(r"Odile (?!Vance)|Bram (?!Okafor)", await around.inner_text())
    async with seat.page.expect_download() as saved:
        await seat.page.get_by_role("button", name="Save transcript").first.click()
    transcript = await text_of(await saved.value)
    assert "**Sam** confirmed 1 Superficial Health to **Bram Okafor**" in transcript
    told = next(line for line in transcript.splitlines() if "contest ends in a tie" in line)
    assert "Bram Okafor, 2 successes. Regular 9, 6, 2. Hunger 4." in told
    assert seat.complaints == []
    await seat.page.context.close()


async def test_dismissed_consequence_says_whose_it_was(table: Table, browser: Browser) -> None:
    """The replay tells what was let go."""
    await bestial_failure(table)
    for each in await proposals(table):
        await table.do("Sam", "dismiss_proposal", proposal=each["proposal"])
    seat = await table.open(browser, "Jo")
    around = seat.page.locator(".around")
    await seat.page.keyboard.press("End")
    for words in ("price of a bestial failure", "a win at a cost"):
        await expect(around.get_by_text(f"Sam let go: {words} for Odile Vance")).to_be_visible()
    assert seat.complaints == []
    await seat.page.context.close()


async def test_numbered_characters_keep_their_numbers(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Thug 1 is no Thug, in the columns of a contest and over a pool."""
    await storyteller.create_character("Thug 1")
    await storyteller.create_character("Thug 2")
    seat = await open_seat({"width": 390, "height": 844})
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Thug 3")
    await seat.open("Roll")
    await expect(seat.page.get_by_role("dialog", name="Roll for Thug 3")).to_be_visible()
    thugs = {
        await storyteller.page.locator("[data-character]", has=label).first.get_attribute(
            "data-character"
        )
        for label in (storyteller.page.get_by_label(f"Roll for Thug {n}") for n in (1, 2))
    }
    first, second = sorted(str(thug) for thug in thugs)
    await storyteller.ask("open_contest", character=first, against=second, pool=3)
    strong = storyteller.page.locator(".receipt.contest .contestant strong")
    await expect(strong).to_have_count(2)
    assert sorted(await strong.all_inner_texts()) == ["Thug 1", "Thug 2"]


async def test_two_who_are_called_the_same_are_told_apart(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """One has a number, everywhere, for everybody alike; a new name says whose it is."""
    link = await storyteller.invite(2)
    seats = []
    for _ in range(2):
        seat = await open_seat()
        await seat.join(link, "Ana")
        seats.append(seat)
    members = [str(next(iter(seat.items("welcome")))["member"]) for seat in seats]
    page = storyteller.page
    for place in (page.locator(".roster strong"), page.locator(".view-as .pill span")):
        await expect(place.get_by_text("Ana", exact=True)).to_have_count(1)
        await expect(place.get_by_text("Ana (2)", exact=True)).to_have_count(1)
    for line in ("Ana came to the table", "Ana (2) came to the table"):
        await expect(storyteller.line(line)).to_have_count(1)
    second = max(members)
    seat = seats[members.index(second)]
    await seat.page.get_by_role("button", name=re.compile("^At the table")).click()
    await seat.page.get_by_text("Your name", exact=True).click()
    name = seat.page.get_by_label("Your name at the table")
    await expect(name).to_have_value("Ana")
    assert await seat.page.evaluate(KEPT_NAMES) == ["Ana"]
    await name.fill("Bo")
    await seat.page.get_by_role("button", name="Change your name").click()
    await expect(storyteller.line("Ana is now called Bo")).to_be_visible()
    await expect(seat.line("You are now called Bo")).to_be_visible()
    await expect(storyteller.line("Bo came to the table")).to_have_count(1)
    for part in (".roster", ".view-as", ".log"):
        await expect(page.locator(part)).not_to_contain_text("Ana (2)")
    await page.reload()
    await expect(storyteller.line("Ana is now called Bo")).to_be_visible()
