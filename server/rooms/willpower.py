"""Decisions about Willpower that buys a turn: without wounds, or of control in frenzy."""

from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.views import EffectView
from protocol.words import Clock, EffectKind, TrackerName, TrackName, WillpowerUse
from server.rooms.deed import Deed, placed
from server.rooms.effects import effect_id, is_raging, known_effects, let_hold, refuse_full
from server.rooms.refusal import Refusal, from_rules
from server.rooms.state import MemberState
from server.rooms.trackers import change_track, refuse_unseen, rules_of, track
from server.rules.refusal import RuleRefusal
from server.rules.v5.in_frenzy import buy_control
from server.rules.v5.tracks import spend_willpower as spend

_BUYS = {
    WillpowerUse.IGNORE_WOUNDS: (EffectKind.STEELED, "Wounds do not hinder"),
    WillpowerUse.CONTROL: (EffectKind.CONTROL, "Control in frenzy"),
}


def spend_willpower(deed: Deed, actor: MemberState, intent: i.SpendWillpower) -> Refusal | None:
    """Spend one Willpower for the turn: Health impairs nothing, or the Beast is led."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    no = refuse_unseen(actor, character, TrackerName.WILLPOWER)
    no = no or refuse_full(deed, actor, intent.character)
    if no is not None:
        return no
    is_control = intent.use is WillpowerUse.CONTROL
    if is_control and not is_raging(deed, actor, intent.character):
        return Refusal(
            Code.WRONG_STATE,
            "The character is in no frenzy.",
            "use",
            "ignore_wounds, or control in frenzy",
        )
    kind, name = _BUYS[intent.use]
    if any(held.view.kind is kind for held in known_effects(deed, actor, intent.character)):
        return Refusal(Code.NOTHING_TO_DO, "That is bought already.", "use", "the next turn")
    willpower, rules = track(character, TrackName.WILLPOWER), rules_of(deed)
    after = buy_control(willpower, rules) if is_control else spend(willpower, rules)
    if isinstance(after, RuleRefusal):
        return replace(from_rules(after), field="character")
    spent = e.WillpowerSpent(
        character=intent.character,
        use=intent.use,
        by=actor.member,
        visibility=asked.visibility,
        note=intent.note,
    )
    deed.record(spent, asked=asked.audience)
    change_track(deed, intent.character, TrackName.WILLPOWER, after)
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=kind,
        name=name,
        ends="The turn is over.",
        until=Clock.TURN,
    )
    let_hold(deed, actor, view, asked)
    deed.created = view.effect
    deed.created_to = deed.state.effects[view.effect].audience
    return None
