"""Exact odds of a V5 roll with Willpower in hand, before any die is rolled."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from server.rules.odds.v5_pool import needed_successes
from server.rules.odds.v5_reroll_table import (
    MOST_GAINED,
    SCALE,
    Judged,
    RerollTable,
    reroll_table,
)
from server.rules.odds.v5_spread import V5Pool, worth
from server.rules.odds.ways import MISS_FACES, SUCCESS_FACES, hit_row, hit_tail
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.reroll import MAX_REROLLED


@dataclass(frozen=True, slots=True)
class RerollOdds:
    """
    What one Willpower reroll is worth before the roll.

    A win is clean when it is no messy critical. The usual strategy rolls the failed regular dice
    again, up to three, when the roll failed. The best ones look at each roll and choose up to
    three regular dice, or none, for the highest chance of their aim.

    Attributes:
        pool: The dice.
        difficulty: Successes needed.
        win: Chance to win without a reroll.
        usual_win: Chance to win by the usual strategy.
        best_win: Chance to win by the choices that make it highest.
        clean: Chance of a clean win without a reroll.
        usual_clean: Chance of a clean win by the usual strategy.
        best_clean: Chance of a clean win by the choices that make it highest.
    """

    pool: V5Pool
    difficulty: int
    win: Fraction
    usual_win: Fraction
    best_win: Fraction
    clean: Fraction
    usual_clean: Fraction
    best_clean: Fraction

    @property
    def usual_gain(self) -> Fraction:
        """What the usual strategy adds to the chance to win."""
        return self.usual_win - self.win

    @property
    def best_gain(self) -> Fraction:
        """What the best choices add to the chance to win."""
        return self.best_win - self.win

    @property
    def best_clean_gain(self) -> Fraction:
        """What the best choices add to the chance of a clean win."""
        return self.best_clean - self.clean


def reroll_odds(pool: V5Pool, difficulty: int | None, rules: V5Rules = DEFAULT_RULES) -> RerollOdds:
    """
    Count what one Willpower reroll does for *pool*.

    Args:
        pool: 1 to 40 dice.
        difficulty: Successes needed, 1 or more; None only where it is treated as 1.
        rules: The room's switches; here ``extra_tens``, ``messy_scope``, ``wp_reroll_scope``,
            ``wp_reroll_may_crit`` and ``no_difficulty``. One reroll is counted even where a
            table allows several.

    Raises:
        ValueError: *difficulty* is below 1, or there is none to win against.

    Rule: A3, A15.
    """
    needed = needed_successes(difficulty, rules)
    if needed is None:
        raise ValueError("without a Difficulty there is nothing that a reroll could win")
    sums = [0] * 6
    for ways, judged in _rolls(pool, needed, rules):
        sums[0] += ways * judged.stay.win
        sums[1] += ways * judged.usual.win
        sums[2] += ways * judged.best_win
        sums[3] += ways * judged.stay.clean
        sums[4] += ways * judged.usual.clean
        sums[5] += ways * judged.best_clean
    return RerollOdds(pool, needed, *(Fraction(ways, pool.ways * SCALE) for ways in sums))


def _rolls(pool: V5Pool, needed: int, rules: V5Rules) -> Iterator[tuple[int, Judged]]:
    """
    Every roll that may win, in groups worth the same: ways, and what they are worth.

    Rolls that no reroll can save are left out. Rolls that need no reroll for any aim, and messy
    ones that none can clean, are taken together.
    """
    table = reroll_table(rules)
    each_extra = rules.extra_tens == "each_extra"
    for hunger_tens in range(pool.hunger + 1):
        for tens in range(pool.regular + 1):
            others = pool.size - tens - hunger_tens
            short = needed - worth(tens + hunger_tens, each_extra)
            ways = comb(pool.regular, tens) * comb(pool.hunger, hunger_tens)
            enough = max(0, short)
            judged_until = min(others + 1, enough)
            won = table.judge(-MAX_REROLLED, MAX_REROLLED, MAX_REROLLED, tens, hunger_tens)
            if won.best_clean == won.stay.clean:
                if enough <= others:
                    yield ways * hit_tail(others)[enough], won
            else:
                judged_until = others + 1
            for hits in range(max(0, short - MOST_GAINED), judged_until):
                yield from _with_hits(pool, table, needed, tens, hunger_tens, hits)


def _with_hits(
    pool: V5Pool,
    table: RerollTable,
    needed: int,
    tens: int,
    hunger_tens: int,
    hits: int,
) -> Iterator[tuple[int, Judged]]:
    """The rolls with so many tens and other successes, apart by what regular dice they leave."""
    missing = needed - hits
    regular, hunger = pool.regular - tens, pool.hunger - hunger_tens
    ways = comb(pool.regular, tens) * comb(pool.hunger, hunger_tens)
    fewest, most = max(0, hits - hunger), min(hits, regular)
    if regular - most >= MAX_REROLLED:
        # With three misses to roll again nobody gives up a hit, so where the hits lie is all one.
        judged = table.judge(missing, MAX_REROLLED, MAX_REROLLED, tens, hunger_tens)
        yield ways * hit_row(regular + hunger)[hits], judged
        return
    ways *= SUCCESS_FACES**hits * MISS_FACES ** (regular + hunger - hits)
    for regular_hits in range(fewest, most + 1):
        split = comb(regular, regular_hits) * comb(hunger, hits - regular_hits)
        judged = table.judge(missing, regular - regular_hits, regular_hits, tens, hunger_tens)
        yield ways * split, judged
