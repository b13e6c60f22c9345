"""Feeding by source and Blood Potency, and the bite."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.feeding import (
    FEEDING_TABLE,
    MOST_SLAKED,
    BloodSource,
    Feeding,
    FeedingRow,
    bite_damage,
    feed,
    feeding_row,
)
from server.rules.v5.house_rules import V5Rules
from tests.rules.v5.strategies import any_rules

BAG, SMALL, LARGE = BloodSource.BLOOD_BAG, BloodSource.SMALL_ANIMAL, BloodSource.LARGE_ANIMAL
SIP, DRINK = BloodSource.HUMAN_SIP, BloodSource.HUMAN_DRINK
HARMFUL, KILL = BloodSource.HUMAN_HARMFUL, BloodSource.HUMAN_KILL


def fed(
    source: BloodSource,
    hunger: int,
    rating: int,
    rules: V5Rules | None = None,
    amount: int | None = None,
) -> Feeding:
    """Feed; it must not be refused."""
    feeding = feed(
        source,
        hunger=hunger,
        blood_potency_rating=rating,
        rules=rules or V5Rules(),
        amount=amount,
    )
    assert isinstance(feeding, Feeding)
    return feeding


@pytest.mark.parametrize(
    ("source", "slaked"),
    [(BAG, 1), (SMALL, 1), (LARGE, 2), (SIP, 1), (DRINK, 2), (HARMFUL, 4), (KILL, 5)],
)
def test_each_source_slakes_its_own_measure(source: BloodSource, slaked: int) -> None:
    """A6, row by row, at Blood Potency 1 and Hunger 5."""
    feeding = fed(source, 5, 1)
    assert (feeding.before, feeding.slaked, feeding.after) == (5, slaked, 5 - slaked)


@pytest.mark.parametrize(
    ("rating", "thin", "penalty", "floor"),
    [
        (0, "full", 0, 1),
        (1, "full", 0, 1),
        (2, "half", 0, 1),
        (3, "none", 0, 1),
        (4, "none", 1, 1),
        (5, "none", 1, 2),
        (6, "none", 2, 2),
        (7, "none", 2, 2),
        (8, "none", 2, 3),
        (9, "none", 2, 3),
        (10, "none", 3, 3),
    ],
)
def test_blood_potency_spoils_blood_by_the_table(
    rating: int, thin: str, penalty: int, floor: int
) -> None:
    """A5, the feeding columns row by row, and what each means at the table."""
    row = feeding_row(rating)
    assert (row.thin_blood, row.human_penalty, row.floor) == (thin, penalty, floor)
    assert row in FEEDING_TABLE
    assert fed(LARGE, 5, rating).worth == {"full": 2, "half": 1, "none": 0}[thin]
    assert fed(HARMFUL, 5, rating).worth == 4 - penalty
    assert fed(HARMFUL, floor + 1, rating).after == floor
    assert fed(KILL, 5, rating).after == 0


@pytest.mark.parametrize("rating", [-1, 11])
def test_no_row_beyond_the_table(rating: int) -> None:
    """V43: every rating from 0 to 10 has a row, and no other has."""
    with pytest.raises(ValueError, match="Blood Potency"):
        feeding_row(rating)
    assert all(isinstance(feeding_row(known), FeedingRow) for known in range(11))


def test_a_harmful_drink_slakes_four() -> None:
    """V47: Blood Potency 1, Hunger 5: up to 4, and never below 1 without a kill."""
    assert fed(HARMFUL, 5, 1).after == 1
    assert fed(HARMFUL, 3, 1).after == 1
    assert [fed(HARMFUL, 5, 1, amount=amount).after for amount in (1, 2, 3, 4)] == [4, 3, 2, 1]


@pytest.mark.parametrize("hunger", range(6))
def test_a_kill_leaves_no_hunger(hunger: int) -> None:
    """A6.2: exactly 0, whatever the hunt cost, and no Blood Potency takes from it."""
    assert fed(KILL, hunger, 10).after == 0


def test_feeding_never_raises_hunger() -> None:
    """A6.4: who is below the floor already stays there."""
    assert fed(DRINK, 0, 10).after == 0
    assert fed(DRINK, 2, 10).after == 2


@pytest.mark.parametrize(
    ("source", "rating", "floor_rounded", "ceil_rounded"),
    [(BAG, 2, 0, 1), (SMALL, 2, 0, 1), (LARGE, 2, 1, 1), (BAG, 1, 1, 1), (BAG, 3, 0, 0)],
)
def test_half_is_rounded_as_the_table_says(
    source: BloodSource, rating: int, floor_rounded: int, ceil_rounded: int
) -> None:
    """A6.1: at Blood Potency 2 a bag gives 0, or 1 where halves are rounded up."""
    assert fed(source, 5, rating).worth == floor_rounded
    rounding_up = V5Rules(feeding_half_rounding="ceil")
    assert fed(source, 5, rating, rounding_up).worth == ceil_rounded


@pytest.mark.parametrize(
    ("source", "rating", "zero", "one"),
    [(SIP, 4, 0, 1), (DRINK, 6, 0, 1), (DRINK, 10, 0, 1), (HARMFUL, 10, 1, 1), (BAG, 4, 0, 0)],
)
def test_a_table_may_leave_one_of_human_blood(
    source: BloodSource, rating: int, zero: int, one: int
) -> None:
    """A6.1: the penalty stops at 0, or at 1 for humans; bags and animals stay worthless."""
    assert fed(source, 5, rating).worth == zero
    assert fed(source, 5, rating, V5Rules(feeding_penalty_min="one")).worth == one


@pytest.mark.parametrize(
    ("source", "amount", "accepted"),
    [(HARMFUL, 5, "1 to 4"), (DRINK, 3, "1 to 2"), (SIP, 0, "1 to 1"), (KILL, 2, "no amount")],
)
def test_more_than_a_source_gives_is_refused(
    source: BloodSource, amount: int, accepted: str
) -> None:
    """A6: nobody drinks more than there is, and a drained victim is drunk whole."""
    refusal = feed(source, hunger=5, blood_potency_rating=1, rules=V5Rules(), amount=amount)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field, refusal.accepted) == ("bad_amount", "amount", accepted)


@pytest.mark.parametrize(
    ("source", "hunger", "rating", "why"),
    [
        (DRINK, 4, 1, "The blood slakes 2."),
        (DRINK, 5, 4, "The blood slakes 2, of which this Blood Potency leaves 1."),
        (DRINK, 2, 1, "The blood slakes 2, and without a death Hunger stops at 1."),
        (KILL, 4, 1, "A death slakes all Hunger."),
    ],
)
def test_a_feeding_says_why(source: BloodSource, hunger: int, rating: int, why: str) -> None:
    """One plain sentence for people."""
    assert fed(source, hunger, rating).why == why


@pytest.mark.parametrize("hunger", [-1, 6])
def test_feeding_needs_hunger_on_its_track(hunger: int) -> None:
    """Hunger is 0 to 5, whoever calls."""
    with pytest.raises(ValueError, match="Hunger"):
        feed(DRINK, hunger=hunger, blood_potency_rating=1, rules=V5Rules())


@pytest.mark.parametrize(("slaked", "damage"), [(0, 2), (1, 3), (2, 4), (4, 6)])
def test_a_bite_hurts_more_the_more_is_drunk(slaked: int, damage: int) -> None:
    """A6.3: 2 Aggravated, and 1 for each Hunger slaked."""
    assert bite_damage(slaked) == damage


def test_a_bite_slakes_what_hunger_there_is() -> None:
    """Nobody slakes a negative Hunger, or 6."""
    with pytest.raises(ValueError, match="6"):
        bite_damage(6)


@given(
    st.sampled_from(BloodSource),
    st.integers(0, 5),
    st.integers(0, 10),
    st.integers(1, 4),
    any_rules,
)
def test_feeding_keeps_hunger_on_its_track(
    source: BloodSource, hunger: int, rating: int, amount: int, rules: V5Rules
) -> None:
    """Hunger never rises, and reaches 0 by a kill alone unless it was 0."""
    most = MOST_SLAKED[source]
    feeding = fed(source, hunger, rating, rules, None if most is None else min(amount, most))
    assert 0 <= feeding.after <= hunger <= 5
    assert feeding.after > 0 or hunger == 0 or source is KILL
