"""Stains, their overflow, and Remorse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import (
    add_stains,
    remorse_dice,
    remorse_refusal,
    resolve_remorse,
    settle_stains,
)
from tests.rules.v5.strategies import any_face, any_rules

ONE_TOTAL = V5Rules(overflow_damage="one_total")


@pytest.mark.parametrize(
    ("rules", "damage"),
    [pytest.param(V5Rules(), 2, id="each"), pytest.param(ONE_TOTAL, 1, id="all")],
)
def test_stains_beyond_the_boxes_overflow(rules: V5Rules, damage: int) -> None:
    """V51: Humanity 8, 1 Stain, +3 -> 2 Stains, 2 overflow, Aggravated Willpower damage."""
    result = add_stains(8, 1, 0, 3, rules)
    assert (result.stains_before, result.stains_after, result.overflow) == (1, 2, 2)
    assert result.willpower_damage == damage


@pytest.mark.parametrize(("rules", "damage"), [(V5Rules(), 2), (ONE_TOTAL, 0)])
def test_a_standing_overflow_grows(rules: V5Rules, damage: int) -> None:
    """A11.4: new overflow adds to the stored one; one point in all was paid when it began."""
    result = add_stains(8, 2, 1, 2, rules)
    assert (result.stains_after, result.overflow, result.willpower_damage) == (2, 3, damage)


def test_stains_that_fit_do_no_harm() -> None:
    """First night, step 32: Humanity 7 takes 2 Stains."""
    result = add_stains(7, 0, 0, 2, V5Rules())
    assert (result.stains_after, result.overflow, result.willpower_damage) == (2, 0, 0)


def test_humanity_ten_has_no_box_for_a_stain() -> None:
    """A11.4: at Humanity 10 every Stain overflows, and Remorse is due for it."""
    result = add_stains(10, 0, 0, 1, V5Rules())
    assert (result.stains_after, result.overflow, result.willpower_damage) == (0, 1, 1)
    assert remorse_refusal(result.stains_after, result.overflow) is None


@pytest.mark.parametrize(
    ("humanity", "stains", "overflow", "amount"),
    [
        (7, 0, 0, -1),
        (7, 4, 0, 1),
        (7, 1, 1, 1),
        (11, 0, 0, 1),
        (-1, 0, 0, 1),
        (7, -1, 0, 1),
        (7, 3, -1, 1),
    ],
)
def test_stains_that_cannot_be_are_broken_assumptions(
    humanity: int, stains: int, overflow: int, amount: int
) -> None:
    """Numbers that cannot stand on one sheet raise."""
    with pytest.raises(ValueError, match=r"Stain|Humanity"):
        add_stains(humanity, stains, overflow, amount, V5Rules())


@pytest.mark.parametrize(
    ("humanity", "stains", "overflow", "modifier", "dice"),
    [
        pytest.param(7, 2, 0, 0, 1, id="V57 and first night, step 41: one clear box between"),
        (6, 3, 0, 0, 1),
        pytest.param(6, 4, 0, 0, 1, id="A11.3 no clear box is still one die"),
        pytest.param(6, 2, 0, 1, 3, id="V53 modifiers count"),
        pytest.param(7, 3, 0, -2, 1, id="V53 never less than one die"),
        pytest.param(8, 2, 2, 1, 1, id="overflow uses up the modifier"),
        (8, 2, 1, 3, 2),
        (0, 1, 0, 0, 9),
    ],
)
def test_remorse_rolls_the_clear_boxes(
    humanity: int, stains: int, overflow: int, modifier: int, dice: int
) -> None:
    """A11.3: ten boxes less Humanity and Stains, with modifiers, at least one die."""
    assert remorse_dice(humanity, stains, overflow, modifier) == dice


def test_remorse_rolls_nothing_but_the_clear_boxes_without_a_modifier() -> None:
    """A11.3: who names no modifier gets none."""
    assert remorse_dice(5, 1, 0) == 4


@pytest.mark.parametrize(("stains", "overflow"), [(1, -1), (1, 1), (9, 0)])
def test_remorse_for_stains_that_cannot_be_is_a_broken_assumption(
    stains: int, overflow: int
) -> None:
    """Stains overflow only where they have filled every box beside Humanity."""
    with pytest.raises(ValueError, match="Stain"):
        remorse_dice(7, stains, overflow)


def test_an_overflow_beside_empty_boxes_names_them() -> None:
    """A11.4: Humanity 7 and 1 Stain leave two boxes, so nothing can overflow."""
    with pytest.raises(ValueError, match=r"^2 Stains overflow though 2 boxes are empty$"):
        remorse_dice(7, 1, 2)


def test_remorse_counts_tens_as_the_table_does() -> None:
    """B, extra_tens: the number shown follows the switch, whether Humanity is kept does not."""
    rules = V5Rules(extra_tens="each_extra")
    assert resolve_remorse((10, 10, 10), 6).successes == 5
    assert resolve_remorse((10, 10, 10), 6, rules).successes == 6


def test_without_stains_there_is_no_remorse() -> None:
    """A11.3: the roll needs one Stain or more."""
    refusal = remorse_refusal(0)
    assert refusal is not None
    assert refusal.code == "no_stains"
    assert remorse_refusal(1) is None


@pytest.mark.parametrize(
    ("faces", "humanity", "successes", "kept", "after"),
    [
        pytest.param((3,), 7, 0, False, 6, id="first night, step 41"),
        pytest.param((6,), 7, 1, True, 7, id="one success keeps it"),
        pytest.param((1, 2, 3), 6, 0, False, 5, id="A15 failure -> Humanity 5"),
        pytest.param((10, 10), 6, 4, True, 6, id="pairs count as usual"),
        pytest.param((2,), 1, 0, False, 0, id="the last dot can go"),
    ],
)
def test_remorse_keeps_or_loses_one_humanity(
    faces: tuple[int, ...], humanity: int, successes: int, kept: bool, after: int
) -> None:
    """A11.3: Difficulty 1; a 1 means nothing here."""
    result = resolve_remorse(faces, humanity)
    assert (result.successes, result.kept, result.humanity_after) == (successes, kept, after)


@pytest.mark.parametrize(("faces", "humanity"), [((), 7), ((0,), 7), ((3,), 0), ((3,), 11)])
def test_remorse_that_cannot_be_is_a_broken_assumption(
    faces: tuple[int, ...], humanity: int
) -> None:
    """There is a die, and a Humanity to lose."""
    with pytest.raises(
        ValueError, match=r"^(a Remorse roll|a ten-sided die|a character with|Humanity is) "
    ):
        resolve_remorse(faces, humanity)


@pytest.mark.parametrize(
    ("humanity", "stains", "overflow", "fitted"),
    [(9, 3, 0, (1, 2)), (5, 2, 2, (4, 0)), (7, 2, 0, (2, 0)), (10, 2, 1, (0, 3))],
)
def test_changing_humanity_by_hand_moves_stains(
    humanity: int, stains: int, overflow: int, fitted: tuple[int, int]
) -> None:
    """A11.1: Stains stand in the boxes that Humanity leaves; the rest is overflow."""
    assert settle_stains(humanity, stains, overflow) == fitted


@pytest.mark.parametrize(("humanity", "stains", "overflow"), [(11, 0, 0), (7, -1, 2), (7, 1, -1)])
def test_negative_stains_do_not_fit(humanity: int, stains: int, overflow: int) -> None:
    """Numbers that no sheet holds raise."""
    with pytest.raises(ValueError, match=r"^(Stains|Humanity) "):
        settle_stains(humanity, stains, overflow)


@st.composite
def sheets(draw: st.DrawFn) -> tuple[int, int, int]:
    """Humanity, Stains and overflow that can stand together."""
    humanity = draw(st.integers(0, 10))
    return humanity, *settle_stains(humanity, draw(st.integers(0, 14)), 0)


@given(sheets(), st.integers(0, 12), any_rules)
def test_no_stain_is_ever_dropped(sheet: tuple[int, int, int], amount: int, rules: V5Rules) -> None:
    """V51: every Stain is in a box or in the overflow, and boxes are filled first."""
    humanity, stains, overflow = sheet
    result = add_stains(humanity, stains, overflow, amount, rules)
    assert result.stains_after + result.overflow == stains + overflow + amount
    assert result.stains_after <= 10 - humanity
    assert result.overflow == 0 or result.stains_after == 10 - humanity
    assert 0 <= result.willpower_damage <= result.overflow - overflow


@given(sheets(), st.integers(-10, 10))
def test_remorse_always_has_a_die(sheet: tuple[int, int, int], modifier: int) -> None:
    """V53: never 0 dice, and never more than the clear boxes and the modifier."""
    humanity, stains, overflow = sheet
    dice = remorse_dice(humanity, stains, overflow, modifier)
    assert 1 <= dice <= max(1, 10 - humanity - stains + modifier)


@given(st.lists(any_face, min_size=1, max_size=10), st.integers(1, 10), any_rules)
def test_humanity_never_rises_by_remorse(faces: list[int], humanity: int, rules: V5Rules) -> None:
    """It stays or falls by one."""
    result = resolve_remorse(tuple(faces), humanity, rules)
    assert result.kept == any(face >= 6 for face in faces)
    assert result.humanity_after == humanity - (not result.kept)
