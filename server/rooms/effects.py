"""Decisions about effects: what holds a character for a while, and when it ends."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, EffectId
from protocol.v20_views import RaceView, TaskView
from protocol.v20_words import RaceGoal
from protocol.views import EffectView
from protocol.words import Clock, EffectKind, FrenzyKind, TrackerName
from server.rooms.audience import Audience
from server.rooms.compulsion_effects import ends_on_slaking, filled, refuse_own
from server.rooms.deed import Asked, Deed, placed
from server.rooms.house import rules_by
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal
from server.rooms.state import EffectState, MemberState
from server.rooms.visibility import (
    card_audience,
    effect_audience,
    sees,
    tracker_audience,
    viewer_of,
)
from server.rules.v5.frenzy import FrenzyKind as RuleFrenzy
from server.rules.v5.in_frenzy import Frenzy, frenzy_ends
from server.rules.v5.resonance import resonance_lasts

MAX_EFFECTS = 20
"""Effects on one character that a member may know of, and that one audience knows of."""


_MADE_BY = {
    EffectKind.BOOST: "`spend_blood` for an Attribute",
    EffectKind.RESISTING: "`resist_beast`",
    EffectKind.INITIATIVE: "`roll_initiative`",
}
"""Kinds of effect that nobody begins by hand: without their numbers they would hold nothing."""


def begin_effect(deed: Deed, actor: MemberState, intent: i.BeginEffect) -> Refusal | None:
    """Let something hold a character, by a Storyteller's word."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    made_by = _MADE_BY.get(intent.kind)
    if made_by is not None:
        return Refusal(
            Code.INVALID,
            f"An effect of kind `{intent.kind}` has numbers that only its own intent gives.",
            "kind",
            f"{made_by}, or another kind",
        )
    if intent.goal is not RaceGoal.TOTAL and intent.against is None:
        return Refusal(
            Code.INVALID,
            "A goal is that of an extended contest.",
            "goal",
            "the goal `total`, or somebody in `against`",
        )
    if (intent.kind is EffectKind.TASK) != (intent.target is not None):
        return Refusal(
            Code.INVALID,
            "A task has a target of successes, and nothing else has.",
            "target",
            "a target with kind `task`, or neither",
        )
    race = None
    if intent.against is not None:
        if intent.target is None or intent.against == intent.character:
            return Refusal(
                Code.INVALID,
                "An extended contest is a task with a target, against somebody else.",
                "against",
                "another character, with kind `task` and a target",
            )
        race = RaceView(intent.against, intent.goal, intent.target)
        # It names both of them, and so is for those who may know both.
        rival = card_audience(deed.state.characters[intent.against])
        asked = Asked(asked.visibility, asked.audience.narrowed_to(rival))
    is_task = intent.target is not None and race is None
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=intent.kind,
        name=intent.name,
        task=TaskView(intent.target) if is_task and intent.target is not None else None,
        race=race,
        penalty=intent.penalty,
        traits=intent.traits,
        conditional=bool(intent.applies),
        applies=intent.applies,
        ends=intent.ends,
        until=intent.until,
    )
    no = refuse_full(deed, actor, intent.character)
    if no is not None:
        return no
    if not deed.state.is_v20:
        rules = rules_by(deed.state.house_rules)
        own = refuse_own(view, rules)
        if own is not None:
            return own
        view = filled(view, rules)
    let_hold(deed, actor, view, asked, intent.note)
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
    audience = effect_audience(deed.state, view, asked.audience)
    same = [h for h in effects_on(deed, view.character) if h.audience == audience]
    if len(same) >= MAX_EFFECTS:
        # Who may not see them cannot be refused for them: the oldest makes room.
        deed.record(e.EffectEnded(effect=same[0].view.effect))
    begun = e.EffectBegun(effect=view, by=actor.member, visibility=asked.visibility, note=note)
    deed.record(begun, asked=asked.audience)


def end_kinds(
    deed: Deed,
    actor: MemberState,
    character: CharacterId,
    kinds: frozenset[EffectKind],
    told: Audience,
    but: EffectId | None = None,
) -> None:
    """
    End what holds a character of these kinds, as far as only those see the end who are *told*.

    To others it would tell of what ended it; what is left is a Storyteller's to end.
    """
    for held in effects_on(deed, character):
        is_meant = held.view.kind in kinds and held.view.effect != but
        if is_meant and told.covers(held.audience):
            deed.record(e.EffectEnded(effect=held.view.effect, by=actor.member))


def hunger_changed(deed: Deed, character: CharacterId, before: int, after: int) -> None:
    """
    End what is over by what Hunger is now, where all who see the effect see Hunger too.

    Hunger frenzy at 1 (A12.5), a Compulsion that ends on slaking (A13), resonance at 5 (A7).
    """
    told = tracker_audience(deed.state.characters[character], TrackerName.HUNGER)
    rules = rules_by(deed.state.house_rules)
    for held in effects_on(deed, character):
        view = held.view
        is_over = (
            (view.frenzy is not None and _is_sated(view.frenzy, after))
            or ends_on_slaking(view, max(0, before - after), rules)
            or (
                view.kind is EffectKind.RESONANCE
                and not resonance_lasts(hunger=after, fed_again=False)
            )
        )
        if is_over and told.covers(held.audience):
            # Without its cause, which may be a secret: whoever sees Hunger sees that it changed.
            deed.record(e.EffectEnded(effect=view.effect))


def _is_sated(kind: FrenzyKind, hunger: int) -> bool:
    return frenzy_ends(Frenzy(RuleFrenzy(kind), is_ridden=False), hunger=hunger)


def end_help_of(deed: Deed, actor: MemberState, helper: CharacterId) -> None:
    """End what a character helps others with, now that it goes."""
    for held in tuple(deed.state.effects.values()):
        if held.view.helper == helper:
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


def is_raging(deed: Deed, actor: MemberState, character: CharacterId) -> bool:
    """Whether a character is in a frenzy that *actor* knows of."""
    held = known_effects(deed, actor, character)
    return any(effect.view.kind is EffectKind.FRENZY for effect in held)


def ignores_wounds(view: EffectView) -> bool:
    """Whether a Willpower was spent on wounds; rooms of V20 called that unhindered before."""
    return view.kind in (EffectKind.STEELED, EffectKind.UNHINDERED)


def effects_on(deed: Deed, character: CharacterId) -> tuple[EffectState, ...]:
    """All that holds a character, whoever may see it."""
    return tuple(held for held in deed.state.effects.values() if held.view.character == character)


def refuse_full(deed: Deed, actor: MemberState, character: CharacterId) -> Refusal | None:
    """Effects are bounded; only those count that *actor* may know, which tells of no other."""
    if len(known_effects(deed, actor, character)) < MAX_EFFECTS:
        return None
    return Refusal(
        Code.LIMIT_REACHED,
        f"A character is held by {MAX_EFFECTS} effects at most.",
        "character",
        "end one of them first",
    )
