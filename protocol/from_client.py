"""What clients send: greeting, pings, queries, intents. Unknown fields are refused by name."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.dice import DiceClaim, EnteredFaces
from protocol.house import HouseRules
from protocol.ids import (
    AnyCharacterId,
    AnyContestId,
    AnyInviteId,
    AnyMemberId,
    AnyProposalId,
    AnyRollId,
    Epoch,
    Generation,
    IntentId,
    Mark,
    Secret,
    Token,
    ViewSeq,
)
from protocol.words import (
    Amount,
    Boxes,
    CharacterKind,
    Clock,
    DamageKind,
    Difficulty,
    Dots,
    FrenzyKind,
    HungerValue,
    Label,
    Modifier,
    Name,
    Note,
    PoolCategory,
    PoolKind,
    PoolSize,
    RevealPart,
    Role,
    TrackerAudience,
    TrackerName,
    TrackName,
    TraitName,
    TraitValue,
    Visibility,
)


class _FromClient(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What all messages from clients have in common."""


# --- the greeting -------------------------------------------------------------------------------


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a viewer's line stands: the last event seen and the mark that came with it."""

    epoch: Epoch
    generation: Generation
    seq: Annotated[ViewSeq, Meta(ge=0)]
    mark: Mark


class Returning(_FromClient, frozen=True, kw_only=True, tag="member"):
    """Come back as the member whom the token names."""


class Invited(_FromClient, frozen=True, kw_only=True, tag="invite"):
    """Join by an invite. Repeating it with the same token is the same member."""

    secret: Secret
    name: Name


class Linked(_FromClient, frozen=True, kw_only=True, tag="device_link"):
    """Join with one more device of a member, by a link that member made."""

    secret: Secret


class Founding(_FromClient, frozen=True, kw_only=True, tag="create"):
    """Create a room and be its Storyteller. Repeating it with the same token is the same room."""

    create_key: Annotated[str, Meta(min_length=1, max_length=128)]
    room_name: Name
    name: Name
    house_rules: HouseRules = HouseRules()


class Hello(_FromClient, frozen=True, kw_only=True, tag="hello"):
    """
    The first message of every connection.

    `token` is 32 random bytes made by this client for this device; the server keeps its hash.
    `resume` continues after a position without loss, where that is possible.
    """

    token: Token
    entry: Returning | Invited | Linked | Founding = Returning()
    resume: Position | None = None
    client: Annotated[str, Meta(max_length=100)] = ""


class Ping(_FromClient, frozen=True, kw_only=True, tag="ping"):
    """Ask for a sign of life; answered by `pong` with the same `id`."""

    id: Annotated[str, Meta(max_length=64)] = ""


# --- intents ------------------------------------------------------------------------------------


class _Intent(_FromClient, frozen=True, kw_only=True):
    """Something a client asks the room to change; `id` binds it for ever once it is accepted."""

    id: IntentId


Members = Annotated[tuple[AnyMemberId, ...], Meta(max_length=64)]


class _Placed(_Intent, frozen=True, kw_only=True):
    """An intent whose traces the sender may place: `to` names members for a whisper."""

    visibility: Visibility | None = None
    to: Members = ()
    note: Note = ""


class _Rolling(_Placed, frozen=True, kw_only=True):
    """An intent that rolls dice: the server's, or faces entered where the room allows that."""

    dice: DiceClaim | None = None
    entered: EnteredFaces | None = None


class RenameRoom(_Intent, frozen=True, kw_only=True, tag="rename_room"):
    """Give the room another name."""

    name: Name


class SetHouseRules(_Intent, frozen=True, kw_only=True, tag="set_house_rules"):
    """Replace the house rules; rolls already made keep theirs."""

    house_rules: HouseRules


class CreateInvite(_Intent, frozen=True, kw_only=True, tag="create_invite"):
    """
    Open the room to whoever holds `secret`, in a role.

    A Storyteller's invite serves once and for at most an hour, whatever is asked.
    """

    role: Role
    secret: Secret
    uses: Annotated[int, Meta(ge=1, le=100)] = 1
    expires_in_s: Annotated[int, Meta(ge=60, le=30 * 86_400)] = 7 * 86_400


class RevokeInvite(_Intent, frozen=True, kw_only=True, tag="revoke_invite"):
    """Close an invite."""

    invite: AnyInviteId


class RenewInvite(_Intent, frozen=True, kw_only=True, tag="renew_invite"):
    """Close an invite and open one like it with a new secret."""

    invite: AnyInviteId
    secret: Secret


class CreateDeviceLink(_Intent, frozen=True, kw_only=True, tag="create_device_link"):
    """Let one more device of the sender in; serves once and for at most an hour."""

    secret: Secret
    expires_in_s: Annotated[int, Meta(ge=60, le=3_600)] = 600


class LeaveRoom(_Intent, frozen=True, kw_only=True, tag="leave_room"):
    """Leave for good; all devices of the sender are let go."""


class RemoveMember(_Intent, frozen=True, kw_only=True, tag="remove_member"):
    """Take a member out of the room; their tokens die in the same commit."""

    member: AnyMemberId


class SetRole(_Intent, frozen=True, kw_only=True, tag="set_role"):
    """Give a member another role."""

    member: AnyMemberId
    role: Role


class RenameMember(_Intent, frozen=True, kw_only=True, tag="rename_member"):
    """Take another nickname; a Storyteller may rename others."""

    member: AnyMemberId
    name: Name


Traits = Annotated[dict[TraitName, TraitValue], Meta(max_length=100)]


class CreateCharacter(_Intent, frozen=True, kw_only=True, tag="create_character"):
    """
    Bring a character to the table.

    Health boxes are Stamina + 3 and Willpower boxes Composure + Resolve unless given. `owners`
    may be empty for a Storyteller's own; a player's new character belongs to that player.
    `traits` are more numbers of the sheet, such as the pools of a quick NPC.
    """

    name: Name
    kind: CharacterKind = CharacterKind.VAMPIRE
    clan: Label = ""
    owners: Members = ()
    hidden: bool = False
    stamina: Dots = 2
    composure: Dots = 2
    resolve: Dots = 2
    humanity: Dots = 7
    blood_potency: Dots = 0
    hunger: HungerValue = 0
    health_boxes: Boxes | None = None
    willpower_boxes: Boxes | None = None
    traits: Traits = {}


class EditCharacter(_Intent, frozen=True, kw_only=True, tag="edit_character"):
    """Change a character's name or clan, or numbers of its sheet; what is left out stays."""

    character: AnyCharacterId
    name: Name | None = None
    clan: Label | None = None
    traits: Traits = {}


class SetOwners(_Intent, frozen=True, kw_only=True, tag="set_owners"):
    """Hand a character to these members."""

    character: AnyCharacterId
    owners: Members


class UnhideCharacter(_Intent, frozen=True, kw_only=True, tag="unhide_character"):
    """Show a hidden character to the table from now on; its past stays closed."""

    character: AnyCharacterId


class RemoveCharacter(_Intent, frozen=True, kw_only=True, tag="remove_character"):
    """Take a character off the table."""

    character: AnyCharacterId


class SetTrackerAudience(_Intent, frozen=True, kw_only=True, tag="set_tracker_audience"):
    """Say who sees a tracker's value from now on."""

    character: AnyCharacterId
    tracker: TrackerName
    audience: TrackerAudience


class SetTracker(_Placed, frozen=True, kw_only=True, tag="set_tracker"):
    """Put a tracker that is a number to a value: hunger, humanity, stains, blood_potency."""

    character: AnyCharacterId
    tracker: Literal["hunger", "humanity", "stains", "blood_potency"]
    value: Annotated[int, Meta(ge=0, le=20)]


class SetTrack(_Placed, frozen=True, kw_only=True, tag="set_track"):
    """Put a track of boxes right by hand: its size and its marks; what is left out stays."""

    character: AnyCharacterId
    track: TrackName
    boxes: Boxes | None = None
    superficial: Annotated[int, Meta(ge=0, le=30)] | None = None
    aggravated: Annotated[int, Meta(ge=0, le=30)] | None = None


class DealDamage(_Placed, frozen=True, kw_only=True, tag="deal_damage"):
    """
    Deal damage from one source.

    Superficial Health damage to a vampire is halved, rounding up, unless `halve` is false.
    """

    character: AnyCharacterId
    track: TrackName
    kind: DamageKind
    amount: Amount
    halve: bool = True


class Heal(_Placed, frozen=True, kw_only=True, tag="heal"):
    """Take marks off a track."""

    character: AnyCharacterId
    track: TrackName
    kind: DamageKind
    amount: Amount


class AddStains(_Placed, frozen=True, kw_only=True, tag="add_stains"):
    """Add Stains; what goes beyond the empty boxes is degeneration and hurts Willpower."""

    character: AnyCharacterId
    amount: Amount


class PoolModifier(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice added to or taken from a pool, and why."""

    label: Label
    dice: Modifier


Modifiers = Annotated[tuple[PoolModifier, ...], Meta(max_length=20)]
Categories = Annotated[tuple[PoolCategory, ...], Meta(max_length=3)]


class Roll(_Rolling, frozen=True, kw_only=True, tag="roll"):
    """
    Roll a pool.

    `pool` counts the dice before `modifiers`; impairment is taken off by the server for the
    `categories` named. `difficulty` null asks for a report without a verdict. `surge` makes one
    Rouse check and adds the Blood Surge dice. `hunger` serves pools without a character alone.
    """

    pool: PoolSize
    character: AnyCharacterId | None = None
    label: Label = ""
    modifiers: Modifiers = ()
    difficulty: Difficulty | None = None
    kind: PoolKind = PoolKind.ORDINARY
    categories: Categories = ()
    surge: bool = False
    hunger: HungerValue | None = None


class Reroll(_Intent, frozen=True, kw_only=True, tag="reroll"):
    """Spend one Willpower to roll one to three regular dice again, named by their places from 0."""

    roll: AnyRollId
    regular_indices: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=63)], ...], Meta(max_length=64)
    ] = ()
    hunger_indices: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=63)], ...], Meta(max_length=64)
    ] = ()
    dice: DiceClaim | None = None
    entered: EnteredFaces | None = None


class SettleRoll(_Intent, frozen=True, kw_only=True, tag="settle_roll"):
    """Let a roll stand as it is; its consequences open."""

    roll: AnyRollId


class Rouse(_Rolling, frozen=True, kw_only=True, tag="rouse"):
    """
    Make a Rouse check; `power_level` names the Discipline power paid for, if that is why.

    `forced` is a Storyteller's word that the character has no choice: at Hunger 5 it is then
    rolled, and a failure asks for a frenzy test.
    """

    character: AnyCharacterId
    label: Label = ""
    power_level: Annotated[int, Meta(ge=1, le=5)] | None = None
    forced: bool = False


class TestRemorse(_Rolling, frozen=True, kw_only=True, tag="test_remorse"):
    """Test Remorse for a character that has Stains."""

    character: AnyCharacterId
    modifier: Modifier = 0


class TestFrenzy(_Rolling, frozen=True, kw_only=True, tag="test_frenzy"):
    """Test whether a character gives in to the Beast."""

    character: AnyCharacterId
    kind: FrenzyKind
    difficulty: Difficulty


class RevealRoll(_Intent, frozen=True, kw_only=True, tag="reveal_roll"):
    """Show a roll to everyone (`to` null) or to some; never the character behind it if hidden."""

    roll: AnyRollId
    to: Annotated[tuple[AnyMemberId, ...], Meta(min_length=1, max_length=64)] | None = None
    part: RevealPart = RevealPart.WHOLE


class OpenContest(_Rolling, frozen=True, kw_only=True, tag="open_contest"):
    """
    Roll against another character, who answers.

    `conflict` decides what the margin hurts: physical Health, social and mental Willpower.
    `weapon` is added to the margin if this side wins, `damage_kind` says what it deals.
    """

    character: AnyCharacterId
    against: AnyCharacterId
    pool: PoolSize
    conflict: PoolCategory = PoolCategory.PHYSICAL
    label: Label = ""
    modifiers: Modifiers = ()
    kind: PoolKind = PoolKind.ORDINARY
    categories: Categories = ()
    surge: bool = False
    weapon: Annotated[int, Meta(ge=0, le=10)] = 0
    damage_kind: DamageKind = DamageKind.SUPERFICIAL


class AnswerContest(_Intent, frozen=True, kw_only=True, tag="answer_contest"):
    """Roll the other side of a contest; who sees it is what the contest said."""

    contest: AnyContestId
    character: AnyCharacterId
    pool: PoolSize
    label: Label = ""
    modifiers: Modifiers = ()
    kind: PoolKind = PoolKind.ORDINARY
    categories: Categories = ()
    surge: bool = False
    weapon: Annotated[int, Meta(ge=0, le=10)] = 0
    damage_kind: DamageKind = DamageKind.SUPERFICIAL
    note: Note = ""
    dice: DiceClaim | None = None
    entered: EnteredFaces | None = None


class WithdrawContest(_Intent, frozen=True, kw_only=True, tag="withdraw_contest"):
    """Call an unanswered contest off; its dice stay in the log."""

    contest: AnyContestId


class ConfirmProposal(_Intent, frozen=True, kw_only=True, tag="confirm_proposal"):
    """
    Let a consequence happen, as proposed or changed.

    `choice` picks among the options offered, `amount` changes how much.
    """

    proposal: AnyProposalId
    choice: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    amount: Amount | None = None
    note: Note = ""


class DismissProposal(_Intent, frozen=True, kw_only=True, tag="dismiss_proposal"):
    """Let a consequence go."""

    proposal: AnyProposalId
    note: Note = ""


class StartSession(_Intent, frozen=True, kw_only=True, tag="start_session"):
    """Begin the evening."""


class EndSession(_Intent, frozen=True, kw_only=True, tag="end_session"):
    """Close the evening."""


class BeginClock(_Intent, frozen=True, kw_only=True, tag="begin_clock"):
    """Begin a night or a scene of the fiction; one that runs ends first."""

    clock: Clock
    title: Label = ""


class EndClock(_Intent, frozen=True, kw_only=True, tag="end_clock"):
    """End the night or the scene that runs."""

    clock: Clock


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
    | Roll
    | Reroll
    | SettleRoll
    | Rouse
    | TestRemorse
    | TestFrenzy
    | RevealRoll
    | OpenContest
    | AnswerContest
    | WithdrawContest
    | ConfirmProposal
    | DismissProposal
    | StartSession
    | EndSession
    | BeginClock
    | EndClock
)

# --- queries ------------------------------------------------------------------------------------

QueryId = Annotated[str, Meta(min_length=1, max_length=64)]


_VIEW_AS = {"viewed_as": "as"}
"""`as` names the member whose view a Storyteller wants to see; it is a word of the language."""


class HistoryQuery(_FromClient, frozen=True, kw_only=True, tag="history", rename=_VIEW_AS):
    """A viewer's events before (or after) a view sequence, oldest first in the answer."""

    id: QueryId
    viewed_as: AnyMemberId | None = None
    before: Annotated[int, Meta(ge=1)] | None = None
    after: Annotated[int, Meta(ge=0)] | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50


class SnapshotQuery(_FromClient, frozen=True, kw_only=True, tag="snapshot", rename=_VIEW_AS):
    """The room as a viewer may see it now."""

    id: QueryId
    viewed_as: AnyMemberId | None = None


class RollQuery(_FromClient, frozen=True, kw_only=True, tag="roll_by_id"):
    """One roll that the viewer may see, as it stands."""

    id: QueryId
    roll: AnyRollId


Query = HistoryQuery | SnapshotQuery | RollQuery

FromClient = Hello | Ping | Query | Intent
