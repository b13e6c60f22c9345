"""Roles, bots, leaving and removing."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, InviteId
from protocol.words import Role
from server.rooms.credentials import BarTokens, CredentialKind, DropCredentials
from tests.support.rooms import Done, Table, secret_of

JUST_THE_TWO = {"storyteller": Role.STORYTELLER, "ann": Role.PLAYER}


def invite(room: Table, role: Role = Role.PLAYER, **fields: object) -> Done:
    return room.act("storyteller", i.CreateInvite, role=role, secret=secret_of(7), **fields)


# --- roles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (i.LeaveRoom, {}),
        (i.SetRole, {"member": "storyteller", "role": Role.PLAYER}),
        (i.SetRole, {"member": "storyteller", "role": Role.SPECTATOR}),
        (i.SetRole, {"member": "storyteller", "role": Role.BOT}),
    ],
)
def test_a_room_never_lacks_a_storyteller(kind: type[i.Intent], fields: dict[str, object]) -> None:
    """The last one can neither leave nor change role, until there is another."""
    room = Table()
    if "member" in fields:
        fields = {**fields, "member": room["storyteller"]}
    room.refuse("storyteller", kind, Code.LAST_STORYTELLER, **fields)
    room.join("second", Role.STORYTELLER)
    room.act("storyteller", kind, **fields)
    assert [m.name for m in room.state.members.values() if m.is_storyteller] == ["second"]


def test_a_storyteller_can_remove_another_but_not_the_last() -> None:
    """Removing is for others; nobody removes oneself."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    room.refuse("storyteller", i.RemoveMember, Code.FORBIDDEN, member=room["storyteller"])
    room.act("second", i.RemoveMember, member=room["storyteller"])
    assert room["storyteller"] not in room.state.members
    room.refuse("second", i.RemoveMember, Code.FORBIDDEN, member=room["second"])


def test_a_role_that_somebody_has_is_not_given_again() -> None:
    """Nothing happens, so nothing is recorded and no new generation begins."""
    room = Table()
    room.refuse(
        "storyteller", i.SetRole, Code.NOTHING_TO_DO, "role", member=room["ann"], role=Role.PLAYER
    )


def test_a_new_role_begins_a_new_generation() -> None:
    """The member's view begins anew with each change of role."""
    room = Table()
    for role in (Role.STORYTELLER, Role.SPECTATOR, Role.PLAYER):
        before = room.state.members[room["ann"]].generation
        done = room.act("storyteller", i.SetRole, member=room["ann"], role=role)
        assert done.seen_by(e.RoleChanged) == set(room.members)
        assert room.state.members[room["ann"]].generation == before + 1


def test_a_storyteller_with_hidden_characters_keeps_the_role() -> None:
    """What only Storytellers may know cannot be owned by anybody else."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    hidden = room.act(
        "second", i.CreateCharacter, name="Nobody", hidden=True, owners=(room["second"],)
    ).created
    room.refuse(
        "storyteller",
        i.SetRole,
        Code.WRONG_STATE,
        "role",
        member=room["second"],
        role=Role.PLAYER,
    )
    room.act("storyteller", i.SetOwners, character=hidden, owners=())
    room.act("storyteller", i.SetRole, member=room["second"], role=Role.PLAYER)
    assert room.card("second", CharacterId(hidden)) is None


def test_a_role_change_opens_no_past_that_was_not_addressed() -> None:
    """Who was a Storyteller sees afterwards what everyone sees and what named that member."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    character = room.vampire("ann")
    secret = room.act(
        "storyteller", i.Roll, (6, 6), character=character, pool=2, visibility="secret"
    )
    assert secret.seen_by(e.RollResolved) == {"storyteller", "second"}
    room.act("storyteller", i.SetRole, member=room["second"], role=Role.PLAYER)
    assert secret.seen_by(e.RollResolved) == {"storyteller"}
    assert room.snapshot("second").standing_rolls == ()
    assert len(room.snapshot("storyteller").standing_rolls) == 1


# --- going --------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_removed", [True, False])
def test_who_goes_takes_all_credentials_along(is_removed: bool) -> None:
    """Tokens and unused links die in the same commit; characters stay without that owner."""
    room = Table()
    character = room.vampire("ann")
    link = room.act("ann", i.CreateDeviceLink, secret=secret_of(3))
    if is_removed:
        done = room.act("storyteller", i.RemoveMember, member=room["ann"])
        assert done.only(e.MemberRemoved).by == room["storyteller"]
    else:
        done = room.act("ann", i.LeaveRoom)
        assert done.only(e.MemberLeft).member == room["ann"]
    assert set(done.decision.credentials) == {
        DropCredentials(CredentialKind.LINK, link.created),
        DropCredentials(CredentialKind.TOKEN, room["ann"]),
    }
    assert done.only(e.OwnersChanged).owners == ()
    assert room.state.characters[character].owners == ()
    assert link.created not in room.state.links


def test_owners_that_change_by_a_removal_are_changed_by_the_remover() -> None:
    """Who did it stands in every event of the removal."""
    room = Table()
    room.vampire("ann")
    done = room.act("storyteller", i.RemoveMember, member=room["ann"])
    assert done.only(e.OwnersChanged).by == room["storyteller"]


def test_a_removal_offers_to_renew_the_invites_that_were_known() -> None:
    """The invite that the member came by, if it is still open; for Storytellers alone."""
    room = Table(people=dict(JUST_THE_TWO))
    by = invite(room, uses=3)
    other = invite(room, uses=3)
    room.come_in("cem", InviteId(by.created))
    done = room.act("storyteller", i.RemoveMember, member=room["cem"])
    proposal = done.only(e.ProposalOpened).proposal
    assert (proposal.kind, proposal.invites) == ("invite_renewal", (by.created,))
    assert done.seen_by(e.ProposalOpened) == {"storyteller"}
    assert other.created in room.state.invites
    room.act("storyteller", i.ConfirmProposal, proposal=proposal.proposal)
    assert room.state.proposals == {}


def test_a_removed_storyteller_may_have_known_every_invite() -> None:
    """All open invites are offered for renewal, in the order of their ids."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    made = {invite(room).created for _ in range(3)}
    done = room.act("storyteller", i.RemoveMember, member=room["second"])
    assert done.only(e.ProposalOpened).proposal.invites == tuple(sorted(made))


@pytest.mark.parametrize("way", [i.SetRole, i.RemoveMember])
def test_a_former_storyteller_does_not_come_back_as_one_by_an_invite_of_their_own(
    way: type[i.SetRole | i.RemoveMember],
) -> None:
    """They know its secret; others' invites, and theirs for players, stand, and nobody is told."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    fields = {"role": Role.STORYTELLER, "uses": 2}
    made = room.act("second", i.CreateInvite, secret=secret_of(70), **fields).created
    others = room.act("storyteller", i.CreateInvite, secret=secret_of(71), **fields).created
    for_players = room.act("second", i.CreateInvite, secret=secret_of(72), role=Role.PLAYER).created
    role = {"role": Role.PLAYER} if way is i.SetRole else {}
    done = room.act("storyteller", way, member=room["second"], **role)
    assert done.only(e.InviteRevoked).invite == made
    assert done.seen_by(e.InviteRevoked) == {"storyteller"}
    assert set(room.state.invites) >= {others, for_players}
    assert made not in room.state.invites


def test_an_expired_invite_is_not_offered_for_renewal() -> None:
    """Nobody comes in by it any more, so there is nothing to renew."""
    room = Table(people=dict(JUST_THE_TWO))
    by = invite(room, uses=3, expires_in_s=60)
    room.come_in("cem", InviteId(by.created))
    room.now_ms += 60_000
    done = room.act("storyteller", i.RemoveMember, member=room["cem"])
    assert done.all(e.ProposalOpened) == []


def test_leaving_offers_nothing() -> None:
    """Who goes of their own accord was not shut out."""
    room = Table(people=dict(JUST_THE_TWO))
    by = invite(room, uses=3)
    room.come_in("cem", InviteId(by.created))
    assert room.act("cem", i.LeaveRoom).all(e.ProposalOpened) == []


# --- bots ---------------------------------------------------------------------------------------


def test_a_bot_may_at_most_what_its_creator_may_at_that_moment() -> None:
    """Let in by a Storyteller who is a spectator now, it watches; and acts when that changes."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    character = room.act("bot", i.CreateCharacter, name="Drone").created
    roll = {"character": character, "pool": 1}
    room.act("bot", i.Roll, (6,), **roll)
    room.act("second", i.SetRole, member=room["storyteller"], role=Role.SPECTATOR)
    room.refuse("bot", i.Roll, Code.FORBIDDEN, pool=1)
    room.refuse("bot", i.Roll, Code.FORBIDDEN, **roll)
    room.act("second", i.SetRole, member=room["storyteller"], role=Role.PLAYER)
    room.act("bot", i.Roll, (6,), pool=1)
    room.refuse("bot", i.Roll, Code.FORBIDDEN, **roll)
    room.act("second", i.SetRole, member=room["storyteller"], role=Role.STORYTELLER)
    room.act("bot", i.Roll, (6,), **roll)


def go(room: Table, way: str) -> Done:
    """Let the Storyteller who let the bot in go, in one of three ways."""
    if way == "leaves":
        return room.act("storyteller", i.LeaveRoom)
    bar = {"bar": True} if way == "barred" else {}
    return room.act("second", i.RemoveMember, member=room["storyteller"], **bar)


@pytest.mark.parametrize("way", ["leaves", "removed", "barred"])
def test_a_bot_ends_with_its_creator(way: str) -> None:
    """In the same commit its token dies too, and nobody owns what it owned; barred with it."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    drone = CharacterId(room.act("bot", i.CreateCharacter, name="Drone").created)
    done = go(room, way)
    ended = done.all(e.MemberRemoved)[0]
    by = room["storyteller" if way == "leaves" else "second"]
    assert (ended.member, ended.by, ended.barred) == (room["bot"], by, way == "barred")
    assert DropCredentials(CredentialKind.TOKEN, room["bot"]) in done.decision.credentials
    assert (BarTokens(room["bot"]) in done.decision.credentials) is (way == "barred")
    assert {room["bot"], room["storyteller"]} & set(room.state.members) == set()
    assert room.state.characters[drone].owners == ()


def test_bots_of_others_stay() -> None:
    """Only those whom nobody answers for any more go."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    room.act("second", i.SetRole, member=room["ann"], role=Role.BOT)
    room.act("second", i.SetRole, member=room["second"], role=Role.PLAYER)
    room.act("second", i.LeaveRoom)
    assert room["ann"] not in room.state.members
    room.act("bot", i.Roll, (6,), pool=1)


@pytest.mark.parametrize("way", ["leaves", "removed", "barred", "demoted"])
def test_nobody_comes_in_as_a_bot_for_whom_nobody_answers(way: str) -> None:
    """Open invites for bots close with their maker; none is offered for renewal."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    made = invite(room, Role.BOT, uses=3).created
    if way == "demoted":
        member = {"member": room["storyteller"], "role": Role.PLAYER}
        done = room.act("second", i.SetRole, **member)
    else:
        done = go(room, way)
    assert [event.invite for event in done.all(e.InviteRevoked)] == [made]
    assert made not in room.state.invites
    assert done.all(e.ProposalOpened) == []
    assert DropCredentials(CredentialKind.INVITE, made) in done.decision.credentials


def test_who_was_made_a_bot_is_bound_to_whoever_did_it() -> None:
    """And free again with another role; who made oneself one is bound to nobody else."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    room.act("second", i.SetRole, member=room["ann"], role=Role.BOT)
    room.act("second", i.SetRole, member=room["second"], role=Role.BOT)
    room.refuse("ann", i.CreateCharacter, Code.FORBIDDEN, name="New", owners=(room["ann"],))
    room.act("second", i.CreateCharacter, name="New")
    room.act("storyteller", i.SetRole, member=room["ann"], role=Role.PLAYER)
    room.act("ann", i.CreateCharacter, name="New")
