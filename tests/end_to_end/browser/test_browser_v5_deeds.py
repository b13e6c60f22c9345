"""What V5 has around its dice: Willpower, recovery, help, turns, wins without dice, arms."""

from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.end_to_end.browser.test_browser_pool import sent
from tests.end_to_end.browser.v20_table import accepted

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

ODILE: dict[str, Any] = {
    "name": "Odile Marchetti",
    "hunger": 2,
    "composure": 3,
    "traits": {"strength": 3, "brawl": 2, "melee": 1, "stealth": 2, "wits": 3},
}


async def deed(seat: Seat, name: str, *, more: bool = True) -> Locator:
    """Open what a character does from its sheet; its dialog."""
    await seat.open("Sheet")
    actions = seat.page.locator(".own-sheet .actions")
    if more:
        await actions.locator("summary", has_text="More").click()
    await actions.get_by_role("button", name=name).click()
    return seat.page.locator("dialog.editor[open]").last


async def odile(storyteller: Seat, open_seat: OpenSeat, size: Any = DESK) -> tuple[Seat, str, str]:
    """Jo with Odile, and the Storyteller's Bram, who is human."""
    jo = await open_seat(size)
    await jo.join(await storyteller.invite(), "Jo")
    mine = (await accepted(jo, "create_character", **ODILE))["created"]
    bram = {"name": "Bram Okafor", "kind": "mortal", "traits": {"physical": 4, "stamina": 2}}
    theirs = (await accepted(storyteller, "create_character", **bram))["created"]
    await expect(jo.page.get_by_text("Bram Okafor").first).to_be_visible()
    return jo, mine, theirs


async def test_what_is_done_beside_the_dice(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Willpower for wounds, its return with a session, help with a Skill, places in a turn."""
    jo, mine, theirs = await odile(storyteller, open_seat)
    # Willpower: for something that the story asks, and for wounds.
    will = await deed(jo, "Spend Willpower…", more=False)
    await will.get_by_role("button", name="Spend 1 Willpower").click()
    await expect(will).to_have_count(0)
    spent = {"track": "willpower", "kind": "superficial", "amount": 1}
    assert sent(jo, "deal_damage").items() >= spent.items()
    await accepted(jo, "set_track", character=mine, track="health", superficial=5)
    await jo.build_pool(("Strength", 3))
    total = jo.page.locator(".pool .total")
    await expect(total).to_contain_text("−2, impaired")
    will = await deed(jo, "Spend Willpower…", more=False)
    await expect(will.get_by_label("What for").locator("option")).to_have_count(2)
    await will.get_by_label("What for").select_option("ignore_wounds")
    await expect(will).to_contain_text("impairs no pool until the turn ends")
    await expect(will).to_contain_text("2 Superficial")
    await will.get_by_role("button", name="Spend 1 Willpower").click()
    await expect(jo.line("spends 1 Willpower to ignore wounds")).to_be_visible()
    await expect(total).not_to_contain_text("impaired")
    # It comes back with a session, once.
    back = await deed(jo, "Recover…")
    await expect(back).to_contain_text("No session runs")
    await accepted(storyteller, "start_session")
    await expect(jo.line("Session 1 begins")).to_be_visible()
    await expect(back.get_by_label("What gives it back").locator("option")).to_have_count(3)
    await back.get_by_label("What gives it back").select_option("desire")
    await expect(back).to_contain_text("1 point of Superficial Willpower, once in a session.")
    await back.get_by_label("What gives it back").select_option("session")
    await expect(back).not_to_contain_text("No session runs")
    await expect(back).to_contain_text("3 points of Superficial Willpower, once in a session.")
    await back.get_by_role("button", name="Recover").click()
    await expect(jo.line("recovers 2 Superficial Willpower")).to_be_visible()
    # Help: one die on the other's next pool with the Skill.
    helping = await deed(jo, "Help somebody…")
    await expect(helping.get_by_label("With which Skill").locator("option")).to_have_text(
        ["Brawl", "Melee", "Stealth"]
    )
    await helping.get_by_label("With which Skill").select_option("Stealth")
    await helping.get_by_role("button", name="Help with Stealth").click()
    await expect(helping).to_have_count(0)
    assert sent(jo, "help")["helps"] == theirs
    # Turns: each says where it acts, and everybody sees the order.
    await accepted(storyteller, "begin_clock", clock="turn")
    business = jo.page.locator(".business")
    await expect(business).to_contain_text("Nobody has said who acts when.")
    await business.get_by_role("button", name="Place in the turn…").click()
    place = jo.page.get_by_role("dialog", name="Place in the turn · Odile Marchetti")
    await place.get_by_label("What is done this turn").select_option("ranged")
    await place.get_by_role("button", name="Say it").click()
    strip = storyteller.page.locator(".turn-strip")
    await expect(strip.locator(".order li")).to_have_text(["At range Odile Marchetti"])
    await strip.get_by_role("button", name="Who acts when…").click()
    place = storyteller.page.get_by_role("dialog", name="Place in the turn")
    await place.get_by_label("Who").select_option(label="Bram Okafor")
    await place.get_by_role("button", name="Say it").click()
    order = ["Close combat Bram Okafor", "At range Odile Marchetti"]
    await expect(strip.locator(".order li")).to_have_text(order)
    await expect(business).to_contain_text("Bram Okafor, then Odile Marchetti")
    await expect(business.get_by_role("button", name="Place in the turn…")).to_have_count(0)


async def test_order_goes_by_initiative_where_the_table_says_so(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """By the switch the place is a number; what provokes the Beast is named."""
    jo, mine, _ = await odile(storyteller, open_seat)
    rules = {"preset": "v5", "switches": {"turn_order": "fixed_initiative"}}
    await accepted(storyteller, "set_house_rules", house_rules=rules)
    await accepted(storyteller, "begin_clock", clock="turn")
    place = await deed(jo, "Place in the turn…")
    await place.get_by_label("Initiative", exact=True).fill("7")
    await place.get_by_role("button", name="Say it").click()
    strip = storyteller.page.locator(".turn-strip")
    await expect(strip.locator(".order li")).to_have_text(["7 Odile Marchetti"])
    frenzy = await deed(jo, "Frenzy", more=False)
    await frenzy.get_by_label("What happens").select_option("burning_house")
    await expect(frenzy.get_by_role("radio", name="Fury")).to_be_hidden()
    await frenzy.get_by_role("button", name="Test for frenzy").click()
    await expect(frenzy).to_have_count(0)
    asked = sent(jo, "test_frenzy")
    assert asked["provocation"] == "burning_house"
    assert asked.keys().isdisjoint({"kind", "difficulty"})
    rouse = await deed(jo, "Rouse for a power…")
    await rouse.get_by_label("A power of Oblivion").check()
    await expect(rouse.get_by_label("There is no choice")).to_have_count(0)
    await rouse.get_by_role("button", name="Rouse", exact=True).click()
    await expect(rouse).to_have_count(0)
    assert sent(jo, "rouse")["oblivion"] is True
    assert sent(jo, "rouse")["character"] == mine


async def test_wins_without_dice(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Twice the Difficulty may be granted when asked for; a Storyteller takes half of a pool."""
    jo, _, _ = await odile(storyteller, open_seat)
    pool = jo.page.locator(".pool")
    await jo.build_pool(("Wits", 3), ("Stealth", 2))
    free = pool.get_by_label("Ask to win without dice")
    await pool.get_by_label("Difficulty", exact=True).fill("3")
    await expect(free).to_be_hidden()
    await pool.get_by_label("Difficulty", exact=True).fill("2")
    await free.check()
    await pool.get_by_role("button", name="Ask for a win without dice").click()
    await expect(free).not_to_be_checked()
    asked = storyteller.page.locator(".proposal", has_text="A win without dice")
    await expect(asked).to_contain_text(
        "Odile Marchetti asks to win without dice: 5 dice against Difficulty 2."
    )
    await asked.get_by_role("button", name="Confirm").click()
    for seat in (jo, storyteller):
        won = seat.receipt("Wits + Stealth")
        await expect(won.get_by_role("heading")).to_have_text("Success")
        await expect(won).to_contain_text("The Storyteller grants the win")
        await expect(won.locator(".die")).to_have_count(0)
    await deed(jo, "Begin a contest…")
    await pool.get_by_role("radio", name="Social").check(force=True)
    await expect(pool.get_by_label("Fights with")).to_be_hidden()
    await pool.get_by_role("button", name="Challenge with 5 dice").click()
    await expect(jo.page.locator(".receipt.contest")).to_contain_text("Social contest")
    assert sent(jo, "open_contest")["conflict"] == "social"
    composer = storyteller.page.locator(".composer")
    await composer.get_by_label("Roll for").select_option(label="Bram Okafor")
    await composer.get_by_label("What for").fill("Watching")
    await composer.get_by_label("Dice", exact=True).fill("5")
    await expect(composer.get_by_label("Win without dice")).to_be_hidden()
    await composer.get_by_label("Take half: 2 successes, no dice").check()
    await composer.get_by_role("button", name="Take half of 5 dice").click()
    half = storyteller.receipt("Watching")
    await expect(half.get_by_role("heading")).to_have_text("2 successes")
    await expect(half).to_contain_text("Half of 5 dice, rounded down")
    await expect(composer.get_by_label("Take half: 2 successes, no dice")).not_to_be_checked()
    assert sent(storyteller, "roll")["without_dice"] == "half"


@pytest.mark.parametrize("size", [DESK, PHONE])
async def test_what_is_fought_with(storyteller: Seat, open_seat: OpenSeat, size: Any) -> None:
    """A weapon by its name, armour, a called shot; the kind of damage is what it does to whom."""
    rules = {"preset": "v5", "entered_dice": True}
    await accepted(storyteller, "set_house_rules", house_rules=rules)
    jo, _, _ = await odile(storyteller, open_seat, size)
    await deed(jo, "Begin a contest…")
    pool = jo.page.locator(".pool")
    await jo.build_pool(("Strength", 3), ("Melee", 1))
    await pool.get_by_label("Fights with").select_option("arms sword")
    await expect(pool.get_by_label("Weapon", exact=True)).to_be_hidden()
    await expect(pool.get_by_role("group", name="It deals")).to_be_hidden()
    await pool.get_by_label("Wears").select_option("own")
    await pool.get_by_label("It turns", exact=True).fill("3")
    await pool.get_by_role("button", name="Called shot").click()
    await pool.get_by_label("Called shot", exact=True).select_option("stake")
    await expect(pool).to_contain_text("Takes two dice. 5 damage stake.")
    await pool.get_by_label("I rolled these dice by hand").check()
    await pool.get_by_label("Hunger: 2 faces").fill("10 10")
    await pool.get_by_role("button", name="Challenge with 2 dice").click()
    await expect(pool.get_by_label("Fights with")).to_be_hidden()
    asked = sent(jo, "open_contest")
    armour = {"name": "armour", "points": 3, "bullets_only": False}
    assert (asked["arms"], asked["armour"], asked["called_shot"]) == ("sword", armour, "stake")
    assert asked.keys().isdisjoint({"weapon", "damage_kind", "harm"})
    assert asked["conflict"] == "physical"
    page = storyteller.page
    await page.get_by_role("button", name="Answer for Bram Okafor").click()
    composer = page.locator(".composer")
    await composer.locator("summary", has_text="More").click()
    await composer.get_by_label("Fights with").select_option("harm bullet")
    await composer.get_by_label("Weapon", exact=True).fill("2")
    await composer.get_by_label("Wears").select_option("leather")
    await composer.get_by_label("Dice", exact=True).fill("2")
    await composer.get_by_label("I rolled these dice by hand").check()
    await composer.get_by_label("Regular: 2 faces").fill("2 3")
    await composer.get_by_role("button", name="Answer with 2 dice").click()
    said = sent(storyteller, "answer_contest")
    assert (said["harm"], said["weapon"], said["armour"]) == ("bullet", 2, {"name": "leather"})
    dealt = page.locator(".proposal", has_text="Aggravated Health to Bram Okafor")
    await expect(dealt).to_contain_text("It is enough to stake.")


async def test_what_burns_says_first_what_it_takes(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Fire by how much of the body, sunlight by the bane; dimmed, only every second turn."""
    jo, mine, _ = await odile(storyteller, open_seat)
    await accepted(jo, "set_tracker", character=mine, tracker="blood_potency", value=2)
    burning = await deed(jo, "Burn…")
    await burning.get_by_label("How much of the body").select_option("half")
    await burning.get_by_label("More, for its heat", exact=True).fill("1")
    await expect(burning).to_contain_text("3 Aggravated")
    await burning.get_by_role("button", name="Burn for 3 points").click()
    await expect(burning).to_have_count(0)
    fire = {"to": "fire", "extent": "half", "intensity": 1}
    assert sent(jo, "deal_damage")["exposure"] == fire
    burning = await deed(jo, "Burn…")
    await burning.get_by_label("Sunlight", exact=True).check()
    await expect(burning.get_by_label("How much of the body")).to_be_hidden()
    await burning.get_by_label("Dimmed: only every second turn burns").check()
    await expect(burning).to_contain_text("does nothing")
    await burning.get_by_label("Which turn in it", exact=True).fill("2")
    await burning.get_by_role("button", name="Burn for 2 points").click()
    await expect(burning).to_have_count(0)
    assert sent(jo, "deal_damage")["exposure"] == {"to": "sunlight", "turn": 2, "obscured": True}
    await expect(jo.page.locator(".own-sheet")).to_contain_text("5 Aggravated")


async def test_what_a_state_makes_worth_asking_is_asked_with_the_pool(
    storyteller: Seat, open_seat: OpenSeat
) -> None:
    """Perfectionism eases with what is done again; frenzy helps against control of the mind."""
    jo, mine, _ = await odile(storyteller, open_seat)
    await jo.build_pool(("Wits", 3))
    pool = jo.page.locator(".pool")
    again = pool.get_by_label("Done before", exact=True)
    control = pool.get_by_label("Against control of the mind")
    await expect(again).to_be_hidden()
    await expect(control).to_be_hidden()
    held = {"character": mine, "kind": "compulsion", "name": "Perfectionism", "penalty": -2}
    await accepted(storyteller, "begin_effect", **held)
    await expect(pool.locator(".total")).to_contain_text("1 die")
    await again.fill("1")
    await expect(pool.locator(".total")).to_contain_text("2 dice")
    await accepted(storyteller, "begin_effect", character=mine, kind="frenzy", name="Fury")
    await control.check()
    await expect(pool.locator(".total")).to_contain_text("5 dice")
    await pool.locator("button.main").click()
    await expect(jo.receipt("Wits")).to_be_visible()
    assert sent(jo, "roll").items() >= {"repeats": 1, "against_control": True}.items()
    *_, last = jo.items("event")
    assert sum(item["dice"] for item in last["event"]["receipt"]["items"]) == 5
    await expect(control).not_to_be_checked()
    # The Storyteller asks the same where it rolls for that character.
    composer = storyteller.page.locator(".composer")
    await composer.get_by_label("Roll for").select_option(label="Odile Marchetti")
    await expect(composer.get_by_label("Done before", exact=True)).to_be_visible()
    await composer.get_by_label("Against control of the mind").check()
    await composer.locator("button.main").click()
    await expect(composer.get_by_label("Against control of the mind")).not_to_be_checked()
    assert sent(storyteller, "roll")["against_control"] is True
