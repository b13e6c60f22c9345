"""Odds of V20 resisted rolls: against throws by hand, and against long sums where tens chain."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.odds.endless import differences, weights
from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds
from server.rules.odds.v20_resisted import ResistedOdds, resisted_odds
from tests.rules.odds.rolls import named, single_and_paired, untimed
from tests.rules.odds.v20_by_hand import SWITCHES, Roll, Table, class_throws, count, outcome

ENDED = {name: values for name, values in SWITCHES.items() if name != "reroll_chain"}
PAIRS = [
    ((1, Roll(6)), (1, Roll(6))),
    ((2, Roll(6, True)), (1, Roll(8))),
    ((0, Roll(6)), (2, Roll(5, True))),
    ((3, Roll(7, True)), (2, Roll(4, True))),
    ((2, Roll(1)), (2, Roll(11))),
]

HANDED_OUT = [(0, 0), (1, 0), (0, 2), (3, 1)]


@pytest.mark.parametrize("switches", single_and_paired(ENDED), ids=named)
def test_without_chains(switches: dict[str, str]) -> None:
    """C4.2: every switch alone and every pair, over weighted classes of faces."""
    table = Table(reroll_chain="no", **switches)
    for (a_dice, a_roll), (b_dice, b_roll) in PAIRS:
        a, b = (by_hand(a_dice, a_roll, table), by_hand(b_dice, b_roll, table))
        for helped, opposed in HANDED_OUT:
            odds = resisted_odds(
                V20Pool(a_dice, *a_roll),
                V20Pool(b_dice, *b_roll),
                table,
                attacker_automatic=helped,
                defender_automatic=opposed,
            )
            expected: dict[int, Fraction] = {}
            for (mine, chance), (theirs, other) in product(a.items(), b.items()):
                lead = mine + helped - theirs - opposed
                expected[lead] = expected.get(lead, Fraction(0)) + chance * other
            assert {lead: chance for lead, chance in odds.leads.items() if chance} == expected
            check_sums(odds)


def by_hand(dice: int, roll: Roll, table: Table) -> dict[int, Fraction]:
    """The chances of every net of a roll."""
    found: dict[int, Fraction] = {}
    for throw, chance in class_throws(dice, roll, table, 2):
        net = count(throw, roll, table).net
        found[net] = found.get(net, Fraction(0)) + chance
    return found


def check_sums(odds: ResistedOdds) -> None:
    """Wins and ties follow from the leads where no lead is left out."""
    assert sum(odds.leads.values()) == 1
    assert odds.attacker_wins == sum(chance for lead, chance in odds.leads.items() if lead > 0)
    assert odds.defender_wins == sum(chance for lead, chance in odds.leads.items() if lead < 0)
    assert odds.tied == odds.leads[0]


CHAINS = {
    name: SWITCHES[name]
    for name in ("reroll_ones_count", "tens_cancel_ones", "target_one", "one_cancels")
}


@pytest.mark.parametrize("switches", single_and_paired(CHAINS), ids=named)
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (V20Pool(1, 6, True), V20Pool(1, 6, True)),
        (V20Pool(3, 7, True), V20Pool(2, 5, True)),
        (V20Pool(2, 6, True), V20Pool(4, 6)),
        (V20Pool(4, 6), V20Pool(2, 1, True)),
        (V20Pool(7, 8, True), V20Pool(9, 9, True)),
        (V20Pool(2, 1, True), V20Pool(3, 1, True)),
    ],
)
def test_chains_against_long_sums(switches: dict[str, str], a: V20Pool, b: V20Pool) -> None:
    """Summed up to net 59 the chances fall short of the exact ones, by less than 10**-30."""
    table = Table(specialty="reroll", **switches)
    mine, theirs = (v20_odds(it, table, required=60).net for it in (a, b))
    odds = resisted_odds(a, b, table, attacker_automatic=2, defender_automatic=1)
    wins = ties = Fraction(0)
    leads = dict.fromkeys(odds.leads, Fraction(0))
    for (net, chance), (other, part) in product(enumerate(mine), enumerate(theirs)):
        lead = net - other + 1
        both = chance * part
        ties += both if lead == 0 else 0
        wins += both if lead > 0 else 0
        if lead in leads:
            leads[lead] += both
    for told, summed in [(odds.attacker_wins, wins), (odds.tied, ties)] + [
        (odds.leads[lead], chance) for lead, chance in leads.items()
    ]:
        assert 0 <= told - summed < Fraction(1, 10**30)
    assert odds.attacker_wins + odds.tied + odds.defender_wins == 1


def test_two_chains_by_hand() -> None:
    """One die each at difficulty 10: net k has chance 9 / 10**(k + 1), and a tie 9/11."""
    one = V20Pool(1, 10, True)
    odds = resisted_odds(one, one, Table(specialty="reroll"))
    assert (odds.tied, odds.attacker_wins, odds.defender_wins) == (
        Fraction(9, 11),
        Fraction(1, 11),
        Fraction(1, 11),
    )
    assert odds.leads[1] == Fraction(9, 110)
    assert sum(odds.leads.values()) == 1 - 2 * Fraction(1, 11) / 100


def test_two_chains_far_apart_by_hand() -> None:
    """Five automatic successes ahead: the other side wins with one chance in eleven 10**5."""
    one = V20Pool(1, 10, True)
    odds = resisted_odds(one, one, Table(specialty="reroll"), attacker_automatic=5)
    assert odds.defender_wins == Fraction(1, 11 * 10**5)
    assert odds.tied == Fraction(9, 11 * 10**5)
    assert odds.leads[5] == Fraction(9, 11)
    turned = resisted_odds(one, one, Table(specialty="reroll"), defender_automatic=5)
    assert turned.leads == {-lead: chance for lead, chance in odds.leads.items()}
    assert (turned.attacker_wins, turned.tied) == (odds.defender_wins, odds.tied)


pools = st.builds(V20Pool, st.integers(0, 40), st.integers(1, 11), st.booleans())
tables = st.builds(Table, **{name: st.sampled_from(values) for name, values in SWITCHES.items()})


@untimed
@given(pools, pools, tables, st.integers(-2, 2))
def test_sides_may_be_swapped(a: V20Pool, b: V20Pool, table: Table, helped: int) -> None:
    """The same contest from the other side, exactly, up to 40 dice against 40."""
    mine, theirs = max(0, helped), max(0, -helped)
    one = resisted_odds(a, b, table, attacker_automatic=mine, defender_automatic=theirs)
    other = resisted_odds(b, a, table, attacker_automatic=theirs, defender_automatic=mine)
    assert one.attacker_wins == other.defender_wins
    assert one.tied == other.tied
    assert one.leads == {-lead: chance for lead, chance in other.leads.items()}
    assert sum(one.leads.values()) <= 1
    assert min(one.attacker_wins, one.tied, one.defender_wins, *one.leads.values()) >= 0


def test_botches_of_both_sides() -> None:
    """Each side botches by its own dice and difficulty, and not with an automatic success."""
    table = Table()
    odds = resisted_odds(V20Pool(2), V20Pool(3, 8), table)
    for told, dice, roll in ((odds.attacker_botch, 2, Roll(6)), (odds.defender_botch, 3, Roll(8))):
        botched = Fraction(0)
        for throw, chance in class_throws(dice, roll, table, 1):
            if outcome(count(throw, roll, table), table) == "botch":
                botched += chance
        assert told == botched > 0
    helped = resisted_odds(V20Pool(2), V20Pool(3), table, attacker_automatic=1)
    assert helped.attacker_botch == 0
    assert helped.defender_botch > 0
    opposed = resisted_odds(V20Pool(2), V20Pool(3), table, defender_automatic=1)
    assert (opposed.attacker_botch > 0, opposed.defender_botch) == (True, 0)


@pytest.mark.parametrize("side", ["attacker_automatic", "defender_automatic"])
@pytest.mark.parametrize("number", [-1, 101])
def test_automatic_out_of_range(side: str, number: int) -> None:
    """0 to 100 automatic successes."""
    with pytest.raises(ValueError, match=f"automatic successes is {number}; accepted: 0 to 100"):
        resisted_odds(V20Pool(1), V20Pool(1), Table(), **{side: number})


@untimed
@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=4),
    st.lists(st.integers(-50, 50), min_size=1, max_size=4),
)
def test_endless_sums_of_polynomials(f: list[int], g: list[int]) -> None:
    """The finite form against the first 60 terms, whose rest is below 10**-90."""

    def value(polynomial: list[int], at: int) -> int:
        return sum(coefficient * at**power for power, coefficient in enumerate(polynomial))

    found, divisor = weights([value(g, m) for m in range(len(g))], len(f))
    leading = [row[0] for row in differences([value(f, m) for m in range(len(f))], len(f))]
    total = Fraction(sum(w * d for w, d in zip(found, leading, strict=True)), divisor)
    summed = sum(Fraction(value(f, m) * value(g, m), 100**m) for m in range(60))
    assert abs(total - summed) < Fraction(1, 10**90)
