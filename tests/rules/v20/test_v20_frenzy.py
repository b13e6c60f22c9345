"""Frenzy and Rötschreck: difficulties, and resisting turn by turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v20.frenzy import (
    FRENZY_PROVOCATIONS,
    ROTSCHRECK_PROVOCATIONS,
    SUCCESSES_TO_OVERCOME,
    BeastKind,
    BeastState,
    InstinctFrenzy,
    Resistance,
    end_turn,
    hold_with_willpower,
    resist,
    ride_instinct,
)
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.reading import Reading
from tests.rules.v20.strategies import any_rules, pools, roll

BOOK = V20Rules()
ANY = V20Rules(v20_frenzy="any_success")
BOTCH, FAILED, CANCELLED = roll(1, 2), roll(2, 3), roll(1, 6)


def net(successes: int) -> Reading:
    """A roll with that many net successes."""
    return roll(*(7,) * successes, 2)


def test_what_provokes_frenzy() -> None:
    """C8.3, line by line; blood's three are lowest difficulties."""
    assert {name: tuple(row) for name, row in FRENZY_PROVOCATIONS.items()} == {
        "smell of blood when hungry": (3, True),
        "sight of blood when hungry": (4, True),
        "taste of blood when hungry": (6, True),
        "harassed": (4, False),
        "life in danger": (4, False),
        "taunts": (4, False),
        "physical provocation": (6, False),
        "loved one in danger": (7, False),
        "public humiliation": (8, False),
    }


def test_what_provokes_rotschreck() -> None:
    """C8.4, line by line."""
    assert {name: tuple(row) for name, row in ROTSCHRECK_PROVOCATIONS.items()} == {
        "lit cigarette": (3, False),
        "flame of a lighter": (4, False),
        "torch": (5, False),
        "bonfire": (6, False),
        "obscured sunlight": (6, False),
        "being burned": (7, False),
        "direct sunlight": (8, False),
        "trapped in a burning building": (9, False),
    }


@pytest.mark.parametrize("kind", BeastKind)
def test_five_successes_end_the_danger(kind: BeastKind) -> None:
    """C8.3, C8.4: each success holds for a turn; then it is rolled again, until five are there."""
    beast = resist(Resistance(kind), net(2), BOOK)
    assert beast == Resistance(kind, gained=2, held_turns=2)
    assert not beast.is_roll_due
    beast = end_turn(beast)
    assert (beast.held_turns, beast.is_roll_due) == (1, False)
    beast = end_turn(beast)
    assert (beast.held_turns, beast.is_roll_due) == (0, True)
    beast = resist(beast, net(3), BOOK)
    assert (beast.gained, beast.state, beast.is_roll_due) == (5, BeastState.OVERCOME, False)
    assert SUCCESSES_TO_OVERCOME == 5


@pytest.mark.parametrize(
    ("successes", "state"), [(4, BeastState.RESISTING), (5, BeastState.OVERCOME)]
)
def test_one_roll_may_be_enough(successes: int, state: BeastState) -> None:
    """C8.3: five at once end it, four hold it for four turns."""
    beast = resist(Resistance(BeastKind.FRENZY), net(successes), BOOK)
    assert beast.state is state
    assert beast.held_turns == (4 if successes == 4 else 0)


@pytest.mark.parametrize(
    ("reading", "is_botch"), [(FAILED, False), (CANCELLED, False), (BOTCH, True)]
)
@pytest.mark.parametrize("rules", [BOOK, ANY])
def test_no_success_is_frenzy(rules: V20Rules, reading: Reading, is_botch: bool) -> None:
    """C8.3: 0 in a roll loses, whatever was gathered; a botch is said."""
    before = Resistance(BeastKind.FRENZY, gained=4)
    after = resist(before, reading, rules)
    assert after == Resistance(BeastKind.FRENZY, gained=4, state=BeastState.LOST, is_botch=is_botch)


@pytest.mark.parametrize("successes", [1, 3])
def test_any_success_may_be_enough(successes: int) -> None:
    """C8.3, any_success: one roll with a success overcomes."""
    beast = resist(Resistance(BeastKind.ROTSCHRECK), net(successes), ANY)
    assert (beast.state, beast.gained) == (BeastState.OVERCOME, successes)


def test_willpower_holds_for_a_turn() -> None:
    """C8.4, C8.5: one turn without a roll, and no success towards the five."""
    held = hold_with_willpower(Resistance(BeastKind.ROTSCHRECK))
    assert (held.held_turns, held.gained, held.is_roll_due) == (1, 0, False)
    assert end_turn(held).is_roll_due
    assert hold_with_willpower(held).held_turns == 2


@pytest.mark.parametrize("state", [BeastState.OVERCOME, BeastState.LOST])
def test_what_is_over_is_not_resisted(state: BeastState) -> None:
    """No roll and no Willpower after the end; turns pass."""
    over = Resistance(BeastKind.FRENZY, state=state)
    with pytest.raises(ValueError, match=r"^no roll against the Beast is due"):
        resist(over, net(1), BOOK)
    with pytest.raises(ValueError, match=f"is {state}"):
        hold_with_willpower(over)
    assert end_turn(over) == over


def test_rolls_come_when_they_are_due() -> None:
    """Neither while it is held, nor skipped when it is not."""
    held = Resistance(BeastKind.FRENZY, held_turns=1)
    with pytest.raises(ValueError, match=r"^no roll against the Beast is due"):
        resist(held, net(1), BOOK)
    with pytest.raises(ValueError, match=r"^a roll against the Beast is due before"):
        end_turn(Resistance(BeastKind.FRENZY))


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (net(2), InstinctFrenzy(is_controlled=True, is_botch=False)),
        (net(1), InstinctFrenzy(is_controlled=True, is_botch=False)),
        (FAILED, InstinctFrenzy(is_controlled=False, is_botch=False)),
        (CANCELLED, InstinctFrenzy(is_controlled=False, is_botch=False)),
        (BOTCH, InstinctFrenzy(is_controlled=False, is_botch=True)),
    ],
)
def test_instinct_rides_the_frenzy(reading: Reading, expected: InstinctFrenzy) -> None:
    """C8.3: it always comes; the roll is for control."""
    assert ride_instinct(reading) == expected


@given(st.lists(pools, max_size=12), any_rules)
def test_resisting_always_stands_somewhere(rolls: list[tuple[int, ...]], rules: V20Rules) -> None:
    """Over any series of rolls and turns, what is gathered only grows and decides the end."""
    beast = Resistance(BeastKind.FRENZY)
    for dice in rolls:
        while beast.held_turns:
            beast = end_turn(beast)
        if not beast.is_roll_due:
            break
        reading = roll(*dice, rules=rules)
        after = resist(beast, reading, rules)
        assert after.gained == beast.gained + reading.net
        assert (after.state is BeastState.LOST) == (reading.net == 0)
        if after.state is BeastState.RESISTING:
            assert rules.v20_frenzy == "five_successes"
            assert 0 < after.held_turns <= after.gained < SUCCESSES_TO_OVERCOME
        beast = after
