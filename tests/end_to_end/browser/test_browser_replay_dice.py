"""The replay says of every roll whether its dice were checked, and why not, as the table does."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import PHONE, Seat
from tests.end_to_end.browser.wire import Wire, face_changed

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def open_replay(seat: Seat) -> None:
    """By the menu of the table."""
    await seat.page.get_by_role("button", name="Menu").click()
    menu = seat.page.get_by_role("dialog", name="Menu")
    await menu.get_by_role("button", name="Replay").click()
    await expect(seat.page.locator(".replay-main")).to_be_visible()


async def moment(seat: Seat, words: str) -> Locator:
    """Step back from the end to the last moment that is told with these words; its card."""
    slider = seat.page.get_by_role("slider")
    await slider.press("End")
    for _ in range(int(str(await slider.get_attribute("aria-valuemax")))):
        if words in str(await slider.get_attribute("aria-valuetext")):
            return seat.page.locator(".moment-card")
        await slider.press("ArrowLeft")
    raise AssertionError(f"no moment is told with {words}")


def chips(card: Locator) -> Locator:
    """All that a card says in chips."""
    return card.locator(".chip")


async def test_a_roll_is_checked_in_the_replay_by_what_checks_it_at_the_table(
    storyteller: Seat, player: Seat
) -> None:
    """Proven rolls, a secret one once it is revealed, physical dice, and an outcome alone."""
    rules = {"preset": "v5", "entered_dice": True}
    await storyteller.ask("set_house_rules", house_rules=rules)
    await player.create_character("Odile")
    await player.roll("Wits", dice=6, difficulty=3)
    await storyteller.roll("Whispers", dice=5, visibility="Secret")
    whispers = storyteller.receipt("Whispers")
    await whispers.get_by_text("Reveal…").click()
    await whispers.get_by_role("button", name="Reveal the dice").click()
    await expect(player.receipts.filter(has_text="Revealed")).to_be_visible()
    roll = {"pool": 3, "difficulty": 2}
    by_hand = {"regular": [9, 8, 2], "hunger": []}
    await player.ask("roll", **roll, label="By hand", entered=by_hand)
    dread = await storyteller.ask("roll", **roll, label="Dread", visibility="secret")
    await storyteller.ask("reveal_roll", roll=dread["created"], part="outcome")
    for seat in (storyteller, player):
        await open_replay(seat)
        await expect(chips(await moment(seat, "Wits"))).to_contain_text(["Checked"])
        await expect(chips(await moment(seat, "Whispers"))).to_contain_text(["Checked"])
        await expect(chips(await moment(seat, "By hand"))).to_contain_text(["Entered dice"])
        card = await moment(seat, "Dread")
        await expect(card).to_contain_text("unproven" if seat is player else "Checked")
        assert seat.complaints == []
    card = await moment(player, "Wits")
    await card.locator("summary").click()
    await expect(card.locator(".proof")).to_contain_text("This browser checked all of it.")
    await card.get_by_role("button", name="How dice are checked").click()
    dialog = player.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("2 rolls checked")


async def test_what_was_blind_is_checked_from_its_reveal_on(
    storyteller: Seat, player: Seat
) -> None:
    """Before that moment the roller's replay has no die and no proof of it."""
    await player.create_character("Odile")
    await player.ask_roll("Stealth", dice=5, visibility="Blind")
    receipt = storyteller.receipt("Stealth")
    await receipt.get_by_text("Reveal…").click()
    await receipt.get_by_role("button", name="Reveal the dice").click()
    await expect(player.receipts.filter(has_text="Revealed")).to_be_visible()
    await open_replay(player)
    card = await moment(player, "Stealth")
    await expect(card.locator(".chip.of-proof")).to_have_text("Checked")
    card = await moment(player, "blind")
    await expect(card.locator(".chip.of-proof")).to_have_count(0)


async def test_a_changed_face_is_found_in_the_replay_too(
    storyteller: Seat, open_seat: OpenSeat, wire: Wire
) -> None:
    """History that was tampered with on its way is shown as what it is."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    await seat.join(re.sub(r":\d+/", f":{wire.port}/", link, count=1), "Jo")
    await seat.create_character("Odile")
    await seat.roll("Honest", dice=5)
    await seat.roll("Cheated", dice=10)

    wire.alter = face_changed("Cheated")
    await open_replay(seat)
    card = await moment(seat, "Cheated")
    await expect(card.locator(".chip.of-proof")).to_have_text("Does not match")
    await expect(card.locator(".proof-fault")).to_contain_text("Its faces are not those")
    await expect((await moment(seat, "Honest")).locator(".chip.of-proof")).to_have_text("Checked")
