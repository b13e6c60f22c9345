"""Decisions about proposals: a Storyteller lets a consequence happen, changes it, or lets it go."""

from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.views import ClaimView, CorrectionView, DamageView, ProposalView
from protocol.words import DamageKind, ProposalKind, TrackerName, TrackName, Visibility
from server.rooms.causes import Cause
from server.rooms.commands import RecalledRoll
from server.rooms.contest_results import close_contest_if_decided
from server.rooms.corrections import refuse_consent
from server.rooms.deed import Asked, Deed
from server.rooms.handing_on import accept, refuse_acceptance
from server.rooms.harm import deal, deal_rows, edited, refuse_edits
from server.rooms.later_reveals import show_what_was_asked
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal
from server.rooms.retracting import retract
from server.rooms.setting import Setting
from server.rooms.settling import propose
from server.rooms.state import CharacterState, MemberState, ProposalState
from server.rooms.trackers import change, damage, number, put, stain
from server.rooms.v20 import trackers as v20_trackers
from server.rooms.v20.botches import DERANGEMENT, derange
from server.rooms.visibility import asked_audience, tracker_audience
from server.rules.v5.consequences import Price
from server.rules.v5.hunger import raise_hunger

_COUNTED = (Price.STAINS.value, Price.AGGRAVATED_HEALTH.value)


def confirm_proposal(
    deed: Deed, actor: MemberState, intent: i.ConfirmProposal, recalled: RecalledRoll | None
) -> Refusal | None:
    """Let a consequence happen, as proposed or changed."""
    proposal = deed.state.proposals[intent.proposal]
    view = proposal.view
    refusal = (
        _refuse_choice(view, intent)
        or refuse_edits(view, intent.edits)
        or refuse_consent(deed, actor, view, recalled)
        or refuse_acceptance(deed, actor, view)
    )
    if refusal is not None:
        return refusal
    dealt = _dealt(view, intent)
    rows = edited(deed, view.rows, intent.edits)
    deed.record(
        e.ProposalConfirmed(
            proposal=view.proposal,
            by=actor.member,
            choice=intent.choice,
            damage=dealt,
            note=intent.note,
            rows=rows,
        )
    )
    if view.kind is ProposalKind.RETRACTION and recalled is not None:
        retract(deed, recalled, view.by or actor.member, view.note)
        return None
    if view.kind is ProposalKind.HANDING_ON:
        accept(deed, actor, view)
        return None
    if view.correction is not None:
        _put_right(deed, actor, view, view.correction)
        return None
    cause = Cause(
        by=actor.member,
        visibility=_visibility(proposal),
        audience=proposal.audience,
        note=intent.note,
        proposal=view.proposal,
    )
    deal_rows(deed, rows, cause)
    character = None if view.character is None else deed.state.characters.get(view.character)
    if character is not None:
        if dealt is not None and view.kind is ProposalKind.V20_DAMAGE:
            v20_trackers.damage(deed, character, dealt.kind, dealt.amount, cause)
        elif dealt is not None and view.kind is not ProposalKind.ATTACK_HIT:
            halved = next((edit.halved for edit in intent.edits), None)
            deal(deed, character, dealt, cause, halved=halved)
        if intent.choice is not None:
            _pay(deed, character, proposal, intent.choice, intent.amount or 1, cause)
        if intent.choice == DERANGEMENT:
            asked = Asked(cause.visibility, proposal.audience)
            derange(deed, actor, character, asked, intent.note)
    if proposal.asked is not None:
        show_what_was_asked(deed, actor, proposal.audience.members, recalled)
    if view.claim is not None:
        _grant(deed, actor, proposal, view.claim, character, intent.note)
    close_contest_if_decided(deed, view.contest)
    return None


def _put_right(
    deed: Deed, actor: MemberState, view: ProposalView, correction: CorrectionView
) -> None:
    """Put a tracker right, as whoever asked for it would have, before those who are still here."""
    character = None if view.character is None else deed.state.characters.get(view.character)
    if character is None:
        return
    by = view.by or actor.member
    to = tuple(member for member in correction.to if member in deed.state.members)
    audience = asked_audience(by, correction.visibility, to, (character,))
    cause = Cause(by=by, visibility=correction.visibility, audience=audience, note=view.note)
    put(deed, character, correction.tracker, correction.after, cause, is_correction=True)


def _dealt(view: ProposalView, intent: i.ConfirmProposal) -> DamageView | None:
    """The damage of a proposal of one blow, as it is confirmed; None if it is struck."""
    proposed = view.damage
    if proposed is None or any(edit.strike for edit in intent.edits):
        return None
    edit = next(iter(intent.edits), None)
    amount = intent.amount or (edit.amount if edit else None) or proposed.amount
    kind = (edit.kind if edit else None) or proposed.kind
    return replace(proposed, amount=amount, kind=kind)


def _grant(
    deed: Deed,
    actor: MemberState,
    proposal: ProposalState,
    claim: ClaimView,
    character: CharacterState | None,
    note: str,
) -> None:
    """Let a claimed win be a roll of whoever claimed it, or of *actor* if that one is gone."""
    claimant = deed.state.members.get(claim.member, actor)
    asked = Asked(_visibility(proposal), proposal.audience)
    granted = RollToRecord(claim.label, claim.receipt, None, note)
    record_roll(deed, Setting(claimant, character, asked), granted)


def dismiss_proposal(deed: Deed, actor: MemberState, intent: i.DismissProposal) -> Refusal | None:
    """Let a consequence go."""
    view = deed.state.proposals[intent.proposal].view
    deed.record(e.ProposalDismissed(proposal=view.proposal, by=actor.member, note=intent.note))
    close_contest_if_decided(deed, view.contest)
    return None


def _refuse_choice(view: ProposalView, intent: i.ConfirmProposal) -> Refusal | None:
    if view.options and intent.choice not in view.options:
        return Refusal(
            Code.INVALID,
            "Choose what happens.",
            "choice",
            ", ".join(view.options),
        )
    if not view.options and intent.choice is not None:
        return Refusal(Code.INVALID, "There is nothing to choose here.", "choice", "no choice")
    may_count = view.damage is not None or intent.choice in _COUNTED
    if intent.amount is not None and not may_count:
        return Refusal(Code.INVALID, "This has no amount.", "amount", "no amount")
    return None


def _pay(
    deed: Deed,
    character: CharacterState,
    proposal: ProposalState,
    choice: str,
    amount: int,
    cause: Cause,
) -> None:
    """Do to the trackers what a price says; what is a matter of the story is recorded alone."""
    if choice == Price.STAINS.value:
        stain(deed, character, amount, cause)
    elif choice == Price.AGGRAVATED_HEALTH.value:
        damage(deed, character, TrackName.HEALTH, DamageKind.AGGRAVATED, amount, cause, halve=False)
    elif choice == Price.HUNGER.value and TrackerName.HUNGER in character.trackers:
        rise = raise_hunger(number(character, TrackerName.HUNGER))
        change(deed, character.character, TrackerName.HUNGER, rise.after)
        if rise.frenzy_difficulty is not None:
            propose(
                deed,
                ProposalKind.FRENZY,
                # That Hunger could not rise tells what it is.
                proposal.audience.narrowed_to(tracker_audience(character, TrackerName.HUNGER)),
                character=character.character,
                roll=proposal.view.roll,
                difficulty=rise.frenzy_difficulty,
            )


def _visibility(proposal: ProposalState) -> Visibility:
    audience = proposal.audience
    if audience.everyone:
        return Visibility.PUBLIC
    return Visibility.PRIVATE if audience.members else Visibility.SECRET
