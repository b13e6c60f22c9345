"""What V20 rolls do to open business: damage of an attack that hit, soak, tasks that go on."""

from msgspec import Struct
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, RollId
from protocol.v20_receipt import V20Receipt
from protocol.v20_views import TaskView
from protocol.views import DamageView
from protocol.words import DamageKind, EffectKind, ProposalKind, TrackName
from server.rooms.audience import Audience
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal
from server.rooms.setting import Setting, deed_audience
from server.rooms.settling import propose
from server.rooms.state import CharacterState, EffectState, ProposalState
from server.rooms.v20.lasting import go_on, refuse_sight
from server.rooms.v20.receipts import reading_of
from server.rooms.v20.sheet import body_of, rules_of
from server.rooms.visibility import card_audience, includes
from server.rules.v20.damage import DamageKind as RuleKind
from server.rules.v20.extended import Extended, Progress, add_roll
from server.rules.v20.pools import PoolItem
from server.rules.v20.soak import soak_pool


class Business(Struct, frozen=True, gc=False):
    """What a roll goes on with: a task, or a proposal of harm; `intent` is what is rolled then."""

    intent: i.RollV20
    more: tuple[PoolItem, ...] = ()
    task: EffectState | None = None
    proposal: ProposalState | None = None


def business_of(deed: Deed, setting: Setting, intent: i.RollV20) -> Business | Refusal:
    """Look up what a roll names beside its pool, and whether it fits."""
    task = None if intent.toward is None else deed.state.effects[intent.toward]
    proposal = None if intent.proposal is None else deed.state.proposals[intent.proposal]
    refusal = (
        _refuse_task(deed, task, setting.asked.audience)
        or _refuse_against(intent)
        or _refuse_proposal(deed, proposal, setting, intent)
    )
    if refusal is not None:
        return refusal
    if proposal is None or setting.character is None:
        return Business(intent, task=task)
    damage = _damage_of(proposal)
    if proposal.view.kind is ProposalKind.ATTACK_HIT:
        more = (PoolItem("attack successes after the first", damage.amount),)
        return Business(intent, more if damage.amount else (), task, proposal)
    if proposal.view.difficulty is not None:
        # Fire and sunlight are soaked at a difficulty of their own (C6).
        intent = replace(intent, difficulty=proposal.view.difficulty)
    if intent.pool is None and not intent.traits:
        traits = _soaking(deed, setting.character, damage.kind)
        if not traits:
            return Refusal(
                Code.POOL_EMPTY,
                f"This body soaks no {damage.kind} damage.",
                "proposal",
                "the Storyteller's word on the proposal as it is",
            )
        intent = replace(intent, traits=traits)
    return Business(intent, task=task, proposal=proposal)


def go_on_with(
    deed: Deed, setting: Setting, business: Business, roll: RollId, receipt: V20Receipt
) -> None:
    """Let a roll do what it was made for."""
    if business.task is not None:
        _go_on_with_task(deed, business.task, receipt)
    intent, proposal = business.intent, business.proposal
    if proposal is not None:
        deed.record(e.ProposalLapsed(proposal=proposal.view.proposal))
        if proposal.view.kind is ProposalKind.ATTACK_HIT:
            kind = _damage_of(proposal).kind
            _propose(deed, proposal.view.against, kind, receipt.net, roll, proposal.audience)
        else:
            _propose_rest(deed, proposal, receipt.net, roll)
    elif intent.against is not None:
        audience = deed_audience(setting).narrowed_to(
            card_audience(deed.state.characters[intent.against])
        )
        _propose(deed, intent.against, intent.damage_kind, receipt.net, roll, audience)


# --- refusals ------------------------------------------------------------------------------------


def _refuse_task(deed: Deed, task: EffectState | None, told: Audience) -> Refusal | None:
    if task is None:
        return None
    if task.view.kind is not EffectKind.TASK or task.view.task is None:
        return Refusal(
            Code.INVALID, "Successes add up in a task alone.", "toward", "an effect of kind `task`"
        )
    return refuse_sight(deed, task, told)


def _refuse_against(intent: i.RollV20) -> Refusal | None:
    if intent.against is None:
        return None
    if intent.kind != "damage" or intent.proposal is not None:
        return Refusal(
            Code.INVALID,
            "Only a roll of damage is against somebody, and one that hit says whom already.",
            "against",
            "kind `damage` without a proposal, or nobody",
        )
    return None


_ANSWERED_BY = {"damage": ProposalKind.ATTACK_HIT, "soak": ProposalKind.V20_DAMAGE}


def _refuse_proposal(
    deed: Deed, proposal: ProposalState | None, setting: Setting, intent: i.RollV20
) -> Refusal | None:
    if proposal is None:
        return None
    view = proposal.view
    if _ANSWERED_BY.get(intent.kind) is not view.kind or view.is_soaked:
        return Refusal(
            Code.INVALID,
            "This roll answers no such proposal.",
            "proposal",
            "damage for an attack that hit, soak for damage that was not soaked",
        )
    if setting.character is None or setting.character.character != view.character:
        return Refusal(
            Code.FORBIDDEN,
            "The proposal is about another character.",
            "character",
            "the character that the proposal names",
        )
    if includes(deed.state, setting.asked.audience, proposal.audience):
        return None
    return Refusal(
        Code.VISIBILITY_NOT_ALLOWED,
        "Others see this proposal, and would see what becomes of it.",
        "visibility",
        "a visibility that all of them are in",
    )


def _damage_of(proposal: ProposalState) -> DamageView:
    if proposal.view.damage is None:
        raise AssertionError("harm is proposed with its damage")
    return proposal.view.damage


# --- what comes of it ----------------------------------------------------------------------------


def _soaking(deed: Deed, character: CharacterState, kind: DamageKind) -> tuple[str, ...]:
    """The traits that a body soaks with; the rules name them by their parts."""
    pool = soak_pool(1, 1, RuleKind(kind), body_of(character), rules_of(deed))
    return tuple([item.label for item in pool.items])


def _propose(
    deed: Deed,
    target: CharacterId | None,
    kind: DamageKind,
    levels: int,
    roll: RollId,
    audience: Audience,
) -> None:
    if levels > 0:
        propose(
            deed,
            ProposalKind.V20_DAMAGE,
            audience,
            character=target,
            roll=roll,
            damage=DamageView(TrackName.HEALTH, kind, levels),
        )


def _propose_rest(deed: Deed, proposal: ProposalState, soaked: int, roll: RollId) -> None:
    damage = _damage_of(proposal)
    left = damage.amount - soaked
    if left > 0:
        propose(
            deed,
            ProposalKind.V20_DAMAGE,
            proposal.audience,
            character=proposal.view.character,
            roll=roll,
            damage=DamageView(damage.track, damage.kind, left),
            is_soaked=True,
        )


def _go_on_with_task(deed: Deed, task: EffectState, receipt: V20Receipt) -> None:
    """Add what was rolled; a botch loses it, and the target ends the task."""
    now = task.view.task
    if now is None:
        raise AssertionError("a task is looked at before it is rolled for")
    after = add_roll(
        Extended(now.target, now.gained, now.rolls), reading_of(receipt), rules_of(deed)
    )
    view = replace(task.view, task=TaskView(now.target, after.gained, after.rolls))
    go_on(deed, view)
    if after.progress is not Progress.OPEN:
        deed.record(e.EffectEnded(effect=task.view.effect))
