"""Decisions about rolls of pools, and what a Rouse check in one leaves."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import RollId
from protocol.receipts import PoolReceipt
from protocol.views import ClaimView
from protocol.words import (
    ProposalKind,
    TrackerName,
    TrackName,
    WithoutDice,
)
from server.rooms.deed import Deed
from server.rooms.effects import hunger_changed
from server.rooms.itemising import told_to
from server.rooms.judging import kept_difficulty, record_judgement
from server.rooms.pool_parts import Pooled
from server.rooms.pools import (
    PoolReady,
    PoolSetting,
    prepare_pool,
    refuse_faces,
    roll_pool,
)
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal
from server.rooms.requests import answering
from server.rooms.setting import Setting, deed_audience, set_scene
from server.rooms.settling import open_by_reading, propose
from server.rooms.state import CharacterState, MemberState, RoomState
from server.rooms.teamwork import use_up_help
from server.rooms.trackers import (
    change,
    number,
    refuse_unseen,
    track,
)
from server.rooms.visibility import includes, sees, tracker_audience, viewer_of
from server.rules.v5.pools import PoolKind as RulePoolKind
from server.rules.v5.rouse import RouseCheck


def roll(deed: Deed, actor: MemberState, intent: i.Roll) -> Refusal | None:
    """Roll a pool, with a Blood Surge if asked."""
    answer = answering(deed, actor, intent)
    if isinstance(answer, Refusal):
        return answer
    intent, request = answer
    kept = kept_difficulty(actor, intent, request)
    if isinstance(kept, Refusal):
        return kept
    setting = set_scene(deed, actor, intent, request)
    if isinstance(setting, Refusal):
        return setting
    unseen = refuse_unseen_pool(actor, setting.character, intent)
    if unseen is not None:
        return unseen
    placed_pool = PoolSetting(actor, setting.character, setting.asked.audience)
    difficulty = intent.difficulty if kept is None else None
    ready = prepare_pool(deed, placed_pool, intent, difficulty, intent.hunger)
    if isinstance(ready, Refusal):
        return ready
    if ready.without_dice is WithoutDice.WIN and not actor.is_storyteller:
        _claim_win(deed, setting, intent, ready)
        return None
    refusal = refuse_faces(ready, intent.entered) or refuse_standing(deed, actor)
    if refusal is not None:
        return refusal
    rolled = roll_pool(deed, ready, intent.entered)
    is_standing = may_reroll(deed.state, setting, ready.kind, rolled.receipt)
    made = RollToRecord(
        intent.label, rolled.receipt, intent.entered, intent.note, is_standing, ready.weighing
    )
    roll_made = record_roll(deed, setting, made)
    judged = None if kept is None else kept.read(rolled.receipt)
    if judged is not None:
        record_judgement(deed, roll_made, judged, setting.asked.audience)
    is_rolled = intent.without_dice is None
    if is_rolled and not is_standing and setting.character is not None:
        # A pool without a character has nobody to pay a price or to win at a cost.
        character, audience = setting.character.character, deed_audience(setting)
        open_by_reading(deed, roll_made, character, rolled.receipt, judged, audience)
    if rolled.rouse is not None:
        apply_rouse(deed, setting, roll_made, rolled.rouse)
    if setting.character is not None:
        # That a helper's die counted is told to those who see the pool alone.
        told = setting.noticed_by if setting.shown_to is None else setting.asked.audience
        use_up_help(deed, actor, setting.character, intent, told)
    return None


def _claim_win(deed: Deed, setting: Setting, intent: i.Roll, ready: PoolReady) -> None:
    """Ask the Storytellers for a win without dice; nothing is rolled yet, and nothing settles."""
    audience = deed_audience(setting)
    rolled = roll_pool(deed, ready, None).receipt
    receipt = told_to(deed.state, rolled, audience, setting.character, ready.weighing)
    propose(
        deed,
        ProposalKind.AUTOMATIC_WIN,
        audience,
        character=None if setting.character is None else setting.character.character,
        difficulty=ready.difficulty,
        claim=ClaimView(setting.actor.member, receipt, intent.label),
    )


_IMPAIRS = (
    TrackerName.HEALTH,
    TrackerName.WILLPOWER,
    TrackerName.HUMANITY,
    TrackerName.STAINS,
)


_NAMED = (TrackerName.WILLPOWER, TrackerName.HUMANITY)
"""Trackers that a pool may name among its traits, whose values are then its dice."""

_STAINS = (TrackerName.HUMANITY, TrackerName.STAINS)


def refuse_unseen_pool(
    actor: MemberState, character: CharacterState | None, intent: Pooled
) -> Refusal | None:
    """Whether refusing this pool, or its faces, could tell a tracker that the actor may not see."""
    if character is None:
        return None
    touched: list[TrackerName] = []
    if intent.surge or intent.entered is not None:
        touched.append(TrackerName.HUNGER)
    named = {name.strip().casefold() for name in intent.traits}
    touched += [tracker for tracker in _NAMED if tracker.value in named]
    if intent.entered is not None or intent.without_dice is not None:
        touched += [TrackerName.BLOOD_POTENCY] if intent.surge or intent.traits else []
        # Stains impair every pool, the Health and Willpower tracks those of their groups.
        touched += _IMPAIRS if intent.categories or intent.traits else _STAINS
    return refuse_unseen(actor, character, *touched)


def may_reroll(
    state: RoomState, setting: Setting, kind: RulePoolKind, receipt: PoolReceipt
) -> bool:
    """
    Whether Willpower may still change this roll, so that it stands before it settles.

    Where somebody sees the roll and not the Willpower, it stands whatever is left of that.
    """
    character = setting.character
    if character is None or kind is not RulePoolKind.ORDINARY:
        return False
    if not any(die.kind == "regular" for die in receipt.dice):
        return False
    shown_to = tracker_audience(character, TrackerName.WILLPOWER)
    is_known = includes(state, shown_to, setting.asked.audience)
    return not (is_known and track(character, TrackName.WILLPOWER).is_all_aggravated)


def refuse_standing(deed: Deed, actor: MemberState) -> Refusal | None:
    """
    A member's own unsettled rolls are bounded; others' do not count.

    Nor do those that the member may not see: whether a blind roll stands would tell of its dice.
    They are few anyway, for a character's next roll settles them.
    """
    limit = deed.limits.max_standing_rolls
    if len(deed.state.standing) < limit:
        return None
    viewer = viewer_of(actor)
    mine = sum(
        1
        for roll in deed.state.standing.values()
        if roll.member == actor.member and sees(roll.audience, viewer)
    )
    if mine < limit:
        return None
    return Refusal(
        Code.LIMIT_REACHED,
        f"You have {limit} rolls that may still be rerolled.",
        None,
        "settle some of them first",
    )


def apply_rouse(deed: Deed, setting: Setting, made: RollId, check: RouseCheck) -> None:
    """Let Hunger be what one Rouse check leaves."""
    apply_hunger(deed, setting, made, check.hunger_after, check.frenzy_difficulty)


def apply_hunger(
    deed: Deed, setting: Setting, made: RollId, after: int, frenzy_difficulty: int | None
) -> None:
    """Let Hunger rise, or ask for the frenzy test of a Rouse that Hunger 5 could not bear."""
    if setting.character is None:
        return
    character = setting.character.character
    before = number(deed.state.characters[character], TrackerName.HUNGER)
    change(deed, character, TrackerName.HUNGER, after)
    hunger_changed(deed, character, before, after)
    if frenzy_difficulty is not None:
        propose(
            deed,
            ProposalKind.FRENZY,
            # It tells that Hunger is full, so it is for those who see Hunger.
            deed_audience(setting).narrowed_to(
                tracker_audience(deed.state.characters[character], TrackerName.HUNGER)
            ),
            character=character,
            roll=made,
            difficulty=frenzy_difficulty,
        )
