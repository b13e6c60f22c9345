"""What a Willpower reroll does to one roll: the chance of every choice of dice, and the best."""

from functools import lru_cache
from itertools import product
from math import comb
from typing import Final, NamedTuple

from server.rules.odds.v5_spread import worth
from server.rules.odds.ways import MISS_FACES, SUCCESS_FACES
from server.rules.v5.counting import Tally
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.reroll import MAX_REROLLED
from server.rules.v5.verdict import Outcome, give_verdict

SCALE: Final = 10**MAX_REROLLED
"""Values of a table are whole numbers of this many equally likely further rolls."""

MOST_GAINED: Final = 7
"""Most successes that a reroll adds: three misses become tens, and one more ten finds a pair."""

_TENS_TOLD_APART: Final = 6
_HUNGER_TENS_TOLD_APART: Final = 3
_LEAST_MISSING: Final = -MAX_REROLLED


class Value(NamedTuple):
    """Ways to win, and ways to win without a messy critical; of ``SCALE``."""

    win: int
    clean: int


class Standing(NamedTuple):
    """
    A roll as far as a reroll cares.

    Attributes:
        missing: Successes that tens have to give: those needed less *all* hits of the roll.
        misses: Regular dice without a success, counted up to 3.
        hits: Regular dice that show a success but no ten, counted up to 3.
        tens: Regular tens that may form pairs.
        hunger_tens: Tens on Hunger dice.
    """

    missing: int
    misses: int
    hits: int
    tens: int
    hunger_tens: int


class Judged(NamedTuple):
    """What a roll is worth: as it lies, by the usual strategy, and by the best choices."""

    stay: Value
    usual: Value
    best_win: int
    best_clean: int


class RerollTable:
    """
    The worth of every standing under one table's switches, computed when first asked for.

    A roll is the same to a reroll when pairs of tens beyond the sixth regular and the third
    Hunger ten are set off against four successes each: at most three dice are rolled again, so
    these pairs stay whatever is chosen. That keeps the table small for any pool and Difficulty.
    """

    def __init__(self, rules: V5Rules) -> None:
        self._rules = rules
        self._each_extra = rules.extra_tens == "each_extra"
        self._new_tens_pair = rules.wp_reroll_may_crit == "yes"
        most = 0 if rules.wp_reroll_scope == "failed_only" else MAX_REROLLED
        counts = (range(MAX_REROLLED + 1), range(most + 1), range(most + 1))
        self._choices = [choice for choice in product(*counts) if sum(choice) <= MAX_REROLLED]
        self._judged: dict[tuple[int, int, int, int, int], Judged] = {}
        self._values: dict[tuple[int, int, int, int], Value] = {}

    def judge(self, missing: int, misses: int, hits: int, tens: int, hunger_tens: int) -> Judged:
        """Say what a roll is worth; the arguments as in ``Standing``, of any size."""
        while tens > _TENS_TOLD_APART:
            tens -= 2
            missing -= 4
        while hunger_tens > _HUNGER_TENS_TOLD_APART:
            hunger_tens -= 2
            missing -= 4
        missing = max(missing, _LEAST_MISSING)
        misses, hits = min(misses, MAX_REROLLED), min(hits, MAX_REROLLED)
        key = (missing, misses, hits, tens, hunger_tens)
        judged = self._judged.get(key)
        if judged is None:
            judged = self._judged[key] = self._judge(Standing(*key))
        return judged

    def _judge(self, roll: Standing) -> Judged:
        stay = self._value(0, roll.missing, roll.tens, roll.hunger_tens)
        usual = stay
        if not stay.win:
            usual = self._value(roll.misses, roll.missing, roll.tens, roll.hunger_tens)
        best_win = best_clean = 0
        for misses, hits, tens in self._choices:
            if misses > roll.misses or hits > roll.hits or tens > roll.tens:
                continue
            dice = misses + hits + tens
            value = self._value(dice, roll.missing + hits, roll.tens - tens, roll.hunger_tens)
            best_win = max(best_win, value.win)
            best_clean = max(best_clean, value.clean)
        return Judged(stay, usual, best_win, best_clean)

    def _value(self, dice: int, missing: int, tens: int, hunger_tens: int) -> Value:
        """The worth of rolling *dice* again while *tens* and *hunger_tens* stay."""
        key = (dice, missing, tens, hunger_tens)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._count(*key)
        return value

    def _count(self, dice: int, missing: int, tens: int, hunger_tens: int) -> Value:
        win = clean = 0
        for new_tens in range(dice + 1):
            paired = tens + new_tens if self._new_tens_pair else tens
            loose = tens + new_tens - paired
            given = worth(paired + hunger_tens, self._each_extra) + loose
            ways = 0
            for new_hits in range(dice - new_tens + 1):
                if given + new_hits >= missing:
                    ways += _new_faces(dice, new_tens, new_hits)
            win += ways
            if not self._is_messy(paired, hunger_tens):
                clean += ways
        scale = 10 ** (MAX_REROLLED - dice)
        return Value(win * scale, clean * scale)

    def _is_messy(self, regular_tens: int, hunger_tens: int) -> bool:
        tens = regular_tens + hunger_tens
        shown = Tally(tens, tens - tens % 2, tens // 2, regular_tens, hunger_tens, 0)
        return give_verdict(shown, is_win=True, rules=self._rules).outcome is Outcome.MESSY_CRITICAL


def _new_faces(dice: int, tens: int, hits: int) -> int:
    """Ways in which *dice* show so many tens and other successes."""
    misses = dice - tens - hits
    return int(
        comb(dice, tens) * comb(dice - tens, hits) * SUCCESS_FACES**hits * MISS_FACES**misses
    )


def reroll_table(rules: V5Rules) -> RerollTable:
    """The table for a room's switches; rooms that agree on what matters here share one."""
    return _table(
        rules.extra_tens, rules.messy_scope, rules.wp_reroll_scope, rules.wp_reroll_may_crit
    )


@lru_cache(maxsize=16)
def _table(extra_tens: str, messy_scope: str, scope: str, may_crit: str) -> RerollTable:
    return RerollTable(
        V5Rules(
            extra_tens="each_extra" if extra_tens == "each_extra" else "per_pair",
            messy_scope="best_pair_only" if messy_scope == "best_pair_only" else "any_ten",
            wp_reroll_scope="failed_only" if scope == "failed_only" else "any_normal",
            wp_reroll_may_crit="no" if may_crit == "no" else "yes",
        )
    )
