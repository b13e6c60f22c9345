"""Every intent is answered once, in order, before its events; a repeated one as the first time."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, EventPush, Rejected
from server.config import LimitSettings
from tests.live.house import House, Person
from tests.live.watching import rolls_heard


async def settled_roll(ann: Person) -> str:
    """A roll of a new character of Ann's that does not stand any more."""
    character = await ann.make(i.CreateCharacter, name="Iris")
    roll = await ann.make(i.Roll, character=character, pool=3)
    await ann.act(i.SettleRoll, roll=roll)
    return roll


# --- order --------------------------------------------------------------------------------------


async def test_accepted_comes_before_the_events_it_caused(house: House) -> None:
    """On the sender's socket, with the number of the first of them."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    answer = await ann.act(i.CreateCharacter, name="Iris")
    await ann.ear.until(lambda: len(ann.ear.pushes) >= 3)
    place = ann.ear.items.index(answer)
    after = [item for item in ann.ear.items[place + 1 :] if isinstance(item, EventPush)]
    assert isinstance(after[0].event, e.CharacterCreated)
    assert answer.seq == after[0].seq
    assert not [item for item in ann.ear.items[:place] if isinstance(item, EventPush)]


async def test_who_sees_nothing_of_it_gets_no_number_and_no_id(house: House) -> None:
    """A secret roll of a player: accepted, and that is all."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    answer = await ann.act(i.Roll, pool=3, visibility="secret")
    assert (answer.seq, answer.created) == (None, None)
    assert ann.ear.pushes == []
    await storyteller.ear.until(
        lambda: any(isinstance(p.event, e.RollResolved) for p in storyteller.ear.pushes)
    )


async def test_a_batch_with_refusals_is_answered_in_order(house: House) -> None:
    """Stored together, each with its own answer, each answer before its events."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    intents = [
        ann.intent(i.Roll, pool=1),
        ann.intent(i.RenameRoom, name="Not hers to name"),
        ann.intent(i.Roll, pool=2),
        ann.intent(i.SettleRoll, roll="nothing"),
        ann.intent(i.Roll, pool=3),
    ]
    for intent in intents:
        ann.submit(intent)
    await ann.ear.until(lambda: ann.ear.answer_to(intents[-1].id) is not None)
    await ann.ear.until(lambda: len(ann.ear.pushes) == 3)
    heard = [
        item.id if isinstance(item, Accepted | Rejected) else "event"
        for item in ann.ear.items
        if isinstance(item, Accepted | Rejected | EventPush)
    ]
    first, refused, second, unknown, third = (intent.id for intent in intents)
    assert heard == [first, "event", refused, second, "event", unknown, third, "event"]


async def test_the_same_commands_are_seen_in_the_same_order_by_all(house: House) -> None:
    """Ten rolls of two players at once: one order for everybody."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    bob = await house.join(storyteller, "bob")
    for number in range(5):
        for who in (ann, bob):
            who.submit(who.intent(i.Roll, pool=number + 1, label=f"{who.name} {number}"))
    for who in (storyteller, ann, bob):
        await who.ear.until(lambda w=who: len(rolls_heard(w)) == 10)  # type: ignore[misc]
    assert labels_heard(ann) == labels_heard(bob) == labels_heard(storyteller)


def labels_heard(who: Person) -> list[str]:
    return [event.label for event in rolls_heard(who)]


async def test_a_full_inbox_takes_nothing_and_answers_nothing(house: House) -> None:
    """The socket edge is told, at the bound; what was taken before is done."""
    house = House(house.events, LimitSettings(inbox_intents=3))
    storyteller = await house.found()
    assert storyteller.seat is not None
    intents = [storyteller.intent(i.Roll, pool=1) for _ in range(4)]
    taken = [storyteller.seat.submit(intent) for intent in intents]
    assert taken == [True, True, True, False]
    await storyteller.ear.until(lambda: len(rolls_heard(storyteller)) == 3)
    assert storyteller.ear.answer_to(intents[3].id) is None
    await storyteller.act(i.Roll, pool=1)
    await house.close()


# --- again --------------------------------------------------------------------------------------


async def test_a_repeated_intent_is_answered_as_before_and_happens_once(house: House) -> None:
    """C1: later, and by another connection of the member."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    intent = ann.intent(i.Roll, pool=5, difficulty=2)
    first = await ann.say(intent)
    head = await house.head(ann)
    other = await ann.again()
    assert await ann.say(intent) == first
    assert await other.say(intent) == first
    assert await house.head(ann) == head
    assert len(rolls_heard(ann)) == 1


async def test_the_same_intent_twice_in_one_batch_happens_once(house: House) -> None:
    """Both are answered alike; the dice fall once."""
    storyteller = await house.found()
    head = await house.head(storyteller)
    intent = storyteller.intent(i.Roll, pool=5)
    for _ in range(3):
        storyteller.submit(intent)
    last = await storyteller.act(i.Roll, pool=1)
    answers = [
        item
        for item in storyteller.ear.items
        if isinstance(item, Accepted | Rejected) and item.id == intent.id
    ]
    assert len(answers) == 3
    assert answers[0] == answers[1] == answers[2] != last
    assert await house.head(storyteller) == head + 2
    assert len(rolls_heard(storyteller)) == 2


async def test_a_repeated_intent_is_answered_as_before_by_a_new_process(house: House) -> None:
    """C1, C7: after the room was loaded from the log, also as the first thing that happens."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    intent = ann.intent(i.Roll, pool=5, visibility="private")
    first = await ann.say(intent)
    head = await house.head(ann)
    fresh = await house.reload()
    late = await ann.again(house=fresh)
    watching = await storyteller.again(house=fresh)
    assert await late.say(intent) == first
    await late.caught_up()
    assert await fresh.head(late) == head + 1
    assert rolls_heard(late) == rolls_heard(watching) == []
    assert late.ear.position().seq == late.ear.welcome.position.seq + 1
    assert len(fresh.chance.rolled()) <= 1
    await fresh.close()


@pytest.mark.parametrize("is_reloaded", [False, True])
async def test_a_repetition_is_answered_as_before_where_it_would_be_refused_today(
    house: House, is_reloaded: bool
) -> None:
    """A roll that was settled, a member who is none any more: the first answer stands."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    character = await ann.make(i.CreateCharacter, name="Iris")
    roll = await ann.make(i.Roll, character=character, pool=3)
    settle = ann.intent(i.SettleRoll, roll=roll)
    remove = storyteller.intent(i.RemoveCharacter, character=character)
    settled, removed = await ann.say(settle), await storyteller.say(remove)
    if is_reloaded:
        house = await house.reload()
        ann, storyteller = await ann.again(house=house), await storyteller.again(house=house)
    assert await ann.say(settle) == settled
    assert await storyteller.say(remove) == removed
    await storyteller.act(i.RemoveMember, member=ann.member)
    assert ann.seat is not None
    assert isinstance(settled, Accepted)
    await house.close()


@pytest.mark.parametrize("when", ["in one batch", "later", "after a restart"])
async def test_an_id_used_for_something_else_is_refused(house: House, when: str) -> None:
    """C3: the first answer is untouched, and nothing happens."""
    storyteller = await house.found()
    intent = storyteller.intent(i.Roll, pool=5)
    other = storyteller.intent(i.Roll, id=intent.id, pool=6)
    if when == "in one batch":
        storyteller.submit(intent)
        storyteller.submit(other)
        await storyteller.caught_up()
        first, second = (
            item
            for item in storyteller.ear.items
            if isinstance(item, Accepted | Rejected) and item.id == intent.id
        )
    else:
        first = await storyteller.say(intent)
        if when == "after a restart":
            house = await house.reload()
            storyteller = await storyteller.again(house=house)
        head = await house.head(storyteller)
        second = await storyteller.say(other)
        assert await house.head(storyteller) == head
    assert isinstance(first, Accepted)
    assert isinstance(second, Rejected)
    assert (second.code, second.field) == (Code.ID_REUSED, "id")
    assert await storyteller.say(intent) == first
    await house.close()


@pytest.mark.parametrize("in_one_batch", [False, True])
async def test_a_rejected_intent_binds_nothing(house: House, in_one_batch: bool) -> None:
    """Its id may serve for something else, and for the same once it is possible."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    bad = ann.intent(i.RenameRoom, name="Not hers to name")
    good = ann.intent(i.Roll, id=bad.id, pool=1)
    if in_one_batch:
        ann.submit(bad)
        ann.submit(good)
        await ann.caught_up()
        first, second = (
            item
            for item in ann.ear.items
            if isinstance(item, Accepted | Rejected) and item.id == bad.id
        )
    else:
        first, second = await ann.say(bad), await ann.say(good)
    assert isinstance(first, Rejected)
    assert isinstance(second, Accepted)


async def test_two_rejections_of_one_batch_are_answered_apart(house: House) -> None:
    """Each for what it asked, though they carry one id."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    one = ann.intent(i.RenameRoom, name="Mine")
    other = ann.intent(i.Rouse, id=one.id, character="nobody")
    ann.submit(one)
    ann.submit(other)
    await ann.caught_up()
    codes = [item.code for item in ann.ear.items if isinstance(item, Rejected)]
    assert codes == [Code.FORBIDDEN, Code.NOT_FOUND]


async def test_members_do_not_share_ids(house: House) -> None:
    """Two members may choose the same id, each for something of their own."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    intent = storyteller.intent(i.Roll, pool=1)
    other = ann.intent(i.Roll, id=intent.id, pool=2)
    assert isinstance(await storyteller.say(intent), Accepted)
    assert isinstance(await ann.say(other), Accepted)


# --- what only the log knows --------------------------------------------------------------------


async def test_a_settled_roll_is_known_from_the_log(house: House) -> None:
    """Settling or rerolling it again is refused for what it is, not as unknown."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    roll = await settled_roll(ann)
    for intent in (
        ann.intent(i.SettleRoll, roll=roll),
        ann.intent(i.Reroll, roll=roll, regular_indices=(0,)),
    ):
        answer = await ann.say(intent)
        assert isinstance(answer, Rejected)
        assert answer.code is Code.REROLL_USED


async def test_a_roll_settled_twice_in_one_batch_is_refused_like_later(house: House) -> None:
    """How intents are grouped changes no answer."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    character = await ann.make(i.CreateCharacter, name="Iris")
    roll = await ann.make(i.Roll, character=character, pool=3)
    intents = [ann.intent(i.SettleRoll, roll=roll) for _ in range(2)]
    for intent in intents:
        ann.submit(intent)
    await ann.caught_up()
    answer = ann.ear.answer_to(intents[1].id)
    assert isinstance(answer, Rejected)
    assert answer.code is Code.REROLL_USED


async def test_a_roll_can_be_named_in_the_same_batch_that_makes_it(house: House) -> None:
    """Its id follows from the intent's, so a client may know it; rolling and settling at once."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    character = await ann.make(i.CreateCharacter, name="Iris")
    roll = ann.intent(i.Roll, character=character, pool=3, visibility="private")
    first = await ann.say(roll)
    assert isinstance(first, Accepted)
    assert first.created is not None
    again = ann.intent(i.Roll, character=character, pool=2, visibility="private")
    reveal = ann.intent(i.RevealRoll, roll=first.created)
    ann.submit(again)
    ann.submit(reveal)
    await ann.caught_up()
    assert isinstance(ann.ear.answer_to(reveal.id), Accepted)
