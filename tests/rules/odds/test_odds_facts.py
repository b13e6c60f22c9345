"""Every number that the facts print (A15), row by row."""

from fractions import Fraction

import pytest

from server.rules.odds.display import fraction_text, percent
from server.rules.odds.v5_checks import frenzy_odds, remorse_odds, rouse_odds
from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_reroll import reroll_odds
from server.rules.odds.v5_spread import V5Pool
from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds
from server.rules.v5.frenzy import FrenzyKind, FrenzyOutcome, frenzy_dice, frenzy_items
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.tracks import Track
from server.rules.v5.verdict import Outcome
from tests.rules.odds.v20_by_hand import Table


@pytest.mark.parametrize(
    ("pool", "win", "by_hunger"),
    [
        (3, "14.0", "1.9/9.9 2.8/18.8 2.8/26.8 2.8/26.8 2.8/26.8"),
        (4, "32.8", "2.7/8.6 4.4/16.2 5.2/22.9 5.2/28.9 5.2/28.9"),
        (5, "51.3", "3.4/6.7 5.9/12.6 7.4/17.7 8.1/22.1 8.1/26.0"),
        (6, "66.6", "4.1/4.9 7.2/9.1 9.4/12.7 10.8/15.8 11.4/18.5"),
        (7, "78.0", "4.7/3.3 8.4/6.2 11.2/8.6 13.1/10.7 14.4/12.5"),
        (8, "86.0", "5.2/2.2 9.4/4.1 12.8/5.6 15.3/7.0 17.0/8.1"),
        (9, "91.3", "5.7/1.4 10.4/2.6 14.2/3.6 17.2/4.4 19.4/5.1"),
        (10, "94.7", "6.1/0.9 11.3/1.6 15.5/2.2 18.9/2.7 21.6/3.2"),
    ],
)
def test_difficulty_three(pool: int, win: str, by_hunger: str) -> None:
    """A15: win, messy critical and bestial failure for each pool and Hunger 1 to 5."""
    assert percent(pool_odds(V5Pool(pool), 3).win) == win
    shown = []
    for hunger in range(1, 6):
        hunger_dice = min(pool, hunger)
        odds = pool_odds(V5Pool(pool - hunger_dice, hunger_dice), 3)
        assert percent(odds.win) == win
        messy = percent(odds.chance(Outcome.MESSY_CRITICAL))
        shown.append(f"{messy}/{percent(odds.chance(Outcome.BESTIAL_FAILURE))}")
    assert " ".join(shown) == by_hunger


@pytest.mark.parametrize(("pool", "exact"), [(4, "131/400"), (6, "213/320")])
def test_exact_fractions(pool: int, exact: str) -> None:
    """A15: the exact chances behind two of the percentages."""
    assert fraction_text(pool_odds(V5Pool(pool), 3).win) == exact


def test_rounding_half_up_decides_a_printed_figure() -> None:
    """A15: four V20 dice at difficulty 9 botch with 16.95 % exactly, which is printed 17.0."""
    botch = v20_odds(V20Pool(4, 9), Table()).botch
    assert botch == Fraction(1695, 10_000)
    assert percent(botch) == "17.0"


def test_more_dice_may_raise_the_bestial_chance() -> None:
    """A15: at Hunger 4 three dice are bestial with 26.8 %, four with 28.9 %."""
    three = pool_odds(V5Pool(0, 3), 3).chance(Outcome.BESTIAL_FAILURE)
    four = pool_odds(V5Pool(0, 4), 3).chance(Outcome.BESTIAL_FAILURE)
    assert (percent(three), percent(four)) == ("26.8", "28.9")


@pytest.mark.parametrize(
    ("pool", "hunger", "win", "with_reroll"),
    [
        (4, 1, "32.8", "64.4"),
        (5, 2, "51.3", "78.1"),
        (6, 2, "66.6", "90.2"),
        (6, 5, "66.6", "74.2"),
    ],
)
def test_willpower_in_hand(pool: int, hunger: int, win: str, with_reroll: str) -> None:
    """A15: the usual reroll of failed regular dice, at Difficulty 3."""
    odds = reroll_odds(V5Pool(pool - hunger, hunger), 3)
    assert (percent(odds.win), percent(odds.usual_win)) == (win, with_reroll)


def test_three_rouse_checks() -> None:
    """A15: no gain 1/8, at least one 7/8, mean 3/2; with a re-roll a check fails 1/4."""
    three = rouse_odds([1, 1, 1], hunger=1)
    assert three.no_gain == Fraction(1, 8)
    assert Fraction(sum(three.hunger_after[2:]), three.ways) == Fraction(7, 8)
    assert three.mean_failed == Fraction(3, 2)
    assert three.mean_hunger_after - 1 == Fraction(3, 2)
    again = rouse_odds([2], hunger=1)
    assert Fraction(again.failed[1], again.ways) == Fraction(1, 4)


def test_frenzy_pool_of_the_facts() -> None:
    """A15: 6 Willpower boxes, 2 marked, Humanity 8 make 6 dice."""
    items = frenzy_items(
        willpower=Track(6, 2),
        humanity=8,
        kind=FrenzyKind.HUNGER,
        clan=None,
        blood_potency_rating=1,
        rules=V5Rules(),
    )
    dice = frenzy_dice(items)
    assert dice == 6
    odds = frenzy_odds(dice, 3)
    held = odds.chance(FrenzyOutcome.RESISTED) + odds.chance(FrenzyOutcome.RESISTED_CRITICAL)
    assert held == Fraction(213, 320)


def test_remorse_of_the_facts() -> None:
    """A15: Humanity 6 with 3 Stains rolls one die, and a failure leaves Humanity 5."""
    odds = remorse_odds(6, 3)
    assert odds.dice == 1
    assert odds.humanity_after == {6: Fraction(1, 2), 5: Fraction(1, 2)}


@pytest.mark.parametrize(
    ("difficulty", "successes", "botches"),
    [
        (3, "92.0-96.8", "0.0-0.7"),
        (4, "86.8-94.1", "0.2-1.9"),
        (5, "81.0-90.1", "0.8-3.7"),
        (6, "74.0-84.4", "2.1-6.1"),
        (7, "65.2-76.2", "4.7-9.1"),
        (8, "54.0-64.9", "9.0-12.7"),
        (9, "39.8-49.4", "16.0-17.0"),
    ],
)
def test_v20_pools_of_three_to_five(difficulty: int, successes: str, botches: str) -> None:
    """A15: from the lowest to the highest chance of a success, and of a botch."""
    odds = [v20_odds(V20Pool(dice, difficulty), Table()) for dice in (3, 4, 5)]
    assert _range([it.success for it in odds]) == successes
    assert _range([it.botch for it in odds]) == botches


def _range(chances: list[Fraction]) -> str:
    return f"{percent(min(chances))}-{percent(max(chances))}"
