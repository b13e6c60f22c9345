"""
What happened, in the past tense: the bodies of events, stored and sent alike.

An event looks the same to everyone who may see it. Where viewers may see different things, there
are several events, each with an audience of its own (`server.rooms.visibility`).
"""

from protocol.belief_events import (
    BeliefsHidden,
    BeliefsNoted,
    BondNoted,
    BondRemoved,
    BoonNoted,
    BoonRemoved,
    ExperienceAwarded,
    ExperienceSpent,
    RegnantKept,
    TenetsSet,
)
from protocol.character_events import (
    CharacterCreated,
    CharacterEdited,
    CharacterRemoved,
    CharacterUnhidden,
    DamageDealt,
    EffectBegun,
    EffectEnded,
    Fed,
    Healed,
    OwnersChanged,
    SheetNoted,
    StainsAdded,
    TrackerAudienceChanged,
    TrackerChanged,
    TrackerSet,
    TrackersHidden,
    TrackersShown,
)
from protocol.correction_events import (
    ChangeUndone,
    RollRetracted,
)
from protocol.dice_events import BookOpened, EntropyAdded, LanesAdded, RollProven
from protocol.playing_events import StandInEnded, StandInSet
from protocol.request_events import (
    DifficultyKept,
    RequestAnswered,
    RequestClosed,
    RequestOpened,
    RequestRolled,
    RollJudged,
)
from protocol.reveal_events import RevealAsked, RevealCancelled, RevealDue, RevealScheduled
from protocol.roll_events import (
    BlindRollMade,
    ContestDecided,
    ContestOpened,
    ContestPair,
    ContestReacted,
    ContestResolved,
    ContestSide,
    ContestWithdrawn,
    ProposalConfirmed,
    ProposalDismissed,
    ProposalLapsed,
    ProposalOpened,
    RollAttributed,
    RollItemised,
    RollRerolled,
    RollResolved,
    RollRevealed,
    RollSettled,
)
from protocol.room_events import (
    ClockBegun,
    ClockEnded,
    DeviceLinkCreated,
    DeviceLinked,
    HouseRulesChanged,
    InviteCreated,
    InviteExpired,
    InviteRevoked,
    InviteUsed,
    MemberJoined,
    MemberLeft,
    MemberRemoved,
    MemberRenamed,
    RoleChanged,
    RoomCreated,
    RoomLocked,
    RoomRenamed,
    SessionEnded,
    SessionStarted,
    TokenRenewed,
    TurnOrdered,
)
from protocol.safety_events import (
    BoundaryAdded,
    BoundaryRemoved,
    Paused,
    PauseLifted,
)
from protocol.table_events import (
    Said,
)
from protocol.v20_events import BloodDrunk, BloodSpent, EffectChanged, WillpowerSpent

__all__ = [
    "BeliefsHidden",
    "BeliefsNoted",
    "BlindRollMade",
    "BloodDrunk",
    "BloodSpent",
    "BondNoted",
    "BondRemoved",
    "BookOpened",
    "BoonNoted",
    "BoonRemoved",
    "BoundaryAdded",
    "BoundaryRemoved",
    "ChangeUndone",
    "CharacterCreated",
    "CharacterEdited",
    "CharacterRemoved",
    "CharacterUnhidden",
    "ClockBegun",
    "ClockEnded",
    "ContestDecided",
    "ContestOpened",
    "ContestPair",
    "ContestReacted",
    "ContestResolved",
    "ContestSide",
    "ContestWithdrawn",
    "DamageDealt",
    "DeviceLinkCreated",
    "DeviceLinked",
    "DifficultyKept",
    "EffectBegun",
    "EffectChanged",
    "EffectEnded",
    "EntropyAdded",
    "Event",
    "ExperienceAwarded",
    "ExperienceSpent",
    "Fed",
    "Healed",
    "HouseRulesChanged",
    "InviteCreated",
    "InviteExpired",
    "InviteRevoked",
    "InviteUsed",
    "LanesAdded",
    "MemberJoined",
    "MemberLeft",
    "MemberRemoved",
    "MemberRenamed",
    "OwnersChanged",
    "PauseLifted",
    "Paused",
    "ProposalConfirmed",
    "ProposalDismissed",
    "ProposalLapsed",
    "ProposalOpened",
    "RegnantKept",
    "RequestAnswered",
    "RequestClosed",
    "RequestOpened",
    "RequestRolled",
    "RevealAsked",
    "RevealCancelled",
    "RevealDue",
    "RevealScheduled",
    "RoleChanged",
    "RollAttributed",
    "RollItemised",
    "RollJudged",
    "RollProven",
    "RollRerolled",
    "RollResolved",
    "RollRetracted",
    "RollRevealed",
    "RollSettled",
    "RoomCreated",
    "RoomLocked",
    "RoomRenamed",
    "Said",
    "SessionEnded",
    "SessionStarted",
    "SheetNoted",
    "StainsAdded",
    "StandInEnded",
    "StandInSet",
    "TenetsSet",
    "TokenRenewed",
    "TrackerAudienceChanged",
    "TrackerChanged",
    "TrackerSet",
    "TrackersHidden",
    "TrackersShown",
    "TurnOrdered",
    "WillpowerSpent",
]

Event = (
    RoomCreated
    | RoomRenamed
    | HouseRulesChanged
    | MemberJoined
    | MemberLeft
    | MemberRemoved
    | MemberRenamed
    | RoleChanged
    | InviteCreated
    | InviteUsed
    | InviteRevoked
    | InviteExpired
    | DeviceLinkCreated
    | DeviceLinked
    | CharacterCreated
    | SheetNoted
    | CharacterEdited
    | OwnersChanged
    | CharacterUnhidden
    | CharacterRemoved
    | TrackersShown
    | TrackersHidden
    | TrackerAudienceChanged
    | TrackerChanged
    | TrackerSet
    | DamageDealt
    | Healed
    | Fed
    | EffectBegun
    | EffectEnded
    | StainsAdded
    | RollResolved
    | RollAttributed
    | RollItemised
    | BlindRollMade
    | RollRerolled
    | RollSettled
    | RollRevealed
    | ContestDecided
    | ContestOpened
    | ContestReacted
    | ContestResolved
    | ContestWithdrawn
    | ProposalOpened
    | ProposalConfirmed
    | ProposalDismissed
    | ProposalLapsed
    | SessionStarted
    | SessionEnded
    | ClockBegun
    | ClockEnded
    | BloodSpent
    | WillpowerSpent
    | BloodDrunk
    | EffectChanged
    | TurnOrdered
    | Said
    | BookOpened
    | LanesAdded
    | EntropyAdded
    | RollProven
    | RequestOpened
    | DifficultyKept
    | RequestAnswered
    | RequestRolled
    | RequestClosed
    | RollJudged
    | RollRetracted
    | ChangeUndone
    | Paused
    | PauseLifted
    | BoundaryAdded
    | BoundaryRemoved
    | RevealScheduled
    | RevealCancelled
    | RevealDue
    | RevealAsked
    | RoomLocked
    | TokenRenewed
    | StandInSet
    | StandInEnded
    | TenetsSet
    | BeliefsNoted
    | BeliefsHidden
    | BondNoted
    | RegnantKept
    | BondRemoved
    | BoonNoted
    | BoonRemoved
    | ExperienceAwarded
    | ExperienceSpent
)
