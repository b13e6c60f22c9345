"""The V20 health track: levels, penalties, marks, torpor and death, healing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v20.damage import Body, DamageKind
from server.rules.v20.health import (
    WOUNDS,
    Condition,
    HealthLevel,
    HealthTrack,
    condition_of,
    penalty_of,
)
from server.rules.v20.wounding import (
    HealingCost,
    blood_healing_refusal,
    heal,
    healing_cost,
    wound,
)

BASHING, LETHAL, AGGRAVATED = DamageKind
VAMPIRE, MORTAL = Body.VAMPIRE, Body.MORTAL
BRUISED, HURT, INJURED, WOUNDED, MAULED, CRIPPLED, INCAPACITATED = HealthLevel
REPEATABLE = [level for level in HealthLevel if level is not INCAPACITATED]


def track(bashing: int = 0, lethal: int = 0, aggravated: int = 0) -> HealthTrack:
    """Marks on the usual seven boxes."""
    return HealthTrack(bashing, lethal, aggravated)


@st.composite
def tracks(draw: st.DrawFn) -> HealthTrack:
    """Tracks of 7 to 10 boxes with any legal marks."""
    extra = tuple(draw(st.lists(st.sampled_from(REPEATABLE), max_size=3)))
    aggravated = draw(st.integers(0, 7))
    lethal = draw(st.integers(0, 7 - aggravated))
    return HealthTrack(draw(st.integers(0, 7 - aggravated - lethal)), lethal, aggravated, extra)


@pytest.mark.parametrize(
    ("damage", "level", "penalty", "movement"),
    [
        (0, None, 0, None),
        (1, BRUISED, 0, "unhindered"),
        (2, HURT, -1, "unhindered"),
        (3, INJURED, -1, "half running speed"),
        (4, WOUNDED, -2, "walks; moving and attacking costs dice"),
        (5, MAULED, -2, "hobbles, 3 m a turn"),
        (6, CRIPPLED, -5, "crawls, 1 m a turn"),
        (7, INCAPACITATED, None, "none"),
    ],
)
@pytest.mark.parametrize("kind", DamageKind)
def test_levels_and_penalties(
    kind: DamageKind, damage: int, level: HealthLevel | None, penalty: int | None, movement: str
) -> None:
    """C6, W23: the table of levels, whatever the kind of the marks."""
    hurt = wound(HealthTrack(), damage, kind, VAMPIRE).after
    assert hurt.level is level
    assert penalty_of(hurt) == penalty
    if level is not None:
        assert WOUNDS[level].movement == movement


def test_penalties_count_all_marks_together() -> None:
    """C6: one of each kind is three levels."""
    assert penalty_of(track(1, 1, 1)) == -1
    assert track(1, 1, 2).level is WOUNDED


def test_extra_boxes_repeat_a_level() -> None:
    """C6: with Bruised twice and Wounded twice each level below comes later."""
    extra = (WOUNDED, BRUISED)
    boxes = [penalty_of(HealthTrack(bashing=count, extra=extra)) for count in range(1, 10)]
    assert boxes == [0, 0, -1, -1, -2, -2, -2, -5, None]
    sturdy = HealthTrack(extra=extra)
    assert (sturdy.boxes, sturdy.empty) == (9, 9)
    assert sturdy.levels == (
        *(BRUISED, BRUISED, HURT, INJURED),
        *(WOUNDED, WOUNDED, MAULED, CRIPPLED, INCAPACITATED),
    )


@pytest.mark.parametrize("marks", [(8, 0, 0), (3, 3, 2), (-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_a_track_holds_only_what_fits(marks: tuple[int, int, int]) -> None:
    """Marks beyond the boxes are a broken assumption."""
    with pytest.raises(ValueError, match=r"^(a track|\d+ marks) "):
        track(*marks)
    with pytest.raises(ValueError, match=r"^only levels that leave somebody able to act"):
        HealthTrack(extra=(INCAPACITATED,))


def test_the_worst_marks_stand_first() -> None:
    """C6: aggravated, lethal, bashing."""
    assert track(2, 1, 1).marks == (AGGRAVATED, LETHAL, BASHING, BASHING)
    assert track().marks == ()


def test_a_track_knows_its_state() -> None:
    """Marked, empty and full."""
    assert (track(2, 1, 1).marked, track(2, 1, 1).empty, track(2, 1, 1).is_full) == (4, 3, False)
    assert (track(4, 2, 1).empty, track(4, 2, 1).is_full) == (0, True)


@pytest.mark.parametrize(
    ("before", "levels", "kind", "after", "upgraded", "lost"),
    [
        (track(), 3, BASHING, track(3), 0, 0),
        (track(2), 2, LETHAL, track(2, 2), 0, 0),
        (track(2, 2), 3, AGGRAVATED, track(2, 2, 3), 0, 0),
        (track(7), 1, BASHING, track(6, 1), 1, 0),
        (track(6), 3, BASHING, track(5, 2), 2, 0),
        (track(7), 2, LETHAL, track(5, 2), 2, 0),
        (track(3, 4), 2, LETHAL, track(1, 6), 2, 0),
        (track(1, 6), 3, BASHING, track(0, 7), 1, 2),
        (track(0, 7), 1, LETHAL, track(0, 7), 0, 1),
        (track(0, 7), 1, BASHING, track(0, 7), 0, 1),
        (track(2, 5), 1, AGGRAVATED, track(1, 5, 1), 1, 0),
        (track(1, 6), 3, AGGRAVATED, track(0, 4, 3), 3, 0),
        (track(0, 0, 7), 2, AGGRAVATED, track(0, 0, 7), 0, 2),
        (track(0, 0, 7), 2, LETHAL, track(0, 0, 7), 0, 2),
        (track(0, 1, 5), 9, AGGRAVATED, track(0, 0, 7), 1, 7),
    ],
)
@pytest.mark.parametrize("body", Body)
def test_how_a_track_takes_damage(
    body: Body,
    before: HealthTrack,
    levels: int,
    kind: DamageKind,
    after: HealthTrack,
    upgraded: int,
    lost: int,
) -> None:
    """C6: empty boxes, then bashing to lethal; lethal never becomes aggravated by itself."""
    injury = wound(before, levels, kind, body)
    assert (injury.before, injury.after, injury.levels) == (before, after, levels)
    assert (injury.marked, injury.upgraded, injury.lost) == (
        levels - upgraded - lost,
        upgraded,
        lost,
    )


@pytest.mark.parametrize(
    ("before", "levels", "kind", "condition"),
    [
        (track(), 6, LETHAL, None),
        (track(), 7, LETHAL, Condition.INCAPACITATED),
        (track(), 7, BASHING, Condition.INCAPACITATED),
        (track(), 8, LETHAL, Condition.TORPOR),
        (track(), 8, BASHING, Condition.TORPOR),
        (track(7), 1, BASHING, Condition.TORPOR),
        (track(7), 1, LETHAL, Condition.TORPOR),
        (track(4, 2, 1), 1, BASHING, Condition.TORPOR),
        (track(0, 6), 1, AGGRAVATED, Condition.INCAPACITATED),
        (track(0, 7), 1, AGGRAVATED, Condition.FINAL_DEATH),
        (track(7), 1, AGGRAVATED, Condition.FINAL_DEATH),
        (track(0, 6), 2, AGGRAVATED, Condition.FINAL_DEATH),
        (track(), 7, AGGRAVATED, Condition.FINAL_DEATH),
        (track(), 6, AGGRAVATED, None),
        (track(0, 0, 7), 1, LETHAL, Condition.FINAL_DEATH),
        (track(0, 7), 0, LETHAL, Condition.INCAPACITATED),
    ],
)
def test_what_becomes_of_a_vampire(
    before: HealthTrack, levels: int, kind: DamageKind, condition: Condition | None
) -> None:
    """C6: Incapacitated; beyond it torpor; by aggravated damage Final Death."""
    assert wound(before, levels, kind, VAMPIRE).condition is condition


def test_seven_lethal_and_one_more_is_torpor_without_an_aggravated_box() -> None:
    """W19: nothing turns aggravated."""
    injury = wound(track(0, 7), 1, LETHAL, VAMPIRE)
    assert injury.condition is Condition.TORPOR
    assert injury.after == track(0, 7, 0)


@pytest.mark.parametrize(
    ("before", "levels", "kind", "condition"),
    [
        (track(), 6, BASHING, None),
        (track(), 7, BASHING, Condition.UNCONSCIOUS),
        (track(7), 1, BASHING, Condition.UNCONSCIOUS),
        (track(7), 7, BASHING, Condition.DEAD),
        (track(1, 6), 1, LETHAL, Condition.DEAD),
        (track(), 7, LETHAL, Condition.DEAD),
        (track(), 7, AGGRAVATED, Condition.DEAD),
        (track(0, 3, 3), 1, BASHING, Condition.UNCONSCIOUS),
        (track(0, 3, 3), 1, LETHAL, Condition.DEAD),
    ],
)
def test_what_becomes_of_a_mortal(
    before: HealthTrack, levels: int, kind: DamageKind, condition: Condition | None
) -> None:
    """C6: full of bashing is unconscious, full without bashing is dead."""
    assert wound(before, levels, kind, MORTAL).condition is condition


@pytest.mark.parametrize(
    ("marks", "blood", "condition"),
    [
        (track(0, 7), None, Condition.INCAPACITATED),
        (track(0, 7), 1, Condition.INCAPACITATED),
        (track(0, 7), 0, Condition.TORPOR),
        (track(0, 0, 7), 0, Condition.FINAL_DEATH),
        (track(0, 6), 0, None),
    ],
)
def test_incapacitated_without_blood_is_torpor(
    marks: HealthTrack, blood: int | None, condition: Condition | None
) -> None:
    """C6: nothing left to heal with."""
    assert condition_of(marks, VAMPIRE, blood=blood) is condition
    assert wound(marks, 0, LETHAL, VAMPIRE, blood=blood).condition is condition


@pytest.mark.parametrize(
    ("levels", "kind", "cost"),
    [
        (1, BASHING, HealingCost(1, 0, is_full_rest=False)),
        (3, BASHING, HealingCost(3, 0, is_full_rest=False)),
        (1, LETHAL, HealingCost(1, 0, is_full_rest=False)),
        (2, LETHAL, HealingCost(2, 0, is_full_rest=False)),
        (1, AGGRAVATED, HealingCost(5, 0, is_full_rest=True)),
        (2, AGGRAVATED, HealingCost(10, 1, is_full_rest=True)),
        (3, AGGRAVATED, HealingCost(15, 2, is_full_rest=True)),
    ],
)
def test_what_healing_costs(levels: int, kind: DamageKind, cost: HealingCost) -> None:
    """C6: a point a level; five a level for aggravated, and Willpower from the second on."""
    assert healing_cost(levels, kind) == cost


@pytest.mark.parametrize(
    ("kind", "after"),
    [(BASHING, track(2, 2, 3)), (LETHAL, track(3, 1, 3)), (AGGRAVATED, track(3, 2, 2))],
)
def test_healing_clears_one_kind(kind: DamageKind, after: HealthTrack) -> None:
    """The other marks stay."""
    before = HealthTrack(3, 2, 3, extra=(BRUISED,))
    expected = HealthTrack(after.bashing, after.lethal, after.aggravated, extra=(BRUISED,))
    assert heal(before, 1, kind) == expected


def test_what_is_not_there_is_not_healed() -> None:
    """More levels than are marked are refused, so that nobody pays for them."""
    refusal = heal(track(1, 2), 2, BASHING)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("nothing_to_heal", "levels")
    assert refusal.accepted == "1 to 1 levels"
    assert refusal.detail == "There are 1 bashing levels to heal, not 2."
    none = heal(track(1, 2), 1, AGGRAVATED)
    assert isinstance(none, RuleRefusal)
    assert none.accepted == "another kind of damage"
    assert heal(track(1, 2), 2, LETHAL) == track(1, 0)


def test_mortals_heal_by_time() -> None:
    """C6: no blood helps them."""
    assert blood_healing_refusal(VAMPIRE) is None
    refusal = blood_healing_refusal(MORTAL)
    assert refusal is not None
    assert (refusal.code, refusal.field) == ("heals_by_time", "character")


def test_negative_amounts_are_broken_assumptions() -> None:
    """Damage does not heal and healing does not hurt."""
    with pytest.raises(ValueError, match="not -1"):
        wound(track(), -1, LETHAL, VAMPIRE)
    with pytest.raises(ValueError, match="not 0"):
        heal(track(1), 0, BASHING)
    with pytest.raises(ValueError, match="not 0"):
        healing_cost(0, BASHING)


@given(tracks(), st.sampled_from(DamageKind), st.integers(0, 20), st.sampled_from(Body))
def test_marks_stay_within_their_boxes(
    before: HealthTrack, kind: DamageKind, levels: int, body: Body
) -> None:
    """No damage loses a mark, leaves the track, lightens a mark or vanishes unsaid."""
    injury = wound(before, levels, kind, body)
    after = injury.after
    assert after.extra == before.extra
    assert after.marked == before.marked + injury.marked <= after.boxes
    assert injury.marked + injury.upgraded + injury.lost == levels
    assert injury.upgraded + injury.lost == 0 or after.is_full
    assert after.aggravated >= before.aggravated
    assert kind is AGGRAVATED or after.aggravated == before.aggravated
    assert (injury.condition is None) == (not after.is_full)


@given(
    tracks(),
    st.sampled_from(DamageKind),
    st.integers(0, 9),
    st.integers(0, 9),
    st.sampled_from(Body),
)
def test_one_source_marks_as_much_as_two(
    before: HealthTrack, kind: DamageKind, first: int, second: int, body: Body
) -> None:
    """After soak it does not matter how damage comes."""
    apart = wound(wound(before, first, kind, body).after, second, kind, body)
    together = wound(before, first + second, kind, body)
    assert apart.after == together.after


@given(tracks(), st.sampled_from(DamageKind), st.integers(1, 9))
def test_healing_undoes_marks_and_nothing_else(
    before: HealthTrack, kind: DamageKind, levels: int
) -> None:
    """What was newly marked in empty boxes can be healed away again."""
    levels = min(levels, before.empty)
    if levels:
        assert heal(wound(before, levels, kind, VAMPIRE).after, levels, kind) == before
