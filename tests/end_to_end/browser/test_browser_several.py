"""Contests of several sides, and hidden opponents, in the pages: asked, read, confirmed at once."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, expect

from tests.end_to_end.browser.told_evening import Table, serving_table

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Sam, Jo and Ravi at a table where dice may be entered."""
    async with serving_table(tmp_path) as table:
        await table.found(entered_dice=True)
        await table.join("Jo")
        await table.join("Ravi")
        yield table


class Cast:
    """Odile is Jo's, Bram is Ravi's, the hound and the guard are Sam's, Ines is hidden."""

    odile: str
    bram: str
    guard: str
    hound: str
    ines: str


async def cast_of(table: Table) -> Cast:
    """Make them."""
    cast = Cast()
    sheet: dict[str, Any] = {"kind": "vampire", "hunger": 1, "health_boxes": 6}
    for name, who in (("odile", "Jo"), ("bram", "Ravi"), ("hound", "Sam")):
        owners = [table.viewers[who].member]
        names = {"odile": "Odile Vance", "bram": "Bram Okafor", "hound": "The hound"}
        made = await table.do("Sam", "create_character", name=names[name], owners=owners, **sheet)
        setattr(cast, name, made)
    cast.guard = await table.do("Sam", "create_character", name="The guard", kind="mortal")
    cast.ines = await table.do(
        "Sam", "create_character", name="Ines Calder", kind="mortal", hidden=True
    )
    return cast


def entered(regular: list[int], hunger: list[int]) -> dict[str, Any]:
    """Dice that were typed in."""
    return {"pool": len(regular) + len(hunger), "entered": {"regular": regular, "hunger": hunger}}


async def opened(table: Table, cast: Cast) -> str:
    """Odile strikes at three at once, with three successes."""
    return await table.do(
        "Jo", "open_contest", character=cast.odile, against=cast.bram, label="Strength + Melee",
        others=[cast.guard, cast.hound], weapon=2, **entered([8, 7, 2], [6]),
    )  # fmt: skip


async def fought(table: Table, cast: Cast) -> str:
    """Bram is beaten by two, the guard wins by one, the hound does nothing."""
    contest = await opened(table, cast)
    await table.do(
        "Ravi", "answer_contest", contest=contest, character=cast.bram, label="Dexterity + Brawl",
        **entered([6, 2], [3]),
    )  # fmt: skip
    await table.do(
        "Sam", "answer_contest", contest=contest, character=cast.guard, weapon=1,
        **entered([6, 7, 8, 9], []),
    )  # fmt: skip
    await table.do("Sam", "forgo_reaction", contest=contest, character=cast.hound)
    return contest


async def test_a_storyteller_names_several_opponents(table: Table, browser: Browser) -> None:
    """One against, and more beside it; each of them is waited for by name."""
    cast = await cast_of(table)
    seat = await table.open(browser, "Sam", kind=None, viewport=WIDE)
    composer = seat.page.get_by_role("region", name="Dice pool")
    await composer.locator("select[name=character]").select_option(cast.hound)
    await composer.locator("summary", has_text="More").click()
    await composer.locator("select[name=against]").select_option(cast.odile)
    also = composer.get_by_role("group", name="And against")
    await expect(also.get_by_label("Odile Vance")).to_have_count(0)
    await also.get_by_label("Bram Okafor").check()
    await also.get_by_label("The guard").check()
    await composer.get_by_text("Public", exact=True).click()
    await composer.get_by_role("button", name="Open a contest").click()
    business = seat.page.get_by_role("region", name="Open business")
    waited = business.get_by_text("waits for Odile Vance, The guard and Bram Okafor")
    await expect(waited).to_be_visible()
    await business.get_by_role("button", name="Drop for The guard").click()
    await expect(business.get_by_text("waits for Odile Vance and Bram Okafor")).to_be_visible()
    await business.get_by_role("button", name="Answer for Bram Okafor").click()
    await expect(composer.locator("h2")).to_have_text("Answer The hound for Bram Okafor")
    await composer.get_by_role("button", name="Answer with").click()
    await expect(business.get_by_text("waits for Odile Vance to roll")).to_be_visible()
    assert seat.complaints == []
    await seat.page.context.close()


async def test_each_player_is_asked_and_may_let_it_happen(table: Table, browser: Browser) -> None:
    """On a phone, too: the own line has both ways, and the card says who is waited for."""
    cast = await cast_of(table)
    await opened(table, cast)
    seat = await table.open(browser, "Ravi", kind=None, viewport=PHONE)
    card = seat.page.locator(".receipt.several")
    await expect(card.get_by_text("Waits for Bram Okafor, The guard and The hound")).to_be_visible()
    await expect(card.get_by_role("button", name="Answer Odile Vance")).to_be_visible()
    await card.get_by_role("button", name="No reaction").click()
    await expect(card.get_by_text("takes no reaction")).to_be_visible()
    await expect(card.get_by_text("Waits for The guard and The hound")).to_be_visible()
    await expect(card.get_by_role("button", name="No reaction")).to_have_count(0)
    assert seat.complaints == []
    await seat.page.context.close()


async def test_an_answer_is_for_the_own_side(table: Table, browser: Browser) -> None:
    """Whoever plays one of several opponents answers for that one."""
    cast = await cast_of(table)
    await opened(table, cast)
    seat = await table.open(browser, "Ravi", kind=None, viewport=WIDE)
    business = seat.page.get_by_role("region", name="Open business")
    await business.get_by_role("button", name="Answer it").click()
    await expect(seat.page.get_by_role("heading", name="Answer Odile Vance")).to_be_visible()
    await seat.page.context.close()


async def test_one_confirmation_deals_what_the_rows_say(table: Table, browser: Browser) -> None:
    """Rows for each who is hurt, changed and struck by the keyboard, then one word for all."""
    cast = await cast_of(table)
    await fought(table, cast)
    seat = await table.open(browser, "Sam", kind=None, viewport=WIDE)
    card = seat.page.locator(".receipt.several")
    for words in (
        "Odile Vance beats Bram Okafor by 2", "The guard beats Odile Vance by 1",
        "Odile Vance beats The hound by 2",
    ):  # fmt: skip
        await expect(card.get_by_text(words)).to_be_visible()
    harm = seat.page.locator(".proposal", has_text="Harm of the contest")
    bram = harm.get_by_role("group", name="Harm to Bram Okafor")
    await expect(bram.locator("h4")).to_have_text(
        "4 Superficial Health to Bram Okafor, halved to 2"
    )
    await bram.get_by_role("spinbutton", name="Amount").fill("3")
    await bram.get_by_label("Halved").focus()
    await seat.page.keyboard.press("Space")
    await expect(bram.locator("h4")).to_have_text("3 Superficial Health to Bram Okafor")
    hound = harm.get_by_role("group", name="Harm to The hound")
    await hound.get_by_label("Strike it").focus()
    await seat.page.keyboard.press("Space")
    await harm.get_by_role("button", name="Confirm 2 rows").focus()
    await seat.page.keyboard.press("Enter")
    await expect(harm).to_have_count(0)
    await expect(card.get_by_text("Confirmed")).to_be_visible()
    await expect(card.locator(".harm li")).to_have_count(2)
    room = (await table.viewers["Sam"].client.query("snapshot"))["snapshot"]
    hurt = {c["name"]: c["trackers"]["health"].get("superficial", 0) for c in room["characters"]}
    assert hurt == {
        "Bram Okafor": 3, "Odile Vance": 1, "The hound": 0, "The guard": 0, "Ines Calder": 0
    }  # fmt: skip
    assert seat.complaints == []
    await seat.page.context.close()


async def test_a_hidden_attacker_has_its_dice_on_the_card(table: Table, browser: Browser) -> None:
    """Who is behind the roll is told apart from it; the Storyteller's card puts them together."""
    cast = await cast_of(table)
    await table.do(
        "Sam", "open_contest", character=cast.ines, against=cast.bram, others=[cast.odile],
        visibility="secret", **entered([8, 7, 2], []),
    )  # fmt: skip
    seat = await table.open(browser, "Sam", kind=None, viewport=WIDE)
    card = seat.page.locator(".receipt.several")
    ines = card.locator(".contestant", has_text="Ines Calder")
    await expect(ines.locator(".total")).to_have_text("2")
    await expect(ines.get_by_text("has not answered yet")).to_have_count(0)
    await expect(card.get_by_text("has not answered yet")).to_have_count(2)
    assert seat.complaints == []
    await seat.page.context.close()


async def test_rolls_that_may_be_rerolled_say_whose_they_are(
    table: Table, browser: Browser
) -> None:
    """A Storyteller who rolled in secret for several reads by name which of them waits."""
    cast = await cast_of(table)
    contest = await table.do(
        "Sam", "open_contest", character=cast.ines, against=cast.bram, others=[cast.odile],
        visibility="secret", pool=4,
    )  # fmt: skip
    await table.do("Sam", "answer_contest", contest=contest, character=cast.bram, pool=4)
    seat = await table.open(browser, "Sam", kind=None, viewport=WIDE)
    card = seat.page.locator(".receipt.several")
    for name in ("Ines Calder", "Bram Okafor"):
        foot = card.get_by_role("group", name=name)
        await expect(foot.get_by_role("button", name="Let it stand")).to_be_visible()
    waits = seat.page.locator(".proposal.unsettled", has_text="Bram Okafor")
    await expect(waits).to_contain_text("Opens when you reroll or let it stand")
    assert seat.complaints == []
    await seat.page.context.close()


async def test_a_hidden_opponent_leaves_no_outline_on_a_players_page(
    table: Table, browser: Browser
) -> None:
    """The Storyteller opposes from the roll's card; the player's page stays as it was."""
    cast = await cast_of(table)
    await table.do("Jo", "roll", character=cast.odile, label="Wits", **entered([8, 2], [7]))
    jo = await table.open(browser, "Jo", kind=None, viewport=WIDE)
    await expect(jo.page.locator(".receipt")).to_have_count(1)
    before = await jo.page.locator("body").inner_text()
    sam = await table.open(browser, "Sam", kind=None, viewport=WIDE)
    card = sam.page.locator(".receipt", has_text="Wits")
    await card.get_by_text("Oppose in secret").click()
    form = card.locator("form", has_text="Who opposes it")
    await expect(form.locator("select[name=character] option").first).to_have_text("Ines Calder")
    await form.get_by_role("button", name="Oppose it in secret").click()
    contest = sam.page.locator(".receipt.contest.veiled")
    await expect(
        contest.locator(".contestant", has_text="Ines Calder").locator(".die")
    ).not_to_have_count(0)
    odile = contest.locator(".contestant", has_text="Odile Vance")
    await expect(odile.locator(".total")).to_have_text("2")
    await expect(odile).to_contain_text("rolled before")
    assert await jo.page.locator("body").inner_text() == before
    assert sam.complaints == jo.complaints == []
    for seat in (sam, jo):
        await seat.page.context.close()
