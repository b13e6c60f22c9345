"""The Storyteller's side: what is done behind the screen, and what of it nobody else ever holds."""

import asyncio
import base64
import json
import re
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import PHONE, Seat
from tests.support.wire_client import WireClient

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


class Hand:
    """A second Storyteller without a page: does what needs given dice."""

    def __init__(self, client: WireClient) -> None:
        self.client = client

    async def ask(self, type_: str, **fields: Any) -> str:
        """Ask for something that must be accepted; the id of what it made."""
        answer = await self.client.ask({"type": type_, "id": str(uuid.uuid4()), **fields})
        assert answer.type == "accepted", answer.data
        return str(answer.data.get("created"))

    async def member(self, name: str) -> str:
        """Who is called so."""
        room = (await self.client.query("snapshot"))["snapshot"]
        return str(next(each["member"] for each in room["members"] if each["name"] == name))

    async def character(self, name: str, owner: str = "", **sheet: Any) -> str:
        """Bring a character, a player's own if there is an owner."""
        owners = [await self.member(owner)] if owner else []
        return await self.ask("create_character", name=name, owners=owners, **sheet)

    async def roll(self, character: str, regular: list[int], hunger: list[int], **roll: Any) -> str:
        """Roll these faces."""
        return await self.ask(
            "roll",
            character=character,
            pool=len(regular) + len(hunger),
            entered={"regular": regular, "hunger": hunger},
            **roll,
        )


@pytest_asyncio.fixture(loop_scope="session")
async def ravi(storyteller: Seat, open_seat: OpenSeat) -> Seat:
    """Another player, at a desk."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Ravi")
    return seat


@pytest_asyncio.fixture(loop_scope="session")
async def hand(storyteller: Seat, served: Served) -> AsyncIterator[Hand]:
    """Kit, who came in as a Storyteller, at a table where dice may be entered."""
    await storyteller.page.get_by_label("Invite as").select_option("storyteller")
    link = await storyteller.invite()
    await storyteller.page.get_by_label("Invite as").select_option("player")
    code = re.split("[=&]", link)[1]
    client = await WireClient.open(served.port, "json")
    entry = {
        "type": "invite",
        "secret": base64.b64encode(base64.urlsafe_b64decode(code + "==")).decode(),
        "name": "Kit",
    }
    token = base64.b64encode(uuid.uuid4().bytes * 2).decode()
    welcome = await client.hello(token, entry)  # type: ignore[arg-type]  # text, as JSON has it
    assert welcome.type == "welcome", welcome.data
    hand = Hand(client)
    await hand.ask("set_house_rules", house_rules={"entered_dice": True})
    yield hand
    await client.close()


def more(seat: Seat, name: str) -> Locator:
    """The "…" of a character."""
    return seat.page.get_by_role("button", name=f"More about {name}")


def dialog(seat: Seat) -> Locator:
    """The dialog on top."""
    return seat.page.locator("dialog[open]").last


def proposal(seat: Seat, words: str) -> Locator:
    """A card of open business."""
    return seat.page.locator(".proposal").filter(has_text=words)


async def quick_npc(seat: Seat, name: str, many: int, *, hidden: bool = True) -> None:
    """Create NPCs by three pools."""
    await seat.page.get_by_role("button", name="New character").click()
    form = dialog(seat).locator("form:visible")
    await form.get_by_label("Name", exact=True).fill(name)
    await form.get_by_label("Physical", exact=True).fill("7")
    await form.get_by_label("How many", exact=True).fill(str(many))
    await form.get_by_label("Hidden behind the screen").set_checked(hidden)
    await form.get_by_role("button", name=re.compile("^Create")).click()
    await expect(form).to_be_hidden()


async def test_a_group_of_quick_npcs_is_made_at_once_and_rolls_by_its_pools(
    storyteller: Seat, player: Seat
) -> None:
    """Four ghouls are numbered, stand together and offer their pools; players hold nothing."""
    await quick_npc(storyteller, "Ghoul", 4)
    group = storyteller.page.locator(".npc.group")
    await expect(group.locator(".one")).to_have_count(4)
    await expect(group).to_contain_text("Hidden")
    await storyteller.page.get_by_role("button", name="Roll for Ghoul 3").click()
    pool = storyteller.page.locator(".composer")
    await expect(pool.get_by_label("Roll for")).to_have_value(re.compile(".+"))
    await pool.get_by_role("button", name="Physical 7").click()
    await pool.get_by_role("button", name="Roll 7 dice in secret").click()
    receipt = storyteller.receipt("Physical")
    await expect(receipt).to_contain_text("Ghoul 3")
    await expect(receipt).to_contain_text("Secret")
    await storyteller.roll("In the open", character="Nobody in particular")
    await expect(player.receipt("In the open")).to_be_visible()
    held = await player.everything()
    hidden = [push["event"] for push in storyteller.items("event") if "Physical" in str(push)]
    assert hidden
    for secret in ("Ghoul", *(event[key] for event in hidden for key in ("roll",) if key in event)):
        assert secret not in held
    await quick_npc(storyteller, "Ghoul", 2)
    await expect(group.locator(".one")).to_have_count(6)


async def test_who_sees_a_roll_is_chosen_for_one_roll_alone(
    storyteller: Seat, player: Seat, ravi: Seat, hand: Hand
) -> None:
    """Secret, whispered and blind rolls reach whom they should; then the room's default stands."""
    await hand.character("Odile", "Jo", hunger=2)
    secret = storyteller.page.locator(".composer").get_by_role("radio", name="Secret")
    public = storyteller.page.locator(".composer").get_by_role("radio", name="Public")
    await storyteller.roll("Behind the curtain", visibility="Secret", character="Odile")
    await expect(public).to_be_checked()
    await expect(secret).not_to_be_checked()
    await expect(storyteller.page.locator(".composer").get_by_label("What for")).to_have_value("")
    pool = storyteller.page.locator(".composer")
    await pool.get_by_text("Whisper", exact=True).click()
    await pool.get_by_label("Ravi").check()
    await pool.get_by_label("What for").fill("For one ear")
    await pool.get_by_role("button", name=re.compile("^Roll .* in a whisper")).click()
    await expect(ravi.receipt("For one ear")).to_contain_text("Whisper")
    await storyteller.ask_roll("Eyes shut", visibility="Blind", character="Odile")
    await expect(storyteller.receipt("Eyes shut")).to_contain_text("Blind")
    await expect(player.line("Sam rolled blind for Odile")).to_be_visible()
    for seat in (player, ravi):
        held = await seat.everything()
        assert "Behind the curtain" not in held
        assert "Eyes shut" not in held
    assert "For one ear" not in await player.everything()


async def test_a_reveal_asks_once_how_much_and_to_whom(
    storyteller: Seat, player: Seat, ravi: Seat
) -> None:
    """The outcome alone goes to Ravi alone; then the dice go to everyone, and the form closes."""
    await storyteller.create_character("Ines Calder", hidden=True)
    receipt = await storyteller.roll(
        "A shot in the dark", dice=6, difficulty=1, visibility="Secret"
    )
    await receipt.get_by_text("Reveal…").click()
    await receipt.get_by_label("Reveal to").select_option(label="Ravi")
    await expect(receipt).to_contain_text("Ravi will see it, and it cannot be hidden again.")
    await receipt.get_by_role("button", name="Reveal the outcome alone").click()
    await expect(ravi.page.get_by_text("Outcome only, unproven")).to_be_visible()
    secret = storyteller.receipts.filter(has_text="A shot in the dark").filter(has_text="Secret")
    await expect(secret.get_by_role("button", name="Reveal the dice")).to_be_hidden()
    assert "A shot in the dark" not in await player.everything()
    await secret.get_by_text("Reveal…").click()
    await secret.get_by_role("button", name="Reveal the dice").click()
    await expect(player.receipt("A shot in the dark")).to_contain_text("Revealed")
    assert "Ines" not in await player.everything()


async def test_damage_hunger_and_unhiding_from_a_characters_menu(
    storyteller: Seat, player: Seat
) -> None:
    """Damage shows before and after, Hunger moves by one, and un-hiding asks once."""
    await storyteller.create_character("Leontine Vasari", hunger=2, hidden=True)
    await more(storyteller, "Leontine Vasari").click()
    menu = dialog(storyteller)
    await menu.get_by_role("button", name="Hunger +1").click()
    await expect(menu).to_contain_text("3 of 5")
    await menu.get_by_role("button", name="Deal damage…").click()
    editor = dialog(storyteller)
    await editor.get_by_label("Amount", exact=True).fill("4")
    await expect(editor).to_contain_text("2 Superficial")
    await editor.get_by_role("button", name="Deal 2 Superficial").click()
    await expect(menu).to_contain_text("2 Superficial")
    assert "Leontine" not in await player.everything()
    await expect(menu.get_by_role("button", name="Bring to the table")).to_be_hidden()
    await menu.get_by_text("Bring to the table…").click()
    await expect(menu).to_contain_text("it cannot be hidden again")
    await menu.get_by_role("button", name="Bring to the table", exact=True).click()
    await expect(player.line("Leontine Vasari came to the table")).to_be_visible()
    await storyteller.page.keyboard.press("Escape")
    await expect(more(storyteller, "Leontine Vasari")).to_be_focused()
    await expect(storyteller.page.locator(".npc")).to_contain_text("At the table")


async def test_a_price_is_chosen_its_amount_changed_and_another_dismissed(
    storyteller: Seat, player: Seat, hand: Hand
) -> None:
    """The button names what it confirms; the amount set is what comes; a dismissed price goes."""
    odile = await hand.character("Odile", "Jo", hunger=2)
    for label in ("First", "Second"):
        roll = await hand.roll(odile, [10, 7], [10, 2], label=label, difficulty=3)
        unsettled = storyteller.page.locator(".proposal.unsettled")
        await expect(unsettled).to_contain_text("Opens when Jo rerolls or lets it stand")
        await hand.ask("settle_roll", roll=roll)
        await expect(unsettled).to_have_count(0)
    await expect(storyteller.page.locator(".business .chip.wait").first).to_have_text("2 for you")
    first = proposal(storyteller, "won First")
    await expect(first).to_contain_text("Everyone will see the Stain")
    await first.get_by_role("radio", name="Compulsion").check(force=True)
    await expect(first.get_by_role("button", name="Confirm Compulsion")).to_be_visible()
    await expect(first.get_by_role("button", name="Change amount")).to_be_hidden()
    await first.get_by_role("radio", name="1 Stain").check(force=True)
    await first.get_by_role("button", name="Change amount").click()
    await first.get_by_label("Amount", exact=True).fill("2")
    await first.get_by_role("button", name="Confirm 2 Stains").click()
    await expect(player.line("Odile gains 2 Stains")).to_be_visible()
    await proposal(storyteller, "won Second").get_by_role("button", name="Dismiss").click()
    await expect(storyteller.page.get_by_text("Nothing waits for you.")).to_be_visible()


async def test_a_contest_is_opened_answered_and_its_damage_changed(
    storyteller: Seat, player: Seat, hand: Hand
) -> None:
    """The Storyteller answers for an NPC; the margin hurts as much as is said."""
    odile = await hand.character("Odile", "Jo")
    doorman = await hand.character("The doorman", kind="ghoul", health_boxes=9)
    await hand.ask(
        "open_contest",
        character=odile,
        against=doorman,
        pool=4,
        entered={"regular": [10, 10, 10, 10], "hunger": []},
    )
    card = proposal(storyteller, "Odile against The doorman")
    await card.get_by_role("button", name="Answer for The doorman").click()
    pool = storyteller.page.locator(".composer")
    await expect(pool.get_by_label("What for")).to_be_focused()
    await pool.get_by_label("Dice", exact=True).fill("1")
    await pool.get_by_role("button", name="Answer with 1 die").click()
    damage = proposal(storyteller, "Superficial Health to The doorman")
    await damage.get_by_role("button", name="Change amount").click()
    await damage.get_by_label("Amount", exact=True).fill("3")
    await expect(damage).to_contain_text("3 Superficial Health to The doorman")
    await damage.get_by_role("button", name="Confirm 3 Superficial").click()
    await expect(player.line("The doorman takes 3 Superficial Health")).to_be_visible()


async def test_a_session_begins_with_what_was_and_ends_with_what_is_due(
    storyteller: Seat, player: Seat, hand: Hand
) -> None:
    """Recap, Willpower, Remorse, experience; ending asks once."""
    page = storyteller.page
    odile = await hand.character("Odile", "Jo", hunger=2, composure=3, resolve=2)
    await hand.ask("start_session")
    await hand.roll(odile, [10, 10], [7, 3], label="The old waltz", difficulty=2)
    await hand.ask("begin_clock", clock="scene", title="The private view")
    dread = {"pool": 2, "difficulty": 1, "label": "Dread", "visibility": "secret"}
    secret = await hand.ask("roll", **dread, entered={"regular": [10, 10], "hunger": []})
    await hand.ask("reveal_roll", roll=secret, part="outcome")
    await hand.roll(odile, [7, 7], [7, 3], label="Nothing of note", difficulty=2)
    hurt = {"character": odile, "track": "willpower", "kind": "superficial"}
    await hand.ask("deal_damage", **hurt, amount=4)
    await hand.ask("end_session")
    await page.get_by_role("button", name="No session").click()
    await dialog(storyteller).get_by_role("button", name="Begin the session…").click()
    start = dialog(storyteller)
    await expect(start).to_contain_text("In session 1")
    await expect(start).to_contain_text("Odile, The old waltz: critical")
    await expect(start).to_contain_text("Dread, revealed: critical")
    await expect(start).to_contain_text("The private view")
    await expect(start).not_to_contain_text("Nothing of note")
    await expect(start).to_contain_text("Odile, Willpower: 5 left → 4 Superficial, 1 left")
    await start.get_by_role("button", name="Begin the session", exact=True).click()
    await expect(player.line("Session 2 begins")).to_be_visible()
    await start.get_by_role("button", name="Recover 3 Superficial").click()
    await expect(player.line("Odile recovers 3 Superficial Willpower")).to_be_visible()
    await expect(start).to_contain_text("Nobody has Superficial Willpower damage to recover.")
    await page.keyboard.press("Escape")
    await hand.ask("add_stains", character=odile, amount=1)
    await page.get_by_role("button", name="Session 2").click()
    await dialog(storyteller).get_by_role("button", name="Close the evening…").click()
    end = dialog(storyteller)
    await expect(end).to_contain_text("1 Stain, 2 dice")
    await end.get_by_role("button", name="Test Remorse").click()
    await expect(end).to_contain_text("Nobody has Stains.")
    award = end.get_by_role("button", name="Award experience to 1")
    await award.click()
    await expect(end).to_contain_text("1 unspent of 1")
    await end.get_by_text("More or less for this one").click()
    await end.get_by_label("More for Odile", exact=True).fill("2")
    await award.click()
    await expect(end).to_contain_text("4 unspent of 4")
    await expect(end.get_by_role("button", name="End the session", exact=True)).to_be_hidden()
    await end.get_by_text("End the session…").click()
    await end.get_by_role("button", name="End the session", exact=True).click()
    await expect(player.line("Session 2 ends")).to_be_visible()


async def test_house_rules_are_set_by_a_storyteller_and_read_by_everyone(
    storyteller: Seat, player: Seat
) -> None:
    """All of them are in one form; what is not on it stays, and the pools heed them at once."""
    switches = {"bestial_failure": "zero_only"}
    await storyteller.ask("set_house_rules", house_rules={"switches": switches})
    page = storyteller.page
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="House rules").click()
    form = page.get_by_role("dialog", name="House rules")
    await form.get_by_label("Dice may be rolled by hand and typed in").check()
    await form.get_by_label("Who sees a roll").select_option("private")
    await form.get_by_label("What newcomers see of the past").select_option("none")
    await form.get_by_role("button", name="Set the house rules").click()
    await expect(form).to_have_count(0)
    await expect(player.line("Sam changed the house rules").last).to_be_attached()
    (*_, changed) = (
        push["event"] for push in player.items("event") if "house_rules" in push["event"]
    )
    rules = changed["house_rules"]
    assert rules["switches"] == switches
    assert (rules["entered_dice"], rules["default_visibility"]) == (True, "private")
    assert rules["history"] == "none"
    await player.page.get_by_role("button", name="Menu").click()
    await player.page.get_by_role("button", name="House rules").click()
    read = player.page.get_by_role("dialog", name="House rules")
    for words in ("typed inYes", "Whoever rolls, and the Storytellers", "Bestial failureZero only"):
        await expect(read).to_contain_text(words)
    await expect(read.locator("form, select")).to_have_count(0)
    await player.page.keyboard.press("Escape")
    await player.open("Roll")
    pool = player.page.locator(".pool")
    await expect(pool.get_by_role("radio", name="Private")).to_be_checked()
    await expect(pool.get_by_label("I rolled these dice by hand")).to_be_visible()


async def test_the_nights_data_is_saved_as_the_storyteller_was_sent_it(
    storyteller: Seat, player: Seat, hand: Hand
) -> None:
    """One event a line, byte for byte, of this session alone, with what is behind the screen."""
    page = storyteller.page
    odile = await hand.character("Odile", "Jo", hunger=2)
    ines = await hand.character("Ines Calder", hidden=True)
    await hand.ask("start_session")
    await hand.roll(odile, [9, 2], [3, 3], label="Of the session before", difficulty=2)
    await hand.ask("end_session")
    await hand.ask("start_session")
    for number in range(40):  # more events than the page is greeted with
        await hand.ask("set_tracker", character=odile, tracker="hunger", value=number % 5)
    await hand.roll(ines, [8, 8, 8], [], label="Nobody knows", visibility="secret")
    await storyteller.page.reload()
    await storyteller.is_seated()
    await page.get_by_role("button", name="Session 2").click()
    await page.get_by_role("button", name="Close the evening…").click()
    async with page.expect_download() as saving:
        await page.get_by_role("button", name="Save the night’s data").click()
    saved = await saving.value
    assert saved.suggested_filename == "the-glass-court-session-2.jsonl"
    lines = (await asyncio.to_thread(Path(await saved.path()).read_text)).splitlines()
    pushes = [json.loads(line) for line in lines]
    whole: list[dict[str, Any]] = []
    while not whole or (await hand.client.query("history", after=len(whole)))["events"]:
        whole += (await hand.client.query("history", after=len(whole), limit=200))["events"]
    *_, begins = (push["seq"] for push in whole if push["event"]["type"] == "session_started")
    assert pushes == whole[begins - 1 :]
    assert all(push["mark"] for push in pushes)
    kinds = {push["event"]["type"] for push in pushes}
    assert {"tracker_set", "tracker_changed", "roll_resolved"} <= kinds
    assert any(push["event"].get("label") == "Nobody knows" for push in pushes)
    assert "Of the session before" not in "".join(lines)
    assert "Nobody knows" not in await player.everything()


async def test_view_as_shows_what_that_member_sees_and_offers_nothing_to_do(
    storyteller: Seat, ravi: Seat, hand: Hand
) -> None:
    """Ravi's log, word for word, in a frame of its own; it follows what happens; nothing acts."""
    bram = await hand.character("Bram", "Ravi", hunger=2)
    ines = await hand.character("Ines Calder", hidden=True)
    await hand.roll(bram, [8, 4], [3, 2], label="Strength + Brawl", difficulty=2)
    await hand.roll(ines, [8, 8, 8], [], label="Nobody knows", visibility="secret")
    await hand.ask("deal_damage", character=bram, track="health", kind="aggravated", amount=1)
    page = storyteller.page
    await page.locator(".view-as").get_by_text("Ravi", exact=True).click()
    viewed = page.locator(".viewed")
    await expect(viewed).to_contain_text("You look with the eyes of Ravi.")
    await expect(viewed.locator(".line").last).to_contain_text("1 Aggravated Health")

    async def same_log() -> None:
        theirs = await ravi.page.locator(".log ol > li").all_inner_texts()
        ours = await viewed.locator(".log ol > li").all_inner_texts()
        acts = re.compile(r"\n?(Let it stand|Reroll.*)")
        assert [acts.sub("", text).split() for text in ours] == [
            acts.sub("", text).split() for text in theirs
        ]

    await same_log()
    assert "Ines" not in await viewed.inner_text()
    assert "Nobody knows" not in await viewed.inner_text()
    await expect(viewed.locator("[data-act], input:not([name=filter]), select")).to_have_count(0)
    await expect(page.locator(".composer")).to_be_hidden()
    await hand.ask("set_tracker", character=bram, tracker="hunger", value=4)
    await expect(viewed.locator(".line").last).to_contain_text("Hunger 2 → 4")
    await same_log()
    await expect(viewed.get_by_label("Open business")).to_contain_text("4 of 5")
    await page.get_by_role("button", name="Back to yourself").click()
    await expect(page.locator(".composer")).to_be_visible()
    await expect(page.get_by_role("radio", name="Yourself")).to_be_focused()
    await expect(storyteller.receipt("Nobody knows")).to_be_visible()


async def test_on_a_phone_one_place_is_shown_and_the_count_waits_on_its_tab(
    storyteller: Seat, player: Seat, hand: Hand
) -> None:
    """Screen, Characters, Log and Roll in secret take turns; a roll leads to the log."""
    page = storyteller.page
    await page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    odile = await hand.character("Odile", "Jo", hunger=2)
    roll = await hand.roll(odile, [4, 5], [1, 2], label="Wits", difficulty=3)
    await hand.ask("settle_roll", roll=roll)
    nav = page.get_by_role("navigation")
    await expect(nav.get_by_role("button", name="Screen")).to_contain_text("1")
    await expect(proposal(storyteller, "Price of a bestial failure")).to_be_visible()
    await nav.get_by_role("button", name="Characters").click()
    await expect(page.locator(".mate")).to_contain_text("Odile")
    await expect(storyteller.receipt("Wits")).to_be_hidden()
    await nav.get_by_role("button", name="Roll in secret").click()
    pool = page.locator(".composer")
    await pool.get_by_label("Roll for").select_option(label="Nobody in particular")
    await expect(pool.get_by_role("radio", name="Secret")).to_be_checked()
    await pool.get_by_label("What for").fill("Unseen")
    await pool.get_by_role("button", name=re.compile("^Roll .* in secret")).click()
    await expect(storyteller.receipt("Unseen")).to_be_visible()
    await expect(nav.get_by_role("button", name="Log")).to_have_attribute("aria-current", "true")
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    for width in (390, 320):
        await page.set_viewport_size({"width": width, "height": 780})
        for place in ("Screen", "Characters", "Log", "Roll in secret"):
            await nav.get_by_role("button", name=place).click()
            assert await page.evaluate(wide) <= 0, (width, place)
    assert "Unseen" not in await player.everything()


async def test_the_screen_works_by_keys_alone(storyteller: Seat, hand: Hand) -> None:
    """A price is chosen and confirmed by arrows and Enter, and the focus stays in open business."""
    odile = await hand.character("Odile", hunger=2)
    roll = await hand.roll(odile, [4, 5], [1, 2], label="Wits", difficulty=3)
    await hand.ask("settle_roll", roll=roll)
    page = storyteller.page
    card = proposal(storyteller, "Price of a bestial failure")
    await card.get_by_role("radio").first.focus()
    await page.keyboard.press("ArrowRight")
    await expect(card.get_by_role("button", name="Confirm Lose a dot")).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(card.get_by_role("button", name="Confirm Lose a dot")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(card).to_have_count(0)
    await expect(page.locator(".business")).to_be_focused()
    await more(storyteller, "Odile").focus()
    await page.keyboard.press("Enter")
    await expect(dialog(storyteller)).to_contain_text("Odile")
    await page.keyboard.press("Escape")
    await expect(more(storyteller, "Odile")).to_be_focused()
