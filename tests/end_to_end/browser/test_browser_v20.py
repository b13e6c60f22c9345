"""A V20 table in the browser: opened, with its receipts in log, replay and transcript."""

import json
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.test_browser_pages import LIGHT_BYTES, Load
from tests.end_to_end.browser.test_browser_pool import sent
from tests.end_to_end.browser.v20_table import accepted, by_hand, hurt, open_table, play, rolls

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def table_of_two(
    served: Served, open_seat: OpenSeat, size: Any = DESK
) -> tuple[Seat, Seat, str]:
    """Sam, Jo, and Jo's Casimir; dice may be typed in."""
    storyteller = await open_table(served, open_seat)
    await by_hand(storyteller)
    jo = await open_seat(size)
    await jo.join(await storyteller.invite(), "Jo")
    return storyteller, jo, await play(jo)


async def test_whoever_opens_a_table_says_what_is_played(
    served: Served, open_seat: OpenSeat
) -> None:
    """Two steps as ever; V5 unless V20 is chosen, on the first page too, and it stays chosen."""
    seat = await open_table(served, open_seat)
    hello = next(json.loads(each) for each in seat.sent if '"hello"' in each)
    assert hello["entry"]["system"] == "v20"
    (welcome,) = seat.items("welcome")
    assert welcome["snapshot"]["system"] == "v20"
    assert welcome["snapshot"]["house_rules"]["preset"] == "v20_book"
    v5 = await open_seat()
    await v5.create_room(served.create_link)
    hello = next(json.loads(each) for each in v5.sent if '"hello"' in each)
    assert "system" not in hello["entry"]
    await expect(v5.page.get_by_label("Hunger", exact=True)).to_be_attached()

    landing = await open_seat()
    await landing.page.goto(served.create_link.partition("#")[0])
    opening = landing.page.locator("section", has_text="Open a table").last
    await opening.get_by_label("Name of the chronicle").fill("Another")
    await opening.get_by_role("radio", name="V20").check()
    await opening.get_by_label("Create key").fill(served.key)
    await opening.get_by_role("button", name="Open the table").click()
    await expect(landing.page.get_by_role("radio", name="V20")).to_be_checked()
    await landing.page.get_by_label("Your name at the table").fill("Sam")
    await landing.page.get_by_role("button", name="Open the table").click()
    await landing.is_seated()
    await expect(landing.page.locator("html")).to_have_attribute("data-system", "v20")


def captions(receipt: Locator) -> Locator:
    """What each die gave or took."""
    return receipt.locator(".die > b")


async def test_receipts_are_those_of_the_picture(served: Served, open_seat: OpenSeat) -> None:
    """Outcome, the sum, why, what each die did, and the eight parts under Details."""
    storyteller, jo, casimir = await table_of_two(served, open_seat)
    await rolls(jo, casimir)
    exceptional = jo.receipt("Dexterity + Occult")
    for seat in (storyteller, jo):
        exceptional = seat.receipt("Dexterity + Occult")
        await expect(exceptional).to_contain_text("Dexterity + Occult, specialty")
        await expect(exceptional.get_by_role("heading")).to_have_text("Exceptional success")
        await expect(exceptional).to_contain_text("5 rolled − 1 cancelled = 4 net · 1 needed")
        await expect(exceptional).to_contain_text(
            "Difficulty 6. The specialty makes each ten count 2."
        )
        await expect(captions(exceptional)).to_have_text(["+2", "+2", "+1", "−1"])
        await expect(exceptional.locator(".die-face.is-one")).to_have_count(1)
        failure = seat.receipt("Manipulation + Subterfuge")
        await expect(failure.get_by_role("heading")).to_have_text("Failure")
        await expect(failure).to_contain_text("2 rolled − 2 cancelled = 0 net · 1 needed")
        await expect(failure).to_contain_text("Difficulty 8. Dice succeeded, so this is no botch.")
        await expect(captions(failure)).to_have_text(["+1", "+1", "−1", "−1"])
        moderate = seat.receipt("Stamina + Medicine")
        await expect(moderate).to_contain_text("Willpower spent")
        await expect(moderate).to_contain_text("2 rolled − 1 cancelled + 1 automatic = 2 net")
        await expect(moderate).to_contain_text("Willpower’s success cannot be cancelled.")
        await expect(moderate).to_contain_text("Willpower 6 → 5")
        botch = seat.receipt("Wits + Stealth")
        await expect(botch.get_by_role("heading")).to_have_text("Botch")
        await expect(botch).to_contain_text("0 rolled, 1 one = 0 net")
        await expect(botch).to_contain_text("No die succeeded and a 1 shows.")
        await expect(captions(botch)).to_have_count(0)
    await expect(jo.page.locator(".receipt.botch")).to_have_count(1)
    await exceptional.locator(".details > summary").click()
    parts = exceptional.locator(".details dl > div")
    await expect(parts.first).to_be_visible()
    told = {
        await part.locator("dt").inner_text(): await part.locator("dd").inner_text()
        for part in await parts.all()
    }
    eight = {
        "Difficulty": "6",
        "Dice": "10, 10, 6, 1, 4, 3, 2",
        "Ones": "1",
        "Rolled": "5",
        "Cancelled": "1",
        "Automatic": "0",
        "Net": "4 of 1 needed",
        "Outcome": "Exceptional success",
    }
    assert told.items() >= eight.items()
    assert told["Specialty"] == "Rituals"
    assert told["Pool"] == "Dexterity 3, Occult +4"
    # What was spent on a roll is told with it, and has no line of its own.
    await expect(storyteller.line("spends 1 Willpower")).to_have_count(0)


async def test_what_happens_is_said_aloud(served: Served, open_seat: OpenSeat) -> None:
    """A roll in one sentence, its dice as one text, and changes of trackers."""
    storyteller, jo, casimir = await table_of_two(served, open_seat)
    speech = storyteller.page.locator("#speech")
    entered = {"regular": [10, 1, 3]}
    asked = {"traits": ["Dexterity"], "label": "Dexterity", "entered": entered}
    await accepted(jo, "roll_v20", character=casimir, **asked)
    await expect(speech).to_have_text(
        "Casimir Roth, Dexterity. Failure, 1 rolled − 1 cancelled = 0 net, 1 needed."
    )
    dice = storyteller.receipt("Dexterity").locator(".dice .unseen")
    await expect(dice).to_have_text("Dice 10, 3, 1.")
    await accepted(jo, "drink_blood", character=casimir, points=2)
    await expect(speech).to_contain_text("Casimir Roth drinks 2 blood.")
    await hurt(jo, casimir)
    await expect(speech).to_contain_text("Casimir Roth, Willpower 4 of 6.")


async def test_replay_and_transcript_tell_of_v20(served: Served, open_seat: OpenSeat) -> None:
    """Every roll is a stop with its card, characters stand as they were, and it can be kept."""
    storyteller, jo, casimir = await table_of_two(served, open_seat)
    await rolls(jo, casimir)
    await hurt(jo, casimir)
    page = jo.page
    await page.get_by_role("button", name="Replay").click()
    around = page.locator(".around")
    await expect(around.get_by_role("button", name="Wits + Stealth: botch")).to_be_visible()
    await around.get_by_role("button", name="Stamina + Medicine: moderate success").click()
    card = page.locator(".moment-card")
    await expect(card).to_contain_text("2 rolled − 1 cancelled + 1 automatic")
    state = page.locator(".state-card", has_text="Casimir Roth")
    await expect(state.locator(".willpower")).to_contain_text("5 of 6")
    await page.keyboard.press("End")
    await expect(state.locator(".health")).to_contain_text("Wounded, −2 dice")
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Save transcript").first.click()
    text = (await (await saving.value).path()).read_text()
    assert "**Casimir Roth**, Wits \\+ Stealth: botch" in text.replace("+", "\\+")
    assert "5 rolled − 1 cancelled = 4 net · 1 needed." in text
    assert "Dice 10, 10, 6, 4, 3, 2, 1." in text
    assert storyteller.complaints == []


@pytest.mark.parametrize("role", ["player", "storyteller"])
async def test_v20_table_is_no_heavy_load(served: Served, open_seat: OpenSeat, role: str) -> None:
    """A V20 table stays under V5's 120 kB; each fetches nothing that only the other has."""
    seat = await open_seat(DESK)
    load = await Load.watch(seat)

    async def same(*_: Any) -> Seat:
        return seat

    founder = await open_table(served, same)
    if role == "player":
        link = await founder.invite()
        seat = await open_seat(PHONE)
        load = await Load.watch(seat)
        await seat.join(link, "Jo")
    sent_bytes = load.bytes + sum(len(frame.encode()) for frame in seat.frames)
    assert 10_000 < sent_bytes < LIGHT_BYTES
    names = {url.rpartition("/")[2] for url in load.encodings}
    assert {"game.js", "v20.css"} <= names
    assert not names & {"creation.js", "deeds.js", "whole_sheet.js", "composer.js"}
    assert not [url for url in load.encodings if "/v5/" in url]
    assert not names & {"parts.js", "trackers.js", "actions.js", "contest.js"}
    other = await open_seat(DESK)
    v5 = await Load.watch(other)
    await other.create_room(served.create_link)
    assert not [url for url in v5.encodings if "v20" in url]


async def test_a_room_may_become_v20_while_it_is_empty(served: Served, open_seat: OpenSeat) -> None:
    """The house rules change the system; both sides get other dice pools without a reload."""
    storyteller = await open_seat()
    await storyteller.create_room(served.create_link)
    jo = await open_seat()
    await jo.join(await storyteller.invite(), "Jo")
    page = storyteller.page
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="House rules").click()
    house = page.get_by_role("dialog", name="House rules")
    await house.get_by_label("How rolls are read").select_option("v20_table")
    await house.get_by_role("button", name="Set the house rules").click()
    await expect(house).to_have_count(0)
    assert sent(storyteller, "set_house_rules")["house_rules"]["preset"] == "v20_table"
    for seat in (storyteller, jo):
        await expect(seat.page.locator(".v20-pool")).to_be_visible()
        await expect(seat.page.locator(".pool")).to_have_count(1)
    await play(jo)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="House rules").click()
    presets = house.get_by_label("How rolls are read").locator("option")
    await expect(presets).to_have_count(4)
