"""Requests in the browser: asked at the screen, answered with one press, collected, judged."""

import os
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import DESK, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

LOOKS = os.environ.get("LOOKS_OF_PAGES")
"""A folder for pictures of what is tested, for whoever wants to see it."""


async def picture(seat: Seat, name: str) -> None:
    if LOOKS:
        await seat.page.screenshot(path=str(Path(LOOKS) / f"{name}.png"))


async def ask(storyteller: Seat, **said: str) -> Locator:
    """Fill the form that asks for a roll, and press its button."""
    await storyteller.page.get_by_role("button", name="Ask for a roll…").click()
    form = storyteller.page.get_by_role("dialog", name="Ask for a roll")
    for label in ("Traits", "or dice", "Difficulty", "Note"):
        if label in said:
            await form.get_by_label(label, exact=True).fill(said[label])
    for group in ("Who learns the Difficulty", "Who sees the roll"):
        if group in said:
            radios = form.get_by_role("group", name=group)
            await radios.get_by_role("radio", name=said[group], exact=True).check(force=True)
    await picture(storyteller, "ask")
    await form.get_by_role("button", name="Ask ").click()
    await expect(form).to_be_hidden()
    return storyteller.page.locator(".request").last


async def test_a_request_is_answered_with_one_press_and_collected(
    storyteller: Seat, player: Seat
) -> None:
    """Jo finds it under what waits, rolls what was asked, and Sam reads it beside the others."""
    await player.create_character("Odile Marchetti")
    card = await ask(storyteller, **{"or dice": "5", "Difficulty": "2", "Note": "Something stirs."})
    await expect(card).to_contain_text("Jo has not answered")
    await picture(storyteller, "waiting")
    await player.open("Coterie")
    asked = player.page.locator(".open-line", has_text="asks")
    await expect(asked).to_contain_text("Difficulty 2")
    await expect(asked).to_contain_text("Something stirs.")
    await picture(player, "asked")
    await asked.get_by_role("button", name="Roll", exact=True).click()
    await expect(asked).to_have_count(0)
    # The sheet is gone: on a phone it would lie over the dice.
    await expect(player.page.locator("dialog[open]")).to_have_count(0)
    await expect(card).to_contain_text("of 2")
    await expect(card.get_by_role("button", name="Put away")).to_be_visible()
    await picture(storyteller, "answered")
    await card.get_by_role("button", name="Put away").click()
    await expect(storyteller.page.locator(".request")).to_have_count(0)


async def test_a_hidden_difficulty_is_in_no_byte_of_the_players_page(
    storyteller: Seat, player: Seat
) -> None:
    """Sam reads the verdict; Jo reads successes, and neither page nor frames hold the number."""
    await player.create_character("Odile Marchetti")
    player.frames.clear()
    card = await ask(
        storyteller,
        **{"or dice": "4", "Difficulty": "37", "Who learns the Difficulty": "Storytellers"},
        **{"Who sees the roll": "Public"},
    )
    await expect(card).to_contain_text("Difficulty 37, hidden from the players")
    await player.open("Coterie")
    await player.page.get_by_role("button", name="Roll", exact=True).last.click()
    await player.page.keyboard.press("Escape")
    await expect(player.receipts).to_have_count(1)
    await expect(card).to_contain_text("of 37")
    shown = storyteller.receipts.first
    await expect(shown).to_contain_text("The Difficulty is hidden from the players.")
    received = "\n".join(player.frames)
    for word in ('"difficulty":37', "difficulty_kept", "roll_judged", '"outcome":"'):
        assert word not in received, word
    await picture(storyteller, "kept")
    await picture(player, "kept-player")
    assert "37" not in await player.receipts.first.inner_text()


async def test_a_blind_request_tells_its_roller_nothing(storyteller: Seat, player: Seat) -> None:
    """Jo presses Roll blind and sees that; the result is Sam's."""
    await player.create_character("Odile Marchetti")
    card = await ask(storyteller, **{"or dice": "6", "Who sees the roll": "Blind"})
    await player.open("Coterie")
    asked = player.page.locator(".open-line", has_text="asks")
    await expect(asked).to_contain_text("You will see no dice.")
    player.frames.clear()
    await asked.get_by_role("button", name="Roll blind").click()
    await expect(asked).to_have_count(0)
    await expect(player.page.locator("dialog[open]")).to_have_count(0)
    await expect(card).to_contain_text("success")
    await expect(player.receipts).to_have_count(0)
    received = "\n".join(player.frames)
    for word in ("receipt", "successes", "faces", '"roll"'):
        assert word not in received, word


async def test_impossible_is_an_answer(storyteller: Seat, player: Seat) -> None:
    """No dice, and by the keyboard alone, on a narrow page too; Sam reads it with the answers."""
    await player.create_character("Odile Marchetti")
    card = await ask(storyteller, **{"or dice": "3"})
    await expect(player.page.locator(".bar .waits")).to_be_visible()
    await player.page.keyboard.press("o")
    await expect(player.page.get_by_role("region", name="Open business")).to_be_focused()
    impossible = player.page.get_by_role("button", name="Impossible")
    for _ in range(3):
        await player.page.keyboard.press("Tab")
        if await impossible.evaluate("control => control === document.activeElement"):
            break
    await player.page.keyboard.press("Enter")
    await expect(card).to_contain_text("Jo calls it impossible")
    await expect(player.receipts).to_have_count(0)


async def test_a_roll_is_judged_afterwards(storyteller: Seat, player: Seat) -> None:
    """Sam tells the verdict alone; Jo reads whether it is won, and the number is nowhere."""
    await player.create_character("Odile Marchetti")
    await player.roll("Listening at the door", dice=3)
    receipt = storyteller.receipt("Listening at the door")
    await receipt.get_by_text("Judge…").click()
    await receipt.get_by_label("Difficulty", exact=True).fill("41")
    await receipt.get_by_role("radio", name="Won or lost").check(force=True)
    await picture(storyteller, "judging")
    player.frames.clear()
    await receipt.get_by_role("button", name="Judge it").click()
    await expect(receipt).to_contain_text("of 41")
    await expect(player.receipt("Listening at the door")).to_contain_text("Lost, says Sam.")
    await picture(player, "judged")
    assert '"difficulty":41' not in "\n".join(player.frames)


async def test_requests_at_the_widths_of_desks(storyteller: Seat, open_seat: OpenSeat) -> None:
    """A player at a desk has the request beside the sheet; nothing sticks out of the form."""
    jo = await open_seat(DESK)
    await jo.join(await storyteller.invite(), "Jo")
    await jo.create_character("Odile Marchetti")
    await ask(storyteller, Traits="Resolve + Awareness", Difficulty="3")
    line = jo.page.locator(".open-line", has_text="Resolve + Awareness")
    await expect(line.get_by_label("Blood Surge")).to_be_visible()
    await picture(jo, "asked-desk")
    await line.get_by_role("button", name="Roll", exact=True).click()
    await expect(jo.receipt("Resolve + Awareness")).to_be_visible()
    for seat in (storyteller, jo):
        wide = await seat.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
        assert wide


async def test_a_reveal_is_scheduled_and_called_off(storyteller: Seat, player: Seat) -> None:
    """Sam sets a time, sees it among what waits, and changes his mind; Jo hears nothing of it."""
    await storyteller.roll("Behind the door", dice=4, visibility="Secret")
    player.frames.clear()
    receipt = storyteller.receipt("Behind the door")
    await receipt.get_by_text("Reveal…").click()
    await receipt.get_by_label("When").select_option(label="In 5 minutes")
    await receipt.get_by_role("button", name="Reveal the dice").click()
    waiting = storyteller.page.locator(".later", has_text="Behind the door")
    await expect(waiting).to_contain_text("will be shown to everyone at")
    await picture(storyteller, "later")
    await waiting.get_by_role("button", name="Cancel").click()
    await expect(waiting).to_have_count(0)
    assert "reveal" not in "\n".join(player.frames)


async def test_a_player_asks_to_see_a_blind_roll(storyteller: Seat, player: Seat) -> None:
    """Jo asks from the line of the blind roll; Sam confirms, and Jo has the receipt."""
    await player.create_character("Odile Marchetti")
    await player.ask_roll("Wits", dice=4, visibility="Blind")
    line = player.line("You rolled blind for Odile Marchetti")
    wish_button, time = line.get_by_role("button", name="Ask to see it"), line.locator("time")
    below, beside = await wish_button.bounding_box(), await time.bounding_box()
    assert below is not None
    assert beside is not None
    assert below["y"] > beside["y"]
    assert below["x"] < beside["x"]
    await wish_button.click()
    wish = storyteller.page.locator(".proposal", has_text="A blind roll to be shown")
    await picture(storyteller, "wish")
    await wish.get_by_role("button", name="Confirm").click()
    await expect(player.receipts).to_have_count(1)
    await expect(player.receipts.first).to_contain_text("Revealed")
