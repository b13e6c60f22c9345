"""A player's table: the sheet and its editors, keys, places at every width, and the banner."""

import re

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def at_a_desk(storyteller: Seat, open_seat: OpenSeat, *, hunger: int = 2) -> Seat:
    """Jo at a desk, with a character."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile Marchetti", hunger=hunger)
    return seat


async def test_join_roll_and_reroll_by_keyboard_alone(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """From the invite to a rerolled die no pointer is needed."""
    seat = await open_seat()
    page, keys = seat.page, seat.page.keyboard
    await page.goto(await storyteller.invite())
    await expect(page.get_by_label("Your name at the table")).to_be_focused()
    await keys.type("Jo")
    await keys.press("Enter")
    await seat.is_seated()
    # The skip link is the first thing; the character is made by Tab and Enter.
    await page.get_by_role("heading", level=1).focus()
    await page.get_by_role("main").get_by_role("button", name="Create a character").focus()
    await keys.press("Enter")
    await expect(page.get_by_label("Name", exact=True)).to_be_focused()
    await keys.type("Odile Marchetti")
    await keys.press("Enter")
    await expect(page.get_by_role("heading", name="Odile Marchetti").first).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await keys.press("r")
    await expect(page.get_by_role("button", name="Choose what you roll")).to_be_focused()
    await keys.press("Enter")
    await page.get_by_role("dialog").get_by_label("Name", exact=True).focus()
    await keys.type("Stealth")
    await keys.press("Tab")
    await keys.type("8")
    await keys.press("Enter")
    await expect(page.locator(".part")).to_be_focused()
    await page.get_by_role("spinbutton", name="Difficulty").focus()
    await keys.type("40")
    await keys.press("Control+Enter")
    receipt = seat.receipt("Stealth")
    await expect(receipt.get_by_role("button", name=re.compile("^Reroll"))).to_be_visible()
    await page.evaluate("document.activeElement.blur()")
    await keys.press("w")
    await expect(receipt.get_by_role("checkbox").first).to_be_focused()
    for box in await receipt.get_by_role("checkbox").all():
        if await box.is_checked():
            await box.focus()
            await keys.press("Space")
    await receipt.get_by_role("checkbox").first.focus()
    await keys.press("Space")
    await expect(receipt.get_by_role("button", name=re.compile(r"^Reroll \d+$"))).to_be_visible()
    await keys.press("w")
    await expect(receipt).to_contain_text("One die rerolled for 1 Willpower")


async def test_editor_shows_what_damage_would_do_before_it_is_dealt(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Five Superficial are three to a vampire: said first, then done, then read at every place."""
    seat = await at_a_desk(storyteller, open_seat)
    health = seat.page.get_by_role("button", name=re.compile("^Health"))
    await health.click()
    editor = seat.page.get_by_role("dialog", name="Health · Odile Marchetti")
    await editor.get_by_role("spinbutton", name="Amount").fill("5")
    await expect(editor.locator(".becomes")).to_contain_text("3 Superficial, 2 left")
    await editor.get_by_label("Halved").uncheck()
    await expect(editor.get_by_role("button", name="Deal 5 Superficial")).to_be_visible()
    await editor.get_by_label("Halved").check()
    await editor.get_by_label("Reason, for the log").fill("Bram’s fist")
    assert "Superficial" not in await seat.page.locator(".card").inner_text()
    await editor.get_by_role("button", name="Deal 3 Superficial").click()
    await expect(editor).to_have_count(0)
    await expect(health).to_be_focused()
    await expect(health).to_contain_text("3 Superficial, 2 left")
    line = storyteller.line("3 Superficial Health")
    await expect(line).to_contain_text("Bram’s fist")
    await expect(line.locator(".change .mark")).to_have_count(10)


async def test_full_track_names_what_it_costs(storyteller: Seat, open_seat: OpenSeat) -> None:
    """A full Health track is a chip that names the loss, and physical pools lose two dice."""
    seat = await at_a_desk(storyteller, open_seat)
    await seat.page.get_by_role("button", name=re.compile("^Health")).click()
    editor = seat.page.get_by_role("dialog")
    await editor.locator("label.pill", has_text="By hand").click()
    await editor.get_by_role("spinbutton", name="Aggravated").fill("5")
    await editor.get_by_role("button", name="Set Health").click()
    await expect(seat.page.locator(".own-sheet .chip")).to_have_text("Torpor")
    await seat.page.get_by_role("button", name=re.compile("^Health")).click()
    await editor.locator("label.pill", has_text="By hand").click()
    await editor.get_by_role("spinbutton", name="Aggravated").fill("2")
    await editor.get_by_role("spinbutton", name="Superficial").fill("3")
    await editor.get_by_role("button", name="Set Health").click()
    await expect(seat.page.locator(".own-sheet .chip")).to_have_text("Impaired, \u22122 physical")
    await expect(seat.page.locator(".card .chip")).to_have_text("Impaired")
    await seat.build_pool(("Strength", 4))
    await expect(seat.page.locator(".pool button.main")).to_have_text("Roll 2 dice")
    await seat.build_pool(("Wits", 4))
    await expect(seat.page.locator(".pool button.main")).to_have_text("Roll 4 dice")


async def test_stains_and_remorse(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Stains are hatched from the right; with some, Remorse is offered, and takes them away."""
    seat = await at_a_desk(storyteller, open_seat)
    remorse = seat.page.get_by_role("button", name="Remorse")
    await expect(remorse).to_have_count(0)
    await seat.page.get_by_role("button", name=re.compile("^Humanity")).click()
    await seat.page.get_by_role("spinbutton", name="Stains to add").fill("2")
    await seat.page.get_by_role("button", name="Add 2 Stains").click()
    await expect(seat.page.locator("button.tracker.humanity")).to_contain_text("7, with 2 Stains")
    await remorse.click()
    await expect(seat.receipts).to_contain_text(re.compile("Humanity (kept|lost)"))
    await expect(remorse).to_have_count(0)


async def test_whole_sheet_changes_the_name_and_says_who_sees_what(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Name and clan are the player's; who sees a tracker is told, and the Storyteller's to set."""
    seat = await at_a_desk(storyteller, open_seat)
    await seat.page.get_by_role("button", name="Whole sheet").click()
    sheet = seat.page.get_by_role("dialog", name="Whole sheet")
    await expect(sheet).to_contain_text("Composure")
    await expect(sheet).to_contain_text("A Storyteller can change this.")
    await sheet.get_by_label("Clan").fill("Toreador")
    await sheet.get_by_role("button", name="Save name and clan").click()
    await expect(seat.page.locator(".sheet-head")).to_contain_text("Toreador · played by you")


async def test_single_letters_are_keys_unless_somebody_types_or_said_no(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """The keys of the table: what they do, where they are silent, and that they can go."""
    seat = await at_a_desk(storyteller, open_seat)
    await seat.roll("First", dice=2)
    await seat.roll("Second", dice=2)
    page, keys = seat.page, seat.page.keyboard
    await page.evaluate("document.activeElement.blur()")
    await keys.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await keys.press("Escape")
    await page.evaluate("document.activeElement.blur()")
    await keys.press("j")
    await expect(seat.receipt("Second")).to_be_focused()
    await keys.press("k")
    await expect(seat.receipt("First")).to_be_focused()
    await keys.press("l")
    await expect(page.locator(".scroll")).to_be_focused()
    await keys.press("o")
    await expect(page.locator(".business")).to_be_focused()
    await keys.press("r")
    await expect(page.locator(".part").first).to_be_focused()
    difficulty = page.get_by_role("spinbutton", name="Difficulty")
    await difficulty.focus()
    await keys.press("l")
    await expect(difficulty).to_be_focused()
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_label("Single-letter keys").uncheck()
    await keys.press("Escape")
    await page.evaluate("document.activeElement.blur()")
    await keys.press("l")
    await expect(page.locator(".scroll")).not_to_be_focused()


@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1440, 1920])
async def test_player_finds_everything_at_every_width(
    storyteller: Seat, open_seat: OpenSeat, width: int
) -> None:
    """Nothing makes the page itself scroll; a roll, the sheet and the log are always in reach."""
    seat = await open_seat({"width": width, "height": 800})
    await seat.join(await storyteller.invite(), "Jo")
    name = "A name that is longer than most names at most tables are"
    await seat.create_character(name, hunger=3)
    await storyteller.ask("create_character", name="Somebody else", hunger=2)
    await seat.ask_roll("Wits + Awareness + a specialty of one’s own", dice=14, difficulty=20)
    await expect(seat.receipts.get_by_role("button", name="Let it stand")).to_be_visible()
    for part in ("Roll", "Sheet", "Coterie", None):
        if part is not None and width < 900:
            await seat.open(part)
        overflow = await seat.page.evaluate(
            """() => [document.documentElement.scrollWidth - innerWidth,
                document.documentElement.scrollHeight - innerHeight,
                ...Array.from(document.querySelectorAll(
                    "dialog[open] .dialog-body, .scroll, .middle, .side"))
                    .map((part) => part.scrollWidth - part.clientWidth)]"""
        )
        assert max(overflow) <= 0, (part, overflow)
        if part is not None and width < 900:
            await seat.page.keyboard.press("Escape")
    await seat.open("Roll")
    await expect(seat.page.locator(".pool button.main")).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 390, 1024, 1280])
async def test_all_that_a_character_can_do_is_within_reach(
    storyteller: Seat, open_seat: OpenSeat, width: int
) -> None:
    """What is under More is not cut off, on one's own sheet nor in the Storyteller's dialog."""
    seat = await open_seat({"width": width, "height": 700})
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile Marchetti")
    await storyteller.page.set_viewport_size({"width": width, "height": 700})
    await seat.open("Sheet")
    if width < 900:
        await storyteller.open("Characters")
    if width == 1024:
        await storyteller.page.get_by_role("button", name="Characters", exact=True).click()
    await storyteller.page.get_by_role("button", name="More about Odile").click()
    sheets = (seat.page.locator(".own-sheet"), storyteller.page.locator("dialog[open]"))
    for actions in (sheet.locator(".actions") for sheet in sheets):
        await actions.locator("summary", has_text="More").click()
        buttons = actions.locator(".menu-list").get_by_role("button")
        await expect(buttons).to_have_count(13)
        for button in await buttons.all():
            await button.click(trial=True)
            box = await button.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


async def test_parts_change_places_with_the_width(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Turning a tablet keeps what was built, and closes the sheet that has become a column."""
    seat = await open_seat(PHONE)
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile Marchetti")
    await seat.open("Roll")
    await seat.build_pool(("Wits", 3), ("Awareness", 2))
    await seat.page.set_viewport_size(DESK)
    await expect(seat.page.locator("dialog[open]")).to_have_count(0)
    await expect(seat.page.get_by_role("main").locator(".part strong")).to_have_text(
        ["Wits", "Awareness"]
    )
    await seat.page.set_viewport_size(PHONE)
    await expect(seat.page.get_by_role("navigation")).to_be_visible()
    await seat.open("Roll")
    await expect(seat.page.get_by_role("dialog").locator(".part")).to_have_count(2)


async def test_role_changes_the_side_of_the_table(storyteller: Seat, open_seat: OpenSeat) -> None:
    """A player who becomes a Storyteller has the screen in place of sheet and pool, and back."""
    seat = await at_a_desk(storyteller, open_seat)
    member = next(iter(seat.items("welcome")))["member"]
    await storyteller.ask("set_role", member=member, role="storyteller")
    await expect(seat.page.locator(".chip.behind")).to_be_visible()
    await expect(seat.page.locator(".own-sheet")).to_have_count(0)
    await storyteller.ask("set_role", member=member, role="player")
    await expect(seat.page.locator(".own-sheet")).to_be_visible()
    await expect(seat.page.locator(".chip.behind")).to_have_count(0)


async def test_reveal_panel_closes_once_it_is_done(storyteller: Seat, player: Seat) -> None:
    """What was revealed needs no second asking: the panel is closed again."""
    await player.create_character("Odile Marchetti")
    receipt = await player.roll("Whispered", visibility="Private")
    await receipt.get_by_text("Reveal…").click()
    await receipt.get_by_role("button", name="Reveal the dice").click()
    await expect(receipt.locator(".fate", has_text="Revealed, at ")).to_be_visible()
    await expect(receipt.get_by_role("button", name="Reveal the dice")).to_be_hidden()


async def test_spectator_sees_the_log_and_is_offered_nothing(
    storyteller: Seat, open_seat: OpenSeat, served: Served
) -> None:
    """Whoever watches has no pool, no sheet of their own, and a sentence that says so."""
    assert served.port
    await storyteller.open("Coterie")
    await storyteller.page.get_by_label("Invite as").select_option("spectator")
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Gus")
    await expect(seat.page.get_by_text("You are watching.")).to_be_visible()
    await expect(seat.page.locator(".pool")).to_be_hidden()
    await expect(seat.page.get_by_role("button", name="Create a character")).to_have_count(0)
