"""Reading one V20 roll."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v20.counting import mark_dice
from server.rules.v20.faces import Faces
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.reading import Degree, Outcome, Reading, read_roll
from tests.rules.v20.strategies import any_rules, finished, pools, roll

BOTCH, FAILURE, SUCCESS = Outcome.BOTCH, Outcome.FAILURE, Outcome.SUCCESS


def parts(reading: Reading) -> tuple[int, int, int, int, int]:
    """Rolled, ones, cancelled, automatic, net: the columns of C10."""
    return (reading.rolled, reading.ones, reading.cancelled, reading.automatic, reading.net)


@pytest.mark.parametrize("preset", ["v20_book", "v20_engine", "v20_engine_casual"])
@pytest.mark.parametrize(
    ("dice", "difficulty", "more", "expected", "outcome"),
    [
        ((1, 2, 4), 6, {}, (0, 1, 0, 0, 0), BOTCH),
        ((1, 2, 4), 6, {"automatic": 1}, (0, 1, 0, 1, 1), SUCCESS),
        ((1,), 6, {"automatic": 1, "required": 2}, (0, 1, 0, 1, 1), FAILURE),
        ((2, 3, 5), 6, {}, (0, 0, 0, 0, 0), FAILURE),
        ((1, 1, 1, 6, 6), 6, {}, (2, 3, 2, 0, 0), FAILURE),
        ((9, 1, 1, 8, 1), 8, {}, (2, 3, 2, 0, 0), FAILURE),
        ((1, 6, 7), 6, {"automatic": 1}, (2, 1, 1, 1, 2), SUCCESS),
        ((10, 7), 6, {}, (2, 0, 0, 0, 2), SUCCESS),
        ((10, 1), 6, {"has_specialty": True}, (2, 1, 1, 0, 1), SUCCESS),
        ((10, 10, 6, 1), 6, {"has_specialty": True}, (5, 1, 1, 0, 4), SUCCESS),
        ((), 6, {}, (0, 0, 0, 0, 0), FAILURE),
    ],
)
def test_the_vectors_of_c10(
    preset: str,
    dice: tuple[int, ...],
    difficulty: int,
    more: dict[str, Any],
    expected: tuple[int, ...],
    outcome: Outcome,
) -> None:
    """C10, line by line, in every preset that doubles a specialty's tens."""
    reading = roll(*dice, difficulty=difficulty, rules=PRESETS[preset], **more)
    assert parts(reading) == expected
    assert reading.outcome is outcome


@pytest.mark.parametrize(
    ("dice", "difficulty", "more", "net", "outcome"),
    [
        pytest.param((1, 1, 1, 6, 6), 6, {}, 0, FAILURE, id="W1 more 1s than successes"),
        pytest.param((1, 6, 7), 6, {"automatic": 1}, 2, SUCCESS, id="W1 1s spare Willpower"),
        pytest.param(
            (10, 9, 7, 6, 5, 5, 4, 2, 1, 1), 8, {}, 0, FAILURE, id="W5 as written: 0, failure"
        ),
        pytest.param((10, 1), 6, {"has_specialty": True}, 1, SUCCESS, id="W7 one success, not two"),
        pytest.param((2, 2, 5), 2, {}, 3, SUCCESS, id="W13 difficulty 2"),
    ],
)
def test_faults_of_other_tools(
    dice: tuple[int, ...], difficulty: int, more: dict[str, Any], net: int, outcome: Outcome
) -> None:
    """The rows of the list of known faults that are about one roll."""
    reading = roll(*dice, difficulty=difficulty, **more)
    assert (reading.net, reading.outcome) == (net, outcome)


def test_willpower_keeps_the_rule_of_one() -> None:
    """W9: spending Willpower leaves the 1s their work on the dice."""
    assert parts(roll(1, 6, 7, automatic=1)) == (2, 1, 1, 1, 2)


def test_tens_may_undo_ones() -> None:
    """W5, C1.4: with that switch the ten takes one 1 away and the other cancels once."""
    rules = V20Rules(tens_cancel_ones="yes")
    reading = roll(10, 9, 7, 6, 5, 5, 4, 2, 1, 1, difficulty=8, rules=rules)
    assert parts(reading) == (2, 2, 1, 0, 1)
    assert reading.outcome is SUCCESS
    assert parts(roll(10, 10, 1, rules=rules)) == (2, 1, 0, 0, 2)


@given(pools, st.integers(1, 10), any_rules, st.booleans(), st.data())
def test_no_house_rule_changes_a_face(
    dice: tuple[int, ...],
    difficulty: int,
    rules: V20Rules,
    has_specialty: bool,
    data: st.DataObject,
) -> None:
    """W3: whatever the switches, the receipt shows the dice as they came."""
    faces = data.draw(finished(dice, difficulty, rules, has_specialty))
    reading = read_roll(faces, difficulty, rules, has_specialty=has_specialty)
    assert reading.faces == faces
    assert reading.faces.dice == dice
    marks = mark_dice(faces, difficulty, rules, has_specialty=has_specialty)
    assert tuple(mark.face for mark in marks) == dice + faces.rerolled


@pytest.mark.parametrize("difficulty", range(2, 11))
@pytest.mark.parametrize("face", range(1, 11))
def test_a_die_succeeds_from_the_difficulty_on(face: int, difficulty: int) -> None:
    """C1.1, C1.3: a ten always succeeds, a 1 never does."""
    assert roll(face, difficulty=difficulty).rolled == (face >= difficulty)
    assert roll(10, difficulty=difficulty).rolled == 1
    assert roll(1, difficulty=difficulty).rolled == 0


@pytest.mark.parametrize(
    ("net", "degree"),
    [
        (1, Degree.MARGINAL),
        (2, Degree.MODERATE),
        (3, Degree.COMPLETE),
        (4, Degree.EXCEPTIONAL),
        (5, Degree.PHENOMENAL),
        (6, Degree.PHENOMENAL),
        (11, Degree.PHENOMENAL),
    ],
)
def test_degrees_of_success(net: int, degree: Degree) -> None:
    """C1.9: by net successes; from five on nothing is better."""
    assert roll(*(7,) * net).degree is degree
    assert roll(*(7,) * net, required=net + 1).degree is None


def test_what_is_not_a_success_has_no_degree() -> None:
    """C1.9: neither a failure nor a botch is graded."""
    assert roll(2).degree is None
    assert roll(1).degree is None


@pytest.mark.parametrize(("required", "outcome"), [(1, SUCCESS), (2, SUCCESS), (3, FAILURE)])
def test_required_successes_are_apart_from_the_difficulty(required: int, outcome: Outcome) -> None:
    """C1.2: two net successes meet up to two."""
    reading = roll(6, 7, 2, required=required)
    assert (reading.required, reading.difficulty, reading.outcome) == (required, 6, outcome)


def test_an_older_botch_is_net_zero_with_a_one() -> None:
    """C1, botch: the switch turns some failures with a 1 into botches and nothing else."""
    older = V20Rules(botch="net_zero")
    assert roll(1, 6).outcome is FAILURE
    assert roll(1, 6, rules=older).outcome is BOTCH
    assert roll(1, 1, 6, rules=older, automatic=1).outcome is SUCCESS
    assert roll(1, 1, 6, rules=older, automatic=1, required=2).outcome is FAILURE
    assert roll(1, 6, 7, rules=older, required=2).outcome is FAILURE
    assert roll(2, 3, rules=older).outcome is FAILURE
    assert roll(1, 2, rules=older).outcome is BOTCH


def test_a_success_on_the_dice_is_no_botch_when_two_are_required() -> None:
    """C1.5, C1.6: only a roll in which no die succeeded botches; too few net successes fail."""
    assert roll(1, 6, 6, required=2).outcome is FAILURE


@pytest.mark.parametrize(
    ("dice", "counts", "fails"),
    [
        ((1, 1), ((2, 2, 2, 0, 0), FAILURE), ((0, 2, 0, 0, 0), BOTCH)),
        ((1, 2, 3), ((3, 1, 1, 0, 2), SUCCESS), ((2, 1, 1, 0, 1), SUCCESS)),
        ((1, 2), ((2, 1, 1, 0, 1), SUCCESS), ((1, 1, 1, 0, 0), FAILURE)),
    ],
)
def test_target_one(
    dice: tuple[int, ...],
    counts: tuple[tuple[int, ...], Outcome],
    fails: tuple[tuple[int, ...], Outcome],
) -> None:
    """C2: at target 1 a 1 counts and cancels, so only 1s fail; or it only cancels."""
    for switch, expected in (
        (V20Rules(mode="casual"), counts),
        (V20Rules(mode="casual", target_one="ones_fail"), fails),
    ):
        reading = roll(*dice, difficulty=1, rules=switch)
        assert (parts(reading), reading.outcome) == expected


@pytest.mark.parametrize(
    ("dice", "by_success", "by_die"),
    [
        ((10, 1), (2, 1, 1, 0, 1), (2, 1, 2, 0, 0)),
        ((10, 6, 1), (3, 1, 1, 0, 2), (3, 1, 1, 0, 2)),
        ((10, 6, 1, 1), (3, 2, 2, 0, 1), (3, 2, 3, 0, 0)),
        ((10, 10, 1), (4, 1, 1, 0, 3), (4, 1, 2, 0, 2)),
        ((10, 1, 1, 1), (2, 3, 2, 0, 0), (2, 3, 2, 0, 0)),
        ((6, 1), (1, 1, 1, 0, 0), (1, 1, 1, 0, 0)),
    ],
)
def test_a_one_may_take_a_whole_die(
    dice: tuple[int, ...], by_success: tuple[int, ...], by_die: tuple[int, ...]
) -> None:
    """C3, one_cancels: single successes go first, then doubled tens as a whole."""
    assert parts(roll(*dice, has_specialty=True)) == by_success
    rules = V20Rules(one_cancels="die")
    assert parts(roll(*dice, has_specialty=True, rules=rules)) == by_die


def test_difficulty_eleven_is_beyond_every_die() -> None:
    """C2, untrained_at_ten as eleven: tens neither succeed nor double; a 1 botches."""
    assert parts(roll(10, 10, difficulty=11, has_specialty=True)) == (0, 0, 0, 0, 0)
    assert roll(10, 1, difficulty=11).outcome is BOTCH
    assert roll(10, difficulty=11, automatic=1).outcome is SUCCESS


@pytest.mark.parametrize("difficulty", [0, -1, 12])
def test_no_die_is_compared_with_less_than_one_or_more_than_eleven(difficulty: int) -> None:
    """What no table can arrive at is a broken assumption."""
    with pytest.raises(ValueError, match=f"1 to 11, not {difficulty}"):
        roll(5, difficulty=difficulty)


def test_numbers_out_of_range_are_broken_assumptions() -> None:
    """A roll needs a success, and nothing adds fewer than none."""
    with pytest.raises(ValueError, match="needs 1 success or more, not 0"):
        roll(5, required=0)
    with pytest.raises(ValueError, match="0 or more, not -1"):
        roll(5, automatic=-1)


@pytest.mark.parametrize(
    ("read", "why"),
    [
        (lambda: roll(7), "1 success at difficulty 6: net 1, a marginal success."),
        (
            lambda: roll(1, 6, 7, automatic=1, required=2),
            "2 successes at difficulty 6, 1 cancelled by 1s, 1 automatic: net 2 where 2 are "
            "needed, a moderate success.",
        ),
        (
            lambda: roll(10, 10, 6, 1, has_specialty=True),
            "5 successes at difficulty 6, counting 2 specialty tens twice, 1 cancelled by 1s: "
            "net 4, an exceptional success.",
        ),
        (
            lambda: roll(10, 2, has_specialty=True),
            "2 successes at difficulty 6, counting 1 specialty ten twice: net 2, a moderate "
            "success.",
        ),
        (lambda: roll(1, 2, 4), "0 successes at difficulty 6: net 0 with a 1 showing, a botch."),
        (
            lambda: roll(2, 4, required=3),
            "0 successes at difficulty 6: net 0 where 3 are needed, a failure.",
        ),
        (
            lambda: roll(1, 7, ones_matter=False),
            "1 success at difficulty 6, 1 of the 1s without weight: net 1, a marginal success.",
        ),
        (
            lambda: roll(10, 1, 1, 9, rules=V20Rules(tens_cancel_ones="yes")),
            "2 successes at difficulty 6, 1 of the 1s undone by tens, 1 cancelled by 1s: net 1, a "
            "marginal success.",
        ),
    ],
)
def test_a_reading_says_why(read: Callable[[], Reading], why: str) -> None:
    """The receipt carries one plain sentence for people."""
    assert read().why == why


@given(pools, st.integers(1, 11), any_rules, st.integers(0, 3), st.integers(1, 4), st.data())
def test_outcomes_partition_all_rolls(
    dice: tuple[int, ...],
    difficulty: int,
    rules: V20Rules,
    automatic: int,
    required: int,
    data: st.DataObject,
) -> None:
    """A roll wins exactly when its net suffices, and botches only with nothing to show."""
    has_specialty = data.draw(st.booleans())
    faces = data.draw(finished(dice, difficulty, rules, has_specialty))
    reading = read_roll(
        faces,
        difficulty,
        rules,
        automatic=automatic,
        required=required,
        has_specialty=has_specialty,
    )
    assert (reading.outcome is SUCCESS) == (reading.net >= required)
    assert (reading.degree is not None) == (reading.outcome is SUCCESS)
    assert reading.net == reading.rolled - reading.cancelled + automatic
    assert 0 <= reading.cancelled <= reading.rolled
    assert reading.net >= automatic
    assert reading.ones == (dice + faces.rerolled).count(1)
    if reading.outcome is BOTCH:
        assert reading.ones >= 1
        assert reading.net == automatic == 0
        assert rules.botch == "net_zero" or reading.rolled == 0
    if not dice:
        assert reading.outcome is not BOTCH


@given(pools, st.integers(1, 11), any_rules, st.booleans(), st.data())
def test_the_order_of_dice_does_not_matter(
    dice: tuple[int, ...],
    difficulty: int,
    rules: V20Rules,
    has_specialty: bool,
    data: st.DataObject,
) -> None:
    """Shuffled dice of the pool read the same."""
    faces = data.draw(finished(dice, difficulty, rules, has_specialty))
    shuffled = Faces(tuple(data.draw(st.permutations(dice))), faces.rerolled)
    before = read_roll(faces, difficulty, rules, has_specialty=has_specialty)
    after = read_roll(shuffled, difficulty, rules, has_specialty=has_specialty)
    assert parts(after) == parts(before)
    assert (after.outcome, after.why) == (before.outcome, before.why)


@given(pools, st.integers(2, 10), any_rules, st.integers(0, 2))
def test_switches_of_specialties_matter_only_with_one(
    dice: tuple[int, ...], difficulty: int, rules: V20Rules, automatic: int
) -> None:
    """C3: without a specialty neither doubling, rerolls nor whole dice change anything."""
    plain = replace(
        rules, specialty="double", reroll_ones_count="no", reroll_chain="yes", one_cancels="success"
    )
    reading = roll(*dice, difficulty=difficulty, rules=rules, automatic=automatic)
    assert reading == roll(*dice, difficulty=difficulty, rules=plain, automatic=automatic)


@given(pools, st.integers(2, 10), any_rules)
def test_target_one_matters_only_at_one(
    dice: tuple[int, ...], difficulty: int, rules: V20Rules
) -> None:
    """C2: from difficulty 2 on no reading of 1s differs."""
    assert roll(*dice, difficulty=difficulty, rules=replace(rules, target_one="ones_fail")) == roll(
        *dice, difficulty=difficulty, rules=replace(rules, target_one="counts_and_cancels")
    )


READING_SWITCHES = {
    "botch",
    "one_cancels",
    "tens_cancel_ones",
    "specialty",
    "reroll_ones_count",
    "reroll_chain",
    "target_one",
}


@given(pools, st.integers(1, 11), any_rules, st.booleans(), st.data())
def test_no_other_switch_touches_the_reading(
    dice: tuple[int, ...],
    difficulty: int,
    rules: V20Rules,
    has_specialty: bool,
    data: st.DataObject,
) -> None:
    """Only the switches about dice change what dice say; the mode works before them."""
    kept = {name: getattr(rules, name) for name in READING_SWITCHES}
    faces = data.draw(finished(dice, difficulty, rules, has_specialty))
    reading = read_roll(faces, difficulty, rules, has_specialty=has_specialty)
    assert reading == read_roll(faces, difficulty, V20Rules(**kept), has_specialty=has_specialty)


@given(pools, st.integers(2, 10), any_rules)
def test_one_better_die_never_costs_a_success(
    dice: tuple[int, ...], difficulty: int, rules: V20Rules
) -> None:
    """Turning a 1 into a miss, or a miss into a success, never lowers the net."""
    before = roll(*dice, difficulty=difficulty, rules=rules).net
    for index, face in enumerate(dice):
        better = difficulty if face > 1 else min(2, difficulty)
        changed = (*dice[:index], max(face, better), *dice[index + 1 :])
        assert roll(*changed, difficulty=difficulty, rules=rules).net >= before
