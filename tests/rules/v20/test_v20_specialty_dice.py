"""What a specialty does to the dice: tens doubled or rolled again, and the marks of a receipt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v20.counting import DieMark, mark_dice, tally
from server.rules.v20.faces import Faces, rerolls_due
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.reading import Outcome, read_roll
from tests.rules.v20.strategies import any_rules, finished, pools

REROLL = PRESETS["v20_table"]
ONCE = V20Rules(specialty="reroll", reroll_chain="no")


@pytest.mark.parametrize("face", [0, 11, -1])
def test_faces_outside_the_die_are_broken_assumptions(face: int) -> None:
    """No ten-sided die shows them, in the pool or after it."""
    with pytest.raises(ValueError, match="cannot show"):
        Faces((5, face))
    with pytest.raises(ValueError, match="cannot show"):
        Faces((10,), (face,))


@pytest.mark.parametrize(
    ("dice", "rerolled", "rules", "due"),
    [
        ((10, 5, 10), (), REROLL, 2),
        ((10, 5, 10), (4,), REROLL, 1),
        ((10, 5, 10), (4, 10), REROLL, 1),
        ((10, 5, 10), (10, 10), REROLL, 2),
        ((10, 5, 10), (4, 10, 9), REROLL, 0),
        ((10, 5, 10), (10, 10), ONCE, 0),
        ((9, 5), (), REROLL, 0),
        ((), (), REROLL, 0),
        ((10, 10), (), V20Rules(), 0),
    ],
)
def test_each_ten_brings_a_die(
    dice: tuple[int, ...], rerolled: tuple[int, ...], rules: V20Rules, due: int
) -> None:
    """C3: a ten of the pool is rolled again, and with the chain a ten on that die too."""
    assert rerolls_due(Faces(dice, rerolled), 6, rules, has_specialty=True) == due


def test_only_a_specialty_and_a_ten_that_succeeds_bring_dice() -> None:
    """C3: without a specialty, and at difficulty 11, there is nothing to roll again."""
    assert rerolls_due(Faces((10,)), 6, REROLL, has_specialty=False) == 0
    assert rerolls_due(Faces((10,)), 10, REROLL, has_specialty=True) == 1
    assert rerolls_due(Faces((10,)), 11, REROLL, has_specialty=True) == 0


@pytest.mark.parametrize(
    ("faces", "rules"),
    [
        (Faces((10,), (5, 10)), REROLL),
        (Faces((9,), (5,)), REROLL),
        (Faces((10,), (10, 5)), ONCE),
        (Faces((10,), (5,)), V20Rules()),
    ],
)
def test_dice_that_no_ten_brought_are_broken_assumptions(faces: Faces, rules: V20Rules) -> None:
    """Nobody adds dice to a roll."""
    with pytest.raises(ValueError, match="no ten brings"):
        read_roll(faces, 6, rules, has_specialty=True)


@pytest.mark.parametrize("faces", [Faces((10,)), Faces((10, 10), (3,)), Faces((10,), (10,))])
def test_a_roll_is_read_once_its_tens_are_rolled_again(faces: Faces) -> None:
    """An unfinished roll is a broken assumption."""
    with pytest.raises(ValueError, match="the specialty rolls 1 more dice"):
        read_roll(faces, 6, REROLL, has_specialty=True)


@pytest.mark.parametrize(
    ("faces", "rules", "rolled", "ones", "cancelled", "net"),
    [
        (Faces((10, 2), (7,)), REROLL, 2, 0, 0, 2),
        (Faces((10, 2), (10, 6)), REROLL, 3, 0, 0, 3),
        (Faces((10, 2), (10,)), ONCE, 2, 0, 0, 2),
        (Faces((10, 2), (1,)), REROLL, 1, 1, 0, 1),
        (Faces((10, 1), (1,)), REROLL, 1, 2, 1, 0),
        (Faces((10, 2), (1,)), V20Rules(specialty="reroll", reroll_ones_count="yes"), 1, 1, 1, 0),
        (Faces((10, 1), (7,)), REROLL, 2, 1, 1, 1),
        (Faces((10, 2), (5,)), REROLL, 1, 0, 0, 1),
    ],
)
def test_a_ten_rolled_again_counts_one_and_its_die_another(
    faces: Faces, rules: V20Rules, rolled: int, ones: int, cancelled: int, net: int
) -> None:
    """C3: the new die is a chance of its own; its 1 weighs only where the switch says so."""
    reading = read_roll(faces, 6, rules, has_specialty=True)
    assert (reading.rolled, reading.ones, reading.cancelled, reading.net) == (
        rolled,
        ones,
        cancelled,
        net,
    )


def test_tens_undo_only_ones_that_weigh() -> None:
    """C1.4, C3: a 1 on a die rolled again is idle already, and no ten is spent on it."""
    rules = V20Rules(specialty="reroll", tens_cancel_ones="yes")
    idle = tally(Faces((10, 7), (1,)), 6, rules, has_specialty=True, ones_matter=True)
    assert (idle.ones, idle.idle, idle.undone, idle.standing, idle.cancelled) == (1, 1, 0, 0, 0)
    mixed = tally(Faces((10, 1, 1), (1,)), 6, rules, has_specialty=True, ones_matter=True)
    assert (mixed.ones, mixed.idle, mixed.undone, mixed.standing) == (3, 1, 1, 1)


def test_a_ten_is_doubled_wherever_it_succeeds() -> None:
    """C1.3, C3: at difficulty 10 too, and not beyond."""
    for difficulty, rolled in [(2, 2), (10, 2), (11, 0)]:
        assert read_roll(Faces((10,)), difficulty, V20Rules(), has_specialty=True).rolled == rolled


def test_an_idle_one_never_botches() -> None:
    """C3 with the older botch: the 1 on a die rolled again has no weight unless it counts."""
    older = V20Rules(specialty="reroll", botch="net_zero", reroll_ones_count="yes")
    faces = Faces((10, 2), (1,))
    assert read_roll(faces, 6, older, has_specialty=True).outcome is Outcome.BOTCH
    idle = V20Rules(specialty="reroll", botch="net_zero")
    assert read_roll(faces, 6, idle, has_specialty=True).outcome is Outcome.SUCCESS


def test_a_receipt_marks_every_die() -> None:
    """C1.13: what each die adds, which 1s weigh, and which dice a ten brought."""
    marks = mark_dice(Faces((10, 6, 1, 5), (1,)), 6, REROLL, has_specialty=True)
    assert marks == (
        DieMark(10, 1, is_one=False, is_reroll=False),
        DieMark(6, 1, is_one=False, is_reroll=False),
        DieMark(1, 0, is_one=True, is_reroll=False),
        DieMark(5, 0, is_one=False, is_reroll=False),
        DieMark(1, 0, is_one=False, is_reroll=True),
    )
    doubled = mark_dice(Faces((10, 9)), 6, V20Rules(), has_specialty=True)
    assert [mark.adds for mark in doubled] == [2, 1]
    damage = mark_dice(Faces((10, 1)), 6, V20Rules(), ones_matter=False)
    assert [(mark.adds, mark.is_one) for mark in damage] == [(1, False), (0, False)]
    weighing = V20Rules(specialty="reroll", reroll_ones_count="yes")
    assert mark_dice(Faces((10,), (1,)), 6, weighing, has_specialty=True)[1].is_one


@given(pools, st.integers(1, 11), any_rules, st.booleans(), st.booleans(), st.data())
def test_marks_add_up(
    dice: tuple[int, ...],
    difficulty: int,
    rules: V20Rules,
    has_specialty: bool,
    ones_matter: bool,
    data: st.DataObject,
) -> None:
    """The marks of a receipt add to the successes, and its 1s to those that weigh."""
    faces = data.draw(finished(dice, difficulty, rules, has_specialty))
    shown = tally(faces, difficulty, rules, has_specialty=has_specialty, ones_matter=ones_matter)
    marks = mark_dice(
        faces, difficulty, rules, has_specialty=has_specialty, ones_matter=ones_matter
    )
    assert sum(mark.adds for mark in marks) == shown.rolled
    assert sum(mark.is_one for mark in marks) == shown.ones - shown.idle
    assert sum(mark.is_reroll for mark in marks) == len(faces.rerolled)
