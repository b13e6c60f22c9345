"""What fresh eyes stumbled over the second time: order, place, words, and what covers what."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.serve import Serve

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

TOPS = """(marks) => new Set([...marks.children].map((each) =>
    Math.round(each.getBoundingClientRect().top))).size"""
# What of a column lies below the foot of its pool, and could be read there.
BELOW = """() => document.querySelector(".middle").getBoundingClientRect().bottom
    - document.querySelector(".pool-end").getBoundingClientRect().bottom"""


async def play(storyteller: Seat, open_seat: OpenSeat, name: str, character: str) -> Seat:
    """One more player, on a phone, with a character."""
    seat = await open_seat(PHONE)
    await seat.join(await storyteller.invite(), name)
    await seat.create_character(character)
    return seat


def names(cards: Locator) -> Locator:
    """The names on cards."""
    return cards.get_by_role("heading", level=3)


async def test_people_and_characters_stand_in_one_order(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """The Storyteller is first, all others by name; one's own character before the others."""
    seat = await play(storyteller, open_seat, "Jo", "Odile Marchetti")
    await play(storyteller, open_seat, "Ravi", "Bram Okafor")
    await play(storyteller, open_seat, "Anna", "Zelda")
    await storyteller.ask("create_character", name="Thug 10", kind="mortal")
    await storyteller.ask("create_character", name="Thug 9", kind="mortal")
    await seat.page.set_viewport_size(DESK)
    await seat.page.get_by_role("button", name="At the table: Sam, Storyteller, here; Anna").click()
    await expect(seat.page.locator(".roster li")).to_have_text(
        [re.compile(f"^{name} ") for name in ("Sam", "Anna", "Jo", "Ravi")]
    )
    await seat.page.keyboard.press("Escape")
    await expect(names(seat.page.locator(".strip .card"))).to_have_text(
        ["Odile Marchetti", "Bram Okafor", "Zelda"]
    )
    await expect(names(seat.page.locator(".also .card"))).to_have_text(["Thug 9", "Thug 10"])


async def test_who_is_played_by_nobody_is_not_the_coterie(storyteller: Seat, player: Seat) -> None:
    """At a desk they stand below what waits; on a phone behind the coterie, and in its list."""
    await player.create_character("Odile Marchetti")
    await storyteller.create_character("The doorman")
    strip = player.page.locator(".strip .card")
    await expect(names(strip)).to_have_text(["Odile Marchetti", "The doorman"])
    await player.open("Coterie")
    sheet = player.page.get_by_role("dialog", name="Coterie")
    await expect(sheet.locator(".roll-call button")).to_have_text(
        [re.compile("^Odile Marchetti"), re.compile("^The doorman")]
    )
    await sheet.get_by_role("button", name="The doorman").click()
    await expect(player.page.get_by_role("dialog", name="The doorman")).to_be_visible()
    await player.page.keyboard.press("Escape")
    await player.page.keyboard.press("Escape")
    await player.page.set_viewport_size(DESK)
    await expect(names(strip)).to_have_text(["Odile Marchetti"])
    also = player.page.get_by_role("region", name="Also here")
    await expect(also).to_contain_text("The doorman")
    business, below = (
        await player.page.locator(".business").bounding_box(),
        await also.bounding_box(),
    )
    assert business is not None
    assert below is not None
    assert below["y"] > business["y"]
    await player.page.set_viewport_size(PHONE)
    await expect(names(strip)).to_have_text(["Odile Marchetti", "The doorman"])


@pytest.mark.parametrize("width", [390, 320])
async def test_own_card_keeps_its_rows_however_many_are_at_the_table(
    storyteller: Seat, player: Seat, width: int
) -> None:
    """One's own trackers have the width of the phone; the others scroll below them."""
    await player.page.set_viewport_size({"width": width, "height": 700})
    await player.create_character("Odile Marchetti")
    for n in range(4):
        await storyteller.ask("create_character", name=f"Somebody with a name {n}")
    await expect(player.page.locator(".rest .card")).to_have_count(4)
    card = player.page.locator(".card.mine")
    box = await card.bounding_box()
    assert box is not None
    assert box["width"] == width - 24
    for marks in await card.locator(".marks").all():
        assert await marks.evaluate(TOPS) == 1
    assert await player.page.locator(".rest").evaluate("(row) => row.scrollWidth > row.clientWidth")
    assert await player.page.evaluate("document.documentElement.scrollWidth") == width


async def test_sheet_gives_way_to_what_it_rolled(player: Seat) -> None:
    """On a phone dice would come behind the sheet; what changes on the sheet itself stays there."""
    await player.create_character("Odile Marchetti", hunger=1)
    await player.open("Sheet")
    sheet = player.page.get_by_role("dialog", name="Sheet")
    await sheet.get_by_role("button", name="Spend Willpower").click()
    await player.page.get_by_role("button", name="Spend 1 Willpower").click()
    await expect(sheet.get_by_role("button", name=re.compile("^Willpower"))).to_contain_text(
        "1 Sup"
    )
    await sheet.get_by_role("button", name="Rouse check").click()
    await expect(sheet).to_be_hidden()
    await expect(player.receipt("Rouse check").last).to_be_in_viewport()


async def test_contest_is_answered_from_its_card(storyteller: Seat, player: Seat) -> None:
    """Whoever is challenged finds the way where the log says so; a social contest has no weapon."""
    await player.create_character("Odile Marchetti")
    mine = await player.page.locator(".card").get_attribute("data-character")
    other = (await storyteller.ask("create_character", name="Bram Okafor"))["created"]
    await storyteller.ask("open_contest", character=other, against=mine, pool=4, conflict="social")
    card = player.page.locator("article.contest")
    await expect(storyteller.page.get_by_role("button", name="Answer Bram Okafor")).to_have_count(0)
    await card.get_by_role("button", name="Answer Bram Okafor").click()
    pool = player.page.locator(".pool")
    await expect(pool.get_by_label("Added damage", exact=True)).to_be_visible()
    await expect(pool.get_by_label("Weapon", exact=True)).to_have_count(0)
    await player.build_pool(("Composure", 3))
    await pool.get_by_role("button", name="Answer with 3 dice").click()
    await expect(card.locator(".contestant .total")).to_have_count(2)
    await expect(card.get_by_role("button", name="Answer Bram Okafor")).to_have_count(0)


async def test_a_reveal_is_told_on_the_card_of_its_roll(storyteller: Seat, player: Seat) -> None:
    """Who knows the roll has no second card of it under another name; others see the reveal."""
    await storyteller.create_character("Ines Calder", hidden=True)
    await storyteller.page.get_by_role("button", name="Roll for Ines Calder").click()
    receipt = await storyteller.roll("A shot", dice=4, difficulty=1, visibility="Secret")
    await receipt.get_by_text("Reveal…").click()
    await receipt.get_by_role("button", name="Reveal the outcome alone").click()
    await expect(player.receipt("A shot")).to_contain_text("Someone unseen")
    await expect(receipt.locator(".fate").last).to_have_text(
        re.compile(r"^Revealed, the outcome alone, at \d\d:\d\d$")
    )
    await expect(receipt).to_contain_text("Ines Calder")
    await storyteller.page.get_by_role("button", name="Replay").first.click()
    around = storyteller.page.locator(".around")
    await expect(around).to_contain_text(re.compile("Ines Calder, A shot, revealed: "))


async def test_foot_of_the_pool_hides_what_is_below_it(player: Seat) -> None:
    """On a laptop nothing shows between the button and the edge, wherever the column stands."""
    await player.create_character("Odile Marchetti")
    await player.page.set_viewport_size({"width": 1280, "height": 640})
    await player.build_pool(("Wits", 3), ("Awareness", 2))
    await player.page.locator(".middle").evaluate("(column) => column.scrollTo(0, 0)")
    assert await player.page.evaluate(BELOW) <= 1
    sizes = await player.page.evaluate(
        "[...document.querySelectorAll('.middle, .log')].map((part) => part.clientWidth)"
    )
    assert min(sizes) >= 440


async def test_words_of_an_evening(storyteller: Seat, player: Seat) -> None:
    """Typed dice are entered, a frenzy test has a capital, and ending is not the first button."""
    await storyteller.ask("set_house_rules", house_rules={"entered_dice": True})
    await player.create_character("Odile Marchetti")
    await player.open("Roll")
    await player.build_pool(("Wits", 3))
    pool = player.page.locator(".pool")
    await pool.get_by_label("I rolled these dice by hand").check()
    await expect(pool.get_by_role("button", name="Enter 3 dice")).to_be_visible()
    await expect(pool.get_by_role("textbox", name=re.compile("faces?$"))).to_have_count(2)
    await expect(pool.get_by_label(re.compile("^Regular: "))).to_be_focused()
    await player.page.keyboard.press("Escape")
    mine = await player.page.locator(".card").first.get_attribute("data-character")
    await player.ask("test_frenzy", character=mine, kind="fury", difficulty=2)
    await expect(player.receipt("Fury frenzy")).to_be_visible()
    await storyteller.ask("start_session")
    await storyteller.page.get_by_role("button", name="Session 1").click()
    frame = storyteller.page.get_by_role("dialog", name="Session, night and scene")
    await expect(frame.get_by_role("button", name="Close the evening…")).to_be_visible()
    await expect(frame.locator("button.main:visible")).to_have_text(["Begin the scene"])


async def test_blind_roll_waits_for_the_storyteller(storyteller: Seat, player: Seat) -> None:
    """Nobody else has the dice: the line does not send the Storyteller to wait for a player."""
    await player.create_character("Odile Marchetti")
    await player.ask_roll("Listening", difficulty=2, visibility="Blind")
    line = storyteller.page.locator(".proposal.unsettled")
    await expect(line).to_contain_text("Jo sees no dice: let it stand")


async def test_nothing_is_said_of_a_table_not_yet_seen(
    served: Served, open_seat: OpenSeat, storyteller: Seat
) -> None:
    """Before the server has answered the log does not claim that nothing happened."""
    link = await storyteller.invite()
    seat = await open_seat()
    await seat.join(link, "Jo")
    await expect(seat.page.get_by_text("The night is young.")).to_be_visible()
    await seat.page.route_web_socket("**/ws", lambda _: None)
    await seat.page.reload()
    await expect(seat.page.locator(".state")).to_have_text("Connecting…")
    await expect(seat.page.get_by_text("The night is young.")).to_be_hidden()
    assert served.port


async def test_server_that_stops_is_told_to_people(
    tmp_path_factory: pytest.TempPathFactory, open_seat: OpenSeat
) -> None:
    """The words for programs stay out of the banner, and its sign stands beside the words."""
    server = Serve(tmp_path_factory.mktemp("stopped"))
    served = await server.start()
    seat = await open_seat()
    try:
        await seat.create_room(served.create_link)
        await server.stop()
        await expect(seat.page.locator(".banner")).to_contain_text("Connection lost.")
        await expect(seat.page.locator(".banner")).not_to_contain_text("resume")
        state = await seat.page.locator(".state").bounding_box()
        assert state is not None
        assert state["height"] < 30
    finally:
        await server.kill()
    seat.complaints.clear()  # the browser's own, of a server that is gone


async def test_sign_of_the_pages_follows_the_theme(open_seat: OpenSeat, served: Served) -> None:
    """Its hexagon is the Beast's ink of the theme, at the door and at the table."""
    seat = await open_seat()
    await seat.page.emulate_media(color_scheme="light")
    await seat.page.goto(served.create_link.partition("#")[0])
    hexagon = seat.page.locator(".emblem .beast")
    await expect(hexagon).to_have_css("fill", "rgb(171, 47, 27)")
    # The link alone changes the page's fragment, which draws its form anew while it is filled.
    await seat.page.goto("about:blank")
    await seat.create_room(served.create_link)
    await expect(hexagon).to_have_css("fill", "rgb(171, 47, 27)")
    await seat.page.emulate_media(color_scheme="dark")
    await expect(hexagon).to_have_css("fill", "rgb(255, 138, 116)")
