"""Decisions about the Blood: mending, waking, the Blush of Life, feeding."""

from typing import cast

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.views import DamageView, EffectView
from protocol.words import (
    Clock,
    DamageKind,
    EffectKind,
    ProposalKind,
    RousePurpose,
    TrackerName,
    TrackName,
)
from server.rooms.deed import Asked, Deed, placed
from server.rooms.effects import effect_id, end_kinds, hunger_changed, known_effects, let_hold
from server.rooms.pools import refuse_counts
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal, from_rules, not_found
from server.rooms.rolls import apply_hunger
from server.rooms.setting import Setting, set_scene
from server.rooms.settling import propose
from server.rooms.sheets import MORTAL_FRAILTY, has_trait
from server.rooms.state import MENDED_IN, CharacterState, MemberState, running
from server.rooms.trackers import change, change_track, number, refuse_unseen, rules_of, track
from server.rooms.v5_receipts import rouse_receipt, rouses_receipt
from server.rooms.visibility import card_audience, sees, tracker_audience, viewer_of
from server.rules.refusal import RuleRefusal
from server.rules.v5 import mending
from server.rules.v5.blush import blush_lasts, blush_of
from server.rules.v5.feeding import BloodSource, bite_damage
from server.rules.v5.feeding import feed as feed_by_rules
from server.rules.v5.hunger import rouse_refusal
from server.rules.v5.kinds import CharacterKind, mends_by_rouse
from server.rules.v5.moments import Moment
from server.rules.v5.rouse import resolve_rouse
from server.rules.v5.waking import resolve_waking


def mend(deed: Deed, actor: MemberState, intent: i.Mend) -> Refusal | None:
    """Mend Health for Rouse checks; it is mended whatever they say."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    no = refuse_unseen(actor, character, TrackerName.HUNGER, TrackerName.HEALTH)
    no = no or _refuse_mend(deed, actor, character, intent.kind)
    if no is not None:
        return no
    if intent.kind is DamageKind.SUPERFICIAL:
        return _mend_superficial(deed, actor, setting, character, intent)
    return _mend_aggravated(deed, actor, setting, character, intent)


def _has_mended(
    deed: Deed, actor: MemberState, character: CharacterState, kind: DamageKind
) -> bool:
    """Whether the Blood mended in the turn or night that runs, as far as *actor* may know."""
    mended = character.mended.get(kind)
    if mended is None or mended.number != running(deed.state, MENDED_IN[kind]):
        return False
    # A refusal for somebody else's mend in secret would tell what made the boxes empty.
    return actor.member in mended.by or sees(mended.audience, viewer_of(actor))


def _refuse_mend(
    deed: Deed, actor: MemberState, character: CharacterState, kind: DamageKind
) -> Refusal | None:
    has_mended = _has_mended(deed, actor, character, kind)
    health = track(character, TrackName.HEALTH)
    hunger = number(character, TrackerName.HUNGER)
    uses_rouse = mends_by_rouse(
        CharacterKind(character.kind), has_mortal_frailty=has_trait(character, MORTAL_FRAILTY)
    )
    if kind is DamageKind.SUPERFICIAL:
        no = mending.mend_refusal(
            health,
            uses_rouse=uses_rouse,
            hunger=hunger,
            mended_this_turn=has_mended,
            rules=rules_of(deed),
        )
    else:
        no = mending.aggravated_mend_refusal(
            health,
            uses_rouse=uses_rouse,
            hunger=hunger,
            mended_tonight=has_mended,
            rules=rules_of(deed),
        )
    return None if no is None else from_rules(no)


def _mend_superficial(
    deed: Deed, actor: MemberState, setting: Setting, character: CharacterState, intent: i.Mend
) -> Refusal | None:
    faces = _rouse_faces(deed, 1, intent.entered)
    if isinstance(faces, Refusal):
        return faces
    mended = mending.resolve_mend(
        faces[0],
        health=track(character, TrackName.HEALTH),
        hunger=number(character, TrackerName.HUNGER),
        blood_potency_rating=number(character, TrackerName.BLOOD_POTENCY),
        rules=rules_of(deed),
    )
    receipt = rouse_receipt(deed.state.house_rules, mended.checks[0], RousePurpose.MEND)
    made = record_roll(deed, setting, RollToRecord("Mend", receipt, intent.entered, intent.note))
    _healed(deed, actor, setting, intent, mended)
    apply_hunger(deed, setting, made, mended.hunger_after, mended.frenzy_difficulty)
    return None


def _mend_aggravated(
    deed: Deed, actor: MemberState, setting: Setting, character: CharacterState, intent: i.Mend
) -> Refusal | None:
    faces = _rouse_faces(deed, mending.AGGRAVATED_CHECKS, intent.entered)
    if isinstance(faces, Refusal):
        return faces
    mended = mending.resolve_aggravated_mend(
        cast("tuple[int, int, int]", faces),
        health=track(character, TrackName.HEALTH),
        hunger=number(character, TrackerName.HUNGER),
        at_waking=intent.at_waking,
        rules=rules_of(deed),
    )
    receipt = rouses_receipt(deed.state.house_rules, mended.checks, RousePurpose.MEND)
    made = record_roll(
        deed, setting, RollToRecord("Mend Aggravated", receipt, intent.entered, intent.note)
    )
    _healed(deed, actor, setting, intent, mended)
    apply_hunger(deed, setting, made, mended.hunger_after, mended.frenzy_difficulty)
    if mended.falls_into_torpor:
        _fall_into_torpor(deed, actor, setting, character)
    return None


def _healed(
    deed: Deed, actor: MemberState, setting: Setting, intent: i.Mend, mended: mending.Mending
) -> None:
    before, after = mended.before, mended.after
    deed.record(
        e.Healed(
            character=intent.character,
            track=TrackName.HEALTH,
            kind=intent.kind,
            amount=after.empty - before.empty,
            by=actor.member,
            visibility=setting.asked.visibility,
            note=intent.note,
            mended=True,
        ),
        asked=setting.asked.audience,
    )
    change_track(deed, intent.character, TrackName.HEALTH, mended.after)


def wake(deed: Deed, actor: MemberState, intent: i.Wake) -> Refusal | None:
    """Wake in the evening: one Rouse check that nobody may decline, and the last Blush is over."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    no = _refuse_rouse(deed, actor, character, is_voluntary=False)
    if no is not None:
        return no
    faces = _rouse_faces(deed, 1, intent.entered)
    if isinstance(faces, Refusal):
        return faces
    hunger = number(character, TrackerName.HUNGER)
    waking = resolve_waking(faces[0], hunger=hunger, rules=rules_of(deed))
    receipt = rouse_receipt(deed.state.house_rules, waking.check, RousePurpose.WAKE)
    made = record_roll(deed, setting, RollToRecord("Wake", receipt, intent.entered, intent.note))
    if not blush_lasts(Moment.WAKING):
        told = setting.asked.audience
        end_kinds(deed, actor, intent.character, frozenset({EffectKind.BLUSH}), told)
    apply_hunger(deed, setting, made, waking.check.hunger_after, waking.frenzy_difficulty)
    if waking.falls_into_torpor:
        _fall_into_torpor(deed, actor, setting, character)
    return None


def blush(deed: Deed, actor: MemberState, intent: i.Blush) -> Refusal | None:
    """Look alive for a scene."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    no = refuse_unseen(actor, character, TrackerName.HUMANITY)
    if no is not None:
        return no
    asks = blush_of(CharacterKind(character.kind), number(character, TrackerName.HUMANITY))
    if not asks.is_needed:
        return Refusal(
            Code.NOTHING_TO_DO,
            f"This character needs no Blush of Life to look {asks.unaided}.",
            "character",
            "a vampire of Humanity 8 or less",
        )
    no = _refuse_rouse(deed, actor, character, is_voluntary=True)
    if no is not None:
        return no
    faces = _rouse_faces(deed, asks.dice, intent.entered)
    if isinstance(faces, Refusal):
        return faces
    check = resolve_rouse(faces, hunger=number(character, TrackerName.HUNGER), rules=rules_of(deed))
    receipt = rouse_receipt(deed.state.house_rules, check, RousePurpose.BLUSH)
    made = record_roll(
        deed, setting, RollToRecord("Blush of Life", receipt, intent.entered, intent.note)
    )
    end_kinds(deed, actor, intent.character, frozenset({EffectKind.BLUSH}), setting.asked.audience)
    view = EffectView(
        effect=effect_id(deed, intent.character),
        character=intent.character,
        kind=EffectKind.BLUSH,
        name="Blush of Life",
        until=Clock.SCENE,
        roll=made,
    )
    let_hold(deed, actor, view, setting.asked)
    apply_hunger(deed, setting, made, check.hunger_after, check.frenzy_difficulty)
    return None


def feed(deed: Deed, actor: MemberState, intent: i.Feed) -> Refusal | None:
    """Drink: Hunger falls by what the blood is worth, and the last resonance is over."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    if not CharacterKind(character.kind).uses_rouse:
        return Refusal(
            Code.NO_ROUSE,
            "Only who lives by the Blood feeds.",
            "character",
            "a vampire or a thin-blood",
        )
    no = _refuse_feeding(deed, actor, character, intent)
    if no is not None:
        return no
    drunk = feed_by_rules(
        BloodSource(intent.source),
        hunger=number(character, TrackerName.HUNGER),
        blood_potency_rating=number(character, TrackerName.BLOOD_POTENCY),
        rules=rules_of(deed),
        amount=intent.amount,
    )
    if isinstance(drunk, RuleRefusal):
        return from_rules(drunk)
    deed.record(
        e.Fed(
            character=intent.character,
            source=intent.source,
            slaked=drunk.slaked,
            by=actor.member,
            visibility=asked.visibility,
            note=intent.note,
        ),
        asked=asked.audience,
    )
    told = asked.audience
    for tracker in (TrackerName.HUNGER, TrackerName.BLOOD_POTENCY):
        told = told.narrowed_to(tracker_audience(character, tracker))
    end_kinds(
        deed, actor, intent.character, frozenset({EffectKind.RESONANCE}), told, intent.resonance
    )
    change(deed, intent.character, TrackerName.HUNGER, drunk.after)
    hunger_changed(deed, intent.character, drunk.before, drunk.after)
    if intent.bites is not None:
        bitten = deed.state.characters[intent.bites]
        propose(
            deed,
            ProposalKind.BITE,
            # It tells how much was drunk, and of both characters.
            told.narrowed_to(card_audience(bitten)).narrowed_to(card_audience(character)),
            character=intent.bites,
            damage=DamageView(
                TrackName.HEALTH,
                DamageKind.AGGRAVATED,
                bite_damage(drunk.slaked),
                f"A bite does 2, and 1 for each of {drunk.slaked} Hunger slaked.",
            ),
        )
    return None


def _refuse_feeding(
    deed: Deed, actor: MemberState, character: CharacterState, intent: i.Feed
) -> Refusal | None:
    """Whether the feeding names what is not there for it."""
    if intent.bites == intent.character:
        return Refusal(Code.INVALID, "Nobody bites themselves.", "bites", "another character")
    if intent.resonance is None:
        return None
    for held in known_effects(deed, actor, character.character):
        is_mood = held.view.kind is EffectKind.RESONANCE
        if is_mood and held.view.effect == intent.resonance:
            return None
    return not_found("resonance")


def _refuse_rouse(
    deed: Deed, actor: MemberState, character: CharacterState, *, is_voluntary: bool
) -> Refusal | None:
    unseen = refuse_unseen(actor, character, TrackerName.HUNGER)
    if unseen is not None:
        return unseen
    no = rouse_refusal(
        uses_rouse=CharacterKind(character.kind).uses_rouse,
        hunger=number(character, TrackerName.HUNGER),
        is_voluntary=is_voluntary,
        rules=rules_of(deed),
    )
    return None if no is None else from_rules(no)


def _rouse_faces(deed: Deed, count: int, entered: EnteredFaces | None) -> tuple[int, ...] | Refusal:
    if entered is None:
        return deed.faces.draw(count)
    no = refuse_counts(entered, {"rouse": count, "regular": 0, "hunger": 0, "rerolled": 0})
    return no or entered.rouse


def _fall_into_torpor(
    deed: Deed, actor: MemberState, setting: Setting, character: CharacterState
) -> None:
    view = EffectView(
        effect=effect_id(deed, character.character),
        character=character.character,
        kind=EffectKind.TORPOR,
        name="Torpor",
        ends="The Storyteller says when.",
    )
    # It tells that Hunger was full, so it is for those who see Hunger.
    seen = setting.asked.audience.narrowed_to(tracker_audience(character, TrackerName.HUNGER))
    end_kinds(deed, actor, character.character, frozenset({EffectKind.TORPOR}), seen)
    let_hold(deed, actor, view, Asked(setting.asked.visibility, seen))
