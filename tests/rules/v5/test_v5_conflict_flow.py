"""Turn order, the third turn, and where a conflict's harm goes."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.conflict_harm import (
    ConflictKind,
    HarmedTrack,
    OneRoll,
    decide_by_contest,
    decide_by_roll,
    further_defence_items,
    harmed_track,
    is_socially_defeated,
    split_refusal,
)
from server.rules.v5.conflicts import ContestSide, resolve_contest
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import PoolItem
from server.rules.v5.reading import Faces, read_roll
from server.rules.v5.tracks import DamageKind, Track, TrackName, deal_damage
from server.rules.v5.turn_order import Combatant, Step, asks_to_end, leading_side, turn_order

FIXED = V5Rules(turn_order="fixed_initiative")

BRAWLER = Combatant("brawler", Step.CLOSE_COMBAT, initiative=1)
ARCHER = Combatant("archer", Step.RANGED, initiative=9)
GUNNER = Combatant("gunner", Step.RANGED, initiative=4)
RUNNER = Combatant("runner", Step.JOINING, initiative=4, is_player=True)
TALKER = Combatant("talker", Step.OTHER, initiative=4, composure=3)


def names(groups: tuple[tuple[Combatant, ...], ...]) -> list[list[str]]:
    """The names in each group, sorted, since a group acts at the same time."""
    return [sorted(one.name for one in group) for group in groups]


@pytest.mark.parametrize(
    "given_order", list(permutations([BRAWLER, ARCHER, GUNNER, RUNNER, TALKER]))[::7]
)
def test_turns_go_by_steps_or_by_initiative(given_order: tuple[Combatant, ...]) -> None:
    """A9.5: close combat, ranged, joining, others; or the rating, players, Composure."""
    assert names(turn_order(given_order, V5Rules())) == [
        ["brawler"],
        ["archer", "gunner"],
        ["runner"],
        ["talker"],
    ]
    assert names(turn_order(given_order, FIXED)) == [
        ["archer"],
        ["runner"],
        ["talker"],
        ["gunner"],
        ["brawler"],
    ]


def test_full_ties_act_at_the_same_time() -> None:
    """A9.5: nothing is left to tell them apart, so they share a group."""
    twins = [Combatant("one", initiative=3), Combatant("two", initiative=3)]
    assert names(turn_order(twins, FIXED)) == [["one", "two"]]
    assert turn_order([], V5Rules()) == ()


@pytest.mark.parametrize("turn", range(1, 8))
def test_the_storyteller_is_asked_after_the_third_turn(turn: int) -> None:
    """A9.6: a reminder, once."""
    assert asks_to_end(turn) is (turn == 3)


@pytest.mark.parametrize(
    ("dealt", "leader"),
    [((3, 1), 0), ((1, 3), 1), ((2, 2), None), ((0, 0), None), ((1, 4, 4), None)],
)
def test_who_dealt_more_leads(dealt: tuple[int, ...], leader: int | None) -> None:
    """A9.6: the side that dealt more wins, or the conflict breaks up."""
    assert leading_side(dealt) == leader


def test_flow_numbers_that_cannot_be_are_broken_assumptions() -> None:
    """Turns count from 1, damage and defences from 0."""
    for call in (
        lambda: asks_to_end(0),
        lambda: leading_side(()),
        lambda: leading_side((1, -1)),
        lambda: further_defence_items(-1),
    ):
        with pytest.raises(ValueError, match=r"turns|damage|defences"):
            call()


@pytest.mark.parametrize(
    ("conflict", "target", "resilient", "harmed"),
    [
        (ConflictKind.PHYSICAL, CharacterKind.VAMPIRE, False, (TrackName.HEALTH, True)),
        (ConflictKind.PHYSICAL, CharacterKind.MORTAL, False, (TrackName.HEALTH, False)),
        (ConflictKind.PHYSICAL, CharacterKind.GHOUL, True, (TrackName.HEALTH, False)),
        (ConflictKind.PHYSICAL, CharacterKind.THIN_BLOOD, False, (TrackName.HEALTH, False)),
        (ConflictKind.PHYSICAL, CharacterKind.THIN_BLOOD, True, (TrackName.HEALTH, True)),
        (ConflictKind.SOCIAL, CharacterKind.VAMPIRE, False, (TrackName.WILLPOWER, False)),
        (ConflictKind.SOCIAL, CharacterKind.MORTAL, False, (TrackName.WILLPOWER, False)),
    ],
)
def test_social_damage_goes_to_willpower(
    conflict: ConflictKind,
    target: CharacterKind,
    resilient: bool,
    harmed: tuple[TrackName, bool],
) -> None:
    """A9.8, A10.3: and is never halved, a vampire's Health is."""
    assert harmed_track(conflict, target, is_resilient=resilient) == HarmedTrack(*harmed)
    if not resilient:
        assert harmed_track(conflict, target) == HarmedTrack(*harmed)


def test_all_aggravated_willpower_loses_the_social_conflict() -> None:
    """A10.10: one Superficial box left is not lost yet."""
    assert is_socially_defeated(Track(4, 0, 4))
    assert not is_socially_defeated(Track(4, 1, 3))


def test_the_worked_wounds_of_the_facts() -> None:
    """A10, worked: 7, 3 and 6 Superficial and 1 Aggravated bring five boxes to torpor."""
    harmed = harmed_track(ConflictKind.PHYSICAL, CharacterKind.VAMPIRE)
    track, seen = Track(5), []
    for kind, amount in (
        (DamageKind.SUPERFICIAL, 7),
        (DamageKind.SUPERFICIAL, 3),
        (DamageKind.AGGRAVATED, 1),
        (DamageKind.SUPERFICIAL, 6),
    ):
        track = deal_damage(track, kind, amount, halve=harmed.halve).after
        seen.append((track.aggravated, track.superficial))
    assert seen == [(0, 4), (1, 4), (2, 3), (5, 0)]


@pytest.mark.parametrize(
    ("a", "b", "decided"),
    [
        ((6, 7, 8), (6,), OneRoll(0, 2)),
        ((6,), (6, 7, 8, 9), OneRoll(1, 3)),
        ((6, 7), (8, 9), OneRoll(None, 0)),
    ],
)
def test_one_contest_may_decide_a_conflict(
    a: tuple[int, ...], b: tuple[int, ...], decided: OneRoll
) -> None:
    """A9.7: the winner's margin, without weapons, is what the Storyteller gets."""
    result = resolve_contest(
        ContestSide(Faces(a, ()), weapon=3), ContestSide(Faces(b, ()), weapon=3), V5Rules()
    )
    assert decide_by_contest(result) == decided


@pytest.mark.parametrize(
    ("difficulty", "decided"), [(1, OneRoll(0, 2)), (3, OneRoll(0, 0)), (5, OneRoll(1, 2))]
)
def test_one_roll_may_decide_a_conflict(difficulty: int, decided: OneRoll) -> None:
    """A9.3, A9.7: against a Difficulty, whose margin harms; falling short is the other's win."""
    reading = read_roll(Faces((6, 7, 8), ()), difficulty, V5Rules())
    assert decide_by_roll(reading) == decided


def test_a_reported_roll_decides_nothing() -> None:
    """A9.7 needs a Difficulty."""
    with pytest.raises(ValueError, match=r"^a roll without a Difficulty decides"):
        decide_by_roll(read_roll(Faces((6,), ()), None, V5Rules()))


@pytest.mark.parametrize(("before", "dice"), [(0, 0), (1, -1), (2, -2)])
def test_each_further_defence_may_lose_a_die(before: int, dice: int) -> None:
    """A9.4: offered as a modifier."""
    items = further_defence_items(before)
    assert items == ((PoolItem("further defence", dice),) if dice else ())


@pytest.mark.parametrize(
    ("parts", "accepted"),
    [
        ((4, 3), True),
        ((6, 1), True),
        ((7, 0), False),
        ((3, 2, 2), True),
        ((7,), False),
        ((8, -1), False),
        ((4, 4), False),
        ((), False),
    ],
)
def test_a_pool_is_split_without_loss(parts: tuple[int, ...], accepted: bool) -> None:
    """A9.4: two parts or more that add up to the pool."""
    refusal = split_refusal(7, parts)
    assert (refusal is None) is accepted
    if refusal is not None:
        assert refusal.code == "bad_split"


@given(
    st.lists(
        st.builds(
            Combatant,
            st.text(max_size=3),
            st.sampled_from(Step),
            st.integers(0, 5),
            st.booleans(),
            st.integers(0, 5),
        ),
        max_size=8,
    ),
    st.sampled_from([V5Rules(), FIXED]),
)
def test_everybody_acts_once(combatants: list[Combatant], rules: V5Rules) -> None:
    """Nobody is lost, nobody acts twice, no group is empty."""
    groups = turn_order(combatants, rules)
    acting = [one for group in groups for one in group]
    assert sorted(map(repr, acting)) == sorted(map(repr, combatants))
    assert all(groups)
