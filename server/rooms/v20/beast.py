"""Decisions about the Beast in V20: resisting frenzy and Rötschreck, turn by turn."""

from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.v20_receipt import V20Receipt
from protocol.v20_views import ResistanceView
from protocol.v20_words import BeastKind
from protocol.views import EffectView
from protocol.words import Clock, EffectKind, TrackerName
from server.rooms.deed import Deed
from server.rooms.effects import effect_id, is_raging, let_hold, refuse_full
from server.rooms.refusal import Refusal
from server.rooms.setting import Setting, set_scene
from server.rooms.state import CharacterState, EffectState, MemberState
from server.rooms.trackers import refuse_unseen
from server.rooms.v20.botches import open_botch
from server.rooms.v20.lasting import go_on, known_of_kind, refuse_sight
from server.rooms.v20.receipts import Asked20, reading_of
from server.rooms.v20.rolls import refuse_faces, throw
from server.rooms.v20.sheet import body_of, from_v20, rules_of
from server.rooms.v20.virtue_pools import has_trait, virtue_parts
from server.rules.refusal import RuleRefusal
from server.rules.v20.damage import Body
from server.rules.v20.difficulty import apply_difficulty
from server.rules.v20.frenzy import BeastKind as RuleKind
from server.rules.v20.frenzy import BeastState, Resistance, resist, ride_instinct
from server.rules.v20.pools import PoolKind
from server.rules.v20.virtues import Virtue

_NAMES = {BeastKind.FRENZY: "Frenzy", BeastKind.ROTSCHRECK: "Rötschreck"}


def resist_beast(deed: Deed, actor: MemberState, intent: i.ResistBeast) -> Refusal | None:
    """Roll against the Beast: each success holds it off for a turn, none lets it loose."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    told = setting.asked.audience
    held = known_of_kind(deed, actor, character.character, EffectKind.RESISTING, told)
    if held is not None and _of(held).kind is not intent.kind:
        held = None
    refusal = _refuse_beast(deed, actor, character, intent)
    if refusal is None and held is not None:
        refusal = refuse_sight(deed, held, told) or _refuse_held(held)
    if refusal is not None:
        return refusal
    ready = _pool(deed, character, intent)
    if isinstance(ready, Refusal):
        return ready
    no_faces = refuse_faces(deed, ready, intent.entered)
    if no_faces is not None:
        return no_faces
    made, receipt = throw(deed, setting, ready, _NAMES[intent.kind], intent.entered, intent.note)
    _settle(deed, setting, intent, held, receipt)
    open_botch(deed, setting, made, receipt, of_the_beast=True)
    return None


def _of(held: EffectState) -> ResistanceView:
    return held.view.resistance or ResistanceView(BeastKind.FRENZY)


def _refuse_beast(
    deed: Deed, actor: MemberState, character: CharacterState, intent: i.ResistBeast
) -> Refusal | None:
    if body_of(character) is not Body.VAMPIRE:
        return Refusal(Code.NO_FRENZY, "This character has no Beast.", "character", "a vampire")
    if is_raging(deed, actor, character.character):
        return Refusal(
            Code.IN_FRENZY,
            "The Beast is loose already.",
            "character",
            "a character who is not in frenzy",
        )
    if intent.entered is not None:
        unseen = refuse_unseen(actor, character, TrackerName.BLOOD_POOL)
        if unseen is not None:
            return unseen
    return refuse_full(deed, actor, character.character)


def _refuse_held(held: EffectState) -> Refusal | None:
    turns = _of(held).held_turns
    if turns == 0:
        return None
    return Refusal(
        Code.WRONG_STATE,
        f"The Beast is held off for {turns} turns, this one included.",
        None,
        "a turn in which a roll is due; turns go by with `begin_clock`",
    )


def _is_instinct(character: CharacterState, kind: BeastKind) -> bool:
    follows = has_trait(character, "Instinct") and not has_trait(character, "Self-Control")
    return kind is BeastKind.FRENZY and follows


def _pool(deed: Deed, character: CharacterState, intent: i.ResistBeast) -> Asked20 | Refusal:
    difficulty = apply_difficulty(intent.difficulty, rules_of(deed))
    if isinstance(difficulty, RuleRefusal):
        return from_v20(difficulty)
    virtue = Virtue.COURAGE if intent.kind is BeastKind.ROTSCHRECK else Virtue.SELF_CONTROL
    if _is_instinct(character, intent.kind):
        virtue = Virtue.INSTINCT
    return Asked20(
        virtue_parts(deed, character, virtue),
        difficulty,
        PoolKind.VIRTUE,
        weighing=(TrackerName.BLOOD_POOL,),
    )


def _settle(
    deed: Deed,
    setting: Setting,
    intent: i.ResistBeast,
    held: EffectState | None,
    receipt: V20Receipt,
) -> None:
    reading = reading_of(receipt)
    character = deed.state.characters[intent.character]
    if _is_instinct(character, intent.kind):
        ridden = ride_instinct(reading)
        how = "ridden" if ridden.is_controlled else "out of control"
        _rage(deed, setting, intent, f"Frenzy, {how}", is_botch=ridden.is_botch)
        return
    now = ResistanceView(intent.kind) if held is None else _of(held)
    result = resist(Resistance(RuleKind(now.kind), now.gained), reading, rules_of(deed))
    if result.state is BeastState.RESISTING:
        after = ResistanceView(intent.kind, result.gained, result.held_turns)
        _hold(deed, setting, intent, held, after)
        return
    if held is not None:
        deed.record(e.EffectEnded(effect=held.view.effect, by=setting.actor.member))
    if result.state is BeastState.LOST:
        _rage(deed, setting, intent, _NAMES[intent.kind], is_botch=result.is_botch)


def _hold(
    deed: Deed,
    setting: Setting,
    intent: i.ResistBeast,
    held: EffectState | None,
    after: ResistanceView,
) -> None:
    if held is not None:
        go_on(deed, replace(held.view, resistance=after))
        return
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=EffectKind.RESISTING,
        name=f"{_NAMES[intent.kind]} resisted",
        ends="Five successes in all.",
        until=Clock.SCENE,
        resistance=after,
    )
    let_hold(deed, setting.actor, view, setting.asked)


def _rage(
    deed: Deed, setting: Setting, intent: i.ResistBeast, name: str, *, is_botch: bool
) -> None:
    ends = "As long as the Storyteller says; a derangement may follow." if is_botch else ""
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=EffectKind.FRENZY,
        name=name,
        ends=ends,
        until=None if is_botch else Clock.SCENE,
    )
    let_hold(deed, setting.actor, view, setting.asked)
