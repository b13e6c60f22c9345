"""Words in the page: said by keyboard, heard by whom they are for, and never more than text."""

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import ASK, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

LOOKS_LIKE_A_ROLL = "Critical, 10 10 8 6: 6 successes of 2"
MARKUP = '<img src=x onerror="window.caught = 1"> &lt;b&gt; javascript:alert(1) @everyone'
WORDS = ["Zoë Łucja Ольга 李", "👩‍👩‍👧 שלום", MARKUP, LOOKS_LIKE_A_ROLL]


def said(seat: Seat, words: str) -> Locator:
    """What somebody said, in the log."""
    return seat.page.locator("article.said", has=seat.page.get_by_text(words, exact=True))


async def test_a_key_leads_to_the_field_and_enter_says_it(storyteller: Seat, player: Seat) -> None:
    """No mouse, and the field is ready for the next words."""
    await storyteller.page.keyboard.press("s")
    field = storyteller.page.locator(".saying input[name=text]")
    await expect(field).to_be_focused()
    await storyteller.page.keyboard.type("The gallery closes.")
    await storyteller.page.keyboard.press("Enter")
    await expect(said(player, "The gallery closes.")).to_contain_text("Sam")
    await expect(said(storyteller, "The gallery closes.")).to_contain_text("You")
    await expect(field).to_be_focused()
    await expect(field).to_have_value("")
    await expect(player.page.locator("#speech")).to_have_text("Sam says: “The gallery closes.”.")


async def test_words_of_a_player_reach_whom_they_are_for(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """On a phone: to the Storyteller, to one member, as a note; nobody else is sent a byte."""
    other = await open_seat()
    await other.join(await storyteller.invite(), "Ravi")
    page = player.page
    for to, words, chip in (
        ("To the Storyteller", "Do we know the Prince?", "To the Storyteller"),
        ("Whisper to Ravi", "Follow me.", "Whisper to Ravi"),
    ):
        field = page.locator(".saying input[name=text]")
        await field.click()
        await page.get_by_label("Who hears it").select_option(label=to)
        await field.fill(words)
        await page.get_by_role("button", name="Say", exact=True).click()
        await expect(said(player, words).locator(".chip")).to_have_text(chip)
        await expect(said(storyteller, words)).to_be_visible()
    await expect(said(other, "Follow me.").locator(".chip")).to_have_text("Whisper to you")
    await page.get_by_label("Who hears it").select_option(label="To the Storyteller")
    await page.locator(".saying").get_by_text("Note").click()
    await page.locator(".saying input[name=text]").fill("The ring is gone.")
    await page.keyboard.press("Enter")
    await expect(said(player, "The ring is gone.")).to_contain_text("notes")
    assert "Prince" not in await other.everything()
    assert "ring is gone" not in await other.everything()


async def test_words_are_text_and_no_roll(storyteller: Seat, player: Seat) -> None:
    """B11, H1, H9: markup is shown as it was typed, and what looks like dice makes no receipt."""
    for words in WORDS:
        answer = await player.page.evaluate(ASK, {"type": "say", "text": words})
        assert answer["type"] == "accepted", answer
    for seat in (storyteller, player):
        for words in WORDS:
            await expect(said(seat, words)).to_be_visible()
        await expect(seat.receipts).to_have_count(0)
        await expect(seat.page.locator(".log img, .log b")).to_have_count(0)
        assert await seat.page.evaluate("window.caught") is None
    await storyteller.page.get_by_text("Rolls", exact=True).click()
    await expect(storyteller.page.locator("article.said")).to_have_count(0)


async def test_nothing_said_is_not_asked_for(storyteller: Seat) -> None:
    """Blanks are not sent; a refusal stands beside the field."""
    field = storyteller.page.locator(".saying input[name=text]")
    await field.fill("   ")
    await storyteller.page.keyboard.press("Enter")
    await field.fill("a\u202eb")
    await storyteller.page.keyboard.press("Enter")
    await expect(storyteller.page.locator(".saying .refusal")).to_be_visible()
    assert not any('"text":"   "' in frame for frame in storyteller.sent)
