"""What a player's page never holds: not in the document, not in storage, not in any frame."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_secret_roll_never_reaches_a_player(storyteller: Seat, player: Seat) -> None:
    """A3: a hidden character and its secret roll leave nothing at Jo's place, not even a gap."""
    await storyteller.create_character("Ines Calder", hidden=True)
    await storyteller.roll(
        "Footsteps in the archive", dice=7, visibility="Secret", character="Ines Calder"
    )
    await storyteller.roll("In the open", visibility="Public", character="Nobody in particular")
    await expect(player.receipt("In the open")).to_be_visible()
    hidden = [
        push["event"]
        for push in storyteller.items("event")
        if push["event"].get("label") == "Footsteps in the archive"
    ]
    (created,) = [
        push["event"]["card"]
        for push in storyteller.items("event")
        if push["event"]["type"] == "character_created"
    ]
    held = await player.everything()
    for secret in ("Ines", "Footsteps", hidden[0]["roll"], created["character"]):
        assert secret not in held
    (welcome,) = player.items("welcome")
    seqs = [push["seq"] for push in (*welcome["recent"], *player.items("event"))]
    assert seqs == list(range(1, len(seqs) + 1))
    await player.page.reload()
    await expect(player.receipt("In the open")).to_be_visible()
    assert "Footsteps" not in await player.everything()


async def test_blind_roll_tells_its_roller_nothing(storyteller: Seat, player: Seat) -> None:
    """A1, A5: Jo rolls blind: one line, no die on the page, and the frames carry no result."""
    await player.create_character("Odile Marchetti")
    player.frames.clear()
    await player.ask_roll("Wits", dice=9, visibility="Blind")
    await expect(player.line("You rolled blind for Odile Marchetti")).to_be_visible()
    await expect(storyteller.receipt("Wits")).to_contain_text("Blind")
    await expect(player.receipts).to_have_count(0)
    received = "\n".join(player.frames)
    for word in ("receipt", "successes", "dice", "faces", "Wits"):
        assert word not in received
    await player.page.reload()
    await expect(player.line("You rolled blind for Odile Marchetti")).to_be_visible()
    await expect(player.receipts).to_have_count(0)


async def test_whisper_reaches_only_whom_it_names(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """Sam whispers a roll to Jo: Jo has the receipt, Ravi learns nothing of it."""
    link = await storyteller.invite()
    ravi = await open_seat()
    await ravi.join(link, "Ravi")
    pool = storyteller.page.locator(".pool")
    await pool.get_by_text("Whisper", exact=True).click()
    await pool.get_by_label("Jo").check()
    await storyteller.ask_roll("For one alone", visibility="Whisper")
    await expect(player.receipt("For one alone")).to_contain_text("Whisper")
    await storyteller.roll("For all")
    await expect(ravi.receipt("For all")).to_be_visible()
    assert "For one alone" not in await ravi.everything()


async def test_names_are_text_and_never_markup(storyteller: Seat, player: Seat) -> None:
    """B11: names that look like markup or run right to left are shown as they were typed."""
    name = "<img src=x onerror=alert(1)>"
    others = ("Łucja", "李 & Zoë&#108;", "שרה", "👩‍👩‍👧", "javascript:alert(2)")
    for page in (player.page, storyteller.page):
        page.on("dialog", lambda dialog: player.complaints.append(dialog.message))
    await player.create_character(name)
    for other in others:
        await player.create_character(other)
    await player.roll("<b>bold</b>", character=name)
    for seat in (player, storyteller):
        await expect(seat.receipt("<b>bold</b>")).to_contain_text(name)
        for each in (name, *others):
            shown = seat.page.locator(".card, .cast").get_by_text(each, exact=True).first
            await expect(shown).to_have_text(each)
        made = seat.page.locator("img:not([src='icon.svg']), article b:not([aria-hidden])")
        await expect(made).to_have_count(0)


async def test_the_parts_of_a_pool_reach_those_alone_who_may_know_them(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """Odile's Health is hers to see: others are shown her dice, and she what took them."""
    ravi = await open_seat()
    await ravi.join(await storyteller.invite(), "Ravi")
    await player.create_character("Odile Marchetti")
    (odile,) = [
        push["event"]["card"]["character"]
        for push in player.items("event")
        if push["event"]["type"] == "character_created"
    ]
    await storyteller.ask(
        "set_tracker_audience", character=odile, tracker="health", audience="owner"
    )
    hurt = {"track": "health", "kind": "superficial", "amount": 20, "visibility": "private"}
    await storyteller.ask("deal_damage", character=odile, **hurt)
    body = {"categories": ["physical"], "label": "Strength + Brawl", "visibility": "public"}
    await storyteller.ask("roll", character=odile, pool=5, **body)
    for seat in (player, ravi, storyteller):
        details = seat.receipt("Strength + Brawl").locator("summary", has_text="Details")
        await details.click()
    for seat in (player, storyteller):
        await expect(seat.receipt("Strength + Brawl")).to_contain_text(
            "Strength + Brawl 5, impaired (Health) −2"
        )
    await expect(ravi.receipt("Strength + Brawl")).to_contain_text("Strength + Brawl 3")
    assert "impaired" not in await ravi.everything()
