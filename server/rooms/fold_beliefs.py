"""Fold of the events about beliefs, ties and experience."""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import CharacterId
from server.rooms.audience import Audience
from server.rooms.state import BondState, BoonState, CharacterState, RoomState, put, without

BeliefEvent = (
    e.TenetsSet
    | e.BeliefsNoted
    | e.BondNoted
    | e.RegnantKept
    | e.BondRemoved
    | e.BoonNoted
    | e.BoonRemoved
    | e.ExperienceAwarded
    | e.ExperienceSpent
)


def fold_belief(state: RoomState, event: BeliefEvent, audience: Audience) -> RoomState:
    """The state after *event*."""
    match event:
        case e.TenetsSet():
            return replace(state, tenets=event.tenets)
        case e.BeliefsNoted():
            character = _one(state, event.character)
            return _with(state, replace(character, beliefs=event.beliefs))
        case e.BondNoted():
            view = event.bond
            noted = BondState(view, audience, view.regnant, view.regnant_name)
            return replace(state, bonds=put(state.bonds, view.bond, noted))
        case e.RegnantKept():
            kept = replace(
                state.bonds[event.bond], regnant=event.regnant, regnant_name=event.regnant_name
            )
            return replace(state, bonds=put(state.bonds, event.bond, kept))
        case e.BondRemoved():
            return replace(state, bonds=without(state.bonds, event.bond))
        case e.BoonNoted():
            boon = BoonState(event.boon, audience)
            return replace(state, boons=put(state.boons, event.boon.boon, boon))
        case e.BoonRemoved():
            return replace(state, boons=without(state.boons, event.boon))
        case e.ExperienceAwarded() | e.ExperienceSpent():
            character = _one(state, event.character)
            return _with(state, replace(character, experience=event.experience))
        case _:
            assert_never(event)


def _one(state: RoomState, character: CharacterId) -> CharacterState:
    return state.characters[character]


def _with(state: RoomState, character: CharacterState) -> RoomState:
    return replace(state, characters=put(state.characters, character.character, character))
