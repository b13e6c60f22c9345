"""Successes that are taken in place of dice, reports without a Difficulty, and called shots."""

import pytest

from server.rules.v5.conflicts import ContestSide, resolve_contest
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.reading import read_half, read_opposed, read_roll
from server.rules.v5.verdict import Outcome


@pytest.mark.parametrize(
    ("successes", "difficulty", "margin", "outcome"),
    [
        (3, 2, 1, Outcome.SUCCESS),
        (2, 2, 0, Outcome.SUCCESS),
        (1, 2, -1, Outcome.FAILURE),
        (0, 1, -1, Outcome.TOTAL_FAILURE),
    ],
)
def test_half_a_pool_is_read_against_a_difficulty(
    successes: int, difficulty: int, margin: int, outcome: Outcome
) -> None:
    """A1.13: no tens and no Hunger dice, so nothing but a win, a failure or a total one."""
    reading = read_half(successes, difficulty, DEFAULT_RULES)
    assert (reading.successes, reading.difficulty) == (successes, difficulty)
    assert (reading.margin, reading.outcome) == (margin, outcome)
    counts = (reading.pairs, reading.hunger_tens, reading.hunger_ones)
    assert counts == (0, 0, 0)
    flags = (reading.is_critical, reading.is_messy, reading.is_bestial)
    assert flags == (False, False, False)
    assert reading.is_total_failure is (successes == 0)


@pytest.mark.parametrize("successes", [0, 4])
def test_half_a_pool_without_a_difficulty_is_reported(successes: int) -> None:
    """A1.13, A1.10: no verdict."""
    reading = read_half(successes, None, DEFAULT_RULES)
    assert (reading.successes, reading.margin, reading.outcome) == (successes, None, None)


@pytest.mark.parametrize("difficulty", [0, -1])
def test_half_is_read_against_one_or_more(difficulty: int) -> None:
    with pytest.raises(ValueError, match=rf"^a Difficulty is 1 or more, not {difficulty}$"):
        read_half(2, difficulty, DEFAULT_RULES)


def test_a_difficulty_of_one_is_met_by_one() -> None:
    """A1.13, A1.9."""
    assert read_half(1, 1, DEFAULT_RULES).outcome is Outcome.SUCCESS


def test_nobody_takes_less_than_nothing() -> None:
    with pytest.raises(ValueError, match=r"^successes are 0 or more, not -1$"):
        read_half(-1, 2, DEFAULT_RULES)


@pytest.mark.parametrize("taken", [0, 3])
def test_half_stands_against_an_opponent(taken: int) -> None:
    """A1.13, A9.1: the dice, if any lie there, say nothing then."""
    reading = read_opposed(Faces((), ()), 2, DEFAULT_RULES, taken=taken)
    assert reading.successes == taken
    assert reading.outcome is (Outcome.SUCCESS if taken else Outcome.TOTAL_FAILURE)


def test_a_report_has_no_flag_and_no_verdict() -> None:
    """A1.10: only what the faces could become."""
    reading = read_roll(Faces((10, 6), (10, 1)), None, DEFAULT_RULES)
    assert (reading.successes, reading.pairs) == (5, 1)
    assert (reading.hunger_tens, reading.hunger_ones) == (1, 1)
    assert (reading.difficulty, reading.margin, reading.outcome) == (None, None, None)
    assert reading.is_total_failure is False
    assert reading.is_bestial is False
    assert reading.is_messy is False
    assert reading.is_critical is False
    assert set(reading.possible) == {Outcome.MESSY_CRITICAL, Outcome.BESTIAL_FAILURE}


@pytest.mark.parametrize(("switch", "winner"), [("successes_2", 1), ("dice_2", 0)])
def test_a_called_shot_is_read_by_both_sides(switch: str, winner: int) -> None:
    """A9.11: where it costs successes, the other side's Difficulty has two fewer as well."""
    rules = V5Rules(called_shot=switch)  # type: ignore[arg-type]
    a = ContestSide(Faces((6, 6, 6), ()), called_shot=True)
    result = resolve_contest(a, ContestSide(Faces((6, 6), ())), rules)
    assert result.winner == winner
    assert result.margin == 1
    counted = 1 if switch == "successes_2" else 3
    assert result.readings[0].successes == counted
    assert result.readings[1].margin == 2 - counted


@pytest.mark.parametrize(("taken", "winner", "margin"), [(4, 0, 3), (0, 1, 1)])
def test_half_is_taken_in_a_contest(taken: int, winner: int, margin: int) -> None:
    """A1.13, A9.1: both sides read it, and no die that lies there counts beside it."""
    a = ContestSide(Faces((6, 6), ()), taken=taken)
    result = resolve_contest(a, ContestSide(Faces((6,), ())), DEFAULT_RULES)
    assert (result.winner, result.margin) == (winner, margin)
    assert result.readings[0].successes == taken


@pytest.mark.parametrize(("successes", "left"), [(5, 3), (2, 0), (1, 0)])
def test_a_called_shot_counts_two_successes_less(successes: int, left: int) -> None:
    """A9.11: by the switch, and never below none."""
    faces = Faces((6,) * successes, ())
    paid = V5Rules(called_shot="successes_2")
    assert read_roll(faces, 1, paid, called_shot=True).successes == left
    assert read_roll(faces, 1, paid).successes == successes
    assert read_roll(faces, 1, DEFAULT_RULES, called_shot=True).successes == successes
