"""Decisions about coming in: the room's founder, newcomers with an invite, further devices."""

from protocol import events as e
from protocol.codes import Code
from protocol.words import Role
from server.rooms.books import give_lanes
from server.rooms.commands import FoundRoom, Join, LinkDevice
from server.rooms.credentials import AddCredential, CredentialKind, DropCredentials
from server.rooms.deed import Deed
from server.rooms.house import founded_rules, refuse_switches, system_of
from server.rooms.refusal import Refusal


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
