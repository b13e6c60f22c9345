"""Generation, blood points, waking and feeding."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v20.blood import (
    HARM_ABOVE,
    HUMAN_BLOOD,
    BloodUse,
    Feeding,
    Harm,
    Waking,
    feed,
    spend_blood,
    spendable,
    strengthen_refusal,
    wake,
)
from server.rules.v20.generation import Generation, generation_row
from server.rules.v20.house_rules import V20Rules
from tests.rules.v20.strategies import any_rules

BOOK, SMALL = V20Rules(), V20Rules(thin_blood_pool="small_pool")


def row(generation: int, rules: V20Rules = BOOK) -> Generation:
    """A row of the table, by default as the book has it."""
    return generation_row(generation, rules)


@pytest.mark.parametrize(
    ("generation", "pool", "usable", "per_turn", "trait_maximum"),
    [
        (3, None, None, None, 10),
        (4, 50, 50, 10, 9),
        (5, 40, 40, 8, 8),
        (6, 30, 30, 6, 7),
        (7, 20, 20, 4, 6),
        (8, 15, 15, 3, 5),
        (9, 14, 14, 2, 5),
        (10, 13, 13, 1, 5),
        (11, 12, 12, 1, 5),
        (12, 11, 11, 1, 5),
        (13, 10, 10, 1, 5),
        (14, 10, 8, 1, 5),
        (15, 10, 6, 1, 5),
    ],
)
def test_the_generation_table(
    generation: int, pool: int | None, usable: int | None, per_turn: int | None, trait_maximum: int
) -> None:
    """C7, line by line; the switch changes the pool of thin blood alone."""
    expected = Generation(generation, pool, usable, per_turn, trait_maximum)
    assert row(generation) == expected
    small = Generation(generation, usable, usable, per_turn, trait_maximum)
    assert row(generation, SMALL) == small


@pytest.mark.parametrize("generation", [2, 16, 0])
def test_other_generations_are_broken_assumptions(generation: int) -> None:
    """C7 has 3 to 15."""
    with pytest.raises(ValueError, match=f"not {generation}"):
        row(generation)


@pytest.mark.parametrize(
    ("generation", "rules", "blood", "points"),
    [
        (13, BOOK, 10, 10),
        (13, BOOK, 0, 0),
        (14, BOOK, 10, 8),
        (14, BOOK, 3, 1),
        (14, BOOK, 2, 0),
        (14, BOOK, 1, 0),
        (15, BOOK, 10, 6),
        (15, BOOK, 4, 0),
        (14, SMALL, 8, 8),
        (15, SMALL, 6, 6),
        (3, BOOK, 500, 500),
    ],
)
def test_what_can_be_spent(generation: int, rules: V20Rules, blood: int, points: int) -> None:
    """C7, thin_blood_pool: a part of the pool is out of reach, or the pool is small."""
    assert spendable(blood, row(generation, rules)) == points


@pytest.mark.parametrize(
    ("generation", "rules", "blood"),
    [(13, BOOK, 11), (13, BOOK, -1), (14, SMALL, 9), (3, BOOK, -1)],
)
def test_a_pool_holds_only_what_fits(generation: int, rules: V20Rules, blood: int) -> None:
    """More points than the pool, or fewer than none, are broken assumptions."""
    with pytest.raises(ValueError, match=f"cannot hold {blood} blood"):
        spendable(blood, row(generation, rules))


@pytest.mark.parametrize(
    ("generation", "blood", "points", "spent", "left"),
    [(13, 5, 1, 0, 4), (8, 5, 3, 0, 2), (8, 5, 1, 2, 4), (4, 50, 10, 0, 40), (3, 99, 50, 9, 49)],
)
def test_blood_is_spent(generation: int, blood: int, points: int, spent: int, left: int) -> None:
    """C7: up to a turn's points."""
    assert spend_blood(blood, points, row(generation), spent_this_turn=spent) == left


@pytest.mark.parametrize(
    ("generation", "points", "spent", "accepted"),
    [
        (13, 2, 0, "0 to 1 more points in this turn"),
        (13, 1, 1, "0 to 0 more points in this turn"),
        (8, 2, 2, "0 to 1 more points in this turn"),
        (9, 1, 5, "0 to 0 more points in this turn"),
    ],
)
def test_a_turn_has_its_bound(generation: int, points: int, spent: int, accepted: str) -> None:
    """C7: more than a turn's points are refused, in one go or by and by."""
    refusal = spend_blood(8, points, row(generation), spent_this_turn=spent)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field, refusal.accepted) == ("blood_per_turn", "blood", accepted)


@pytest.mark.parametrize(("blood", "points", "accepted"), [(0, 1, "0 to 0"), (2, 3, "0 to 2")])
def test_blood_that_is_not_there_is_not_spent(blood: int, points: int, accepted: str) -> None:
    """C7: said before the bound of the turn."""
    refusal = spend_blood(blood, points, row(8), spent_this_turn=3)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("no_blood", "blood")
    assert refusal.accepted == f"{accepted} points"


def test_outside_turns_there_is_no_bound() -> None:
    """C6, C7: a day's rest spends five points and more, as long as they are there."""
    assert spend_blood(10, 10, row(13), spent_this_turn=None) == 0
    refusal = spend_blood(4, 5, row(13), spent_this_turn=None)
    assert isinstance(refusal, RuleRefusal)
    assert refusal.code == "no_blood"


def test_thin_blood_is_not_spent_beyond_its_usable_part() -> None:
    """C7: two points of the fourteenth Generation stay."""
    assert spend_blood(3, 1, row(14), spent_this_turn=0) == 2
    assert isinstance(spend_blood(2, 1, row(14), spent_this_turn=0), RuleRefusal)
    assert spend_blood(2, 1, row(14, SMALL), spent_this_turn=0) == 1


def test_spending_takes_at_least_a_point() -> None:
    """Spending does not give."""
    for points, spent in [(0, 0), (1, -1)]:
        with pytest.raises(ValueError, match=r"^1 point or more is spent"):
            spend_blood(5, points, row(13), spent_this_turn=spent)


def test_what_a_point_buys() -> None:
    """C7: four uses."""
    assert list(BloodUse) == ["wake", "heal", "attribute", "discipline"]


@pytest.mark.parametrize(
    ("generation", "blood", "waking"),
    [
        (13, 5, Waking(4, is_torpor=False)),
        (13, 1, Waking(0, is_torpor=False)),
        (13, 0, Waking(0, is_torpor=True)),
        (14, 2, Waking(2, is_torpor=True)),
        (14, 3, Waking(2, is_torpor=False)),
    ],
)
def test_waking_takes_a_point_or_ends_in_torpor(
    generation: int, blood: int, waking: Waking
) -> None:
    """C7: with nothing to spend the vampire stays down."""
    assert wake(blood, row(generation)) == waking


@pytest.mark.parametrize(
    ("generation", "rating", "is_safe"),
    [(13, 5, True), (13, 6, False), (4, 9, True), (4, 10, False)],
)
def test_an_attribute_rises_one_past_the_maximum(
    generation: int, rating: int, is_safe: bool
) -> None:
    """C7: up to the trait maximum and one more."""
    refusal = strengthen_refusal(rating, row(generation))
    assert (refusal is None) is is_safe
    if refusal is not None:
        assert (refusal.code, refusal.field) == ("attribute_full", "attribute")
        assert refusal.accepted == f"an Attribute below {rating}"


@pytest.mark.parametrize(
    ("points", "harm"),
    [
        (1, Harm.NONE),
        (2, Harm.NONE),
        (3, Harm.HARMFUL),
        (5, Harm.HARMFUL),
        (6, Harm.HOSPITAL),
        (9, Harm.HOSPITAL),
        (10, Harm.DEATH),
    ],
)
def test_what_feeding_does_to_a_human(points: int, harm: Harm) -> None:
    """C7: ten points in an adult; above two harmful, above five hospital, all of them death."""
    assert HUMAN_BLOOD == 10
    assert feed(0, points, row(13)) == Feeding(points, points, 0, harm)
    if points > 1:
        assert feed(0, 1, row(13), drunk_before=points - 1) == Feeding(1, 1, 0, harm)


def test_the_worst_harm_is_looked_at_first() -> None:
    """The bounds fall."""
    assert list(HARM_ABOVE.items()) == [(Harm.DEATH, 9), (Harm.HOSPITAL, 5), (Harm.HARMFUL, 2)]


@pytest.mark.parametrize(
    ("generation", "rules", "blood", "feeding"),
    [
        (13, BOOK, 8, Feeding(10, 2, 2, Harm.HARMFUL)),
        (13, BOOK, 6, Feeding(10, 4, 0, Harm.HARMFUL)),
        (14, BOOK, 8, Feeding(10, 2, 2, Harm.HARMFUL)),
        (14, SMALL, 8, Feeding(8, 0, 4, Harm.HARMFUL)),
        (3, BOOK, 800, Feeding(804, 4, 0, Harm.HARMFUL)),
    ],
)
def test_a_pool_takes_what_it_has_room_for(
    generation: int, rules: V20Rules, blood: int, feeding: Feeding
) -> None:
    """C7: four points drunk; the harm goes by what was drunk, not by what found room."""
    assert feed(blood, 4, row(generation, rules)) == feeding


def test_nobody_drinks_more_than_there_is() -> None:
    """C7: an adult is empty after ten points."""
    for points, before, accepted in [
        (11, 0, "0 to 10 points"),
        (3, 8, "0 to 2 points"),
        (1, 10, "0 to 0 points"),
    ]:
        refusal = feed(0, points, row(13), drunk_before=before)
        assert isinstance(refusal, RuleRefusal)
        assert (refusal.code, refusal.field) == ("not_so_much_blood", "points")
        assert refusal.accepted == accepted


@pytest.mark.parametrize(
    ("blood", "points", "before"), [(0, 0, 0), (0, 1, -1), (0, 1, 11), (11, 1, 0)]
)
def test_feeding_numbers_out_of_range_are_broken_assumptions(
    blood: int, points: int, before: int
) -> None:
    """Nothing drunk, an impossible human, an overfull pool."""
    with pytest.raises(
        ValueError, match=r"^(1 point or more is drunk|a pool of 0 to 10 cannot hold)"
    ):
        feed(blood, points, row(13), drunk_before=before)


@given(st.integers(3, 15), any_rules)
def test_only_thin_blood_depends_on_its_switch(generation: int, rules: V20Rules) -> None:
    """No other switch changes the table, and this one no other Generation."""
    assert row(generation, rules) == row(
        generation, V20Rules(thin_blood_pool=rules.thin_blood_pool)
    )
    if generation < 14:
        assert row(generation, replace(rules, thin_blood_pool="small_pool")) == row(generation)


@given(st.integers(4, 15), any_rules, st.lists(st.integers(-4, 9).filter(bool), max_size=12))
def test_blood_stays_within_the_pool(generation: int, rules: V20Rules, steps: list[int]) -> None:
    """Any series of feeding and spending keeps 0 to the pool, and a refusal changes nothing."""
    found = row(generation, rules)
    blood = found.blood_pool or 0
    for step in steps:
        if step > 0:
            fed = feed(blood, step, found)
            assert isinstance(fed, Feeding)
            assert fed.gained + fed.wasted == step
            blood = fed.blood
        else:
            left = spend_blood(blood, -step, found, spent_this_turn=0)
            if not isinstance(left, RuleRefusal):
                assert left == blood + step
                blood = left
        assert 0 <= blood <= (found.blood_pool or 0)
