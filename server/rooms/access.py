"""
Who may do what, by the one table of rights: what the actor has to do with the object of an intent.

The object is looked up here, never taken from a client's word beside it. An object that the actor
may not know of answers like one that does not exist.
"""

from typing import assert_never

from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, ContestId, RequestId
from protocol.words import ProposalKind, Role
from server.rooms.commands import RecalledRoll
from server.rooms.knowing import unknown_part
from server.rooms.refusal import Refusal, not_found
from server.rooms.rights import ACCESS, Relation
from server.rooms.safety import added, raised
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import sees, viewer_of, visible_character


def refuse_access(
    state: RoomState, actor: MemberState, intent: i.Intent, recalled: RecalledRoll | None
) -> Refusal | None:
    """
    Why *actor* may not do this, or None.

    First the role, which tells nothing; then whether the object may be known; then the relation.
    A bot may at most what its creator may at this moment, and nothing once that one is gone.
    """
    refusal = _refuse_by_role(state, actor, intent, recalled)
    is_bound = actor.role is Role.BOT and actor.creator != actor.member
    if refusal is not None or not is_bound or isinstance(intent, i.LeaveRoom):
        return refusal
    creator = None if actor.creator is None else state.members.get(actor.creator)
    if creator is None or refuse_access(state, creator, intent, recalled) is not None:
        return _forbidden(actor)
    return None


def _refuse_by_role(
    state: RoomState, actor: MemberState, intent: i.Intent, recalled: RecalledRoll | None
) -> Refusal | None:
    rights = ACCESS[type(intent)].get(actor.role)
    if rights is None:
        return _forbidden(actor)
    relation = relation_to(state, actor, intent, recalled)
    if isinstance(relation, Refusal):
        return relation
    return None if relation in rights else _forbidden(actor)


def relation_to(
    state: RoomState, actor: MemberState, intent: i.Intent, recalled: RecalledRoll | None
) -> Relation | Refusal:
    """What the actor has to do with the object of *intent*, or that there is none to know of."""
    match intent:
        # The most frequent first: cases are tried in order.
        case i.Roll() | i.Say():
            asked = intent.request if isinstance(intent, i.Roll) else None
            if asked is not None and not _knows_request(state, actor, asked):
                return not_found("request")
            if intent.character is None:
                return Relation.ROOM
            return _to_character(state, actor, intent.character)
        case i.RollV20():
            return _to_v20_roll(state, actor, intent)
        case (
            i.RenameRoom() | i.SetHouseRules() | i.CreateInvite() | i.LockRoom()
            | i.LeaveRoom() | i.StartSession() | i.EndSession() | i.BeginClock() | i.EndClock()
            | i.AddEntropy() | i.RenewDice() | i.RequestRoll() | i.Undo()
            | i.RaisePause() | i.AddBoundary() | i.RenewToken() | i.SetTenets()
        ):  # fmt: skip
            return Relation.ROOM
        case i.CreateDeviceLink():
            if intent.member is None or intent.member == actor.member:
                return Relation.ROOM
            return Relation.OTHER if intent.member in state.members else not_found("member")
        case i.RevokeInvite() | i.RenewInvite():
            return Relation.OTHER if intent.invite in state.invites else not_found("invite")
        case i.RemoveMember() | i.SetRole() | i.RenameMember():
            if intent.member not in state.members:
                return not_found("member")
            return Relation.OWN if intent.member == actor.member else Relation.OTHER
        case i.CreateCharacter() | i.CreateV20Character():
            is_own = not intent.hidden and set(intent.owners) <= {actor.member}
            return Relation.OWN if is_own else Relation.OTHER
        case (
            i.UnhideCharacter() | i.RemoveCharacter() | i.EndStandIn()
            | i.SetTrackerAudience() | i.SetTracker() | i.SetTrack() | i.DealDamage()
            | i.Heal() | i.Mend() | i.Wake() | i.Blush() | i.Recover()
            | i.RollCompulsion() | i.RideWave() | i.RollResonance()
            | i.AddStains() | i.Rouse() | i.TestRemorse() | i.TestFrenzy()
            | i.SpendBlood() | i.SpendWillpower() | i.DrinkBlood() | i.RollDegeneration()
            | i.ResistBeast() | i.RollInitiative() | i.DeclareAction()
        ):  # fmt: skip
            return _to_character(state, actor, intent.character)
        case (
            i.EditCharacter() | i.SetOwners() | i.SetStandIn() | i.AskReveal() | i.OfferCharacter()
            | i.SetBeliefs() | i.SpendExperience()
        ):  # fmt: skip
            # A stand-in plays; what lasts, and what was before, is the owners'.
            return _to_owned(state, actor, intent.character)
        case i.OpenV20Contest():
            return _to_v20_contest(state, actor, intent)
        case i.BeginEffect():
            if intent.against is not None:
                rival = visible_character(state, viewer_of(actor), intent.against)
                if rival is None:
                    return not_found("against")
            return _to_character(state, actor, intent.character)
        case i.Feed():
            if intent.bites and visible_character(state, viewer_of(actor), intent.bites) is None:
                return not_found("bites")
            return _to_character(state, actor, intent.character)
        case i.Help():
            if visible_character(state, viewer_of(actor), intent.helps) is None:
                return not_found("helps")
            return _to_character(state, actor, intent.character)
        case i.OpenContest():
            if visible_character(state, viewer_of(actor), intent.against) is None:
                return not_found("against")
            for other in intent.others:
                if visible_character(state, viewer_of(actor), other) is None:
                    return not_found("others")
            return _to_character(state, actor, intent.character)
        case i.AnswerContest() | i.AnswerV20Contest() | i.ForgoReaction():
            return _to_answer(state, actor, intent)
        case i.WithdrawContest():
            return _to_contest(state, actor, intent.contest)
        case i.AnswerRequest():
            if not _knows_request(state, actor, intent.request):
                return not_found("request")
            return _to_character(state, actor, state.requests[intent.request].view.character)
        case i.CloseRequest():
            is_known = any(each.view.group == intent.group for each in state.requests.values())
            return Relation.OTHER if is_known else not_found("group")
        case i.CancelReveal():
            return Relation.OTHER if intent.reveal in state.reveals else not_found("reveal")
        case (
            i.Reroll() | i.SettleRoll() | i.RevealRoll() | i.JudgeRoll() | i.ScheduleReveal()
            | i.RetractRoll()
        ):  # fmt: skip
            return _to_roll(state, actor, intent, recalled)
        case i.LiftPause():
            return _to_pause(state, actor, intent)
        case i.RemoveBoundary():
            return _to_boundary(state, actor, intent)
        case (
            i.SetBond() | i.RemoveBond() | i.SetBoon() | i.RemoveBoon() | i.AwardExperience()
        ):  # fmt: skip
            unknown = unknown_part(state, viewer_of(actor), intent)
            if unknown is not None:
                return not_found(unknown)
            if isinstance(intent, i.SetBond):
                return _to_character(state, actor, intent.character)
            makes = isinstance(intent, i.AwardExperience)
            makes = makes or (isinstance(intent, i.SetBoon) and intent.boon is None)
            return Relation.ROOM if makes else Relation.OTHER
        case i.EndEffect():
            held = state.effects.get(intent.effect)
            if held is None or not sees(held.audience, viewer_of(actor)):
                return not_found("effect")
            return Relation.OTHER
        case i.ConfirmProposal() | i.DismissProposal():
            return _to_proposal(state, actor, intent)
        case _:
            assert_never(intent)


def _to_character(
    state: RoomState, actor: MemberState, character: CharacterId
) -> Relation | Refusal:
    known = visible_character(state, viewer_of(actor), character)
    if known is None:
        return not_found("character")
    return Relation.OWN if actor.member in known.players else Relation.OTHER


def _to_owned(state: RoomState, actor: MemberState, character: CharacterId) -> Relation | Refusal:
    known = visible_character(state, viewer_of(actor), character)
    if known is None:
        return not_found("character")
    return Relation.OWN if actor.member in known.owners else Relation.OTHER


def _knows_request(state: RoomState, actor: MemberState, request: RequestId | None) -> bool:
    """Whether a request that is named, if any, is one that the actor knows of."""
    known = None if request is None else state.requests.get(request)
    return request is None or (known is not None and sees(known.audience, viewer_of(actor)))


def _to_v20_roll(state: RoomState, actor: MemberState, intent: i.RollV20) -> Relation | Refusal:
    """All that a roll names beside its character has to be known, too."""
    if not _knows_request(state, actor, intent.request):
        return not_found("request")
    viewer = viewer_of(actor)
    if intent.against is not None and visible_character(state, viewer, intent.against) is None:
        return not_found("against")
    if intent.proposal is not None:
        proposal = state.proposals.get(intent.proposal)
        if proposal is None or not sees(proposal.audience, viewer):
            return not_found("proposal")
    if intent.toward is not None:
        held = state.effects.get(intent.toward)
        if held is None or not sees(held.audience, viewer):
            return not_found("toward")
    if intent.character is None:
        return Relation.ROOM
    return _to_character(state, actor, intent.character)


def _to_v20_contest(
    state: RoomState, actor: MemberState, intent: i.OpenV20Contest
) -> Relation | Refusal:
    viewer = viewer_of(actor)
    if visible_character(state, viewer, intent.against) is None:
        return not_found("against")
    if intent.toward is not None:
        held = state.effects.get(intent.toward)
        if held is None or not sees(held.audience, viewer):
            return not_found("toward")
    return _to_character(state, actor, intent.character)


def _to_answer(
    state: RoomState,
    actor: MemberState,
    intent: i.AnswerContest | i.AnswerV20Contest | i.ForgoReaction,
) -> Relation | Refusal:
    contest = state.contests.get(intent.contest)
    if contest is None or not sees(contest.audience, viewer_of(actor)):
        return not_found("contest")
    return _to_character(state, actor, intent.character)


def _to_contest(state: RoomState, actor: MemberState, contest_id: ContestId) -> Relation | Refusal:
    contest = state.contests.get(contest_id)
    if contest is None or not sees(contest.audience, viewer_of(actor)):
        return not_found("contest")
    return Relation.OWN if contest.first.member == actor.member else Relation.OTHER


def _to_proposal(
    state: RoomState, actor: MemberState, intent: i.ConfirmProposal | i.DismissProposal
) -> Relation | Refusal:
    """One's own is what one is offered; what one offers can be dismissed too."""
    known = state.proposals.get(intent.proposal)
    if known is None or not sees(known.audience, viewer_of(actor)):
        return not_found("proposal")
    if known.view.kind is not ProposalKind.HANDING_ON:
        return Relation.OTHER
    own = [known.view.member]
    if isinstance(intent, i.DismissProposal):
        own.append(known.view.by)
    return Relation.OWN if actor.member in own else Relation.OTHER


def _to_roll(
    state: RoomState,
    actor: MemberState,
    intent: (
        i.Reroll | i.SettleRoll | i.RevealRoll | i.JudgeRoll | i.ScheduleReveal | i.RetractRoll
    ),
    recalled: RecalledRoll | None,
) -> Relation | Refusal:
    standing = state.standing.get(intent.roll)
    if standing is not None:
        audience, member, character = standing.audience, standing.member, standing.character
        was_hidden = standing.is_attributed
    elif recalled is not None:
        audience, member = recalled.audience, recalled.roll.member
        character, was_hidden = recalled.true_character, recalled.was_hidden
    else:
        return not_found("roll")
    if not sees(audience, viewer_of(actor)):
        return not_found("roll")
    if was_hidden:
        # Shown without its character it answers so to whoever owns that character later.
        return Relation.OTHER
    known = None if character is None else state.characters.get(character)
    # To reroll or settle acts on the character, to reveal acts on what the roller rolled.
    is_reveal = isinstance(intent, i.RevealRoll)
    if known is not None and actor.member in (known.owners if is_reveal else known.players):
        return Relation.OWN
    acts_on_roll = known is None or is_reveal
    return Relation.OWN if acts_on_roll and actor.member == member else Relation.OTHER


def _to_pause(state: RoomState, actor: MemberState, intent: i.LiftPause) -> Relation | Refusal:
    pause = state.pause
    if pause is None:
        # Whoever asks may know that the table does not pause.
        return Relation.OWN
    is_own = pause.by == actor.member or raised(state, actor.member, pause, intent.raised_with)
    return Relation.OWN if is_own else Relation.OTHER


def _to_boundary(
    state: RoomState, actor: MemberState, intent: i.RemoveBoundary
) -> Relation | Refusal:
    known = state.boundaries.get(intent.boundary)
    if known is None:
        return not_found("boundary")
    is_own = known.by == actor.member or added(state, actor.member, known, intent.added_with)
    return Relation.OWN if is_own else Relation.OTHER


def _forbidden(actor: MemberState) -> Refusal:
    return Refusal(
        Code.FORBIDDEN,
        f"A {actor.role} may not do this here.",
        None,
        "what your role and your own characters allow",
    )
