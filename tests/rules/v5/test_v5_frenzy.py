"""Resisting frenzy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.frenzy import (
    FrenzyKind,
    FrenzyOutcome,
    frenzy_dice,
    frenzy_items,
    resolve_frenzy,
)
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.pools import DicePool, PoolItem, PoolKind, build_pool
from server.rules.v5.tracks import Track
from tests.rules.v5.strategies import any_face, tracks

FURY, HUNGER, TERROR = FrenzyKind.FURY, FrenzyKind.HUNGER, FrenzyKind.TERROR


def items(
    willpower: Track,
    humanity: int,
    kind: FrenzyKind = TERROR,
    clan: str | None = None,
    blood_potency_rating: int = 1,
    rules: V5Rules | None = None,
) -> tuple[PoolItem, ...]:
    """The parts of a frenzy pool, with what a test does not care for left out."""
    return frenzy_items(
        willpower=willpower,
        humanity=humanity,
        kind=kind,
        clan=clan,
        blood_potency_rating=blood_potency_rating,
        rules=rules or V5Rules(),
    )


@pytest.mark.parametrize(
    ("willpower", "humanity", "dice"),
    [
        pytest.param(Track(5, 2, 0), 7, 5, id="V23 three unmarked boxes and Humanity 7"),
        pytest.param(Track(6, 1, 1), 8, 6, id="A15 six boxes, two marked, Humanity 8"),
        pytest.param(Track(5, 3, 2), 2, 1, id="V29 nothing left is still one die"),
        pytest.param(Track(3), 7, 5, id="first night, step 33"),
        (Track(5, 5, 0), 9, 3),
        (Track(5, 0, 1), 0, 4),
    ],
)
def test_the_pool_is_willpower_and_a_third_of_humanity(
    willpower: Track, humanity: int, dice: int
) -> None:
    """A12.1: unmarked boxes and Humanity / 3 rounded down, at least one die."""
    assert frenzy_dice(items(willpower, humanity)) == dice


@pytest.mark.parametrize("humanity", range(11))
def test_humanity_gives_a_third_rounded_down(humanity: int) -> None:
    """A12.1: 9-10 give 3, 6-8 give 2, 3-5 give 1, less none."""
    third = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)[humanity]
    assert items(Track(5), humanity)[1] == PoolItem("a third of Humanity", third)


def test_a_frenzy_pool_has_no_hunger_dice() -> None:
    """V23: Hunger 4, yet five regular dice, since Willpower is a part of the pool."""
    built = build_pool(
        items(Track(5, 2, 0), 7),
        hunger=4,
        uses_hunger_dice=True,
        kind=PoolKind.WILLPOWER,
        rules=V5Rules(),
    )
    assert isinstance(built, DicePool)
    assert (built.regular, built.hunger) == (5, 0)


@pytest.mark.parametrize(
    ("kind", "clan", "rating", "dice"),
    [
        pytest.param(FURY, "Brujah", 1, 3, id="first night, step 34"),
        pytest.param(TERROR, "Brujah", 1, 5, id="first night, step 33"),
        (HUNGER, "Brujah", 1, 5),
        (FURY, "BRUJAH", 1, 3),
        (FURY, " brujah ", 3, 2),
        pytest.param(FURY, "Brujah", 10, 1, id="A12.6 down to one die"),
        pytest.param(FURY, "Brujah", 0, 5, id="A14 Blood Potency 0 has no bane"),
        (FURY, "Toreador", 1, 5),
        (FURY, "Caitiff", 1, 5),
        (FURY, None, 1, 5),
    ],
)
def test_the_brujah_bane_weakens_resistance_to_fury(
    kind: FrenzyKind, clan: str | None, rating: int, dice: int
) -> None:
    """A12.6: bane severity comes off fury rolls alone, and off no other clan's."""
    assert frenzy_dice(items(Track(3), 7, kind, clan, rating)) == dice


def test_a_frenzy_pool_names_its_parts() -> None:
    """A12.1, A12.6: the receipt lists Willpower, Humanity, and a bane only where there is one."""
    parts = items(Track(5, 1, 1), 7, FURY, "Brujah", 1)
    assert parts == (
        PoolItem("unmarked Willpower", 3),
        PoolItem("a third of Humanity", 2),
        PoolItem("Brujah bane", -2),
    )
    assert items(Track(5, 1, 1), 7, FURY, "Brujah", 0) == parts[:2]


def test_the_bane_follows_the_printing() -> None:
    """A5: the first printing's severity at Blood Potency 1 is 1."""
    rules = V5Rules(blood_potency_table="first_printing")
    assert items(Track(3), 7, FURY, "Brujah", 1, rules)[-1] == PoolItem("Brujah bane", -1)


@pytest.mark.parametrize(
    ("faces", "difficulty", "successes", "outcome"),
    [
        pytest.param((6, 7, 1, 2, 3), 2, 2, FrenzyOutcome.RESISTED, id="first night, step 33"),
        pytest.param((6, 7, 1), 2, 2, FrenzyOutcome.RESISTED, id="first night, step 34"),
        ((10, 10), 4, 4, FrenzyOutcome.RESISTED_CRITICAL),
        ((10, 10), 5, 4, FrenzyOutcome.FRENZY),
        ((1, 1), 1, 0, FrenzyOutcome.FRENZY),
        ((10, 6), 2, 2, FrenzyOutcome.RESISTED),
    ],
)
def test_frenzy_rolls_are_held_or_lost(
    faces: tuple[int, ...], difficulty: int, successes: int, outcome: FrenzyOutcome
) -> None:
    """A12.1, A12.2: successes against the provocation; a pair in a won roll costs nothing."""
    result = resolve_frenzy(faces, difficulty)
    assert (result.successes, result.difficulty, result.outcome) == (successes, difficulty, outcome)
    assert result.faces == faces


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ((6, 7), "2 against Difficulty 2 is enough to hold the Beast, which costs the next turn."),
        (
            (10, 10),
            "4 against Difficulty 2 is enough with a pair of tens, so the Beast is held at "
            "no cost.",
        ),
        ((6,), "1 against Difficulty 2 is too few, so the Beast takes over."),
    ],
)
def test_a_frenzy_roll_says_why(faces: tuple[int, ...], why: str) -> None:
    """One plain sentence for people."""
    assert resolve_frenzy(faces, 2).why == why


@pytest.mark.parametrize(("faces", "difficulty"), [((), 2), ((0,), 2), ((6,), 0)])
def test_frenzy_rolls_that_cannot_be_are_broken_assumptions(
    faces: tuple[int, ...], difficulty: int
) -> None:
    """There is a die, and something to resist."""
    with pytest.raises(ValueError, match=r"^a (frenzy roll|ten-sided die|Difficulty) "):
        resolve_frenzy(faces, difficulty)


@given(tracks(), st.integers(0, 10), st.sampled_from(FrenzyKind), st.integers(0, 10))
def test_every_frenzy_pool_has_a_die(
    willpower: Track, humanity: int, kind: FrenzyKind, rating: int
) -> None:
    """V29: whatever is marked and whatever the bane, one die is rolled."""
    assert frenzy_dice(items(willpower, humanity, kind, "Brujah", rating)) >= 1


@given(st.lists(any_face, min_size=1, max_size=12), st.integers(1, 12))
def test_frenzy_comes_with_too_few_successes_only(faces: list[int], difficulty: int) -> None:
    """The outcome hangs on the successes and, when won, on a pair of tens."""
    result = resolve_frenzy(tuple(faces), difficulty)
    assert (result.outcome is FrenzyOutcome.FRENZY) == (result.successes < difficulty)
    if result.outcome is FrenzyOutcome.RESISTED_CRITICAL:
        assert faces.count(10) >= 2
