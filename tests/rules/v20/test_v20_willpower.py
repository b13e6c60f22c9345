"""V20 Willpower: what it buys, what is refused, and that a refusal spends nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.pools import PoolKind
from server.rules.v20.willpower import (
    Willpower,
    WillpowerUse,
    buy_success,
    regain_willpower,
    spend_willpower,
)

LOCK, FREE = V20Rules(), V20Rules(willpower_lock="none")


@pytest.mark.parametrize(
    ("permanent", "current"), [(0, 0), (11, 3), (-1, 0), (5, 6), (5, -1), (10, 11)]
)
def test_willpower_has_its_range(permanent: int, current: int) -> None:
    """C3: the rating is 1 to 10, points are 0 to the rating."""
    with pytest.raises(ValueError, match="Willpower"):
        Willpower(permanent, current)


def test_willpower_may_be_at_either_end() -> None:
    """C3: 1 and 10, none and all; none is exhaustion."""
    assert Willpower(1, 0).is_exhausted
    assert not Willpower(10, 10).is_exhausted
    assert not Willpower(3, 1).is_exhausted


def test_what_a_point_buys() -> None:
    """C3, C8.5: four uses."""
    assert list(WillpowerUse) == [
        "automatic_success",
        "ignore_wounds",
        "hold_derangement",
        "hold_frenzy",
    ]


@pytest.mark.parametrize("kind", [PoolKind.ACTION, PoolKind.VIRTUE, PoolKind.SOAK])
def test_a_point_buys_a_success(kind: PoolKind) -> None:
    """C3: one current point; the rating stays."""
    assert buy_success(Willpower(6, 3), kind, bought_this_turn=0, rules=LOCK) == Willpower(6, 2)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", [PoolKind.WILLPOWER, PoolKind.DEGENERATION])
def test_some_pools_take_no_willpower(kind: PoolKind, preset: str) -> None:
    """C3, C8.2: neither Willpower's own rolls nor degeneration."""
    refusal = buy_success(Willpower(6, 3), kind, bought_this_turn=0, rules=PRESETS[preset])
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("willpower_not_here", "willpower")


@pytest.mark.parametrize("rules", [LOCK, FREE])
def test_nothing_is_bought_with_nothing(rules: V20Rules) -> None:
    """C3: refused at 0 current points; the last one can be spent."""
    refusal = buy_success(Willpower(6, 0), PoolKind.ACTION, bought_this_turn=0, rules=rules)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("willpower_spent", "willpower")
    last = buy_success(Willpower(6, 1), PoolKind.ACTION, bought_this_turn=0, rules=rules)
    assert last == Willpower(6, 0)


@pytest.mark.parametrize(
    ("preset", "is_locked"),
    [("v20_book", True), ("v20_table", True), ("v20_engine", False), ("v20_engine_casual", False)],
)
def test_one_success_a_turn_by_preset(preset: str, is_locked: bool) -> None:
    """C3: one a turn, except in the engine's presets."""
    bought = buy_success(
        Willpower(6, 3), PoolKind.ACTION, bought_this_turn=1, rules=PRESETS[preset]
    )
    if is_locked:
        assert isinstance(bought, RuleRefusal)
        assert (bought.code, bought.field) == ("willpower_used", "willpower")
    else:
        assert bought == Willpower(6, 2)


def test_refusals_come_in_order() -> None:
    """The kind of roll is said before the turn, the turn before the points."""
    spent = Willpower(6, 0)
    first = buy_success(spent, PoolKind.WILLPOWER, bought_this_turn=1, rules=LOCK)
    second = buy_success(spent, PoolKind.ACTION, bought_this_turn=1, rules=LOCK)
    assert isinstance(first, RuleRefusal)
    assert isinstance(second, RuleRefusal)
    assert (first.code, second.code) == ("willpower_not_here", "willpower_used")


def test_several_points_may_be_spent_at_once() -> None:
    """C6: healing aggravated damage takes more; all are there or none is spent."""
    assert spend_willpower(Willpower(6, 3), 3) == Willpower(6, 0)
    refusal = spend_willpower(Willpower(6, 3), 4)
    assert isinstance(refusal, RuleRefusal)
    assert refusal.detail == "This takes 4 Willpower, and 3 is left."
    assert refusal.accepted == "4 Willpower or more"


@pytest.mark.parametrize(("points", "after"), [(0, 3), (1, 4), (3, 6), (9, 6)])
def test_points_come_back_up_to_the_rating(points: int, after: int) -> None:
    """C3: never more than the permanent rating."""
    assert regain_willpower(Willpower(6, 3), points) == Willpower(6, after)


def test_numbers_out_of_range_are_broken_assumptions() -> None:
    """Spending does not give and regaining does not take."""
    with pytest.raises(ValueError, match="not 0"):
        spend_willpower(Willpower(6, 3), 0)
    with pytest.raises(ValueError, match="not -1"):
        regain_willpower(Willpower(6, 3), -1)
    with pytest.raises(ValueError, match="buys -1"):
        buy_success(Willpower(6, 3), PoolKind.ACTION, bought_this_turn=-1, rules=FREE)


@given(st.integers(1, 10), st.data())
def test_points_stay_within_the_rating(permanent: int, data: st.DataObject) -> None:
    """Any series of spending and regaining keeps 0 to the rating, and the rating itself."""
    willpower = Willpower(permanent, data.draw(st.integers(0, permanent)))
    for step in data.draw(st.lists(st.integers(-3, 3).filter(bool), max_size=12)):
        after = regain_willpower(willpower, step) if step > 0 else spend_willpower(willpower, -step)
        if isinstance(after, RuleRefusal):
            assert willpower.current < -step
        else:
            assert after.permanent == permanent
            assert after.current == min(permanent, willpower.current + step)
            willpower = after
