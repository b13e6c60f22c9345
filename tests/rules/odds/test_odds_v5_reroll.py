"""Odds of the Willpower reroll against the readings: every roll, every choice, every new face."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_reroll import reroll_odds
from server.rules.odds.v5_reroll_choices import reroll_choices
from server.rules.odds.v5_reroll_table import SCALE, reroll_table
from server.rules.odds.v5_spread import V5Pool
from server.rules.v5.counting import Tally, tally
from server.rules.v5.faces import Faces, is_success
from server.rules.v5.house_rules import SWITCHES, V5Rules
from server.rules.v5.reroll import rescue_chance
from server.rules.v5.verdict import Outcome, give_verdict
from tests.rules.odds.rolls import (
    V5_SWITCHES,
    class_rolls,
    named,
    pools,
    raw_rolls,
    shown_by,
    single_and_paired,
    untimed,
    v5_rules,
)
from tests.rules.v5.strategies import Rerolled, any_rules, faces, rerolled_rolls

REROLLING = {
    name: V5_SWITCHES[name]
    for name in ("extra_tens", "messy_scope", "wp_reroll_scope", "wp_reroll_may_crit")
}
NEW_FACES = ((5, 5), (6, 4), (10, 1))


@dataclass
class Rolled:
    """A roll after some choice: how many of a thousand ways show so much, messy or not."""

    is_usual: bool
    is_stay: bool
    ways: dict[tuple[int, bool], int] = field(default_factory=dict)

    def win(self, difficulty: int) -> int:
        """Ways to win, of 1000."""
        return sum(ways for (shown, _), ways in self.ways.items() if shown >= difficulty)

    def clean(self, difficulty: int) -> int:
        """Ways to win without a messy critical, of 1000."""
        return sum(
            ways for (shown, messy), ways in self.ways.items() if shown >= difficulty and not messy
        )


class ByHand:
    """Rerolls tried out one by one with the readings."""

    def __init__(self, rules: V5Rules) -> None:
        self.rules = rules
        self._known: dict[tuple[Faces, frozenset[int]], tuple[int, bool]] = {}

    def choices(self, rolled: Faces) -> Iterator[Rolled]:
        """Every legal choice of dice that differs in the faces it takes up."""
        dice = range(len(rolled.regular))
        failed = [i for i in dice if not is_success(rolled.regular[i])]
        usual = sorted(rolled.regular[i] for i in failed[:3])
        seen = set()
        for chosen in product((False, True), repeat=len(dice)):
            indices = [i for i in dice if chosen[i]]
            taken = tuple(sorted(rolled.regular[i] for i in indices))
            if len(indices) > 3 or taken in seen:
                continue
            if self.rules.wp_reroll_scope == "failed_only" and not set(indices) <= set(failed):
                continue
            seen.add(taken)
            yield self._try(rolled, indices, list(taken) == usual)

    def _try(self, rolled: Faces, indices: list[int], is_usual: bool) -> Rolled:
        found = Rolled(is_usual, not indices)
        for new, ways in shown_by(len(indices), NEW_FACES):
            regular = list(rolled.regular)
            for index, face in zip(indices, new, strict=True):
                regular[index] = face
            read = self._read(Faces(tuple(regular), rolled.hunger), frozenset(indices))
            scaled = ways * 10 ** (3 - len(indices))
            found.ways[read] = found.ways.get(read, 0) + scaled
        return found

    def _read(self, after: Faces, rerolled: frozenset[int]) -> tuple[int, bool]:
        if self.rules.wp_reroll_may_crit == "yes":
            rerolled = frozenset()  # it makes no difference then, and more is remembered
        key = (after, rerolled)
        known = self._known.get(key)
        if known is None:
            shown: Tally = tally(after, self.rules, rerolled)
            outcome = give_verdict(shown, is_win=True, rules=self.rules).outcome
            known = self._known[key] = (shown.successes, outcome is Outcome.MESSY_CRITICAL)
        return known


def check_pool(regular: int, hunger: int, rules: V5Rules, difficulties: range) -> None:
    """Compare all six chances at every Difficulty."""
    by_hand = ByHand(rules)
    sums = {difficulty: [0] * 6 for difficulty in difficulties}
    for rolled, ways in class_rolls(regular, hunger):
        tried = list(by_hand.choices(rolled))
        stay = next(it for it in tried if it.is_stay)
        usual = next(it for it in tried if it.is_usual)
        for difficulty, total in sums.items():
            followed = stay if stay.win(difficulty) else usual
            total[0] += ways * stay.win(difficulty)
            total[1] += ways * followed.win(difficulty)
            total[2] += ways * max(it.win(difficulty) for it in tried)
            total[3] += ways * stay.clean(difficulty)
            total[4] += ways * followed.clean(difficulty)
            total[5] += ways * max(it.clean(difficulty) for it in tried)
    pool = V5Pool(regular, hunger)
    for difficulty, total in sums.items():
        odds = reroll_odds(pool, difficulty, rules)
        told = (
            odds.win,
            odds.usual_win,
            odds.best_win,
            odds.clean,
            odds.usual_clean,
            odds.best_clean,
        )
        expected = tuple(Fraction(ways, pool.ways * 1000) for ways in total)
        assert told == expected, (regular, hunger, difficulty)


@pytest.mark.parametrize("switches", single_and_paired(REROLLING), ids=named)
def test_pools_up_to_four_dice(switches: dict[str, str]) -> None:
    """Every switch alone and every pair, all Difficulties up to one past the most successes."""
    for regular, hunger in pools(4):
        check_pool(regular, hunger, v5_rules(switches), range(1, 2 * (regular + hunger) + 2))


@pytest.mark.parametrize("size", [5, 6])
@pytest.mark.parametrize("switches", single_and_paired(REROLLING), ids=named)
def test_pools_of_five_and_six_dice(switches: dict[str, str], size: int) -> None:
    """Larger pools, where misses, hits and tens compete for the three dice."""
    for hunger in (0, 1, 2, 3, 5):
        check_pool(size - hunger, hunger, v5_rules(switches), range(2, size + 4))


@pytest.mark.parametrize("part", range(4))
def test_no_other_switch_matters(part: int) -> None:
    """A switch that the odds do not name, alone or paired, leaves what the readings say."""
    for switches in single_and_paired(V5_SWITCHES)[part::4]:
        check_pool(2, 1, v5_rules(switches), range(1, 5))


def test_raw_faces_of_three_dice() -> None:
    """The usual and the best chance again, every roll face by face."""
    rules = V5Rules()
    pool = V5Pool(2, 1)
    usual = best = Fraction(0)
    for rolled in raw_rolls(2, 1):
        shown = tally(rolled, rules).successes
        usual += 1 if shown >= 3 else rescue_chance(rolled, 3, rules)
        best += max(it.win for it in reroll_choices(rolled, 3, rules).choices)
    odds = reroll_odds(pool, 3, rules)
    assert (odds.usual_win, odds.best_win) == (usual / pool.ways, best / pool.ways)


some_pools = st.builds(V5Pool, st.integers(1, 35), st.integers(0, 5))


@untimed
@given(some_pools, st.integers(1, 84), any_rules)
def test_a_better_strategy_is_never_worse(pool: V5Pool, difficulty: int, rules: V5Rules) -> None:
    """No reroll, the usual one and the best one are in this order; clean wins are wins."""
    odds = reroll_odds(pool, difficulty, rules)
    assert 0 <= odds.win <= odds.usual_win <= odds.best_win <= 1
    assert 0 <= odds.clean <= odds.usual_clean <= odds.best_clean <= odds.best_win
    plain = pool_odds(pool, difficulty, rules)
    assert odds.win == plain.win
    assert odds.clean == plain.win - plain.chance(Outcome.MESSY_CRITICAL)
    assert odds.usual_gain == odds.usual_win - odds.win
    assert odds.best_gain == odds.best_win - odds.win
    assert odds.best_clean_gain == odds.best_clean - odds.clean


@untimed
@given(some_pools, st.integers(1, 60))
def test_without_hunger_dice_every_win_is_clean(pool: V5Pool, difficulty: int) -> None:
    """Nothing is messy without Hunger dice."""
    odds = reroll_odds(V5Pool(pool.regular), difficulty)
    assert (odds.clean, odds.usual_clean, odds.best_clean) == (
        odds.win,
        odds.usual_win,
        odds.best_win,
    )


def test_the_best_choice_may_give_up_a_success() -> None:
    """A ten and a six at Difficulty 4 with no die failed: only a second ten helps."""
    told = reroll_choices(Faces((10, 6), ()), 4)
    assert told.best_win.indices == (1,)
    assert told.best_win.win == Fraction(1, 10)
    assert [it.indices for it in told.choices] == [(), (0,), (1,), (0, 1)]


def test_a_messy_critical_may_be_rolled_away() -> None:
    """A3.5: with one Hunger ten, all regular tens are rolled again and no new one may come."""
    told = reroll_choices(Faces((10, 8, 7, 2), (10, 3)), 3)
    stay = told.choices[0]
    assert stay.indices == ()
    assert (stay.win, stay.clean) == (Fraction(1), Fraction(0))
    assert told.best_clean.indices == (0,)
    assert told.best_clean.clean == Fraction(9, 10)
    assert told.best_win == told.best_clean
    harder = reroll_choices(Faces((10, 8, 7, 2), (10, 3)), 4)
    assert harder.best_clean.indices == (0, 3)
    assert harder.best_clean.clean == Fraction(81 - 25, 100)
    assert harder.best_win.win == 1


@pytest.mark.parametrize("tens", [(10,), (10, 10), (10, 10, 10)])
def test_two_hunger_tens_stay_messy(tens: tuple[int, ...]) -> None:
    """A3.5: it never works with two Hunger tens."""
    assert reroll_choices(Faces((*tens, 2), (10, 10)), 2).best_clean.clean == 0


def test_four_regular_tens_are_too_many_to_roll_away() -> None:
    """A3.5: with one Hunger ten and four regular ones a pair is left; with three it is not."""
    assert reroll_choices(Faces((10,) * 4, (10,)), 1).best_clean.clean == 0
    assert reroll_choices(Faces((10,) * 3, (10,)), 1).best_clean.clean == Fraction(729, 1000)


def test_the_worked_case_of_the_facts() -> None:
    """A3.6: normal [4,3], hunger [6,1,2] at Difficulty 2 is rescued with 75 %."""
    told = reroll_choices(Faces((4, 3), (6, 1, 2)), 2)
    assert told.choices[0].chance(Outcome.BESTIAL_FAILURE) == 1
    assert told.best_win.indices == (0, 1)
    assert told.best_win.win == Fraction(3, 4)
    assert told.best_win.chance(Outcome.BESTIAL_FAILURE) == Fraction(1, 4)


@untimed
@given(faces(5, 3), st.integers(1, 12), any_rules)
def test_choices_after_the_roll_agree_with_trying_them_out(
    rolled: Faces, difficulty: int, rules: V5Rules
) -> None:
    """The same chances as trying every subset; the usual choice is ``rescue_chance``'s."""
    alike = Faces(representative(rolled.regular), rolled.hunger)
    tried = list(ByHand(rules).choices(alike))
    told = reroll_choices(rolled, difficulty, rules)
    assert told.best_win.win == Fraction(max(it.win(difficulty) for it in tried), 1000)
    assert told.best_clean.clean == Fraction(max(it.clean(difficulty) for it in tried), 1000)
    assert len(told.choices) == len(tried)
    for choice in told.choices:
        assert sum(choice.outcomes.values()) == choice.ways == 10 ** len(choice.indices)
    failed = tuple(i for i, face in enumerate(rolled.regular) if not is_success(face))[:3]
    usual = next(it for it in told.choices if it.indices == failed)
    if told.choices[0].win == 0:
        assert usual.win == rescue_chance(rolled, difficulty, rules)


def representative(regular: tuple[int, ...]) -> tuple[int, ...]:
    """The same dice with one face for each class."""
    return tuple(10 if face == 10 else 6 if is_success(face) else 5 for face in regular)


@untimed
@given(rerolled_rolls(), st.integers(1, 12), any_rules)
def test_dice_rerolled_before_are_read_as_such(
    rolled: Rerolled, difficulty: int, rules: V5Rules
) -> None:
    """Where a table allows several rerolls, tens of the first one pair as the switch says."""
    before = frozenset(rolled.indices)
    told = reroll_choices(rolled.after, difficulty, rules, rerolled=before)
    shown = tally(rolled.after, rules, before)
    assert told.choices[0].win == (shown.successes >= difficulty)
    if told.choices[0].win == 0:
        rescue = rescue_chance(rolled.after, difficulty, rules, rerolled=before)
        assert told.best_win.win >= rescue


def test_only_failed_dice_where_the_table_says_so() -> None:
    """B: under ``failed_only`` neither hits nor tens are offered."""
    rules = V5Rules(wp_reroll_scope="failed_only")
    told = reroll_choices(Faces((10, 6, 2, 3), (10,)), 9, rules)
    assert [it.indices for it in told.choices] == [(), (2,), (2, 3)]


def test_a_roll_of_hunger_dice_alone() -> None:
    """There is nothing to choose, before the roll and after it."""
    told = reroll_choices(Faces((), (1, 8)), 2)
    assert [it.indices for it in told.choices] == [()]
    odds = reroll_odds(V5Pool(0, 3), 2)
    assert odds.win == odds.usual_win == odds.best_win


def test_a_reroll_needs_a_difficulty() -> None:
    """Without one there is nothing to win, unless the table reads such a roll against 1."""
    for asked in (
        lambda: reroll_odds(V5Pool(2), None),
        lambda: reroll_choices(Faces((2,), ()), None),
    ):
        with pytest.raises(ValueError, match=r"^without a Difficulty"):
            asked()
    as_one = V5Rules(no_difficulty="treat_as_1")
    assert reroll_odds(V5Pool(2), None, as_one) == reroll_odds(V5Pool(2), 1)
    assert reroll_choices(Faces((2,), ()), None, as_one).best_win.win == Fraction(1, 2)


def test_what_cannot_be_asked() -> None:
    """Difficulties below 1, no dice, too many dice, and dice that are not there."""
    with pytest.raises(ValueError, match="accepted: 1 or more"):
        reroll_odds(V5Pool(2), 0)
    with pytest.raises(ValueError, match="accepted: 1 or more"):
        reroll_choices(Faces((2,), ()), 0)
    with pytest.raises(ValueError, match="size of the pool is 0"):
        reroll_choices(Faces((), ()), 1)
    with pytest.raises(ValueError, match="accepted: 0 to 40"):
        reroll_choices(Faces((2,) * 41, ()), 1)
    with pytest.raises(ValueError, match="no regular die 1"):
        reroll_choices(Faces((2,), (3,)), 1, rerolled=frozenset({1}))


def test_the_switches_of_the_table_are_all_that_the_odds_name() -> None:
    """A guard for this file: the four switches exist, each with two values."""
    assert {name: len(SWITCHES[name].values) for name in REROLLING} == dict.fromkeys(REROLLING, 2)


def test_among_equal_choices_the_fewest_dice_are_told() -> None:
    """A roll that is won for certain, and one that three misses cannot save, are best left."""
    for roll, difficulty in ((Faces((6, 6, 2, 3), ()), 2), (Faces((2, 3, 4), ()), 9)):
        told = reroll_choices(roll, difficulty)
        assert len(told.choices) > 1
        assert told.best_win.indices == told.best_clean.indices == ()


@pytest.mark.parametrize(
    "switches",
    [
        {},
        {"messy_scope": "best_pair_only"},
        {"extra_tens": "each_extra"},
        {"wp_reroll_may_crit": "no"},
    ],
    ids=named,
)
def test_many_tens_are_worth_what_each_choice_says(switches: dict[str, str]) -> None:
    """The table sets pairs beyond the sixth ten off; trying out every choice does not."""
    rules = v5_rules(switches)
    for tens, hunger_tens, (misses, hits) in product(
        (7, 8, 9), (0, 4, 5), ((3, 0), (1, 1), (0, 2))
    ):
        roll = Faces((10,) * tens + (6,) * hits + (2,) * misses, (10,) * hunger_tens)
        for short in (0, 1, 3):
            difficulty = tally(roll, rules).successes + short
            told = reroll_choices(roll, difficulty, rules)
            judged = reroll_table(rules).judge(difficulty - hits, misses, hits, tens, hunger_tens)
            assert told.choices[0].win == Fraction(judged.stay.win, SCALE)
            assert told.best_win.win == Fraction(judged.best_win, SCALE)
            assert told.best_clean.clean == Fraction(judged.best_clean, SCALE)
