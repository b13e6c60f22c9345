"""The Blood in the browser: mending, feeding, waking, and how the past tells of it."""

import json
import re
from itertools import product
from typing import Any

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from server.rules.v5.feeding import MOST_SLAKED, BloodSource, Feeding, feed
from server.rules.v5.house_rules import SWITCHES, V5Rules
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.test_browser_look import complaints_of_axe
from tests.end_to_end.browser.test_browser_pool import blank, sent
from tests.end_to_end.browser.test_browser_switches import house_rules

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

NARROW: ViewportSize = {"width": 320, "height": 640}


async def with_vampire(
    storyteller: Seat, open_seat: OpenSeat, size: ViewportSize = DESK, **more: Any
) -> tuple[Seat, str]:
    """Jo with Odile, who is hungry, and her id."""
    seat = await open_seat(size)
    await seat.join(await storyteller.invite(), "Jo")
    asked = {"name": "Odile Marchetti", "clan": "Toreador", "blood_potency": 2, "hunger": 3}
    made = await seat.ask("create_character", **asked | more)
    await expect(seat.page.locator(".card")).to_contain_text("Odile Marchetti")
    return seat, made["created"]


async def act(seat: Seat, button: str) -> Locator:
    """Open a dialog of the sheet, where need be out of its menu."""
    await seat.open("Sheet")
    place = seat.page.locator(".own-sheet .actions")
    if not await place.get_by_role("button", name=button, exact=True).is_visible():
        await place.locator("summary", has_text="More").click()
    await place.get_by_role("button", name=button, exact=True).click()
    box = seat.page.locator("dialog.editor[open]").last
    await expect(box.locator("form button.main")).to_be_visible()
    return box


async def care(storyteller: Seat, name: str = "Odile Marchetti") -> Locator:
    """All that a Storyteller can do about a character."""
    await storyteller.page.get_by_role("button", name=f"More about {name}").first.click()
    return storyteller.page.get_by_role("dialog", name=name, exact=True)


# --- feeding and mending -------------------------------------------------------------------------

FED = """async (asked) => {
    const { fed } = await import("./scripts/table/feeding.js");
    return asked.map(([source, trackers, house, amount]) =>
        fed(source, trackers, house, amount ?? undefined).after);
}"""


async def test_feeding_is_foretold_as_the_rules_have_it(
    served: Served, open_seat: OpenSeat
) -> None:
    """Every source and amount, by every Hunger and Blood Potency, under every switch for it."""
    page = await blank(served, open_seat)
    asked: list[tuple[Any, ...]] = []
    expected = []
    switches = [
        {"feeding_half_rounding": rounding, "feeding_penalty_min": least}
        for rounding in SWITCHES["feeding_half_rounding"].values
        for least in SWITCHES["feeding_penalty_min"].values
    ]
    for source, hunger, potency, said in product(BloodSource, range(6), range(11), switches):
        most = MOST_SLAKED[source]
        for amount in (None, *range(1, (most or 0) + 1)):
            drunk = feed(
                source,
                hunger=hunger,
                blood_potency_rating=potency,
                rules=V5Rules(**said),  # type: ignore[arg-type]
                amount=amount,
            )
            assert isinstance(drunk, Feeding)
            trackers = {"hunger": hunger, "blood_potency": potency}
            asked.append((source.value, trackers, {"preset": "v5", "switches": said}, amount))
            expected.append(drunk.after)
    assert await page.evaluate(FED, asked) == expected


async def test_feeding_says_what_it_comes_to_before_it_is_done(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """By source and amount; what ends with it is named, and the log has one line."""
    seat, odile = await with_vampire(storyteller, open_seat)
    await storyteller.ask("begin_effect", character=odile, kind="compulsion", name="Hunger")
    box = await act(seat, "Feed…")
    await expect(box).to_contain_text("Such blood is worth nothing at this Blood Potency.")
    await box.get_by_role("radio", name="A human: a drink").check()
    await expect(box.locator(".becomes")).to_contain_text(re.compile("Now3After1"))
    await expect(box).to_contain_text("Ends with it: Compulsion: Hunger")
    await box.get_by_label("How much of it", exact=True).fill("1")
    await box.get_by_role("button", name="Feed: Hunger 3 to 2").click()
    await expect(box).to_have_count(0)
    intent = sent(seat, "feed")
    assert (intent["source"], intent["amount"]) == ("human_drink", 1)
    for each in (seat, storyteller):
        line = each.line("Odile Marchetti fed on a human, a drink: 1 Hunger slaked")
        await expect(line).to_have_count(1)
        await expect(line).to_contain_text("Compulsion Hunger ends")
        await expect(line.locator(".change .mark")).to_have_count(10)
    await expect(seat.page.locator(".card .chip")).to_have_count(0)
    await expect(storyteller.page.locator("#speech")).to_contain_text("fed on a human, a drink")


async def test_mending_is_one_deed_and_one_line(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Superficial for one check, a point of Aggravated for three: asked once, shown once."""
    seat, odile = await with_vampire(storyteller, open_seat, hunger=1)
    await seat.ask("set_track", character=odile, track="health", superficial=3, aggravated=1)
    box = await act(seat, "Mend")
    await expect(box.locator(".becomes")).to_contain_text("1 Aggravated, 1 Superficial, 3 left")
    await box.get_by_role("button", name="Mend 2 Superficial").click()
    await expect(box).to_have_count(0)
    assert sent(seat, "mend")["kind"] == "superficial"
    assert not [text for text in seat.sent if '"heal"' in text]
    row = seat.receipt("Mend: 2 Superficial Health mended")
    await expect(row).to_contain_text(re.compile(r"Rouse check \d+: Hunger (stays|rises)"))
    box = await act(seat, "Mend")
    await box.locator("label.pill", has_text="Aggravated").click()
    await expect(box).to_contain_text("Three Rouse checks mend one point")
    await box.get_by_role("button", name="Mend 1 Aggravated").click()
    await expect(box).to_have_count(0)
    row = seat.receipt("Mend Aggravated: 1 Aggravated Health mended")
    await expect(row).to_contain_text(re.compile(r"3 Rouse checks \d+, \d+, \d+: "))
    await expect(seat.page.locator(".log .line", has_text="mended")).to_have_count(2)
    # Nothing is left but a scratch that is gone: the server's own sentence is shown.
    await seat.ask("set_track", character=odile, track="health", superficial=0, aggravated=0)
    box = await act(seat, "Mend")
    await box.get_by_role("button", name="Mend", exact=True).click()
    await expect(box.locator(".refusal")).to_contain_text("no Superficial damage")


async def test_blush_and_waking(storyteller: Seat, open_seat: OpenSeat) -> None:
    """A Blush is a chip until it ends; waking at Hunger 5 says that it may mean torpor."""
    seat, odile = await with_vampire(storyteller, open_seat)
    box = await act(seat, "Blush of Life…")
    await expect(box).to_contain_text("until the scene ends: one Rouse check")
    await box.get_by_role("button", name="Rouse for the Blush of Life").click()
    await expect(seat.page.locator(".card .chip")).to_have_text("Blush of Life")
    await expect(seat.page.locator(".own-sheet .effects")).to_contain_text("when the scene ends")
    await seat.ask("set_tracker", character=odile, tracker="hunger", value=5)
    box = await act(seat, "Wake…")
    await expect(box).to_contain_text("Hunger is 5: failed, it means torpor.")
    await expect(box).to_contain_text("The Blush of Life ends with it.")
    await box.get_by_role("button", name="Wake", exact=True).click()
    row = seat.receipt("· Wake")
    await expect(row).to_contain_text("Blush of Life ends")
    fell = "Torpor begins" in await row.inner_text()
    chips = seat.page.locator(".card .chip", has_text="Torpor")
    await expect(chips).to_have_count(1 if fell else 0)
    await seat.ask("set_tracker", character=odile, tracker="humanity", value=9)
    box = await act(seat, "Blush of Life…")
    await expect(box).to_contain_text("looks alive without it")


async def test_whole_coterie_wakes_on_a_new_night(storyteller: Seat, open_seat: OpenSeat) -> None:
    """One deed for each vampire of the coterie, each with an id of its own; others sleep on."""
    await with_vampire(storyteller, open_seat)
    for name, kind in (("Bram Okafor", "vampire"), ("Tamsin Reed", "thin_blood")):
        ravi = await open_seat()
        await ravi.join(await storyteller.invite(), name[:4])
        await ravi.ask("create_character", name=name, kind=kind, hunger=1)
    made = await storyteller.ask("create_character", name="Prince Vasari", kind="vampire")
    assert made["type"] == "accepted"
    page = storyteller.page
    await page.get_by_role("button", name="No session").click()
    frame = page.get_by_role("dialog", name="Session, night and scene")
    await expect(frame.get_by_text("The coterie wakes")).to_be_hidden()
    await frame.get_by_role("button", name="Begin the next night").click()
    await expect(frame.locator(".waking li")).to_have_count(3)
    await frame.get_by_role("button", name="Wake Bram Okafor").click()
    await frame.get_by_role("button", name="Wake the other 2").click()
    await expect(frame.locator(".waking")).to_contain_text("Everybody who can has made the check")
    for row in await frame.locator(".waking li").all():
        await expect(row).to_contain_text(re.compile(r"Rouse check \d+: Hunger (stays|rises)"))
    asked = [json.loads(text) for text in storyteller.sent if '"type":"wake"' in text]
    assert len({intent["id"] for intent in asked}) == 3
    assert len({intent["character"] for intent in asked}) == 3
    # On the next night all are due again.
    await frame.get_by_role("button", name="Begin the next night").click()
    await expect(frame.get_by_role("button", name=re.compile("^Wake all"))).to_be_visible()


async def test_who_woke_is_known_after_a_long_night_and_a_reload(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """What came to pass before the newest events is looked up, so that nobody wakes twice."""
    _, odile = await with_vampire(storyteller, open_seat)
    for name in ("Bram Okafor", "Tamsin Reed"):
        ravi = await open_seat()
        await ravi.join(await storyteller.invite(), name[:4])
        await ravi.ask("create_character", name=name, hunger=1)
    await storyteller.ask("begin_clock", clock="night")
    await storyteller.ask("wake", character=odile)
    for number in range(60):
        await storyteller.ask("rename_room", name=f"Court {number}")
    await storyteller.page.reload()
    await storyteller.is_seated()
    await storyteller.page.get_by_role("button", name="No session").click()
    rows = storyteller.page.locator(".waking li")
    await expect(rows.filter(has_text="Odile")).to_contain_text(re.compile(r"Rouse check \d+: "))
    await expect(storyteller.page.get_by_role("button", name="Wake the other 2")).to_be_visible()


# --- the past, every width and both themes -------------------------------------------------------


async def test_replay_and_recap_tell_of_the_blood(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Each deed is one stop of the replay, with what held the character then; so is the recap."""
    seat, odile = await with_vampire(storyteller, open_seat)
    await storyteller.ask("start_session")
    await storyteller.ask("begin_effect", character=odile, kind="compulsion", name="Harm")
    await seat.ask("feed", character=odile, source="human_kill")
    await seat.ask("set_track", character=odile, track="health", superficial=2)
    await seat.ask("mend", character=odile)
    (effect,) = (await seat.ask("snapshot"))["result"]["snapshot"]["effects"]
    await storyteller.ask("end_effect", effect=effect["effect"])
    await storyteller.ask("end_session")
    await expect(seat.line("Session 1 ends")).to_be_visible()
    await seat.page.get_by_role("button", name="Menu").click()
    menu = seat.page.get_by_role("dialog", name="Menu")
    await menu.get_by_role("button", name="Replay").click()
    slider = seat.page.get_by_role("slider")
    await slider.press("End")
    told = []
    # One stop among them is the book of dice that the session opened.
    for _ in range(6):
        await seat.page.keyboard.press("ArrowLeft")
        told.append(str(await slider.get_attribute("aria-valuetext")))
        if "Mend" in told[-1]:
            await expect(seat.page.locator(".state-card .chip")).to_have_text("Harm \u22122")
    text = "\n".join(reversed(told))
    words = (
        "Compulsion Harm begins",
        "fed on a human, to the death: 3 Hunger slaked",
        "Health 2 Superficial",
    )
    for each in (*words, "Mend, Rouse check, Hunger", "Compulsion Harm ends"):
        assert each in text, text
    page = storyteller.page
    await page.get_by_role("button", name="No session").click()
    await page.get_by_role("button", name="Begin the session…").click()
    recap = page.get_by_role("dialog", name="Begin the session").locator(".recap")
    for each in ("Compulsion Harm begins", "fed on a human, to the death", "Compulsion Harm ends"):
        await expect(recap).to_contain_text(each)


@pytest.mark.parametrize("size", [DESK, PHONE, NARROW])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_its_dialogs_fit_and_axe_finds_nothing(
    storyteller: Seat, open_seat: OpenSeat, theme: str, size: ViewportSize
) -> None:
    """At a desk, on a phone and at 320, in both themes: nothing is cut off or unnamed."""
    seat, odile = await with_vampire(storyteller, open_seat, size)
    await storyteller.ask("begin_clock", clock="night")
    await storyteller.ask("begin_clock", clock="turn")
    await storyteller.ask("begin_effect", character=odile, kind="compulsion", name="Obsession")
    await seat.ask("set_track", character=odile, track="health", superficial=2)
    for each in (seat, storyteller):
        await each.page.emulate_media(color_scheme="light" if theme == "light" else "dark")

    async def check(place: Seat, words: str) -> None:
        assert await complaints_of_axe(place.page) == [], words
        for box in await place.page.locator("dialog[open] .dialog-body").all():
            fits = await box.evaluate("(body) => body.scrollWidth <= body.clientWidth")
            assert fits, words

    for words in ("Mend", "Feed…", "Wake…", "Blush of Life…", "Roll a Compulsion…"):
        await act(seat, words)
        await check(seat, words)
        while await seat.page.locator("dialog[open]").count():
            await seat.page.keyboard.press("Escape")
    await seat.open("Sheet")
    await seat.page.get_by_role("button", name="Whole sheet").click()
    await expect(seat.page.get_by_role("slider").first).to_be_attached()
    await check(seat, "sheet")
    while await seat.page.locator("dialog[open]").count():
        await seat.page.keyboard.press("Escape")
    await house_rules(seat)
    await check(seat, "house rules to read")

    page = storyteller.page
    await page.set_viewport_size(size)
    await expect(page.get_by_role("region", name="Turns")).to_be_visible()
    await check(storyteller, "turns")
    await page.get_by_role("button", name="No session").click()
    await expect(page.locator(".waking li")).to_have_count(1)
    await check(storyteller, "frame")
    await page.keyboard.press("Escape")
    await house_rules(storyteller)
    await check(storyteller, "house rules to set")
    await page.keyboard.press("Escape")
    if size["width"] < 900:
        await storyteller.open("Characters")
    box = await care(storyteller)
    await box.get_by_role("button", name="Begin an effect…").click()
    await page.get_by_label("Which").select_option("own")
    await check(storyteller, "effect")
