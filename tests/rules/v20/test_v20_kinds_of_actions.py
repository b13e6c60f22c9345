"""Extended, resisted, extended and resisted, and joint actions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v20.extended import Extended, Goal, Progress, Race, add_exchange, add_roll
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.reading import Reading
from server.rules.v20.resisted import Resisted, resolve_resisted, work_together
from tests.rules.v20.strategies import any_rules, pools, roll

END = V20Rules(extended_botch="end")
BOTCH, FAILED, CANCELLED = roll(1, 2), roll(2, 3), roll(1, 6)
BOOK = V20Rules()


def net(successes: int) -> Reading:
    """A roll with that many net successes."""
    return roll(*(7,) * successes, 2)


def test_successes_add_up_to_the_target() -> None:
    """C4.1: failures add nothing, and the target ends it."""
    action = Extended(5)
    for reading, gained, progress in [
        (net(2), 2, Progress.OPEN),
        (FAILED, 2, Progress.OPEN),
        (CANCELLED, 2, Progress.OPEN),
        (net(2), 4, Progress.OPEN),
        (net(3), 7, Progress.DONE),
    ]:
        action = add_roll(action, reading, BOOK)
        assert (action.gained, action.progress) == (gained, progress)
    assert action.rolls == 5
    assert add_roll(Extended(2), net(2), BOOK).progress is Progress.DONE


def test_a_botch_loses_all_successes() -> None:
    """C4.1, extended_botch: begin again, or it is lost."""
    action = add_roll(Extended(5), net(4), BOOK)
    assert add_roll(action, BOTCH, BOOK) == Extended(5, 0, 2, Progress.OPEN)
    assert add_roll(action, BOTCH, END) == Extended(5, 0, 2, Progress.LOST)
    assert add_roll(action, FAILED, END) == Extended(5, 4, 2, Progress.OPEN)


def test_an_action_that_is_over_takes_no_roll() -> None:
    """Neither done nor lost is ever undone."""
    done = add_roll(Extended(1), net(1), BOOK)
    with pytest.raises(ValueError, match="is done"):
        add_roll(done, net(1), BOOK)
    with pytest.raises(ValueError, match="is lost"):
        add_roll(add_roll(Extended(1), BOTCH, END), net(1), END)
    with pytest.raises(ValueError, match="not 0"):
        Extended(0)


@pytest.mark.parametrize(
    ("actor", "defender", "winner", "margin"),
    [
        (net(5), net(3), 0, 2),
        (net(3), net(5), 1, 2),
        (net(3), net(3), None, 0),
        (net(1), FAILED, 0, 1),
        (BOTCH, net(1), 1, 1),
        (BOTCH, FAILED, None, 0),
        (CANCELLED, FAILED, None, 0),
    ],
)
def test_the_lower_net_is_taken_from_the_higher(
    actor: Reading, defender: Reading, winner: int | None, margin: int
) -> None:
    """C4.2: the rest is the winner's; in a tie nothing happens."""
    assert resolve_resisted(actor, defender) == Resisted((actor, defender), winner, margin)


def test_each_side_of_a_resisted_action_has_its_own_difficulty() -> None:
    """C4.2: the same dice at 6 and at 8."""
    contest = resolve_resisted(roll(6, 7, 8), roll(6, 7, 8, difficulty=8))
    assert (contest.winner, contest.margin) == (0, 2)


def test_a_lead_ends_an_extended_contest() -> None:
    """C4.3: the first to be three ahead."""
    race = Race(Goal.LEAD, 3)
    for readings, totals, winner in [
        ((net(2), net(1)), (2, 1), None),
        ((net(1), net(2)), (3, 3), None),
        ((FAILED, net(3)), (3, 6), 1),
    ]:
        race = add_exchange(race, readings, BOOK)
        assert (race.totals, race.winner) == (totals, winner)
        assert race.is_over is (winner is not None)
    assert race.rolls == 3


def test_being_in_front_is_not_yet_the_lead() -> None:
    """C4.3: five against three is past a lead of three, but not ahead by three."""
    race = Race(Goal.LEAD, 3)
    for readings in ((net(2), net(1)), (net(2), net(1)), (net(1), net(1))):
        race = add_exchange(race, readings, BOOK)
    assert (race.totals, race.is_over, race.winner) == ((5, 3), False, None)


def test_a_total_ends_an_extended_contest() -> None:
    """C4.3: the first to have four; together at four, both go on."""
    race = Race(Goal.TOTAL, 4)
    race = add_exchange(race, (net(3), net(2)), BOOK)
    race = add_exchange(race, (net(1), net(2)), BOOK)
    assert (race.totals, race.is_over) == ((4, 4), False)
    race = add_exchange(race, (net(2), net(1)), BOOK)
    assert (race.totals, race.is_over, race.winner) == ((6, 5), True, 0)
    both = add_exchange(Race(Goal.TOTAL, 4), (net(4), net(5)), BOOK)
    assert (both.is_over, both.winner) == (True, 1)


def test_a_botch_in_an_extended_contest() -> None:
    """C4.1, C4.3: the side's successes are gone, or the contest is."""
    race = add_exchange(Race(Goal.TOTAL, 9), (net(4), net(4)), BOOK)
    assert add_exchange(race, (BOTCH, net(1)), BOOK).totals == (0, 5)
    assert add_exchange(race, (net(1), BOTCH), BOOK).totals == (5, 0)
    for readings, winner in [((BOTCH, FAILED), 1), ((net(1), BOTCH), 0), ((BOTCH, BOTCH), None)]:
        after = add_exchange(race, readings, END)
        assert (after.is_over, after.winner) == (True, winner)
    assert not add_exchange(race, (FAILED, FAILED), END).is_over
    assert not add_exchange(race, (BOTCH, BOTCH), BOOK).is_over


def test_a_botch_can_hand_over_the_lead() -> None:
    """C4.3: what a side loses counts for the other's lead."""
    race = add_exchange(Race(Goal.LEAD, 5), (net(4), net(4)), BOOK)
    after = add_exchange(race, (BOTCH, net(1)), BOOK)
    assert (after.is_over, after.winner) == (True, 1)


def test_a_contest_that_is_over_takes_no_exchange() -> None:
    """What is decided stays decided."""
    race = add_exchange(Race(Goal.LEAD, 1), (net(1), FAILED), BOOK)
    with pytest.raises(ValueError, match=r"^the contest is over"):
        add_exchange(race, (net(1), net(1)), BOOK)
    with pytest.raises(ValueError, match="not 0"):
        Race(Goal.TOTAL, 0)


def test_helpers_add_their_successes() -> None:
    """C4.4: everybody rolls; together they reach what is required or not."""
    readings = (net(1), FAILED, net(2))
    work = work_together(readings, required=3)
    assert (work.net, work.has_botch, work.is_success) == (3, False, True)
    assert work.readings == readings
    assert not work_together(readings, required=4).is_success
    assert not work_together((FAILED,)).is_success
    assert work_together((FAILED, net(1))).is_success


def test_a_botch_may_spoil_the_work_of_all() -> None:
    """C4.4: the Storyteller decides, and the botch is reported either way."""
    kept = work_together((net(2), BOTCH))
    assert (kept.net, kept.has_botch, kept.is_success) == (2, True, True)
    spoiled = work_together((net(2), BOTCH), botch_spoils=True)
    assert (spoiled.net, spoiled.has_botch, spoiled.is_success) == (0, True, False)
    assert work_together((net(2), FAILED), botch_spoils=True).net == 2


def test_work_needs_somebody_and_something() -> None:
    """Nobody, and nothing required, are broken assumptions."""
    with pytest.raises(ValueError, match=r"^nobody rolled"):
        work_together(())
    with pytest.raises(ValueError, match="not 0"):
        work_together((FAILED,), required=0)


@given(pools, pools)
def test_a_resisted_action_is_the_same_from_both_sides(
    first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    """Changing sides changes the winner's number and nothing else."""
    there = resolve_resisted(roll(*first), roll(*second))
    back = resolve_resisted(roll(*second), roll(*first))
    assert back.margin == there.margin
    assert back.winner == (None if there.winner is None else 1 - there.winner)


@given(st.lists(pools, max_size=8), st.integers(1, 9), any_rules)
def test_an_extended_action_never_goes_below_nothing(
    rolls: list[tuple[int, ...]], target: int, rules: V20Rules
) -> None:
    """Whatever is rolled, it is open below its target, done from it on, and lost with nothing."""
    action = Extended(target)
    for dice in rolls:
        if action.progress is not Progress.OPEN:
            break
        action = add_roll(action, roll(*dice, rules=rules), rules)
        assert (action.gained >= target) == (action.progress is Progress.DONE)
        assert action.gained >= 0
        if action.progress is Progress.LOST:
            assert action.gained == 0
            assert rules.extended_botch == "end"
