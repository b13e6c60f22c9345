"""What a newcomer stumbled over at the table: what is in sight, what stays, what a press does."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, WebSocketRoute, expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.wire import Wire

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

AT_END = """() => {
    const scroll = document.querySelector(".scroll");
    return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 2;
}"""
IN_SIGHT = """(part) => {
    const box = part.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.x >= 0 && box.right <= innerWidth && box.y >= 0 && box.bottom <= innerHeight
        && (part === top || part.contains(top));
}"""


async def in_sight(part: Locator) -> None:
    """All of it is in the window, and nothing covers it."""
    await expect(part).to_be_visible()
    await expect(part).to_be_in_viewport(ratio=1)
    assert await part.evaluate(IN_SIGHT)


async def odile(
    storyteller: Seat, open_seat: OpenSeat, *, boxes: int = 5, phone: bool = False
) -> Seat:
    """Jo, who plays Odile, with as many Health boxes."""
    seat = await open_seat(PHONE if phone else DESK)
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile Vance")
    if boxes != 5:
        track = {"character": await character_of(seat), "track": "health"}
        await seat.ask("set_track", **track, boxes=boxes, superficial=0, aggravated=0)
    return seat


async def character_of(seat: Seat) -> str:
    """The id of the first character on the page."""
    return str(await seat.page.locator(".card").first.get_attribute("data-character"))


@pytest.mark.parametrize("phone", [False, True])
async def test_all_under_more_is_in_sight_at_once(
    storyteller: Seat, open_seat: OpenSeat, phone: bool
) -> None:
    """The list opens within the window, to be used without scrolling."""
    seat = await odile(storyteller, open_seat, boxes=9, phone=phone)
    await seat.open("Sheet")
    sheet = seat.page.locator(".own-sheet")
    await sheet.locator("summary", has_text="More").click()
    for button in await sheet.locator(".menu-list").get_by_role("button").all():
        await in_sight(button)


async def test_log_opens_at_its_end_on_a_phone_and_follows(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """After a reload the newest entry is in sight, and so is the next that comes."""
    seat = await odile(storyteller, open_seat, phone=True)
    character = await character_of(seat)
    for value in range(1, 31):
        await seat.ask("set_tracker", character=character, tracker="hunger", value=value % 5)
    await seat.page.reload()
    await seat.is_seated()
    await expect(seat.page.locator(".scroll li")).not_to_have_count(0)
    for label in ("First", "Second"):
        await seat.page.wait_for_function(AT_END)
        await storyteller.roll(label)
        await expect(seat.receipt(label)).to_be_in_viewport()
        await expect(seat.page.locator(".news")).to_be_hidden()


async def test_words_and_dice_of_the_storytellers_log_are_not_broken(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Beside nine boxes a line has room for its words; five dice to pick stand in one row."""
    seat = await odile(storyteller, open_seat, boxes=9)
    hurt = {"character": await character_of(seat), "track": "health", "kind": "superficial"}
    await seat.ask("deal_damage", **hurt, amount=3)
    told = storyteller.line("Odile Vance takes 2 Superficial Health").locator(".told")
    await expect(told).to_be_visible()
    box = await told.bounding_box()
    assert box
    assert box["height"] < 40
    await storyteller.create_character("The doorman", hunger=1, hidden=True)
    receipt = await storyteller.roll(
        "Watching", dice=5, visibility="Secret", character="The doorman"
    )
    await expect(receipt.get_by_role("checkbox")).to_have_count(4)
    tops = await receipt.locator(".die-face").evaluate_all(
        "(dice) => dice.map((die) => die.getBoundingClientRect().y)"
    )
    assert len(tops) == 5
    assert max(tops) - min(tops) < 12


@pytest.mark.parametrize("contest", [False, True])
async def test_reroll_without_a_pick_says_what_is_missing(
    storyteller: Seat, open_seat: OpenSeat, contest: bool
) -> None:
    """Nothing is judged and so nothing picked: the button says so, and the dice are at hand."""
    seat = await odile(storyteller, open_seat)
    await storyteller.create_character("The doorman")
    if contest:
        await seat.page.locator(".own-sheet summary", has_text="More").click()
        await seat.page.get_by_role("button", name="Begin a contest").click()
        await seat.build_pool(("Wits", 4))
        await seat.page.get_by_role("button", name="Challenge with 4 dice").click()
        receipt = seat.page.locator(".receipt.contest")
    else:
        receipt = await seat.roll("Wits", dice=4)
    again = receipt.get_by_role("button", name=re.compile("^Reroll"))
    await again.click()
    await in_sight(receipt.get_by_text("Pick one to three dice."))
    await expect(seat.page.locator("#alarm")).to_have_text("Pick one to three dice.")
    first = receipt.get_by_role("checkbox").first
    await expect(first).to_be_focused()
    assert await first.evaluate("(die) => die.matches(':focus-visible')")
    await first.check()
    await expect(receipt.get_by_text("Pick one to three dice.")).to_have_count(0)
    await again.click()
    await expect(receipt.get_by_role("checkbox")).to_have_count(0)


async def test_action_is_in_sight_on_a_laptop(storyteller: Seat, open_seat: OpenSeat) -> None:
    """To roll, to challenge and to reveal nobody has to scroll."""
    seat = await odile(storyteller, open_seat, boxes=9)
    await in_sight(seat.page.locator(".pool button.main"))
    await seat.build_pool(("Wits", 3), ("Awareness", 2))
    await seat.page.locator(".middle").evaluate("(column) => column.scrollTo(0, 0)")
    await in_sight(seat.page.get_by_role("button", name="Roll 5 dice"))
    await storyteller.create_character("The doorman")
    await seat.page.locator(".own-sheet summary", has_text="More").click()
    await seat.page.get_by_role("button", name="Begin a contest").click()
    await in_sight(seat.page.get_by_role("button", name="Challenge with 5 dice"))
    await in_sight(seat.page.get_by_label("Against", exact=True))
    for n in range(12):
        await storyteller.ask("roll", pool=3, label=f"Footsteps {n}", visibility="secret")
    newest = storyteller.receipt("Footsteps 11")
    await newest.get_by_text("Reveal…").click()
    await in_sight(newest.get_by_role("button", name="Reveal the outcome alone"))


async def test_composer_keeps_what_was_chosen_whatever_happens(
    storyteller: Seat, player: Seat
) -> None:
    """Characters come, are brought to the table and go: the choices stay, or it is said."""
    pool = storyteller.page.locator(".composer")
    who, secret = pool.get_by_label("Roll for"), pool.get_by_role("radio", name="Secret")
    await expect(who).to_have_value("")
    await secret.check(force=True)
    await player.create_character("Bram")
    await expect(storyteller.page.locator(".mate", has_text="Bram")).to_be_visible()
    await expect(who).to_have_value("")
    await expect(secret).to_be_checked()
    await storyteller.create_character("Thug 1", hidden=True)
    await storyteller.page.get_by_role("button", name="Roll for Thug 1").click()
    await expect(secret).to_be_checked()
    thug = await who.input_value()
    await pool.get_by_label("What for").fill("Sneaking up")
    await storyteller.ask("unhide_character", character=thug)
    await expect(player.line("Thug 1 came to the table")).to_be_visible()
    await expect(storyteller.page.locator(".npc")).to_contain_text("At the table")
    await expect(who).to_have_value(thug)
    await expect(secret).to_be_checked()
    await storyteller.ask("remove_character", character=thug)
    await expect(pool.get_by_text("Thug 1 is not here any more.")).to_be_visible()
    await expect(storyteller.page.locator("#speech")).to_contain_text(
        "Thug 1 is not here any more."
    )
    await expect(who).to_have_value("")
    await expect(secret).to_be_checked()
    await who.select_option(label="Bram")
    await expect(pool.get_by_text("is not here any more")).to_be_hidden()


async def test_frame_of_the_evening_explains_itself(storyteller: Seat) -> None:
    """Session, night and scene are told apart in a line; a session that runs is no dead button."""
    page = storyteller.page
    await page.get_by_role("button", name="No session").click()
    frame = page.get_by_role("dialog", name="Session, night and scene")
    await expect(frame).to_contain_text("A session is one evening")
    await expect(frame).to_contain_text("Nights and scenes are the story")
    await frame.get_by_role("button", name="Begin the session…").click()
    start = page.get_by_role("dialog", name="Begin the session")
    await start.get_by_role("button", name="Begin the session", exact=True).click()
    await expect(start.get_by_text("Session 1 runs.")).to_be_visible()
    await expect(start.get_by_role("button", name=re.compile("session|Session"))).to_have_count(0)


async def test_damage_and_healing_read_apart(storyteller: Seat, open_seat: OpenSeat) -> None:
    """One takes, one heals: in words and by its sign."""
    seat = await odile(storyteller, open_seat)
    track = {"character": await character_of(seat), "track": "health", "kind": "superficial"}
    await seat.ask("deal_damage", **track, amount=4)
    await seat.ask("heal", **track, amount=1)
    takes = seat.line("Odile Vance takes 2 Superficial Health")
    heals = seat.line("Odile Vance heals 1 Superficial Health")
    signs = [await line.evaluate("(line) => line.firstChild.outerHTML") for line in (takes, heals)]
    assert signs[0] != signs[1]


async def test_willpower_is_spent_only_when_asked_once_more(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """A press asks what for; another spends, and whoever closes it has spent nothing."""
    seat = await odile(storyteller, open_seat)
    spend = seat.page.locator(".own-sheet .actions").get_by_role("button", name="Spend Willpower")
    asked = seat.page.get_by_role("dialog", name="Spend Willpower")
    for answer in ("Close", "Spend 1 Willpower"):
        await spend.click()
        await expect(asked).to_contain_text("1 Superficial, 3 left")
        await expect(seat.page.locator("button.tracker.willpower")).to_contain_text("4 left")
        await asked.get_by_role("button", name=answer).click()
        await expect(asked).to_have_count(0)
    await expect(seat.page.locator("button.tracker.willpower")).to_contain_text("3 left")


async def test_phone_says_what_comes_first_and_what_its_buttons_do(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """A character is offered at once, the last row of a pool has words, a sheet has the width."""
    await storyteller.create_character("The doorman")
    seat = await open_seat(PHONE)
    await seat.join(await storyteller.invite(), "Jo")
    page = seat.page
    offer = page.get_by_role("complementary").get_by_role("button", name="Create a character")
    await in_sight(offer)
    await offer.click()
    form = page.get_by_role("dialog", name="Create a character")
    await form.get_by_label("Name", exact=True).fill("Bram")
    await form.get_by_role("button", name="Create the character").click()
    await expect(page.locator(".card").get_by_role("heading", name="Bram")).to_be_visible()
    await expect(offer).to_be_hidden()
    await seat.open("Roll")
    await seat.build_pool(("Strength", 3))
    plus = page.locator(".pool").get_by_text("Add a part")
    box = await plus.bounding_box()
    assert box
    assert box["width"] > 60
    await plus.click()
    picker = page.get_by_role("dialog", name="Add a part")
    assert await picker.evaluate("(box) => box.getBoundingClientRect().width") == PHONE["width"]
    off = await picker.locator(".part-names button").first.evaluate(
        """(pill) => {
            const [box, words] = [pill, document.createRange()];
            words.selectNodeContents(pill);
            const middle = ({ y, height }) => y + height / 2;
            return middle(box.getBoundingClientRect()) - middle(words.getBoundingClientRect());
        }"""
    )
    assert abs(off) < 3


async def test_alarm_is_over_when_the_line_is_back(
    storyteller: Seat, open_seat: OpenSeat, wire: Wire
) -> None:
    """What is kept for listeners does not say that the connection is lost when it is not."""
    seat = await open_seat(PHONE)
    over = f"&server=ws%3A%2F%2F127.0.0.1%3A{wire.port}%2Fws"
    await seat.join(await storyteller.invite() + over, "Jo")
    wire.silence()
    wire.cut()
    await expect(seat.page.locator("#alarm")).to_have_text("Connection lost. Trying again.")
    wire.flow()
    await seat.is_seated()
    await expect(seat.page.locator("#alarm")).to_be_empty()


@pytest.mark.parametrize("role", ["player", "storyteller"])
async def test_restored_record_is_told_to_each_by_what_they_can_do(
    storyteller: Seat, open_seat: OpenSeat, role: str
) -> None:
    """A player tells the Storyteller; a Storyteller has nobody to tell but the players."""
    await storyteller.page.get_by_label("Invite as").select_option(role)
    seat = await open_seat()
    sides: list[WebSocketRoute] = []

    def pass_on(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        sides.append(page_side)

        def to_page(message: str | bytes) -> None:
            items: list[dict[str, Any]] = json.loads(message)
            for item in items:
                if item["type"] == "welcome" and len(sides) > 1:
                    item["reason"] = "epoch_changed"
                    item["snapshot"] = item["snapshot"] or snapshot[0]
            snapshot.extend(item["snapshot"] for item in items if item["type"] == "welcome")
            page_side.send(json.dumps(items))

        server_side.on_message(to_page)

    snapshot: list[dict[str, Any]] = []
    await seat.page.route_web_socket("**/ws", pass_on)
    await seat.join(await storyteller.invite(), "Kit")
    await sides[0].close(code=1001)
    banner = seat.page.locator(".banner")
    await expect(banner).to_contain_text("The server was restored from a copy.")
    words = {"player": "tell your Storyteller.", "storyteller": "tell your players."}
    for each, said in words.items():
        assert (said in await banner.inner_text()) == (each == role)


@pytest.mark.parametrize("has_keys", [True, False])
async def test_keys_are_offered_where_there_are_some(
    storyteller: Seat, browser: Browser, has_keys: bool
) -> None:
    """A phone has no keys: its menu does not speak of them; that of a small window does."""
    context = await browser.new_context(
        viewport=PHONE, is_mobile=not has_keys, has_touch=not has_keys
    )
    seat = Seat(await context.new_page())
    await seat.join(await storyteller.invite(), "Jo")
    await seat.page.get_by_role("button", name="Menu").click()
    menu = seat.page.get_by_role("dialog", name="Menu")
    await expect(menu.get_by_role("button", name="Replay")).to_be_visible()
    await expect(menu.get_by_role("button", name="Keys")).to_be_visible(visible=has_keys)
    await expect(menu.get_by_label("Single-letter keys")).to_be_visible(visible=has_keys)
    assert seat.complaints == []
    await context.close()
