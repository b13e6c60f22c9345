"""Appends of which nobody knows what became of them: settled by reading, never by rolling again."""

import asyncio

import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, EventPush, Rejected
from server.config import LimitSettings
from server.live.committing import SETTLE_PAUSES_S
from server.store.base import Unavailable
from tests.live.faulty import FaultyLog
from tests.live.house import House
from tests.live.watching import hear_rolls, never_rolled_twice

LONGEST_ANSWER_S = 20.0
"""Far beyond what an answer may take, for a machine with other things to do."""


@pytest.mark.parametrize("outcome", ["stored", "lost", "late"])
async def test_an_unknown_outcome_is_settled_by_reading_never_by_rolling_again(
    faulty: House, log: FaultyLog, outcome: str
) -> None:
    """One answer, one event, the same dice; accepted comes first."""
    storyteller = await faulty.found()
    ann = await faulty.join(storyteller, "ann")
    log.unknown = [outcome]
    intents = [ann.intent(i.Roll, pool=5, label=label) for label in ("one", "two")]
    head = await faulty.head(ann)
    for intent in intents:
        ann.submit(intent)
    heard = await hear_rolls(ann, 2)
    await ann.caught_up()
    assert [event.label for event in heard] == ["one", "two"]
    assert [event.label for event in await hear_rolls(storyteller, 2)] == ["one", "two"]
    assert await faulty.head(ann) == head + 3
    assert never_rolled_twice(faulty)
    kinds = [
        item.id if isinstance(item, Accepted) else "event"
        for item in ann.ear.items
        if isinstance(item, Accepted | EventPush)
    ]
    assert kinds[:4] == [intents[0].id, "event", intents[1].id, "event"]
    assert [await ann.say(intent) for intent in intents] == [
        item for item in ann.ear.items if isinstance(item, Accepted)
    ][:2]


async def test_reading_back_is_tried_until_it_succeeds(faulty: House, log: FaultyLog) -> None:
    """A log that cannot be read meanwhile delays the answer and does not change it."""
    storyteller = await faulty.found()
    log.unknown = ["stored"]
    log.fail["find"] = [Unavailable("busy"), Unavailable("busy")]
    await storyteller.act(i.Roll, pool=5)
    await hear_rolls(storyteller, 1)
    assert len(log.appends[-1]) == 1


async def test_a_log_that_loses_every_append_is_not_asked_without_a_breath(
    faulty: House, log: FaultyLog
) -> None:
    """As on a disk over its quota: the answer waits, and the server's other rooms have the time."""
    storyteller = await faulty.found()
    log.unknown = ["lost"] * 10_000
    is_fifth = asyncio.Event()

    async def count() -> None:
        if len(log.before["append"]) == 0:
            is_fifth.set()

    log.before["append"] = [count] * 5
    intent = storyteller.intent(i.Roll, pool=3)
    began_s = asyncio.get_running_loop().time()
    storyteller.submit(intent)
    await is_fifth.wait()
    assert asyncio.get_running_loop().time() - began_s >= sum(SETTLE_PAUSES_S[:3])
    assert storyteller.ear.answer_to(intent.id) is None
    log.unknown.clear()
    await hear_rolls(storyteller, 1)
    assert isinstance(storyteller.ear.answer_to(intent.id), Accepted)
    assert never_rolled_twice(faulty)


async def test_an_outcome_that_stays_unknown_is_told_as_such_in_bounded_time(
    log: FaultyLog,
) -> None:
    """Each sender hears what is known and what to do; without hands all goes on afterwards."""
    faulty = House(log, LimitSettings(append_timeout_s=0.3))
    storyteller, other = await faulty.found(), await faulty.found()
    log.unknown = ["lost"] * 10_000
    intent = storyteller.intent(i.Roll, pool=3)
    async with asyncio.timeout(LONGEST_ANSWER_S):
        refused = await storyteller.say(intent)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.STORE_UNAVAILABLE
    assert "whether this was stored" in refused.message
    assert refused.retry_after_s is not None
    assert storyteller.ear.pushes == []
    log.appends.clear()
    assert isinstance(await storyteller.say(intent), Rejected)
    assert len(log.appends) == 1, "a log that fails on is not waited for again by each"
    log.unknown.clear()
    assert isinstance(await storyteller.say(intent), Accepted)
    await hear_rolls(storyteller, 1)
    await other.act(i.Roll, pool=1)
    assert never_rolled_twice(faulty)
    await faulty.close()


@pytest.mark.parametrize("again", [True, False], ids=["the same again", "another"])
async def test_what_a_failing_log_stored_after_all_is_found_by_the_next_intent(
    log: FaultyLog, again: bool
) -> None:
    """Told in its place in the log, once, and answered to who asks again."""
    faulty = House(log, LimitSettings(append_timeout_s=0.0))
    storyteller = await faulty.found()
    ann = await faulty.join(storyteller, "ann")
    first = ann.intent(i.Roll, pool=3, label="in doubt")
    log.unknown = ["stored"]
    log.fail["find"] = [Unavailable("the disk fails")] * 2
    refused = await ann.say(first)
    assert isinstance(refused, Rejected)
    assert "whether this was stored" in refused.message
    assert await hear_rolls(ann, 0) == []
    if not again:
        await ann.act(i.Roll, pool=1, label="later")
    assert isinstance(await ann.say(first), Accepted)
    for person in (ann, storyteller):
        heard = await hear_rolls(person, 1 if again else 2)
        assert [event.label for event in heard] == ["in doubt", "later"][: len(heard)]
        person.ear.position()
    assert never_rolled_twice(faulty)
    await faulty.close()


async def test_a_repetition_of_unknown_outcome_is_answered_from_its_first_commit(
    faulty: House, log: FaultyLog
) -> None:
    """What is found by its id may be an old commit: then nothing was stored now, nor is told."""
    storyteller = await faulty.found()
    intent = storyteller.intent(i.Roll, pool=5)
    first = await storyteller.say(intent)
    await storyteller.act(i.Roll, pool=1)
    fresh = await faulty.reload()
    again = await storyteller.again(house=fresh)
    log.unknown = ["lost"]
    assert await again.say(intent) == first
    head = await fresh.head(again)
    await again.act(i.Roll, pool=1)
    assert await fresh.head(again) == head + 1
    assert len(await hear_rolls(again, 1)) == 1
    await fresh.close()


async def test_an_entry_of_unknown_outcome_makes_one_member(faulty: House, log: FaultyLog) -> None:
    """However it turns out, there is no ghost beside the newcomer."""
    storyteller = await faulty.found()
    for outcome in ("stored", "lost", "late"):
        entry = await faulty.invite(storyteller)
        log.unknown = [outcome]
        await faulty.person(outcome).enter(entry)
    assert len(faulty.room_of(storyteller).state.members) == 4
