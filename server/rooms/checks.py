"""Decisions about rolls that are no pools: Rouse checks, Remorse, frenzy."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.receipts import RemorseReceipt
from protocol.words import CharacterKind, DamageKind, RousePurpose, TrackerName, TrackName
from server.rooms.causes import Cause, cause_of
from server.rooms.deed import Deed
from server.rooms.pools import refuse_counts, regular_faces
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal, from_rules
from server.rooms.rolls import apply_rouse
from server.rooms.setting import Setting, set_scene
from server.rooms.state import CharacterState, MemberState
from server.rooms.trackers import (
    change,
    damage,
    number,
    refuse_unseen,
    rules_of,
    stain,
    stains_of,
    track,
)
from server.rooms.v5_receipts import rouse_receipt
from server.rules.v5 import humanity as humanity_rules
from server.rules.v5.kinds import CharacterKind as RuleKind
from server.rules.v5.kinds import ghoul_power_cost
from server.rules.v5.rouse import resolve_rouse, rouse_dice, rouse_refusal


def rouse(deed: Deed, actor: MemberState, intent: i.Rouse) -> Refusal | None:
    """Make one Rouse check."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    if intent.forced and not actor.is_storyteller:
        return Refusal(
            Code.FORBIDDEN, "Only a Storyteller forces a Rouse check.", "forced", "false"
        )
    character = deed.state.characters[intent.character]
    if character.kind is CharacterKind.GHOUL and intent.power_level is not None:
        return _pay_with_health(deed, setting, character, intent, intent.power_level)
    told = [TrackerName.HUNGER]
    if intent.entered is not None:
        told.append(TrackerName.BLOOD_POTENCY)
    unseen = refuse_unseen(actor, character, *told)
    if unseen is not None:
        return unseen
    rules = rules_of(deed)
    no = rouse_refusal(
        uses_rouse=RuleKind(character.kind).uses_rouse,
        hunger=number(character, TrackerName.HUNGER),
        is_voluntary=not intent.forced,
        rules=rules,
    )
    if no is not None:
        return from_rules(no)
    count = rouse_dice(
        blood_potency_rating=number(character, TrackerName.BLOOD_POTENCY),
        power_level=intent.power_level,
        rules=rules,
    )
    if intent.entered is not None:
        refusal = refuse_counts(
            intent.entered, {"rouse": count, "regular": 0, "hunger": 0, "rerolled": 0}
        )
        if refusal is not None:
            return refusal
    faces = deed.faces.draw(count) if intent.entered is None else intent.entered.rouse
    check = resolve_rouse(faces, hunger=number(character, TrackerName.HUNGER), rules=rules)
    purpose = RousePurpose.OBLIVION if intent.oblivion else RousePurpose.OTHER
    receipt = rouse_receipt(deed.state.house_rules, check, purpose)
    made = record_roll(
        deed, setting, RollToRecord(intent.label, receipt, intent.entered, intent.note)
    )
    apply_rouse(deed, setting, made, check)
    if receipt.stains:
        stain(deed, character, receipt.stains, cause_of(actor, setting.asked, intent.note))
    return None


def _pay_with_health(
    deed: Deed, setting: Setting, character: CharacterState, intent: i.Rouse, level: int
) -> Refusal | None:
    """A ghoul rolls nothing: a power costs Aggravated Health (A14)."""
    if intent.entered is not None:
        return Refusal(
            Code.BAD_FACES, "A ghoul rolls no Rouse check.", "entered", "no entered faces"
        )
    unseen = refuse_unseen(setting.actor, character, TrackerName.HEALTH)
    if unseen is not None:
        return unseen
    cost = ghoul_power_cost(level, rules_of(deed))
    if not cost:
        return Refusal(
            Code.NOTHING_TO_DO,
            "At this table a ghoul pays nothing for a power of level 1.",
            "power_level",
            "2 to 5",
        )
    if track(character, TrackName.HEALTH).is_all_aggravated:
        return Refusal(
            Code.WRONG_STATE,
            "No Health is left to pay with.",
            "character",
            "a ghoul with a box that is not Aggravated",
        )
    cause = Cause(
        by=setting.actor.member,
        visibility=setting.asked.visibility,
        audience=setting.asked.audience,
        note=intent.note,
        power_level=level,
    )
    damage(deed, character, TrackName.HEALTH, DamageKind.AGGRAVATED, cost, cause, halve=False)
    return None


def test_remorse(deed: Deed, actor: MemberState, intent: i.TestRemorse) -> Refusal | None:
    """Test Remorse; the Stains go either way."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    unseen = refuse_unseen(actor, character, TrackerName.STAINS, TrackerName.HUMANITY)
    if unseen is not None:
        return unseen
    stains, overflow = stains_of(character)
    no = humanity_rules.remorse_refusal(stains, overflow)
    if no is not None:
        return from_rules(no)
    humanity = number(character, TrackerName.HUMANITY)
    if humanity == 0:
        return Refusal(
            Code.WRONG_STATE,
            "At Humanity 0 the character is lost and feels no Remorse.",
            "character",
            "a character of Humanity 1 or more",
        )
    count = humanity_rules.remorse_dice(humanity, stains, overflow, intent.modifier)
    faces = regular_faces(deed, count, intent.entered)
    if isinstance(faces, Refusal):
        return faces
    result = humanity_rules.resolve_remorse(faces, humanity, rules_of(deed))
    receipt = RemorseReceipt(
        faces=faces,
        successes=result.successes,
        kept=result.kept,
        why=(
            "At least one success: Remorse is felt, Humanity stays."
            if result.kept
            else "No success: no Remorse, Humanity falls by one."
        ),
        preset=deed.state.house_rules.preset,
        switches=deed.state.house_rules.switches,
    )
    record_roll(deed, setting, RollToRecord("Remorse", receipt, intent.entered, intent.note))
    change(deed, character.character, TrackerName.HUMANITY, result.humanity_after)
    change(deed, character.character, TrackerName.STAINS, 0)
    return None
