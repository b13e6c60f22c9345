"""Which difficulties are accepted, and what they become before the dice."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import (
    DIFFICULTY_NAMES,
    STANDARD_DIFFICULTY,
    UNROLLED_SUCCESSES,
    AppliedDifficulty,
    apply_difficulty,
    difficulty_refusal,
    needs_no_roll,
)
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.reading import Outcome
from tests.rules.v20.strategies import any_rules, roll

STRICT, CASUAL = PRESETS["v20_engine"], PRESETS["v20_engine_casual"]


def applied(assessed: int, rules: V20Rules, **more: int) -> int:
    """The number the dice are compared with."""
    found = apply_difficulty(assessed, rules, **more)  # type: ignore[arg-type] # a bool is an int
    assert isinstance(found, AppliedDifficulty)
    return found.applied


@pytest.mark.parametrize("difficulty", range(-1, 14))
def test_difficulties_are_two_to_ten(difficulty: int) -> None:
    """C1.1, W13: 2 is accepted; 1 and 11 are refused."""
    refusal = difficulty_refusal(difficulty)
    result = apply_difficulty(difficulty, V20Rules())
    if 2 <= difficulty <= 10:
        assert refusal is None
        assert result == AppliedDifficulty(difficulty, 0, 0, difficulty, is_halved=False)
    else:
        assert refusal == result
        assert isinstance(result, RuleRefusal)
        assert (result.code, result.field) == ("bad_difficulty", "difficulty")
        assert result.accepted == "2 to 10"
        assert f"not {difficulty}" in result.detail


def test_the_standard_difficulty() -> None:
    """C1.1: 6 unless somebody says otherwise."""
    assert STANDARD_DIFFICULTY == 6


def test_difficulties_have_names() -> None:
    """C1.10."""
    assert dict(DIFFICULTY_NAMES) == {
        3: "easy",
        4: "routine",
        5: "straightforward",
        6: "standard",
        7: "challenging",
        8: "hard",
        9: "nearly impossible",
    }


@pytest.mark.parametrize(
    ("assessed", "strict", "strict_untrained", "casual", "casual_untrained"),
    [
        (2, 2, 3, 1, 1),
        (3, 3, 4, 1, 2),
        (4, 4, 5, 2, 2),
        (5, 5, 6, 2, 3),
        (6, 6, 7, 3, 3),
        (7, 7, 8, 3, 4),
        (8, 8, 9, 4, 4),
        (9, 9, 10, 4, 5),
        (10, 10, 10, 5, 5),
    ],
)
def test_strict_and_casual_modes(
    assessed: int, strict: int, strict_untrained: int, casual: int, casual_untrained: int
) -> None:
    """C2: an untrained Skill is one harder, first; casual mode then halves once, down."""
    assert applied(assessed, STRICT) == strict
    assert applied(assessed, STRICT, is_untrained_skill=True) == strict_untrained
    assert applied(assessed, CASUAL) == casual
    assert applied(assessed, CASUAL, is_untrained_skill=True) == casual_untrained


@pytest.mark.parametrize("mode", ["strict", "casual"])
def test_untrained_at_ten_is_clamped_or_goes_to_eleven(mode: str) -> None:
    """C2: what the one more does at 10, step by step."""
    clamp = STRICT if mode == "strict" else CASUAL
    eleven = replace(clamp, untrained_at_ten="eleven")
    is_halved = mode == "casual"
    assert apply_difficulty(10, clamp, is_untrained_skill=True) == AppliedDifficulty(
        10, 0, 0, 5 if is_halved else 10, is_halved
    )
    assert apply_difficulty(10, eleven, is_untrained_skill=True) == AppliedDifficulty(
        10, 0, 1, 5 if is_halved else 11, is_halved
    )
    assert applied(10, eleven) == (5 if is_halved else 10)


@pytest.mark.parametrize("rules", [STRICT, CASUAL])
def test_untrained_at_ten_may_be_refused(rules: V20Rules) -> None:
    """C2: refused in both modes, and only at 10 with an untrained Skill."""
    refusing = replace(rules, untrained_at_ten="refuse")
    refusal = apply_difficulty(10, refusing, is_untrained_skill=True)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("untrained_at_ten", "difficulty")
    assert refusal.accepted == "2 to 9"
    assert applied(10, refusing) == applied(10, rules)
    assert applied(9, refusing, is_untrained_skill=True) == (10 if rules is STRICT else 5)
    raised = apply_difficulty(9, refusing, is_untrained_skill=True, retries=1)
    assert isinstance(raised, RuleRefusal)


@pytest.mark.parametrize(
    ("assessed", "retries", "raised", "expected"),
    [(6, 1, 0, 7), (6, 2, 0, 8), (6, 0, 1, 7), (6, 1, 1, 8), (9, 3, 0, 10), (10, 1, 0, 10)],
)
def test_trying_again_is_harder(assessed: int, retries: int, raised: int, expected: int) -> None:
    """C1.12: one harder for each failure before, as far as 10."""
    found = apply_difficulty(assessed, STRICT, retries=retries, raised=raised)
    assert found == AppliedDifficulty(assessed, expected - assessed, 0, expected, is_halved=False)


def test_raises_come_before_the_untrained_skill_and_the_halving() -> None:
    """C1.12, C2: (7 + 1 + 1) halved is 4."""
    found = apply_difficulty(7, CASUAL, retries=1, is_untrained_skill=True)
    assert found == AppliedDifficulty(7, 1, 1, 4, is_halved=True)


def test_nothing_lowers_a_difficulty_by_the_back_door() -> None:
    """Negative raises are broken assumptions."""
    with pytest.raises(ValueError, match=r"^a difficulty is raised by 0 or more"):
        apply_difficulty(6, STRICT, retries=-1)
    with pytest.raises(ValueError, match=r"^a difficulty is raised by 0 or more"):
        apply_difficulty(6, STRICT, raised=-1)


@pytest.mark.parametrize(
    ("pool", "difficulty", "is_stressful", "expected"),
    [(6, 6, False, True), (7, 6, False, True), (5, 6, False, False), (9, 6, True, False)],
)
def test_an_easy_task_needs_no_roll(
    pool: int, difficulty: int, is_stressful: bool, expected: bool
) -> None:
    """C1.11: dice as many as the difficulty and no stress give one success."""
    assert needs_no_roll(pool, difficulty, is_stressful=is_stressful) is expected


def test_a_task_without_a_roll_gives_one_success() -> None:
    """C1.11: read as an automatic success without dice."""
    reading = roll(automatic=UNROLLED_SUCCESSES)
    assert (reading.net, reading.outcome) == (1, Outcome.SUCCESS)


@given(st.integers(2, 10), any_rules, st.integers(0, 9), st.booleans())
def test_other_switches_leave_the_difficulty_alone(
    assessed: int, rules: V20Rules, retries: int, is_untrained: bool
) -> None:
    """Only ``mode`` and ``untrained_at_ten`` matter, and what comes out can be rolled against."""
    alone = V20Rules(mode=rules.mode, untrained_at_ten=rules.untrained_at_ten)
    found = apply_difficulty(assessed, rules, is_untrained_skill=is_untrained, retries=retries)
    assert found == apply_difficulty(
        assessed, alone, is_untrained_skill=is_untrained, retries=retries
    )
    if isinstance(found, AppliedDifficulty):
        assert found.applied in range(1, 12)
        assert roll(5, difficulty=found.applied, rules=rules).difficulty == found.applied
