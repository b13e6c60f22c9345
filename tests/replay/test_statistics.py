"""How dice fell beside what was to be expected: counted exactly, and only what may be counted."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol import from_client as i
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.words import Preset, TrackerName
from server.replay.expectations import expected
from server.replay.names import Names
from server.replay.statistics import CharacterStatistics, Statistics
from server.rooms.house import rules_by
from server.rooms.records import from_stored
from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_spread import V5Pool
from tests.replay.evening import LoggedTable, evening
from tests.replay.evening_v20 import evening_v20


def _counted(table: LoggedTable) -> dict[str, CharacterStatistics]:
    statistics = Statistics(Names())
    for commit in table.commits:
        for record in commit.events:
            statistics.take(from_stored(record, commit.at_ms).event)
    return {each.character: each for each in statistics.characters()}


def _table_with_rolls(*rolls: tuple[tuple[int, ...], int]) -> LoggedTable:
    table = LoggedTable()
    zoe = table.vampire("ann", "Zoë")
    for faces, difficulty in rolls:
        table.act("ann", i.Roll, faces, character=zoe, pool=len(faces), difficulty=difficulty)
    return table


def test_outcomes_stand_beside_their_exact_expectation() -> None:
    """Two rolls of one die: what came, and the sum of what each could have been."""
    (zoe,) = _counted(_table_with_rolls(((9,), 1), ((3,), 1))).values()
    (kind,) = zoe.kinds
    assert (kind.kind, kind.rolls, kind.won) == ("pool", 2, 1)
    assert kind.expected_won == 1
    assert {o.outcome: (o.came, o.expected) for o in kind.outcomes} == {
        "success": (1, Fraction(1)),
        "total_failure": (1, Fraction(1)),
    }
    assert zoe.faces == (0, 0, 1, 0, 0, 0, 0, 0, 1, 0)


def test_expected_outcomes_add_up_to_the_rolls() -> None:
    """Whatever is rolled, nothing is expected more or less than once a roll."""
    for table in (evening(), evening_v20()):
        for character in _counted(table).values():
            for kind in character.kinds:
                assert sum(o.expected for o in kind.outcomes) == kind.rolls
                assert sum(o.came for o in kind.outcomes) == kind.rolls
                assert kind.longest_won + kind.longest_lost <= kind.rolls


def test_streaks_are_the_longest_runs() -> None:
    """Won, won, lost, lost, lost, won."""
    falls = [((face,), 1) for face in (9, 8, 2, 3, 1, 6)]
    (zoe,) = _counted(_table_with_rolls(*falls)).values()
    (kind,) = zoe.kinds
    assert (kind.longest_won, kind.longest_lost) == (2, 3)


def test_spread_is_the_standard_deviation() -> None:
    """Four rolls at one half each: the deviation is 1."""
    (zoe,) = _counted(_table_with_rolls(*[((9,), 1)] * 4)).values()
    assert (zoe.kinds[0].expected_won, zoe.kinds[0].spread) == (2, 1)


def test_entered_faces_are_counted_apart_and_expected_of_nobody() -> None:
    """Dice of the table prove nothing of the server's."""
    table = LoggedTable()
    zoe = table.vampire("ann", "Zoë")
    table.act("storyteller", i.SetHouseRules, house_rules=HouseRules(entered_dice=True))
    entered = EnteredFaces(regular=(10, 10))
    table.act("ann", i.Roll, character=zoe, pool=2, difficulty=1, entered=entered)
    counted = _counted(table)["Zoë"]
    assert counted.kinds == ()
    assert sum(counted.faces) == 0
    assert counted.entered[9] == 2


def test_a_reroll_is_no_roll_of_its_own() -> None:
    """It chose its dice: counting it would make everybody lucky."""
    table = _table_with_rolls(((3, 9), 2))
    roll = next(iter(table.state.standing))
    table.act("ann", i.Reroll, (10,), roll=roll, regular_indices=(0,))
    (zoe,) = _counted(table).values()
    assert zoe.rolls == 1
    assert sum(zoe.faces) == 2


def test_what_has_nothing_at_stake_has_no_expectation() -> None:
    """Without a Difficulty no roll is won, and a win without dice is no luck."""
    table = LoggedTable()
    zoe = table.vampire("ann", "Zoë")
    table.act("ann", i.Roll, (9, 9), character=zoe, pool=2)
    counted = _counted(table)["Zoë"]
    assert (counted.rolls, counted.kinds) == (1, ())


def test_rules_of_the_time_count() -> None:
    """A roll read by other house rules is expected by those."""
    table = LoggedTable()
    rules = HouseRules(preset=Preset.V5_CORE_ROLLING)
    table.act("storyteller", i.SetHouseRules, house_rules=rules)
    zoe = table.vampire("ann", "Zoë")
    table.act("storyteller", i.SetTracker, character=zoe, tracker=TrackerName.HUNGER, value=1)
    table.act("ann", i.Roll, (9, 1), character=zoe, pool=2, difficulty=2)
    (kind,) = _counted(table)["Zoë"].kinds
    odds = pool_odds(V5Pool(1, 1), 2, rules_by(rules))
    assert {o.outcome: o.expected for o in kind.outcomes if o.expected} == {
        str(name): Fraction(count, odds.ways) for name, count in odds.outcomes.items() if count
    }


@given(dice=st.integers(41, 64))
def test_a_pool_past_the_counting_is_left_out(dice: int) -> None:
    """Odds end at forty dice; a larger pool is counted by its faces alone."""
    receipt = next(
        record.event.receipt
        for commit in _table_with_rolls(((9,), 1)).commits
        for record in (from_stored(r, commit.at_ms) for r in commit.events)
        if hasattr(record.event, "receipt")
    )
    assert isinstance(receipt, PoolReceipt)
    large = replace(receipt, dice=receipt.dice * dice)
    assert expected(large) is None
    assert expected(receipt) is not None


def test_v20_rolls_have_expectations() -> None:
    """Success, failure and botch, by the difficulty as applied."""
    kinds = {kind.kind for each in _counted(evening_v20()).values() for kind in each.kinds}
    assert "v20 action" in kinds
