"""Links that are handed over: their address, their QR code, and their end once they have served."""

import re
from pathlib import Path

import pytest
import zxingcpp
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served, serving
from tests.end_to_end.browser.seats import PHONE, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

NEAR = "192.0.2.77"
"""An address that stands for this machine's in its network."""
QR = "async (text) => (await import('./scripts/qr.js')).qrModules(text)"

# Of the standard: bytes that fit into versions 1 to 20 with correction M.
MOST_BYTES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560]
MOST_BYTES += [624, 666]


def _read_code(modules: list[list[int]]) -> tuple[str, str]:
    """Read a QR code as a camera would see it: its text, and its level of correction."""
    scale, quiet = 3, 4
    side = (len(modules) + 2 * quiet) * scale

    def shade(x: int, y: int) -> int:
        row, column = y // scale - quiet, x // scale - quiet
        inside = 0 <= row < len(modules) and 0 <= column < len(modules)
        return 0 if inside and modules[row][column] else 255

    pixels = bytes(shade(x, y) for y in range(side) for x in range(side))
    (found,) = zxingcpp.read_barcodes(memoryview(pixels).cast("B", [side, side]))
    return found.text, found.ec_level


async def test_codes_of_all_sizes_are_read_by_somebody_else(
    served: Served, open_seat: OpenSeat
) -> None:
    """Each version filled to the last byte, and one byte over: what is read is what was given."""
    seat = await open_seat()
    await seat.page.goto(_first_page(served))
    for version, most in enumerate(MOST_BYTES, start=1):
        for length, size in ((most, version), (most - 3, version), (most + 1, version + 1)):
            text = ("http://192.168.1.20:8420/#invite=q7mZ_-" * 20)[:length]
            modules = await seat.page.evaluate(QR, text)
            if length > MOST_BYTES[-1]:
                assert modules is None
                continue
            assert len(modules) == 17 + 4 * size
            assert _read_code(modules) == (text, "M")
    spoken = "https://table.example/#invite=x&table=Łódź Ольга 李 🦇"
    assert _read_code(await seat.page.evaluate(QR, spoken))[0] == spoken


async def _say_near(seat: Seat, served: Served) -> None:
    """Let the server say that its network knows it under another address."""
    near = {"public": None, "near": [f"http://{NEAR}:{served.port}/"]}
    await seat.page.route("**/address.json", lambda route: route.fulfill(json=near))


async def test_code_on_the_screen_opens_the_same_door(
    served: Served, storyteller: Seat, open_seat: OpenSeat
) -> None:
    """
    A phone's camera at the invite's QR code finds the link that can be copied.

    It has the address that the network knows, though the Storyteller sits at 127.0.0.1.
    """
    await _say_near(storyteller, served)
    link = await storyteller.invite()
    assert link.startswith(f"http://{NEAR}:{served.port}/#invite=")
    await expect(storyteller.page.locator(".here-alone")).to_have_count(0)
    await expect(storyteller.page.get_by_role("img", name=re.compile("^QR code"))).to_be_visible()
    shown = await storyteller.page.evaluate(
        """() => {
            const svg = document.querySelector("svg.qr");
            const size = svg.viewBox.baseVal.width - 8;
            const rows = Array.from({ length: size }, () => new Array(size).fill(0));
            const path = svg.querySelector(".qr-dark").getAttribute("d");
            for (const [, x, y] of path.matchAll(/M(\\d+) (\\d+)/g)) rows[y - 4][x - 4] = 1;
            return [rows, getComputedStyle(svg.querySelector(".qr-dark")).fill,
                getComputedStyle(svg.querySelector(".qr-light")).fill];
        }"""
    )
    assert shown[1:] == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    read, _ = _read_code(shown[0])
    assert read == link
    phone = await open_seat(PHONE)
    await phone.join(read.replace(NEAR, "127.0.0.1"), "Jo")


async def test_link_that_opens_here_alone_says_so(storyteller: Seat, open_seat: OpenSeat) -> None:
    """No camera is sent to 127.0.0.1: the page says what it takes; the link works here."""
    link = await storyteller.invite()
    here_alone = storyteller.page.locator(".here-alone")
    await expect(here_alone).to_contain_text("This link opens on this computer only.")
    await expect(here_alone).to_contain_text("make run ARGS=--lan")
    await expect(here_alone).to_contain_text("--public-url")
    await expect(storyteller.page.get_by_role("img", name=re.compile("^QR code"))).to_have_count(0)
    player = await open_seat(PHONE)
    await player.join(link, "Jo")
    await player.open("Coterie")
    await player.page.get_by_role("button", name="Continue on another device").click()
    await expect(player.page.locator(".here-alone")).to_contain_text("this computer only")
    await expect(player.page.get_by_role("img", name=re.compile("^QR code"))).to_have_count(0)


async def test_links_are_made_of_the_public_address(tmp_path: Path, open_seat: OpenSeat) -> None:
    """Also where the Storyteller sits at the server itself, behind the proxy's back."""
    async with serving(tmp_path, "--public-url", "https://table.example/coterie") as served:
        seat = await open_seat()
        await seat.create_room(f"http://127.0.0.1:{served.port}/#create={served.key}")
        link = await seat.invite()
        assert link.startswith("https://table.example/coterie/#invite=")
        await expect(seat.page.locator(".here-alone")).to_have_count(0)
        await seat.page.goto("about:blank")


async def test_link_and_code_are_whole_beside_the_table(served: Served, storyteller: Seat) -> None:
    """In the narrow column at a desk nothing sticks out of the panel, nor is it below the fold."""
    await _say_near(storyteller, served)
    await storyteller.invite()
    panel = storyteller.page.locator(".handed")
    code = panel.get_by_role("img", name=re.compile("^QR code"))
    await expect(code).to_be_in_viewport(ratio=1)
    await expect(panel).to_be_in_viewport(ratio=0.99)
    box, outer = await code.bounding_box(), await panel.bounding_box()
    assert box is not None
    assert outer is not None
    assert 160 <= box["width"] <= outer["width"]
    assert outer["x"] <= box["x"]
    assert box["x"] + box["width"] <= outer["x"] + outer["width"]
    await panel.get_by_role("button", name="Larger code").click()
    large = storyteller.page.get_by_role("img", name="QR code of the link, large")
    await expect(large).to_be_in_viewport(ratio=1)
    shown = await large.bounding_box()
    assert shown is not None
    assert shown["width"] > 400
    await storyteller.page.keyboard.press("Escape")
    await panel.get_by_role("button", name="Done").click()
    await expect(panel).to_have_count(0)


async def test_invite_that_is_used_up_is_taken_away(storyteller: Seat, open_seat: OpenSeat) -> None:
    """While seats are left their number is right; with the last one the link itself goes."""
    link = await storyteller.invite(seats=2)
    panel = storyteller.page.locator(".handed")
    await expect(panel).to_contain_text("Whoever has it can come in: 2 seats left.")
    await (await open_seat(PHONE)).join(link, "Jo")
    await expect(panel).to_contain_text("Whoever has it can come in: 1 seat left.")
    await (await open_seat(PHONE)).join(link, "Ravi")
    await expect(panel).to_contain_text("Every seat of this invite is taken.")
    await expect(storyteller.page.get_by_label("Link", exact=True)).to_have_count(0)
    await expect(panel).not_to_contain_text("can come in")
    await expect(panel.get_by_role("button", name="Done")).to_be_focused()
    # The next one is like the first.
    await storyteller.invite()
    await expect(panel).to_contain_text("1 seat left.")


async def test_device_link_that_was_used_is_taken_away(player: Seat, open_seat: OpenSeat) -> None:
    """Once the other device sits there is no link to try again with."""
    await player.open("Coterie")
    await player.page.get_by_role("button", name="Continue on another device").click()
    link = await player.page.get_by_label("Link", exact=True).input_value()
    other = await open_seat(PHONE)
    await other.page.goto(link)
    await other.page.get_by_role("button", name="Sit down here").click()
    await other.is_seated()
    panel = player.page.locator(".handed")
    await expect(panel).to_contain_text("Your other device has used this link.")
    await expect(player.page.get_by_label("Link", exact=True)).to_have_count(0)


async def test_revoked_invite_lets_nobody_in(storyteller: Seat, open_seat: OpenSeat) -> None:
    """The Storyteller sees the open invite, closes it, and the link is dead."""
    link = await storyteller.invite(seats=3)
    line = storyteller.page.locator(".open-invites li", has_text="Player, 3 seats left")
    await line.get_by_role("button", name="Revoke").click()
    await expect(line).to_have_count(0)
    await expect(storyteller.page.locator(".handed")).to_contain_text("lets nobody in any more")
    await expect(storyteller.page.get_by_label("Link", exact=True)).to_have_count(0)
    seat = await open_seat()
    await seat.page.goto(link)
    await seat.page.get_by_label("Your name at the table").fill("Jo")
    await seat.page.get_by_role("button", name="Take your seat").click()
    await expect(seat.page.get_by_role("heading", level=1)).to_have_text(
        "This invite no longer works"
    )


def _first_page(served: Served) -> str:
    return served.create_link.partition("#")[0]
