"""Contests between two sides."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.conflicts import ContestSide, resolve_contest
from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.reading import Faces, Outcome
from tests.rules.v5.strategies import any_rules, faces


def side(successes: int, weapon: int = 0) -> ContestSide:
    """A side whose dice show that many successes, without tens."""
    return ContestSide(Faces((6,) * successes + (2,), ()), weapon)


def test_the_difference_is_damage_to_the_loser() -> None:
    """First night, step 30: 4 against 2, so the other side is proposed 2 damage."""
    result = resolve_contest(
        ContestSide(Faces((7, 8, 2), (6, 9, 3))),
        ContestSide(Faces((6, 6, 1), (2, 3, 4))),
        V5Rules(),
    )
    assert [reading.successes for reading in result.readings] == [4, 2]
    assert (result.winner, result.margin, result.damage) == (0, 2, (0, 2))


@pytest.mark.parametrize("preset", PRESETS)
def test_weapons_add_to_the_winners_damage_alone(preset: str) -> None:
    """A9.1, B opposed_margin: difference plus the winner's weapon; the loser's deals nothing."""
    result = resolve_contest(side(3, weapon=4), side(5, weapon=2), PRESETS[preset])
    assert (result.winner, result.margin, result.damage) == (1, 2, (4, 0))
    mirrored = resolve_contest(side(5, weapon=2), side(3, weapon=4), PRESETS[preset])
    assert (mirrored.winner, mirrored.margin, mirrored.damage) == (0, 2, (0, 4))


def test_each_side_is_read_against_the_other() -> None:
    """A9.1, A2.12: the same contest is a messy critical for one and bestial for the other."""
    result = resolve_contest(
        ContestSide(Faces((10, 2), (10,))), ContestSide(Faces((6, 7), (1,))), V5Rules()
    )
    assert [reading.outcome for reading in result.readings] == [
        Outcome.MESSY_CRITICAL,
        Outcome.BESTIAL_FAILURE,
    ]
    assert [reading.difficulty for reading in result.readings] == [2, 4]
    assert [reading.margin for reading in result.readings] == [2, -2]


@pytest.mark.parametrize(
    ("tie", "winner", "damage", "with_weapons"),
    [
        ("both_one", None, (1, 1), (3, 4)),
        ("defender_wins", 1, (0, 0), (2, 0)),
        ("attacker_wins", 0, (0, 0), (0, 3)),
        ("nothing", None, (0, 0), (0, 0)),
    ],
)
def test_a_tie_follows_the_table(
    tie: Literal["both_one", "defender_wins", "attacker_wins", "nothing"],
    winner: int | None,
    damage: tuple[int, int],
    with_weapons: tuple[int, int],
) -> None:
    """A9.2, B: 3 against 3 with margin 0; weapons count in a tie only under tie_weapon."""
    plain = resolve_contest(side(3, weapon=3), side(3, weapon=2), V5Rules(tie=tie))
    assert (plain.winner, plain.margin, plain.damage) == (winner, 0, damage)
    assert [reading.outcome for reading in plain.readings] == [None, None]
    armed = resolve_contest(
        side(3, weapon=3), side(3, weapon=2), V5Rules(tie=tie, tie_weapon="yes")
    )
    assert armed.damage == with_weapons


def test_a_reroll_counts_in_a_contest_as_in_any_roll() -> None:
    """B, wp_reroll_may_crit: the rerolled ten pairs with nothing, on either side of the contest."""
    rerolled = ContestSide(
        Faces((10, 10), ()), original=Faces((10, 2), ()), rerolled=frozenset({1})
    )
    rules = V5Rules(wp_reroll_may_crit="no")
    result = resolve_contest(rerolled, side(3), rules)
    assert (result.winner, result.margin) == (1, 1)
    assert result.readings[0].successes == result.readings[1].difficulty == 2
    assert resolve_contest(rerolled, side(3), V5Rules()).winner == 0
    turned = resolve_contest(side(3), rerolled, rules)
    assert (turned.winner, turned.margin) == (0, 1)
    assert turned.readings == result.readings[::-1]


def test_a_contest_reads_no_faces_that_its_reroll_cannot_give() -> None:
    """A die that was not named has kept its face, on either side."""
    changed = ContestSide(Faces((10, 10), ()), original=Faces((9, 2), ()), rerolled=frozenset({1}))
    for sides in ((changed, side(3)), (side(3), changed)):
        with pytest.raises(ValueError, match="regular die 0 changed from 9 to 10"):
            resolve_contest(*sides, V5Rules())


def test_a_weapon_does_not_heal() -> None:
    """A negative weapon value is a broken assumption."""
    with pytest.raises(ValueError, match="-1"):
        ContestSide(Faces((6,), ()), weapon=-1)


@given(faces(), faces(), st.integers(0, 5), st.integers(0, 5), any_rules)
def test_a_contest_looks_the_same_from_both_sides(
    a: Faces, b: Faces, a_weapon: int, b_weapon: int, rules: V5Rules
) -> None:
    """Swapping the sides swaps everything, apart from ties that favour one side."""
    there = resolve_contest(ContestSide(a, a_weapon), ContestSide(b, b_weapon), rules)
    back = resolve_contest(ContestSide(b, b_weapon), ContestSide(a, a_weapon), rules)
    assert there.readings == back.readings[::-1]
    assert there.margin == back.margin
    if there.margin or rules.tie in ("both_one", "nothing"):
        assert there.damage == back.damage[::-1]
        assert there.winner is None or there.winner == 1 - (back.winner or 0)


@given(faces(), faces(), any_rules)
def test_the_winner_takes_no_damage(a: Faces, b: Faces, rules: V5Rules) -> None:
    """A9.1: only the other side is hurt, by the margin at least."""
    result = resolve_contest(ContestSide(a), ContestSide(b), rules)
    if result.winner is not None:
        assert result.damage[result.winner] == 0
        assert result.damage[1 - result.winner] == result.margin
