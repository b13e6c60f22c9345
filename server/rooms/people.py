"""Decisions about members: going, being taken out, another role, name or token."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import PlayerLanes
from protocol.ids import InviteId, ProposalId
from protocol.views import ProposalView
from protocol.words import ProposalKind, Role
from server.rooms.audience import STORYTELLERS
from server.rooms.books import give_lanes
from server.rooms.credentials import (
    AddCredential,
    BarTokens,
    CredentialKind,
    DropCredentials,
    hash_secret,
)
from server.rooms.deed import Deed
from server.rooms.handing_on import lapse_offers, lapse_offers_of_others
from server.rooms.invites import close_invite
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal, not_found
from server.rooms.stand_ins import end_stand_ins
from server.rooms.state import MemberState, RoomState


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
    _drop_with_bots(deed, actor, e.MemberLeft(member=actor.member), actor)
    return None


def remove_member(deed: Deed, actor: MemberState, intent: i.RemoveMember) -> Refusal | None:
    """Take a member out; what that member may know of open invites is offered for renewal."""
    member = deed.state.members.get(intent.member)
    if member is None:
        return not_found("member")
    if _is_last_storyteller(deed.state, member):
        return _last_storyteller("be removed")
    _close_invites(deed, actor, member, Role.STORYTELLER)
    gone = e.MemberRemoved(member=member.member, by=actor.member, barred=intent.bar)
    dropped = _drop_with_bots(deed, member, gone, actor)
    known = _invites_known_to(deed, dropped)
    if intent.bar:
        for invite in known:
            close_invite(deed, actor, deed.state.invites[invite])
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
    end_stand_ins(deed, actor.member, of=member.member)
    _close_invites(deed, actor, member, Role.BOT)
    _close_invites(deed, actor, member, Role.STORYTELLER)
    lapse_offers_of_others(deed, member)
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


def _drop_with_bots(
    deed: Deed, member: MemberState, gone: e.MemberLeft | e.MemberRemoved, by: MemberState
) -> tuple[MemberState, ...]:
    """
    Let a member go, and first all bots that it answered for; who went, in order.

    Bots see what is public, so none stays, or comes in, for whom nobody answers.
    """
    went: list[MemberState] = []
    is_barred = isinstance(gone, e.MemberRemoved) and gone.barred
    for bot in tuple(deed.state.members.values()):
        if bot.role is Role.BOT and bot.creator == member.member and bot != member:
            ended = e.MemberRemoved(member=bot.member, by=by.member, barred=is_barred)
            went += _drop_with_bots(deed, bot, ended, by)
    _close_invites(deed, by, member, Role.BOT)
    _drop_member(deed, member, gone, by)
    return (*went, member)


def _close_invites(deed: Deed, by: MemberState, member: MemberState, role: Role) -> None:
    """
    Let nobody come in as a bot of a member who invites no more, or as a Storyteller by them.

    Whoever made an invite knows its secret, and would be a Storyteller again by it.
    """
    for invite in tuple(deed.state.invites.values()):
        if invite.role is role and invite.by == member.member:
            close_invite(deed, by, invite)


def _drop_member(
    deed: Deed, member: MemberState, gone: e.MemberLeft | e.MemberRemoved, by: MemberState
) -> None:
    end_stand_ins(deed, by.member, of=member.member)
    lapse_offers(deed, with_=member.member)
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


def _invites_known_to(deed: Deed, went: tuple[MemberState, ...]) -> tuple[InviteId, ...]:
    """Open invites whose secret they may hold: the one used, and a Storyteller's all."""
    used = {member.invite for member in went}
    return tuple(
        sorted(
            invite.invite
            for invite in deed.state.invites.values()
            if invite.expires_at_ms > deed.at_ms
            and (invite.invite in used or any(member.is_storyteller for member in went))
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
