"""Rouse checks, and Hunger at the end of its track."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import raise_hunger, rouse_refusal
from server.rules.v5.rouse import resolve_rouse, resolve_rouses, rouse_dice
from tests.rules.v5.strategies import any_face, any_rules

ALWAYS = V5Rules(hunger5_check="always")


@pytest.mark.parametrize("face", range(1, 11))
def test_hunger_rises_on_one_to_five(face: int) -> None:
    """V17, A4.1: 1 to 5 costs Hunger, 6 to 10 does not."""
    check = resolve_rouse((face,), hunger=2, rules=V5Rules())
    assert check.passed == (face >= 6)
    assert (check.hunger_before, check.hunger_after) == (2, 2 if face >= 6 else 3)
    assert check.frenzy_difficulty is None
    assert check.faces == (face,)


@pytest.mark.parametrize(
    ("faces", "rise"), [((3, 4), 1), ((3, 8), 0), ((8, 2), 0), ((5, 5), 1), ((6, 6), 0)]
)
def test_the_better_of_two_dice_counts(faces: tuple[int, int], rise: int) -> None:
    """V37: with a Blood Potency re-roll Hunger rises by 1 only when both dice fail."""
    assert resolve_rouse(faces, hunger=1, rules=V5Rules()).hunger_after == 1 + rise


@pytest.mark.parametrize(
    ("rating", "power_level", "dice"),
    [
        pytest.param(1, 1, 2, id="V39 a level 1 power at Blood Potency 1"),
        pytest.param(1, 2, 1, id="V39 a level 2 power at Blood Potency 1"),
        (0, 1, 1),
        (1, None, 1),
        (10, None, 1),
        (10, 5, 2),
        (2, 2, 1),
        (3, 2, 2),
        (9, 5, 2),
        (8, 5, 1),
    ],
)
def test_low_powers_take_two_dice(rating: int, power_level: int | None, dice: int) -> None:
    """A4.4: only Discipline powers up to the table's level, and nothing else."""
    found = rouse_dice(blood_potency_rating=rating, power_level=power_level, rules=V5Rules())
    assert found == dice


def test_a_power_has_a_level() -> None:
    """Level 0 is a broken assumption."""
    with pytest.raises(ValueError, match="level 1"):
        rouse_dice(blood_potency_rating=1, power_level=0, rules=V5Rules())


def test_a_check_with_two_dice_fails_one_time_in_four() -> None:
    """A15: 1/2 with one die, 1/4 with two."""
    faces = range(1, 11)
    one = sum(not resolve_rouse((a,), hunger=0, rules=V5Rules()).passed for a in faces)
    two = sum(
        not resolve_rouse(pair, hunger=0, rules=V5Rules()).passed
        for pair in product(faces, repeat=2)
    )
    assert (Fraction(one, 10), Fraction(two, 100)) == (Fraction(1, 2), Fraction(1, 4))


def test_a_vampire_at_hunger_five_cannot_choose_to_rouse() -> None:
    """A4.5 and first night, step 37: refused when chosen, not when forced."""
    chosen = rouse_refusal(uses_rouse=True, hunger=5, is_voluntary=True, rules=V5Rules())
    assert chosen is not None
    assert chosen.code == "hunger_full"
    forced = rouse_refusal(uses_rouse=True, hunger=5, is_voluntary=False, rules=V5Rules())
    assert forced is None
    lenient = V5Rules(hunger5_voluntary="allow_with_frenzy")
    assert rouse_refusal(uses_rouse=True, hunger=5, is_voluntary=True, rules=lenient) is None
    assert rouse_refusal(uses_rouse=True, hunger=4, is_voluntary=True, rules=V5Rules()) is None


@pytest.mark.parametrize("is_voluntary", [True, False])
def test_who_has_no_vampiric_blood_does_not_rouse(is_voluntary: bool) -> None:
    """A14: mortals and ghouls make no Rouse checks, chosen or forced."""
    refusal = rouse_refusal(uses_rouse=False, hunger=0, is_voluntary=is_voluntary, rules=V5Rules())
    assert refusal is not None
    assert refusal.code == "no_rouse"


@pytest.mark.parametrize(
    ("face", "rules", "frenzy"),
    [
        pytest.param(8, V5Rules(), None, id="V41 a passed check at Hunger 5"),
        pytest.param(8, ALWAYS, 4, id="V41 the same under the switch"),
        pytest.param(3, V5Rules(), 4, id="A4.6 a failed forced check"),
        pytest.param(3, ALWAYS, 4, id="A4.6 failed, any switch"),
    ],
)
def test_a_check_at_hunger_five_may_call_for_frenzy(
    face: int, rules: V5Rules, frenzy: int | None
) -> None:
    """A4.6: Hunger stays 5, and a hunger frenzy test at Difficulty 4 follows."""
    check = resolve_rouse((face,), hunger=5, rules=rules)
    assert (check.hunger_after, check.frenzy_difficulty) == (5, frenzy)


def test_several_checks_are_resolved_one_after_another() -> None:
    """V41: from Hunger 4 two failed checks reach 5, and the second is a check at Hunger 5."""
    first, second = resolve_rouses([(3,), (2,)], hunger=4, rules=V5Rules())
    assert (first.hunger_after, first.frenzy_difficulty) == (5, None)
    assert (second.hunger_before, second.hunger_after, second.frenzy_difficulty) == (5, 5, 4)


def test_a_power_with_two_checks_is_two_pairs_of_dice() -> None:
    """A4.4: the better die is taken within each pair, never across them."""
    checks = resolve_rouses([(1, 2), (9, 10)], hunger=1, rules=V5Rules())
    assert [check.hunger_after for check in checks] == [2, 2]


@pytest.mark.parametrize(
    ("faces", "hunger"), [((), 1), ((1, 2, 3), 1), ((0,), 1), ((11,), 1), ((5,), 6), ((5,), -1)]
)
def test_checks_that_cannot_be_are_broken_assumptions(faces: tuple[int, ...], hunger: int) -> None:
    """One die or two, faces of a die, Hunger of the track."""
    with pytest.raises(ValueError, match=r"^(a Rouse check takes|a ten-sided die|Hunger is) "):
        resolve_rouse(faces, hunger=hunger, rules=V5Rules())


@pytest.mark.parametrize(
    ("hunger", "amount", "after", "frenzy"),
    [(2, 1, 3, None), (4, 1, 5, None), (5, 1, 5, 4), (4, 2, 5, 4), (3, 0, 3, None)],
)
def test_hunger_as_a_price_stops_at_five(
    hunger: int, amount: int, after: int, frenzy: int | None
) -> None:
    """A2.11: what would go past 5 brings a frenzy test instead."""
    rise = raise_hunger(hunger, amount)
    assert (rise.before, rise.after, rise.frenzy_difficulty) == (hunger, after, frenzy)


def test_a_price_is_one_hunger_where_nothing_is_said() -> None:
    """A2.11: the usual price of a bestial failure is 1."""
    assert raise_hunger(3).after == 4


def test_hunger_does_not_fall_as_a_price() -> None:
    """A6.4: Hunger falls by feeding only."""
    with pytest.raises(ValueError, match="-1"):
        raise_hunger(3, -1)


@given(st.lists(any_face, min_size=1, max_size=2), st.integers(0, 5), any_rules)
def test_one_check_raises_hunger_by_one_at_most(
    faces: list[int], hunger: int, rules: V5Rules
) -> None:
    """Whatever the dice and switches, Hunger stays on its track and never falls."""
    check = resolve_rouse(tuple(faces), hunger=hunger, rules=rules)
    assert hunger <= check.hunger_after <= min(5, hunger + 1)
    assert (check.frenzy_difficulty is None) or hunger == 5
