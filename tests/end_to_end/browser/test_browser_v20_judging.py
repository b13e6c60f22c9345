"""A roll of V20 is judged afterwards: read again in the open, or by how it came out alone."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.v20_table import accepted, by_hand, open_table, play

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def listening(served: Served, open_seat: OpenSeat, size: object = DESK) -> tuple[Seat, Seat]:
    """Sam, and Jo who listened at a door: two successes at difficulty 6."""
    storyteller = await open_table(served, open_seat)
    await by_hand(storyteller)
    jo = await open_seat(size)
    await jo.join(await storyteller.invite(), "Jo")
    casimir = await play(jo)
    await accepted(
        jo, "roll_v20", character=casimir, pool=3, label="Listening", visibility="public",
        entered={"regular": [7, 6, 3]},
    )  # fmt: skip
    return storyteller, jo


async def test_a_roll_is_read_again_in_the_open(served: Served, open_seat: OpenSeat) -> None:
    """Both read the newest reading, and who says so."""
    storyteller, jo = await listening(served, open_seat)
    receipt = storyteller.receipt("Listening")
    await receipt.get_by_text("Judge…").click()
    await receipt.get_by_label("Successes needed", exact=True).fill("3")
    await receipt.get_by_role("radio", name="All who saw it").check(force=True)
    await receipt.get_by_role("button", name="Judge it").click()
    for seat in (storyteller, jo):
        shown = seat.receipt("Listening")
        await expect(shown.get_by_role("heading")).to_have_text("Failure")
        await expect(shown).to_contain_text("3 needed")
    await expect(jo.receipt("Listening")).to_contain_text("Difficulty set by Sam.")
    await expect(jo.receipt("Listening").get_by_text("Judge…")).to_have_count(0)


async def test_how_it_came_out_is_told_alone(served: Served, open_seat: OpenSeat) -> None:
    """Jo reads that it is a failure, and no number; Sam reads by what."""
    storyteller, jo = await listening(served, open_seat, PHONE)
    receipt = storyteller.receipt("Listening")
    await receipt.get_by_text("Judge…").click()
    await receipt.get_by_label("Difficulty", exact=True).fill("9")
    await receipt.get_by_role("radio", name="How it came out").check(force=True)
    jo.frames.clear()
    await receipt.get_by_role("button", name="Judge it").click()
    shown = jo.receipt("Listening")
    await expect(shown.get_by_role("heading")).to_have_text("Failure")
    await expect(shown).to_contain_text("A failure, says Sam.")
    await expect(shown.locator(".tally")).to_have_count(0)
    assert '"assessed":9' not in "\n".join(jo.frames)
    await expect(receipt).to_contain_text("The players know how it came out, and no Difficulty.")
    await expect(receipt).to_contain_text("Difficulty 9.")
