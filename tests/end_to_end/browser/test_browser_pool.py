"""The dice pool: its odds against the rules themselves, its parts, who sees it, and contests."""

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from playwright.async_api import Page, expect

from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import PRESETS
from server.rules.v5.reading import Outcome, read_roll
from server.rules.v5.reroll import apply_reroll
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

# A face stands for all that read alike, with how many they are.
REGULAR: Mapping[int, int] = {5: 5, 6: 4, 10: 1}
HUNGER: Mapping[int, int] = {1: 1, 5: 4, 6: 4, 10: 1}

COUNT = """async (pools) => {
    const { countOutcomes } = await import("./scripts/odds.js");
    return pools.map((pool) => Object.fromEntries(
        Object.entries(countOutcomes(...pool)).map(([outcome, ways]) => [outcome, String(ways)])));
}"""
COUNT_REROLLS = """async (rolls) => {
    const { countReroll } = await import("./scripts/odds.js");
    return rolls.map((roll) => countReroll(...roll).map(String));
}"""


def every_roll(classes: list[Mapping[int, int]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every kind of roll, and in how many ways it falls."""
    for shown in product(*classes):
        ways = 1
        for face, sizes in zip(shown, classes, strict=True):
            ways *= sizes[face]
        yield shown, ways


def by_the_rules(regular: int, hunger: int, difficulty: int, preset: str) -> dict[str, str]:
    """Count the outcomes of a pool by reading every roll with the rules."""
    counts = dict.fromkeys(Outcome, 0)
    for shown, ways in every_roll([REGULAR] * regular + [HUNGER] * hunger):
        faces = Faces(shown[:regular], shown[regular:])
        outcome = read_roll(faces, difficulty, PRESETS[preset]).outcome
        assert outcome is not None
        counts[outcome] += ways
    return {outcome.value: str(ways) for outcome, ways in counts.items()}


async def blank(served: Served, open_seat: OpenSeat) -> Page:
    """The first page, to evaluate modules in."""
    seat = await open_seat(DESK)
    await seat.page.goto(served.create_link.partition("#")[0])
    await expect(seat.page.get_by_role("heading", level=1)).to_be_visible()
    return seat.page


async def test_odds_are_those_of_the_rules(served: Served, open_seat: OpenSeat) -> None:
    """Pools up to six dice, by every Hunger, Difficulty and preset, counted way by way."""
    page = await blank(served, open_seat)
    pools = [
        (pool - hunger, hunger, difficulty, preset)
        for pool in (1, 2, 3, 4, 6)
        for hunger in range(min(pool, 5) + 1)
        for difficulty in (1, 2, 3, 5)
        for preset in PRESETS
        if pool < 6 or hunger in (0, 3)
    ]
    found = await page.evaluate(COUNT, pools)
    assert found == [by_the_rules(*pool) for pool in pools]


async def test_odds_of_the_largest_pools_add_up(served: Served, open_seat: OpenSeat) -> None:
    """Sixty dice are counted exactly: all ways together are ten to the number of dice."""
    page = await blank(served, open_seat)
    for pool in ((60, 0, 9), (55, 5, 30), (0, 5, 1)):
        (found,) = await page.evaluate(COUNT, [pool])
        assert sum(map(int, found.values())) == 10 ** (pool[0] + pool[1])


async def test_chance_of_a_reroll_is_that_of_the_rules(served: Served, open_seat: OpenSeat) -> None:
    """Whichever dice are picked, of whichever roll, under both presets."""
    page = await blank(served, open_seat)
    rolls = [((4, 3), (6, 1, 2), 2), ((10, 5, 2, 2), (10, 3), 6), ((8, 10, 10, 1), (), 5)]
    asked: list[tuple[Any, ...]] = []
    expected: list[list[str]] = []
    for regular, hunger, difficulty in rolls:
        dice = [{"kind": "regular", "face": face} for face in regular]
        dice += [{"kind": "hunger", "face": face} for face in hunger]
        for picked in ([0], [0, 1], list(range(len(regular)))[-3:]):
            for preset, rules in PRESETS.items():
                won = 0
                faces = Faces(regular, hunger)
                for shown, ways in every_roll([REGULAR] * len(picked)):
                    after = apply_reroll(faces, picked, shown)
                    reading = read_roll(
                        after, difficulty, rules, original=faces, rerolled=frozenset(picked)
                    )
                    won += ways if reading.margin is not None and reading.margin >= 0 else 0
                asked.append((dice, picked, difficulty, preset))
                expected.append([str(won), str(10 ** len(picked))])
    assert await page.evaluate(COUNT_REROLLS, asked) == expected
    assert Fraction(int(expected[2][0]), int(expected[2][1])) == Fraction(3, 4)


def sent(seat: Seat, type_: str) -> dict[str, Any]:
    """The last intent of a type that a page sent."""
    messages: list[dict[str, Any]] = [json.loads(frame) for frame in seat.sent]
    return [message for message in messages if message["type"] == type_][-1]


async def test_parts_say_what_the_pool_is(storyteller: Seat, player: Seat) -> None:
    """An Attribute decides the kind of pool, a specialty is told apart, and dots are remembered."""
    await player.create_character("Odile Marchetti", hunger=2)
    await player.open("Roll")
    await player.build_pool(("Charisma", 3), ("Persuasion", 2), ("Collectors", 1))
    pool = player.page.locator(".pool")
    await expect(pool.locator(".part small")).to_have_text(["Attribute", "Skill", "Specialty"])
    await pool.get_by_label("Difficulty", exact=True).fill("3")
    await expect(pool.locator(".win")).to_contain_text("67%")
    await expect(pool.locator(".legend")).to_contain_text("Messy critical")
    await pool.get_by_role("button", name="Roll 6 dice").click()
    receipt = player.receipt("Charisma + Persuasion")
    await expect(receipt).to_be_visible()
    intent = sent(player, "roll")
    assert intent["label"] == "Charisma + Persuasion"
    assert intent["pool"] == 5
    assert intent["modifiers"] == [{"label": "Collectors", "dice": 1}]
    assert intent["categories"] == ["social"]
    assert intent["difficulty"] == 3
    # The next time one tap is enough, and Willpower makes it a pool without Hunger dice.
    await player.open("Roll")
    await player.build_pool()
    await pool.get_by_role("button", name="Choose what you roll").click()
    await player.page.get_by_role("button", name="Charisma 3").click()
    await expect(pool.locator(".part strong")).to_have_text(["Charisma"])
    await player.build_pool(("Willpower", 4))
    await pool.get_by_role("button", name="Roll 4 dice").click()
    await expect(player.receipt("Willpower").locator(".die-face.hunger")).to_have_count(0)
    assert sent(player, "roll")["kind"] == "willpower"


async def test_last_pool_is_two_taps_away_even_after_a_reload(
    storyteller: Seat, player: Seat
) -> None:
    """On a phone: Roll, then "Roll 7 dice"; the pool is kept in the browser for its seat."""
    await player.create_character("Odile Marchetti", hunger=1)
    await player.open("Roll")
    await player.build_pool(("Wits", 3), ("Awareness", 4))
    await player.page.locator(".pool button.main").click()
    await expect(player.receipts).to_have_count(1)
    await player.page.reload()
    await player.is_seated()
    roll = player.page.get_by_role("navigation").get_by_role("button", name="Roll Wits + Awareness")
    await roll.click()
    await player.page.get_by_role("button", name="Roll 7 dice").click()
    await expect(player.receipts).to_have_count(2)
    await expect(player.page.locator("dialog[open]")).to_have_count(0)


async def test_saved_pools_can_be_taken_again(storyteller: Seat, open_seat: OpenSeat) -> None:
    """At a desk a pool is saved, another built, and the first chosen from the list."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile Marchetti")
    await seat.build_pool(("Wits", 3), ("Stealth", 2))
    await seat.page.get_by_text("Saved pools").click()
    await seat.page.get_by_role("button", name="Save this pool").click()
    await seat.build_pool(("Strength", 4))
    await seat.page.get_by_text("Saved pools").click()
    await seat.page.get_by_role("button", name="Stealth 5", exact=True).click()
    await expect(seat.page.locator(".part strong")).to_have_text(["Wits", "Stealth"])


async def test_who_sees_it_stands_on_the_button_and_serves_one_roll(
    storyteller: Seat, player: Seat
) -> None:
    """A private roll says so before it is made; then the room's default stands again."""
    await player.create_character("Odile Marchetti")
    await player.open("Roll")
    await player.build_pool(("Wits", 3), ("Awareness", 2))
    pool = player.page.locator(".pool")
    await pool.locator("label.pill", has_text="Private").click()
    await expect(pool.locator("button.main")).to_have_text("Roll 5 dice in private")
    await pool.locator("button.main").click()
    await expect(player.receipt("Wits + Awareness")).to_contain_text("Private")
    await player.open("Roll")
    await expect(pool.get_by_role("radio", name="Public")).to_be_checked()
    # What was rolled in private is not offered for everybody's eyes, nor kept in the browser.
    await expect(pool.get_by_role("button", name="Choose what you roll")).to_be_visible()
    kept = await player.page.evaluate("JSON.stringify(localStorage)")
    assert '"last":[]' in kept.replace("\\", "")


async def test_dice_are_entered_only_where_the_table_lets_them(
    storyteller: Seat, player: Seat
) -> None:
    """With the house rule there are fields for as many faces as the roll needs; without, none."""
    await player.create_character("Odile Marchetti", hunger=1)
    await player.open("Roll")
    await player.build_pool(("Strength", 3))
    pool = player.page.locator(".pool")
    by_hand = pool.get_by_label("I rolled these dice by hand")
    await expect(by_hand).to_be_hidden()
    await storyteller.ask("set_house_rules", house_rules={"entered_dice": True})
    await expect(by_hand).to_be_visible()
    await by_hand.check()
    await pool.get_by_label("Difficulty", exact=True).fill("2")
    await pool.get_by_label("Regular: 2 faces").fill("10 7")
    await pool.get_by_label("Hunger: 1 face").fill("10")
    await pool.locator("button.main").click()
    for seat in (player, storyteller):
        receipt = seat.receipt("Strength")
        await expect(receipt.get_by_role("heading")).to_have_text("Messy critical")
        await expect(receipt).to_contain_text("Entered dice")
        await expect(receipt).to_contain_text("Paired tens, one on a Hunger die.")
        await expect(receipt.locator(".die b")).to_have_text(["+2", "+1", "+2"])


async def test_contest_is_one_card_at_every_place(
    storyteller: Seat, player: Seat, open_seat: OpenSeat
) -> None:
    """Ravi challenges, Jo finds it under open business and answers; both logs show one card."""
    ravi = await open_seat()
    await ravi.join(await storyteller.invite(), "Ravi")
    await player.create_character("Odile Marchetti")
    await ravi.create_character("Bram Okafor")
    await ravi.page.get_by_text("More", exact=True).click()
    await ravi.page.get_by_role("button", name="Begin a contest…").click()
    await ravi.build_pool(("Strength", 3), ("Brawl", 3))
    await ravi.page.get_by_role("button", name="Challenge with 6 dice").click()
    await expect(ravi.page.locator(".contest")).to_contain_text("Waits for Odile Marchetti")
    await expect(ravi.page.locator(".business").get_by_role("button")).to_have_text(
        ["Withdraw", "Show it"]
    )
    await player.page.get_by_role("button", name=re.compile("^Coterie 1 thing")).click()
    await player.page.get_by_role("button", name="Answer it").click()
    await expect(player.page.get_by_role("heading", name="Answer Bram Okafor")).to_be_visible()
    await player.build_pool(("Dexterity", 2))
    await player.page.get_by_role("button", name="Answer with 2 dice").click()
    for seat in (player, ravi, storyteller):
        card = seat.page.locator(".contest")
        await expect(card).to_have_count(1)
        await expect(card.get_by_role("heading")).to_have_text(
            re.compile(r"^((Odile Marchetti|Bram Okafor) wins by \d+|A tie)$")
        )
        await expect(card.locator(".contestant .die-face")).to_have_count(8)
        await expect(seat.page.locator("article.receipt:not(.contest)")).to_have_count(0)


async def test_pool_without_dice_says_what_to_do(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Rolling nothing asks nothing of the server: the sentence is beside the button."""
    seat = await open_seat(PHONE)
    await seat.join(await storyteller.invite(), "Jo")
    await seat.open("Roll")
    await seat.page.locator(".pool button.main").click()
    refusal = seat.page.locator(".pool .refusal")
    await expect(refusal).to_contain_text("The pool has no dice yet. Add a part first.")
    assert '"roll"' not in "".join(seat.sent)
