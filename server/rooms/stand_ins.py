"""
Decisions about stand-ins: another player plays a character until the session ends.

A stand-in has an owner's rights in play and sees what owners see from then on; the past stays
with those whom it named, and so does what happened meanwhile, once it is over.
"""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import MemberId
from protocol.words import Role
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal, not_found
from server.rooms.sight import shift_all, show_sheet
from server.rooms.state import CharacterState, MemberState


def set_stand_in(deed: Deed, actor: MemberState, intent: i.SetStandIn) -> Refusal | None:
    """Let a player stand in for the owners of a character."""
    character = deed.state.characters[intent.character]
    member = deed.state.members.get(intent.member)
    if member is None:
        return not_found("member")
    refusal = _refuse_stand_in(character, member)
    if refusal is not None:
        return refusal
    end_stand_in_for(deed, character, actor.member)
    owners_alone = deed.state.characters[intent.character]
    deed.record(e.StandInSet(character=character.character, member=member.member, by=actor.member))
    shift_all(deed, owners_alone)
    show_sheet(deed, character.character)
    return None


def end_stand_in(deed: Deed, actor: MemberState, intent: i.EndStandIn) -> Refusal | None:
    """Let the owners alone play a character again."""
    character = deed.state.characters[intent.character]
    if character.stand_in is None:
        return Refusal(
            Code.NOTHING_TO_DO,
            "Nobody stands in for this character.",
            "character",
            "a character with a stand-in",
        )
    end_stand_in_for(deed, character, actor.member)
    return None


def end_stand_in_for(deed: Deed, character: CharacterState, by: MemberId | None) -> None:
    """End what a stand-in may do and see of *character*; *by* None: the session ended it."""
    if character.stand_in is None:
        return
    ended = e.StandInEnded(character=character.character, member=character.stand_in, by=by)
    deed.record(ended)
    shift_all(deed, character)


def end_stand_ins(deed: Deed, by: MemberId | None = None, *, of: MemberId | None = None) -> None:
    """End all that stand in, or those *of* one member."""
    for character in tuple(deed.state.characters.values()):
        if character.stand_in is not None and of in (None, character.stand_in):
            end_stand_in_for(deed, character, by)


def _refuse_stand_in(character: CharacterState, member: MemberState) -> Refusal | None:
    if character.hidden:
        return Refusal(
            Code.INVALID,
            "A hidden character is known to Storytellers alone, and each of them may play it.",
            "character",
            "a character at the table",
        )
    if member.role is not Role.PLAYER:
        return Refusal(Code.INVALID, "A stand-in plays: that is for players.", "member", "a player")
    if member.member in character.players:
        return Refusal(
            Code.NOTHING_TO_DO, f"{member.name} plays this character already.", "member",
            "another player",
        )  # fmt: skip
    return None
