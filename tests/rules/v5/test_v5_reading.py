"""Reading a roll against a Difficulty, or without one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.reading import Faces, Outcome, count_successes, read_roll
from tests.rules.v5.strategies import any_rules, faces, flags

V5 = PRESETS["v5"]
CORE = PRESETS["v5_core_rolling"]

CRITICAL, MESSY = Outcome.CRITICAL, Outcome.MESSY_CRITICAL
SUCCESS, FAILURE = Outcome.SUCCESS, Outcome.FAILURE
TOTAL, BESTIAL = Outcome.TOTAL_FAILURE, Outcome.BESTIAL_FAILURE


@pytest.mark.parametrize(("tens", "successes"), [(1, 1), (2, 4), (3, 5), (4, 8), (5, 9), (6, 12)])
def test_tens_count_by_the_pair(tens: int, successes: int) -> None:
    """A1.4: each pair of tens counts four, an odd ten one, whatever the colour."""
    for hunger in range(min(tens, 5) + 1):
        assert count_successes(Faces((10,) * (tens - hunger), (10,) * hunger)) == successes


@pytest.mark.parametrize(("tens", "successes"), [(1, 1), (2, 4), (3, 6), (4, 8), (5, 10)])
def test_tens_past_the_first_pair_may_count_two_each(tens: int, successes: int) -> None:
    """B, extra_tens: each further ten counts two."""
    assert count_successes(Faces((10,) * tens, ()), CORE) == successes


@pytest.mark.parametrize("face", range(1, 11))
def test_six_and_more_is_a_success(face: int) -> None:
    """A1.1: one die counts one from 6 on; a 1 on a regular die means nothing (A1.8)."""
    assert count_successes(Faces((face,), ())) == (face >= 6)
    assert count_successes(Faces((), (face,))) == (face >= 6)


@pytest.mark.parametrize("face", [0, 11, -1])
def test_faces_outside_the_die_are_broken_assumptions(face: int) -> None:
    """No ten-sided die shows them."""
    with pytest.raises(ValueError, match="cannot show"):
        Faces((5, face), ())
    with pytest.raises(ValueError, match="cannot show"):
        Faces((), (face,))


VERDICTS = [
    pytest.param((10, 3, 2), (10, 4), 3, 4, 1, MESSY, id="V1 one Hunger ten is enough for messy"),
    pytest.param((10, 2), (10, 1), 5, 4, -1, BESTIAL, id="V3 the Difficulty comes before colour"),
    pytest.param((8, 3), (1, 2), 2, 1, -1, BESTIAL, id="V7 bestial with a success"),
    pytest.param((10, 1, 6, 6), (1, 6), 3, 4, 1, SUCCESS, id="V9 a Hunger 1 in a won roll"),
    pytest.param((10, 1, 6, 6), (1, 6), 5, 4, -1, BESTIAL, id="V9 the same dice, failed"),
    pytest.param((2, 3), (1,), 1, 0, -1, BESTIAL, id="V11 bestial is the label of a total failure"),
    pytest.param((6, 7), (1,), 2, 2, 0, SUCCESS, id="V13 margin 0 is a win, nothing bestial"),
    pytest.param((6, 7, 8, 1), (), 4, 3, -1, FAILURE, id="V33 the Difficulty of the roll stays"),
    pytest.param((3, 3, 3, 6, 10, 10), (), 5, 5, 0, CRITICAL, id="A3.6 a pair and a success"),
    pytest.param((3, 3, 10, 10, 10), (), 5, 5, 0, CRITICAL, id="A3.6 three tens"),
    pytest.param((10, 10, 10, 10), (), 5, 8, 3, CRITICAL, id="A3.6 four tens"),
    pytest.param((3, 10), (1, 1), 3, 1, -2, BESTIAL, id="A3.6 one ten, two Hunger ones"),
    pytest.param((3, 3, 3, 10), (1, 1, 10), 6, 4, -2, BESTIAL, id="A3.6 a failed mixed pair"),
    pytest.param((2, 2, 6, 10), (1, 1, 10), 6, 5, -1, BESTIAL, id="A3.6 still bestial after"),
    pytest.param((3, 3, 3, 10), (6, 10), 5, 5, 0, MESSY, id="A3.6 messy with margin 0"),
    pytest.param((3, 6, 6, 3), (6, 10), 5, 4, -1, FAILURE, id="A3.6 the pair rerolled away"),
    pytest.param((10, 5, 7, 2), (10, 1), 4, 5, 1, MESSY, id="A3.6 and first night, step 2"),
    pytest.param((4, 3), (6, 1, 2), 2, 1, -1, BESTIAL, id="A3.6 and first night, step 4"),
    pytest.param((8, 5), (6, 1, 2), 2, 2, 0, SUCCESS, id="first night, step 5"),
    pytest.param((1, 2, 3, 4), (1,), 3, 0, -3, BESTIAL, id="first night, step 7"),
    pytest.param((6, 6, 9, 2), (7, 3), 3, 4, 1, SUCCESS, id="first night, step 11"),
    pytest.param((10, 10, 3, 8, 1), (), 3, 5, 2, CRITICAL, id="first night, step 12"),
    pytest.param((9, 2), (6, 6, 4), 2, 3, 1, SUCCESS, id="first night, step 13"),
    pytest.param((6,), (2, 7, 1), 3, 2, -1, BESTIAL, id="first night, step 15"),
    pytest.param((10, 10), (10,), 3, 5, 2, MESSY, id="A2.5 a third ten on a Hunger die"),
    pytest.param((10, 10), (), 5, 4, -1, FAILURE, id="A1.6 a failing pair is no critical"),
    pytest.param((1, 1, 1), (), 1, 0, -1, TOTAL, id="A1.8 regular ones are no botch"),
    pytest.param((2,), (10,), 2, 1, -1, FAILURE, id="A2.7 a Hunger ten in a failed roll"),
    pytest.param((6,), (1,), 2, 1, -1, BESTIAL, id="B bestial_failure, any_failure"),
    pytest.param((10, 10, 10), (), 6, 5, -1, FAILURE, id="B extra_tens, per_pair"),
]


@pytest.mark.parametrize(
    ("regular", "hunger", "difficulty", "successes", "margin", "outcome"), VERDICTS
)
def test_rolls_read_as_in_the_tables(
    regular: tuple[int, ...],
    hunger: tuple[int, ...],
    difficulty: int,
    successes: int,
    margin: int,
    outcome: Outcome,
) -> None:
    """A1.6, A2.5 to A2.9: each vector has its successes, margin, outcome, and flags that fit it."""
    reading = read_roll(Faces(regular, hunger), difficulty, V5)
    assert (reading.successes, reading.margin, reading.outcome) == (successes, margin, outcome)
    assert reading.difficulty == difficulty
    assert reading.is_messy == (outcome is MESSY)
    assert reading.is_critical == (outcome in (CRITICAL, MESSY))
    assert reading.is_bestial == (outcome is BESTIAL)
    assert reading.is_total_failure == (successes == 0)
    assert reading.possible == ()


@pytest.mark.parametrize(
    ("regular", "hunger", "difficulty", "successes", "outcome"),
    [
        pytest.param((8, 3), (1, 2), 2, 1, FAILURE, id="V7 plain failure in v5_core_rolling"),
        pytest.param((6,), (1,), 2, 1, FAILURE, id="B bestial_failure, zero_only"),
        pytest.param((2,), (1,), 2, 0, BESTIAL, id="zero_only still knows the bestial failure"),
        pytest.param((10, 10, 10), (), 6, 6, CRITICAL, id="B extra_tens, each_extra"),
        pytest.param(
            (10, 10), (10,), 3, 6, MESSY, id="B messy_scope: the third ten joins the pair"
        ),
        pytest.param((10, 10), (), 5, 4, FAILURE, id="B failing_pair"),
    ],
)
def test_core_rolling_reads_its_own_way(
    regular: tuple[int, ...],
    hunger: tuple[int, ...],
    difficulty: int,
    successes: int,
    outcome: Outcome,
) -> None:
    """Section B: the dice that tell the two presets apart."""
    reading = read_roll(Faces(regular, hunger), difficulty, CORE)
    assert (reading.successes, reading.outcome) == (successes, outcome)


@pytest.mark.parametrize(
    ("regular", "hunger", "outcome"),
    [
        ((10, 10), (10,), CRITICAL),
        ((10, 10), (10, 10), CRITICAL),
        ((10,), (10,), MESSY),
        ((10,), (10, 10), MESSY),
        ((), (10, 10), MESSY),
        ((10, 10), (3,), CRITICAL),
    ],
)
def test_a_clean_pair_may_keep_a_critical_clean(
    regular: tuple[int, ...], hunger: tuple[int, ...], outcome: Outcome
) -> None:
    """A2.5, best_pair_only: two regular tens are a clean pair, whatever the Hunger dice show."""
    reading = read_roll(Faces(regular, hunger), 1, V5Rules(messy_scope="best_pair_only"))
    assert reading.outcome is outcome


@pytest.mark.parametrize(
    ("regular", "hunger", "possible"),
    [
        pytest.param((2, 3), (), (TOTAL,), id="V5 nothing shown, no verdict"),
        pytest.param((), (8, 10, 3), (SUCCESS, FAILURE), id="first night, step 23"),
        pytest.param((2,), (1,), (BESTIAL,), id="certainly bestial"),
        pytest.param((6,), (1,), (SUCCESS, BESTIAL), id="a Hunger 1 threatens"),
        pytest.param((10,), (10, 1), (MESSY, BESTIAL), id="both colours of the Beast"),
        pytest.param((10, 10), (), (CRITICAL, FAILURE), id="a clean pair"),
    ],
)
def test_without_a_difficulty_there_are_only_possible_outcomes(
    regular: tuple[int, ...], hunger: tuple[int, ...], possible: tuple[Outcome, ...]
) -> None:
    """A1.10: counts are reported, and what they could still mean; no verdict, no flags."""
    reading = read_roll(Faces(regular, hunger), None, V5)
    assert reading.possible == possible
    assert (reading.difficulty, reading.margin, reading.outcome) == (None, None, None)
    assert flags(reading) == set()
    assert reading.pairs == (regular + hunger).count(10) // 2
    assert (reading.hunger_tens, reading.hunger_ones) == (hunger.count(10), hunger.count(1))


def test_a_highest_difficulty_makes_failure_impossible() -> None:
    """A1.10 with difficulties up to 5: five successes cannot fail any more."""
    rules = V5Rules(difficulty_range="one_to_five")
    assert read_roll(Faces((6,) * 5, ()), None, rules).possible == (SUCCESS,)
    assert read_roll(Faces((6,) * 4, ()), None, rules).possible == (SUCCESS, FAILURE)


def test_no_difficulty_may_mean_one() -> None:
    """A1.10, treat_as_1: the roll is read against Difficulty 1, and the sentence says so."""
    reading = read_roll(Faces((6, 7), (1,)), None, V5Rules(no_difficulty="treat_as_1"))
    assert (reading.difficulty, reading.margin, reading.outcome) == (1, 1, SUCCESS)
    assert reading.why.startswith("No Difficulty was given, so 1 is used")


@pytest.mark.parametrize("difficulty", [0, -1])
def test_reading_against_nothing_is_a_broken_assumption(difficulty: int) -> None:
    """V5: no Difficulty below 1 is ever read; it is refused before the dice are drawn."""
    with pytest.raises(ValueError, match="Difficulty"):
        read_roll(Faces((2, 3), ()), difficulty, V5)


@pytest.mark.parametrize(
    ("regular", "hunger", "difficulty", "why"),
    [
        ((6,), (), 1, "1 success reaches Difficulty 1 exactly."),
        (
            (10, 5, 7, 2),
            (10, 1),
            4,
            "5 successes reach Difficulty 4 with 1 to spare, and a pair of tens with a ten on a "
            "Hunger die makes it a messy critical.",
        ),
        (
            (4, 3),
            (6, 1, 2),
            2,
            "1 success falls 1 short of Difficulty 2, and a 1 on a Hunger die makes the failure "
            "bestial.",
        ),
        ((2, 2), (), 3, "0 successes fall 3 short of Difficulty 3."),
        (
            (10, 10),
            (),
            5,
            "4 successes fall 1 short of Difficulty 5, and a pair of tens makes no critical of a "
            "failure.",
        ),
        (
            (10, 10),
            (),
            4,
            "4 successes reach Difficulty 4 exactly, and a pair of tens makes it critical.",
        ),
        ((6,), (), None, "1 success meets no Difficulty, so there is no verdict."),
    ],
)
def test_a_reading_says_why(
    regular: tuple[int, ...], hunger: tuple[int, ...], difficulty: int | None, why: str
) -> None:
    """The receipt carries one plain sentence for people."""
    assert read_roll(Faces(regular, hunger), difficulty, V5).why == why


@given(faces(), st.integers(1, 12), any_rules)
def test_one_more_success_never_lowers_the_margin(
    drawn: Faces, difficulty: int, rules: V5Rules
) -> None:
    """Turning a failed regular die into a success, or a success into a ten, never costs margin."""
    before = read_roll(drawn, difficulty, rules)
    assert before.margin is not None
    for index, face in enumerate(drawn.regular):
        better = 10 if face >= 6 else 6
        regular = (*drawn.regular[:index], better, *drawn.regular[index + 1 :])
        after = read_roll(Faces(regular, drawn.hunger), difficulty, rules)
        assert after.margin is not None
        assert after.margin >= before.margin


@given(faces(), st.integers(1, 12), any_rules)
def test_hunger_never_changes_who_wins(drawn: Faces, difficulty: int, rules: V5Rules) -> None:
    """The colour of the dice changes the colour of the outcome alone, never margin or win."""
    reading = read_roll(drawn, difficulty, rules)
    plain = read_roll(Faces(drawn.regular + drawn.hunger, ()), difficulty, rules)
    assert (plain.successes, plain.margin) == (reading.successes, reading.margin)
    assert plain.is_critical == reading.is_critical
    assert plain.is_total_failure == reading.is_total_failure
    assert not plain.is_messy
    assert not plain.is_bestial


@given(faces(), st.integers(1, 12), any_rules)
def test_outcome_and_flags_agree(drawn: Faces, difficulty: int, rules: V5Rules) -> None:
    """A win has no failing flag, a failure no winning one, and the label is the strongest flag."""
    reading = read_roll(drawn, difficulty, rules)
    assert reading.margin is not None
    if reading.margin >= 0:
        assert reading.outcome in (SUCCESS, CRITICAL, MESSY)
        assert flags(reading) in (set(), {"critical"}, {"critical", "messy"})
        assert reading.is_messy == (reading.outcome is MESSY)
        assert reading.is_critical == (reading.outcome is not SUCCESS)
    else:
        assert reading.outcome in (FAILURE, TOTAL, BESTIAL)
        assert flags(reading) <= {"bestial", "total failure"}
        assert reading.is_bestial == (reading.outcome is BESTIAL)


@given(faces(), any_rules)
def test_possible_outcomes_are_those_that_some_difficulty_gives(
    drawn: Faces, rules: V5Rules
) -> None:
    """What a roll without a Difficulty lists is what some Difficulty would make of it."""
    highest = 5 if rules.difficulty_range == "one_to_five" else 60
    outcomes = dict.fromkeys(
        read_roll(drawn, difficulty, rules).outcome for difficulty in range(1, highest + 1)
    )
    report = read_roll(drawn, None, replace(rules, no_difficulty="report_only"))
    assert report.possible == tuple(outcomes)
