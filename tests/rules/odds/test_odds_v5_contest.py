"""Odds of V5 contests against ``resolve_contest``, over every pair of rolls."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.odds.v5_contest import ContestOdds, contest_odds
from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_spread import V5Pool
from server.rules.v5.conflicts import ContestSide, resolve_contest
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.verdict import Outcome
from tests.rules.odds.rolls import (
    V5_SWITCHES,
    class_rolls,
    named,
    raw_rolls,
    single_and_paired,
    untimed,
    v5_rules,
)
from tests.rules.v5.strategies import any_rules

CONTESTING = {
    name: V5_SWITCHES[name]
    for name in (
        "extra_tens",
        "messy_scope",
        "bestial_failure",
        "total_failure",
        "tie",
        "tie_reading",
    )
}


def check(
    a_rolls: list[tuple[Faces, int]], b_rolls: list[tuple[Faces, int]], rules: V5Rules
) -> None:
    """Compare with the resolution of every pair of rolls."""
    margins: Counter[int] = Counter()
    outcomes: Counter[tuple[Outcome | None, Outcome | None]] = Counter()
    winners: Counter[int | None] = Counter()
    for a, a_ways in a_rolls:
        for b, b_ways in b_rolls:
            result = resolve_contest(ContestSide(a), ContestSide(b), rules)
            mine, theirs = result.readings
            ways = a_ways * b_ways
            margins[mine.successes - theirs.successes] += ways
            outcomes[mine.outcome, theirs.outcome] += ways
            winners[result.winner] += ways
    odds = contest_odds(pool_of(a_rolls), pool_of(b_rolls), rules)
    assert {by: ways for by, ways in odds.margins.items() if ways} == margins
    assert odds.outcomes == outcomes
    told = (odds.attacker_wins, odds.defender_wins, odds.nobody_wins)
    assert told == (winners[0], winners[1], winners[None])


def pool_of(rolls: list[tuple[Faces, int]]) -> V5Pool:
    """The pool that was rolled."""
    faces = rolls[0][0]
    return V5Pool(len(faces.regular), len(faces.hunger))


@pytest.mark.parametrize("switches", single_and_paired(CONTESTING), ids=named)
@pytest.mark.parametrize(
    ("a", "b"),
    [((1, 0), (0, 1)), ((2, 1), (1, 2)), ((1, 1), (3, 0)), ((0, 3), (2, 1))],
)
def test_small_contests(switches: dict[str, str], a: tuple[int, int], b: tuple[int, int]) -> None:
    """Every switch alone and every pair, over weighted classes of faces."""
    check(list(class_rolls(*a)), list(class_rolls(*b)), v5_rules(switches))


@pytest.mark.parametrize("preset", PRESETS)
def test_larger_contest(preset: str) -> None:
    """Six dice against five."""
    check(list(class_rolls(3, 3)), list(class_rolls(4, 1)), PRESETS[preset])


@pytest.mark.parametrize("part", range(4))
def test_no_other_switch_matters(part: int) -> None:
    """Every pair of all switches, on two dice against two."""
    for switches in single_and_paired(V5_SWITCHES)[part::4]:
        check(list(class_rolls(1, 1)), list(class_rolls(0, 2)), v5_rules(switches))


def test_raw_faces() -> None:
    """Two dice against two, face by face."""
    a, b = ([(faces, 1) for faces in raw_rolls(*dice)] for dice in ((1, 1), (2, 0)))
    check(a, b, V5Rules(tie_reading="both_win_by_one"))


some_pools = st.builds(V5Pool, st.integers(1, 35), st.integers(0, 5))


@untimed
@given(some_pools, some_pools, any_rules)
def test_counts_part_all_pairs(a: V5Pool, b: V5Pool, rules: V5Rules) -> None:
    """Margins, outcomes and winners each sum to all pairs of rolls."""
    odds = contest_odds(a, b, rules)
    assert odds.ways == 10 ** (a.size + b.size)
    assert sum(odds.margins.values()) == odds.ways
    assert sum(odds.outcomes.values()) == odds.ways
    assert sum(odds.attacker_outcomes().values()) == odds.ways
    assert odds.attacker_wins + odds.defender_wins + odds.nobody_wins == odds.ways
    assert odds.tied == Fraction(odds.margins[0], odds.ways)


@untimed
@given(some_pools, some_pools)
def test_sides_may_be_swapped(a: V5Pool, b: V5Pool) -> None:
    """From the other side of the table the same contest is its mirror."""
    one, other = contest_odds(a, b), contest_odds(b, a)
    assert {-by: ways for by, ways in one.margins.items()} == other.margins
    assert {(y, x): ways for (x, y), ways in one.outcomes.items()} == other.outcomes
    assert (one.attacker_wins, one.defender_wins) == (other.defender_wins, other.attacker_wins)


@untimed
@given(some_pools, st.integers(1, 5), some_pools)
def test_hunger_never_changes_who_wins(a: V5Pool, hunger: int, b: V5Pool) -> None:
    """Hunger dice replace dice of the same chances."""
    hungrier = V5Pool(a.size - min(hunger, a.size), min(hunger, a.size))
    assert contest_odds(hungrier, b).margins == contest_odds(a, b).margins


def one_against_one(**switches: str) -> ContestOdds:
    """One die each, the defender's a Hunger die."""
    return contest_odds(V5Pool(1), V5Pool(0, 1), v5_rules(switches))


def test_one_die_each_by_hand() -> None:
    """A9.1: 50 of 100 pairs tie; of the defender's failures a fifth is bestial."""
    odds = one_against_one()
    assert odds.margins == {-1: 25, 0: 50, 1: 25}
    assert odds.outcomes == {
        (Outcome.SUCCESS, Outcome.BESTIAL_FAILURE): 5,
        (Outcome.SUCCESS, Outcome.TOTAL_FAILURE): 20,
        (Outcome.TOTAL_FAILURE, Outcome.SUCCESS): 25,
        (None, None): 50,
    }
    assert odds.attacker_outcomes() == {
        Outcome.SUCCESS: 25,
        Outcome.TOTAL_FAILURE: 25,
        None: 50,
    }
    assert odds.defender_outcomes() == {
        Outcome.BESTIAL_FAILURE: 5,
        Outcome.TOTAL_FAILURE: 20,
        Outcome.SUCCESS: 25,
        None: 50,
    }
    assert (odds.chance(odds.attacker_wins), odds.tied) == (Fraction(1, 4), Fraction(1, 2))


@pytest.mark.parametrize(
    ("tie", "wins"),
    [
        ("both_one", (25, 25, 50)),
        ("nothing", (25, 25, 50)),
        ("attacker_wins", (75, 25, 0)),
        ("defender_wins", (25, 75, 0)),
    ],
)
def test_who_wins_a_tie(tie: str, wins: tuple[int, int, int]) -> None:
    """A9.2: by the switch ``tie``."""
    odds = one_against_one(tie=tie)
    assert (odds.attacker_wins, odds.defender_wins, odds.nobody_wins) == wins


def test_margins_of_a_contest() -> None:
    """The chance to be ahead by so much; 0 takes ties in, negative numbers fall behind."""
    odds = one_against_one()
    told = [odds.chance_of_margin(by) for by in (-1, 0, 1, 2)]
    assert told == [1, Fraction(3, 4), Fraction(1, 4), 0]


def test_a_pool_against_itself_is_even() -> None:
    """Forty dice each: equal chances, and a tie in the rest."""
    odds = contest_odds(V5Pool(35, 5), V5Pool(35, 5))
    assert odds.attacker_wins == odds.defender_wins
    assert 2 * odds.chance(odds.attacker_wins) + odds.tied == 1
    assert pool_odds(V5Pool(35, 5), None).ways ** 2 == odds.ways
