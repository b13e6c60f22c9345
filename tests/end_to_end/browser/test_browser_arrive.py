"""How people arrive: the first page, the doors behind links, and what is said where none opens."""

import re
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, WebSocketRoute, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA"
SEATS = """Object.keys(localStorage)
    .filter((key) => /^coterie.(seat|hello) /.test(key)).length"""
"""How many seats, and hellos on their way, this browser holds."""


async def test_storyteller_opens_a_table_in_two_steps(served: Served, open_seat: OpenSeat) -> None:
    """The printed link, two names: the room is there, and the key is gone from the address."""
    seat = await open_seat()
    await seat.page.goto(served.create_link)
    assert "#" not in seat.page.url
    await seat.page.get_by_label("Name of the chronicle").fill("The Glass Court")
    await seat.page.get_by_label("Your name at the table").fill("Sam")
    await seat.page.get_by_role("button", name="Open the table").click()
    await seat.is_seated()
    assert served.key not in await seat.page.evaluate("JSON.stringify({...localStorage})")


async def test_table_is_opened_from_the_first_page(served: Served, open_seat: OpenSeat) -> None:
    """Without the link the key will do: name and key here, one's own name at the door."""
    seat = await open_seat()
    await seat.page.goto(_first_page(served))
    await seat.page.get_by_label("Name of the chronicle").fill("Harbour Lights")
    await seat.page.get_by_label(re.compile("^Create key")).fill(served.key)
    await seat.page.get_by_role("button", name="Open the table").click()
    name = seat.page.get_by_label("Your name at the table")
    await expect(name).to_be_focused()
    await name.fill("Sam")
    await seat.page.get_by_role("button", name="Open the table").click()
    await seat.is_seated()
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text("Harbour Lights")


async def test_invite_says_who_invites_where_and_as_what(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """The link tells; nothing is asked of the server before somebody takes the seat."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    await seat.page.goto(link)
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text("The Glass Court")
    await expect(seat.page.locator(".front-title")).to_contain_text("Sam invites you to")
    await expect(seat.page.get_by_text("You come as a player")).to_be_visible()
    assert seat.frames == []
    await seat.page.reload()
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text("The Glass Court")
    await seat.page.get_by_label("Your name at the table").fill("Lena")
    await seat.page.get_by_role("button", name="Take your seat").click()
    await seat.is_seated()


async def test_words_in_a_link_are_only_words(served: Served, open_seat: OpenSeat) -> None:
    """Markup in a link is shown as it is, and a long name is cut (B11)."""
    seat = await open_seat(PHONE)
    name = "%3Cimg%20src=x%20onerror=alert(1)%3E" + "a" * 500
    link = f"{_first_page(served)}#invite={UNKNOWN}&table={name}&from=%3Cb%3E&role=__proto__"
    await seat.page.goto(link)
    title = seat.page.get_by_role("heading", level=1)
    await expect(title).to_contain_text("<img src=x onerror=alert(1)>aaa")
    assert len(await title.inner_text()) == 80
    assert await seat.page.locator("main img").count() == 0
    assert await _overflow(seat.page) <= 0


@pytest.mark.parametrize(
    "pasted", ["whole link", "fragment", "with blanks", "of another address"], ids=str
)
async def test_link_can_be_pasted_on_the_first_page(
    served: Served, storyteller: Seat, open_seat: OpenSeat, pasted: str
) -> None:
    """As somebody copied it; a link of another address leads there."""
    link = await storyteller.invite()
    text = {
        "whole link": link,
        "fragment": link.partition("#")[2],
        "with blanks": f"  {link}\n",
        "of another address": link.replace("127.0.0.1", "localhost"),
    }[pasted]
    seat = await open_seat(PHONE)
    await seat.page.goto(_first_page(served))
    await seat.page.get_by_label("Invite link").fill(text)
    await seat.page.get_by_role("button", name="Continue").click()
    await seat.page.get_by_label("Your name at the table").fill("Jo")
    await seat.page.get_by_role("button", name="Take your seat").click()
    await seat.is_seated()
    assert ("localhost" in seat.page.url) is (pasted == "of another address")


@pytest.mark.parametrize(
    "text", ["hello", "https://table.example/", "javascript:alert(1)#invite=x"]
)
async def test_what_is_no_link_is_said_beside_the_field(
    served: Served, open_seat: OpenSeat, text: str
) -> None:
    """A sentence, aloud as well, and the field has the focus again."""
    seat = await open_seat()
    await seat.page.goto(_first_page(served))
    field = seat.page.get_by_label("Invite link")
    await field.fill(text)
    await field.press("Enter")
    await expect(seat.page.locator(".refusal")).to_contain_text("This is no link to a table")
    await expect(seat.page.locator("#alarm")).to_contain_text("This is no link to a table")
    await expect(field).to_be_focused()


@pytest.mark.parametrize(
    ("fragment", "title"),
    [
        (f"invite={UNKNOWN}", "This invite no longer works"),
        (f"device={UNKNOWN}", "This link no longer works"),
        ("create=not-the-key", "This key opens no table here"),
    ],
)
async def test_dead_link_is_said_in_words(
    served: Served, open_seat: OpenSeat, fragment: str, title: str
) -> None:
    """What happened and what to do; asked once, nothing kept, and the way to another link."""
    seat = await open_seat()
    await seat.page.goto(f"{_first_page(served)}#{fragment}")
    await expect(seat.page.locator("button.main")).to_be_visible()
    for label in ("Name of the chronicle", "Your name at the table"):
        if await seat.page.get_by_label(label).count():
            await seat.page.get_by_label(label).fill("Jo")
    await seat.page.locator("button.main").click()
    heading = seat.page.get_by_role("heading", level=1)
    await expect(heading).to_have_text(title)
    await expect(heading).to_be_focused()
    await expect(seat.page.locator("#alarm")).to_contain_text(title)
    assert len([sent for sent in seat.sent if '"type":"hello"' in sent]) == 1
    assert not await seat.page.evaluate(SEATS)
    await seat.page.get_by_role("button", name="Paste another link").click()
    await expect(seat.page.get_by_label("Invite link")).to_be_visible()


async def test_damaged_link_is_not_even_asked(served: Served, open_seat: OpenSeat) -> None:
    """A link that was cut in a message: said at once."""
    seat = await open_seat(PHONE)
    await seat.page.goto(f"{_first_page(served)}#invite={UNKNOWN[:-3]}")
    await expect(seat.page.get_by_role("heading", name="This link is damaged")).to_be_visible()
    assert seat.sent == []


async def test_storyteller_removes_a_seat_and_asks_once_more(
    storyteller: Seat, player: Seat
) -> None:
    """What nothing brings back is asked twice; the removed one is told, and the seat forgotten."""
    line = storyteller.page.locator(".roster li", has_text="Jo")
    await line.get_by_text("Role and seat").click()
    await line.get_by_role("button", name="Remove from the table…").click()
    await line.get_by_role("button", name="Remove for good").click()
    await expect(line).to_have_count(0)
    await expect(player.page.locator(".banner")).to_contain_text("removed")
    assert not await player.page.evaluate(SEATS)


async def test_nickname_is_changed_by_its_owner(storyteller: Seat, player: Seat) -> None:
    """A new name is seen by everyone."""
    await player.open("Coterie")
    await player.page.get_by_text("Your name", exact=True).click()
    name = player.page.locator(".own-name").get_by_label("Your name at the table")
    await expect(name).to_have_value("Jo")
    await name.fill("Jo the Quiet")
    await player.page.get_by_role("button", name="Change your name").click()
    await expect(storyteller.page.locator(".roster li", has_text="Jo the Quiet")).to_be_visible()


@pytest.mark.parametrize(
    "fragment", ["create=any-key-at-all", f"invite={UNKNOWN}", f"device={UNKNOWN}", "invite=cut"]
)
async def test_doors_stand_in_the_middle(
    served: Served, open_seat: OpenSeat, fragment: str
) -> None:
    """On a desk the page before the table is not stuck to one side."""
    seat = await open_seat(DESK)
    await seat.page.goto(f"{_first_page(served)}#{fragment}")
    box = await seat.page.locator("main").bounding_box()
    assert box is not None
    assert abs(box["x"] - (DESK["width"] - box["x"] - box["width"])) <= 1
    logo = await seat.page.locator(".front-brand").bounding_box()
    assert logo is not None
    assert logo["x"] == 32


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
async def test_address_that_leads_nowhere_has_a_page(
    served: Served, open_seat: OpenSeat, viewport: ViewportSize
) -> None:
    """In our look at any depth, and one link away from the first page."""
    seat = await open_seat(viewport)
    response = await seat.page.goto(f"{_first_page(served)}no/such/page")
    assert response is not None
    assert response.status == 404
    assert "text/html" in response.headers["content-type"]
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text(
        "There is no such page here"
    )
    # Laid out, so the style sheets were found.
    assert await seat.page.locator(".front").evaluate("(e) => getComputedStyle(e).display") == (
        "flex"
    )
    assert await _overflow(seat.page) <= 0
    assert await seat.page.evaluate("document.scripts.length") == 0
    await seat.page.get_by_role("link", name="To the first page").click()
    await expect(seat.page.get_by_role("heading", name="Join a table")).to_be_visible()
    assert [said for said in seat.complaints if "404" not in said] == []
    seat.complaints.clear()


async def test_what_others_left_in_the_storage_harms_nothing(
    served: Served, open_seat: OpenSeat
) -> None:
    """Entries that cannot be read are as if they were not there; the page opens."""
    seat = await open_seat()
    await seat.page.goto(_first_page(served))
    await seat.page.evaluate(
        """() => {
            localStorage["coterie.seat broken"] = "{";
            localStorage["coterie.seat empty"] = "null";
            localStorage["coterie.theme"] = "purple";
            sessionStorage["coterie.tab"] = "[";
        }"""
    )
    await seat.page.reload()
    await expect(seat.page.get_by_role("heading", name="Join a table")).to_be_visible()
    await expect(seat.page.locator(".seats li:has(.seat)")).to_have_count(0)


async def test_theme_that_was_chosen_stays(served: Served, open_seat: OpenSeat) -> None:
    """The choice of this browser goes before the system's, also after a reload."""
    seat = await open_seat()
    await seat.page.emulate_media(color_scheme="dark")
    await seat.page.goto(_first_page(served))
    ground = "getComputedStyle(document.body).backgroundColor"
    assert await seat.page.evaluate(ground) == "rgb(16, 18, 22)"
    await seat.page.get_by_role("button", name="Change to the light theme").click()
    assert await seat.page.evaluate(ground) == "rgb(236, 232, 223)"
    await seat.page.reload()
    await expect(seat.page.get_by_role("button", name="Change to the dark theme")).to_be_visible()
    assert await seat.page.evaluate(ground) == "rgb(236, 232, 223)"
    await seat.page.emulate_media(color_scheme="light")
    await seat.page.get_by_role("button", name="Change to the dark theme").click()
    assert await seat.page.evaluate(ground) == "rgb(16, 18, 22)"


@pytest.mark.parametrize("width", [320, 390, 900, 1000, 1440])
async def test_pages_before_the_table_fit_every_width(
    served: Served, open_seat: OpenSeat, width: int
) -> None:
    """Nothing sticks out, and whatever is used is large enough to be hit."""
    seat = await open_seat()
    await seat.page.set_viewport_size({"width": width, "height": 700})
    invite = f"#invite={UNKNOWN}&table={'Nacht' * 14}&from=Sam&role=player"
    for place in ("", "#create=any-key", invite, f"#device={UNKNOWN}", "#invite=damaged"):
        await seat.page.goto("about:blank")
        await seat.page.goto(_first_page(served) + place)
        await expect(seat.page.get_by_role("heading", level=1)).to_be_visible()
        assert await _overflow(seat.page) <= 0
        sizes: list[dict[str, Any]] = await seat.page.evaluate(
            """() => [...document.querySelectorAll("button, input, summary")]
                .map((part) => ({ ...part.getBoundingClientRect().toJSON(), what: part.outerHTML }))
                .filter(({ height }) => height > 0 && height < 32)"""
        )
        assert sizes == []


async def test_server_that_does_not_answer_is_said_and_tried_again(
    served: Served, open_seat: OpenSeat
) -> None:
    """At a door: the sentence counts down, one may try now, and once it answers one is in."""
    seat = await open_seat(DESK)
    is_up = False

    async def answer(socket: WebSocketRoute) -> None:
        if is_up:
            socket.connect_to_server()
        else:
            await socket.close()

    await seat.page.route_web_socket("**/ws", answer)
    await seat.page.goto(served.create_link)
    await seat.page.get_by_label("Name of the chronicle").fill("The Glass Court")
    await seat.page.get_by_label("Your name at the table").fill("Sam")
    await seat.page.get_by_role("button", name="Open the table").click()
    await expect(seat.page.locator(".waits")).to_contain_text("The server does not answer.")
    await expect(seat.page.locator("#alarm")).to_contain_text("The server does not answer.")
    is_up = True
    await seat.is_seated()


def _first_page(served: Served) -> str:
    return served.create_link.partition("#")[0]


async def _overflow(page: Page) -> int:
    over: int = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return over
