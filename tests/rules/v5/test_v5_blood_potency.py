"""The Blood Potency tables and Blood Surge."""

import pytest

from server.rules.refusal import RuleRefusal
from server.rules.v5.blood_potency import blood_potency, surge_refusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.pools import PoolKind

FIRST_PRINTING = V5Rules(blood_potency_table="first_printing")


def half_up(rating: int) -> int:
    """Half of *rating*, rounded up."""
    return (rating + 1) // 2


@pytest.mark.parametrize("rating", range(11))
def test_every_rating_has_its_row(rating: int) -> None:
    """V43: each rating 0 to 10 is found, and the errata table follows its formulas."""
    row = blood_potency(rating, V5Rules())
    assert row.rating == rating
    assert row.surge_dice == half_up(rating) + 1
    assert row.mend == (1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5)[rating]
    assert row.discipline_bonus == rating // 2
    assert row.reroll_up_to == half_up(rating)
    assert row.bane_severity == (half_up(rating) + 1 if rating else 0)


@pytest.mark.parametrize("rating", range(11))
def test_the_first_printing_differs_in_surge_and_bane(rating: int) -> None:
    """A5: two columns are one lower, the others the same."""
    first, errata = blood_potency(rating, FIRST_PRINTING), blood_potency(rating, V5Rules())
    assert first.surge_dice == first.bane_severity == half_up(rating)
    assert (first.rating, first.mend, first.discipline_bonus, first.reroll_up_to) == (
        errata.rating,
        errata.mend,
        errata.discipline_bonus,
        errata.reroll_up_to,
    )


@pytest.mark.parametrize("rating", [-1, 11])
def test_ratings_off_the_table_are_broken_assumptions(rating: int) -> None:
    """No table is read from its end by a negative index."""
    with pytest.raises(ValueError, match=f"^Blood Potency is {rating}, outside 0 to 10$"):
        blood_potency(rating, V5Rules())


def code(refusal: RuleRefusal | None) -> str | None:
    """The code of a refusal, or None when nothing was refused."""
    return None if refusal is None else refusal.code


@pytest.mark.parametrize(
    ("kind", "uses_rouse", "hunger", "expected"),
    [
        (PoolKind.ORDINARY, True, 4, None),
        (PoolKind.WILLPOWER, True, 1, "surge_not_allowed"),
        (PoolKind.HUMANITY, True, 1, "surge_not_allowed"),
        (PoolKind.ORDINARY, False, 0, "no_rouse"),
        (PoolKind.ORDINARY, True, 5, "hunger_full"),
    ],
)
def test_blood_surge_has_its_limits(
    kind: PoolKind, uses_rouse: bool, hunger: int, expected: str | None
) -> None:
    """A5, A4.5: an ordinary pool of a vampire who may still choose to Rouse."""
    refusal = surge_refusal(kind=kind, uses_rouse=uses_rouse, hunger=hunger, rules=V5Rules())
    assert code(refusal) == expected


def test_a_table_may_allow_surging_at_hunger_five() -> None:
    """A4.5, allow_with_frenzy: the surge is allowed, and its check brings the frenzy test."""
    rules = V5Rules(hunger5_voluntary="allow_with_frenzy")
    assert surge_refusal(kind=PoolKind.ORDINARY, uses_rouse=True, hunger=5, rules=rules) is None
