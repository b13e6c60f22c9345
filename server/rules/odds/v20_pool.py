"""Exact odds of one V20 roll: botch, failure, success, and net successes; soak and damage."""

from dataclasses import dataclass
from fractions import Fraction

from server.rules.odds.v20_die import MAX_NUMBER, Die, V20Pool, V20Switches, die_of
from server.rules.odds.v20_spread import net_spread, usual_length
from server.rules.odds.ways import check_range, power


@dataclass(frozen=True, slots=True)
class V20Odds:
    """
    What a V20 roll may come to; the three outcomes together are 1.

    Attributes:
        botch: The chance of a botch.
        failure: The chance of a failure that is no botch.
        success: The chance of the required net successes or more.
        net: Entry k is the chance of net k, automatic successes included; a botch is net 0.
        beyond: The chance of a net past the last entry; 0 unless rerolled tens may chain.
    """

    botch: Fraction
    failure: Fraction
    success: Fraction
    net: tuple[Fraction, ...]
    beyond: Fraction

    def chance_of_net(self, at_least: int) -> Fraction:
        """
        The chance of a net of *at_least*.

        Raises:
            ValueError: *at_least* is past what ``net`` and ``beyond`` tell.
        """
        if at_least > len(self.net) and self.beyond:
            raise ValueError(f"the odds tell apart nets up to {len(self.net)} or more")
        return sum(self.net[max(0, at_least) :], self.beyond)


def v20_odds(
    pool: V20Pool, rules: V20Switches, *, required: int = 1, automatic: int = 0
) -> V20Odds:
    """
    Count what a V20 roll may come to.

    Args:
        pool: 0 to 40 dice.
        rules: The room's switches.
        required: Net successes needed, 1 to 100.
        automatic: Successes without a die, 0 to 100; with one or more nothing botches.

    Returns:
        The odds. ``net`` tells twice the dice and all less than *required*, and past that the
        automatic successes.

    Raises:
        ValueError: A number is out of its range, or a switch has an unknown value.

    Rule: C1.2 to C1.8, C2, C3.
    """
    check_range("the number of required successes", required, 1, MAX_NUMBER)
    check_range("the number of automatic successes", automatic, 0, MAX_NUMBER)
    die = die_of(pool, rules)
    spread = net_spread(die, pool.dice, max(usual_length(pool.dice), required))
    last = len(spread.scaled)
    nothing = (Fraction(0),) * automatic
    botch = Fraction(0) if automatic else _botch(die, pool.dice, rules, spread.chance(0))
    missed = spread.below(required - automatic)
    return V20Odds(
        botch=botch,
        failure=missed - botch,
        success=1 - missed,
        net=nothing + tuple(spread.chance(net) for net in range(last)),
        beyond=1 - spread.below(last),
    )


def _botch(die: Die, dice: int, rules: V20Switches, net_zero: Fraction) -> Fraction:
    """The chance of a 1 that stands and no successful die, or (``net_zero``) no net at all."""
    all_rolls = 10**dice
    idle = _without_standing_ones(die, dice)
    if rules.botch == "net_zero":
        return net_zero - Fraction(idle, all_rolls)
    unsuccessful = die.fresh.misses
    if not die.ones_succeed:
        unsuccessful += die.fresh.ones
    if die.ten == 0:
        unsuccessful += 1
    return Fraction(unsuccessful**dice - idle, all_rolls)


def _without_standing_ones(die: Die, dice: int) -> int:
    """
    Ways to roll neither a success nor a 1 that stands.

    At difficulty 11 a ten is no success but may take away a 1.
    """
    if die.ten or not die.tens_undo_ones:
        return int((die.fresh.misses + (die.ten == 0)) ** dice)
    return _ones_within_tens(dice, die.fresh.misses, die.fresh.ones)


def _ones_within_tens(dice: int, misses: int, ones: int) -> int:
    """Ways of *dice* to show no more ones than tens, beside *misses* faces."""
    # Entry d counts the rolls by tens less ones, from -dice to dice.
    return sum(power([ones, misses, 1], dice)[dice:])


@dataclass(frozen=True, slots=True)
class SoakOdds:
    """
    What a soak roll leaves of damage.

    Attributes:
        botch: The chance of a botch; 0 unless ones count on soak.
        soaked: Entry k is the chance to soak k levels; as many entries as levels and one more.
        left: Entry k is the chance that k levels are left; as many entries.
    """

    botch: Fraction
    soaked: tuple[Fraction, ...]
    left: tuple[Fraction, ...]


def soak_odds(dice: int, levels: int, rules: V20Switches, *, difficulty: int = 6) -> SoakOdds:
    """
    Count how many of *levels* a soak roll takes away: one for each net success.

    Args:
        dice: 0 to 40.
        levels: Health levels of damage, 0 to 100, before any halving of bashing damage.
        rules: The room's switches; here ``ones_on_damage_soak`` and those of any roll.
        difficulty: As applied, 1 to 11; more than 6 against fire and sunlight.

    Raises:
        ValueError: A number is out of its range, or a switch has an unknown value.

    Rule: C5.5, C6.
    """
    check_range("the levels of damage", levels, 0, MAX_NUMBER)
    odds = levels_odds(dice, rules, difficulty=difficulty)
    soaked = [Fraction(0)] * (levels + 1)
    for net, chance in enumerate(odds.net):
        soaked[min(net, levels)] += chance
    return SoakOdds(odds.botch, tuple(soaked), tuple(reversed(soaked)))


def levels_odds(dice: int, rules: V20Switches, *, difficulty: int = 6) -> V20Odds:
    """
    Count the health levels that a damage or soak roll makes: ``net`` of the answer.

    Ones cancel and botch only with ``ones_on_damage_soak``; no specialty counts.

    Raises:
        ValueError: A number is out of its range, or a switch has an unknown value.

    Rule: C5.4, C5.5.
    """
    counts = rules.ones_on_damage_soak == "yes"
    return v20_odds(V20Pool(dice, difficulty, ones_matter=counts), rules)
