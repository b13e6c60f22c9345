"""Several actions in one turn, by each of the four schemes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.several_actions import PlannedAction, plan_actions
from tests.rules.v20.strategies import any_rules

SPLIT = V20Rules(multiple_actions="split_only")
PLUS_ONE = V20Rules(multiple_actions="split_plus_one")
REVISED = V20Rules(multiple_actions="revised")
NONE = V20Rules(multiple_actions="none")


def planned(*actions: tuple[int, int]) -> tuple[PlannedAction, ...]:
    """Actions as dice and raise."""
    return tuple(PlannedAction(dice, raised) for dice, raised in actions)


@pytest.mark.parametrize(
    ("rules", "pools", "shares", "expected"),
    [
        (NONE, (7, 5), None, planned((7, 0), (5, 0))),
        (SPLIT, (7, 5), (3, 2), planned((3, 0), (2, 0))),
        (SPLIT, (7, 5), (1, 1), planned((1, 0), (1, 0))),
        (SPLIT, (6, 7, 8), (2, 2, 2), planned((2, 0), (2, 0), (2, 0))),
        (PLUS_ONE, (7, 5), (3, 2), planned((3, 0), (2, 1))),
        (PLUS_ONE, (6, 7, 8), (2, 2, 2), planned((2, 0), (2, 1), (2, 1))),
        (REVISED, (7, 5), None, planned((5, 0), (2, 0))),
        (REVISED, (6, 7, 8), None, planned((3, 0), (3, 0), (3, 0))),
        (REVISED, (4, 5, 6), (9, 9), planned((1, 0), (1, 0), (1, 0))),
    ],
)
def test_what_each_action_rolls(
    rules: V20Rules,
    pools: tuple[int, ...],
    shares: tuple[int, ...] | None,
    expected: tuple[PlannedAction, ...],
) -> None:
    """C3: nothing, shares of the smallest pool with or without a raise, or dice lost."""
    assert plan_actions(pools, shares, rules) == expected


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("v20_book", planned((3, 0), (2, 0))),
        ("v20_table", planned((3, 0), (2, 1))),
        ("v20_engine", planned((7, 0), (5, 0))),
        ("v20_engine_casual", planned((7, 0), (5, 0))),
    ],
)
def test_presets_plan_as_c9_says(preset: str, expected: tuple[PlannedAction, ...]) -> None:
    """C9, the column of several actions."""
    assert plan_actions((7, 5), (3, 2), PRESETS[preset]) == expected


@pytest.mark.parametrize("shares", [None, (3, 3), (5,), (2, 2, 1), (5, 0), (6, -1)])
@pytest.mark.parametrize("rules", [SPLIT, PLUS_ONE])
def test_a_split_that_does_not_fit_is_refused(
    rules: V20Rules, shares: tuple[int, ...] | None
) -> None:
    """C3: a share for each action, none empty, together within the smallest pool."""
    refusal = plan_actions((7, 5), shares, rules)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("bad_split", "shares")
    assert refusal.accepted == "2 shares of 1 die or more, 5 dice in all"


def test_more_actions_than_dice_are_refused() -> None:
    """C3, revised: an action that would lose its last die."""
    refusal = plan_actions((3, 3), None, REVISED)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("too_many_actions", "actions")
    assert refusal.detail == "Action 2 of 2 would have no die left."


@given(st.integers(1, 20), any_rules)
def test_one_action_is_never_split(dice: int, rules: V20Rules) -> None:
    """A single action keeps its pool and its difficulty under every scheme."""
    assert plan_actions((dice,), None, rules) == planned((dice, 0))


@pytest.mark.parametrize("pools", [(), (0,), (3, 0)])
def test_actions_have_pools(pools: tuple[int, ...]) -> None:
    """No action, or one without a die, is a broken assumption."""
    with pytest.raises(ValueError, match="pool of 1 die or more"):
        plan_actions(pools, None, NONE)
