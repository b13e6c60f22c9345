"""A character goes from one player to another: handed over, or offered and accepted."""

from collections.abc import Callable

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.words import ProposalKind, Role, TrackerAudience
from tests.support.rooms import Done, Table

OWNERS_ONLY = HouseRules(tracker_audience=TrackerAudience.OWNER)


def scene() -> tuple[Table, CharacterId]:
    """Ann's Iris, whose trackers and past rolls only Ann and the Storytellers see."""
    room = Table(OWNERS_ONLY)
    iris = room.vampire("ann", hunger=1)
    room.join("cem")
    return room, iris


def offer(room: Table, iris: CharacterId, to: str = "bob") -> str:
    done = room.act("ann", i.OfferCharacter, character=iris, member=room[to])
    return done.only(e.ProposalOpened).proposal.proposal


# --- handed over ----------------------------------------------------------------------------------


def test_of_two_who_hand_it_on_at_once_one_does() -> None:
    """B9: the second says whom it took for the owner, and is refused."""
    room, iris = scene()
    seen = {"character": iris, "instead_of": (room["ann"],)}
    room.act("storyteller", i.SetOwners, **seen, owners=(room["bob"],))
    room.refuse("storyteller", i.SetOwners, Code.WRONG_STATE, "instead_of",
                **seen, owners=(room["cem"],))  # fmt: skip
    assert room.state.characters[iris].owners == (room["bob"],)


def test_a_character_of_a_name_that_its_taker_has_makes_no_double() -> None:
    """B9: there are as many characters as before, and each is who it was."""
    room, iris = scene()
    other = room.vampire("bob", "Iris", hunger=4)
    done = room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    assert len(done.all(e.OwnersChanged)) == 1
    assert set(room.state.characters) == {iris, other}
    for character, hunger in ((iris, 1), (other, 4)):
        card = room.card("bob", character)
        assert card is not None
        assert (card.owners, card.trackers["hunger"]) == ((room["bob"],), hunger)


# --- offered --------------------------------------------------------------------------------------


def test_a_player_hands_on_a_character_to_one_who_accepts() -> None:
    """It is theirs from then on, with what owners see; the past stays with whom it named."""
    room, iris = scene()
    private = room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="private")
    asked = room.act("ann", i.OfferCharacter, character=iris, member=room["bob"], note="Yours?")
    view = asked.only(e.ProposalOpened).proposal
    assert (view.kind, view.by, view.member) == (
        ProposalKind.HANDING_ON, room["ann"], room["bob"],
    )  # fmt: skip
    assert asked.seen_by(e.ProposalOpened) == {"storyteller", "ann", "bob"}
    done = room.act("bob", i.ConfirmProposal, proposal=view.proposal)
    told = done.only(e.OwnersChanged)
    assert (told.owners, told.by) == ((room["bob"],), room["bob"])
    assert done.seen_by(e.TrackersShown) == {"storyteller", "bob"}
    assert private.seen_by(e.RollResolved) == {"storyteller", "ann"}
    assert room.state.proposals == {}
    room.refuse("ann", i.Rouse, Code.FORBIDDEN, character=iris)


def test_only_whom_it_is_offered_to_accepts() -> None:
    """Neither who offers, nor another player, nor a Storyteller, who can hand it over anyway."""
    room, iris = scene()
    named = {"proposal": offer(room, iris)}
    room.refuse("ann", i.ConfirmProposal, Code.FORBIDDEN, **named)
    room.refuse("cem", i.ConfirmProposal, Code.NOT_FOUND, "proposal", **named)
    room.refuse("storyteller", i.ConfirmProposal, Code.FORBIDDEN, "proposal", **named)
    room.act("bob", i.ConfirmProposal, **named)


@pytest.mark.parametrize("who", ["ann", "bob", "storyteller"])
def test_an_offer_is_declined_or_taken_back(who: str) -> None:
    """The character stays; then it can be offered to somebody else."""
    room, iris = scene()
    named = {"proposal": offer(room, iris)}
    room.refuse("ann", i.OfferCharacter, Code.NOTHING_TO_DO, "character",
                character=iris, member=room["cem"])  # fmt: skip
    room.refuse("cem", i.DismissProposal, Code.NOT_FOUND, "proposal", **named)
    room.act(who, i.DismissProposal, **named)
    assert room.state.characters[iris].owners == (room["ann"],)
    room.act("cem", i.ConfirmProposal, proposal=offer(room, iris, "cem"))


LAPSES: dict[str, Callable[[Table, CharacterId], Done]] = {
    "handed over": lambda room, iris: room.act(
        "storyteller", i.SetOwners, character=iris, owners=(room["cem"],)
    ),
    "the taker goes": lambda room, _: room.act("bob", i.LeaveRoom),
    "the owner goes": lambda room, _: room.act("storyteller", i.RemoveMember, member=room["ann"]),
    "removed": lambda room, iris: room.act("storyteller", i.RemoveCharacter, character=iris),
}


@pytest.mark.parametrize("way", LAPSES)
def test_an_offer_lapses_when_it_cannot_be_kept(way: str) -> None:
    """Who accepts too late finds nothing, and nothing is announced but what came first."""
    room, iris = scene()
    named = offer(room, iris)
    assert LAPSES[way](room, iris).only(e.ProposalLapsed).proposal == named
    if way != "the taker goes":
        room.refuse("bob", i.ConfirmProposal, Code.NOT_FOUND, "proposal", proposal=named)


def test_a_former_storytellers_offer_of_anothers_character_lapses() -> None:
    """Nobody takes by the word of a member who may not give; one's own is offered still."""
    room, iris = scene()
    room.act("storyteller", i.SetRole, member=room["cem"], role=Role.STORYTELLER)
    own = room.vampire("cem", "Cosima")
    named = room.act("cem", i.OfferCharacter, character=iris, member=room["bob"]).created
    kept = room.act("cem", i.OfferCharacter, character=own, member=room["bob"]).created
    done = room.act("storyteller", i.SetRole, member=room["cem"], role=Role.PLAYER)
    assert done.only(e.ProposalLapsed).proposal == named
    room.refuse("bob", i.ConfirmProposal, Code.NOT_FOUND, "proposal", proposal=named)
    room.act("bob", i.ConfirmProposal, proposal=kept)


def test_whom_it_is_offered_to_has_to_play_still() -> None:
    """Who watches by now cannot take it, and takes it when they play again."""
    room, iris = scene()
    named = {"proposal": offer(room, iris)}
    room.act("storyteller", i.SetRole, member=room["bob"], role=Role.SPECTATOR)
    room.refuse("bob", i.ConfirmProposal, Code.FORBIDDEN, **named)
    room.act("storyteller", i.SetRole, member=room["bob"], role=Role.STORYTELLER)
    room.refuse("bob", i.ConfirmProposal, Code.INVALID, "member", **named)
    room.act("storyteller", i.SetRole, member=room["bob"], role=Role.PLAYER)
    room.act("bob", i.ConfirmProposal, **named)


def test_of_two_owners_one_hands_on_only_their_share() -> None:
    """The other owns it still; and a Storyteller's offer makes the taker the only one."""
    room, iris = scene()
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["ann"], room["cem"]))
    room.act("bob", i.ConfirmProposal, proposal=offer(room, iris))
    assert room.state.characters[iris].owners == tuple(sorted((room["bob"], room["cem"])))
    done = room.act("storyteller", i.OfferCharacter, character=iris, member=room["ann"])
    room.act("ann", i.ConfirmProposal, proposal=done.only(e.ProposalOpened).proposal.proposal)
    assert room.state.characters[iris].owners == (room["ann"],)


def test_what_is_offered_to_whom() -> None:
    """To players who do not own it; nothing hidden, and nothing by a stand-in."""
    room, iris = scene()
    fields = {"character": iris}
    for who, code in (("guest", Code.INVALID), ("ann", Code.NOTHING_TO_DO)):
        room.refuse("ann", i.OfferCharacter, code, "member", **fields, member=room[who])
    room.refuse("ann", i.OfferCharacter, Code.NOT_FOUND, "member", **fields, member="nobody")
    ghost = room.hidden()
    room.refuse("storyteller", i.OfferCharacter, Code.INVALID, "character",
                character=ghost, member=room["ann"])  # fmt: skip
    room.act("ann", i.SetStandIn, **fields, member=room["bob"])
    room.refuse("bob", i.OfferCharacter, Code.FORBIDDEN, **fields, member=room["cem"])


# --- the chronicle --------------------------------------------------------------------------------


def test_a_chronicle_is_handed_on() -> None:
    """A second Storyteller is made, and the first one plays from then on: nobody is locked out."""
    room, iris = scene()
    room.act("storyteller", i.SetRole, member=room["bob"], role=Role.STORYTELLER)
    room.act("bob", i.SetRole, member=room["storyteller"], role=Role.PLAYER)
    room.act("bob", i.StartSession)
    room.refuse("storyteller", i.EndSession, Code.FORBIDDEN)
    room.refuse("bob", i.LeaveRoom, Code.LAST_STORYTELLER)
    card = room.card("storyteller", iris)
    assert card is not None
    assert card.trackers == {}
