"""
What happened, in the past tense: the bodies of events, stored and sent alike.

An event looks the same to everyone who may see it. Where viewers may see different things, there
are several events, each with an audience of its own (`server.rooms.visibility`).
"""

from msgspec import Struct

from protocol.house import HouseRules
from protocol.ids import CharacterId, ContestId, InviteId, LinkId, MemberId, ProposalId, RollId
from protocol.receipts import PoolReceipt, Receipt
from protocol.views import CharacterView, ContestView, DamageView, ProposalView, TrackerValue
from protocol.words import (
    Clock,
    DamageKind,
    DiceSource,
    Lane,
    Outcome,
    RevealPart,
    Role,
    TrackerAudience,
    TrackerName,
    TrackName,
    Visibility,
)


class _Event(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What all events have in common."""


# --- the room and its people --------------------------------------------------------------------


class RoomCreated(_Event, frozen=True, kw_only=True, tag="room_created"):
    """The room begins; always the first event of its log."""

    name: str
    system: str
    house_rules: HouseRules


class RoomRenamed(_Event, frozen=True, kw_only=True, tag="room_renamed"):
    """The room has another name."""

    name: str
    by: MemberId


class HouseRulesChanged(_Event, frozen=True, kw_only=True, tag="house_rules_changed"):
    """These are the house rules from now on, all of them; rolls already made keep theirs."""

    house_rules: HouseRules
    by: MemberId


class MemberJoined(_Event, frozen=True, kw_only=True, tag="member_joined"):
    """Somebody new is a member, whether connected or not."""

    member: MemberId
    name: str
    role: Role


class MemberLeft(_Event, frozen=True, kw_only=True, tag="member_left"):
    """A member left for good."""

    member: MemberId


class MemberRemoved(_Event, frozen=True, kw_only=True, tag="member_removed"):
    """A Storyteller took a member out of the room."""

    member: MemberId
    by: MemberId


class MemberRenamed(_Event, frozen=True, kw_only=True, tag="member_renamed"):
    """A member has another name."""

    member: MemberId
    name: str
    by: MemberId


class RoleChanged(_Event, frozen=True, kw_only=True, tag="role_changed"):
    """A member has another role; that member's own view begins a new generation."""

    member: MemberId
    role: Role
    by: MemberId


class InviteCreated(_Event, frozen=True, kw_only=True, tag="invite_created"):
    """An invite is open: it serves `uses` times, until `expires_at_ms`."""

    invite: InviteId
    role: Role
    uses: int
    lasts_ms: int
    expires_at_ms: int
    by: MemberId


class InviteUsed(_Event, frozen=True, kw_only=True, tag="invite_used"):
    """A member came in by an invite; with no uses left it is closed."""

    invite: InviteId
    member: MemberId
    uses_left: int


class InviteRevoked(_Event, frozen=True, kw_only=True, tag="invite_revoked"):
    """An invite is closed."""

    invite: InviteId
    by: MemberId


class InviteExpired(_Event, frozen=True, kw_only=True, tag="invite_expired"):
    """An invite that was over is forgotten; noticed when the next one is made."""

    invite: InviteId


class DeviceLinkCreated(_Event, frozen=True, kw_only=True, tag="device_link_created"):
    """`by` is null when the operator made the link."""

    link: LinkId
    member: MemberId
    expires_at_ms: int
    by: MemberId | None = None


class DeviceLinked(_Event, frozen=True, kw_only=True, tag="device_linked"):
    """A device link was used: the member has one more device."""

    link: LinkId
    member: MemberId


# --- characters and trackers --------------------------------------------------------------------


class CharacterCreated(_Event, frozen=True, kw_only=True, tag="character_created"):
    """The card without trackers; those follow as `trackers_shown`, each to its own audience."""

    card: CharacterView


class SheetNoted(_Event, frozen=True, kw_only=True, tag="sheet_noted"):
    """What owners and Storytellers alone see of a character: traits and tracker audiences."""

    character: CharacterId
    traits: dict[str, int]
    audiences: dict[TrackerName, TrackerAudience]


class CharacterEdited(_Event, frozen=True, kw_only=True, tag="character_edited"):
    """A character's name and clan as they are now, changed or not."""

    character: CharacterId
    name: str
    clan: str
    by: MemberId


class OwnersChanged(_Event, frozen=True, kw_only=True, tag="owners_changed"):
    """These members own a character now, and nobody else."""

    character: CharacterId
    owners: tuple[MemberId, ...]
    by: MemberId


class CharacterUnhidden(_Event, frozen=True, kw_only=True, tag="character_unhidden"):
    """The card as it is from now on; trackers follow as `trackers_shown`."""

    card: CharacterView


class CharacterRemoved(_Event, frozen=True, kw_only=True, tag="character_removed"):
    """A character is off the table."""

    character: CharacterId


class TrackersShown(_Event, frozen=True, kw_only=True, tag="trackers_shown"):
    """These trackers are visible to the viewer from now on, and stand so."""

    character: CharacterId
    trackers: dict[TrackerName, TrackerValue]


class TrackersHidden(_Event, frozen=True, kw_only=True, tag="trackers_hidden"):
    """These trackers are not visible to the viewer any more."""

    character: CharacterId
    trackers: tuple[TrackerName, ...]


class TrackerAudienceChanged(_Event, frozen=True, kw_only=True, tag="tracker_audience_changed"):
    """Who sees a tracker from now on; what that shows or hides follows as events of its own."""

    character: CharacterId
    tracker: TrackerName
    audience: TrackerAudience
    by: MemberId


class TrackerChanged(_Event, frozen=True, kw_only=True, tag="tracker_changed"):
    """A value, before and after, and nothing of its cause: whoever sees the tracker sees this."""

    character: CharacterId
    tracker: TrackerName
    before: TrackerValue
    after: TrackerValue


class TrackerSet(_Event, frozen=True, kw_only=True, tag="tracker_set"):
    """Who put a tracker to a value by hand, and why."""

    character: CharacterId
    tracker: TrackerName
    by: MemberId
    visibility: Visibility
    note: str = ""


class DamageDealt(_Event, frozen=True, kw_only=True, tag="damage_dealt"):
    """What damage did to a track: `amount` was named, `counted` is after halving."""

    character: CharacterId
    track: TrackName
    kind: DamageKind
    amount: int
    counted: int
    marked: int
    turned_aggravated: int
    lost: int
    by: MemberId
    visibility: Visibility
    note: str = ""
    proposal: ProposalId | None = None


class Healed(_Event, frozen=True, kw_only=True, tag="healed"):
    """Marks were taken off a track; `amount` was asked for, and may be more than there was."""

    character: CharacterId
    track: TrackName
    kind: DamageKind
    amount: int
    by: MemberId
    visibility: Visibility
    note: str = ""


class StainsAdded(_Event, frozen=True, kw_only=True, tag="stains_added"):
    """
    Stains and what they did.

    `overflow`: all Stains beyond the empty boxes, old and new. `willpower_damage`: Aggravated.
    """

    character: CharacterId
    amount: int
    overflow: int
    willpower_damage: int
    by: MemberId
    visibility: Visibility
    note: str = ""
    proposal: ProposalId | None = None


# --- rolls --------------------------------------------------------------------------------------


class RollResolved(_Event, frozen=True, kw_only=True, tag="roll_resolved"):
    """
    A roll, as those see it who may see its dice.

    `character` is null for a pool without one, and for one whose character was hidden.
    `is_standing`: it may still be rerolled or passed before its consequences open.
    """

    roll: RollId
    member: MemberId
    character: CharacterId | None
    label: str
    visibility: Visibility
    source: DiceSource
    lane: Lane | None
    receipt: Receipt
    is_standing: bool = False
    contest: ContestId | None = None
    note: str = ""


class RollAttributed(_Event, frozen=True, kw_only=True, tag="roll_attributed"):
    """Which hidden character a roll was for; for Storytellers."""

    roll: RollId
    character: CharacterId


class BlindRollMade(_Event, frozen=True, kw_only=True, tag="blind_roll_made"):
    """That a member rolled blind; all that anyone but the Storytellers learns."""

    member: MemberId
    character: CharacterId | None


class RollRerolled(_Event, frozen=True, kw_only=True, tag="roll_rerolled"):
    """A Willpower reroll: places of the regular dice, and the roll as it stands now."""

    roll: RollId
    regular_indices: tuple[int, ...]
    source: DiceSource
    receipt: PoolReceipt
    is_standing: bool = False


class RollSettled(_Event, frozen=True, kw_only=True, tag="roll_settled"):
    """The roll stands; its consequences, if any, open with it."""

    roll: RollId


class RollRevealed(_Event, frozen=True, kw_only=True, tag="roll_revealed"):
    """
    A roll shown to more members, whole or its outcome alone.

    `receipt` is null when only the outcome is shown; then nothing can be checked.
    """

    roll: RollId
    by: MemberId
    member: MemberId
    character: CharacterId | None
    label: str
    part: RevealPart
    rolled_at_ms: int
    source: DiceSource
    receipt: Receipt | None = None
    successes: int | None = None
    outcome: str | None = None


# --- contests and proposals ---------------------------------------------------------------------


class ContestOpened(_Event, frozen=True, kw_only=True, tag="contest_opened"):
    """A contest waits for its other side; the first side's roll follows."""

    contest: ContestView
    visibility: Visibility


class ContestSide(Struct, frozen=True):
    """One side of a contest, read against the other's successes; `weapon` adds to its margin."""

    character: CharacterId
    member: MemberId
    roll: RollId
    weapon: int
    damage_kind: DamageKind
    successes: int
    margin: int | None
    outcome: Outcome | None


class ContestResolved(_Event, frozen=True, kw_only=True, tag="contest_resolved"):
    """
    Both sides rolled; `winner` is null for a tie without one.

    It comes again when a side is rerolled while its proposals are open.
    """

    contest: ContestId
    sides: tuple[ContestSide, ContestSide]
    winner: CharacterId | None
    margin: int
    why: str


class ContestWithdrawn(_Event, frozen=True, kw_only=True, tag="contest_withdrawn"):
    """An unanswered contest was called off; its roll stays."""

    contest: ContestId
    by: MemberId


class ProposalOpened(_Event, frozen=True, kw_only=True, tag="proposal_opened"):
    """A consequence waits for a Storyteller."""

    proposal: ProposalView


class ProposalConfirmed(_Event, frozen=True, kw_only=True, tag="proposal_confirmed"):
    """A consequence happens: the `choice` taken, the `damage` as it is dealt."""

    proposal: ProposalId
    by: MemberId
    choice: str | None = None
    damage: DamageView | None = None
    note: str = ""


class ProposalDismissed(_Event, frozen=True, kw_only=True, tag="proposal_dismissed"):
    """A consequence was let go."""

    proposal: ProposalId
    by: MemberId
    note: str = ""


class ProposalLapsed(_Event, frozen=True, kw_only=True, tag="proposal_lapsed"):
    """A proposal that something newer replaced, or the oldest one when there were too many."""

    proposal: ProposalId


# --- time ---------------------------------------------------------------------------------------


class SessionStarted(_Event, frozen=True, kw_only=True, tag="session_started"):
    """The evening begins: the how-many-th."""

    session: int
    by: MemberId


class SessionEnded(_Event, frozen=True, kw_only=True, tag="session_ended"):
    """The evening is over; every standing roll settled just before."""

    session: int
    by: MemberId


class ClockBegun(_Event, frozen=True, kw_only=True, tag="clock_begun"):
    """A night or a scene began: the how-many-th of its kind."""

    clock: Clock
    number: int
    title: str
    by: MemberId


class ClockEnded(_Event, frozen=True, kw_only=True, tag="clock_ended"):
    """A night or a scene ended."""

    clock: Clock
    number: int
    by: MemberId


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
    | StainsAdded
    | RollResolved
    | RollAttributed
    | BlindRollMade
    | RollRerolled
    | RollSettled
    | RollRevealed
    | ContestOpened
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
)
