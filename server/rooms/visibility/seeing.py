"""Who is looking, and whether they are among those who may know."""

from collections.abc import Mapping

from msgspec import Struct

from protocol.ids import CharacterId, MemberId
from server.rooms.audience import Audience, members
from server.rooms.lines import (
    EMPTY_LINE,
    EVERYONE_LINE,
    STORYTELLERS_LINE,
    ViewBase,
    ViewHead,
    member_line,
    view_head,
)
from server.rooms.state import CharacterState, MemberState, RoomState


class Viewer(Struct, frozen=True, gc=False):
    """Somebody looking: as whom, and whether as a Storyteller."""

    member: MemberId
    is_storyteller: bool


def viewer_of(member: MemberState) -> Viewer:
    """The viewer that a member is now."""
    return Viewer(member.member, member.is_storyteller)


def sees(audience: Audience, viewer: Viewer) -> bool:
    """Whether *viewer* is in *audience*; whoever is a Storyteller now sees all."""
    return viewer.is_storyteller or audience.everyone or viewer.member in audience.members


def includes(state: RoomState, told: Audience, those: Audience) -> bool:
    """Whether all of *those* are *told*, as whoever is a Storyteller now always is."""
    if those.everyone:
        return told.everyone
    people = state.members
    return told.covers(
        members(m for m in those.members if m not in people or not people[m].is_storyteller)
    )


def is_for_all(audience: Audience) -> bool:
    """Whether every viewer is in *audience*, so that nobody needs to be asked for."""
    return audience.everyone


def sees_character(character: CharacterState, viewer: Viewer) -> bool:
    """Whether *viewer* may know that the character exists."""
    return viewer.is_storyteller or not character.hidden


def visible_character(
    state: RoomState, viewer: Viewer, character: CharacterId
) -> CharacterState | None:
    """The character, or None if there is none that *viewer* may know of."""
    found = state.characters.get(character)
    return found if found is not None and sees_character(found, viewer) else None


def view_base(member: MemberState) -> ViewBase:
    """Where a member's view begins, in its present generation."""
    if member.is_storyteller:
        return ViewBase(((STORYTELLERS_LINE, EMPTY_LINE),))
    return ViewBase(((EVERYONE_LINE, member.past), (member_line(member.member), EMPTY_LINE)))


def view_now(state: RoomState, member: MemberState) -> ViewHead:
    """Where a member's view stands after the commit *state* is at."""
    return view_head(view_base(member), state.heads)


def those_who_lose(
    people: Mapping[MemberId, MemberState], before: Audience, after: Audience
) -> Audience:
    """The members, Storytellers apart, who are in *before* and not in *after*."""
    return members(
        m.member
        for m in people.values()
        if not m.is_storyteller and sees(before, viewer_of(m)) and not sees(after, viewer_of(m))
    )
