"""Fold of the events about characters and their trackers."""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import CharacterId
from protocol.views import CharacterView, EffectView
from protocol.words import TrackerName
from server.rooms.audience import Audience
from server.rooms.state import (
    MENDED_IN,
    CharacterState,
    EffectApart,
    EffectState,
    Mended,
    Order,
    RoomState,
    Spent,
    SpentBy,
    put,
    recovering,
    running,
    without,
)

CharacterEvent = (
    e.CharacterCreated
    | e.SheetNoted
    | e.CharacterEdited
    | e.OwnersChanged
    | e.CharacterUnhidden
    | e.CharacterRemoved
    | e.TrackersShown
    | e.TrackerAudienceChanged
    | e.TrackerChanged
    | e.Healed
    | e.EffectBegun
    | e.EffectEnded
    | e.BloodSpent
    | e.WillpowerSpent
    | e.EffectChanged
    | e.StandInSet
    | e.StandInEnded
)


def fold_character(state: RoomState, event: CharacterEvent, audience: Audience) -> RoomState:
    """The state after *event*."""
    if isinstance(event, e.CharacterCreated):
        return _with(state, _from_card(event.card))
    if isinstance(event, e.CharacterRemoved):
        return _removed(state, event.character)
    if isinstance(event, e.CharacterUnhidden):
        return _with(state, replace(state.characters[event.card.character], hidden=False))
    if isinstance(event, e.EffectBegun):
        begun = EffectState(event.effect, audience)
        return replace(state, effects=put(state.effects, event.effect.effect, begun))
    if isinstance(event, e.EffectChanged):
        return _effect_changed(state, event.effect, audience)
    if isinstance(event, e.EffectEnded):
        return replace(state, effects=without(state.effects, event.effect))
    if isinstance(event, e.Healed):
        return _recovered(_mended(state, event, audience), event, audience)
    if isinstance(event, e.BloodSpent):
        part = SpentBy(event.points, audience, event.by)
        return _spent(state, event, TrackerName.BLOOD_POOL, part)
    if isinstance(event, e.WillpowerSpent):
        return _spent(state, event, TrackerName.WILLPOWER, SpentBy(1, audience, event.by))
    return _with(state, _changed(state.characters[event.character], event))


def _changed(
    character: CharacterState,
    event: (
        e.SheetNoted
        | e.CharacterEdited
        | e.OwnersChanged
        | e.TrackersShown
        | e.TrackerAudienceChanged
        | e.TrackerChanged
        | e.StandInSet
        | e.StandInEnded
    ),
) -> CharacterState:
    match event:
        case e.SheetNoted():
            return replace(
                character, traits=event.traits, audiences=event.audiences, sheet=event.sheet
            )
        case e.CharacterEdited():
            return replace(character, name=event.name, clan=event.clan)
        case e.OwnersChanged():
            return replace(character, owners=event.owners)
        case e.StandInSet():
            return replace(character, stand_in=event.member)
        case e.StandInEnded():
            return replace(character, stand_in=None)
        case e.TrackersShown():
            return replace(character, trackers={**character.trackers, **event.trackers})
        case e.TrackerAudienceChanged():
            audiences = put(character.audiences, event.tracker, event.audience)
            return replace(character, audiences=audiences)
        case e.TrackerChanged():
            return replace(character, trackers=put(character.trackers, event.tracker, event.after))
        case _:
            assert_never(event)


def _effect_changed(state: RoomState, view: EffectView, audience: Audience) -> RoomState:
    """What all who know of an effect are told replaces what some of them were told before."""
    held = state.effects[view.effect]
    apart = tuple(each for each in held.apart if not audience.covers(each.audience))
    if audience.covers(held.audience):
        changed = replace(held, view=view, apart=apart)
    else:
        changed = replace(held, apart=(*apart, EffectApart(view, audience)))
    return replace(state, effects=put(state.effects, view.effect, changed))


def _removed(state: RoomState, character: CharacterId) -> RoomState:
    return replace(
        state,
        characters=without(state.characters, character),
        effects={k: v for k, v in state.effects.items() if v.view.character != character},
        bonds={k: v for k, v in state.bonds.items() if v.view.character != character},
        blind=without(state.blind, character),
        requests={k: v for k, v in state.requests.items() if v.view.character != character},
        orders=tuple(replace(each, order=_left(each.order, character)) for each in state.orders),
    )


def _left(order: Order, character: CharacterId) -> Order:
    """An order without one who is gone."""
    groups = (tuple(a for a in group if a.character != character) for group in order)
    return tuple(group for group in groups if group)


def _mended(state: RoomState, event: e.Healed, audience: Audience) -> RoomState:
    """Note in which turn or night the Blood mended; while none runs, nothing counts."""
    number = running(state, MENDED_IN[event.kind]) if event.mended else None
    if number is None:
        return state
    character = state.characters[event.character]
    mended = _once_more(character.mended.get(event.kind), number, event, audience)
    return _with(state, replace(character, mended=put(character.mended, event.kind, mended)))


def _spent(
    state: RoomState, event: e.BloodSpent | e.WillpowerSpent, tracker: TrackerName, part: SpentBy
) -> RoomState:
    """Count what was spent in a turn; what counts in none is spent and forgotten."""
    if event.turn is None:
        return state
    character = state.characters[event.character]
    before = character.spent.get(tracker)
    earlier = before.parts if before is not None and before.turn == event.turn else ()
    spent = put(character.spent, tracker, Spent(event.turn, (*earlier, part)))
    return _with(state, replace(character, spent=spent))


def _recovered(state: RoomState, event: e.Healed, audience: Audience) -> RoomState:
    """Note in which session or night a character recovered."""
    by = event.recovery
    number = None if by is None else recovering(state, by)
    if by is None or number is None:
        return state
    character = state.characters[event.character]
    done = _once_more(character.recovered.get(by), number, event, audience)
    return _with(state, replace(character, recovered=put(character.recovered, by, done)))


def _once_more(before: Mended | None, number: int, event: e.Healed, audience: Audience) -> Mended:
    if before is None or before.number != number:
        return Mended(number, audience, (event.by,))
    widest = before.audience if before.audience.covers(audience) else audience
    return Mended(number, widest, tuple(sorted({*before.by, event.by})))


def _from_card(card: CharacterView) -> CharacterState:
    return CharacterState(card.character, card.name, card.kind, card.clan, card.owners, card.hidden)


def _with(state: RoomState, character: CharacterState) -> RoomState:
    return replace(state, characters=put(state.characters, character.character, character))
