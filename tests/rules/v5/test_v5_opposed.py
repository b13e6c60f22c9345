"""Reading one side of an opposed roll."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.reading import Faces, Outcome, read_opposed
from tests.rules.v5.strategies import any_rules, faces, flags


def test_more_successes_than_the_opponent_win_by_the_difference() -> None:
    """First night, step 30: 4 against 2 is a margin of 2 for one side and -2 for the other."""
    winner = read_opposed(Faces((7, 8, 2), (6, 9, 3)), 2, V5Rules())
    loser = read_opposed(Faces((6, 6, 1), (2, 3, 4)), 4, V5Rules())
    assert (winner.outcome, winner.margin, winner.difficulty) == (Outcome.SUCCESS, 2, 2)
    assert (loser.outcome, loser.margin, loser.difficulty) == (Outcome.FAILURE, -2, 4)
    assert winner.why == "4 successes beat the opponent's 2 by 2."
    assert loser.why == "2 successes fail to beat the opponent's 4."


@pytest.mark.parametrize(
    ("regular", "hunger", "opponent", "outcome"),
    [
        ((10, 2), (10, 3), 3, Outcome.MESSY_CRITICAL),
        ((10, 10), (3,), 3, Outcome.CRITICAL),
        ((10, 10), (3,), 5, Outcome.FAILURE),
        ((6, 2), (1,), 2, Outcome.BESTIAL_FAILURE),
        ((2, 2), (3,), 2, Outcome.TOTAL_FAILURE),
        ((6,), (), 0, Outcome.SUCCESS),
    ],
)
def test_colours_are_read_against_the_opponent(
    regular: tuple[int, ...], hunger: tuple[int, ...], opponent: int, outcome: Outcome
) -> None:
    """A2.12, A9.1: critical, messy and bestial hang on beating the other side."""
    assert read_opposed(Faces(regular, hunger), opponent, V5Rules()).outcome is outcome


def test_a_tie_is_neither_won_nor_failed() -> None:
    """A9.2, neither: no outcome and no flag, not even with a Hunger 1 and a pair of tens."""
    reading = read_opposed(Faces((10, 10), (1,)), 4, V5Rules())
    assert (reading.outcome, reading.margin, reading.possible) == (None, 0, ())
    assert flags(reading) == set()
    assert reading.why == (
        "4 successes tie with the opponent's 4, which is neither a win nor a failure."
    )


def test_a_tie_may_be_a_win_by_one() -> None:
    """A9.2, both_win_by_one: a tied side reads a win with margin 1, in its colour."""
    rules = V5Rules(tie_reading="both_win_by_one")
    reading = read_opposed(Faces((10, 2), (10, 1)), 4, rules)
    assert (reading.outcome, reading.margin) == (Outcome.MESSY_CRITICAL, 1)
    assert reading.why.startswith(
        "4 successes tie with the opponent's 4, which counts as a win by 1, and a pair of tens"
    )


def test_a_tie_may_be_a_failure() -> None:
    """A9.2, both_fail: not beating the opponent is a failure, and may be bestial (A2.12)."""
    reading = read_opposed(Faces((6, 2), (1,)), 1, V5Rules(tie_reading="both_fail"))
    assert (reading.outcome, reading.margin) == (Outcome.BESTIAL_FAILURE, 0)


@pytest.mark.parametrize(
    ("tie_reading", "outcome"),
    [
        ("neither", None),
        ("both_win_by_one", Outcome.TOTAL_FAILURE),
        ("both_fail", Outcome.TOTAL_FAILURE),
    ],
)
def test_no_success_never_wins_a_tie(
    tie_reading: Literal["neither", "both_win_by_one", "both_fail"], outcome: Outcome | None
) -> None:
    """House rule: a tie at 0 is not a win by 1, whatever the table makes of other ties."""
    reading = read_opposed(Faces((2, 3), (4,)), 0, V5Rules(tie_reading=tie_reading))
    assert (reading.outcome, reading.margin) == (outcome, 0)


def test_an_opponent_cannot_have_fewer_than_no_successes() -> None:
    """A negative number is a broken assumption."""
    with pytest.raises(ValueError, match="-1"):
        read_opposed(Faces((6,), ()), -1, V5Rules())


@given(faces(), st.integers(0, 20), any_rules)
def test_winning_takes_more_successes_than_the_opponent(
    drawn: Faces, opponent: int, rules: V5Rules
) -> None:
    """Apart from ties, the sign of the difference alone decides who won."""
    reading = read_opposed(drawn, opponent, rules)
    is_win = reading.outcome in (Outcome.SUCCESS, Outcome.CRITICAL, Outcome.MESSY_CRITICAL)
    if reading.successes != opponent:
        assert reading.margin == reading.successes - opponent
        assert is_win == (reading.successes > opponent)
    else:
        assert is_win == (rules.tie_reading == "both_win_by_one" and reading.successes > 0)
