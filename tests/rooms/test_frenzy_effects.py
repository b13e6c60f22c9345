"""Frenzy as what holds a character: how it begins, what it changes, when it is over."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.receipts import PoolReceipt
from protocol.words import Clock, EffectKind, FrenzyKind, TrackName
from tests.support.rooms import Table

FURY = {"kind": FrenzyKind.FURY, "difficulty": 3}


def names(room: Table) -> list[str]:
    return [held.view.name for held in room.state.effects.values()]


def test_who_fails_the_test_is_in_frenzy_until_the_scene_ends() -> None:
    """A12.2, A12.5."""
    room = Table()
    iris = room.vampire("ann")
    room.act("storyteller", i.BeginClock, clock=Clock.SCENE)
    room.act("ann", i.TestFrenzy, (1, 2, 3, 4, 5, 5), character=iris, **FURY)
    assert names(room) == ["Fury frenzy"]
    room.act("storyteller", i.EndClock, clock=Clock.SCENE)
    assert names(room) == []


@pytest.mark.parametrize("faces", [(6, 6, 6, 1, 1, 1), (10, 10, 1, 1, 1, 1)])
def test_who_holds_the_beast_is_not(faces: tuple[int, ...]) -> None:
    """A12.2."""
    room = Table()
    room.act("ann", i.TestFrenzy, faces, character=room.vampire("ann"), **FURY)
    assert names(room) == []


def test_riding_the_wave_takes_no_dice() -> None:
    """A12.3, V55: a frenzy begins by a failed test or by giving in, and by nothing else."""
    room = Table()
    done = room.act("ann", i.RideWave, character=room.vampire("ann"), kind=FrenzyKind.TERROR)
    assert [type(event) for event in done.events] == [e.EffectBegun]
    assert names(room) == ["Terror frenzy, ridden"]


def test_there_is_no_second_frenzy_and_no_compulsion_in_one() -> None:
    """A12.5."""
    room = Table()
    iris = room.vampire("ann")
    room.act("ann", i.RideWave, character=iris, kind=FrenzyKind.FURY)
    room.refuse("ann", i.TestFrenzy, Code.IN_FRENZY, "character", character=iris, **FURY)
    room.refuse(
        "ann", i.RideWave, Code.IN_FRENZY, "character", character=iris, kind=FrenzyKind.FURY
    )
    room.refuse("ann", i.RollCompulsion, Code.IN_FRENZY, "character", character=iris)


def test_a_frenzy_that_its_player_may_not_know_is_told_by_no_refusal() -> None:
    """The answer is the same with it and without."""
    room = Table()
    iris = room.vampire("ann")
    room.act("storyteller", i.RideWave, character=iris, kind=FrenzyKind.FURY, visibility="secret")
    room.act("ann", i.TestFrenzy, (6,) * 6, character=iris, **FURY)


def test_hunger_frenzy_is_over_when_hunger_is_one() -> None:
    """A12.5: and not before, nor is any other kind."""
    room = Table()
    iris = room.vampire("ann", hunger=4)
    room.act("ann", i.RideWave, character=iris, kind=FrenzyKind.HUNGER)
    room.act("ann", i.Feed, character=iris, source="human_drink")
    assert names(room) == ["Hunger frenzy, ridden"]
    room.act("ann", i.Feed, character=iris, source="human_sip")
    assert names(room) == []


def test_no_wound_hinders_in_frenzy() -> None:
    """A12.5."""
    room = Table()
    iris = room.vampire("ann", hunger=0)
    room.act("storyteller", i.SetTrack, character=iris, track=TrackName.HEALTH, superficial=5)
    asked = {"character": iris, "pool": 4, "categories": ("physical",)}
    hurt = room.act("ann", i.Roll, (6,) * 2, **asked).only(e.RollResolved).receipt
    room.act("ann", i.RideWave, character=iris, kind=FrenzyKind.FURY)
    raging = room.act("ann", i.Roll, (6,) * 4, **asked).only(e.RollResolved).receipt
    assert isinstance(hurt, PoolReceipt)
    assert isinstance(raging, PoolReceipt)
    assert (len(hurt.dice), len(raging.dice)) == (2, 4)


def test_a_mortal_has_no_beast() -> None:
    room = Table()
    ana = room.vampire("ann", kind="mortal")
    room.refuse("ann", i.RideWave, Code.NO_FRENZY, "character", character=ana, kind="fury")
    assert EffectKind.FRENZY not in [held.view.kind for held in room.state.effects.values()]
