"""Exact odds of a V20 resisted roll: who is ahead, and by how many net successes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

from server.rules.odds.endless import BASE, differences, weights
from server.rules.odds.v20_die import MAX_NUMBER, V20Pool, V20Switches, die_of
from server.rules.odds.v20_pool import v20_odds
from server.rules.odds.v20_spread import NetSpread, net_spread, usual_length
from server.rules.odds.ways import check_range


@dataclass(frozen=True, slots=True)
class ResistedOdds:
    """
    How a resisted roll may come out; the two wins and the tie together are 1.

    Attributes:
        attacker_wins: The chance that the attacker has more net successes.
        defender_wins: The chance that the defender has more.
        tied: The chance of equal nets, which leave things as they are.
        leads: Chances by the attacker's net less the defender's, from lowest to highest, as far
            as twice the larger pool and the automatic successes reach. Only rerolled tens that
            chain lead further, which the wins count too.
        attacker_botch: The chance that the attacker's roll botches.
        defender_botch: The chance that the defender's roll botches.
    """

    attacker_wins: Fraction
    defender_wins: Fraction
    tied: Fraction
    leads: Mapping[int, Fraction]
    attacker_botch: Fraction
    defender_botch: Fraction


def resisted_odds(
    attacker: V20Pool,
    defender: V20Pool,
    rules: V20Switches,
    *,
    attacker_automatic: int = 0,
    defender_automatic: int = 0,
) -> ResistedOdds:
    """
    Count how two rolls against their own difficulties compare.

    Args:
        attacker: The side that began it; 0 to 40 dice.
        defender: The other side.
        rules: The room's switches.
        attacker_automatic: The attacker's successes without a die, 0 to 100.
        defender_automatic: The defender's.

    Raises:
        ValueError: A number is out of its range, or a switch has an unknown value.

    Rule: C4.2.
    """
    for automatic in (attacker_automatic, defender_automatic):
        check_range("the number of automatic successes", automatic, 0, MAX_NUMBER)
    ahead = attacker_automatic - defender_automatic
    widest = max(attacker.dice, defender.dice)
    reach = 2 * widest + abs(ahead)
    # As far as the furthest lead reads past the net from which both sides are settled.
    length = usual_length(widest) + reach + abs(ahead) + widest + 2
    a = net_spread(die_of(attacker, rules), attacker.dice, length)
    b = net_spread(die_of(defender, rules), defender.dice, length)
    up, down = _Pairing(a, b, a.scaled), _Pairing(b, a, b.scaled)
    leads = {
        lead: up.at(lead - ahead) if lead >= ahead else down.at(ahead - lead)
        for lead in range(-reach, reach + 1)
    }
    if ahead <= 0:
        wins = _Pairing(a, b, _tails(a)).at(-ahead)
    else:
        wins = 1 - _Pairing(b, a, _tails(b)).at(ahead - 1)
    return ResistedOdds(
        attacker_wins=wins,
        defender_wins=1 - wins - leads[0],
        tied=leads[0],
        leads=leads,
        attacker_botch=v20_odds(attacker, rules, automatic=attacker_automatic).botch,
        defender_botch=v20_odds(defender, rules, automatic=defender_automatic).botch,
    )


def _tails(spread: NetSpread) -> list[int]:
    """Scaled like the spread itself: entry k is the chance of more than net k."""
    tails: list[int] = []
    more = spread.scale
    for value in spread.scaled:
        more -= value
        tails.append(more)
        more *= 10
    return tails


class _Pairing:
    """
    Chances that one side shows a net and the other *ahead* more: the net itself, or a tail.

    Args:
        a: The side that is ahead.
        b: The other side.
        row: What is asked of *a*, scaled like its spread: entry k for net k.
    """

    def __init__(self, a: NetSpread, b: NetSpread, row: Sequence[int]) -> None:
        self._row = row
        self._head = max(a.settled, b.settled)
        if not (a.endless and b.endless):
            self._head = usual_length(max(a.dice, b.dice))
        self._lifted = [
            value * BASE ** (self._head - net) for net, value in enumerate(b.scaled[: self._head])
        ]
        self._unit = a.scale * b.scale * BASE**self._head
        self._weights: list[int] = []
        self._divisor = 1
        self._differences: list[Sequence[int]] = []
        if a.endless and b.endless:
            start = self._head
            self._weights, self._divisor = weights(b.scaled[start : start + b.dice], a.dice)
            self._differences = differences(row[start:], a.dice)

    def at(self, ahead: int) -> Fraction:
        """The chance for *ahead*, 0 or more."""
        total = sum(map(mul, self._lifted, self._row[ahead:])) * self._divisor
        total += sum(map(mul, self._weights, [values[ahead] for values in self._differences]))
        return Fraction(total, self._unit * self._divisor * 10**ahead)
