"""The Willpower reroll: refusals, faces and readings."""

from typing import Any

import pytest
from hypothesis import given

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.pools import PoolKind
from server.rules.v5.reading import Faces, Outcome, read_opposed, read_roll
from server.rules.v5.reroll import apply_reroll, reroll_refusal
from server.rules.v5.tracks import Track
from tests.rules.v5.strategies import Rerolled, any_rules, rerolled_rolls

FRESH = Track(5)
ROLL = Faces((4, 3, 9, 10), (6, 1))


def refuse(indices: tuple[int, ...], **changes: Any) -> RuleRefusal | None:
    """Ask for a reroll of ``ROLL``; *changes* replace single arguments."""
    arguments: dict[str, Any] = {
        "kind": PoolKind.ORDINARY,
        "indices": indices,
        "faces": ROLL,
        "rerolls_used": 0,
        "willpower": FRESH,
        "rules": V5Rules(),
    } | changes
    arguments.setdefault("regular_count", len(arguments["faces"].regular))
    return reroll_refusal(**arguments)


def code(refusal: RuleRefusal | None) -> str | None:
    """The code of a refusal, or None when nothing was refused."""
    return None if refusal is None else refusal.code


@pytest.mark.parametrize("indices", [(0,), (0, 1), (0, 1, 2), (3,), (3, 0)])
def test_one_to_three_regular_dice_may_be_rerolled(indices: tuple[int, ...]) -> None:
    """A3.2: any faces, also successes and tens."""
    assert refuse(indices) is None


@pytest.mark.parametrize(
    "indices",
    [
        pytest.param((), id="no die"),
        pytest.param((0, 1, 2, 3), id="four dice"),
        pytest.param((0, 0), id="a die twice"),
        pytest.param((4,), id="first night, step 8: the Hunger dice are not among them"),
        pytest.param((-1,), id="counting from the end"),
    ],
)
def test_other_dice_are_refused(indices: tuple[int, ...]) -> None:
    """A3.2: distinct regular dice, one to three; Hunger dice never."""
    refusal = refuse(indices)
    assert refusal is not None
    assert (refusal.code, refusal.field) == ("bad_dice", "indices")


def test_a_roll_of_hunger_dice_alone_has_nothing_to_reroll() -> None:
    """A3.2: at pool 3 and Hunger 5 no die can be rerolled, and the answer says why."""
    refusal = refuse((0,), faces=Faces((), (2, 3, 4)))
    assert refusal is not None
    assert refusal.code == "bad_dice"
    assert "Hunger dice" in refusal.detail


def test_willpower_is_spent_once_per_roll() -> None:
    """A3.1 and first night, step 6: the second reroll of a roll is refused."""
    assert code(refuse((0,), rerolls_used=1)) == "reroll_used"
    assert refuse((0,), rerolls_used=1, rules=V5Rules(wp_rerolls_per_roll="unlimited")) is None


@pytest.mark.parametrize("kind", [PoolKind.WILLPOWER, PoolKind.HUMANITY])
def test_pools_with_a_tracker_are_not_rerolled(kind: PoolKind) -> None:
    """A3.3, V35: a pool that contains Willpower (or Humanity) refuses a Willpower reroll."""
    assert code(refuse((0,), kind=kind)) == "reroll_not_allowed"


def test_a_table_may_limit_rerolls_to_failed_dice() -> None:
    """B, wp_reroll_scope: choosing a ten is accepted by default and refused there."""
    core = PRESETS["v5_core_rolling"]
    assert refuse((3,)) is None
    assert code(refuse((3,), rules=core)) == "bad_dice"
    assert code(refuse((0, 2), rules=core)) == "bad_dice"
    assert refuse((0, 1), rules=core) is None


def test_spent_willpower_rerolls_nothing() -> None:
    """A3.4: an Aggravated track cannot be spent; a full one can, unless the table refuses."""
    assert code(refuse((0,), willpower=Track(5, 0, 5))) == "willpower_spent"
    assert refuse((0,), willpower=Track(5, 2, 3)) is None
    strict = V5Rules(wp_spend_when_full="refuse")
    assert code(refuse((0,), willpower=Track(5, 2, 3), rules=strict)) == "willpower_spent"


@pytest.mark.parametrize(("argument", "value"), [("regular_count", 3), ("rerolls_used", -1)])
def test_numbers_that_do_not_fit_the_roll_are_broken_assumptions(argument: str, value: int) -> None:
    """The caller knows its own roll."""
    with pytest.raises(ValueError, match=str(value)):
        refuse((0,), **{argument: value})


def test_rerolled_successes_count_no_more() -> None:
    """V31: normal [10,7], both rerolled to [2,3], shows nothing."""
    after = apply_reroll(Faces((10, 7), ()), (0, 1), (2, 3))
    assert after == Faces((2, 3), ())
    assert read_roll(after, 1, V5Rules()).successes == 0


def test_the_difficulty_stays_through_a_reroll() -> None:
    """V33: 3 successes against 4 are a failure before and after the reroll."""
    after = apply_reroll(Faces((6, 7, 2, 3), ()), (2, 3), (8, 1))
    reading = read_roll(after, 4, V5Rules())
    assert (reading.successes, reading.difficulty, reading.margin) == (3, 4, -1)
    assert reading.outcome is Outcome.FAILURE


@pytest.mark.parametrize(
    ("before", "indices", "new", "difficulty", "successes", "outcome"),
    [
        pytest.param(
            Faces((3, 3, 3, 10), (1, 1, 10)),
            (0, 1, 2),
            (2, 2, 8),
            6,
            5,
            Outcome.BESTIAL_FAILURE,
            id="A3.6 one more success is not enough, still bestial",
        ),
        pytest.param(
            Faces((3, 3, 3, 10), (6, 10)),
            (3, 0, 1),
            (3, 6, 6),
            5,
            4,
            Outcome.FAILURE,
            id="A3.6 the rerolled ten takes the critical along",
        ),
        pytest.param(
            Faces((4, 3), (6, 1, 2)),
            (0, 1),
            (8, 5),
            2,
            2,
            Outcome.SUCCESS,
            id="first night, step 5",
        ),
        pytest.param(
            Faces((10, 2), ()), (1,), (10,), 2, 4, Outcome.CRITICAL, id="A3.5 a critical is made"
        ),
        pytest.param(
            Faces((2, 6), (10,)), (0,), (10,), 2, 5, Outcome.MESSY_CRITICAL, id="A3.5 a messy one"
        ),
        pytest.param(
            Faces((10, 7, 8), (10,)), (0,), (4,), 2, 3, Outcome.SUCCESS, id="A3.5 a mess avoided"
        ),
    ],
)
def test_rerolls_read_as_in_the_tables(
    before: Faces,
    indices: tuple[int, ...],
    new: tuple[int, ...],
    difficulty: int,
    successes: int,
    outcome: Outcome,
) -> None:
    """The roll is read from its new faces alone, against the same Difficulty."""
    after = apply_reroll(before, indices, new)
    reading = read_roll(after, difficulty, V5Rules(), original=before, rerolled=frozenset(indices))
    assert (reading.successes, reading.outcome) == (successes, outcome)


@pytest.mark.parametrize(
    ("before", "indices", "new", "successes", "is_critical"),
    [
        pytest.param((10, 2), (1,), (10,), 2, False, id="B an old ten and a new one"),
        pytest.param((3, 2), (0, 1), (10, 10), 2, False, id="two new tens"),
        pytest.param((10, 10, 2), (2,), (10,), 5, True, id="old tens stay a pair, a new one is 1"),
        pytest.param((10, 10), (0,), (10,), 2, False, id="a ten rerolled into a ten is new"),
        pytest.param((10, 10, 10, 2), (3,), (10,), 7, True, id="each_extra holds for old tens"),
    ],
)
def test_a_table_may_keep_rerolls_from_making_criticals(
    before: tuple[int, ...],
    indices: tuple[int, ...],
    new: tuple[int, ...],
    successes: int,
    is_critical: bool,
) -> None:
    """B, wp_reroll_may_crit: a pair takes two tens of the original roll."""
    original = Faces(before, ())
    reading = read_roll(
        apply_reroll(original, indices, new),
        1,
        PRESETS["v5_core_rolling"],
        original=original,
        rerolled=frozenset(indices),
    )
    assert (reading.successes, reading.is_critical) == (successes, is_critical)


def test_a_kept_ten_pairs_with_a_hunger_ten_where_rerolls_make_no_criticals() -> None:
    """Hunger dice are never rerolled, so their tens are always of the original roll."""
    original = Faces((10, 2), (10,))
    reading = read_roll(
        apply_reroll(original, (1,), (10,)),
        5,
        V5Rules(wp_reroll_may_crit="no"),
        original=original,
        rerolled=frozenset({1}),
    )
    assert (reading.successes, reading.outcome) == (5, Outcome.MESSY_CRITICAL)


@pytest.mark.parametrize(
    ("indices", "new", "told"),
    [
        ((0, 1), (5,), "2 dice to reroll, but 1 new faces"),
        ((0, 0), (5, 6), r"a die is named twice in \[0, 0\]"),
        ((4,), (5,), "there is no regular die 4 among 4"),
        ((-1,), (5,), "there is no regular die -1 among 4"),
        ((0,), (0,), "a ten-sided die cannot show"),
    ],
)
def test_rerolls_that_do_not_fit_are_broken_assumptions(
    indices: tuple[int, ...], new: tuple[int, ...], told: str
) -> None:
    """What was refused before is not applied by mistake."""
    with pytest.raises(ValueError, match=told):
        apply_reroll(ROLL, indices, new)


CHANGED = "^a reroll changes neither the number of dice nor a Hunger die$"


@pytest.mark.parametrize(
    ("now", "original", "rerolled", "told"),
    [
        pytest.param((2, 7), None, {2}, "no regular die 2 among 2", id="no such die"),
        pytest.param((2, 7), (2, 6), {0}, "regular die 1 changed from 6 to 7", id="another die"),
        pytest.param((2, 7), (2, 6), set(), "regular die 1 changed from 6 to 7", id="no reroll"),
        pytest.param((2, 7), (2, 7, 8), {0}, CHANGED, id="a die is gone"),
    ],
)
def test_faces_that_no_reroll_gives_are_never_read(
    now: tuple[int, ...], original: tuple[int, ...] | None, rerolled: set[int], told: str
) -> None:
    """A3.2: only the dice that were named changed, alone or against an opponent."""
    before = None if original is None else Faces(original, (1,))
    for read in (read_roll, read_opposed):
        with pytest.raises(ValueError, match=told):
            read(Faces(now, (1,)), 2, V5Rules(), original=before, rerolled=frozenset(rerolled))


@given(rerolled_rolls())
def test_a_reroll_touches_the_named_dice_alone(roll: Rerolled) -> None:
    """Hunger dice and the other regular dice keep their faces and places."""
    assert roll.after.hunger == roll.before.hunger
    assert len(roll.after.regular) == len(roll.before.regular)
    for index, (old, new) in enumerate(zip(roll.before.regular, roll.after.regular, strict=True)):
        assert old == new or index in roll.indices


@given(rerolled_rolls(), any_rules)
def test_a_reroll_never_makes_a_ten_pair_where_the_table_forbids_it(
    roll: Rerolled, rules: V5Rules
) -> None:
    """With wp_reroll_may_crit off, a reroll leaves at most the pairs there were."""
    rerolled = frozenset(roll.indices)
    before = read_roll(roll.before, 1, rules)
    after = read_roll(roll.after, 1, rules, original=roll.before, rerolled=rerolled)
    if rules.wp_reroll_may_crit == "no":
        assert after.pairs <= before.pairs
