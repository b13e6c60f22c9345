"""The replay: it shows what its viewer saw, as it was, by every way of moving, and no more."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Download, Page, expect

from tests.end_to_end.browser.seats import PHONE, Seat
from tests.end_to_end.browser.told_evening import SECRET_WORDS, Table, serving_table, tell_evening

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

STATES = """async () => {
    const { Past, fetchLine } = await import("/scripts/replay/past.js");
    const { Session } = await import("/scripts/session.js");
    const { seats } = await import("/scripts/seats.js");
    const [seat] = seats();
    const session = new Session(seat.server, seat.token);
    await new Promise((done) =>
        session.addEventListener("change", () => session.record.view && done()));
    const { pushes, view } = await fetchLine(session, () => {});
    const past = new Past(pushes, view, session.record.me);
    const order = pushes.map(({ seq }) => seq).sort(() => Math.random() - 0.5);
    const states = {};
    for (const seq of order) states[seq] = past.at(seq);
    session.end();
    return states;
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A table without an evening yet."""
    async with serving_table(tmp_path) as table:
        yield table


async def ready(seat: Seat) -> Page:
    """Wait until the replay can be used; it begins at its first moment."""
    await expect(seat.page.locator(".replay-main")).to_be_visible()
    return seat.page


async def value(page: Page) -> str:
    """What the time line says that it shows."""
    return str(await page.get_by_role("slider").get_attribute("aria-valuetext"))


async def now(page: Page) -> int:
    """The place of the playhead, from 1 on."""
    return int(str(await page.get_by_role("slider").get_attribute("aria-valuenow")))


async def last(page: Page) -> int:
    """How many moments there are."""
    return int(str(await page.get_by_role("slider").get_attribute("aria-valuemax")))


async def text_of(saved: Download) -> str:
    """What a file that was saved says."""
    path = await saved.path()
    return await asyncio.to_thread(Path(path).read_text)


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """A snapshot without what is empty, which the wire may leave out."""
    characters = [{k: v for k, v in each.items() if v} for each in state["characters"]]
    return {**state, "characters": characters}


def trackers(state: dict[str, Any]) -> dict[str, Any]:
    """The trackers of every character."""
    return {c["character"]: c.get("trackers", {}) for c in state["characters"]}


async def done(seat: Seat) -> None:
    """The page complained of nothing and asked nobody else."""
    assert seat.complaints == []
    assert {host.rpartition(":")[0] for host in seat.hosts} == {"127.0.0.1"}
    await seat.page.context.close()


async def test_states_are_those_that_the_live_client_had(browser: Browser, table: Table) -> None:
    """After every event, in any order, the replay has what a fresh snapshot said then."""
    await tell_evening(table)
    for name in ("Jo", "Ravi", "Sam"):
        seat = await table.open(browser, name)
        await ready(seat)
        states = await seat.page.evaluate(STATES)
        lived = table.viewers[name].lived
        assert len(lived) > 15
        for seq, snapshot in lived.items():
            assert plain(states[str(seq)]) == plain(snapshot), (name, seq)
        await done(seat)


async def test_every_stop_shows_the_trackers_of_its_moment(browser: Browser, table: Table) -> None:
    """Stepping through by keyboard, the cards say what the snapshots said."""
    await tell_evening(table)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    lived = table.viewers["Jo"].lived
    compared = 0
    for place in range(1, await last(page) + 1):
        assert await now(page) == place
        seq = int(str(await page.locator(".replay-main").get_attribute("data-at")))
        if seq in lived:
            compared += 1
            for character in lived[seq]["characters"]:
                card = page.locator(f".state-card[data-character='{character['character']}']")
                shown = " ".join(await card.locator(".hunger").all_inner_texts())
                hunger = character["trackers"].get("hunger")
                assert (f"Hunger {hunger}" in shown) == (hunger is not None)
                filled = card.locator(".hunger polygon.beast")
                assert await filled.count() == (hunger or 0)
                health = character["trackers"].get("health", {})
                crosses = card.locator(".health .mark:has(.stroke-on)")
                assert await crosses.count() == health.get("aggravated", 0)
        await page.keyboard.press("ArrowRight")
    assert compared > 10
    await done(seat)


async def test_latecomers_replay_says_only_what_is_certain(browser: Browser, table: Table) -> None:
    """With no shared past, with all of it, with sight lost before: trackers are as live."""
    await tell_evening(table)
    await table.join("Lena")
    house = dict(table.viewers["Sam"].welcome["snapshot"]["house_rules"])
    await table.do("Sam", "set_house_rules", house_rules={**house, "history": "none"})
    await table.join("Guest", "spectator")
    snapshot = (await table.viewers["Sam"].client.query("snapshot"))["snapshot"]
    bram = next(c for c in snapshot["characters"] if c["name"].startswith("Bram"))["character"]
    await table.do("Ravi", "set_tracker", character=bram, tracker="hunger", value=2)
    for tracker, audience in (("willpower", "table"), ("health", "owner")):
        told = {"character": bram, "tracker": tracker, "audience": audience}
        await table.do("Sam", "set_tracker_audience", **told)
    for name in ("Lena", "Guest"):
        seat = await table.open(browser, name)
        page = await ready(seat)
        states = await seat.page.evaluate(STATES)
        lived = table.viewers[name].lived
        assert lived
        for seq, snapshot in lived.items():
            if seq > 0 and str(seq) in states:
                mine, theirs = trackers(states[str(seq)]), trackers(snapshot)
                if name == "Guest":
                    # It was there and went out of sight, and no event tells Guest what it was.
                    theirs[bram].pop("health", None)
                assert mine == theirs, (name, seq)
        await page.keyboard.press("End")
        bars = page.locator(f".state-card[data-character='{bram}']")
        await expect(bars.locator(".hunger")).to_contain_text("Hunger 2")
        await expect(bars.locator(".health")).to_have_count(0)
        await done(seat)


async def test_hidden_things_never_appear(browser: Browser, table: Table) -> None:
    """Jo's replay, from end to end and saved, holds nothing of what was rolled in secret."""
    await tell_evening(table)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    for _ in range(await last(page)):
        await page.keyboard.press("ArrowRight")
        held = await seat.everything()
        assert "Ines" not in held
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save data").first.click()
    data = await text_of(await saved.value)
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save transcript").first.click()
    transcript = await text_of(await saved.value)
    for text in (data, transcript, await seat.everything()):
        assert "Ines" not in text
    pushes = [json.loads(line) for line in data.splitlines()]
    assert [push["seq"] for push in pushes] == list(range(1, len(pushes) + 1))
    assert all(push["mark"] and push["type"] == "event" for push in pushes)
    assert (await saved.value).suggested_filename == "the-glass-court-night-1.md"
    assert transcript.startswith("# The Glass Court, night 1\n")
    assert re.search(r"### \d\d:\d\d Scene 1: \*\*The taxi queue\*\*", transcript)
    assert "**Jo** rolled blind for **Odile Marchetti**" in transcript
    revealed = transcript.partition(SECRET_WORDS[1])[0].splitlines()[-1]
    assert "Someone unseen" in revealed
    await done(seat)


async def test_keys_step_seek_and_jump_by_scene(browser: Browser, table: Table) -> None:
    """Arrows, Shift with arrows, Home and End move the playhead; each step speaks once."""
    await tell_evening(table)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    await page.keyboard.press("End")
    assert await now(page) == await last(page)
    assert re.fullmatch(r"\d\d:\d\d, Odile Marchetti, Dexterity plus Drive: .+", await value(page))
    await expect(page.locator("#speech")).to_contain_text("Dexterity plus Drive")
    await page.keyboard.press("Shift+ArrowLeft")
    assert "Scene 3 begins: The loading bay" in await value(page)
    await page.keyboard.press("Shift+ArrowLeft")
    assert "Scene 2 begins: The private view" in await value(page)
    await page.keyboard.press("ArrowRight")
    assert "2 Aggravated Health" in await value(page)
    await expect(page.locator("#speech")).to_contain_text("2 Aggravated Health")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Home")
    assert await now(page) == 1
    slider = page.get_by_role("slider")
    await slider.focus()
    await page.keyboard.press("ArrowUp")
    assert await now(page) == 2
    await page.get_by_label("Marks").select_option("rolls")
    await page.keyboard.press("Tab")
    await slider.focus()
    await page.keyboard.press("ArrowRight")
    assert "Wits plus Awareness" in await value(page)
    await done(seat)


async def test_pointer_seeks_drags_and_turns(browser: Browser, table: Table) -> None:
    """A click, a drag, the wheel, a line of the list and the buttons all move the playhead."""
    await tell_evening(table)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    box = await page.get_by_role("slider").bounding_box()
    assert box
    middle = box["y"] + 60
    await page.mouse.click(box["x"] + box["width"] - 4, middle)
    assert await now(page) == await last(page)
    await page.mouse.move(box["x"] + box["width"] - 20, middle)
    await page.mouse.down()
    await page.mouse.move(box["x"] + box["width"] / 2, middle, steps=5)
    halfway = await now(page)
    assert 1 < halfway < await last(page)
    await page.mouse.up()
    await page.mouse.wheel(0, 120)
    await expect(page.get_by_role("slider")).not_to_have_attribute("aria-valuenow", str(halfway))
    assert await now(page) > halfway
    await (
        page.locator(".moment-item", has_text="social contest by")
        .or_(page.locator(".moment-item", has_text="contest ends in a tie"))
        .click()
    )
    assert "contest" in await value(page)
    await expect(page.locator(".moment-card .contest")).to_be_visible()
    await page.get_by_role("button", name="Back one event").click()
    assert "begins a social contest" in await value(page)
    await page.get_by_role("button", name="First event").click()
    assert await now(page) == 1
    await expect(page.get_by_role("button", name="Reroll")).to_have_count(0)
    await done(seat)


async def test_playing_is_silent_and_pauses(browser: Browser, table: Table) -> None:
    """Space plays and pauses; it waits two seconds at most, and says nothing."""
    await tell_evening(table)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    await page.locator(".pill", has_text="30×").click()
    await page.locator("h1").focus()
    await page.keyboard.press("Home")
    await page.evaluate("document.getElementById('speech').replaceChildren()")
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "4")
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    stands = await now(page)
    await page.wait_for_timeout(2_300)
    assert await now(page) == stands
    assert await page.locator("#speech").inner_text() == ""
    await done(seat)


async def test_live_events_are_counted_and_the_way_back_is_open(
    browser: Browser, table: Table
) -> None:
    """What happens meanwhile moves nothing; the table is there when Jo comes back."""
    await tell_evening(table)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    for _ in range(5):
        await page.keyboard.press("ArrowRight")
    before = (await now(page), await last(page), await value(page))
    for number in range(3):
        await table.do("Sam", "roll", label=f"Later {number}", pool=3)
    await table.do("Sam", "roll", label="Unheard", pool=3, visibility="secret")
    head = page.locator(".replay-head")
    await expect(head).to_contain_text("As Jo saw it. 3 new things have happened at the table.")
    assert before == (await now(page), await last(page), await value(page))
    await page.get_by_role("button", name="Back to the table").click()
    await seat.is_seated()
    await expect(seat.receipt("Later 2")).to_be_visible()
    assert "#" not in page.url
    await page.get_by_role("button", name="Replay", exact=True).click()
    await ready(seat)
    await page.keyboard.press("End")
    assert "Later 2" in await value(page)
    await done(seat)


async def test_link_leads_to_the_moment(browser: Browser, table: Table) -> None:
    """The address and the link to copy open the replay at that event, where the seat is."""
    await tell_evening(table)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    await page.locator(".moment-item", has_text="Wits + Awareness").click()
    there = await value(page)
    await page.get_by_role("button", name="Link to this moment").click()
    link = await page.get_by_label("Link", exact=True).input_value()
    assert re.search(r"#at=\d+&room=[^&]+&member=[^&]+$", link)
    await page.keyboard.press("Escape")
    await page.wait_for_url(re.compile(r"#at=\d+$"))
    await page.reload()
    await ready(seat)
    assert await value(page) == there
    other = Seat(await page.context.new_page())
    await other.page.goto(link)
    await ready(other)
    assert await value(other.page) == there
    stranger = Seat(await (await browser.new_context()).new_page())
    await stranger.page.goto(link)
    await expect(stranger.page.get_by_role("heading", level=1)).to_be_visible()
    await expect(stranger.page.locator(".replay")).to_have_count(0)
    await done(stranger)
    await done(other)


async def test_evenings_are_chosen(browser: Browser, table: Table) -> None:
    """With two sessions the last is shown first, and the other can be had."""
    await tell_evening(table)
    await table.do("Sam", "end_session")
    await table.do("Sam", "start_session", 86_400)
    await table.do("Sam", "roll", label="The next day", pool=3)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    assert "Session 2 begins" in await value(page)
    await page.get_by_label("Evening").select_option("0")
    assert "came to the table" in await value(page) or "named" in await value(page)
    await page.keyboard.press("Tab")
    await page.locator("h1").focus()
    await page.keyboard.press("End")
    assert "Session 1 ends" in await value(page)
    await done(seat)


async def test_two_thousand_events_are_quick_to_seek(browser: Browser, table: Table) -> None:
    """A long line is read with its progress shown; jumps over it take no time worth noticing."""
    await table.found()
    jo = await table.join("Jo")
    odile = await table.do(
        "Jo", "create_character", name="Odile", kind="mortal", owners=[jo.member]
    )
    table.looks = False
    await table.do("Sam", "start_session")
    for number in range(990):
        hurt = {"kind": "superficial", "amount": 1, "track": "willpower", "character": odile}
        await table.do("Sam", "heal" if number % 2 else "deal_damage", 9, **hurt)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    took = await page.evaluate(
        """async () => {
            const began = performance.now();
            for (const key of ["End", "Home", "End", "ArrowLeft", "Home", "ArrowRight", "End"])
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            return performance.now() - began;
        }"""
    )
    assert took < 2_000
    assert await now(page) == await last(page) >= 990
    held = await page.locator("*").count()
    assert held < 3_000
    await done(seat)


@pytest.mark.timeout(180)
async def test_ten_thousand_events_need_no_more_nodes_than_a_few(
    browser: Browser, table: Table
) -> None:
    """However long the line, what is in the document is what can be seen: opening, at any place."""
    await table.found()
    jo = await table.join("Jo")
    odile = await table.do(
        "Jo", "create_character", name="Odile", kind="mortal", owners=[jo.member]
    )
    table.looks = False
    await table.do("Sam", "start_session")
    hurt = {"kind": "superficial", "amount": 1, "track": "willpower", "character": odile}
    intents: list[dict[str, Any]] = []
    for number in range(2_500):
        intents += [{"type": "deal_damage", **hurt}, {"type": "heal", **hurt}]
        if number % 250 == 0:
            intents.append({"type": "begin_clock", "clock": "scene", "title": f"Scene {number}"})
    await table.do_many("Sam", intents)
    assert len(jo.pushes()) > 10_000
    seat = await table.open(browser, "Jo")
    await expect(seat.page.locator(".replay-main")).to_be_visible(timeout=60_000)
    page = await ready(seat)
    moments = await last(page)
    assert moments > 5_000
    held = [await page.locator("*").count()]
    places = [await now(page)]

    async def note() -> None:
        held.append(await page.locator("*").count())
        places.append(await now(page))

    for key in ("End", "ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft", "Home", "ArrowRight"):
        await page.keyboard.press(key)
        await note()
    assert places == [1, moments, moments - 1, *places[3:5], 1, 2]
    assert moments - 1 > places[3] > places[4] > 1
    box = await page.get_by_role("slider").bounding_box()
    assert box
    for share in (0.25, 0.5, 0.75):
        await page.mouse.click(box["x"] + share * box["width"], box["y"] + 60)
        await note()
        assert abs(places[-1] / moments - share) < 0.1
        assert "Willpower" in await value(page) or "Scene" in await value(page)
    for _ in range(60):
        await page.keyboard.press("ArrowRight")
    assert await now(page) == places[-1] + 60
    await note()
    for each in ("rolls", "trackers", "scenes", "all"):
        await page.get_by_label("Marks").select_option(each)
        await note()
    assert max(held) < 2_000, held
    await done(seat)


@pytest.mark.parametrize("width", [320, 390])
async def test_phone_has_everything_within_its_width(
    browser: Browser, table: Table, width: int
) -> None:
    """Nothing is wider than the phone, and the transport stays at hand."""
    await tell_evening(table)
    seat = await table.open(
        browser, "Jo", viewport={"width": width, "height": PHONE["height"]}, has_touch=True
    )
    page = await ready(seat)
    for _ in range(await last(page)):
        await page.keyboard.press("ArrowRight")
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
    await page.mouse.wheel(0, 5_000)
    toggle = page.get_by_role("button", name="Play", exact=True)
    await expect(toggle).to_be_in_viewport()
    for control in await page.get_by_role("button").all():
        if await control.is_visible() and not await control.get_attribute("aria-disabled"):
            box = await control.bounding_box()
            assert box
            assert min(box["height"], box["width"]) >= 24
    await expect(page.locator(".lane.other").first).to_be_hidden()
    await done(seat)


async def test_names_are_text_in_page_and_transcript(browser: Browser, table: Table) -> None:
    """A label that looks like markup stays the text it was, on the page and in Markdown."""
    await table.found()
    await table.join("Jo")
    await table.do("Sam", "roll", label="<img src=x> *bold* [a](b)", pool=3)
    seat = await table.open(browser, "Jo")
    page = await ready(seat)
    await page.keyboard.press("End")
    await expect(page.locator(".moment-card")).to_contain_text("<img src=x> *bold* [a](b)")
    await expect(page.locator("img:not([src='icon.svg'])")).to_have_count(0)
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save transcript").first.click()
    text = await text_of(await saved.value)
    assert r"\<img src=x\> \*bold\* \[a\](b)" in text
    await done(seat)
