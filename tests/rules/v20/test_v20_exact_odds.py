"""The V20 readings, counted over every roll, give the percentages that the facts print."""

from fractions import Fraction
from itertools import product
from math import floor

import pytest

from server.rules.v20.reading import Outcome
from tests.rules.v20.strategies import roll


def chances(pool: int, difficulty: int) -> dict[Outcome, Fraction]:
    """The chance of every outcome; a face stands for all that read alike at this difficulty."""
    classes = {1: 1, difficulty - 1: difficulty - 2, 10: 11 - difficulty}
    found = dict.fromkeys(Outcome, Fraction(0))
    for dice in product(classes, repeat=pool):
        ways = 1
        for face in dice:
            ways *= classes[face]
        found[roll(*dice, difficulty=difficulty).outcome] += Fraction(ways, 10**pool)
    return found


def percent(chance: Fraction) -> str:
    """One decimal, rounded half up from the exact fraction."""
    tenths = floor(chance * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


@pytest.mark.parametrize(
    ("difficulty", "success", "botch"),
    [
        (3, ("92.0", "96.8"), ("0.0", "0.7")),
        (4, ("86.8", "94.1"), ("0.2", "1.9")),
        (5, ("81.0", "90.1"), ("0.8", "3.7")),
        (6, ("74.0", "84.4"), ("2.1", "6.1")),
        (7, ("65.2", "76.2"), ("4.7", "9.1")),
        (8, ("54.0", "64.9"), ("9.0", "12.7")),
        (9, ("39.8", "49.4"), ("16.0", "17.0")),
    ],
)
def test_chances_of_three_to_five_dice(
    difficulty: int, success: tuple[str, str], botch: tuple[str, str]
) -> None:
    """A15: the lowest and the highest chance of a success and of a botch, over the three pools."""
    found = [chances(pool, difficulty) for pool in (3, 4, 5)]
    assert all(sum(each.values()) == 1 for each in found)
    successes = [each[Outcome.SUCCESS] for each in found]
    botches = [each[Outcome.BOTCH] for each in found]
    assert (percent(min(successes)), percent(max(successes))) == success
    assert (percent(min(botches)), percent(max(botches))) == botch


@pytest.mark.parametrize(
    ("pool", "difficulty", "botch"),
    [(1, 6, Fraction(1, 10)), (3, 6, Fraction(61, 1000)), (2, 3, Fraction(3, 100))],
)
def test_exact_botches(pool: int, difficulty: int, botch: Fraction) -> None:
    """C1.5: no success, and not every die a plain miss: (5^3 - 4^3) / 1000 at difficulty 6."""
    assert chances(pool, difficulty)[Outcome.BOTCH] == botch
