"""
How the rolls of a V20 pool spread over net successes, exactly, reroll chains included.

A chain of rerolled tens has no last link, so counts are scaled: entry k of a spread is a whole
number, and the chance of net k is that number over 100**dice * 10**k. Each success of a chain
past the first costs one more die, so the scaled entries stay whole for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from server.rules.odds.v20_die import Die
from server.rules.odds.ways import power


@dataclass(frozen=True, slots=True)
class NetSpread:
    """
    The chances of every net of the dice, before automatic successes.

    Attributes:
        dice: The number of dice.
        scaled: Entry k is the chance of net k times 100**dice * 10**k, a whole number; as many
            entries as were asked for.
        endless: Whether every net has a chance.
        settled: From this net on the entries of an endless spread are the values of one
            polynomial in k, of a degree below *dice*.
    """

    dice: int
    scaled: tuple[int, ...]
    endless: bool
    settled: int

    @property
    def scale(self) -> int:
        """What entry 0 is measured in."""
        return int(100**self.dice)

    def chance(self, net: int) -> Fraction:
        """The chance of exactly *net*."""
        return Fraction(self.scaled[net], self.scale * 10**net)

    def below(self, net: int) -> Fraction:
        """The chance of less than *net*; 0 for a *net* of 0 or less."""
        if net <= 0:
            return Fraction(0)
        total = 0
        for value in self.scaled[:net]:
            total = total * 10 + value
        return Fraction(total, self.scale * 10 ** (net - 1))


def usual_length(dice: int) -> int:
    """How many nets a list of them tells: up to two for each die."""
    return 2 * dice + 1


def net_spread(die: Die, dice: int, length: int) -> NetSpread:
    """
    Count the nets 0 to *length* - 1 of so many *dice*.

    Rule: C1.4, C2, C3.
    """
    # Rounded up, so that questions about one pool share one spread.
    least = usual_length(dice)
    found = _net_spread(die, dice, least if length <= least else -(-length // 64) * 64)
    return replace(found, scaled=found.scaled[:length])


@lru_cache(maxsize=128)
def _net_spread(die: Die, dice: int, length: int) -> NetSpread:
    """Count *length* nets, the usual ones at least, so that none is missed without a chain."""
    if die.is_simple:
        scaled = _simple(die, dice, length)
    elif die.rerolls:
        scaled = _with_undoing_tens(die, dice, length)
    else:
        scaled = _enumerated(die, dice, length)
    # A sum of dice over (1 - y)**dice settles past the numerator's degree less the divisor's;
    # undoing tens move entries up to net 2 * dice.
    settled = dice + 1 if die.is_simple else 2 * dice + 1
    return NetSpread(dice, tuple(scaled), die.chains and dice > 0, settled)


class _Branch(NamedTuple):
    """
    A way in which one die, with those that it brings, may fall.

    Attributes:
        successes: What it adds.
        tens: How many tens it shows.
        ones: How many of its ones cancel.
        scaled: Its chance times 100 * 10**successes, a whole number.
    """

    successes: int
    tens: int
    ones: int
    scaled: int


def _branches(die: Die) -> tuple[list[_Branch], list[_Branch]]:
    """List how one die may fall without a further die, and how after one ten that brings one."""
    fresh, again, one = die.fresh, die.again, int(die.ones_succeed)
    alone = [
        _Branch(0, 0, 0, 10 * fresh.misses),
        _Branch(1, 0, 0, 100 * fresh.hits),
        _Branch(one, 0, 1, 10 ** (1 + one) * fresh.ones),
    ]
    if not die.rerolls:
        return [*alone, _Branch(die.ten, 1, 0, 10 ** (1 + die.ten))], []
    after_ten = [
        _Branch(1, 1, 0, 10 * again.misses),
        _Branch(2, 1, 0, 100 * again.hits),
        _Branch(1 + one, 1, 1, 10 ** (1 + one) * again.ones),
    ]
    if not die.chains:
        after_ten.append(_Branch(2, 2, 0, 100))
    return alone, after_ten


def _simple(die: Die, dice: int, length: int) -> list[int]:
    """Each die adds its successes less what it cancels; a sum below 0 counts as 0."""
    sums = _sums(die, dice, dice + length, ones_cancel=True)
    lowest = 0
    for value in sums[: dice + 1]:
        lowest = lowest * 10 + value
    return [lowest, *sums[dice + 1 :]]


def _sums(die: Die, dice: int, length: int, *, ones_cancel: bool) -> list[int]:
    """
    Count the sums -*dice*, 1 - *dice*, ... of what the dice add; *length* scaled entries.

    A chain repeats a ten any number of times, each for one more success and one more die: in a
    series by successes, that is a division by 1 - y.
    """
    alone, after_ten = _branches(die)
    series = [0] * 5
    for branch in alone:
        _add_branch(series, branch, ones_cancel, 0, 1)
        if die.chains:
            _add_branch(series, branch, ones_cancel, 1, -1)
    for branch in after_ten:
        _add_branch(series, branch, ones_cancel, 0, 1)
    values = power(series, dice, length)
    if die.chains:
        for _ in range(dice):
            values = list(accumulate(values))
    return values


def _add_branch(
    series: list[int], branch: _Branch, ones_cancel: bool, shift: int, sign: int
) -> None:
    cancelled = branch.ones if ones_cancel else 0
    index = branch.successes - cancelled + 1 + shift
    series[index] += sign * branch.scaled // 10**cancelled


def _enumerated(die: Die, dice: int, length: int) -> list[int]:
    """Without rerolls: every number of tens, ones and other successes, read as the rules do."""
    counts = [0] * length
    for tens, ones, hits, ways in _compositions(die, dice):
        counts[_net(die, tens, ones, hits)] += ways
    unit = 10**dice
    return [ways * unit * 10**net for net, ways in enumerate(counts)]


def _compositions(die: Die, dice: int) -> Iterator[tuple[int, int, int, int]]:
    """Tens, cancelling ones, other successes, and in how many ways *dice* show them."""
    hit_faces, one_faces, miss_faces = die.fresh
    rows = [power([miss_faces, hit_faces], others) for others in range(dice + 1)]
    for tens in range(dice + 1):
        for ones in range((dice - tens) * one_faces + 1):
            placed = comb(dice, tens) * comb(dice - tens, ones)
            for hits, ways in enumerate(rows[dice - tens - ones]):
                yield tens, ones, hits, placed * ways


def _net(die: Die, tens: int, ones: int, hits: int) -> int:
    """
    Net successes of a roll without rerolls.

    Where a 1 takes a whole die, dice that count one go before doubled tens.
    """
    standing = max(0, ones - tens) if die.tens_undo_ones else ones
    single = hits + (ones if die.ones_succeed else 0)
    worth = die.ten * tens
    if not (die.one_takes_die and die.ten == 2):
        return max(0, single + worth - standing)
    over = max(0, standing - single)
    return max(0, single - standing) + max(0, worth - 2 * over)


def _with_undoing_tens(die: Die, dice: int, length: int) -> list[int]:
    """
    With rerolls, where tens take away ones: only ones beyond the tens cancel.

    All rolls are first counted as if nothing cancelled. Then those with *surplus* ones beyond
    their tens, of which there can be *dice* at most, are moved down by as much.
    """
    scaled = _sums(die, dice, dice + length, ones_cancel=False)[dice:]
    for surplus, successes, value in _surplus_ones(die, dice):
        net = max(0, successes - surplus)
        scaled[successes] -= value
        scaled[net] += value // 10 ** (successes - net)
    return scaled


def _surplus_ones(die: Die, dice: int) -> Iterator[tuple[int, int, int]]:
    """
    Rolls with more cancelling ones than tens: the surplus, the successes, the scaled entry.

    A series by *dice* - surplus, whose coefficients are polynomials by successes; each of these
    is one whole number, its value at a power of two past any coefficient.
    """
    bits = 14 * dice + 8  # 10**4 is less than 2**14, and no entry exceeds 10**(4 * dice)
    alone, after_ten = _branches(die)
    series = [0] * 4
    for branch in alone:
        packed = branch.scaled << bits * branch.successes
        series[1 - branch.ones + branch.tens] += packed
        if die.chains:
            series[2 - branch.ones + branch.tens] -= packed << bits
    for branch in after_ten:
        series[1 - branch.ones + branch.tens] += branch.scaled << bits * branch.successes
    values = power(series, dice, dice)
    if die.chains:
        for _ in range(dice):
            values = list(accumulate(values, lambda before, value: value + (before << bits)))
    mask = (1 << bits) - 1
    for index, packed in enumerate(values):
        successes = 0
        while packed:
            yield dice - index, successes, packed & mask
            packed >>= bits
            successes += 1
