"""Decisions about rolls: pools, Willpower rerolls, Rouse checks, Remorse, frenzy."""

from msgspec import Struct

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces, PoolItemView
from protocol.ids import RollId
from protocol.receipts import FrenzyReceipt, PoolReceipt, Receipt, RemorseReceipt
from protocol.words import (
    DiceSource,
    FrenzyOutcome,
    Lane,
    PoolKind,
    ProposalKind,
    Role,
    TrackerName,
    TrackName,
    Visibility,
)
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience
from server.rooms.commands import RecalledRoll
from server.rooms.contest_results import resolve_contest
from server.rooms.deed import Asked, Deed, placed, refuse_claim, refuse_entered
from server.rooms.names import roll_id
from server.rooms.pools import (
    PoolAsked,
    dice_of,
    pool_receipt,
    prepare_pool,
    refuse_counts,
    refuse_faces,
    roll_pool,
    rouse_receipt,
)
from server.rooms.refusal import Refusal, from_rules, not_found
from server.rooms.settling import (
    is_left_alone,
    open_consequences,
    proposal_audience,
    propose,
    settle,
    settle_before,
)
from server.rooms.state import CharacterState, MemberState, StandingRoll
from server.rooms.trackers import (
    change,
    change_track,
    number,
    refuse_unseen,
    rules_of,
    stains_of,
    track,
)
from server.rooms.visibility import sees, tracker_audience, viewer_of
from server.rules.refusal import RuleRefusal
from server.rules.v5 import frenzy as frenzy_rules
from server.rules.v5 import humanity as humanity_rules
from server.rules.v5.house_rules import PRESETS
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import PoolKind as RulePoolKind
from server.rules.v5.reading import read_roll
from server.rules.v5.reroll import apply_reroll, reroll_refusal
from server.rules.v5.rouse import RouseCheck, resolve_rouse, rouse_dice, rouse_refusal
from server.rules.v5.tracks import spend_willpower

Dicey = i.Roll | i.Rouse | i.TestRemorse | i.TestFrenzy


class Setting(Struct, frozen=True):
    """Where a roll happens: whose it is, and who will see it."""

    actor: MemberState
    character: CharacterState | None
    asked: Asked

    @property
    def is_attributed(self) -> bool:
        """Whether the roll is a hidden character's, and so shown without it."""
        return self.character is not None and self.character.hidden

    @property
    def noticed_by(self) -> Audience:
        """Who learns at least that the roll was made."""
        return EVERYONE if self.asked.visibility is Visibility.BLIND else self.asked.audience


def set_scene(deed: Deed, actor: MemberState, intent: Dicey) -> Setting | Refusal:
    """Everything about a rolling intent that has nothing to do with its rules."""
    character = None if intent.character is None else deed.state.characters[intent.character]
    known = () if character is None else (character,)
    asked = placed(deed.state, actor, intent.visibility, intent.to, known)
    if isinstance(asked, Refusal):
        return asked
    refusal = refuse_claim(intent.dice) or refuse_entered(deed.state, actor, asked, intent.entered)
    return refusal or Setting(actor, character, asked)


# --- pools ---------------------------------------------------------------------------------------


def roll(deed: Deed, actor: MemberState, intent: i.Roll) -> Refusal | None:
    """Roll a pool, with a Blood Surge if asked."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    unseen = refuse_unseen_pool(actor, setting.character, intent)
    if unseen is not None:
        return unseen
    pool = PoolAsked(
        label=intent.label,
        pool=intent.pool,
        modifiers=intent.modifiers,
        kind=intent.kind,
        categories=intent.categories,
        surge=intent.surge,
        difficulty=intent.difficulty,
        hunger=intent.hunger,
    )
    ready = prepare_pool(deed, setting.character, pool)
    if isinstance(ready, Refusal):
        return ready
    refusal = refuse_faces(ready, intent.entered) or refuse_standing(deed, actor)
    if refusal is not None:
        return refusal
    rolled = roll_pool(deed, ready, intent.entered)
    is_standing = may_reroll(setting.character, intent.kind, rolled.receipt)
    roll_made = record_roll(
        deed, setting, intent.label, rolled.receipt, intent.entered, intent.note,
        is_standing=is_standing,
    )  # fmt: skip
    if not is_standing and setting.character is not None:
        # A pool without a character has nobody to pay a price or to win at a cost.
        character = setting.character.character
        open_consequences(deed, roll_made, character, rolled.receipt, deed_audience(setting))
    if rolled.rouse is not None:
        apply_rouse(deed, setting, roll_made, rolled.rouse)
    return None


Pooled = i.Roll | i.OpenContest | i.AnswerContest

_IMPAIRS = (
    TrackerName.HEALTH,
    TrackerName.WILLPOWER,
    TrackerName.HUMANITY,
    TrackerName.STAINS,
)


def refuse_unseen_pool(
    actor: MemberState, character: CharacterState | None, intent: Pooled
) -> Refusal | None:
    """Whether refusing this pool, or its faces, could tell a tracker that the actor may not see."""
    if character is None:
        return None
    touched: list[TrackerName] = []
    if intent.surge or intent.entered is not None:
        touched.append(TrackerName.HUNGER)
    if intent.entered is not None:
        touched += [TrackerName.BLOOD_POTENCY] if intent.surge else []
        touched += _IMPAIRS if intent.categories else ()
    return refuse_unseen(actor, character, *touched)


def may_reroll(character: CharacterState | None, kind: PoolKind, receipt: PoolReceipt) -> bool:
    """Whether Willpower may still change this roll, so that it stands before it settles."""
    if character is None or kind is not PoolKind.ORDINARY:
        return False
    has_regular = any(die.kind == "regular" for die in receipt.dice)
    return has_regular and not track(character, TrackName.WILLPOWER).is_all_aggravated


def refuse_standing(deed: Deed, actor: MemberState) -> Refusal | None:
    """
    A member's own unsettled rolls are bounded; others' do not count.

    Nor do those that the member may not see: whether a blind roll stands would tell of its dice.
    They are few anyway, for a character's next roll settles them.
    """
    viewer = viewer_of(actor)
    mine = sum(
        1
        for roll in deed.state.standing.values()
        if roll.member == actor.member and sees(roll.audience, viewer)
    )
    if mine < deed.limits.max_standing_rolls:
        return None
    return Refusal(
        Code.LIMIT_REACHED,
        f"You have {deed.limits.max_standing_rolls} rolls that may still be rerolled.",
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
) -> RollId:
    """Record a roll, the notice of a blind one, and for Storytellers whose a hidden one was."""
    character = None if setting.character is None else setting.character.character
    settle_before(deed, character, setting.noticed_by)
    made = roll_id(deed.commit_id)
    shown = None if setting.is_attributed else character
    if setting.asked.visibility is Visibility.BLIND:
        deed.record(e.BlindRollMade(member=setting.actor.member, character=shown))
    deed.record(
        e.RollResolved(
            roll=made,
            member=setting.actor.member,
            character=shown,
            label=label,
            visibility=setting.asked.visibility,
            source=source_of(entered),
            lane=lane_of(setting, entered),
            receipt=receipt,
            is_standing=is_standing,
            note=note,
        ),
        asked=setting.asked.audience,
    )
    if setting.is_attributed and character is not None:
        deed.record(e.RollAttributed(roll=made, character=character))
    deed.created, deed.created_to = made, setting.asked.audience
    return made


def source_of(entered: EnteredFaces | None) -> DiceSource:
    """Where the faces came from; no book of committed dice is open yet."""
    return DiceSource.UNPROVEN if entered is None else DiceSource.ENTERED


def lane_of(setting: Setting, entered: EnteredFaces | None) -> Lane | None:
    """
    The lane a roll belongs to, by who rolls and who sees its dice; entered faces have none.

    It is told already, so that a book of committed dice can number each lane's rolls later.
    """
    if entered is not None:
        return None
    is_open = setting.asked.audience.everyone
    if setting.actor.role is Role.PLAYER:
        return Lane.OPEN if is_open else Lane.OWN
    return Lane.TABLE if is_open else Lane.SECRET


# --- rerolls -------------------------------------------------------------------------------------


def reroll(
    deed: Deed, actor: MemberState, intent: i.Reroll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Spend one Willpower to roll regular dice of a standing roll again."""
    standing = deed.state.standing.get(intent.roll)
    if standing is None or standing.character is None:
        return settled_already(recalled)
    if intent.hunger_indices:
        return Refusal(
            Code.BAD_DICE, "Hunger dice are never rerolled.", "hunger_indices", "regular dice only"
        )
    if is_left_alone(deed.state, standing):
        return Refusal(
            Code.REROLL_NOT_ALLOWED,
            "This roll was made for a hidden character: its Willpower would tell for whom.",
            "roll",
            "settle the roll as it is",
        )
    character = deed.state.characters[standing.character]
    thrown = dice_of(standing.receipt)
    rules = PRESETS[standing.receipt.preset]
    willpower = track(character, TrackName.WILLPOWER)
    no = reroll_refusal(
        kind=RulePoolKind.ORDINARY,
        regular_count=len(thrown.faces.regular),
        indices=intent.regular_indices,
        faces=thrown.faces,
        rerolls_used=1 if thrown.rerolled else 0,
        willpower=willpower,
        rules=rules,
    )
    if no is not None:
        return from_rules(no)
    refusal = refuse_claim(intent.dice) or _refuse_entered_reroll(deed, actor, standing, intent)
    if refusal is not None:
        return refusal
    spent = spend_willpower(willpower, rules)
    if isinstance(spent, RuleRefusal):
        return from_rules(spent)
    change_track(deed, character.character, TrackName.WILLPOWER, spent)
    new = (
        deed.faces.draw(len(intent.regular_indices))
        if intent.entered is None
        else intent.entered.rerolled
    )
    after = apply_reroll(thrown.faces, intent.regular_indices, new)
    places = frozenset(intent.regular_indices) | thrown.rerolled
    original = thrown.original or thrown.faces
    reading = read_roll(
        after, standing.receipt.difficulty, rules, original=original, rerolled=places
    )
    receipt = pool_receipt(
        standing.receipt.preset,
        after,
        reading,
        standing.receipt.items,
        original=original,
        rerolled=places,
        rouse=standing.receipt.rouse,
    )
    still = rules.wp_rerolls_per_roll == "unlimited" and not spent.is_all_aggravated
    deed.record(
        e.RollRerolled(
            roll=standing.roll,
            regular_indices=tuple(intent.regular_indices),
            source=source_of(intent.entered),
            receipt=receipt,
            is_standing=still,
        )
    )
    if standing.contest is not None and standing.contest in deed.state.contests:
        resolve_contest(deed, standing.contest)
    elif not still:
        open_consequences(
            deed, standing.roll, standing.character, receipt, proposal_audience(standing)
        )
    return None


def _refuse_entered_reroll(
    deed: Deed, actor: MemberState, standing: StandingRoll, intent: i.Reroll
) -> Refusal | None:
    if intent.entered is None:
        return None
    asked = Asked(Visibility.PUBLIC, standing.audience)
    needs = {"rouse": 0, "regular": 0, "hunger": 0, "rerolled": len(intent.regular_indices)}
    return refuse_entered(deed.state, actor, asked, intent.entered) or refuse_counts(
        intent.entered, needs
    )


def settle_roll(
    deed: Deed, _actor: MemberState, intent: i.SettleRoll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Pass on the reroll; the consequences open."""
    standing = deed.state.standing.get(intent.roll)
    if standing is None:
        return settled_already(recalled)
    contest = deed.state.contests.get(standing.contest) if standing.contest else None
    if contest is not None and contest.second is None:
        return Refusal(
            Code.WRONG_STATE,
            "This roll waits for the other side of its contest.",
            "roll",
            "wait for the answer, or withdraw the contest",
        )
    settle(deed, standing)
    return None


def settled_already(recalled: RecalledRoll | None) -> Refusal:
    """What is said of a roll that does not stand, to somebody who may know of it, or may not."""
    if recalled is None:
        return not_found("roll")
    receipt = recalled.roll.receipt
    if not isinstance(receipt, PoolReceipt):
        return Refusal(Code.REROLL_NOT_ALLOWED, "Such a roll is never rerolled.", "roll", "a pool")
    return Refusal(
        Code.REROLL_USED,
        "This roll is settled: its reroll was used, passed, or never possible.",
        "roll",
        "a roll that still stands",
    )


# --- Rouse, Remorse, frenzy ----------------------------------------------------------------------


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
    told = [TrackerName.HUNGER]
    if intent.entered is not None:
        told.append(TrackerName.BLOOD_POTENCY)
    unseen = refuse_unseen(actor, character, *told)
    if unseen is not None:
        return unseen
    rules = rules_of(deed)
    no = rouse_refusal(
        uses_rouse=CharacterKind(character.kind).uses_rouse,
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
    made = record_roll(
        deed, setting, intent.label, rouse_receipt(deed, check), intent.entered, intent.note
    )
    apply_rouse(deed, setting, made, check)
    return None


def apply_rouse(deed: Deed, setting: Setting, made: RollId, check: RouseCheck) -> None:
    """Let Hunger rise, or ask for the frenzy test of a Rouse that Hunger 5 could not bear."""
    if setting.character is None:
        return
    character = setting.character.character
    change(deed, character, TrackerName.HUNGER, check.hunger_after)
    if check.frenzy_difficulty is not None:
        propose(
            deed,
            ProposalKind.FRENZY,
            # It tells that Hunger is full, so it is for those who see Hunger.
            deed_audience(setting).narrowed_to(
                tracker_audience(deed.state.characters[character], TrackerName.HUNGER)
            ),
            character=character,
            roll=made,
            difficulty=check.frenzy_difficulty,
        )


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
    faces = _regular_faces(deed, count, intent.entered)
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
    )
    record_roll(deed, setting, "Remorse", receipt, intent.entered, intent.note)
    change(deed, character.character, TrackerName.HUMANITY, result.humanity_after)
    change(deed, character.character, TrackerName.STAINS, 0)
    return None


def test_frenzy(deed: Deed, actor: MemberState, intent: i.TestFrenzy) -> Refusal | None:
    """Test whether a character gives in to the Beast."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    if not CharacterKind(character.kind).can_frenzy:
        return Refusal(
            Code.NO_FRENZY,
            f"A {character.kind.replace('_', '-')} has no Beast to give in to.",
            "character",
            "a vampire",
        )
    if intent.entered is not None:
        unseen = refuse_unseen(
            actor,
            character,
            TrackerName.WILLPOWER,
            TrackerName.HUMANITY,
            TrackerName.BLOOD_POTENCY,
        )
        if unseen is not None:
            return unseen
    items = frenzy_rules.frenzy_items(
        willpower=track(character, TrackName.WILLPOWER),
        humanity=number(character, TrackerName.HUMANITY),
        kind=frenzy_rules.FrenzyKind(intent.kind),
        clan=character.clan or None,
        blood_potency_rating=number(character, TrackerName.BLOOD_POTENCY),
        rules=rules_of(deed),
    )
    faces = _regular_faces(deed, frenzy_rules.frenzy_dice(items), intent.entered)
    if isinstance(faces, Refusal):
        return faces
    result = frenzy_rules.resolve_frenzy(faces, intent.difficulty, rules_of(deed))
    receipt = FrenzyReceipt(
        kind=intent.kind,
        items=tuple(PoolItemView(item.label, item.dice) for item in items),
        faces=faces,
        successes=result.successes,
        difficulty=intent.difficulty,
        outcome=FrenzyOutcome(result.outcome),
        why=result.why,
        preset=deed.state.house_rules.preset,
    )
    record_roll(deed, setting, f"{intent.kind} frenzy", receipt, intent.entered, intent.note)
    return None


def _regular_faces(
    deed: Deed, count: int, entered: EnteredFaces | None
) -> tuple[int, ...] | Refusal:
    if entered is None:
        return deed.faces.draw(count)
    refusal = refuse_counts(entered, {"rouse": 0, "regular": count, "hunger": 0, "rerolled": 0})
    return refusal or entered.regular
