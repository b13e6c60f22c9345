"""Dice that can be checked, through the pages: what matches, what does not, and who sent what."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.wire import Wire, face_changed

pytestmark = pytest.mark.asyncio(loop_scope="session")


def chip(receipt: Locator) -> Locator:
    """What a receipt says of its proof."""
    return receipt.locator(".chip.of-proof")


def claims(seat: Seat) -> list[dict[str, Any]]:
    """What a page claimed, in the order in which it was sent."""
    sent = (json.loads(frame) for frame in seat.sent)
    return [message["dice"] for message in sent if message.get("dice")]


async def reveal(receipt: Locator) -> None:
    """Show a hidden roll to everyone, its dice too."""
    await receipt.get_by_text("Reveal…").click()
    await receipt.get_by_role("button", name="Reveal the dice").click()


async def test_rolls_are_checked_on_every_page(storyteller: Seat, player: Seat) -> None:
    """A player's roll and the Storyteller's are checked by both; the entropy was the player's."""
    await player.create_character("Odile")
    receipt = await player.roll("Wits", dice=6, difficulty=3)
    await expect(chip(receipt)).to_have_text("Checked")
    await expect(chip(storyteller.receipt("Wits"))).to_have_text("Checked")
    await storyteller.roll("The lock", dice=5)
    for seat in (storyteller, player):
        await expect(chip(seat.receipt("The lock"))).to_have_text("Checked")
    (claimed,) = claims(player)
    assert claims(storyteller) == []
    (rolled,) = [
        e["event"] for e in storyteller.items("event") if e["event"].get("label") == "Wits"
    ]
    proof = rolled["proof"]
    assert (proof["lane"], proof["n"], proof["entropy"]) == ("open", 0, claimed["entropy"])
    pot = [e["event"] for e in storyteller.items("event") if e["event"]["type"] == "entropy_added"]
    assert pot[0]["entropy"] != claimed["entropy"]


TO_THE_END = """() => {
    const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".scroll");
    return [scrollHeight > clientHeight + 100, scrollHeight - scrollTop - clientHeight];
}"""


async def test_the_log_stays_at_its_end_when_a_row_grows(storyteller: Seat, player: Seat) -> None:
    """Who reads the newest sees all of it, also once its dice were found to be right."""
    await player.create_character("Odile")
    for number in range(5):
        receipt = await player.roll(f"Manipulation and Persuasion {number}", dice=6, difficulty=3)
        await expect(chip(receipt)).to_have_text("Checked")
    is_long, below = await player.page.evaluate(TO_THE_END)
    assert is_long
    assert below < 2


async def test_a_blind_roll_is_checked_by_its_roller_once_revealed(
    storyteller: Seat, player: Seat
) -> None:
    """The roller gets no die and no number; the reveal has both, and the entropy sent for it."""
    await player.create_character("Odile")
    await player.ask_roll("Stealth", dice=5, visibility="Blind")
    await expect(player.line("rolled blind")).to_be_visible()
    await expect(chip(storyteller.receipt("Stealth"))).to_have_text("Checked")
    hidden = [e["event"] for e in player.items("event") if e["event"].get("proof")]
    assert hidden == []
    await reveal(storyteller.receipt("Stealth"))
    shown = player.receipts.filter(has_text="Revealed")
    await expect(chip(shown)).to_have_text("Checked")


async def test_a_secret_roll_is_checked_once_revealed(storyteller: Seat, player: Seat) -> None:
    """Its proof says that the dice are from the list, and the page, whose word the rest is."""
    await player.create_character("Odile")
    await storyteller.roll("Whispers", dice=5, visibility="Secret")
    assert not [e for e in player.items("event") if "Whispers" in json.dumps(e)]
    await reveal(storyteller.receipt("Whispers"))
    shown = player.receipts.filter(has_text="Revealed")
    await expect(chip(shown)).to_have_text("Checked")
    await shown.locator("summary").click()
    await expect(shown.locator(".proof")).to_contain_text("the Storyteller’s word")


async def test_one_tampered_receipt_does_not_match(
    storyteller: Seat, open_seat: OpenSeat, wire: Wire
) -> None:
    """A face that was changed on the way is shown as what it is, loudly; the others match."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    await seat.join(re.sub(r":\d+/", f":{wire.port}/", link, count=1), "Jo")
    await seat.create_character("Odile")
    await expect(chip(await seat.roll("Honest", dice=5))).to_have_text("Checked")

    wire.alter = face_changed("Cheated")
    receipt = await seat.roll("Cheated", dice=10)
    await expect(chip(receipt)).to_have_text("Does not match")
    await expect(receipt.locator(".proof-fault")).to_contain_text("Its faces are not those")
    await expect(seat.page.locator("#alarm")).to_contain_text("Does not match")
    await expect(chip(storyteller.receipt("Cheated"))).to_have_text("Checked")
    await expect(chip(seat.receipt("Honest"))).to_have_text("Checked")
    wire.alter = bytes
    await expect(chip(await seat.roll("After", dice=5))).to_have_text("Checked")


async def test_a_reload_before_the_answer_keeps_the_entropy(
    storyteller: Seat, open_seat: OpenSeat, wire: Wire
) -> None:
    """The very same claim is sent again, with the same id, and is known as one's own."""
    link = await storyteller.invite()
    seat = await open_seat(PHONE)
    await seat.join(re.sub(r":\d+/", f":{wire.port}/", link, count=1), "Jo")
    await seat.create_character("Odile")
    await expect(chip(await seat.roll("Wits", dice=5))).to_have_text("Checked")
    wire.requests.clear()
    await seat.open("Roll")
    await seat.page.locator(".pool button.main").click()
    await expect(seat.page.get_by_role("button", name="Asked…")).to_be_visible()
    wire.cut()
    wire.flow()
    await seat.page.reload()
    await seat.is_seated()
    await expect(chip(seat.receipt("Wits"))).to_have_text(["Checked", "Checked"])
    first, *held = (json.loads(frame) for frame in seat.sent if '"type":"roll"' in frame)
    assert len(held) > 1
    assert all(roll == held[0] for roll in held)
    assert [first["dice"]["n"], held[0]["dice"]["n"]] == [0, 1]
    events = [item["event"] for item in storyteller.items("event")]
    rolled = [event for event in events if event.get("label") == "Wits"]
    assert rolled[1]["proof"]["entropy"] == held[0]["dice"]["entropy"]


async def test_what_checks_the_dice_is_fetched_again_if_it_did_not_come(player: Seat) -> None:
    """A file lost on the way leaves a roll unchecked until the next thing happens, no longer."""
    await player.create_character("Odile")
    await player.page.route("**/dice/watch.js", lambda route: route.abort())
    async with player.page.expect_event("requestfailed") as lost:
        first = await player.roll("Wits", dice=5)
    assert (await lost.value).url.endswith("/dice/watch.js")
    await expect(chip(first)).to_have_count(0)
    await player.page.unroute("**/dice/watch.js")
    await expect(chip(await player.roll("Stealth", dice=5))).to_have_text("Checked")
    await expect(chip(first)).to_have_text("Checked")
    assert all("watch.js" in said or "ERR_FAILED" in said for said in player.complaints)
    player.complaints.clear()


async def test_two_devices_race_for_one_number(
    storyteller: Seat, open_seat: OpenSeat, wire: Wire, served: Served
) -> None:
    """The slower one takes the next number by itself; neither calls the other's roll a forgery."""
    link = await storyteller.invite()
    slow = await open_seat(DESK)
    await slow.join(re.sub(r":\d+/", f":{wire.port}/", link, count=1), "Jo")
    await slow.create_character("Odile")
    await slow.open("Coterie")
    await slow.page.get_by_role("button", name="Continue on another device").click()
    second = await slow.page.get_by_label("Link", exact=True).input_value()
    await slow.page.keyboard.press("Escape")
    quick = await open_seat(DESK)
    await quick.page.goto(second.replace(f":{wire.port}/", f":{served.port}/"))
    await quick.page.get_by_role("button", name="Sit down here").click()
    await quick.is_seated()
    await slow.build_pool(("Slow", 5))
    wire.silence()
    await slow.page.locator(".pool button.main").click()
    receipt = await quick.roll("Quick", dice=5)
    await expect(chip(receipt)).to_have_text("Checked")
    wire.flow()
    for seat in (slow, quick):
        await expect(chip(seat.receipt("Slow" if seat is slow else "Quick"))).to_have_text(
            "Checked"
        )
        other = seat.receipt("Quick" if seat is slow else "Slow")
        await expect(chip(other)).to_have_text("From another device")
    assert [each["n"] for each in claims(slow)] == [0, 1]
    assert len({each["entropy"] for each in claims(slow)}) == 2
    assert [each["n"] for each in claims(quick)] == [0]


async def test_a_roll_that_was_never_sent_is_called_a_forgery(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Somebody with the seat's token rolls in its name: the browser says that it did not."""
    seat = await open_seat(DESK)
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile")
    await expect(chip(await seat.roll("Mine", dice=5))).to_have_text("Checked")
    (mine,) = claims(seat)
    forged = {"book": mine["book"], "lane": "open", "n": 1, "entropy": "A" * 43 + "="}
    answer = await seat.ask("roll", pool=5, label="Forged", dice=forged)
    assert answer["type"] == "accepted"
    await expect(chip(seat.receipt("Forged"))).to_have_text("Not sent from here")
    await expect(seat.page.locator("#alarm")).to_contain_text("it is forged")
    await expect(chip(storyteller.receipt("Forged"))).to_have_text("Checked")
    await expect(chip(await seat.roll("Mine again", dice=5))).to_have_text("Checked")


async def test_renewing_and_shaking_stand_in_the_log_of_dice(
    storyteller: Seat, player: Seat
) -> None:
    """The Storyteller renews, the player's page claims in the new book, and shakes the pot."""
    await player.create_character("Odile")
    await player.roll("Before", dice=5)
    await storyteller.page.get_by_role("button", name="Menu").click()
    await storyteller.page.get_by_role("button", name="Dice that can be checked").click()
    dialog = storyteller.page.get_by_role("dialog", name="Dice that can be checked")
    await dialog.get_by_role("button", name="Renew the dice").click()
    await expect(dialog).to_contain_text("Books tonight: 2")
    await expect(player.line("renewed the dice")).to_be_visible()
    await expect(chip(await player.roll("Behind", dice=5))).to_have_text("Checked")
    first, second = claims(player)
    assert (first["n"], second["n"]) == (0, 0)
    assert first["book"] != second["book"]
    assert first["entropy"] != second["entropy"]
    await player.page.keyboard.press("Escape")
    await player.page.get_by_role("button", name="Menu").click()
    await player.page.get_by_role("button", name="Dice that can be checked").click()
    shake = player.page.get_by_role("dialog", name="Dice that can be checked")
    await expect(shake).to_contain_text("Jo, after 2 changes")
    await shake.get_by_role("button", name="Shake the pot").click()
    await expect(shake).to_contain_text("Jo, after 3 changes")
