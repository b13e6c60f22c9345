"""Founding, invites and device links: how people come in."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import InviteId, LinkId
from protocol.words import Role
from server.rooms.commands import LinkDevice, OfferLink
from server.rooms.credentials import AddCredential, CredentialKind, DropCredentials, hash_secret
from server.rooms.decide import decide
from server.rooms.deed import Decision
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from tests.support.rooms import Done, Script, Table, secret_of

HOUR_MS = 3_600_000
JUST_THE_TWO = {"storyteller": Role.STORYTELLER, "ann": Role.PLAYER}


def invite(room: Table, role: Role = Role.PLAYER, **fields: object) -> Done:
    return room.act("storyteller", i.CreateInvite, role=role, secret=secret_of(7), **fields)


def try_to_join(room: Table, name: str, invite_id: str) -> Decision | Refusal:
    return decide(room.state, room.join_command(name, InviteId(invite_id)), Script(), room.limits)


# --- founding -----------------------------------------------------------------------------------


def test_a_room_begins_with_its_storyteller() -> None:
    """Founding makes the room and one Storyteller, whose token opens it."""
    room = Table(people={"storyteller": Role.STORYTELLER})
    (member,) = room.state.members.values()
    assert member.role is Role.STORYTELLER
    assert room.state.name == "Night in Lyon"
    assert [record.kind for record in room.kept[0].records] == ["room_created", "member_joined"]


# --- invites ------------------------------------------------------------------------------------


def test_an_invite_is_known_to_storytellers_alone() -> None:
    """Creating, using, revoking and renewing an invite is shown to nobody else."""
    room = Table()
    made = invite(room, uses=2)
    assert made.seen_by(e.InviteCreated) == {"storyteller"}
    used = room.come_in("cem", InviteId(made.created))
    assert used.seen_by(e.InviteUsed) == {"storyteller"}
    assert used.seen_by(e.MemberJoined) == set(room.members)
    renewed = room.act("storyteller", i.RenewInvite, invite=made.created, secret=secret_of(8))
    assert renewed.seen_by(e.InviteRevoked) == renewed.seen_by(e.InviteCreated) == {"storyteller"}
    assert room.snapshot("ann").invites == ()
    assert len(room.snapshot("storyteller").invites) == 1


def test_an_invite_serves_as_often_as_it_says() -> None:
    """Two uses let two in; the third finds it spent, and its secret dies with the second."""
    room = Table(people=dict(JUST_THE_TWO))
    made = invite(room, uses=2)
    first = room.come_in("cem", InviteId(made.created))
    assert first.only(e.InviteUsed).uses_left == 1
    assert not [c for c in first.decision.credentials if isinstance(c, DropCredentials)]
    second = room.come_in("dora", InviteId(made.created))
    assert second.only(e.InviteUsed).uses_left == 0
    assert DropCredentials(CredentialKind.INVITE, made.created) in second.decision.credentials
    third = try_to_join(room, "emil", made.created)
    assert isinstance(third, Refusal)
    assert third.code is Code.INVITE_SPENT


@pytest.mark.parametrize(("late_ms", "is_open"), [(-1, True), (0, False), (1, False)])
def test_an_invite_expires_at_its_millisecond(late_ms: int, is_open: bool) -> None:
    """It is open until the moment it names, and not at that moment."""
    room = Table()
    made = invite(room, expires_in_s=60)
    assert made.only(e.InviteCreated).expires_at_ms == room.now_ms + 60_000
    room.now_ms += 60_000 + late_ms
    assert isinstance(try_to_join(room, "cem", made.created), Decision) is is_open


def test_a_storytellers_invite_serves_once_and_for_an_hour_at_most() -> None:
    """Whatever was asked for, and a shorter time is kept."""
    room = Table()
    wide = invite(room, Role.STORYTELLER, uses=100, expires_in_s=30 * 86_400)
    assert wide.only(e.InviteCreated).uses == 1
    assert wide.only(e.InviteCreated).expires_at_ms == room.now_ms + HOUR_MS
    short = invite(room, Role.STORYTELLER, expires_in_s=60)
    assert short.only(e.InviteCreated).expires_at_ms == room.now_ms + 60_000
    room.come_in("second", InviteId(wide.created))
    assert room.state.members[room["second"]].role is Role.STORYTELLER
    assert isinstance(try_to_join(room, "third", wide.created), Refusal)


def test_a_revoked_invite_lets_nobody_in() -> None:
    """Its secret dies in the same commit."""
    room = Table()
    made = invite(room)
    revoked = room.act("storyteller", i.RevokeInvite, invite=made.created)
    assert revoked.decision.credentials == (DropCredentials(CredentialKind.INVITE, made.created),)
    assert isinstance(try_to_join(room, "cem", made.created), Refusal)
    room.refuse("storyteller", i.RevokeInvite, Code.NOT_FOUND, "invite", invite=made.created)


def test_a_renewed_invite_keeps_role_uses_left_and_lasting() -> None:
    """The old secret dies, the new one opens as much as was left, for as long as it lasted."""
    room = Table()
    made = invite(room, Role.SPECTATOR, uses=3, expires_in_s=600)
    room.come_in("cem", InviteId(made.created))
    room.now_ms += 500_000
    renewed = room.act("storyteller", i.RenewInvite, invite=made.created, secret=secret_of(9))
    event = renewed.only(e.InviteCreated)
    assert (event.role, event.uses) == (Role.SPECTATOR, 2)
    assert event.expires_at_ms == room.now_ms + 600_000
    assert renewed.decision.credentials == (
        DropCredentials(CredentialKind.INVITE, made.created),
        AddCredential(CredentialKind.INVITE, hash_secret(secret_of(9)), event.invite),
    )
    assert isinstance(try_to_join(room, "dora", made.created), Refusal)


def test_open_invites_are_bounded_and_expired_ones_make_room() -> None:
    """The limit counts open invites; one step over is refused with the limit named."""
    room = Table(limits=RoomLimits(max_open_invites=2), people=dict(JUST_THE_TWO))
    invite(room, expires_in_s=60)
    invite(room, expires_in_s=120)
    refusal = room.refuse(
        "storyteller", i.CreateInvite, Code.LIMIT_REACHED, role=Role.PLAYER, secret=secret_of(1)
    )
    assert "2" in refusal.detail
    room.now_ms += 60_000
    made = invite(room)
    assert len(made.all(e.InviteExpired)) == 1
    assert len(room.state.invites) == 2


def test_the_last_seat_is_given_once() -> None:
    """At the limit of members the next is refused, and a seat that is given up is free again."""
    room = Table(limits=RoomLimits(max_members=3), people=dict(JUST_THE_TWO))
    made = invite(room, uses=5)
    room.come_in("cem", InviteId(made.created))
    full = try_to_join(room, "dora", made.created)
    assert isinstance(full, Refusal)
    assert full.code is Code.ROOM_FULL
    room.act("cem", i.LeaveRoom)
    room.come_in("dora", InviteId(made.created))


def test_names_need_not_be_unique() -> None:
    """Two members, and two characters, may be called the same, whatever the script."""
    room = Table()
    for name in ("Zoë", "Zoe\u0308", "Ольга", "李", "👩‍👩‍👧", "x" * 200):
        room.act("ann", i.RenameMember, member=room["ann"], name=name)
        room.act("bob", i.RenameMember, member=room["bob"], name=name)
        assert room.state.members[room["ann"]].name == room.state.members[room["bob"]].name == name
    room.vampire("ann", "Iris")
    room.vampire("bob", "Iris")


# --- devices ------------------------------------------------------------------------------------


def use(room: Table, link: str, token: bytes = b"n" * 32) -> Decision | Refusal:
    command = LinkDevice(
        link=LinkId(link),
        token_hash=token,
        at_ms=room.now_ms,
        commit_id=room._fresh_commit(),
    )
    decided = decide(room.state, command, Script(), room.limits)
    if isinstance(decided, Decision):
        room.keep(command, decided)
    return decided


def test_a_device_link_lets_one_more_device_in_once() -> None:
    """The new token is the same member's; only that member and the Storytellers hear of it."""
    room = Table()
    made = room.act("ann", i.CreateDeviceLink, secret=secret_of(3))
    assert made.seen_by(e.DeviceLinkCreated) == {"ann", "storyteller"}
    used = use(room, made.created)
    assert isinstance(used, Decision)
    assert used.created == room["ann"]
    assert used.credentials == (
        DropCredentials(CredentialKind.LINK, made.created),
        AddCredential(CredentialKind.TOKEN, b"n" * 32, room["ann"]),
    )
    again = use(room, made.created, b"o" * 32)
    assert isinstance(again, Refusal)
    assert again.code is Code.LINK_SPENT


def test_a_device_link_expires_at_its_millisecond() -> None:
    """Ten minutes unless said otherwise, and not a millisecond more."""
    room = Table()
    made = room.act("ann", i.CreateDeviceLink, secret=secret_of(3))
    room.now_ms += 600_000
    assert isinstance(use(room, made.created), Refusal)
    room.now_ms -= 1
    assert isinstance(use(room, made.created), Decision)


def test_device_links_are_bounded_for_each_member() -> None:
    """One member's open links are no other's, and expired ones do not count."""
    room = Table(limits=RoomLimits(max_open_links=1))
    room.act("ann", i.CreateDeviceLink, secret=secret_of(3), expires_in_s=60)
    room.act("bob", i.CreateDeviceLink, secret=secret_of(4))
    room.refuse("ann", i.CreateDeviceLink, Code.LIMIT_REACHED, secret=secret_of(5))
    room.now_ms += 60_000
    room.act("ann", i.CreateDeviceLink, secret=secret_of(6))


def test_the_operator_can_link_a_device_for_a_member_who_lost_all() -> None:
    """Such a link names nobody as its maker, and there is none for a member who is not here."""
    room = Table()
    offer = OfferLink(room["ann"], b"h" * 32, 1_000, room.now_ms, room._fresh_commit())
    done = room.do(offer)
    assert done.only(e.DeviceLinkCreated).by is None
    assert done.seen_by(e.DeviceLinkCreated) == {"ann", "storyteller"}
    room.act("ann", i.LeaveRoom)
    assert isinstance(decide(room.state, offer, Script()), Refusal)


def test_expired_device_links_are_forgotten_when_another_is_made() -> None:
    """State and credentials of a member's links do not grow with the years."""
    room = Table()
    for day in range(5):
        room.now_ms += 3 * 24 * 3_600_000
        made = room.act("ann", i.CreateDeviceLink, secret=bytes([day]) * 16)
        assert len(room.state.links) == 1
        dropped = [c for c in made.decision.credentials if isinstance(c, DropCredentials)]
        assert len(dropped) == (1 if day else 0)
