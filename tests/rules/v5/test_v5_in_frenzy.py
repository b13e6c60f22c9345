"""Provocations, riding the wave, what frenzy changes, and being awake by day."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.daylight import daylight_dice, daylight_refusal, resolve_daylight
from server.rules.v5.frenzy import FrenzyKind, FrenzyOutcome, resolve_frenzy
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import HumanityBox, humanity_boxes, stains_after_conviction
from server.rules.v5.in_frenzy import (
    Frenzy,
    buy_control,
    costs_next_turn,
    discipline_refusal,
    frenzy_ends,
    frenzy_of,
    frenzy_refusal,
    mind_control_difficulty,
    resist_mind_control_items,
    ride_the_wave,
)
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.moments import Moment
from server.rules.v5.pools import PoolItem
from server.rules.v5.provocations import PROVOCATIONS, provocation_difficulty, provokes
from server.rules.v5.tracks import Track
from server.rules.v5.traits import DISCIPLINES
from tests.rules.v5.strategies import any_face

FURY, HUNGER, TERROR = FrenzyKind.FURY, FrenzyKind.HUNGER, FrenzyKind.TERROR
FULL, CLEAR, STAINED = HumanityBox.FULL, HumanityBox.CLEAR, HumanityBox.STAINED

TABLE = [
    ("friend_killed", FURY, 2, 0),
    ("loved_one_hurt", FURY, 3, 0),
    ("loved_one_killed", FURY, 4, 0),
    ("harassed", FURY, 2, 0),
    ("insulted", FURY, 2, 0),
    ("humiliated", FURY, 2, 0),
    ("blood_near", HUNGER, 2, 4),
    ("blood_tasted", HUNGER, 3, 4),
    ("hunger_past_five", HUNGER, 4, 5),
    ("bonfire", TERROR, 2, 0),
    ("burning_house", TERROR, 3, 0),
    ("burned", TERROR, 2, 0),
    ("obscured_sunlight", TERROR, 3, 0),
    ("direct_sunlight", TERROR, 4, 0),
]


@pytest.mark.parametrize(("name", "kind", "difficulty", "least_hunger"), TABLE)
def test_provocations_have_their_difficulties(
    name: str, kind: FrenzyKind, difficulty: int, least_hunger: int
) -> None:
    """A12.4, row by row; only being burned is harder at some tables."""
    row = PROVOCATIONS[name]
    assert (row.name, row.kind) == (name, kind)
    assert row.text.endswith(".")
    assert provocation_difficulty(row, V5Rules()) == difficulty
    lbn = provocation_difficulty(row, V5Rules(terror_burned="three"))
    assert lbn == (3 if name == "burned" else difficulty)
    assert [hunger for hunger in range(6) if provokes(row, hunger)] == list(range(least_hunger, 6))


def test_no_provocation_is_missing() -> None:
    """A12.4: the table and the data are the same rows."""
    assert list(PROVOCATIONS) == [name for name, *_ in TABLE]


@pytest.mark.parametrize("hunger", [-1, 6])
def test_provocation_needs_hunger_on_its_track(hunger: int) -> None:
    """Hunger is 0 to 5, whoever calls."""
    with pytest.raises(ValueError, match="Hunger"):
        provokes(PROVOCATIONS["bonfire"], hunger)


@pytest.mark.parametrize("kind", FrenzyKind)
def test_who_rides_the_wave_keeps_a_say(kind: FrenzyKind) -> None:
    """A12.3: no roll, and the frenzy runs with the player's say."""
    assert ride_the_wave(kind) == Frenzy(kind, is_ridden=True)


@pytest.mark.parametrize(
    ("faces", "frenzy", "costs"),
    [
        ((2, 3), Frenzy(TERROR, is_ridden=False), False),
        ((6, 3), None, True),
        ((10, 10), None, False),
    ],
)
def test_a_lost_roll_begins_frenzy(
    faces: tuple[int, ...], frenzy: Frenzy | None, costs: bool
) -> None:
    """A12.2: a lost roll begins it; a plain win costs the next turn, a critical nothing."""
    result = resolve_frenzy(faces, 1)
    assert frenzy_of(result, TERROR) == frenzy
    assert costs_next_turn(result.outcome) is costs


def test_no_frenzy_begins_without_dice() -> None:
    """V55: who withdraws before the dice has not given in; riding is an act of its own."""
    with pytest.raises(ValueError, match="at least one die"):
        resolve_frenzy((), 2)


@pytest.mark.parametrize(
    ("kind", "is_in_frenzy", "temper", "code"),
    [
        (CharacterKind.VAMPIRE, False, False, None),
        (CharacterKind.VAMPIRE, True, False, "in_frenzy"),
        (CharacterKind.THIN_BLOOD, False, False, "no_frenzy"),
        (CharacterKind.THIN_BLOOD, False, True, None),
        (CharacterKind.GHOUL, False, True, "no_frenzy"),
        (CharacterKind.MORTAL, False, False, "no_frenzy"),
    ],
)
def test_who_can_be_in_frenzy(
    kind: CharacterKind, is_in_frenzy: bool, temper: bool, code: str | None
) -> None:
    """A12.5, A12.7: vampires, thin-bloods with the flaw, and nobody twice."""
    refusal = frenzy_refusal(kind, is_in_frenzy=is_in_frenzy, has_bestial_temper=temper)
    assert (None if refusal is None else refusal.code) == code
    if not temper:
        assert frenzy_refusal(kind, is_in_frenzy=is_in_frenzy) == refusal


def test_frenzy_leaves_the_disciplines_of_the_body() -> None:
    """A12.5: in any letter case, and no other."""
    usable = [name for name in DISCIPLINES if discipline_refusal(name.upper()) is None]
    assert usable == ["Celerity", "Fortitude", "Potence"]
    refusal = discipline_refusal("Dominate")
    assert refusal is not None
    assert (refusal.code, refusal.field) == ("in_frenzy", "discipline")


def test_frenzy_resists_mind_control() -> None:
    """A12.5: three dice more, or two Difficulty more for the attacker."""
    assert resist_mind_control_items() == (PoolItem("in frenzy", 3),)
    assert [mind_control_difficulty(difficulty) for difficulty in (1, 3)] == [3, 5]
    with pytest.raises(ValueError, match="Difficulty"):
        mind_control_difficulty(0)


def test_a_turn_of_control_costs_willpower() -> None:
    """A12.5: and is not to be had when it cannot be spent."""
    assert buy_control(Track(5, 1, 1), V5Rules()) == Track(5, 2, 1)
    refusal = buy_control(Track(5, 0, 5), V5Rules())
    assert isinstance(refusal, RuleRefusal)
    assert refusal.code == "willpower_spent"


@pytest.mark.parametrize(
    ("kind", "hunger", "goal_met", "moment", "is_over"),
    [
        (HUNGER, 1, False, None, True),
        (HUNGER, 0, False, None, True),
        (HUNGER, 2, False, None, False),
        (FURY, 1, False, None, False),
        (TERROR, 0, False, None, False),
        (FURY, 5, True, None, True),
        (TERROR, 5, False, Moment.SCENE_END, True),
        (TERROR, 5, False, Moment.TURN_END, False),
    ],
)
def test_when_a_frenzy_is_over(
    kind: FrenzyKind, hunger: int, goal_met: bool, moment: Moment | None, is_over: bool
) -> None:
    """A12.5: at its goal, with the scene, or sated where it was hunger."""
    for frenzy in (Frenzy(kind, is_ridden=False), Frenzy(kind, is_ridden=True)):
        assert frenzy_ends(frenzy, hunger=hunger, goal_met=goal_met, moment=moment) is is_over


def test_a_frenzy_goes_on_while_nothing_ends_it() -> None:
    """A12.5: nobody said that its goal is met."""
    assert not frenzy_ends(Frenzy(FURY, is_ridden=True), hunger=3)


@pytest.mark.parametrize("humanity", range(11))
def test_being_awake_by_day_takes_humanity(humanity: int) -> None:
    """A11.6: Humanity dice, at least one."""
    assert daylight_dice(humanity) == max(1, humanity)


@pytest.mark.parametrize("difficulty", range(7))
def test_being_awake_by_day_is_one_to_four(difficulty: int) -> None:
    """A11.6: other Difficulties are refused with the bounds."""
    refusal = daylight_refusal(difficulty)
    assert (refusal is None) is (1 <= difficulty <= 4)
    if refusal is not None:
        assert (refusal.code, refusal.accepted) == ("bad_difficulty", "1 to 4")


@pytest.mark.parametrize(
    ("faces", "difficulty", "successes", "is_awake"),
    [
        ((6, 7, 2), 2, 2, True),
        ((6, 7, 2), 3, 2, False),
        ((10, 10), 4, 4, True),
        ((1,), 1, 0, False),
    ],
)
def test_being_awake_by_day(
    faces: tuple[int, ...], difficulty: int, successes: int, is_awake: bool
) -> None:
    """A11.6: pairs count as in any roll, ones mean nothing."""
    result = resolve_daylight(faces, difficulty)
    assert (result.faces, result.difficulty) == (faces, difficulty)
    assert (result.successes, result.is_awake) == (successes, is_awake)


@pytest.mark.parametrize(("faces", "difficulty"), [((), 1), ((6,), 0), ((6,), 5), ((0,), 1)])
def test_daylight_rolls_that_cannot_be_are_broken_assumptions(
    faces: tuple[int, ...], difficulty: int
) -> None:
    """A die, its faces, and a Difficulty of the table."""
    with pytest.raises(ValueError, match=r"^(a roll to be awake|a Difficulty|a ten-sided die) "):
        resolve_daylight(faces, difficulty)


@pytest.mark.parametrize(
    ("humanity", "stains", "boxes"),
    [
        pytest.param(7, 2, (FULL,) * 7 + (CLEAR,) + (STAINED,) * 2, id="V57"),
        (10, 0, (FULL,) * 10),
        (0, 10, (STAINED,) * 10),
        (0, 0, (CLEAR,) * 10),
    ],
)
def test_humanity_stands_left_and_stains_right(
    humanity: int, stains: int, boxes: tuple[HumanityBox, ...]
) -> None:
    """V57: Humanity 7 and 2 Stains: boxes 1 to 7 full, 8 clear, 9 and 10 stained."""
    assert humanity_boxes(humanity, stains) == boxes


@pytest.mark.parametrize(
    ("amount", "spared", "left"), [(3, 0, 3), (3, 1, 2), (3, 3, 0), (1, 2, 0), (0, 0, 0)]
)
def test_a_conviction_spares_stains(amount: int, spared: int, left: int) -> None:
    """A11.2: by 1 or more as the Storyteller says, never below none."""
    assert stains_after_conviction(amount, spared) == left


@pytest.mark.parametrize(("amount", "spared"), [(-1, 0), (1, -1)])
def test_convictions_do_not_count_below_nothing(amount: int, spared: int) -> None:
    """Negative numbers are broken assumptions."""
    with pytest.raises(ValueError, match=r"^Stains are 0 or more"):
        stains_after_conviction(amount, spared)


@given(st.integers(0, 10), st.integers(0, 10))
def test_every_track_of_humanity_has_ten_boxes(humanity: int, stains: int) -> None:
    """Marks stay within the boxes, and what would not fit is no track."""
    if humanity + stains > 10:
        with pytest.raises(ValueError, match="do not fit"):
            humanity_boxes(humanity, stains)
        return
    boxes = humanity_boxes(humanity, stains)
    assert len(boxes) == 10
    assert (boxes.count(FULL), boxes.count(STAINED)) == (humanity, stains)


@given(st.lists(any_face, min_size=1, max_size=10), st.integers(1, 4), st.sampled_from(FrenzyKind))
def test_frenzy_begins_with_a_lost_roll_only(
    faces: list[int], difficulty: int, kind: FrenzyKind
) -> None:
    """A12.2: under any dice; and a lost roll is never ridden."""
    result = resolve_frenzy(tuple(faces), difficulty)
    frenzy = frenzy_of(result, kind)
    assert (frenzy is not None) is (result.outcome is FrenzyOutcome.FRENZY)
    if frenzy is not None:
        assert not frenzy.is_ridden
