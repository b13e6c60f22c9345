"""What happens once, where other tables did it twice: first things, and things done at once."""

import asyncio

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, HistoryPage, Rejected, Result
from tests.live.house import House, Person
from tests.live.watching import rolls_heard


async def logged_rolls(person: Person) -> list[str]:
    """All rolls of the log that somebody may see."""
    answer = await person.ask(i.HistoryQuery(id="log", limit=200))
    assert isinstance(answer, Result)
    assert isinstance(answer.result, HistoryPage)
    events = [push.event for push in answer.result.events]
    return [event.roll for event in events if isinstance(event, e.RollResolved)]


async def test_the_first_intent_of_a_cold_process_happens_once(house: House) -> None:
    """C7: a server starts over a log, and the first thing that it hears is a roll."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    fresh = await house.reload()
    watching = await storyteller.again(house=fresh)
    late = await ann.again(house=fresh)
    answer = await late.act(i.Roll, pool=4)
    await watching.caught_up()
    assert [roll.roll for roll in rolls_heard(watching)] == [answer.created]
    assert [roll.roll for roll in rolls_heard(late)] == [answer.created]
    assert len(await logged_rolls(watching)) == 1
    assert len(fresh.chance.rolled()) == 1
    await fresh.close()


async def test_the_first_intent_of_a_cold_room_happens_once(house: House) -> None:
    """C7: a room that everybody had left is loaded again, in a process that plays another one."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await ann.act(i.Roll, pool=1)
    ann.leave()
    storyteller.leave()
    fresh = await house.reload()
    other = await fresh.found()
    await other.act(i.Roll, pool=1)
    late = await ann.again(house=fresh)
    answer = await late.act(i.Roll, pool=4)
    assert [roll.roll for roll in rolls_heard(late)] == [answer.created]
    assert rolls_heard(other)[-1].roll != answer.created
    assert len(await logged_rolls(late)) == 2
    await fresh.close()


@pytest.mark.parametrize("namesake", [False, True])
async def test_a_character_handed_over_twice_at_once_has_one_new_owner(
    house: House, *, namesake: bool
) -> None:
    """B9: one is accepted and told, one refused; a namesake of the new owner's stays another."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    bob = await house.join(storyteller, "bob")
    iris = await ann.make(i.CreateCharacter, name="Iris")
    known = {iris}
    if namesake:
        known.add(await bob.make(i.CreateCharacter, name="Iris"))
    fields = {"character": iris, "owners": (bob.member,)}
    intents = [storyteller.intent(i.SetOwners, **fields) for _ in range(2)]
    answers = await asyncio.gather(*(storyteller.say(intent) for intent in intents))
    accepted = [answer for answer in answers if isinstance(answer, Accepted)]
    refused = [answer for answer in answers if isinstance(answer, Rejected)]
    assert len(accepted) == 1
    assert [answer.code for answer in refused] == [Code.NOTHING_TO_DO]
    await bob.caught_up()
    told = [push.event for push in bob.ear.pushes if isinstance(push.event, e.OwnersChanged)]
    assert [(event.character, event.owners) for event in told] == [(iris, (bob.member,))]
    state = house.room_of(bob).state
    assert set(state.characters) == known
    assert all(each.owners == (bob.member,) for each in state.characters.values())
    await house.close()
