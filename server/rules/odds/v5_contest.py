"""Exact odds of a V5 contest: who wins, what each side's roll is, and by how much."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import assert_never

from server.rules.odds.v5_spread import Row, Spread, V5Pool, spread
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.verdict import Outcome

OutcomePair = tuple[Outcome | None, Outcome | None]
"""The attacker's outcome and the defender's; None for a tie neither won nor lost."""


@dataclass(frozen=True, slots=True)
class ContestOdds:
    """
    How a contest may come out, in whole numbers of its equally likely pairs of rolls.

    Attributes:
        ways: How many pairs of rolls there are: 10 for each die of either side multiplied.
        margins: Pairs by the attacker's successes less the defender's, from lowest to highest.
        outcomes: Pairs by the two sides' outcomes, each read against the other's successes;
            pairs that cannot happen are left out.
        attacker_wins: Pairs that the attacker wins, ties included where ``tie`` gives them so.
        defender_wins: The same for the defender.
        nobody_wins: Ties that neither side wins.
    """

    ways: int
    margins: Mapping[int, int]
    outcomes: Mapping[OutcomePair, int]
    attacker_wins: int
    defender_wins: int
    nobody_wins: int

    def chance(self, ways: int) -> Fraction:
        """A count of this contest as a chance."""
        return Fraction(ways, self.ways)

    def chance_of_margin(self, at_least: int) -> Fraction:
        """The chance that the attacker is ahead by *at_least* so many successes."""
        return self.chance(sum(count for by, count in self.margins.items() if by >= at_least))

    @property
    def tied(self) -> Fraction:
        """The chance of equal successes, whoever wins then."""
        return self.chance(self.margins[0])

    def attacker_outcomes(self) -> dict[Outcome | None, int]:
        """Pairs by the attacker's outcome alone."""
        return _one_side(self.outcomes, 0)

    def defender_outcomes(self) -> dict[Outcome | None, int]:
        """Pairs by the defender's outcome alone."""
        return _one_side(self.outcomes, 1)


def contest_odds(attacker: V5Pool, defender: V5Pool, rules: V5Rules = DEFAULT_RULES) -> ContestOdds:
    """
    Count every pair of rolls of two pools of 1 to 40 dice by what ``resolve_contest`` makes of it.

    Args:
        attacker: The side that began it.
        defender: The other side.
        rules: The room's switches; here those of ``pool_odds``, ``tie`` and ``tie_reading``.

    Rule: A9.1, A9.2, A2.12.
    """
    a, b = spread(attacker, rules), spread(defender, rules)
    margins = _margins(a.total, b.total)
    ahead = sum(count for by, count in margins.items() if by > 0)
    behind = sum(count for by, count in margins.items() if by < 0)
    tied = margins[0]
    nobody = 0
    match rules.tie:
        case "both_one" | "nothing":
            nobody = tied
        case "attacker_wins":
            ahead += tied
        case "defender_wins":
            behind += tied
        case _:
            assert_never(rules.tie)
    return ContestOdds(
        ways=attacker.ways * defender.ways,
        margins=margins,
        outcomes=_outcomes(a, b, rules),
        attacker_wins=ahead,
        defender_wins=behind,
        nobody_wins=nobody,
    )


def _margins(a: Row, b: Row) -> dict[int, int]:
    found = dict.fromkeys(range(1 - len(b), len(a)), 0)
    for mine, ways in enumerate(a):
        for other, other_ways in enumerate(b):
            found[mine - other] += ways * other_ways
    return found


def _outcomes(a: Spread, b: Spread, rules: V5Rules) -> dict[OutcomePair, int]:
    found: dict[OutcomePair, int] = {}
    for won, row in a.by_win.items():
        for lost, other in b.by_failure.items():
            _add(found, (won, lost), _ahead(row, other))
    for lost, row in a.by_failure.items():
        for won, other in b.by_win.items():
            _add(found, (lost, won), _ahead(other, row))
    if rules.tie_reading == "neither":
        _add(found, (None, None), _equal(a.total, b.total))
        return found
    # A tie without any success on either side is a failure even where ties are wins (A1.7).
    fail_until = 1 if rules.tie_reading == "both_win_by_one" else len(a.total)
    for mine, row in a.by_failure.items():
        for theirs, other in b.by_failure.items():
            _add(found, (mine, theirs), _equal(row[:fail_until], other[:fail_until]))
    for mine, row in a.by_win.items():
        for theirs, other in b.by_win.items():
            _add(found, (mine, theirs), _equal(row[fail_until:], other[fail_until:]))
    return found


def _ahead(higher: Row, lower: Row) -> int:
    """Pairs in which the side of *higher* shows more successes than that of *lower*."""
    below = [0, *accumulate(lower)]
    last = len(below) - 1
    return sum(ways * below[min(k, last)] for k, ways in enumerate(higher))


def _equal(a: Row, b: Row) -> int:
    """Pairs in which both sides show the same number."""
    return sum(ways * other for ways, other in zip(a, b, strict=False))


def _add(found: dict[OutcomePair, int], pair: OutcomePair, ways: int) -> None:
    if ways:
        found[pair] = found.get(pair, 0) + ways


def _one_side(outcomes: Mapping[OutcomePair, int], side: int) -> dict[Outcome | None, int]:
    found: dict[Outcome | None, int] = {}
    for pair, ways in outcomes.items():
        found[pair[side]] = found.get(pair[side], 0) + ways
    return found
