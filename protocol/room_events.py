"""What happened to the room, its people and its time."""

from protocol.event_base import BaseEvent
from protocol.house import HouseRules
from protocol.ids import InviteId, LinkId, MemberId
from protocol.views import ActingView
from protocol.words import Clock, GameSystem, Role


class RoomCreated(BaseEvent, frozen=True, kw_only=True, tag="room_created"):
    """The room begins; always the first event of its log."""

    name: str
    system: str
    house_rules: HouseRules


class RoomRenamed(BaseEvent, frozen=True, kw_only=True, tag="room_renamed"):
    """The room has another name."""

    name: str
    by: MemberId


class HouseRulesChanged(BaseEvent, frozen=True, kw_only=True, tag="house_rules_changed"):
    """
    These are the house rules from now on, all of them; rolls already made keep theirs.

    `system` is told where another one is played from now on.
    """

    house_rules: HouseRules
    by: MemberId
    system: GameSystem | None = None


class MemberJoined(BaseEvent, frozen=True, kw_only=True, tag="member_joined"):
    """Somebody new is a member, whether connected or not."""

    member: MemberId
    name: str
    role: Role


class MemberLeft(BaseEvent, frozen=True, kw_only=True, tag="member_left"):
    """A member left for good."""

    member: MemberId


class MemberRemoved(BaseEvent, frozen=True, kw_only=True, tag="member_removed"):
    """A Storyteller took a member out of the room; `barred`, for good."""

    member: MemberId
    by: MemberId
    barred: bool = False


class RoomLocked(BaseEvent, frozen=True, kw_only=True, tag="room_locked"):
    """Nobody new comes in while the room is locked."""

    locked: bool
    by: MemberId


class MemberRenamed(BaseEvent, frozen=True, kw_only=True, tag="member_renamed"):
    """A member has another name."""

    member: MemberId
    name: str
    by: MemberId


class RoleChanged(BaseEvent, frozen=True, kw_only=True, tag="role_changed"):
    """A member has another role; that member's own view begins a new generation."""

    member: MemberId
    role: Role
    by: MemberId


class InviteCreated(BaseEvent, frozen=True, kw_only=True, tag="invite_created"):
    """An invite is open: it serves `uses` times, until `expires_at_ms`."""

    invite: InviteId
    role: Role
    uses: int
    lasts_ms: int
    expires_at_ms: int
    by: MemberId


class InviteUsed(BaseEvent, frozen=True, kw_only=True, tag="invite_used"):
    """A member came in by an invite; with no uses left it is closed."""

    invite: InviteId
    member: MemberId
    uses_left: int


class InviteRevoked(BaseEvent, frozen=True, kw_only=True, tag="invite_revoked"):
    """An invite is closed."""

    invite: InviteId
    by: MemberId


class InviteExpired(BaseEvent, frozen=True, kw_only=True, tag="invite_expired"):
    """An invite that was over is forgotten; noticed when the next one is made."""

    invite: InviteId


class DeviceLinkCreated(BaseEvent, frozen=True, kw_only=True, tag="device_link_created"):
    """`by` is null when the operator made the link."""

    link: LinkId
    member: MemberId
    expires_at_ms: int
    by: MemberId | None = None


class DeviceLinked(BaseEvent, frozen=True, kw_only=True, tag="device_linked"):
    """A device link was used: the member has one more device."""

    link: LinkId
    member: MemberId


class TokenRenewed(BaseEvent, frozen=True, kw_only=True, tag="token_renewed"):
    """A member has a new token, and no other."""

    member: MemberId


class SessionStarted(BaseEvent, frozen=True, kw_only=True, tag="session_started"):
    """The evening begins: the how-many-th."""

    session: int
    by: MemberId


class SessionEnded(BaseEvent, frozen=True, kw_only=True, tag="session_ended"):
    """The evening is over; every standing roll settled just before."""

    session: int
    by: MemberId


class ClockBegun(BaseEvent, frozen=True, kw_only=True, tag="clock_begun"):
    """A clock of the fiction began: the how-many-th of its kind."""

    clock: Clock
    number: int
    title: str
    by: MemberId


class TurnOrdered(BaseEvent, frozen=True, kw_only=True, tag="turn_ordered"):
    """
    Who acts when in the turn that runs, as far as the viewer knows: all of a group at once.

    Storytellers see everybody's order and then, where hidden characters act, the whole one.
    """

    order: tuple[tuple[ActingView, ...], ...]


class ClockEnded(BaseEvent, frozen=True, kw_only=True, tag="clock_ended"):
    """A clock of the fiction ended."""

    clock: Clock
    number: int
    by: MemberId
