"""Changes of V20 trackers: Health with its levels and marks, Willpower, blood."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId
from protocol.v20_words import HealthLevel as LevelWord
from protocol.views import TrackView
from protocol.words import Condition, DamageKind, TrackerName, TrackName
from server.rooms.causes import (
    Cause,
    Dealt,
    cause_of,
    record_dealt,
    record_healed,
)
from server.rooms.deed import Asked, Deed, placed
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState, RoomState
from server.rooms.trackers import change, put_by_hand, refuse_unseen
from server.rooms.v20.sheet import (
    blood_of,
    body_of,
    from_v20,
    generation_of,
    health_of,
    willpower_of,
)
from server.rooms.visibility import tracker_audience
from server.rules.refusal import RuleRefusal
from server.rules.v20.blood import spendable
from server.rules.v20.damage import Body
from server.rules.v20.damage import DamageKind as RuleKind
from server.rules.v20.health import Condition as RuleCondition
from server.rules.v20.health import HealthLevel, HealthTrack, condition_of, penalty_of
from server.rules.v20.soak import soak_damage
from server.rules.v20.willpower import MAX_WILLPOWER, Willpower
from server.rules.v20.wounding import heal as heal_by_rules
from server.rules.v20.wounding import wound

MAX_EXTRA = 20
"""Levels that merits give once more."""

# --- as they are shown ---------------------------------------------------------------------------


def health_view(track: HealthTrack, condition: RuleCondition | None = None) -> TrackView:
    """A Health track as viewers get it."""
    return TrackView(
        boxes=track.boxes,
        bashing=track.bashing,
        lethal=track.lethal,
        aggravated=track.aggravated,
        is_impaired=track.is_full,
        extra=tuple(LevelWord(level) for level in track.extra),
        level=None if track.level is None else LevelWord(track.level),
        penalty=penalty_of(track) or 0,
        condition=None if condition is None else Condition(condition),
    )


def willpower_view(willpower: Willpower) -> TrackView:
    """Willpower as viewers get it: its rating as boxes, and the points left."""
    return TrackView(boxes=willpower.permanent, current=willpower.current)


# --- changing ------------------------------------------------------------------------------------


def change_health(
    deed: Deed,
    character: CharacterId,
    after: HealthTrack,
    condition: RuleCondition | None = None,
) -> None:
    """Record new marks, with what has become of the body."""
    known = deed.state.characters[character]
    if condition is None:
        condition = condition_of(after, body_of(known), blood=_blood_told(deed, known))
    change(deed, character, TrackerName.HEALTH, health_view(after, condition))


def change_willpower(deed: Deed, character: CharacterId, after: Willpower) -> None:
    """Record Willpower's new rating or points."""
    change(deed, character, TrackerName.WILLPOWER, willpower_view(after))


def change_blood(deed: Deed, character: CharacterId, after: int) -> None:
    """Record the points left; who is Incapacitated without any falls into torpor."""
    change(deed, character, TrackerName.BLOOD_POOL, after)
    known = deed.state.characters[character]
    track = health_of(known)
    if track.is_full and after == 0:
        condition = condition_of(track, body_of(known), blood=_blood_told(deed, known))
        if condition is RuleCondition.TORPOR:
            change(deed, character, TrackerName.HEALTH, health_view(track, condition))


def _blood_told(deed: Deed, character: CharacterState) -> int | None:
    """The points to spend, where all who see Health may know whether there are any."""
    if body_of(character) is not Body.VAMPIRE:
        return None
    told = tracker_audience(character, TrackerName.HEALTH)
    if not tracker_audience(character, TrackerName.BLOOD_POOL).covers(told):
        return None
    return spendable(blood_of(deed, character), generation_of(deed, character))


def damage(
    deed: Deed,
    character: CharacterState,
    kind: DamageKind,
    amount: int,
    cause: Cause,
    *,
    halve: bool = True,
) -> None:
    """Mark levels of one source, after soak, and record what they did."""
    body = body_of(character)
    rule_kind = RuleKind(kind)
    levels = soak_damage(amount, 0, rule_kind, body).levels if halve else amount
    track = health_of(character)
    injury = wound(track, levels, rule_kind, body, blood=_blood_told(deed, character))
    dealt = Dealt(amount, levels, injury.marked, injury.upgraded, injury.lost)
    record_dealt(deed, character.character, TrackName.HEALTH, kind, dealt, cause)
    change(
        deed,
        character.character,
        TrackerName.HEALTH,
        health_view(injury.after, injury.condition),
    )


# --- intents -------------------------------------------------------------------------------------


def deal_damage(
    deed: Deed, actor: MemberState, intent: i.DealDamage, amount: int
) -> Refusal | None:
    """Deal levels of damage that were soaked already."""
    character = deed.state.characters[intent.character]
    asked = _placed_on_health(deed.state, actor, character, intent)
    if isinstance(asked, Refusal):
        return asked
    cause = cause_of(actor, asked, intent.note)
    damage(deed, character, intent.kind, amount, cause, halve=intent.halve)
    return None


def heal(deed: Deed, actor: MemberState, intent: i.Heal) -> Refusal | None:
    """Take marks off Health by hand, as time does."""
    character = deed.state.characters[intent.character]
    asked = _placed_on_health(deed.state, actor, character, intent)
    if isinstance(asked, Refusal):
        return asked
    after = heal_by_rules(health_of(character), intent.amount, RuleKind(intent.kind))
    if isinstance(after, RuleRefusal):
        return from_v20(RuleRefusal(after.code, after.detail, "amount", after.accepted))
    cause = cause_of(actor, asked, intent.note)
    record_healed(deed, character.character, intent.track, intent.kind, intent.amount, cause)
    change_health(deed, character.character, after)
    return None


def set_track(deed: Deed, actor: MemberState, intent: i.SetTrack) -> Refusal | None:
    """Put Health or Willpower right by hand."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    tracker = TrackerName(intent.track)
    unseen = refuse_unseen(actor, character, tracker)
    if unseen is not None:
        return unseen
    if tracker is TrackerName.HEALTH:
        return _set_health(deed, actor, character, asked, intent)
    return _set_willpower(deed, actor, character, asked, intent)


def _set_health(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    asked: Asked,
    intent: i.SetTrack,
) -> Refusal | None:
    if intent.boxes is not None or intent.current is not None:
        field = "boxes" if intent.boxes is not None else "current"
        return Refusal(
            Code.INVALID,
            "Health has seven boxes, and those of its extra levels.",
            field,
            "bashing, lethal, aggravated, extra",
        )
    now = health_of(character)
    extra = now.extra if intent.extra is None else tuple(HealthLevel(x) for x in intent.extra)
    if HealthLevel.INCAPACITATED in extra:
        return Refusal(
            Code.INVALID,
            "The last level of Health stands once.",
            "extra",
            ", ".join(level for level in HealthLevel if level is not HealthLevel.INCAPACITATED),
        )
    bashing = now.bashing if intent.bashing is None else intent.bashing
    lethal = now.lethal if intent.lethal is None else intent.lethal
    aggravated = now.aggravated if intent.aggravated is None else intent.aggravated
    boxes = len(HealthLevel) + len(extra)
    if bashing + lethal + aggravated > boxes:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"{bashing + lethal + aggravated} marks do not fit into {boxes} boxes.",
            next((n for n in ("bashing", "lethal", "aggravated") if getattr(intent, n)), "extra"),
            f"at most {boxes} marks in all",
        )
    after = HealthTrack(bashing, lethal, aggravated, extra)
    if after == now:
        return _nothing()
    condition = condition_of(after, body_of(character), blood=_blood_told(deed, character))
    view = health_view(after, condition)
    return put_by_hand(deed, actor, character, TrackerName.HEALTH, view, asked, intent)


def _set_willpower(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    asked: Asked,
    intent: i.SetTrack,
) -> Refusal | None:
    for name in ("bashing", "lethal", "aggravated", "extra"):
        if getattr(intent, name) is not None:
            return Refusal(
                Code.INVALID, "Willpower takes no damage in V20.", name, "boxes, current"
            )
    now = willpower_of(character)
    permanent = now.permanent if intent.boxes is None else intent.boxes
    if permanent > MAX_WILLPOWER:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"Willpower is 1 to {MAX_WILLPOWER}.",
            "boxes",
            f"1 to {MAX_WILLPOWER}",
        )
    current = min(now.current, permanent) if intent.current is None else intent.current
    if current > permanent:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"There are at most {permanent} points of Willpower.",
            "current",
            f"0 to {permanent}",
        )
    after = Willpower(permanent, current)
    if after == now:
        return _nothing()
    view = willpower_view(after)
    return put_by_hand(deed, actor, character, TrackerName.WILLPOWER, view, asked, intent)


def _placed_on_health(
    state: RoomState,
    actor: MemberState,
    character: CharacterState,
    intent: i.DealDamage | i.Heal,
) -> Asked | Refusal:
    """Where the trace of a change goes, if there is such a track and the actor may see it."""
    asked = placed(state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    if intent.track is not TrackName.HEALTH:
        return Refusal(Code.INVALID, "Damage in V20 is to Health alone.", "track", "health")
    return refuse_unseen(actor, character, TrackerName.HEALTH) or asked


def _nothing() -> Refusal:
    return Refusal(Code.NOTHING_TO_DO, "It stands so already.", None, "another value")
