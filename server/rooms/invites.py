"""Decisions about what lets people in: invites, and links for further devices."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import InviteId, LinkId
from protocol.words import Role
from server.rooms.commands import OfferLink
from server.rooms.credentials import AddCredential, CredentialKind, DropCredentials, hash_secret
from server.rooms.deed import Deed
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal, not_found
from server.rooms.state import InviteState, MemberState

STORYTELLER_INVITE_LASTS_S = 3_600
"""A Storyteller's invite opens everything, so it is short-lived and serves once."""


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
    close_invite(deed, actor, invite)
    return None


def renew_invite(deed: Deed, actor: MemberState, intent: i.RenewInvite) -> Refusal | None:
    """Close an invite and open one like it, with as many uses as were left."""
    invite = deed.state.invites.get(intent.invite)
    if invite is None:
        return not_found("invite")
    close_invite(deed, actor, invite)
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


def close_invite(deed: Deed, actor: MemberState, invite: InviteState) -> None:
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
