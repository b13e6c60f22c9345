"""The readings, counted over every roll, give the percentages that the facts print."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor

import pytest

from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.reading import Faces, Outcome, read_roll
from server.rules.v5.reroll import rescue_chance

REGULAR_CLASSES = {5: 5, 6: 4, 10: 1}
HUNGER_CLASSES = {1: 1, 5: 4, 6: 4, 10: 1}


def every_roll(pool: int, hunger: int) -> Iterator[tuple[Faces, Fraction]]:
    """Every kind of roll with its chance; a face stands for all that read alike."""
    classes = [REGULAR_CLASSES] * (pool - hunger) + [HUNGER_CLASSES] * hunger
    for shown in product(*classes):
        ways = 1
        for face, sizes in zip(shown, classes, strict=True):
            ways *= sizes[face]
        yield Faces(shown[: pool - hunger], shown[pool - hunger :]), Fraction(ways, 10**pool)


def chances(pool: int, hunger: int) -> dict[Outcome, Fraction]:
    """The chance of every outcome at Difficulty 3."""
    found = dict.fromkeys(Outcome, Fraction(0))
    for drawn, chance in every_roll(pool, hunger):
        outcome = read_roll(drawn, 3, V5Rules()).outcome
        assert outcome is not None
        found[outcome] += chance
    return found


def percent(chance: Fraction) -> str:
    """One decimal, rounded half up from the exact fraction."""
    tenths = floor(chance * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


def win_chance(found: dict[Outcome, Fraction]) -> Fraction:
    """The chance of any kind of win."""
    return found[Outcome.SUCCESS] + found[Outcome.CRITICAL] + found[Outcome.MESSY_CRITICAL]


@pytest.mark.parametrize(
    ("pool", "win", "by_hunger"),
    [
        (3, "14.0", "1.9/9.9 2.8/18.8 2.8/26.8"),
        (4, "32.8", "2.7/8.6 4.4/16.2 5.2/22.9 5.2/28.9"),
        (5, "51.3", "3.4/6.7 5.9/12.6 7.4/17.7 8.1/22.1 8.1/26.0"),
        (6, "66.6", "4.1/4.9 7.2/9.1 9.4/12.7 10.8/15.8 11.4/18.5"),
    ],
)
def test_chances_at_difficulty_three(pool: int, win: str, by_hunger: str) -> None:
    """A15: Hunger moves the messy and bestial chances and never the chance to win."""
    for hunger, expected in enumerate(by_hunger.split(), start=1):
        found = chances(pool, hunger)
        assert percent(win_chance(found)) == win
        messy, bestial = found[Outcome.MESSY_CRITICAL], found[Outcome.BESTIAL_FAILURE]
        assert f"{percent(messy)}/{percent(bestial)}" == expected
    assert percent(win_chance(chances(pool, 0))) == win


@pytest.mark.parametrize(("pool", "exact"), [(4, Fraction(131, 400)), (6, Fraction(213, 320))])
def test_exact_chances(pool: int, exact: Fraction) -> None:
    """A15: the fractions behind two of the percentages."""
    assert win_chance(chances(pool, 2)) == exact


@pytest.mark.parametrize(
    ("pool", "hunger", "with_reroll"),
    [(4, 1, "64.4"), (5, 2, "78.1"), (6, 2, "90.2"), (6, 5, "74.2")],
)
def test_chances_with_willpower_in_hand(pool: int, hunger: int, with_reroll: str) -> None:
    """A15: a failed roll rerolls its failed regular dice, up to three."""
    total = Fraction(0)
    for drawn, chance in every_roll(pool, hunger):
        reading = read_roll(drawn, 3, V5Rules())
        is_win = reading.margin is not None and reading.margin >= 0
        total += chance * (1 if is_win else rescue_chance(drawn, 3, V5Rules()))
    assert percent(total) == with_reroll


@pytest.mark.parametrize(
    ("faces", "difficulty", "preset", "chance"),
    [
        pytest.param(Faces((4, 3), (6, 1, 2)), 2, "v5", Fraction(3, 4), id="A3.6, first night 4"),
        pytest.param(Faces((6, 7), (1,)), 2, "v5", Fraction(0), id="won already"),
        pytest.param(Faces((6, 7, 2), ()), 2, "v5", Fraction(0), id="won, though a die failed"),
        pytest.param(Faces((6,), (1, 2)), 2, "v5", Fraction(0), id="only Hunger dice failed"),
        pytest.param(Faces((10, 2), ()), 3, "v5", Fraction(1, 10), id="only a ten helps"),
        pytest.param(Faces((10, 2), ()), 3, "v5_core_rolling", Fraction(0), id="no new pairs"),
        pytest.param(Faces((2, 2, 2, 2, 2), ()), 4, "v5", Fraction(28, 1000), id="three dice only"),
    ],
)
def test_chances_that_willpower_rescues_one_roll(
    faces: Faces, difficulty: int, preset: str, chance: Fraction
) -> None:
    """The chance is exact, and nil where a reroll has nothing to rescue or to roll."""
    assert rescue_chance(faces, difficulty, PRESETS[preset]) == chance


def test_dice_rerolled_before_count_as_rerolled() -> None:
    """With several rerolls allowed, a ten of the first reroll still pairs with nothing."""
    rules = V5Rules(wp_rerolls_per_roll="unlimited", wp_reroll_may_crit="no")
    drawn = Faces((10, 10, 2), ())
    assert rescue_chance(drawn, 5, rules) == Fraction(1, 2)
    assert rescue_chance(drawn, 5, rules, rerolled=frozenset({0})) == 0
    assert rescue_chance(drawn, 3, rules) == 0
    assert rescue_chance(drawn, 3, rules, rerolled=frozenset({0})) == Fraction(1, 2)


def test_rescue_needs_a_difficulty() -> None:
    """Against less than 1 there is no failure to rescue."""
    with pytest.raises(ValueError, match="Difficulty"):
        rescue_chance(Faces((2,), ()), 0, V5Rules())
