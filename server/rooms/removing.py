"""Taking a character off the table, and what it leaves open with it."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId
from server.rooms.audience import STORYTELLERS
from server.rooms.contest_answers import leave_contest
from server.rooms.deed import Deed
from server.rooms.effects import end_help_of
from server.rooms.refusal import Refusal
from server.rooms.settling import is_left_alone, settle
from server.rooms.state import MemberState, RoomState


def remove_character(deed: Deed, actor: MemberState, intent: i.RemoveCharacter) -> Refusal | None:
    """Take a character off the table, and its open business with it."""
    character = intent.character
    if deed.state.characters[character].hidden and _stands_in_sight(deed.state, character):
        return Refusal(
            Code.WRONG_STATE,
            "A roll of this hidden character stands where others see it: settling it would tell.",
            "character",
            "settle that roll first",
        )
    for contest in tuple(deed.state.contests.values()):
        if contest.is_waiting:
            leave_contest(deed, actor, contest, character)
    for proposal in tuple(deed.state.proposals.values()):
        if proposal.view.character == character:
            deed.record(e.ProposalLapsed(proposal=proposal.view.proposal))
    end_help_of(deed, actor, character)
    deed.record(e.CharacterRemoved(character=character))
    # Settled after it is gone, its rolls open nothing more for it, but what the other side of a
    # contest waited for opens now.
    for roll in tuple(deed.state.standing.values()):
        if roll.character == character and not is_left_alone(deed.state, roll):
            settle(deed, roll)
    return None


def _stands_in_sight(state: RoomState, character: CharacterId) -> bool:
    """Whether a roll of the character, that more than the Storytellers see, is not settled."""
    return any(
        roll.character == character and roll.audience != STORYTELLERS
        for roll in state.standing.values()
    )
