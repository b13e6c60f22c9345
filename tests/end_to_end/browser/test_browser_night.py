"""An evening through the pages: rooms, invites, characters, rolls, rerolls, prices, reveals."""

import re

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

COUNT_SPOKEN = """() => {
    window.spoken = [];
    new MutationObserver(() => window.spoken.push(document.getElementById("speech").textContent))
        .observe(document.getElementById("speech"), { childList: true, subtree: true });
}"""


async def test_links_leave_no_secret_in_the_address(
    served: Served, storyteller: Seat, open_seat: OpenSeat
) -> None:
    """The create key and the invite are wiped from the address at once; a reload still works."""
    assert served.key
    assert storyteller.page.url == f"http://127.0.0.1:{served.port}/"
    link = await storyteller.invite()
    words = r"&table=The%20Glass%20Court&from=Sam&role=player"
    assert re.fullmatch(rf"http://127\.0\.0\.1:\d+/#invite=[\w-]{{22}}{words}", link)
    joining = await open_seat()
    await joining.page.goto(link)
    await expect(joining.page.get_by_label("Your name at the table")).to_be_focused()
    assert joining.page.url == link.partition("#")[0]
    await joining.page.reload()
    await expect(joining.page.get_by_label("Your name at the table")).to_be_visible()


async def test_roll_with_hunger_dice_shows_alike_at_both_places(
    storyteller: Seat, player: Seat
) -> None:
    """Jo rolls Hunger dice on a phone: both logs show one receipt, kinds told apart by shape."""
    await player.create_character("Odile Marchetti", hunger=2)
    await player.page.evaluate(COUNT_SPOKEN)
    mine = await player.roll("Wits + Awareness", dice=5, difficulty=3)
    theirs = storyteller.receipt("Wits + Awareness")
    await expect(theirs).to_contain_text("Odile Marchetti")
    for receipt in (mine, theirs):
        await expect(receipt.locator(".die-face.regular")).to_have_count(3)
        await expect(receipt.locator(".die-face.hunger")).to_have_count(2)
        await expect(receipt.locator(".die-face.hunger polygon").first).to_be_visible()
        await expect(receipt.locator(".die-face.regular rect").first).to_be_visible()
    words = await mine.locator(".dice .unseen").text_content()
    assert words
    assert re.fullmatch(r"Regular \d+, \d+, \d+\. Hunger \d+, \d+\. ", words)
    await expect(theirs.locator(".dice .unseen")).to_have_text(words)
    heading = await mine.get_by_role("heading").inner_text()
    await expect(theirs.get_by_role("heading")).to_have_text(heading)
    spoken = await player.page.evaluate("window.spoken")
    assert [said for said in spoken if "Wits plus Awareness" in said] == spoken
    assert len(spoken) == 1


async def test_reroll_replaces_the_dice_that_were_picked(storyteller: Seat, player: Seat) -> None:
    """Jo picks one regular die: it is rolled again for one Willpower, and the receipt says so."""
    await player.create_character("Odile Marchetti", hunger=1)
    receipt = await player.roll("Stealth", dice=6, difficulty=2)
    boxes = receipt.get_by_role("checkbox")
    await expect(boxes).to_have_count(5)
    for box in await boxes.all():
        await box.uncheck()
    await boxes.first.focus()
    await player.page.keyboard.press("Space")
    await receipt.get_by_role("button", name=re.compile(r"^Reroll \d+$")).click()
    for log in (receipt, storyteller.receipt("Stealth")):
        await expect(log).to_have_count(1)
        await expect(log).to_contain_text("One die rerolled for 1 Willpower")
        await expect(log.locator(".die small")).to_have_count(1)
    await expect(receipt.get_by_role("checkbox")).to_have_count(0)
    willpower = player.page.locator("button.tracker.willpower")
    await expect(willpower).to_contain_text("1 Superficial, 3 left")


async def test_blood_surge_adds_dice_and_its_rouse_check(storyteller: Seat, player: Seat) -> None:
    """Jo surges: two dice more, the Rouse check on the receipt, and the box is empty again."""
    await player.create_character("Odile Marchetti", hunger=1)
    await player.open("Roll")
    surge = player.page.get_by_role("checkbox", name="Surge")
    await surge.check()
    await player.page.keyboard.press("Escape")
    await player.roll("Strength + Brawl", dice=4, difficulty=2)
    receipt = storyteller.receipt("Strength + Brawl")
    await expect(receipt.locator(".die-face")).to_have_count(6)
    await expect(receipt).to_contain_text("Rouse ")
    await player.open("Roll")
    await player.open("Roll")
    await expect(surge).not_to_be_checked()


async def test_refusal_stands_beside_what_was_refused(storyteller: Seat, player: Seat) -> None:
    """Four dice are too many for one Willpower: the sentence is on the receipt, nothing changes."""
    await player.create_character("Odile Marchetti", hunger=0)
    receipt = await player.roll("Brawl", dice=6, difficulty=6)
    for box in (await receipt.get_by_role("checkbox").all())[:4]:
        await box.check()
    await receipt.get_by_role("button", name="Reroll").click()
    await expect(receipt.locator(".refusal")).to_contain_text("one to three regular dice")
    await expect(player.page.locator("#alarm")).to_contain_text("one to three regular dice")
    await expect(player.page.locator("button.tracker.willpower")).to_contain_text("4 left")


async def test_consequence_of_a_settled_roll_waits_for_the_storyteller(
    storyteller: Seat, player: Seat
) -> None:
    """A failure that Jo lets stand opens business: a line for Jo, a choice for Sam."""
    await player.create_character("Odile Marchetti", hunger=1)
    receipt = await player.roll("Impossible", dice=40, difficulty=99)
    await receipt.get_by_role("button", name="Let it stand").click()
    await expect(receipt.get_by_role("button", name="Let it stand")).to_have_count(0)
    await player.open("Business")
    await expect(player.page.locator(".business")).to_contain_text("Odile Marchetti")
    await expect(player.page.locator(".business").get_by_role("button")).to_have_count(0)
    proposals = storyteller.page.locator(".proposal")
    await expect(proposals.first).to_be_visible()
    await proposals.first.get_by_role("button", name="Confirm").click()
    await expect(storyteller.line("You confirmed")).to_be_visible()
    while await proposals.count():
        before = await proposals.count()
        await proposals.first.get_by_role("button", name="Dismiss").click()
        await expect(proposals).to_have_count(before - 1)
    await expect(player.page.locator(".business")).to_contain_text("Nothing waits for you.")


async def test_outcome_revealed_alone_shows_no_dice(storyteller: Seat, player: Seat) -> None:
    """Sam reveals a secret roll's outcome: Jo sees it, marked as unproven and without dice."""
    await storyteller.roll("Behind the curtain", dice=3, visibility="Secret")
    receipt = storyteller.receipt("Behind the curtain").first
    await receipt.get_by_text("Reveal…").click()
    await receipt.get_by_role("button", name="Reveal the outcome alone").click()
    revealed = player.receipts
    await expect(revealed).to_contain_text("Outcome only, unproven")
    await expect(revealed).to_contain_text("The dice were not shown.")
    await expect(revealed.locator(".die-face")).to_have_count(0)
