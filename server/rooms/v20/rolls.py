"""Decisions about V20 rolls: pools with their Willpower, and what every V20 roll draws."""

from protocol import from_client as i
from protocol.dice import EnteredFaces
from protocol.ids import RollId
from protocol.v20_receipt import V20Receipt
from protocol.words import TrackerName, WillpowerUse
from server.rooms.deed import Deed
from server.rooms.names import roll_id
from server.rooms.pools import refuse_counts
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal
from server.rooms.requests import answering
from server.rooms.setting import Setting, set_scene
from server.rooms.state import CharacterState, MemberState
from server.rooms.trackers import refuse_unseen
from server.rooms.v20.botches import open_botch
from server.rooms.v20.combat import business_of, go_on_with
from server.rooms.v20.pools import Placed20, Pooled20, prepare
from server.rooms.v20.receipts import Asked20, v20_receipt
from server.rooms.v20.sheet import from_v20, rules_of, trait_of, willpower_of
from server.rooms.v20.trackers import change_willpower
from server.rooms.v20.willpower import bought_this_turn, record_spent
from server.rules.refusal import RuleRefusal
from server.rules.v20.faces import TEN, Faces, rerolls_due
from server.rules.v20.pools import PoolKind
from server.rules.v20.traits import TraitKind
from server.rules.v20.willpower import Willpower, buy_success


def roll_v20(deed: Deed, actor: MemberState, intent: i.RollV20) -> Refusal | None:
    """Roll a V20 pool, and let it do what it was made for."""
    answer = answering(deed, actor, intent)
    if isinstance(answer, Refusal):
        return answer
    intent, request = answer
    setting = set_scene(deed, actor, intent, request)
    if isinstance(setting, Refusal):
        return setting
    business = business_of(deed, setting, intent)
    if isinstance(business, Refusal):
        return business
    intent = business.intent
    unseen = refuse_unseen_roll(actor, setting.character, intent)
    if unseen is not None:
        return unseen
    placed = Placed20(actor, setting.character, setting.asked.audience)
    ready = prepare(deed, placed, intent, business.more)
    if isinstance(ready, Refusal):
        return ready
    willpower = bought(deed, setting, intent, ready.kind)
    if isinstance(willpower, Refusal):
        return willpower
    refusal = refuse_faces(deed, ready, intent.entered)
    if refusal is not None:
        return refusal
    pay(deed, setting, willpower, WillpowerUse.AUTOMATIC_SUCCESS, intent.note)
    made, receipt = throw(deed, setting, ready, intent.label, intent.entered, intent.note)
    go_on_with(deed, setting, business, made, receipt)
    open_botch(deed, setting, made, receipt)
    return None


def pay(
    deed: Deed, setting: Setting, willpower: Willpower | None, use: WillpowerUse, note: str
) -> None:
    """Spend the point that buys a success, where one is bought."""
    if willpower is not None:
        record_spent(deed, setting, use, note, roll=roll_id(deed.commit_id))
        change_willpower(deed, _whose(setting).character, willpower)


def throw(
    deed: Deed,
    setting: Setting,
    ready: Asked20,
    label: str,
    entered: EnteredFaces | None,
    note: str,
) -> tuple[RollId, V20Receipt]:
    """Draw the dice of a roll that nothing speaks against, read them, and record it."""
    receipt = v20_receipt(deed.state.house_rules, ready, draw(deed, ready, entered))
    made = record_roll(
        deed, setting, RollToRecord(label, receipt, entered, note, weighing=ready.weighing)
    )
    return made, receipt


def refuse_faces(deed: Deed, ready: Asked20, entered: EnteredFaces | None) -> Refusal | None:
    """Entered faces must be exactly those of the pool, and those that a specialty brings."""
    if entered is None:
        return None
    needs = {"rouse": 0, "regular": ready.size, "hunger": 0}
    refusal = refuse_counts(entered, needs)
    if refusal is not None:
        return refusal
    rolled_on = list(entered.rerolled)
    due, counted = _due(deed, ready, Faces(entered.regular)), 0
    while due > 0:
        counted += due
        taken = rolled_on[:due]
        rolled_on = rolled_on[due:]
        is_chain = rules_of(deed).reroll_chain == "yes"
        due = taken.count(TEN) if is_chain and len(taken) == due else 0
    return refuse_counts(entered, {"rerolled": counted})


def _due(deed: Deed, ready: Asked20, faces: Faces) -> int:
    return rerolls_due(
        faces,
        ready.difficulty.applied,
        rules_of(deed),
        has_specialty=bool(ready.specialty),
    )


def draw(deed: Deed, ready: Asked20, entered: EnteredFaces | None) -> Faces:
    """The faces of a roll: entered, or drawn, with those that a specialty brings."""
    if entered is not None:
        return Faces(entered.regular, entered.rerolled)
    faces = Faces(deed.faces.draw(ready.size))
    while due := _due(deed, ready, faces):
        faces = Faces(faces.dice, faces.rerolled + deed.faces.draw(due))
    return faces


def bought(
    deed: Deed, setting: Setting, intent: Pooled20, kind: PoolKind
) -> Willpower | Refusal | None:
    """Willpower after the point that buys a success, where one is asked for."""
    if not intent.willpower:
        return None
    character = _whose(setting)
    after = buy_success(
        willpower_of(character),
        kind,
        bought_this_turn=bought_this_turn(deed, setting.actor, character),
        rules=rules_of(deed),
    )
    return from_v20(after) if isinstance(after, RuleRefusal) else after


def _whose(setting: Setting) -> CharacterState:
    if setting.character is None:
        raise AssertionError("Willpower is spent by a character")
    return setting.character


def refuse_unseen_roll(
    actor: MemberState, character: CharacterState | None, intent: Pooled20
) -> Refusal | None:
    """Whether a refusal of this roll, or of its faces, could tell what its sender may not see."""
    if character is None:
        return None
    touched = [TrackerName.WILLPOWER] if intent.willpower else []
    if intent.actions is not None:
        touched.append(TrackerName.HEALTH)
    kinds = {trait_of(character, name).kind for name in intent.traits}
    if intent.actions is not None and TraitKind.VIRTUE in kinds:
        # What hunger leaves of a Virtue is what several actions share.
        touched.append(TrackerName.BLOOD_POOL)
    if TraitKind.WILLPOWER in kinds:
        touched.append(TrackerName.WILLPOWER)
    if TraitKind.MORALITY in kinds:
        touched.append(TrackerName.HUMANITY)
    if intent.entered is not None:
        # As many faces as dice: wounds take some, and hunger some of a Virtue's.
        touched += [TrackerName.HEALTH, TrackerName.BLOOD_POOL]
    return refuse_unseen(actor, character, *touched)
