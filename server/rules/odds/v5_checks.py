"""Exact odds of the V5 rolls beside the pool: Rouse checks, Remorse, and resisting frenzy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_spread import V5Pool
from server.rules.odds.ways import MAX_DICE, MISS_FACES, check_range
from server.rules.v5.frenzy import FrenzyOutcome
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.humanity import MAX_HUMANITY, remorse_dice
from server.rules.v5.hunger import MAX_HUNGER, check_hunger
from server.rules.v5.verdict import Outcome

_STARVING: Final = MAX_HUNGER


@dataclass(frozen=True, slots=True)
class RouseOdds:
    """
    What a series of Rouse checks may do, in whole numbers of its equally likely rolls.

    Attributes:
        ways: 10 for each die rolled multiplied.
        hunger_before: Hunger before the first check.
        hunger_after: Entry h counts the rolls that leave Hunger h; 6 entries.
        failed: Entry k counts the rolls in which k checks fail; one entry more than checks.
        frenzy_tests: Entry k counts the rolls that call for k hunger frenzy tests; one entry
            more than checks.
    """

    ways: int
    hunger_before: int
    hunger_after: tuple[int, ...]
    failed: tuple[int, ...]
    frenzy_tests: tuple[int, ...]

    @property
    def no_gain(self) -> Fraction:
        """The chance that Hunger stays."""
        return Fraction(self.hunger_after[self.hunger_before], self.ways)

    @property
    def mean_failed(self) -> Fraction:
        """Failed checks on average."""
        return _mean(self.failed, self.ways)

    @property
    def mean_hunger_after(self) -> Fraction:
        """Hunger afterwards, on average."""
        return _mean(self.hunger_after, self.ways)

    @property
    def any_frenzy_test(self) -> Fraction:
        """The chance of one hunger frenzy test or more."""
        return 1 - Fraction(self.frenzy_tests[0], self.ways)


def rouse_odds(dice: Sequence[int], *, hunger: int, rules: V5Rules = DEFAULT_RULES) -> RouseOdds:
    """
    Count what Rouse checks made one after another do to Hunger.

    Every check is made, whatever came of the ones before: a frenzy test that falls due is counted
    and does not end the series, and Hunger 5 does not either.

    Args:
        dice: 1 to 40 checks; for each the dice it takes, 1, or 2 of which the better counts.
        hunger: Hunger before the first check, 0 to 5.
        rules: The room's switches; here ``hunger5_check``.

    Raises:
        ValueError: A number is out of its range.

    Rule: A4.1, A4.4, A4.6, A4.7.
    """
    check_hunger(hunger)
    check_range("the number of Rouse checks", len(dice), 1, MAX_DICE)
    states = {(hunger, 0): 1}
    failed = [1]
    ways = 1
    for count in dice:
        check_range("the dice of a Rouse check", count, 1, 2)
        all_ways, fail_ways = 10**count, MISS_FACES**count
        states = _one_check(states, all_ways - fail_ways, fail_ways, rules)
        passes = [kept * (all_ways - fail_ways) for kept in (*failed, 0)]
        failed = [
            passed + more * fail_ways for passed, more in zip(passes, (0, *failed), strict=True)
        ]
        ways *= all_ways
    after, tests = [0] * (MAX_HUNGER + 1), [0] * (len(dice) + 1)
    for (now, tested), count in states.items():
        after[now] += count
        tests[tested] += count
    return RouseOdds(ways, hunger, tuple(after), tuple(failed), tuple(tests))


def _one_check(
    states: Mapping[tuple[int, int], int], pass_ways: int, fail_ways: int, rules: V5Rules
) -> dict[tuple[int, int], int]:
    """Make one check from each (Hunger, frenzy tests so far)."""
    found: dict[tuple[int, int], int] = {}
    for (hunger, tests), count in states.items():
        starving = int(hunger == _STARVING)
        tested_anyway = starving if rules.hunger5_check == "always" else 0
        passed = (hunger, tests + tested_anyway)
        failed = (min(_STARVING, hunger + 1), tests + starving)
        found[passed] = found.get(passed, 0) + count * pass_ways
        found[failed] = found.get(failed, 0) + count * fail_ways
    return found


@dataclass(frozen=True, slots=True)
class RemorseOdds:
    """
    What a Remorse roll may do.

    Attributes:
        dice: Dice of the roll, 1 or more.
        kept: The chance that Humanity stays.
        humanity_after: Chances by Humanity afterwards, the higher one first.
    """

    dice: int
    kept: Fraction
    humanity_after: Mapping[int, Fraction]


def remorse_odds(humanity: int, stains: int, overflow: int = 0, modifier: int = 0) -> RemorseOdds:
    """
    Say how likely Remorse keeps *humanity*: one success on any of its dice.

    Args:
        humanity: 1 to 10; at 0 the character is lost already.
        stains: Stains in boxes.
        overflow: Stains beyond the boxes; with *stains* 1 or more, or no Remorse is due.
        modifier: Dice added or taken; at least one die is rolled.

    Raises:
        ValueError: The numbers cannot stand together, there is no Stain, or the modifier makes
            more than 40 dice.

    Rule: A11.3.
    """
    check_range("Humanity", humanity, 1, MAX_HUMANITY)
    dice = remorse_dice(humanity, stains, overflow, modifier)
    check_range("the number of Stains", stains + overflow, 1, None)
    check_range("the dice of a Remorse roll", dice, 1, MAX_DICE)
    lost = Fraction(MISS_FACES**dice, 10**dice)
    return RemorseOdds(dice, 1 - lost, {humanity: 1 - lost, humanity - 1: lost})


@dataclass(frozen=True, slots=True)
class FrenzyOdds:
    """
    How resisting frenzy may come out, in whole numbers of 10**n equally likely rolls.

    Attributes:
        ways: How many rolls there are.
        outcomes: Rolls of every outcome.
    """

    ways: int
    outcomes: Mapping[FrenzyOutcome, int]

    def chance(self, outcome: FrenzyOutcome) -> Fraction:
        """The chance of *outcome*."""
        return Fraction(self.outcomes[outcome], self.ways)


def frenzy_odds(dice: int, difficulty: int, rules: V5Rules = DEFAULT_RULES) -> FrenzyOdds:
    """
    Count the rolls to resist frenzy.

    Args:
        dice: 1 to 40, as ``frenzy_dice`` says; none is a Hunger die.
        difficulty: From the provocation, 1 or more.
        rules: The room's switches; here ``extra_tens``.

    Raises:
        ValueError: A number is out of its range.

    Rule: A12.1, A12.2.
    """
    check_range("the dice against frenzy", dice, 1, MAX_DICE)
    counts = pool_odds(V5Pool(dice), difficulty, rules).outcomes
    resisted = counts[Outcome.SUCCESS]
    critical = counts[Outcome.CRITICAL]
    ways = int(10**dice)
    return FrenzyOdds(
        ways,
        {
            FrenzyOutcome.RESISTED: resisted,
            FrenzyOutcome.RESISTED_CRITICAL: critical,
            FrenzyOutcome.FRENZY: ways - resisted - critical,
        },
    )


def _mean(counts: Sequence[int], ways: int) -> Fraction:
    return Fraction(sum(value * count for value, count in enumerate(counts)), ways)
