"""Who may know of the things in a room, and whom a visibility that is asked for means."""

from collections.abc import Iterable
from typing import assert_never

from protocol.belief_views import BeliefsView, BondView, BoonView
from protocol.ids import MemberId
from protocol.views import EffectView
from protocol.words import TrackerAudience, TrackerName, Visibility
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience, members
from server.rooms.state import CharacterState, RoomState


def asked_audience(
    actor: MemberId,
    visibility: Visibility,
    named: Iterable[MemberId],
    characters: Iterable[CharacterState],
) -> Audience:
    """The audience that a visibility means, for an intent of *actor* about *characters*."""
    match visibility:
        case Visibility.PUBLIC:
            return EVERYONE
        case Visibility.PRIVATE:
            return members((actor, *(owner for c in characters for owner in c.players)))
        case Visibility.WHISPER:
            return members((actor, *named))
        case Visibility.SECRET | Visibility.BLIND:
            return STORYTELLERS
        case _:
            assert_never(visibility)


def card_audience(character: CharacterState) -> Audience:
    """Who may know a character."""
    return STORYTELLERS if character.hidden else EVERYONE


def owners_audience(character: CharacterState) -> Audience:
    """Who may see the whole sheet of a character: its owners, and who stands in for them."""
    return STORYTELLERS if character.hidden else members(character.players)


def tracker_audience(character: CharacterState, tracker: TrackerName) -> Audience:
    """Who may see the value of a tracker, and so every change of it."""
    if character.hidden:
        return STORYTELLERS
    return audience_at(character, character.audiences.get(tracker, TrackerAudience.STORYTELLERS))


def audience_at(character: CharacterState, audience: TrackerAudience) -> Audience:
    """Who a tracker audience is, for a character."""
    match audience:
        case TrackerAudience.TABLE:
            return card_audience(character)
        case TrackerAudience.OWNER:
            return owners_audience(character)
        case TrackerAudience.STORYTELLERS:
            return STORYTELLERS
        case _:
            assert_never(audience)


def beliefs_audience(character: CharacterState, beliefs: BeliefsView | None = None) -> Audience:
    """Who may see a character's beliefs: those it has, or *beliefs* that it will have."""
    beliefs = beliefs or character.beliefs or BeliefsView()
    return audience_at(character, beliefs.audience)


def bond_audience(state: RoomState, bond: BondView) -> Audience:
    """Who may know of a bond, but for a veiled regnant: a choice among those who know the bound."""
    return audience_at(state.characters[bond.character], bond.audience)


def boon_audience(state: RoomState, boon: BoonView) -> Audience:
    """Who may know of a boon; `owner` is whoever plays one of the two."""
    named = (state.characters.get(who) for who in (boon.debtor, boon.creditor) if who)
    parties = [who for who in named if who is not None]
    if boon.audience is TrackerAudience.STORYTELLERS or any(who.hidden for who in parties):
        return STORYTELLERS
    if boon.audience is TrackerAudience.TABLE:
        return EVERYONE
    return members(player for who in parties for player in who.players)


def effect_audience(state: RoomState, effect: EffectView, asked: Audience) -> Audience:
    """Who may know of an effect: those asked for who may know all the characters in it."""
    audience = asked.narrowed_to(card_audience(state.characters[effect.character]))
    if effect.helper is None:
        return audience
    return audience.narrowed_to(card_audience(state.characters[effect.helper]))
