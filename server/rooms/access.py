"""
Who may do what: one table, intent x role x relation to the object that is changed.

The object is looked up here, never taken from a client's word beside it. An object that the actor
may not know of answers like one that does not exist.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import assert_never

from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import BondId, CharacterId, ContestId, RequestId
from protocol.words import Role
from server.rooms.commands import RecalledRoll
from server.rooms.refusal import Refusal, not_found
from server.rooms.safety import added, raised
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import sees, viewer_of, visible_character


class Relation(StrEnum):
    """
    What the actor has to do with the object of an intent.

    `room`: there is no object but the room. `own`: the actor's self, own character, own roll.
    `other`: somebody else's, which the actor may know of.
    """

    ROOM = "room"
    OWN = "own"
    OTHER = "other"


Rights = Mapping[Role, frozenset[Relation]]

_ANY = frozenset(Relation)
_ROOM_AND_OWN = frozenset({Relation.ROOM, Relation.OWN})
_ROOM = frozenset({Relation.ROOM})
_OWN = frozenset({Relation.OWN})
_OTHER = frozenset({Relation.OTHER})

_ST, _PLAYER, _SPECTATOR, _BOT = Role.STORYTELLER, Role.PLAYER, Role.SPECTATOR, Role.BOT

_STORYTELLERS: Rights = {_ST: _ANY}
_OWNERS: Rights = {_ST: _ANY, _PLAYER: _OWN, _BOT: _OWN}
_ROLLERS: Rights = {_ST: _ANY, _PLAYER: _ROOM_AND_OWN, _BOT: _ROOM_AND_OWN}

ACCESS: Mapping[type[i.Intent], Rights] = {
    i.RenameRoom: _STORYTELLERS,
    i.SetHouseRules: _STORYTELLERS,
    i.LockRoom: _STORYTELLERS,
    i.CreateInvite: _STORYTELLERS,
    i.RevokeInvite: _STORYTELLERS,
    i.RenewInvite: _STORYTELLERS,
    i.CreateDeviceLink: {_ST: _ANY, _PLAYER: _ROOM, _SPECTATOR: _ROOM},
    i.LeaveRoom: dict.fromkeys(Role, _ANY),
    i.RenewToken: dict.fromkeys(Role, _ANY),
    i.RemoveMember: {_ST: _OTHER},
    i.SetRole: _STORYTELLERS,
    i.RenameMember: {_ST: _ANY, _PLAYER: _OWN, _SPECTATOR: _OWN, _BOT: _OWN},
    i.CreateCharacter: _OWNERS,
    i.EditCharacter: _OWNERS,
    i.SetOwners: _STORYTELLERS,
    i.SetStandIn: {_ST: _ANY, _PLAYER: _OWN},
    i.EndStandIn: {_ST: _ANY, _PLAYER: _OWN},
    i.UnhideCharacter: _STORYTELLERS,
    i.RemoveCharacter: _STORYTELLERS,
    i.SetTrackerAudience: _STORYTELLERS,
    i.SetTracker: _OWNERS,
    i.SetTrack: _OWNERS,
    i.DealDamage: _OWNERS,
    i.Heal: _OWNERS,
    i.Feed: _OWNERS,
    i.BeginEffect: _STORYTELLERS,
    i.EndEffect: _STORYTELLERS,
    i.AddStains: _OWNERS,
    i.Roll: _ROLLERS,
    i.Reroll: _OWNERS,
    i.SettleRoll: _OWNERS,
    i.Rouse: _OWNERS,
    i.Mend: _OWNERS,
    i.Wake: _OWNERS,
    i.Blush: _OWNERS,
    i.RollCompulsion: _OWNERS,
    i.Recover: _OWNERS,
    i.Help: _OWNERS,
    i.SpendWillpower: _OWNERS,
    i.DeclareAction: _OWNERS,
    i.RideWave: _OWNERS,
    i.RollResonance: _OWNERS,
    i.TestRemorse: _OWNERS,
    i.TestFrenzy: _OWNERS,
    i.RequestRoll: _STORYTELLERS,
    i.AnswerRequest: _OWNERS,
    i.CloseRequest: _STORYTELLERS,
    i.JudgeRoll: _STORYTELLERS,
    i.ScheduleReveal: _STORYTELLERS,
    i.CancelReveal: _STORYTELLERS,
    i.AskReveal: {_PLAYER: _OWN},
    i.RevealRoll: _OWNERS,
    i.RetractRoll: _STORYTELLERS,
    i.Undo: dict.fromkeys(Role, _ANY),
    i.RaisePause: dict.fromkeys(Role, _ANY),
    i.LiftPause: {_ST: _ANY, _PLAYER: _OWN, _SPECTATOR: _OWN, _BOT: _OWN},
    i.AddBoundary: {_ST: _ANY, _PLAYER: _ANY, _SPECTATOR: _ANY},
    i.RemoveBoundary: {_ST: _ANY, _PLAYER: _OWN, _SPECTATOR: _OWN},
    i.SetTenets: _STORYTELLERS,
    i.SetBeliefs: _OWNERS,
    i.SetBond: _STORYTELLERS,
    i.RemoveBond: _STORYTELLERS,
    i.SetBoon: _STORYTELLERS,
    i.RemoveBoon: _STORYTELLERS,
    i.AwardExperience: _STORYTELLERS,
    i.SpendExperience: _OWNERS,
    i.OpenContest: _OWNERS,
    i.AnswerContest: _OWNERS,
    i.ForgoReaction: _OWNERS,
    i.WithdrawContest: _OWNERS,
    i.ConfirmProposal: _STORYTELLERS,
    i.DismissProposal: _STORYTELLERS,
    i.Say: {_ST: _ANY, _PLAYER: _ROOM_AND_OWN, _SPECTATOR: _ROOM, _BOT: _ROOM_AND_OWN},
    i.StartSession: _STORYTELLERS,
    i.EndSession: _STORYTELLERS,
    i.BeginClock: _STORYTELLERS,
    i.EndClock: _STORYTELLERS,
    i.CreateV20Character: _OWNERS,
    i.RollV20: _ROLLERS,
    i.SpendBlood: _OWNERS,
    i.DrinkBlood: _OWNERS,
    i.OpenV20Contest: _OWNERS,
    i.AnswerV20Contest: _OWNERS,
    i.RollDegeneration: _OWNERS,
    i.ResistBeast: _OWNERS,
    i.RollInitiative: _OWNERS,
    i.AddEntropy: {_PLAYER: _ANY},
    i.RenewDice: _STORYTELLERS,
}

QUERY_ACCESS: Mapping[type[i.Query], frozenset[Role]] = {
    i.HistoryQuery: frozenset(Role),
    i.SnapshotQuery: frozenset(Role),
    i.LandmarksQuery: frozenset(Role),
    i.PlayQuery: frozenset(Role),
    i.StopPlayQuery: frozenset(Role),
    i.RollQuery: frozenset(Role),
    i.OddsQuery: frozenset(Role),
    i.RulesQuery: frozenset(Role),
}


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
            i.EditCharacter() | i.SetOwners() | i.SetStandIn() | i.AskReveal()
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
        case i.SetBond():
            if not _know(state, actor, intent.regnant):
                return not_found("regnant")
            if intent.bond is not None and not _knows_bond(state, actor, intent.bond):
                return not_found("bond")
            return _to_character(state, actor, intent.character)
        case i.RemoveBond():
            return Relation.OTHER if _knows_bond(state, actor, intent.bond) else not_found("bond")
        case i.SetBoon() | i.RemoveBoon():
            return _to_boon(state, actor, intent)
        case i.AwardExperience():
            is_known = all(_know(state, actor, each.character) for each in intent.awards)
            return Relation.ROOM if is_known else not_found("awards")
        case i.EndEffect():
            held = state.effects.get(intent.effect)
            if held is None or not sees(held.audience, viewer_of(actor)):
                return not_found("effect")
            return Relation.OTHER
        case i.ConfirmProposal() | i.DismissProposal():
            known = state.proposals.get(intent.proposal)
            if known is None or not sees(known.audience, viewer_of(actor)):
                return not_found("proposal")
            return Relation.OTHER
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


def _know(state: RoomState, actor: MemberState, character: CharacterId | None) -> bool:
    """Whether a character that is named, if any, is one that the actor knows of."""
    if character is None:
        return True
    return visible_character(state, viewer_of(actor), character) is not None


def _knows_bond(state: RoomState, actor: MemberState, bond: BondId) -> bool:
    known = state.bonds.get(bond)
    return known is not None and sees(known.audience, viewer_of(actor))


def _to_boon(
    state: RoomState, actor: MemberState, intent: i.SetBoon | i.RemoveBoon
) -> Relation | Refusal:
    """The boon that is named, if any, and both of its characters have to be known."""
    if isinstance(intent, i.SetBoon):
        for field in ("debtor", "creditor"):
            if not _know(state, actor, getattr(intent, field)):
                return not_found(field)
        if intent.boon is None:
            return Relation.ROOM
    boon = None if intent.boon is None else state.boons.get(intent.boon)
    is_known = boon is not None and sees(boon.audience, viewer_of(actor))
    return Relation.OTHER if is_known else not_found("boon")


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
