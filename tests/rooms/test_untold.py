"""Refusals, sizes and ends that would tell of what their reader may not know."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.words import Clock, TrackName
from server.rooms.refusal import Refusal
from tests.support.rooms import Table

TOO_MANY = ({"label": "x", "dice": 40}, {"label": "x", "dice": 40})
CAREFUL = HouseRules(switches={"min_pool": "refuse"})


def kept_from_all(room: Table, character: CharacterId, *trackers: str) -> None:
    for tracker in trackers:
        room.act(
            "storyteller", i.SetTrackerAudience,
            character=character, tracker=tracker, audience="storytellers",
        )  # fmt: skip


def test_a_pool_that_is_too_large_tells_nothing_of_blood_potency() -> None:
    told = set()
    for potency in (1, 4, 6):
        room = Table()
        iris = room.vampire("ann", blood_potency=potency, traits={"Dominate": 2})
        kept_from_all(room, iris, "blood_potency")
        refusal = room.refuse(
            "ann", i.Roll, Code.POOL_TOO_LARGE, "pool",
            character=iris, traits=("Resolve", "Dominate"), modifiers=TOO_MANY,
        )  # fmt: skip
        told.add(refusal.detail)
    assert len(told) == 1


@pytest.mark.parametrize("trait", ["Willpower", "Humanity"])
def test_a_tracker_is_named_in_a_pool_by_those_who_see_it(trait: str) -> None:
    room = Table()
    iris = room.vampire("ann")
    kept_from_all(room, iris, trait.casefold())
    room.refuse("ann", i.Roll, Code.FORBIDDEN, character=iris, traits=(trait,))


@pytest.mark.parametrize("marks", [0, 5])
def test_an_empty_pool_tells_nothing_of_what_impairs(marks: int) -> None:
    """With `min_pool` as refuse a hurt character's pool is rolled as a whole one's is."""
    room = Table(CAREFUL)
    iris = room.vampire("ann", hunger=0)
    room.act(
        "storyteller", i.SetTrack,
        character=iris, track=TrackName.HEALTH, superficial=marks, boxes=5 + (marks == 0),
    )  # fmt: skip
    kept_from_all(room, iris, "health")
    asked = room.intent(i.Roll, character=iris, pool=2, categories=("physical",))
    assert not isinstance(room.chance(room.command("ann", asked)), Refusal)


def test_an_empty_pool_is_refused_by_what_was_named() -> None:
    room = Table(CAREFUL)
    iris = room.vampire("ann")
    kept_from_all(room, iris, "health")
    minus = ({"label": "x", "dice": -4},)
    room.refuse("ann", i.Roll, Code.POOL_EMPTY, "pool", character=iris, pool=2, modifiers=minus)


def test_faces_to_enter_tell_nothing_of_stains() -> None:
    """They impair every pool, so who may not see them does not enter faces for it."""
    room = Table(HouseRules(entered_dice=True))
    iris = room.vampire("ann")
    kept_from_all(room, iris, "stains")
    faces = EnteredFaces(regular=(1,) * 4, hunger=(1,))
    room.refuse("ann", i.Roll, Code.FORBIDDEN, character=iris, pool=5, entered=faces)


def test_the_end_of_an_effect_by_hunger_does_not_name_who_fed_in_secret() -> None:
    room = Table()
    iris = room.vampire("ann", hunger=2)
    room.act("ann", i.RideWave, character=iris, kind="hunger")
    done = room.act("storyteller", i.Feed, character=iris, source="human_sip", visibility="secret")
    ends = [event for event in done.seen("bob") if isinstance(event, e.EffectEnded)]
    assert [end.by for end in ends] == [None]


@pytest.mark.parametrize("visibility", ["secret", "blind"])
def test_ones_own_mends_count_however_they_are_placed(visibility: str) -> None:
    room = Table()
    iris = room.vampire("ann", blood_potency=1)
    room.act("storyteller", i.SetTrack, character=iris, track=TrackName.HEALTH, superficial=4)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    asked = {"character": iris, "visibility": visibility}
    room.act("ann", i.Mend, (6,), **asked)
    room.refuse("ann", i.Mend, Code.MENDED_THIS_TURN, "character", **asked)


def test_effects_that_their_maker_may_not_know_make_room_for_each_other() -> None:
    room = Table()
    iris = room.vampire("ann")
    for _ in range(30):
        room.act("ann", i.RollCompulsion, (7,), character=iris, visibility="secret")
    assert len(room.state.effects) == 20


def test_what_lasts_until_a_scene_ends_is_over_when_another_night_begins() -> None:
    """Also where no scene ran."""
    room = Table()
    iris = room.vampire("ann")
    room.act("ann", i.RideWave, character=iris, kind="fury")
    room.act("storyteller", i.BeginClock, clock=Clock.NIGHT)
    assert room.state.effects == {}


def test_faces_of_other_kinds_are_refused_for_a_compulsion() -> None:
    room = Table(HouseRules(entered_dice=True))
    iris = room.vampire("ann")
    faces = EnteredFaces(regular=(3,), hunger=(1,))
    for kind in (i.RollCompulsion, i.RollResonance):
        room.refuse("ann", kind, Code.BAD_FACES, "entered.hunger", character=iris, entered=faces)


def test_delusion_weighs_on_resisting_terror() -> None:
    """A13, Malkavian."""
    room = Table()
    iris = room.vampire("ann", clan="Malkavian")
    room.act("storyteller", i.BeginEffect, character=iris, kind="compulsion", name="Delusion")
    done = room.act("ann", i.TestFrenzy, (6,) * 4, character=iris, kind="terror", difficulty=2)
    items = done.only(e.RollResolved).receipt.items  # type: ignore[union-attr]
    assert (items[-1].label, items[-1].dice) == ("Compulsion (Delusion)", -2)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_standing_roll_tells_nothing_of_unseen_willpower(visibility: str) -> None:
    """Whether a roll may still be rerolled, and what asking for that says, is the same."""
    told = set()
    for aggravated in (1, 4):
        room = Table()
        iris = room.vampire("ann", hunger=0)
        kept_from_all(room, iris, "willpower")
        room.act(
            "storyteller", i.SetTrack,
            character=iris, track=TrackName.WILLPOWER, aggravated=aggravated, boxes=4,
        )  # fmt: skip
        done = room.act(
            "ann", i.Roll, (3, 4), character=iris, pool=2, difficulty=1, visibility=visibility
        )
        rolled = next(event for event in done.events if isinstance(event, e.RollResolved))
        asked = room.intent(i.Reroll, roll=rolled.roll, regular_indices=(0,))
        refusal = room.chance(room.command("ann", asked))
        assert isinstance(refusal, Refusal)
        told.add((rolled.is_standing, refusal.code, refusal.detail))
    assert len(told) == 1
    assert next(iter(told))[:2] == (True, Code.FORBIDDEN)


@pytest.mark.parametrize("aggravated", [2, 3])
def test_a_reroll_leaves_a_roll_standing_whatever_unseen_willpower_is_left(aggravated: int) -> None:
    """Where Willpower may be spent as often as one likes, its last point shows to its viewers."""
    for is_kept in (True, False):
        room = Table(HouseRules(switches={"wp_rerolls_per_roll": "unlimited"}))
        iris = room.vampire("ann", hunger=0)
        room.act(
            "storyteller", i.SetTrack,
            character=iris, track=TrackName.WILLPOWER, aggravated=aggravated, superficial=1,
            boxes=4,
        )  # fmt: skip
        if is_kept:
            kept_from_all(room, iris, "willpower")
        roll = room.act("ann", i.Roll, (3, 4), character=iris, pool=2, difficulty=1).created
        done = room.act("storyteller", i.Reroll, (5,), roll=roll, regular_indices=(0,))
        is_out = aggravated == 3
        assert done.only(e.RollRerolled).is_standing is (is_kept or not is_out)
