"""Odds of V20 rolls against a small reading of our own, over every throw."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import V20Odds, levels_odds, soak_odds, v20_odds
from tests.rules.odds.rolls import named, single_and_paired, untimed
from tests.rules.odds.v20_by_hand import (
    SWITCHES,
    Roll,
    Table,
    Throw,
    class_throws,
    count,
    outcome,
    raw_throws,
)

TABLES = single_and_paired(SWITCHES)
DIFFICULTIES = (1, 2, 6, 9, 10, 11)


def pool(dice: int, roll: Roll) -> V20Pool:
    """The same roll, as the odds are asked for it."""
    return V20Pool(dice, *roll)


class Sums:
    """What a reading by hand finds for one roll: chances by net and by outcome."""

    def __init__(self, throws: Iterable[tuple[Throw, Fraction]], roll: Roll, table: Table) -> None:
        self.table = table
        self.seen = [(count(throw, roll, table), chance) for throw, chance in throws]

    def net(self, net: int) -> Fraction:
        """The chance of this net of the dice."""
        return sum((chance for seen, chance in self.seen if seen.net == net), Fraction(0))

    def outcome(self, wanted: str, required: int, automatic: int) -> Fraction:
        """The chance of an outcome."""
        return sum(
            (
                chance
                for seen, chance in self.seen
                if outcome(seen, self.table, required=required, automatic=automatic) == wanted
            ),
            Fraction(0),
        )


def check(sums: Sums, dice: int, roll: Roll, nets: int, *, is_cut: bool) -> None:
    """Compare nets below *nets*, and the outcomes that these decide."""
    odds = v20_odds(pool(dice, roll), sums.table)
    assert list(odds.net[:nets]) == [sums.net(net) for net in range(nets)], (dice, roll)
    for required, automatic in ((1, 0), (2, 0), (2, 1), (3, 2)):
        told = v20_odds(pool(dice, roll), sums.table, required=required, automatic=automatic)
        assert told.botch == sums.outcome("botch", required, automatic), (dice, roll)
        assert told.failure == sums.outcome("failure", required, automatic), (dice, roll)
        if is_cut:
            assert told.success == 1 - told.botch - told.failure
        else:
            assert told.success == sums.outcome("success", required, automatic)


def rolls() -> list[Roll]:
    """Every difficulty that reads differently, with and without a specialty and ones."""
    return [Roll(*asked) for asked in product(DIFFICULTIES, (False, True), (True, False))]


def chains(roll: Roll, table: Table) -> bool:
    """Whether a throw may go on for ever."""
    return (
        roll.has_specialty
        and roll.difficulty <= 10
        and table.specialty == "reroll"
        and table.reroll_chain == "yes"
    )


@pytest.mark.parametrize("switches", TABLES, ids=named)
def test_small_pools(switches: dict[str, str]) -> None:
    """Every switch alone and every pair, over weighted classes of faces, 0 to 2 dice."""
    table = Table(**switches)
    for roll, dice in product(rolls(), range(3)):
        # A throw that is cut off has so many tens that its net is past those compared.
        nets = 2 * dice + 1
        sums = Sums(class_throws(dice, roll, table, nets + dice + 1), roll, table)
        check(sums, dice, roll, nets, is_cut=chains(roll, table))


@pytest.mark.parametrize("switches", TABLES, ids=named)
def test_pools_up_to_six_dice(switches: dict[str, str]) -> None:
    """Every switch alone and every pair, over weighted classes of faces."""
    table = Table(**switches)
    for roll in (Roll(6), Roll(7, True), Roll(1, True), Roll(11, True)):
        if chains(roll, table):
            sums = Sums(class_throws(3, roll, table, 6), roll, table)
            check(sums, 3, roll, 3, is_cut=True)
            continue
        for dice in (3, 4, 5, 6):
            sums = Sums(class_throws(dice, roll, table, 2), roll, table)
            check(sums, dice, roll, 2 * dice + 1, is_cut=False)


@pytest.mark.parametrize("switches", TABLES, ids=named)
def test_raw_faces(switches: dict[str, str]) -> None:
    """Every throw of three dice, face by face."""
    table = Table(**({"reroll_chain": "no"} | switches))
    for roll in (Roll(5, True), Roll(1), Roll(10, True)):
        if not chains(roll, table):
            sums = Sums(raw_throws(3, roll, table), roll, table)
            check(sums, 3, roll, 7, is_cut=False)


@pytest.mark.parametrize("chain", SWITCHES["reroll_chain"])
@pytest.mark.parametrize("dice", [1, 2])
def test_a_ten_meets_the_one_that_it_brought(dice: int, chain: str) -> None:
    """C1.4, C3: three switches at once, where a ten is spent on the 1 of its own further die."""
    table = Table(
        specialty="reroll", tens_cancel_ones="yes", reroll_ones_count="yes", reroll_chain=chain
    )
    for roll in (Roll(6, True), Roll(1, True), Roll(10, True)):
        nets = 2 * dice + 1
        sums = Sums(class_throws(dice, roll, table, nets + dice + 1), roll, table)
        check(sums, dice, roll, nets, is_cut=chains(roll, table))


@pytest.mark.parametrize(
    "switches", [{}, {"botch": "net_zero"}, {"one_cancels": "die"}, {"tens_cancel_ones": "yes"}]
)
def test_raw_faces_of_four_dice(switches: dict[str, str]) -> None:
    """Ten thousand throws, face by face, with a doubling specialty."""
    table, roll = Table(**switches), Roll(6, True)
    check(Sums(raw_throws(4, roll, table), roll, table), 4, roll, 9, is_cut=False)


any_table = st.builds(Table, **{name: st.sampled_from(values) for name, values in SWITCHES.items()})
any_pool = st.builds(V20Pool, st.integers(0, 40), st.integers(1, 11), st.booleans(), st.booleans())


@untimed
@given(any_pool, any_table, st.integers(1, 90), st.integers(0, 5))
def test_outcomes_part_all_rolls(
    asked: V20Pool, table: Table, required: int, automatic: int
) -> None:
    """Botch, failure and success sum to 1, and so do the nets with what is beyond."""
    odds = v20_odds(asked, table, required=required, automatic=automatic)
    assert odds.botch + odds.failure + odds.success == 1
    assert min(odds.botch, odds.failure, odds.success, odds.beyond, *odds.net) >= 0
    assert sum(odds.net) + odds.beyond == 1
    assert odds.chance_of_net(required) == odds.success
    assert odds.chance_of_net(0) == odds.chance_of_net(-1) == 1
    assert odds.net[:automatic] == (0,) * automatic


@untimed
@given(any_pool.filter(lambda asked: asked.dice < 40), any_table)
def test_more_dice_never_raise_the_chance_of_no_success(asked: V20Pool, table: Table) -> None:
    """Without cancelling ones a further die never hurts."""
    calm = V20Pool(asked.dice, asked.difficulty, asked.has_specialty, ones_matter=False)
    more = V20Pool(asked.dice + 1, asked.difficulty, asked.has_specialty, ones_matter=False)
    assert v20_odds(more, table).success >= v20_odds(calm, table).success


@untimed
@given(any_pool, any_table)
def test_an_automatic_success_shifts_the_nets(asked: V20Pool, table: Table) -> None:
    """C1.5, C1.7: it is never cancelled, and nothing botches any more."""
    plain, helped = v20_odds(asked, table), v20_odds(asked, table, automatic=1)
    assert helped.net == (0, *plain.net)
    assert (helped.botch, helped.success) == (Fraction(0), Fraction(1))
    assert helped.beyond == plain.beyond


@pytest.mark.parametrize(
    "table",
    [Table(), Table(specialty="reroll"), Table(specialty="reroll", reroll_chain="no")],
)
def test_one_die_at_difficulty_ten(table: Table) -> None:
    """One specialty die at 10 wins on a ten alone, whatever the ten then brings."""
    assert v20_odds(V20Pool(1, 10, True), table).success == Fraction(1, 10)


@pytest.mark.parametrize("required", [30, 64, 65])
def test_a_chain_never_ends(required: int) -> None:
    """One die at difficulty 10: net k is k tens and then no ten, also far past the list."""
    odds = v20_odds(V20Pool(1, 10, True), Table(specialty="reroll"), required=required)
    assert len(odds.net) == required
    assert odds.net[5] == Fraction(9, 10**6)
    assert odds.success == Fraction(1, 10**required)
    assert odds.beyond == Fraction(1, 10 ** len(odds.net))
    assert odds.chance_of_net(len(odds.net)) == odds.beyond


def test_no_chain_ends() -> None:
    """Doubled tens and single rerolls reach twice the dice and no further."""
    for table in (Table(), Table(specialty="reroll", reroll_chain="no")):
        odds = v20_odds(V20Pool(2, 6, True), table)
        assert len(odds.net) == 5
        assert odds.beyond == 0
        assert odds.net[4] > 0
        assert odds.chance_of_net(9) == 0


def test_nets_past_a_chain_that_was_told() -> None:
    """What is beyond the last net is told only as a whole."""
    odds = v20_odds(V20Pool(1, 6, True), Table(specialty="reroll"))
    with pytest.raises(ValueError, match="apart nets up to 3 or more"):
        odds.chance_of_net(4)


def test_two_dice_botch_by_hand() -> None:
    """Difficulty 6: 25 of 100 throws have no success, 16 of them no 1 either."""
    assert v20_odds(V20Pool(2), Table()).botch == Fraction(25 - 16, 100)


def test_an_empty_pool_fails() -> None:
    """C1.8: no dice, failure, never a botch."""
    for botch in SWITCHES["botch"]:
        odds = v20_odds(V20Pool(0), Table(botch=botch))
        assert odds == V20Odds(Fraction(0), Fraction(1), Fraction(0), (Fraction(1),), Fraction(0))


@pytest.mark.parametrize("counts", SWITCHES["ones_on_damage_soak"])
@pytest.mark.parametrize("dice", [0, 1, 3])
def test_damage_and_soak(counts: str, dice: int) -> None:
    """C5.4, C5.5: each success is a level; 1s neither cancel nor botch unless they count."""
    table = Table(ones_on_damage_soak=counts)
    roll = Roll(6, ones_matter=counts == "yes")
    sums = Sums(class_throws(dice, roll, table, 1), roll, table)
    odds = levels_odds(dice, table)
    assert odds.net[: dice + 1] == tuple(sums.net(net) for net in range(dice + 1))
    soak = soak_odds(dice, 2, table)
    assert soak.soaked == (sums.net(0), sums.net(1), 1 - sums.net(0) - sums.net(1))
    assert soak.left == soak.soaked[::-1]
    assert soak.botch == odds.botch == sums.outcome("botch", 1, 0)


def test_soak_by_hand() -> None:
    """Two dice at 6 against one level: three in four soak it; fire is harder."""
    assert soak_odds(2, 1, Table()).left == (Fraction(3, 4), Fraction(1, 4))
    assert soak_odds(1, 3, Table(), difficulty=9).soaked[1] == Fraction(1, 5)
    assert soak_odds(4, 0, Table()).left == (Fraction(1),)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ((-1, 6), "number of dice is -1; accepted: 0 to 40"),
        ((41, 6), "number of dice is 41"),
        ((3, 0), "difficulty is 0; accepted: 1 to 11"),
        ((3, 12), "difficulty is 12"),
    ],
)
def test_pools_out_of_range(asked: tuple[int, int], words: str) -> None:
    """0 to 40 dice, difficulties as applied."""
    with pytest.raises(ValueError, match=words):
        V20Pool(*asked)


def test_numbers_out_of_range() -> None:
    """Required 1 to 100, automatic 0 to 100, levels 0 to 100, known switch values."""
    with pytest.raises(ValueError, match="required successes is 0; accepted: 1 to 100"):
        v20_odds(V20Pool(2), Table(), required=0)
    with pytest.raises(ValueError, match="required successes is 101"):
        v20_odds(V20Pool(2), Table(), required=101)
    with pytest.raises(ValueError, match="automatic successes is -1; accepted: 0 to 100"):
        v20_odds(V20Pool(2), Table(), automatic=-1)
    with pytest.raises(ValueError, match="automatic successes is 101"):
        v20_odds(V20Pool(2), Table(), automatic=101)
    with pytest.raises(ValueError, match="levels of damage is -1"):
        soak_odds(2, -1, Table())
    with pytest.raises(ValueError, match="levels of damage is 101"):
        soak_odds(2, 101, Table())
    with pytest.raises(ValueError, match="number of dice is 41"):
        soak_odds(41, 1, Table())


@pytest.mark.parametrize("name", SWITCHES)
def test_unknown_switch_values(name: str) -> None:
    """A value that the odds do not know is never read as another one."""
    known = ", ".join(SWITCHES[name])
    with pytest.raises(ValueError, match=f"^{name} is 'perhaps'; known values: {known}$"):
        v20_odds(V20Pool(2), Table(**{name: "perhaps"}))
