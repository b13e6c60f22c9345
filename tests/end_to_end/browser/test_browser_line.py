"""The line breaks: the page says so, comes back, and nothing is lost or done twice."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import PHONE, Seat
from tests.end_to_end.browser.wire import Wire

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


def _over(wire: Wire, link: str) -> str:
    """Let the page come from the server itself, and its socket over *wire*."""
    return f"{link}&server=ws%3A%2F%2F127.0.0.1%3A{wire.port}%2Fws"


@pytest_asyncio.fixture(loop_scope="session")
async def player(storyteller: Seat, wire: Wire, open_seat: OpenSeat) -> Seat:
    """Jo, on a phone, over a line that can be cut."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    await seat.join(_over(wire, link), "Jo")
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
    await expect(player.page.locator(".asked")).to_contain_text("never done twice")
    wire.flow()
    await expect(player.receipt("Into the dark")).to_be_visible()
    await expect(player.page.locator(".asked")).to_have_count(0)
    for seat in (player, storyteller):
        await expect(seat.receipt("Into the dark")).to_have_count(1)
    rolls = [message for message in player.sent if '"type":"roll"' in message]
    assert len(rolls) == 2
    assert rolls[0] == rolls[1]


async def test_dead_line_without_a_close_is_noticed(
    storyteller: Seat, player: Seat, wire: Wire
) -> None:
    """Packets vanish and no close comes: once the page looks, silence counts as lost."""
    wire.silence()
    await player.page.evaluate("dispatchEvent(new Event('offline'))")
    await expect(player.page.locator(".state")).to_have_text("Connection lost")
    wire.flow()
    wire.cut()
    await player.is_seated()


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
    await expect(second.page.locator(".roster li", has_text="you")).to_contain_text("Ravi")
    await second.page.get_by_role("button", name="To the first page").click()
    held = second.page.locator(".door section li")
    await expect(held).to_have_count(2)
    await held.filter(has_text="Jo").get_by_role("button").first.click()
    await second.is_seated()
    await expect(second.page.locator(".roster li", has_text="you")).to_contain_text("Jo")


async def test_one_more_device_takes_the_same_seat(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """A device link opens Jo's own seat elsewhere: one member, two pages, the same events."""
    await player.open("Coterie")
    await player.page.get_by_role("button", name="Add another device").click()
    link = await player.page.get_by_label("Link", exact=True).input_value()
    assert "#device=" in link
    other = await open_seat()
    await other.page.goto(link)
    await other.page.get_by_role("button", name="Sit down here").click()
    await other.is_seated()
    assert "#" not in other.page.url
    await expect(other.page.locator(".roster li")).to_have_count(2)
    await expect(other.page.locator(".roster li", has_text="you")).to_contain_text("Jo")
    await other.roll("From the other device")
    await expect(player.receipt("From the other device")).to_be_visible()


async def test_dead_invite_is_said_in_words(
    served: Served, storyteller: Seat, open_seat: OpenSeat
) -> None:
    """An invite that opens nothing: a sentence, no further attempt, and the form is free again."""
    seat = await open_seat()
    await seat.page.goto(served.create_link.partition("#")[0] + "#invite=AAAAAAAAAAAAAAAAAAAAAA")
    await seat.page.get_by_label("Your name at the table").fill("Jo")
    await seat.page.get_by_role("button", name="Take your seat").click()
    await expect(seat.page.locator(".refusal")).to_be_visible()
    await expect(seat.page.get_by_role("button", name="Take your seat")).to_be_visible()
    assert len(seat.sent) == 1
    assert not await seat.page.evaluate("Object.keys(localStorage).length")
