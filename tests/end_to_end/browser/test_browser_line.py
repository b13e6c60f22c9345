"""The line breaks: the page says so, comes back, and nothing is lost or done twice."""

import asyncio
import json
import re
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, serving
from tests.end_to_end.browser.seats import PHONE, Seat
from tests.end_to_end.browser.wire import Wire

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


KEPT = """() => Object.keys(sessionStorage)
    .filter((key) => key.startsWith("coterie.waiting")).length"""


def _over(wire: Wire, link: str) -> str:
    """Let the page come from the server itself, and its socket over *wire*."""
    return f"{link}&server=ws%3A%2F%2F127.0.0.1%3A{wire.port}%2Fws"


@pytest_asyncio.fixture(loop_scope="session")
async def player(storyteller: Seat, wire: Wire, open_seat: OpenSeat) -> Seat:
    """Jo, on a phone, over a line that can be cut."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    await seat.join(_over(wire, link), "Jo")
    # The line is cut while a roll can be asked for: the book is open, and this page has its share.
    await seat.has_heard('"entropy_added"')
    return seat


async def test_cut_line_is_said_and_resumed_without_doubles(
    storyteller: Seat, player: Seat, wire: Wire
) -> None:
    """Cut: the page says so and dims its buttons. Back: what was missed comes, each thing once."""
    await storyteller.roll("Before")
    await expect(player.receipt("Before")).to_have_count(1)
    wire.silence()
    wire.cut()
    await expect(player.page.locator(".state")).to_have_text("Connection lost")
    await expect(player.page.locator(".banner")).to_contain_text("What you see is as of")
    await expect(player.page.locator("#alarm")).to_have_text("Connection lost. Trying again.")
    await player.open("Roll")
    await expect(player.page.locator(".pool button.main")).to_have_attribute(
        "aria-disabled", "true"
    )
    await expect(storyteller.page.locator(".roster li", has_text="Jo")).to_contain_text("away")
    await storyteller.roll("Meanwhile")
    wire.flow()
    await player.is_seated()
    await expect(player.receipt("Meanwhile")).to_be_visible()
    await expect(player.page.locator(".banner")).to_contain_text(
        "Back at the table. 1 thing happened"
    )
    await expect(player.receipts).to_have_count(2)
    welcomes = list(player.items("welcome"))
    assert [welcome["reason"] for welcome in welcomes] == ["joined", "resumed"]


async def test_roll_sent_as_the_line_broke_is_rolled_once(
    storyteller: Seat, player: Seat, wire: Wire
) -> None:
    """The answer to a roll is lost: it is asked for again under its id and happened once."""
    wire.answers.clear()
    await player.ask_roll("Into the dark")
    await expect(storyteller.receipt("Into the dark")).to_be_visible()
    await expect(player.page.locator(".pool button.main")).to_have_text("Asked…")
    wire.cut()
    await expect(player.page.locator(".asked")).to_contain_text("never rolled twice")
    wire.flow()
    await expect(player.receipt("Into the dark")).to_be_visible()
    await expect(player.page.locator(".asked")).to_have_count(0)
    for seat in (player, storyteller):
        await expect(seat.receipt("Into the dark")).to_have_count(1)
    rolls = [message for message in player.sent if '"type":"roll"' in message]
    assert len(rolls) == 2
    assert rolls[0] == rolls[1]


WAKING = {
    "the network changed": "dispatchEvent(new Event('offline'))",
    "the tab thawed": "document.dispatchEvent(new Event('resume'))",
    "the tab is shown": "document.dispatchEvent(new Event('visibilitychange'))",
    "the device slept": "(() => { const real = Date.now; Date.now = () => real() + 3_600_000; })()",
}
"""What wakes a page, each with how a test brings it about; of sleep no event tells."""


@pytest.mark.parametrize("sign", WAKING)
async def test_dead_line_without_a_close_is_noticed_when_the_page_wakes(
    storyteller: Seat, player: Seat, wire: Wire, sign: str
) -> None:
    """Packets vanish and no close comes: once the page looks, silence counts as lost (D5, D7)."""
    wire.silence()
    await player.page.evaluate(WAKING[sign])
    await expect(player.page.locator(".state")).to_have_text("Connection lost")
    wire.flow()
    wire.cut()
    await player.is_seated()


@pytest.mark.parametrize("lost", ["answer", "request"])
async def test_roll_without_an_answer_outlives_a_reload(
    storyteller: Seat, player: Seat, wire: Wire, lost: str
) -> None:
    """The tab is reloaded before the answer came: the same id is asked again, and rolled once."""
    wire.answers.clear()
    if lost == "request":
        wire.requests.clear()
    await player.ask_roll("Before the reload")
    if lost == "answer":
        await expect(storyteller.receipt("Before the reload")).to_be_visible()
    wire.cut()
    await player.page.reload()
    wire.flow()
    await player.is_seated()
    await expect(player.receipt("Before the reload")).to_be_visible()
    await expect(player.page.locator(".asked")).to_have_count(0)
    await player.roll("After it")
    for seat in (player, storyteller):
        await expect(seat.receipt("Before the reload")).to_have_count(1)
    rolls = [message for message in player.sent if "Before the reload" in message]
    assert len(rolls) == 2
    assert rolls[0] == rolls[1]
    assert await player.page.evaluate(KEPT) == 0


async def test_request_of_another_evening_is_let_go(
    storyteller: Seat, player: Seat, wire: Wire
) -> None:
    """What a tab asked long ago and lost is not rolled when the tab is opened again: it is said."""
    wire.silence()
    await player.ask_roll("Of last week")
    wire.cut()
    await player.page.evaluate(
        """() => {
            const isKept = (each) => each.startsWith("coterie.waiting");
            const key = Object.keys(sessionStorage).find(isKept);
            const [one] = JSON.parse(sessionStorage[key]);
            sessionStorage[key] = JSON.stringify([{ ...one, at: one.at - 86_400_000 }]);
        }"""
    )
    await player.page.reload()
    wire.flow()
    await player.is_seated()
    await expect(player.page.locator(".banner")).to_contain_text("too old to be asked again")
    await player.roll("Of tonight")
    await expect(storyteller.receipt("Of tonight")).to_be_visible()
    await expect(storyteller.receipt("Of last week")).to_have_count(0)


async def test_clock_that_is_set_changes_no_pause(player: Seat, wire: Wire) -> None:
    """The device's clock jumps by a day either way while the line is down (H5)."""
    for days in (1, -1):
        wire.silence()
        wire.cut()
        await expect(player.page.locator(".state")).to_have_text("Connection lost")
        await player.page.evaluate(
            "(ms) => { const real = Date.now; Date.now = () => real() + ms; }", days * 86_400_000
        )
        banner = player.page.locator(".banner")
        await expect(banner).to_contain_text(re.compile(r"Trying again (in [1-9]\d? second|now)"))
        wire.cut()
        wire.flow()
        await player.is_seated()


HIDE = """() => {
    window.isHidden = true;
    for (const name of ["hidden", "visibilityState"]) {
        Object.defineProperty(document, name, { configurable: true, get: () =>
            name === "hidden" ? window.isHidden : window.isHidden ? "hidden" : "visible" });
    }
    document.dispatchEvent(new Event("visibilitychange"));
    window.drawn = 0;
    new MutationObserver((changes) => { window.drawn += changes.length; })
        .observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
SHOW = """(label) => {
    const before = window.drawn;
    window.isHidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    const receipts = [...document.querySelectorAll("article.receipt")];
    return [before, receipts.filter((each) => each.textContent.includes(label)).length,
        document.getElementById("speech").textContent];
}"""
TABS = 3


async def test_hidden_tabs_ask_nothing_and_catch_up_at_once(
    tmp_path: Path, open_seat: OpenSeat
) -> None:
    """They send no ping, draw nothing and hear no presence; shown, they have it all (H13)."""
    async with serving(tmp_path, "--limit", "heartbeat_interval_s=1") as served:
        storyteller = await open_seat()
        await storyteller.create_room(served.create_link)
        watching = await open_seat()
        await watching.join(await storyteller.invite(), "Ravi")
        tabs = [await open_seat()]
        await tabs[0].join(await storyteller.invite(), "Jo")
        address = tabs[0].page.url
        while len(tabs) < TABS:
            tabs.append(await open_seat(beside=tabs[0]))
            await tabs[-1].page.goto(address)
            await tabs[-1].page.locator(".seats .seat").click()
            await tabs[-1].is_seated()
        for tab in tabs:
            await tab.page.evaluate(HIDE)
            assert json.loads(tab.sent[-1]) == {"type": "ping", "presence": False}
        asked = [len(tab.sent) for tab in tabs]
        for number in range(12):
            await storyteller.roll(f"While nobody looked, {number:02}", dice=2)
        await watching.page.goto("about:blank")
        pings = _pings(storyteller)
        async with asyncio.timeout(20):
            while _pings(storyteller) < pings + 4:
                await storyteller.page.evaluate("new Promise(requestAnimationFrame)")
        assert [len(tab.sent) for tab in tabs] == asked
        assert [*storyteller.items("presence")][-1]["here"] is False
        for tab in tabs:
            assert all(each["here"] for each in tab.items("presence"))
            drawn, receipts, said = await tab.page.evaluate(SHOW, "While nobody looked")
            assert drawn == 0
            assert receipts == 12
            assert said == "12 things happened."
            away = re.compile("Ravi, away")
            await expect(tab.page.locator(".presence")).to_have_attribute("aria-label", away)
            await expect(tab.page.locator(".state")).to_have_text("Connected")
            await expect(tab.receipt("While nobody looked")).to_have_count(12)
        for seat in (storyteller, *tabs):
            await seat.page.goto("about:blank")


def _pings(seat: Seat) -> int:
    return sum('"type":"ping"' in text for text in seat.sent)


async def test_silent_line_is_noticed_by_the_heartbeat(tmp_path: Path, open_seat: OpenSeat) -> None:
    """No event, no close, only silence: the page is never dead and does not say so (D5, D7)."""
    async with serving(tmp_path, "--limit", "heartbeat_interval_s=1") as served:
        silent = Wire(served.port)
        await silent.open()
        seat = await open_seat()
        await seat.create_room(_over(silent, served.create_link))
        silent.silence()
        state = seat.page.locator(".state")
        await expect(state).to_have_text("Connection lost", timeout=20_000)
        await silent.close()
        await seat.page.goto("about:blank")
        seat.complaints.clear()


async def test_reload_repeats_a_hello_that_saw_no_answer(
    storyteller: Seat, wire: Wire, open_seat: OpenSeat
) -> None:
    """The welcome is lost and the page reloaded: it sends the same hello, and makes no ghost."""
    link = await storyteller.invite()
    player = await open_seat(PHONE)
    await player.page.goto(_over(wire, link))
    await player.page.get_by_label("Your name at the table").fill("Jo")
    wire.answers.clear()
    wire.lets_handshakes = True
    await player.page.get_by_role("button", name="Take your seat").click()
    await expect(storyteller.page.locator(".roster li")).to_have_count(2)
    await expect(player.page.get_by_role("button", name="Asked…")).to_be_visible()
    wire.cut()
    wire.flow()
    await player.page.reload()
    await player.is_seated()
    hellos = {message for message in player.sent if '"type":"hello"' in message}
    assert len(hellos) == 1
    assert len([message for message in player.sent if '"type":"hello"' in message]) == 2
    await expect(storyteller.page.locator(".roster li")).to_have_count(2)


async def test_seat_outlives_reload_and_a_second_seat_stays_apart(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Two seats in one browser keep their tokens; a reload comes back to the tab's own."""
    link = await storyteller.invite(seats=2)
    first = await open_seat()
    await first.join(link, "Jo")
    await first.page.goto("about:blank")
    second = await open_seat(beside=first)
    await second.page.goto(link)
    await expect(second.page.get_by_role("button", name="Back to your seat as Jo")).to_be_visible()
    await second.join(link, "Ravi")
    await second.page.reload()
    await second.is_seated()
    await second.open("Coterie")
    await expect(second.page.locator(".roster li", has_text="you")).to_contain_text("Ravi")
    await second.page.keyboard.press("Escape")
    await second.page.get_by_role("button", name="To the first page").click()
    held = second.page.locator(".seats li:has(.seat)")
    await expect(held).to_have_count(2)
    await held.filter(has_text="Jo").get_by_role("button").first.click()
    await second.is_seated()
    await second.open("Coterie")
    await expect(second.page.locator(".roster li", has_text="you")).to_contain_text("Jo")


async def test_one_more_device_takes_the_same_seat(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """A device link opens Jo's own seat elsewhere: one member, two pages, the same events."""
    await player.open("Coterie")
    await player.page.get_by_role("button", name="Continue on another device").click()
    link = await player.page.get_by_label("Link", exact=True).input_value()
    assert "#device=" in link
    other = await open_seat()
    await other.page.goto(link)
    await other.page.get_by_role("button", name="Sit down here").click()
    await other.is_seated()
    assert "#" not in other.page.url
    await other.open("Coterie")
    await expect(other.page.locator(".roster li")).to_have_count(2)
    await expect(other.page.locator(".roster li", has_text="you")).to_contain_text("Jo")
    await other.roll("From the other device")
    await expect(player.receipt("From the other device")).to_be_visible()
