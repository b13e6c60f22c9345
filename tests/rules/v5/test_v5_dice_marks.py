"""What each die adds, and that the parts add up to the whole."""

import pytest
from hypothesis import given

from server.rules.v5.dice_marks import DieMark, mark_dice, mark_die
from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.reading import Faces, read_roll
from tests.rules.v5.strategies import Rerolled, any_rules, faces, rerolled_rolls


def test_every_die_is_listed_with_what_it_adds() -> None:
    """Regular dice first, then Hunger dice; each die of a pair adds two."""
    assert mark_dice(Faces((10, 5, 7, 2), (10, 1)), V5Rules()) == (
        DieMark("regular", 10, 2, True, None),
        DieMark("regular", 5, 0, False, None),
        DieMark("regular", 7, 1, False, None),
        DieMark("regular", 2, 0, False, None),
        DieMark("hunger", 10, 2, True, None),
        DieMark("hunger", 1, 0, False, None),
    )


def test_an_odd_ten_adds_one() -> None:
    """A1.4: the third ten belongs to no pair, and regular tens are paired first."""
    marks = mark_dice(Faces((10, 10), (10,)), V5Rules())
    assert [(mark.adds, mark.in_pair) for mark in marks] == [(2, True), (2, True), (1, False)]


def test_an_extra_ten_adds_two_where_the_table_says_so() -> None:
    """B, each_extra: the third ten joins the pair."""
    marks = mark_dice(Faces((10, 10), (10,)), PRESETS["v5_core_rolling"])
    assert [mark.adds for mark in marks] == [2, 2, 2]


def test_a_rerolled_die_keeps_its_old_face_beside_the_new_one() -> None:
    """A3.2: the old faces stay in the record and add nothing."""
    marks = mark_dice(
        Faces((2, 3), (6,)), V5Rules(), original=Faces((10, 7), (6,)), rerolled=frozenset({0, 1})
    )
    assert [(mark.face, mark.adds, mark.replaced) for mark in marks] == [
        (2, 0, 10),
        (3, 0, 7),
        (6, 1, None),
    ]


def test_a_rerolled_ten_is_in_no_pair_where_rerolls_make_no_criticals() -> None:
    """B, wp_reroll_may_crit: kept tens pair with each other, a new one adds 1."""
    marks = mark_dice(
        Faces((10, 10, 10), ()),
        PRESETS["v5_core_rolling"],
        original=Faces((2, 10, 10), ()),
        rerolled=frozenset({0}),
    )
    assert [(mark.adds, mark.in_pair) for mark in marks] == [(1, False), (2, True), (2, True)]


@pytest.mark.parametrize(
    ("original", "rerolled"),
    [
        (Faces((2, 3), (6,)), frozenset({0})),
        (Faces((2,), (6,)), frozenset({0})),
        (Faces((2, 7), (1,)), frozenset({0})),
        (Faces((2, 7), (6,)), frozenset({2})),
        (Faces((2, 7), (6,)), frozenset[int]()),
    ],
)
def test_marks_need_faces_that_the_reroll_explains(
    original: Faces, rerolled: frozenset[int]
) -> None:
    """A die that changed without being rerolled is a broken assumption."""
    with pytest.raises(ValueError, match=r"."):
        mark_dice(Faces((9, 7), (6,)), V5Rules(), original=original, rerolled=rerolled)


@given(faces(), any_rules)
def test_what_the_dice_add_is_what_the_roll_shows(drawn: Faces, rules: V5Rules) -> None:
    """The sum of all marks is the number of successes, under every switch."""
    marks = mark_dice(drawn, rules)
    assert sum(mark.adds for mark in marks) == read_roll(drawn, 1, rules).successes
    assert tuple(mark.face for mark in marks) == drawn.regular + drawn.hunger


@given(rerolled_rolls(), any_rules)
def test_the_sum_holds_after_a_reroll(roll: Rerolled, rules: V5Rules) -> None:
    """The sum of all marks is the number of successes, reroll or not."""
    rerolled = frozenset(roll.indices)
    marks = mark_dice(roll.after, rules, original=roll.before, rerolled=rerolled)
    reading = read_roll(roll.after, 1, rules, original=roll.before, rerolled=rerolled)
    assert sum(mark.adds for mark in marks) == reading.successes
    for index, mark in enumerate(marks):
        assert mark.replaced == (roll.before.regular[index] if index in rerolled else None)


@pytest.mark.parametrize(("face", "adds"), [(1, 0), (5, 0), (6, 1), (10, 1)])
def test_a_die_by_itself_adds_one_at_most(face: int, adds: int) -> None:
    """A1.4: a ten counts two only as part of a pair, which one die does not know of."""
    assert mark_die("hunger", face) == DieMark("hunger", face, adds, in_pair=False, replaced=None)
