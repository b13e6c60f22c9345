"""The table of rights: intent x role x relation to the object that is changed."""

from collections.abc import Mapping
from enum import StrEnum

from protocol import from_client as i
from protocol.words import Role


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
    i.OfferCharacter: {_ST: _ANY, _PLAYER: _OWN},
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
    i.ConfirmProposal: {_ST: _ANY, _PLAYER: _OWN},
    i.DismissProposal: {_ST: _ANY, _PLAYER: _OWN},
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
