"""A character is handed on in a running room: by two at once, and told only when it is done."""

import asyncio

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, Rejected
from tests.live.house import House, Person


def handed_on(person: Person) -> list[e.OwnersChanged]:
    """What somebody heard of it."""
    return [p.event for p in person.ear.pushes if isinstance(p.event, e.OwnersChanged)]


async def test_two_hand_it_on_at_once_and_one_does(house: House) -> None:
    """B9: one winner, one who is told that somebody was faster, one announcement for all."""
    storyteller = await house.found()
    second = await house.join(storyteller, "second", "storyteller")
    ann, bob = await house.join(storyteller, "ann"), await house.join(storyteller, "bob")
    iris = await ann.make(i.CreateCharacter, name="Iris")
    seen = {"character": iris, "instead_of": (ann.member,)}
    to_bob = storyteller.intent(i.SetOwners, **seen, owners=(bob.member,))
    to_none = second.intent(i.SetOwners, **seen, owners=())
    answers = await asyncio.gather(storyteller.say(to_bob), second.say(to_none))
    (refused,) = (a for a in answers if isinstance(a, Rejected))
    assert refused.code is Code.WRONG_STATE
    assert len([a for a in answers if isinstance(a, Accepted)]) == 1
    for person in (storyteller, second, ann, bob):
        await person.caught_up()
        assert len(handed_on(person)) == 1


async def test_an_offer_and_a_storyteller_at_once_have_one_winner(house: House) -> None:
    """Whoever comes second finds no offer, or another owner than it saw."""
    storyteller = await house.found()
    ann, bob = await house.join(storyteller, "ann"), await house.join(storyteller, "bob")
    iris = await ann.make(i.CreateCharacter, name="Iris")
    offer = await ann.make(i.OfferCharacter, character=iris, member=bob.member)
    over = storyteller.intent(
        i.SetOwners, character=iris, instead_of=(ann.member,), owners=(storyteller.member,)
    )
    taken = bob.intent(i.ConfirmProposal, proposal=offer)
    answers = await asyncio.gather(storyteller.say(over), bob.say(taken))
    assert sorted(type(a).__name__ for a in answers) == ["Accepted", "Rejected"]
    for person in (storyteller, ann, bob):
        await person.caught_up()
        assert len(handed_on(person)) == 1
