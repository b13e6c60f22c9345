"""Decisions about the room itself, its members, invites and device links."""

import hashlib

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import PlayerLanes
from protocol.ids import InviteId, LinkId, ProposalId
from protocol.views import ProposalView
from protocol.words import ProposalKind, Role
from server.rooms.audience import STORYTELLERS
from server.rooms.books import give_lanes
from server.rooms.commands import FoundRoom, Join, LinkDevice, OfferLink
from server.rooms.credentials import AddCredential, BarTokens, CredentialKind, DropCredentials
from server.rooms.deed import Deed
from server.rooms.house import founded_rules, refuse_switches, system_of
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal, not_found
from server.rooms.state import InviteState, MemberState, RoomState

STORYTELLER_INVITE_LASTS_S = 3_600
"""A Storyteller's invite opens everything, so it is short-lived and serves once."""


def hash_secret(secret: bytes) -> bytes:
    """What is kept of a secret: its SHA-256."""
    return hashlib.sha256(secret).digest()


# --- coming in -----------------------------------------------------------------------------------


def found_room(deed: Deed, command: FoundRoom) -> Refusal | None:
    """Make the room and its first Storyteller."""
    house_rules = founded_rules(command.house_rules, command.system)
    if isinstance(house_rules, Refusal):
        return house_rules
    refusal = refuse_switches(house_rules)
    if refusal is not None:
        return refusal
    system = system_of(house_rules.preset)
    deed.record(e.RoomCreated(name=command.room_name, system=system, house_rules=house_rules))
    deed.record(e.MemberJoined(member=command.member, name=command.name, role=Role.STORYTELLER))
    deed.change_credential(AddCredential(CredentialKind.TOKEN, command.token_hash, command.member))
    deed.created = command.member
    return None


def join(deed: Deed, command: Join) -> Refusal | None:
    """Let somebody in by an invite that is open, has uses left, and finds a seat."""
    invite = deed.state.invites.get(command.invite)
    if invite is None or invite.expires_at_ms <= command.at_ms:
        return Refusal(
            Code.INVITE_SPENT,
            "This invite is not open any more: ask the Storyteller for another.",
            "entry.secret",
            "the secret of an open invite",
        )
    if command.member in deed.state.members:
        return Refusal(Code.NOTHING_TO_DO, "You are at this table already.", None, None)
    if deed.state.is_locked:
        return Refusal(
            Code.ROOM_LOCKED,
            "The room is locked: nobody new comes in now. Ask the Storyteller.",
            None,
            "the same, once the room is open",
        )
    if len(deed.state.members) >= deed.limits.max_members:
        return Refusal(
            Code.ROOM_FULL,
            f"The room has all the {deed.limits.max_members} members it takes.",
            None,
            "a room with a free seat",
        )
    deed.record(e.MemberJoined(member=command.member, name=command.name, role=invite.role))
    if invite.role is Role.PLAYER:
        give_lanes(deed, command.lanes)
    left = invite.uses_left - 1
    deed.record(e.InviteUsed(invite=invite.invite, member=command.member, uses_left=left))
    if left == 0:
        deed.change_credential(DropCredentials(CredentialKind.INVITE, invite.invite))
    deed.change_credential(AddCredential(CredentialKind.TOKEN, command.token_hash, command.member))
    deed.created = command.member
    return None


def link_device(deed: Deed, command: LinkDevice) -> Refusal | None:
    """Let a further device of a member in, once."""
    link = deed.state.links.get(command.link)
    if link is None or link.expires_at_ms <= command.at_ms:
        return Refusal(
            Code.LINK_SPENT,
            "This device link was used or is too old: make another.",
            "entry.secret",
            "the secret of a fresh device link",
        )
    deed.record(e.DeviceLinked(link=link.link, member=link.member))
    deed.change_credential(DropCredentials(CredentialKind.LINK, link.link))
    deed.change_credential(AddCredential(CredentialKind.TOKEN, command.token_hash, link.member))
    deed.created = link.member
    return None


def offer_link(deed: Deed, command: OfferLink) -> Refusal | None:
    """The operator's rescue: a device link for a member who lost every token."""
    if command.member not in deed.state.members:
        return not_found("member")
    link = LinkId(derived_id(deed.commit_id, "link"))
    deed.record(
        e.DeviceLinkCreated(
            link=link, member=command.member, expires_at_ms=command.at_ms + command.lasts_ms
        )
    )
    deed.change_credential(AddCredential(CredentialKind.LINK, command.link_hash, link))
    return None


# --- the room ------------------------------------------------------------------------------------


def rename_room(deed: Deed, actor: MemberState, intent: i.RenameRoom) -> Refusal | None:
    """Give the room another name."""
    deed.record(e.RoomRenamed(name=intent.name, by=actor.member))
    return None


def lock_room(deed: Deed, actor: MemberState, intent: i.LockRoom) -> Refusal | None:
    """Let nobody new in, or open the room again."""
    if deed.state.is_locked is intent.locked:
        words = "locked" if intent.locked else "open"
        return Refusal(Code.NOTHING_TO_DO, f"The room is {words} already.", "locked", None)
    deed.record(e.RoomLocked(locked=intent.locked, by=actor.member))
    return None


def set_house_rules(deed: Deed, actor: MemberState, intent: i.SetHouseRules) -> Refusal | None:
    """Replace the house rules; what was rolled or made before keeps its own."""
    system = system_of(intent.house_rules.preset)
    is_other = system != deed.state.system
    refusal = refuse_switches(intent.house_rules)
    if refusal is None and is_other:
        refusal = _refuse_other_system(deed.state)
    if refusal is not None:
        return refusal
    deed.record(
        e.HouseRulesChanged(
            house_rules=intent.house_rules,
            by=actor.member,
            system=system if is_other else None,
        )
    )
    return None


def _refuse_other_system(state: RoomState) -> Refusal | None:
    """A room plays another system only before it has anything of the one it plays."""
    if not state.characters and not state.has_rolls:
        return None
    return Refusal(
        Code.WRONG_STATE,
        f"This room has characters or rolls of {state.system.upper()}, and keeps to its rules.",
        "house_rules.preset",
        f"a preset of {state.system.upper()}, or a new room",
    )


# --- invites and links ---------------------------------------------------------------------------


def create_invite(deed: Deed, actor: MemberState, intent: i.CreateInvite) -> Refusal | None:
    """Open the room to whoever holds a secret."""
    _forget_expired(deed)
    if len(deed.state.invites) >= deed.limits.max_open_invites:
        return Refusal(
            Code.LIMIT_REACHED,
            f"There are {deed.limits.max_open_invites} open invites: revoke one first.",
            None,
            f"at most {deed.limits.max_open_invites} open invites",
        )
    is_storyteller = intent.role is Role.STORYTELLER
    lasts_s = (
        min(intent.expires_in_s, STORYTELLER_INVITE_LASTS_S)
        if is_storyteller
        else intent.expires_in_s
    )
    uses = 1 if is_storyteller else intent.uses
    _open_invite(deed, actor, intent.role, uses, lasts_s * 1000, intent.secret)
    return None


def revoke_invite(deed: Deed, actor: MemberState, intent: i.RevokeInvite) -> Refusal | None:
    """Close an invite."""
    invite = deed.state.invites.get(intent.invite)
    if invite is None:
        return not_found("invite")
    _close_invite(deed, actor, invite)
    return None


def renew_invite(deed: Deed, actor: MemberState, intent: i.RenewInvite) -> Refusal | None:
    """Close an invite and open one like it, with as many uses as were left."""
    invite = deed.state.invites.get(intent.invite)
    if invite is None:
        return not_found("invite")
    _close_invite(deed, actor, invite)
    _open_invite(deed, actor, invite.role, invite.uses_left, invite.lasts_ms, intent.secret)
    return None


def create_device_link(
    deed: Deed, actor: MemberState, intent: i.CreateDeviceLink
) -> Refusal | None:
    """Let one more device in: of the sender, or of whom a Storyteller names."""
    owner = deed.state.members[intent.member or actor.member]
    mine = [
        link
        for link in deed.state.links.values()
        if link.member == owner.member and link.expires_at_ms > deed.at_ms
    ]
    if len(mine) >= deed.limits.max_open_links:
        return Refusal(
            Code.LIMIT_REACHED,
            f"You have {deed.limits.max_open_links} unused device links: wait until one expires.",
            None,
            f"at most {deed.limits.max_open_links} unused device links",
        )
    _forget_expired_links(deed, owner)
    link = LinkId(derived_id(deed.commit_id, "link"))
    expires = deed.at_ms + intent.expires_in_s * 1000
    deed.record(
        e.DeviceLinkCreated(link=link, member=owner.member, expires_at_ms=expires, by=actor.member)
    )
    deed.change_credential(AddCredential(CredentialKind.LINK, hash_secret(intent.secret), link))
    deed.created = link
    return None


def secret_taken() -> Refusal:
    """A secret opens one thing alone."""
    return Refusal(
        Code.INVALID,
        "This secret was used before: make a fresh one.",
        "secret",
        "16 fresh random bytes",
    )


def _open_invite(
    deed: Deed, actor: MemberState, role: Role, uses: int, lasts_ms: int, secret: bytes
) -> None:
    invite = InviteId(derived_id(deed.commit_id, "invite"))
    deed.record(
        e.InviteCreated(
            invite=invite,
            role=role,
            uses=uses,
            lasts_ms=lasts_ms,
            expires_at_ms=deed.at_ms + lasts_ms,
            by=actor.member,
        )
    )
    deed.change_credential(AddCredential(CredentialKind.INVITE, hash_secret(secret), invite))
    deed.created = invite


def _close_invite(deed: Deed, actor: MemberState, invite: InviteState) -> None:
    deed.record(e.InviteRevoked(invite=invite.invite, by=actor.member))
    deed.change_credential(DropCredentials(CredentialKind.INVITE, invite.invite))


def _forget_expired(deed: Deed) -> None:
    for invite in tuple(deed.state.invites.values()):
        if invite.expires_at_ms <= deed.at_ms:
            deed.record(e.InviteExpired(invite=invite.invite))
            deed.change_credential(DropCredentials(CredentialKind.INVITE, invite.invite))


def _forget_expired_links(deed: Deed, member: MemberState) -> None:
    """Drop the credentials of the member's links that are too old; the fold drops the links."""
    for link in deed.state.links.values():
        if link.member == member.member and link.expires_at_ms <= deed.at_ms:
            deed.change_credential(DropCredentials(CredentialKind.LINK, link.link))


# --- going and changing --------------------------------------------------------------------------


def renew_token(deed: Deed, actor: MemberState, intent: i.RenewToken) -> Refusal | None:
    """Let one new token be all that opens the sender's seat."""
    for link in deed.state.links.values():
        if link.member == actor.member:
            deed.change_credential(DropCredentials(CredentialKind.LINK, link.link))
    deed.record(e.TokenRenewed(member=actor.member))
    deed.change_credential(DropCredentials(CredentialKind.TOKEN, actor.member))
    fresh = hash_secret(intent.token)
    deed.change_credential(AddCredential(CredentialKind.TOKEN, fresh, actor.member))
    return None


def leave_room(deed: Deed, actor: MemberState, _intent: i.LeaveRoom) -> Refusal | None:
    """Let a member go for good."""
    if _is_last_storyteller(deed.state, actor):
        return _last_storyteller("leave")
    _drop_member(deed, actor, e.MemberLeft(member=actor.member), actor)
    return None


def remove_member(deed: Deed, actor: MemberState, intent: i.RemoveMember) -> Refusal | None:
    """Take a member out; what that member may know of open invites is offered for renewal."""
    member = deed.state.members.get(intent.member)
    if member is None:
        return not_found("member")
    if _is_last_storyteller(deed.state, member):
        return _last_storyteller("be removed")
    known = _invites_known_to(deed, member)
    gone = e.MemberRemoved(member=member.member, by=actor.member, barred=intent.bar)
    _drop_member(deed, member, gone, actor)
    if intent.bar:
        for invite in known:
            _close_invite(deed, actor, deed.state.invites[invite])
    elif known:
        proposal = ProposalId(derived_id(deed.commit_id, "proposal"))
        view = ProposalView(proposal=proposal, kind=ProposalKind.INVITE_RENEWAL, invites=known)
        deed.record(e.ProposalOpened(proposal=view), asked=STORYTELLERS)
    return None


def set_role(
    deed: Deed, actor: MemberState, intent: i.SetRole, lanes: PlayerLanes | None
) -> Refusal | None:
    """Give a member another role, and with it a new generation of its view."""
    member = deed.state.members.get(intent.member)
    if member is None:
        return not_found("member")
    if member.role is intent.role:
        return Refusal(
            Code.NOTHING_TO_DO, f"{member.name} has that role already.", "role", "another role"
        )
    if _is_last_storyteller(deed.state, member):
        return _last_storyteller("take another role")
    if intent.role is not Role.STORYTELLER and _owns_hidden(deed.state, member):
        return Refusal(
            Code.WRONG_STATE,
            "This member owns hidden characters, which only Storytellers may know.",
            "role",
            "hand over or un-hide those characters first",
        )
    deed.record(e.RoleChanged(member=member.member, role=intent.role, by=actor.member))
    if intent.role is Role.PLAYER:
        give_lanes(deed, lanes)
    return None


def rename_member(deed: Deed, actor: MemberState, intent: i.RenameMember) -> Refusal | None:
    """Take another nickname; names need not be unique."""
    if intent.member not in deed.state.members:
        return not_found("member")
    deed.record(e.MemberRenamed(member=intent.member, name=intent.name, by=actor.member))
    return None


def _drop_member(
    deed: Deed, member: MemberState, gone: e.MemberLeft | e.MemberRemoved, by: MemberState
) -> None:
    for character in tuple(deed.state.characters.values()):
        if member.member in character.owners:
            left = tuple(o for o in character.owners if o != member.member)
            deed.record(e.OwnersChanged(character=character.character, owners=left, by=by.member))
    for link in deed.state.links.values():
        if link.member == member.member:
            deed.change_credential(DropCredentials(CredentialKind.LINK, link.link))
    deed.record(gone)
    if isinstance(gone, e.MemberRemoved) and gone.barred:
        deed.change_credential(BarTokens(member.member))
    deed.change_credential(DropCredentials(CredentialKind.TOKEN, member.member))


def _invites_known_to(deed: Deed, member: MemberState) -> tuple[InviteId, ...]:
    """Open invites whose secret the member may hold: the one used, and a Storyteller's all."""
    return tuple(
        sorted(
            invite.invite
            for invite in deed.state.invites.values()
            if invite.expires_at_ms > deed.at_ms
            and (member.is_storyteller or member.invite == invite.invite)
        )
    )


def _owns_hidden(state: RoomState, member: MemberState) -> bool:
    return any(c.hidden and member.member in c.owners for c in state.characters.values())


def _is_last_storyteller(state: RoomState, member: MemberState) -> bool:
    others = (m for m in state.members.values() if m.member != member.member)
    return member.is_storyteller and not any(m.is_storyteller for m in others)


def _last_storyteller(what: str) -> Refusal:
    return Refusal(
        Code.LAST_STORYTELLER,
        f"The last Storyteller cannot {what}: a room never lacks one.",
        None,
        "make somebody else a Storyteller first",
    )
