"""Intents about the room itself, its people and its time."""

from typing import Annotated

from msgspec import Meta

from protocol.client_base import BaseIntent, Members
from protocol.house import HouseRules
from protocol.ids import AnyCharacterId, AnyInviteId, AnyMemberId, Secret, Token
from protocol.words import Clock, Label, Name, Note, Role, TurnStep, Visibility


class RenameRoom(BaseIntent, frozen=True, kw_only=True, tag="rename_room"):
    """Give the room another name."""

    name: Name


class SetHouseRules(BaseIntent, frozen=True, kw_only=True, tag="set_house_rules"):
    """Replace the house rules; rolls already made keep theirs."""

    house_rules: HouseRules


class CreateInvite(BaseIntent, frozen=True, kw_only=True, tag="create_invite"):
    """
    Open the room to whoever holds `secret`, in a role.

    A Storyteller's invite serves once and for at most an hour, whatever is asked.
    """

    role: Role
    secret: Secret
    uses: Annotated[int, Meta(ge=1, le=100)] = 1
    expires_in_s: Annotated[int, Meta(ge=60, le=30 * 86_400)] = 7 * 86_400


class RevokeInvite(BaseIntent, frozen=True, kw_only=True, tag="revoke_invite"):
    """Close an invite."""

    invite: AnyInviteId


class RenewInvite(BaseIntent, frozen=True, kw_only=True, tag="renew_invite"):
    """Close an invite and open one like it with a new secret."""

    invite: AnyInviteId
    secret: Secret


class CreateDeviceLink(BaseIntent, frozen=True, kw_only=True, tag="create_device_link"):
    """
    Let one more device of the sender in; serves once and for at most an hour.

    `member`: somebody else's, who lost every device; a Storyteller may.
    """

    secret: Secret
    member: AnyMemberId | None = None
    expires_in_s: Annotated[int, Meta(ge=60, le=3_600)] = 600


class RenewToken(BaseIntent, frozen=True, kw_only=True, tag="renew_token"):
    """
    Let `token` be the sender's only one: all others, and device links, open nothing any more.

    All connections of the sender are closed; come back with the new token.
    """

    token: Token


class LeaveRoom(BaseIntent, frozen=True, kw_only=True, tag="leave_room"):
    """Leave for good; all devices of the sender are let go."""


class RemoveMember(BaseIntent, frozen=True, kw_only=True, tag="remove_member"):
    """
    Take a member out of the room; their tokens die in the same commit.

    `bar`: with none of these tokens does anybody come in again, and every open invite that the
    member may know is revoked.
    """

    member: AnyMemberId
    bar: bool = False


class LockRoom(BaseIntent, frozen=True, kw_only=True, tag="lock_room"):
    """Let nobody new in while the room is locked; members and their devices come and go."""

    locked: bool = True


class SetRole(BaseIntent, frozen=True, kw_only=True, tag="set_role"):
    """Give a member another role."""

    member: AnyMemberId
    role: Role


class RenameMember(BaseIntent, frozen=True, kw_only=True, tag="rename_member"):
    """Take another nickname; a Storyteller may rename others."""

    member: AnyMemberId
    name: Name


class StartSession(BaseIntent, frozen=True, kw_only=True, tag="start_session"):
    """Begin the evening."""


class EndSession(BaseIntent, frozen=True, kw_only=True, tag="end_session"):
    """Close the evening."""


class BeginClock(BaseIntent, frozen=True, kw_only=True, tag="begin_clock"):
    """Begin a night, a scene or a turn of the fiction; one that runs ends first."""

    clock: Clock
    title: Label = ""


class DeclareAction(BaseIntent, frozen=True, kw_only=True, tag="declare_action"):
    """
    Say what a character does in the turn that runs.

    In V5 it has its place by the `step` (null is `other`), or by its `initiative` (null is the
    trait of that name). In V20 `text` says what it is about to do, after all who act later have.
    Who does not see it goes on seeing what was declared before, if anything.
    """

    character: AnyCharacterId
    step: TurnStep | None = None
    initiative: Annotated[int, Meta(ge=0, le=100)] | None = None
    text: Note | None = None
    visibility: Visibility | None = None
    to: Members = ()


class EndClock(BaseIntent, frozen=True, kw_only=True, tag="end_clock"):
    """End the night or the scene that runs."""

    clock: Clock
