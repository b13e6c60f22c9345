"""Decisions about rolls of pools, and what every roll has: its setting, record and traces."""

from collections.abc import Iterable

from msgspec import Struct

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.ids import CharacterId, ContestId, RollId
from protocol.receipts import PoolReceipt, Receipt
from protocol.views import ClaimView
from protocol.words import (
    ProposalKind,
    TrackerName,
    TrackName,
    Visibility,
    WithoutDice,
)
from server.rooms.answers import record_answer, shown_request
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience
from server.rooms.claims import lane_of, source_of
from server.rooms.deed import Asked, Deed, placed, refuse_entered
from server.rooms.effects import hunger_changed
from server.rooms.itemising import record_rolled, told_to
from server.rooms.judging import kept_difficulty, record_judgement
from server.rooms.names import roll_id
from server.rooms.outcomes import apart, hides_pool, refuse_hiding, tell_outcome
from server.rooms.pool_parts import Pooled
from server.rooms.pools import (
    PoolReady,
    PoolSetting,
    prepare_pool,
    refuse_faces,
    roll_pool,
)
from server.rooms.refusal import Refusal
from server.rooms.requests import answering, placed_answer
from server.rooms.settling import (
    open_by_reading,
    propose,
    settle_before,
    settle_unnamed_before,
)
from server.rooms.state import CharacterState, MemberState, RequestState, RoomState
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

Dicey = (
    i.Roll
    | i.Rouse
    | i.Mend
    | i.Wake
    | i.Blush
    | i.RollCompulsion
    | i.RollResonance
    | i.TestRemorse
    | i.TestFrenzy
    | i.RollV20
    | i.RollDegeneration
    | i.ResistBeast
    | i.RollInitiative
)


class Setting(Struct, frozen=True, gc=False):
    """
    Where a roll happens: whose it is, who will see it, and what request it answers.

    `shown_to` are told how it comes out, where they are not to see its pool.
    """

    actor: MemberState
    character: CharacterState | None
    asked: Asked
    request: RequestState | None = None
    shown_to: Audience | None = None

    @property
    def is_attributed(self) -> bool:
        """Whether the roll is a hidden character's, and so shown without it."""
        return self.character is not None and self.character.hidden

    @property
    def noticed_by(self) -> Audience:
        """Who learns at least that the roll was made."""
        if self.shown_to is not None:
            return self.shown_to
        return EVERYONE if self.asked.visibility is Visibility.BLIND else self.asked.audience


def set_scene(
    deed: Deed, actor: MemberState, intent: Dicey, request: RequestState | None = None
) -> Setting | Refusal:
    """Everything about a rolling intent that has nothing to do with its rules."""
    character = None if intent.character is None else deed.state.characters[intent.character]
    known = () if character is None else (character,)
    if request is not None and isinstance(intent, i.Roll | i.RollV20):
        asked = placed_answer(deed.state, actor, intent, request, known)
    else:
        asked = placed(deed.state, actor, intent.visibility, intent.to, known)
    if isinstance(asked, Refusal):
        return asked
    shown_to = None
    if hides_pool(intent, request):
        no_pool = refuse_hiding(intent)
        if no_pool is not None:
            return no_pool
        asked, shown_to = apart(actor, asked, known)
    refusal = deed.take_number(
        actor,
        asked.audience,
        intent.dice,
        intent.entered,
        may_do_without=isinstance(intent, i.Roll) and intent.without_dice is not None,
    )
    if refusal is None and intent.entered is not None:
        refusal = refuse_entered(deed.state, actor, asked, intent.entered)
    return refusal or Setting(actor, character, asked, request, shown_to)


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
    roll_made = record_roll(
        deed, setting, intent.label, rolled.receipt, intent.entered, intent.note,
        is_standing=is_standing, weighing=ready.weighing,
    )  # fmt: skip
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


def deed_audience(setting: Setting) -> Audience:
    """Who sees a roll's consequences: nobody but Storytellers for a hidden character's."""
    return STORYTELLERS if setting.is_attributed else setting.asked.audience


def record_roll(
    deed: Deed,
    setting: Setting,
    label: str,
    receipt: Receipt,
    entered: EnteredFaces | None,
    note: str,
    *,
    is_standing: bool = False,
    weighing: Iterable[TrackerName] = (),
) -> RollId:
    """
    Record a roll, the notice of a blind one, and for Storytellers whose a hidden one was.

    *weighing* are the trackers that can weigh on its pool, whatever stands in them.
    """
    made = roll_id(deed.commit_id)
    character, asked = setting.character, setting.asked
    is_attributed = setting.is_attributed
    if character is not None:
        settle_before(deed, character.character, setting.noticed_by)
    if is_attributed and asked.audience != STORYTELLERS:
        settle_unnamed_before(deed, setting.actor.member, setting.noticed_by)
    shown = None if character is None or is_attributed else character.character
    if asked.visibility is Visibility.BLIND:
        deed.record(e.BlindRollMade(member=setting.actor.member, character=shown))
    record_resolved(
        deed,
        setting,
        made,
        label,
        receipt,
        entered,
        note,
        character=shown,
        is_standing=is_standing,
        weighing=weighing,
    )
    if is_attributed and character is not None:
        deed.record(e.RollAttributed(roll=made, character=character.character))
    if setting.request is not None:
        record_answer(deed, setting.request, made, setting.actor, asked.audience)
    deed.created, deed.created_to = made, asked.audience
    return made


def record_resolved(
    deed: Deed,
    setting: Setting,
    made: RollId,
    label: str,
    receipt: Receipt,
    entered: EnteredFaces | None,
    note: str,
    *,
    character: CharacterId | None,
    weighing: Iterable[TrackerName],
    is_standing: bool = False,
    contest: ContestId | None = None,
) -> None:
    """Record a roll for who sees its dice, its parts and its proof for who may have them."""
    asked, actor = setting.asked, setting.actor
    is_rolled = entered is None and not is_without_dice(receipt)
    proof, may_have = deed.prove(actor, asked.audience)
    is_inline = may_have == asked.audience
    rolled = e.RollResolved(
        roll=made,
        member=actor.member,
        character=character,
        label=label,
        visibility=asked.visibility,
        source=source_of(entered, deed.numbered),
        lane=lane_of(actor, asked.audience) if is_rolled else None,
        receipt=receipt,
        is_standing=is_standing,
        contest=contest,
        note=note,
        request=shown_request(deed.state, setting.request, asked.audience),
        proof=proof if is_inline else None,
    )
    record_rolled(deed, rolled, asked.audience, setting.character, weighing)
    if proof is not None and not is_inline:
        deed.record(e.RollProven(roll=made, proof=proof), to=may_have)
    if setting.shown_to is not None:
        tell_outcome(deed, rolled, setting.shown_to)


def is_without_dice(receipt: Receipt) -> bool:
    """Whether nothing was rolled, so that no line of keys is touched."""
    return isinstance(receipt, PoolReceipt) and receipt.without_dice is not None


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
