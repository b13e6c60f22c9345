"""Fold of the events about members, invites and device links."""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import Generation, LinkId, MemberId
from protocol.words import HistoryForLate, Role
from server.rooms.lines import EMPTY_LINE, EVERYONE_LINE, LineHead, member_line
from server.rooms.state import InviteState, LinkState, MemberState, RoomState, put, without

LINKS_LAST_AT_MOST_MS = 24 * 3_600_000
"""Device links never last longer, so that older ones can be forgotten without asking a clock."""

PeopleEvent = (
    e.MemberJoined
    | e.MemberLeft
    | e.MemberRemoved
    | e.MemberRenamed
    | e.RoleChanged
    | e.InviteCreated
    | e.InviteUsed
    | e.InviteRevoked
    | e.InviteExpired
    | e.DeviceLinkCreated
    | e.DeviceLinked
    | e.TokenRenewed
)


def fold_people(state: RoomState, event: PeopleEvent) -> RoomState:
    """The state after *event*."""
    match event:
        case e.MemberJoined():
            joined = MemberState(
                event.member, event.name, event.role, Generation(1), _past_for_newcomer(state)
            )
            return _with_member(state, joined)
        case e.MemberLeft() | e.MemberRemoved():
            return _without_member(state, event.member)
        case e.MemberRenamed():
            return _with_member(state, replace(state.members[event.member], name=event.name))
        case e.RoleChanged():
            member = state.members[event.member]
            changed = replace(
                member,
                role=event.role,
                generation=Generation(member.generation + 1),
                creator=event.by if event.role is Role.BOT else None,
            )
            return _with_member(state, changed)
        case e.InviteCreated():
            return replace(state, invites=put(state.invites, event.invite, _opened(event)))
        case e.InviteUsed():
            return _used(state, event)
        case e.InviteRevoked() | e.InviteExpired():
            return replace(state, invites=without(state.invites, event.invite))
        case e.DeviceLinkCreated():
            return replace(
                state, links=put(_without_old_links(state, event), event.link, _link(event))
            )
        case e.TokenRenewed():
            links = {k: link for k, link in state.links.items() if link.member != event.member}
            return replace(state, links=links)
        case e.DeviceLinked():
            return replace(state, links=without(state.links, event.link))
        case _:
            assert_never(event)


def _link(event: e.DeviceLinkCreated) -> LinkState:
    return LinkState(event.link, event.member, event.expires_at_ms)


def _without_old_links(state: RoomState, event: e.DeviceLinkCreated) -> dict[LinkId, LinkState]:
    """The links but those of the same member that had expired when *event* happened."""
    surely_old_ms = event.expires_at_ms - LINKS_LAST_AT_MOST_MS
    return {
        name: link
        for name, link in state.links.items()
        if link.member != event.member or link.expires_at_ms > surely_old_ms
    }


def _past_for_newcomer(state: RoomState) -> LineHead:
    """Where everyone's line begins for somebody who joins now, by the house rules."""
    now = state.heads.get(EVERYONE_LINE, EMPTY_LINE)
    match state.house_rules.history:
        case HistoryForLate.ALL:
            return EMPTY_LINE
        case HistoryForLate.SESSION:
            return now if state.session is None else state.session_past
        case HistoryForLate.NONE:
            return now


def _with_member(state: RoomState, member: MemberState) -> RoomState:
    return replace(state, members=put(state.members, member.member, member))


def _without_member(state: RoomState, member: MemberId) -> RoomState:
    links = {k: link for k, link in state.links.items() if link.member != member}
    return replace(
        state,
        members=without(state.members, member),
        links=links,
        heads=without(state.heads, member_line(member)),
    )


def _opened(event: e.InviteCreated) -> InviteState:
    return InviteState(
        event.invite,
        event.role,
        event.uses,
        event.uses,
        event.expires_at_ms,
        event.lasts_ms,
        event.by,
    )


def _used(state: RoomState, event: e.InviteUsed) -> RoomState:
    invite = state.invites[event.invite]
    creator = invite.by if invite.role is Role.BOT else None
    member = replace(state.members[event.member], invite=event.invite, creator=creator)
    invites = (
        put(
            state.invites,
            event.invite,
            replace(invite, uses_left=event.uses_left),
        )
        if event.uses_left
        else without(state.invites, event.invite)
    )
    return replace(_with_member(state, member), invites=invites)
