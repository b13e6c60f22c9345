"""Corrections in a running room: what is read back from the log, also by a new process."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, Rejected, Result, RollAnswer
from server.rooms.corrections import UNDO_WITHIN_MS
from tests.live.house import House, Person


async def roll_of(person: Person, roll: str) -> RollAnswer:
    """A roll as the server tells it."""
    answer = await person.ask(i.RollQuery(id="roll", roll=roll))
    assert isinstance(answer, Result)
    assert isinstance(answer.result, RollAnswer)
    return answer.result


async def test_a_roll_is_retracted_for_good(house: House) -> None:
    """With its reroll, found in the log; a new process says so too."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    iris = await ann.make(i.CreateCharacter, name="Iris")
    roll = await ann.make(i.Roll, character=iris, pool=3)
    await ann.act(i.Reroll, roll=roll, regular_indices=(0,))
    await storyteller.act(i.RetractRoll, roll=roll, note="It was another.")
    again = await storyteller.say(storyteller.intent(i.RetractRoll, roll=roll, note="No."))
    assert isinstance(again, Rejected)
    assert again.code is Code.RETRACTED
    assert (await roll_of(ann, roll)).is_retracted
    spent = [p.event for p in ann.ear.pushes if isinstance(p.event, e.TrackerChanged)]
    assert (spent[-1].before, spent[-1].after) == (spent[0].after, spent[0].before)
    fresh = House(house.events)
    assert (await roll_of(await ann.again(house=fresh), roll)).is_retracted
    await fresh.close()


async def test_consent_is_given_in_a_running_room(house: House) -> None:
    """The roll that the proposal names is read back when it is confirmed, even in one batch."""
    storyteller = await house.found()
    second = await house.join(storyteller, "second", "storyteller")
    rules = {"second_consent": True}
    await storyteller.act(i.SetHouseRules, house_rules=rules)
    roll = await storyteller.make(i.Roll, pool=2)
    await storyteller.act(i.RetractRoll, roll=roll, note="A slip.")
    await second.ear.until(
        lambda: any(isinstance(p.event, e.ProposalOpened) for p in second.ear.pushes)
    )
    (opened,) = (p.event for p in second.ear.pushes if isinstance(p.event, e.ProposalOpened))
    await second.act(i.ConfirmProposal, proposal=opened.proposal.proposal)
    assert (await roll_of(second, roll)).is_retracted


async def test_the_last_intent_is_undone_whatever_others_do(house: House) -> None:
    """Answered once, and the same again after a restart; somebody else's id is not found."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    iris = await ann.make(i.CreateCharacter, name="Iris")
    slip = ann.intent(i.SetTracker, character=iris, tracker="humanity", value=1)
    assert isinstance(await ann.say(slip), Accepted)
    await storyteller.act(i.Roll, pool=1)
    foreign = await storyteller.say(storyteller.intent(i.Undo, intent=slip.id))
    assert isinstance(foreign, Rejected)
    assert foreign.code is Code.NOT_FOUND
    undo = ann.intent(i.Undo, intent=slip.id)
    first = await ann.say(undo)
    assert isinstance(first, Accepted)
    fresh = House(house.events)
    late = await ann.again(house=fresh)
    assert await late.say(undo) == first
    await fresh.close()


async def test_what_was_done_since_and_what_is_old_is_not_undone(house: House) -> None:
    """Two intents in one batch: only the later one is the last; and time goes by the server."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    slips = [ann.intent(i.Roll, pool=2), ann.intent(i.Roll, pool=3)]
    undo = ann.intent(i.Undo, intent=slips[0].id)
    for intent in (*slips, undo):
        ann.submit(intent)
    await ann.ear.until(lambda: ann.ear.answer_to(undo.id) is not None)
    answer = ann.ear.answer_to(undo.id)
    assert isinstance(answer, Rejected)
    assert answer.code is Code.NOT_UNDOABLE
    house.now_ms += UNDO_WITHIN_MS + 1
    answer = await ann.say(ann.intent(i.Undo, intent=slips[1].id))
    assert isinstance(answer, Rejected)
    assert "30 seconds" in answer.message
