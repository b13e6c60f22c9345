"""Exact odds of one V5 roll: outcomes, successes, and margins."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from server.rules.odds.v5_spread import Spread, V5Pool, spread
from server.rules.odds.ways import check_range
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.verdict import Outcome


@dataclass(frozen=True, slots=True)
class PoolOdds:
    """
    What a pool may show, in whole numbers of its 10**n equally likely rolls.

    Attributes:
        pool: The dice.
        ways: How many rolls there are; every count is a part of it.
        difficulty: What the rolls are read against; None when they are only reported.
        successes: Entry k counts the rolls with k successes; as long as needed.
        outcomes: Rolls of every outcome; empty without a Difficulty.
    """

    pool: V5Pool
    ways: int
    difficulty: int | None
    successes: tuple[int, ...]
    outcomes: Mapping[Outcome, int]

    def chance(self, outcome: Outcome) -> Fraction:
        """
        The chance of *outcome*.

        Raises:
            ValueError: There is no Difficulty.
        """
        self._needed()
        return Fraction(self.outcomes[outcome], self.ways)

    def chance_of_successes(self, at_least: int) -> Fraction:
        """The chance of *at_least* so many successes."""
        return Fraction(sum(self.successes[max(0, at_least) :]), self.ways)

    def chance_of_margin(self, at_least: int) -> Fraction:
        """
        The chance of a margin of *at_least*, which is negative for a miss by as much.

        Raises:
            ValueError: There is no Difficulty.

        Rule: A1.5.
        """
        return self.chance_of_successes(self._needed() + at_least)

    @property
    def win(self) -> Fraction:
        """
        The chance to win.

        Raises:
            ValueError: There is no Difficulty.
        """
        return self.chance_of_margin(0)

    @property
    def mean_successes(self) -> Fraction:
        """Successes on average."""
        return Fraction(sum(k * count for k, count in enumerate(self.successes)), self.ways)

    def _needed(self) -> int:
        if self.difficulty is None:
            raise ValueError("without a Difficulty a roll has no outcome and no margin")
        return self.difficulty


def pool_odds(pool: V5Pool, difficulty: int | None, rules: V5Rules = DEFAULT_RULES) -> PoolOdds:
    """
    Count every roll of *pool* by what ``read_roll`` makes of it.

    Args:
        pool: 1 to 40 dice.
        difficulty: Successes needed, 1 or more, or None for a roll that is only reported.
        rules: The room's switches; here ``extra_tens``, ``messy_scope``, ``bestial_failure``,
            ``total_failure`` and ``no_difficulty``.

    Raises:
        ValueError: *difficulty* is below 1.

    Rule: A1.4 to A1.10, A2.5 to A2.9, A15.
    """
    needed = needed_successes(difficulty, rules)
    shown = spread(pool, rules)
    return PoolOdds(
        pool=pool,
        ways=pool.ways,
        difficulty=needed,
        successes=shown.total,
        outcomes={} if needed is None else _outcomes(shown, needed),
    )


def needed_successes(difficulty: int | None, rules: V5Rules) -> int | None:
    """
    Say what a roll is read against: None when it is only reported.

    Raises:
        ValueError: *difficulty* is below 1.

    Rule: A1.9, A1.10.
    """
    if difficulty is None:
        return 1 if rules.no_difficulty == "treat_as_1" else None
    check_range("the Difficulty", difficulty, 1, None)
    return difficulty


def _outcomes(shown: Spread, needed: int) -> dict[Outcome, int]:
    counts = dict.fromkeys(Outcome, 0)
    for outcome, row in shown.by_win.items():
        counts[outcome] = sum(row[needed:])
    for outcome, row in shown.by_failure.items():
        counts[outcome] = sum(row[:needed])
    return counts
