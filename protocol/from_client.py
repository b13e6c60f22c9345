"""What clients send: greeting, pings, queries, intents. Unknown fields are refused by name."""

from protocol.belief_intents import SetBeliefs, SetTenets, Touchstone
from protocol.blood_intents import (
    BeginEffect,
    Blush,
    EndEffect,
    Feed,
    Help,
    Mend,
    Recover,
    RideWave,
    RollCompulsion,
    RollResonance,
    SpendWillpower,
    Wake,
)
from protocol.character_intents import (
    AddStains,
    CreateCharacter,
    DealDamage,
    EditCharacter,
    Heal,
    RemoveCharacter,
    SetOwners,
    SetTrack,
    SetTracker,
    SetTrackerAudience,
    UnhideCharacter,
)
from protocol.correction_intents import (
    RetractRoll,
    Undo,
)
from protocol.dice_intents import AddEntropy, RenewDice
from protocol.experience_intents import Award, AwardExperience, SpendExperience
from protocol.greeting import Founding, Hello, Invited, Linked, Ping, Position, Returning
from protocol.playing_intents import EndStandIn, OfferCharacter, SetStandIn
from protocol.pool_intents import PoolModifier, SeveralActions
from protocol.queries import (
    HistoryQuery,
    LandmarksQuery,
    OddsQuery,
    PlayQuery,
    RollQuery,
    RulesQuery,
    SnapshotQuery,
    StopPlayQuery,
)
from protocol.request_intents import AnswerRequest, CloseRequest, JudgeRoll, RequestRoll
from protocol.reveal_intents import AskReveal, CancelReveal, ScheduleReveal
from protocol.roll_intents import (
    AnswerContest,
    ConfirmProposal,
    DismissProposal,
    ForgoReaction,
    HarmEdit,
    OpenContest,
    Reroll,
    RevealRoll,
    Roll,
    Rouse,
    SettleRoll,
    TestFrenzy,
    TestRemorse,
    WithdrawContest,
)
from protocol.room_intents import (
    BeginClock,
    CreateDeviceLink,
    CreateInvite,
    DeclareAction,
    EndClock,
    EndSession,
    LeaveRoom,
    LockRoom,
    RemoveMember,
    RenameMember,
    RenameRoom,
    RenewInvite,
    RenewToken,
    RevokeInvite,
    SetHouseRules,
    SetRole,
    StartSession,
)
from protocol.safety_intents import (
    AddBoundary,
    LiftPause,
    RaisePause,
    RemoveBoundary,
)
from protocol.table_intents import (
    Say,
)
from protocol.tie_intents import RemoveBond, RemoveBoon, SetBond, SetBoon
from protocol.v20_intents import (
    AnswerV20Contest,
    CreateV20Character,
    DrinkBlood,
    OpenV20Contest,
    ResistBeast,
    RollDegeneration,
    RollInitiative,
    RollV20,
    SpendBlood,
)

__all__ = [
    "AddBoundary",
    "AddEntropy",
    "AddStains",
    "AnswerContest",
    "AnswerRequest",
    "AnswerV20Contest",
    "AskReveal",
    "Award",
    "AwardExperience",
    "BeginClock",
    "BeginEffect",
    "Blush",
    "CancelReveal",
    "CloseRequest",
    "ConfirmProposal",
    "CreateCharacter",
    "CreateDeviceLink",
    "CreateInvite",
    "CreateV20Character",
    "DealDamage",
    "DeclareAction",
    "DismissProposal",
    "DrinkBlood",
    "EditCharacter",
    "EndClock",
    "EndEffect",
    "EndSession",
    "EndStandIn",
    "Feed",
    "ForgoReaction",
    "Founding",
    "FromClient",
    "HarmEdit",
    "Heal",
    "Hello",
    "Help",
    "HistoryQuery",
    "Intent",
    "Invited",
    "JudgeRoll",
    "LandmarksQuery",
    "LeaveRoom",
    "LiftPause",
    "Linked",
    "LockRoom",
    "Mend",
    "OddsQuery",
    "OfferCharacter",
    "OpenContest",
    "OpenV20Contest",
    "Ping",
    "PlayQuery",
    "PoolModifier",
    "Position",
    "Query",
    "RaisePause",
    "Recover",
    "RemoveBond",
    "RemoveBoon",
    "RemoveBoundary",
    "RemoveCharacter",
    "RemoveMember",
    "RenameMember",
    "RenameRoom",
    "RenewDice",
    "RenewInvite",
    "RenewToken",
    "RequestRoll",
    "Reroll",
    "ResistBeast",
    "RetractRoll",
    "Returning",
    "RevealRoll",
    "RevokeInvite",
    "RideWave",
    "Roll",
    "RollCompulsion",
    "RollDegeneration",
    "RollInitiative",
    "RollQuery",
    "RollResonance",
    "RollV20",
    "Rouse",
    "RulesQuery",
    "Say",
    "ScheduleReveal",
    "SetBeliefs",
    "SetBond",
    "SetBoon",
    "SetHouseRules",
    "SetOwners",
    "SetRole",
    "SetStandIn",
    "SetTenets",
    "SetTrack",
    "SetTracker",
    "SetTrackerAudience",
    "SettleRoll",
    "SeveralActions",
    "SnapshotQuery",
    "SpendBlood",
    "SpendExperience",
    "SpendWillpower",
    "StartSession",
    "StopPlayQuery",
    "TestFrenzy",
    "TestRemorse",
    "Touchstone",
    "Undo",
    "UnhideCharacter",
    "Wake",
    "WithdrawContest",
]

Intent = (
    RenameRoom
    | SetHouseRules
    | CreateInvite
    | RevokeInvite
    | RenewInvite
    | CreateDeviceLink
    | LeaveRoom
    | RemoveMember
    | SetRole
    | RenameMember
    | CreateCharacter
    | EditCharacter
    | SetOwners
    | UnhideCharacter
    | RemoveCharacter
    | SetTrackerAudience
    | SetTracker
    | SetTrack
    | DealDamage
    | Heal
    | AddStains
    | Feed
    | BeginEffect
    | EndEffect
    | Roll
    | Reroll
    | SettleRoll
    | Rouse
    | Mend
    | Wake
    | Blush
    | RollCompulsion
    | RideWave
    | Recover
    | Help
    | SpendWillpower
    | DeclareAction
    | RollResonance
    | TestRemorse
    | TestFrenzy
    | RevealRoll
    | OpenContest
    | AnswerContest
    | ForgoReaction
    | WithdrawContest
    | ConfirmProposal
    | DismissProposal
    | StartSession
    | EndSession
    | BeginClock
    | EndClock
    | CreateV20Character
    | RollV20
    | SpendBlood
    | DrinkBlood
    | OpenV20Contest
    | AnswerV20Contest
    | RollDegeneration
    | ResistBeast
    | RollInitiative
    | Say
    | AddEntropy
    | RenewDice
    | RequestRoll
    | AnswerRequest
    | CloseRequest
    | JudgeRoll
    | RetractRoll
    | Undo
    | RaisePause
    | LiftPause
    | AddBoundary
    | RemoveBoundary
    | SetBeliefs
    | SetTenets
    | RemoveBond
    | RemoveBoon
    | SetBond
    | SetBoon
    | AwardExperience
    | SpendExperience
    | ScheduleReveal
    | CancelReveal
    | AskReveal
    | LockRoom
    | RenewToken
    | SetStandIn
    | EndStandIn
    | OfferCharacter
)

Query = (
    HistoryQuery
    | SnapshotQuery
    | LandmarksQuery
    | PlayQuery
    | StopPlayQuery
    | RollQuery
    | OddsQuery
    | RulesQuery
)

FromClient = Hello | Ping | Query | Intent
