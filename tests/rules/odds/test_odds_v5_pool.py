"""Odds of V5 pools against the readings, counted over every roll."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.odds.v5_pool import PoolOdds, pool_odds
from server.rules.odds.v5_spread import V5Pool
from server.rules.v5.counting import tally
from server.rules.v5.house_rules import DEFAULT_RULES, PRESETS, V5Rules
from server.rules.v5.reading import read_roll
from server.rules.v5.verdict import Outcome, give_verdict
from tests.rules.odds.rolls import (
    V5_SWITCHES,
    class_rolls,
    named,
    pools,
    raw_rolls,
    single_and_paired,
    untimed,
    v5_rules,
)
from tests.rules.v5.strategies import any_rules

COLOURING = {
    name: V5_SWITCHES[name]
    for name in ("extra_tens", "messy_scope", "bestial_failure", "total_failure", "no_difficulty")
}
"""The switches that ``pool_odds`` names; the others must change nothing."""

WINS = (Outcome.SUCCESS, Outcome.CRITICAL, Outcome.MESSY_CRITICAL)


def told(odds: PoolOdds) -> dict[Outcome, int]:
    """The outcomes that can happen."""
    return {outcome: ways for outcome, ways in odds.outcomes.items() if ways}


def check_against_classes(rules: V5Rules, largest: int) -> None:
    """Compare every pool and every Difficulty that matters with the readings over classes."""
    for regular, hunger in pools(largest):
        top = 2 * (regular + hunger) + 1
        successes: Counter[int] = Counter()
        by_difficulty: list[Counter[Outcome]] = [Counter() for _ in range(top + 1)]
        for faces, ways in class_rolls(regular, hunger):
            shown = tally(faces, rules)
            successes[shown.successes] += ways
            won = give_verdict(shown, is_win=True, rules=rules).outcome
            lost = give_verdict(shown, is_win=False, rules=rules).outcome
            for difficulty in range(1, top + 1):
                by_difficulty[difficulty][won if shown.successes >= difficulty else lost] += ways
        for difficulty in range(1, top + 1):
            odds = pool_odds(V5Pool(regular, hunger), difficulty, rules)
            assert told(odds) == by_difficulty[difficulty], (regular, hunger, difficulty)
        reported = pool_odds(V5Pool(regular, hunger), None, rules)
        assert {k: ways for k, ways in enumerate(reported.successes) if ways} == successes


@pytest.mark.parametrize("switches", single_and_paired(COLOURING), ids=named)
def test_pools_up_to_six_dice(switches: dict[str, str]) -> None:
    """Every switch alone and every pair, over weighted classes of faces."""
    check_against_classes(v5_rules(switches), 6)


OTHERS = single_and_paired(V5_SWITCHES)


@pytest.mark.parametrize("part", range(8))
def test_every_pair_of_all_switches(part: int) -> None:
    """Switches that the odds do not name, alone or paired with any, are read the same too."""
    for switches in OTHERS[part::8]:
        check_against_classes(v5_rules(switches), 4)


@pytest.mark.parametrize("switches", single_and_paired(COLOURING), ids=named)
@pytest.mark.parametrize("difficulty", [1, 2, 4, None])
def test_raw_faces_up_to_three_dice(switches: dict[str, str], difficulty: int | None) -> None:
    """The whole reading of every roll, face by face."""
    check_raw(v5_rules(switches), difficulty, pools(3))


@pytest.mark.parametrize("hunger", range(5))
@pytest.mark.parametrize("switches", single_and_paired(COLOURING), ids=named)
def test_raw_faces_of_four_dice(switches: dict[str, str], hunger: int) -> None:
    """Ten thousand rolls, face by face, at Difficulty 3."""
    rules = v5_rules(switches)
    outcomes: Counter[Outcome] = Counter()
    for faces in raw_rolls(4 - hunger, hunger):
        shown = tally(faces, rules)
        outcomes[give_verdict(shown, is_win=shown.successes >= 3, rules=rules).outcome] += 1
    assert told(pool_odds(V5Pool(4 - hunger, hunger), 3, rules)) == outcomes


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    """Each preset as a whole, over classes of faces."""
    check_against_classes(PRESETS[preset], 6)


def check_raw(rules: V5Rules, difficulty: int | None, sizes: list[tuple[int, int]]) -> None:
    """Compare with ``read_roll`` over raw faces."""
    for regular, hunger in sizes:
        odds = pool_odds(V5Pool(regular, hunger), difficulty, rules)
        successes: Counter[int] = Counter()
        outcomes: Counter[Outcome | None] = Counter()
        for faces in raw_rolls(regular, hunger):
            reading = read_roll(faces, difficulty, rules)
            successes[reading.successes] += 1
            outcomes[reading.outcome] += 1
        assert {k: ways for k, ways in enumerate(odds.successes) if ways} == successes
        if odds.difficulty is None:
            assert odds.outcomes == {}
            assert set(outcomes) == {None}
        else:
            assert told(odds) == outcomes


some_pools = st.builds(V5Pool, st.integers(1, 35), st.integers(0, 5))


@untimed
@given(some_pools, st.integers(1, 90), any_rules)
def test_counts_part_all_rolls(pool: V5Pool, difficulty: int, rules: V5Rules) -> None:
    """Outcomes and success counts each sum to 10**n."""
    odds = pool_odds(pool, difficulty, rules)
    assert odds.ways == 10**pool.size
    assert sum(odds.successes) == odds.ways
    assert sum(odds.outcomes.values()) == odds.ways
    assert min(odds.outcomes.values()) >= 0
    assert Fraction(sum(odds.outcomes[it] for it in WINS), odds.ways) == odds.win


@untimed
@given(st.integers(5, 40), st.integers(1, 5), st.integers(1, 80), any_rules)
def test_hunger_never_changes_successes(
    size: int, hunger: int, difficulty: int, rules: V5Rules
) -> None:
    """A15: Hunger moves colours, never successes or the chance to win."""
    calm = pool_odds(V5Pool(size), difficulty, rules)
    hungry = pool_odds(V5Pool(size - hunger, hunger), difficulty, rules)
    assert hungry.successes == calm.successes
    assert hungry.win == calm.win


@untimed
@given(st.integers(1, 34), st.integers(0, 5), st.integers(1, 80), any_rules)
def test_more_dice_never_lower_the_chance(
    regular: int, hunger: int, difficulty: int, rules: V5Rules
) -> None:
    """One more regular die never hurts; nor does an easier task."""
    odds = pool_odds(V5Pool(regular, hunger), difficulty, rules)
    assert pool_odds(V5Pool(regular + 1, hunger), difficulty, rules).win >= odds.win
    assert pool_odds(V5Pool(regular, hunger), difficulty + 1, rules).win <= odds.win


@untimed
@given(some_pools, st.integers(1, 30), st.integers(-30, 60))
def test_margins_add_up_from_successes(pool: V5Pool, difficulty: int, margin: int) -> None:
    """A1.5: a margin of k or more is Difficulty + k successes or more."""
    odds = pool_odds(pool, difficulty)
    enough = [ways for k, ways in enumerate(odds.successes) if k - difficulty >= margin]
    assert odds.chance_of_margin(margin) == Fraction(sum(enough), odds.ways)


def test_one_die_by_hand() -> None:
    """One Hunger die at Difficulty 1: 5 faces win, one is bestial, four show nothing."""
    odds = pool_odds(V5Pool(0, 1), 1)
    assert told(odds) == {
        Outcome.SUCCESS: 5,
        Outcome.BESTIAL_FAILURE: 1,
        Outcome.TOTAL_FAILURE: 4,
    }
    assert odds.successes == (5, 5)
    assert odds.mean_successes == Fraction(1, 2)


def test_two_tens_are_worth_four() -> None:
    """A1.4: two dice have 4 successes in one roll of a hundred, and never 3."""
    assert pool_odds(V5Pool(2), None).successes == (25, 50, 24, 0, 1)


def test_without_a_difficulty_there_is_no_outcome() -> None:
    """A1.10: the default only reports; the switch reads such a roll against 1."""
    odds = pool_odds(V5Pool(3, 2), None)
    assert (odds.difficulty, odds.outcomes) == (None, {})
    with pytest.raises(ValueError, match=r"^without a Difficulty"):
        odds.chance(Outcome.SUCCESS)
    with pytest.raises(ValueError, match=r"^without a Difficulty"):
        _ = odds.win
    as_one = pool_odds(V5Pool(3, 2), None, V5Rules(no_difficulty="treat_as_1"))
    assert as_one == pool_odds(V5Pool(3, 2), 1)


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((0, 0), "size of the pool is 0; accepted: 1 to 40"),
        ((41, 0), "regular dice is 41; accepted: 0 to 40"),
        ((36, 5), "size of the pool is 41"),
        ((3, 6), "Hunger dice is 6; accepted: 0 to 5"),
        ((3, -1), "Hunger dice is -1"),
        ((-1, 2), "regular dice is -1"),
    ],
)
def test_pools_out_of_range(dice: tuple[int, int], words: str) -> None:
    """Odds are given for 1 to 40 dice, 5 Hunger dice at most."""
    with pytest.raises(ValueError, match=words):
        V5Pool(*dice)


def test_difficulties_below_one() -> None:
    """A1.9: 0 is no Difficulty."""
    with pytest.raises(ValueError, match="Difficulty is 0; accepted: 1 or more"):
        pool_odds(V5Pool(3), 0)


def test_largest_pool() -> None:
    """40 dice: 80 successes are one roll of 10**40, and any Difficulty past that is lost."""
    odds = pool_odds(V5Pool(35, 5), 80)
    assert odds.outcomes[Outcome.MESSY_CRITICAL] == 1
    assert odds.win == Fraction(1, 10**40)
    assert pool_odds(V5Pool(35, 5), 81).win == 0
    assert odds.chance_of_successes(-3) == 1


def test_defaults_are_the_default_preset() -> None:
    """Without rules the odds are those of the preset ``v5``."""
    assert pool_odds(V5Pool(4, 3), 2) == pool_odds(V5Pool(4, 3), 2, DEFAULT_RULES)
