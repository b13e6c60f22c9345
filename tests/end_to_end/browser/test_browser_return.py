"""How people come back: the seats that a browser keeps, old links, and seats that are lost."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

SEATS = """Object.keys(localStorage)
    .filter((key) => /^coterie.(seat|hello) /.test(key)).length"""
"""How many seats, and hellos on their way, this browser holds."""


async def test_first_page_knows_the_seats_and_forgets_them(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """A seat is one click away; to forget it takes two."""
    await storyteller.page.get_by_role("button", name="To the first page").click()
    seat = storyteller.page.locator(".seats li:has(.seat)")
    await expect(seat).to_contain_text("The Glass Court")
    await expect(seat).to_contain_text("Sam, Storyteller")
    await seat.get_by_role("button", name="The Glass Court").first.click()
    await storyteller.is_seated()
    await storyteller.page.get_by_role("button", name="To the first page").click()
    forget = seat.get_by_role("button", name=re.compile("^Forget"))
    await forget.click()
    await expect(forget).to_have_text("Forget for good")
    await forget.click()
    await expect(seat).to_have_count(0)
    assert not await storyteller.page.evaluate(SEATS)


async def test_printed_link_leads_back_to_the_table(
    served: Served, storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Another evening: the seats kept here come first, and only then another table."""
    seat = await open_seat(beside=storyteller)
    await seat.page.goto(served.create_link)
    heading = seat.page.get_by_role("heading", level=1)
    await expect(heading).to_have_text("Your tables")
    await expect(heading).to_be_focused()
    another = seat.page.get_by_role("heading", name="Open another table")
    first = seat.page.locator(".seats .seat", has_text="The Glass Court")
    assert await _top(first) < await _top(another)
    await first.click()
    await seat.is_seated()
    await expect(heading).to_have_text("The Glass Court")
    # And another table it is, where that is wanted.
    more = await open_seat(beside=storyteller)
    await more.create_room(served.create_link, "Harbour Lights")


async def test_old_link_leads_back_to_the_table(
    served: Served, storyteller: Seat, open_seat: OpenSeat
) -> None:
    """The key of another start opens nothing; the seats are one tap away all the same."""
    seat = await open_seat(beside=storyteller)
    await seat.page.goto(f"{_first_page(served)}#create=the-key-of-last-night")
    await seat.page.get_by_label("Name of the chronicle").fill("The Glass Court")
    await seat.page.get_by_label("Your name at the table").fill("Sam")
    await seat.page.get_by_role("button", name="Open the table").click()
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text(
        "This key opens no table here"
    )
    await seat.page.locator(".seats .seat", has_text="The Glass Court").click()
    await seat.is_seated()


async def test_seats_stand_first_on_the_first_page(
    served: Served, storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Above the forms, at every width and for whoever listens; and no form has the focus."""
    seat = await open_seat(beside=storyteller)
    await seat.page.goto(_first_page(served))
    heads = seat.page.locator(".front-ways h2")
    await expect(heads).to_have_text(["Your tables", "Join a table", "Open another table"])
    await expect(seat.page.get_by_role("heading", level=1)).to_be_focused()
    for viewport in (DESK, PHONE):
        await seat.page.set_viewport_size(viewport)
        tops = [await _top(head) for head in await heads.all()]
        assert tops == sorted(tops)


async def test_first_page_tells_that_seats_are_kept_per_address(
    served: Served, open_seat: OpenSeat
) -> None:
    """Whoever finds none may have sat under another address."""
    seat = await open_seat()
    await seat.page.goto(_first_page(served))
    await expect(seat.page.locator(".seats")).to_contain_text(
        "Played here before under another address?"
    )


@pytest.mark.parametrize("way", ["address", "logo"])
async def test_key_does_not_stick_to_the_first_page(
    served: Served, open_seat: OpenSeat, way: str
) -> None:
    """At a door one may reload; the address itself, and the logo, lead to the first page."""
    seat = await open_seat()
    await seat.page.goto(f"{_first_page(served)}#create=not-the-key")
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text("Open a table")
    await seat.page.reload()
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text("Open a table")
    if way == "address":
        await seat.page.goto(_first_page(served))
    else:
        await seat.page.get_by_role("link", name="to the first page").click()
    await expect(seat.page.get_by_role("heading", name="Join a table")).to_be_visible()
    await seat.page.reload()
    await expect(seat.page.get_by_role("heading", name="Join a table")).to_be_visible()


async def test_wrong_key_is_forgotten(served: Served, open_seat: OpenSeat) -> None:
    """Once the server has refused a key, not even a reload comes back to it."""
    seat = await open_seat()
    await seat.page.goto(f"{_first_page(served)}#create=not-the-key")
    await seat.page.get_by_label("Name of the chronicle").fill("Any")
    await seat.page.get_by_label("Your name at the table").fill("Jo")
    await seat.page.get_by_role("button", name="Open the table").click()
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text(
        "This key opens no table here"
    )
    await seat.page.reload()
    await expect(seat.page.get_by_role("heading", name="Join a table")).to_be_visible()


async def test_lost_seat_says_how_to_get_it_back(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """The server does not know the token: the page says the three ways, one with the command."""
    await player.page.evaluate(
        """() => {
            const key = Object.keys(localStorage).find((each) => each.startsWith("coterie.seat"));
            const seat = JSON.parse(localStorage[key]);
            localStorage[key] = JSON.stringify({ ...seat, token: btoa("x".repeat(32)) });
        }"""
    )
    await player.page.reload()
    await expect(player.page.get_by_role("heading", name="This seat is lost here")).to_be_visible()
    await expect(player.page.locator("code")).to_have_text(
        "coterie rooms link 'The Glass Court' Jo"
    )
    await expect(player.page.locator(".rescue li")).to_have_count(3)
    link = await storyteller.invite()
    await player.page.get_by_label("Link", exact=True).fill(link)
    await player.page.get_by_role("button", name="Continue").click()
    await player.page.get_by_label("Your name at the table").fill("Jo")
    await player.page.get_by_role("button", name="Take your seat").click()
    await player.is_seated()


async def _top(part: Locator) -> float:
    box = await part.bounding_box()
    assert box is not None
    return box["y"]


def _first_page(served: Served) -> str:
    return served.create_link.partition("#")[0]
