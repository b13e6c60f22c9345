"""Decisions about effects: what holds a character for a while, and when it ends."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, EffectId
from protocol.views import EffectView
from protocol.words import Clock, EffectKind
from server.rooms.compulsion_effects import ends_on_slaking, filled
from server.rooms.deed import Asked, Deed, placed
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal
from server.rooms.state import EffectState, MemberState
from server.rooms.trackers import rules_of
from server.rooms.visibility import sees, viewer_of

SATED = 1
"""Hunger at which a hunger frenzy is over."""

MAX_EFFECTS = 20
"""Effects that may hold one character at once, for each audience."""


def begin_effect(deed: Deed, actor: MemberState, intent: i.BeginEffect) -> Refusal | None:
    """Let something hold a character, by a Storyteller's word."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=intent.kind,
        name=intent.name,
        penalty=intent.penalty,
        traits=intent.traits,
        applies=intent.applies,
        ends=intent.ends,
        until=intent.until,
    )
    if _is_full(deed, view, asked):
        return Refusal(
            Code.LIMIT_REACHED,
            f"A character is held by {MAX_EFFECTS} effects at most.",
            "character",
            "end one of them first",
        )
    let_hold(deed, actor, filled(view, rules_of(deed)), asked, intent.note)
    deed.created = view.effect
    deed.created_to = deed.state.effects[view.effect].audience
    return None


def end_effect(deed: Deed, actor: MemberState, intent: i.EndEffect) -> Refusal | None:
    """Let it go."""
    deed.record(e.EffectEnded(effect=intent.effect, by=actor.member))
    return None


def effect_id(deed: Deed, character: CharacterId) -> EffectId:
    """The id of the effect that a command makes for a character."""
    return EffectId(derived_id(deed.commit_id, f"effect {character}"))


def let_hold(
    deed: Deed, actor: MemberState, view: EffectView, asked: Asked, note: str = ""
) -> None:
    """Record an effect, for those who were asked for and may know the character."""
    begun = e.EffectBegun(effect=view, by=actor.member, visibility=asked.visibility, note=note)
    deed.record(begun, asked=asked.audience)


def end_kinds(
    deed: Deed, actor: MemberState, character: CharacterId, kinds: frozenset[EffectKind]
) -> None:
    """End what holds a character of these kinds."""
    for held in effects_on(deed, character):
        if held.view.kind in kinds:
            deed.record(e.EffectEnded(effect=held.view.effect, by=actor.member))


def end_slaked(deed: Deed, actor: MemberState, character: CharacterId) -> None:
    """End the Compulsions that are over as soon as any Hunger is slaked."""
    for held in effects_on(deed, character):
        if ends_on_slaking(held.view, rules_of(deed)):
            deed.record(e.EffectEnded(effect=held.view.effect, by=actor.member))


def end_sated(deed: Deed, actor: MemberState, character: CharacterId, hunger: int) -> None:
    """End a hunger frenzy that is sated (A12.5)."""
    if hunger > SATED:
        return
    for held in effects_on(deed, character):
        if held.view.kind is EffectKind.FRENZY and held.view.name.startswith("Hunger"):
            deed.record(e.EffectEnded(effect=held.view.effect, by=actor.member))


def end_with(deed: Deed, actor: MemberState, clock: Clock) -> None:
    """End what lasts until a clock ends."""
    for held in tuple(deed.state.effects.values()):
        if held.view.until is clock:
            deed.record(e.EffectEnded(effect=held.view.effect, by=actor.member))


def known_effects(deed: Deed, actor: MemberState, character: CharacterId) -> list[EffectState]:
    """What holds a character, as far as *actor* may know."""
    viewer = viewer_of(actor)
    return [held for held in effects_on(deed, character) if sees(held.audience, viewer)]


def effects_on(deed: Deed, character: CharacterId) -> tuple[EffectState, ...]:
    """All that holds a character, whoever may see it."""
    return tuple(held for held in deed.state.effects.values() if held.view.character == character)


def _is_full(deed: Deed, view: EffectView, asked: Asked) -> bool:
    # Only those of the same audience count, so that the answer tells of nothing unseen.
    same = [h for h in effects_on(deed, view.character) if h.audience == asked.audience]
    return len(same) >= MAX_EFFECTS
