"""Odds of Rouse checks, Remorse and frenzy against the rules that resolve them."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.odds.v5_checks import frenzy_odds, remorse_odds, rouse_odds
from server.rules.v5.frenzy import FrenzyOutcome, resolve_frenzy
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import resolve_remorse
from server.rules.v5.rouse import resolve_rouses
from tests.rules.odds.rolls import V5_SWITCHES, named, single_and_paired, untimed, v5_rules

ROUSING = {"hunger5_check": V5_SWITCHES["hunger5_check"]}
SERIES = [(1,), (2,), (1, 1), (2, 1), (1, 2), (1, 1, 1), (2, 2), (2, 1, 1)]


@pytest.mark.parametrize("switches", single_and_paired(ROUSING), ids=named)
@pytest.mark.parametrize("hunger", range(6))
@pytest.mark.parametrize("dice", SERIES)
def test_rouse_series(switches: dict[str, str], hunger: int, dice: tuple[int, ...]) -> None:
    """A4: every throw of every check, one after another."""
    rules = v5_rules(switches)
    after: Counter[int] = Counter()
    failed: Counter[int] = Counter()
    tests: Counter[int] = Counter()
    # A face below 6 and one from 6 stand for five faces each.
    for faces in product((5, 6), repeat=sum(dice)):
        rest = iter(faces)
        series = [tuple(next(rest) for _ in range(count)) for count in dice]
        checks = resolve_rouses(series, hunger=hunger, rules=rules)
        ways = 5 ** sum(dice)
        after[checks[-1].hunger_after] += ways
        failed[sum(not check.passed for check in checks)] += ways
        tests[sum(check.frenzy_difficulty is not None for check in checks)] += ways
    odds = rouse_odds(dice, hunger=hunger, rules=rules)
    assert odds.ways == 10 ** sum(dice)
    assert odds.hunger_after == tuple(after[h] for h in range(6))
    assert odds.failed == tuple(failed[k] for k in range(len(dice) + 1))
    assert odds.frenzy_tests == tuple(tests[k] for k in range(len(dice) + 1))
    assert odds.any_frenzy_test == Fraction(odds.ways - tests[0], odds.ways)


def test_rouse_faces_one_by_one() -> None:
    """A4.1: each face of one check and of one with two dice, at Hunger 4."""
    for dice in ((1,), (2,)):
        raised = 0
        for faces in product(range(1, 11), repeat=dice[0]):
            (check,) = resolve_rouses([faces], hunger=4, rules=V5Rules())
            raised += check.hunger_after == 5
        assert rouse_odds(dice, hunger=4).hunger_after == (
            0,
            0,
            0,
            0,
            10 ** dice[0] - raised,
            raised,
        )


@untimed
@given(st.lists(st.integers(1, 2), min_size=1, max_size=40), st.integers(0, 5))
def test_rouse_counts_part_all_rolls(dice: list[int], hunger: int) -> None:
    """Each distribution sums to all rolls; Hunger never falls and never passes 5."""
    odds = rouse_odds(dice, hunger=hunger)
    for counts in (odds.hunger_after, odds.failed, odds.frenzy_tests):
        assert sum(counts) == odds.ways == 10 ** sum(dice)
    assert not any(odds.hunger_after[:hunger])
    assert odds.mean_hunger_after <= hunger + odds.mean_failed


@pytest.mark.parametrize("humanity", range(1, 11))
@pytest.mark.parametrize("modifier", [-1, 0, 2])
def test_remorse(humanity: int, modifier: int) -> None:
    """A11.3: every face of every die, for all Stains that leave up to four dice."""
    for stains in range(1, 11 - humanity):
        odds = remorse_odds(humanity, stains, modifier=modifier)
        assert odds.dice == max(1, 10 - humanity - stains + modifier)
        if odds.dice > 4:
            continue
        after: Counter[int] = Counter()
        for faces in product((5, 6), repeat=odds.dice):
            after[resolve_remorse(faces, humanity).humanity_after] += 1
        expected = {left: Fraction(ways, 2**odds.dice) for left, ways in after.items()}
        assert odds.humanity_after == expected
        assert odds.kept == expected[humanity]


def test_remorse_with_overflow() -> None:
    """A11.4: overflowing Stains leave one die, also at Humanity 10."""
    assert remorse_odds(8, 2, 3).dice == 1
    assert remorse_odds(10, 0, 1).kept == Fraction(1, 2)


@pytest.mark.parametrize("extra_tens", V5_SWITCHES["extra_tens"])
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("difficulty", [1, 2, 3, 4, 6])
def test_frenzy(extra_tens: str, dice: int, difficulty: int) -> None:
    """A12: every roll, face by face."""
    rules = v5_rules({"extra_tens": extra_tens})
    outcomes = dict.fromkeys(FrenzyOutcome, 0)
    for faces in product(range(1, 11), repeat=dice):
        outcomes[resolve_frenzy(faces, difficulty, rules).outcome] += 1
    odds = frenzy_odds(dice, difficulty, rules)
    assert odds.outcomes == outcomes
    assert odds.ways == 10**dice
    assert sum(odds.chance(outcome) for outcome in FrenzyOutcome) == 1


def test_frenzy_reads_no_other_switch() -> None:
    """Every pair of switches that leaves ``extra_tens`` alone leaves the odds alone."""
    others = {name: values for name, values in V5_SWITCHES.items() if name != "extra_tens"}
    plain = frenzy_odds(4, 3)
    assert all(
        frenzy_odds(4, 3, v5_rules(switches)) == plain for switches in single_and_paired(others)
    )


@pytest.mark.parametrize(
    ("dice", "hunger", "words"),
    [
        ((), 1, "number of Rouse checks is 0; accepted: 1 to 40"),
        ((1,) * 41, 1, "number of Rouse checks is 41"),
        ((3,), 1, "dice of a Rouse check is 3; accepted: 1 to 2"),
        ((1, 0), 1, "dice of a Rouse check is 0"),
        ((1,), 6, "outside 0 to 5"),
        ((1,), -1, "outside 0 to 5"),
    ],
)
def test_rouse_series_out_of_range(dice: tuple[int, ...], hunger: int, words: str) -> None:
    """1 to 40 checks of one die or two, Hunger 0 to 5."""
    with pytest.raises(ValueError, match=words):
        rouse_odds(dice, hunger=hunger)


def test_remorse_out_of_range() -> None:
    """No Stain, no Humanity, Stains that do not fit, more than 40 dice."""
    with pytest.raises(ValueError, match="number of Stains is 0; accepted: 1 or more"):
        remorse_odds(7, 0)
    with pytest.raises(ValueError, match="Humanity is 0; accepted: 1 to 10"):
        remorse_odds(0, 3)
    with pytest.raises(ValueError, match="4 Stains do not fit"):
        remorse_odds(7, 4)
    assert remorse_odds(7, 1, modifier=38).dice == 40
    with pytest.raises(ValueError, match="Remorse roll is 41"):
        remorse_odds(7, 1, modifier=39)


def test_frenzy_out_of_range() -> None:
    """1 to 40 dice, Difficulty 1 or more."""
    with pytest.raises(ValueError, match="dice against frenzy is 0; accepted: 1 to 40"):
        frenzy_odds(0, 2)
    with pytest.raises(ValueError, match="dice against frenzy is 41"):
        frenzy_odds(41, 2)
    with pytest.raises(ValueError, match="Difficulty is 0"):
        frenzy_odds(3, 0)
