"""Virtues, Humanity or Path, and degeneration."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.pools import PoolItem
from server.rules.v20.virtues import (
    SINS,
    Degeneration,
    Virtue,
    degeneration_difficulty,
    is_degeneration_due,
    is_hungry,
    resolve_degeneration,
    virtue_items,
    virtue_refusal,
)
from tests.rules.v20.strategies import any_rules, pools, roll

BOOK = V20Rules()
FREE = V20Rules(degeneration_difficulty="storyteller")


@pytest.mark.parametrize("rating", range(-1, 12))
def test_virtues_are_one_to_five(rating: int) -> None:
    """C8.1, W21: never 10; 0 only after a botched degeneration."""
    refusal = virtue_refusal(rating)
    assert (refusal is None) is (1 <= rating <= 5)
    fallen = virtue_refusal(rating, has_botched_degeneration=True)
    assert (fallen is None) is (0 <= rating <= 5)
    if refusal is not None:
        assert (refusal.code, refusal.field) == ("bad_virtue", "rating")
        assert refusal.accepted == "1 to 5"
    if fallen is not None:
        assert fallen.accepted == "0 to 5"


@pytest.mark.parametrize(
    ("self_control", "blood", "expected"),
    [(3, 3, True), (3, 4, False), (1, 5, True), (1, 6, False), (5, 1, True), (5, 2, False)],
)
def test_little_blood_makes_hungry(self_control: int, blood: int, expected: bool) -> None:
    """C8.3: below 7 - Self-Control."""
    assert is_hungry(blood, self_control) is expected


@pytest.mark.parametrize(
    ("rating", "blood", "self_control", "capped", "free"),
    [
        (4, 2, 3, 2, 4),
        (4, 3, 3, 3, 4),
        (4, 4, 3, 4, 4),
        (3, 3, 3, 3, 3),
        (2, 3, 3, 2, 2),
        (5, 3, 5, 5, 5),
        (5, 1, 5, 1, 5),
        (3, 0, 3, 0, 3),
    ],
)
def test_hunger_caps_virtue_dice(
    rating: int, blood: int, self_control: int, capped: int, free: int
) -> None:
    """C8.3, virtue_capped_by_blood: only while hungry, and only down to the blood points."""
    for rules, dice in ((BOOK, capped), (V20Rules(virtue_capped_by_blood="no"), free)):
        items = virtue_items(
            Virtue.COURAGE, rating, blood=blood, self_control=self_control, rules=rules
        )
        assert items[0] == PoolItem("Courage", rating)
        assert sum(item.dice for item in items) == dice
        assert items[1:] == ((PoolItem("hunger", dice - rating),) if dice < rating else ())


def test_virtues_are_named() -> None:
    """C8.1: three Virtues, two of them with a second form."""
    labels = [
        virtue_items(virtue, 3, blood=9, self_control=3, rules=BOOK)[0].label for virtue in Virtue
    ]
    assert labels == ["Conscience", "Conviction", "Self-Control", "Instinct", "Courage"]


def test_virtue_numbers_out_of_range_are_broken_assumptions() -> None:
    """A Virtue of 6 or of less than 0, and negative blood."""
    for rating in (-1, 6):
        with pytest.raises(ValueError, match=f"not {rating}"):
            virtue_items(Virtue.COURAGE, rating, blood=9, self_control=3, rules=BOOK)
        with pytest.raises(ValueError, match=f"not {rating}"):
            is_hungry(3, rating)
    with pytest.raises(ValueError, match="hold -1"):
        is_hungry(-1, 3)


def test_the_hierarchy_of_sins() -> None:
    """C8.2, line by line, the gravest last."""
    assert list(SINS.items()) == [
        (10, "selfish thoughts"),
        (9, "minor selfish acts"),
        (8, "injury to others"),
        (7, "theft"),
        (6, "accidental violation"),
        (5, "intended damage to property"),
        (4, "impassioned violation"),
        (3, "planned violation"),
        (2, "casual violation"),
        (1, "utter perversion"),
    ]


@pytest.mark.parametrize("rating", range(11))
def test_only_sins_at_the_rating_or_lower_count(rating: int) -> None:
    """C8.2: Humanity 7 rolls for levels 7 to 1."""
    due = [sin for sin in SINS if is_degeneration_due(rating, sin)]
    assert due == list(range(rating, 0, -1))


def test_sins_and_ratings_have_their_range() -> None:
    """A sin of level 0 or 11, a rating of -1 or 11."""
    for sin in (0, 11):
        with pytest.raises(ValueError, match="levels 1 to 10"):
            is_degeneration_due(7, sin)
    for rating in (-1, 11):
        with pytest.raises(ValueError, match=f"not {rating}"):
            is_degeneration_due(rating, 7)


@pytest.mark.parametrize("preset", PRESETS)
def test_degeneration_is_rolled_at_eight(preset: str) -> None:
    """C8.2: in every preset; anything else is refused."""
    rules = PRESETS[preset]
    assert degeneration_difficulty(None, rules) == 8
    assert degeneration_difficulty(8, rules) == 8
    for chosen in (6, 7, 9):
        refusal = degeneration_difficulty(chosen, rules)
        assert isinstance(refusal, RuleRefusal)
        assert (refusal.code, refusal.field) == ("bad_difficulty", "difficulty")
        assert refusal.accepted == "8"


@pytest.mark.parametrize("chosen", range(1, 12))
def test_the_storyteller_may_set_the_difficulty(chosen: int) -> None:
    """C8.2, storyteller: the scale is 3 to 9."""
    found = degeneration_difficulty(chosen, FREE)
    if 3 <= chosen <= 9:
        assert found == chosen
    else:
        assert isinstance(found, RuleRefusal)
        assert found.accepted == "3 to 9"
    assert degeneration_difficulty(None, FREE) == 8


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((8, 2, 3), Degeneration(7, 7, 3, has_derangement=False)),
        ((7, 2, 3), Degeneration(7, 6, 3, has_derangement=False)),
        ((8, 1, 3), Degeneration(7, 6, 3, has_derangement=False)),
        ((7, 1, 3), Degeneration(7, 6, 2, has_derangement=True)),
        ((), Degeneration(7, 6, 3, has_derangement=False)),
    ],
)
def test_what_a_roll_against_degeneration_does(
    dice: tuple[int, ...], expected: Degeneration
) -> None:
    """C8.2: kept, one lost, or with a botch Conscience and a derangement too."""
    assert resolve_degeneration(roll(*dice, difficulty=8), 7, 3) == expected


def test_conscience_falls_to_nothing_and_no_further() -> None:
    """W21: 0 after a botch, which is a legal rating then."""
    fallen = resolve_degeneration(roll(1, difficulty=8), 1, 1)
    assert (fallen.rating_after, fallen.conscience_after) == (0, 0)
    assert virtue_refusal(fallen.conscience_after, has_botched_degeneration=True) is None
    assert resolve_degeneration(roll(1, difficulty=8), 5, 0).conscience_after == 0


def test_no_willpower_against_degeneration() -> None:
    """C8.2: an automatic success there is a broken assumption, as are ratings out of range."""
    with pytest.raises(ValueError, match=r"^no Willpower adds"):
        resolve_degeneration(roll(2, difficulty=8, automatic=1), 7, 3)
    with pytest.raises(ValueError, match=r"^at 0 there is nothing left to lose"):
        resolve_degeneration(roll(2, difficulty=8), 0, 3)
    with pytest.raises(ValueError, match="not 11"):
        resolve_degeneration(roll(2, difficulty=8), 11, 3)
    with pytest.raises(ValueError, match="not 6"):
        resolve_degeneration(roll(2, difficulty=8), 7, 6)


@given(pools, st.integers(1, 10), st.integers(0, 5), any_rules)
def test_degeneration_keeps_its_bounds(
    dice: tuple[int, ...], rating: int, conscience: int, rules: V20Rules
) -> None:
    """One is lost at most, of each; Conscience only together with the rating."""
    after = resolve_degeneration(roll(*dice, difficulty=8, rules=rules), rating, conscience)
    assert rating - after.rating_after in (0, 1)
    assert 0 <= after.conscience_after <= conscience
    if after.has_derangement:
        assert after.rating_after == rating - 1
        assert after.conscience_after == max(0, conscience - 1)
    else:
        assert after.conscience_after == conscience


@given(st.integers(0, 5), st.integers(0, 12), st.integers(0, 5), any_rules)
def test_only_one_switch_touches_virtue_dice(
    rating: int, blood: int, self_control: int, rules: V20Rules
) -> None:
    """Nothing but virtue_capped_by_blood changes the pool, and it never adds dice."""
    capped = replace(BOOK, virtue_capped_by_blood=rules.virtue_capped_by_blood)
    items = virtue_items(
        Virtue.COURAGE, rating, blood=blood, self_control=self_control, rules=rules
    )
    assert items == virtue_items(
        Virtue.COURAGE, rating, blood=blood, self_control=self_control, rules=capped
    )
    assert 0 <= sum(item.dice for item in items) <= rating
