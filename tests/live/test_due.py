"""What falls due: once, at its time or late, by the clock outside and the room's own task."""

import asyncio

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Rejected
from server.live import alarm
from server.live.alarm import Alarm
from server.store.base import Unavailable
from tests.live.faulty import FaultyLog
from tests.live.house import House, Person


def lapses(person: Person) -> list[e.RequestAnswered]:
    return [p.event for p in person.ear.pushes if isinstance(p.event, e.RequestAnswered)]


async def asked(house: House, **fields: object) -> tuple[Person, Person, str]:
    """A Storyteller, Ann, and the request to Ann's character."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    character = await ann.make(i.CreateCharacter, name="Iris", owners=(ann.member,))
    said = {"characters": (character,), "pool": 2, "lasts_s": 60, **fields}
    await storyteller.act(i.RequestRoll, **said)
    await ann.ear.until(lambda: any(isinstance(p.event, e.RequestOpened) for p in ann.ear.pushes))
    (opened,) = [p.event for p in ann.ear.pushes if isinstance(p.event, e.RequestOpened)]
    return storyteller, ann, opened.request.request


async def test_a_deadline_is_told_at_its_time_and_once(house: House) -> None:
    """Nobody has to ask: whoever saw the request hears that its time is over."""
    storyteller, ann, request = await asked(house)
    house.now_ms += 60_000
    house.room_of(ann).look_at_clock()
    house.room_of(ann).look_at_clock()
    await ann.ear.until(lambda: bool(lapses(ann)))
    await ann.caught_up()
    assert [(event.request, event.answer) for event in lapses(ann)] == [(request, "lapsed")]
    await storyteller.caught_up()
    assert len(lapses(storyteller)) == 1


async def test_the_alarm_rings_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room wakes without anybody's intent when the time has come."""
    monkeypatch.setattr(alarm, "LOOK_AGAIN_S", 0.01)
    _, ann, _ = await asked(house)
    house.now_ms += 60_000
    await ann.ear.until(lambda: bool(lapses(ann)))
    assert len(lapses(ann)) == 1


async def test_a_deadline_that_passed_in_a_downtime_lapses_when_somebody_comes(
    house: House,
) -> None:
    """The process was gone when it fell due; the next one tells, before anybody is let in."""
    _, ann, request = await asked(house)
    later = await house.reload()
    later.now_ms += 86_400_000
    back = await ann.again(ann.ear.position(), house=later)
    heard = [*back.ear.welcome.recent, *back.ear.pushes]
    events = [item.event for item in heard if isinstance(item.event, e.RequestAnswered)]
    assert [event.request for event in events] == [request]
    answer = await back.say(back.intent(i.AnswerRequest, request=request))
    assert isinstance(answer, Rejected)
    assert answer.code is Code.WRONG_STATE
    again = await later.reload()
    third = await ann.again(back.ear.position(), house=again)
    await third.caught_up()
    assert not lapses(third)
    await again.close()


async def test_two_processes_let_it_happen_once(house: House) -> None:
    """Both look at their clocks; the log takes one commit, and both tell it."""
    storyteller, ann, _ = await asked(house)
    other = house.other()
    there = await storyteller.again(house=other)
    house.now_ms = other.now_ms = house.now_ms + 60_000
    house.room_of(ann).look_at_clock()
    other.room_of(there).look_at_clock()
    await ann.ear.until(lambda: bool(lapses(ann)))
    await there.ear.until(lambda: bool(lapses(there)))
    await ann.caught_up()
    await there.caught_up()
    assert (len(lapses(ann)), len(lapses(there))) == (1, 1)
    await other.close()


async def test_what_the_log_could_not_take_happens_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk was full when it fell due: it is tried again, and told once it is stored."""
    monkeypatch.setattr(alarm, "OVERDUE_PAUSE_S", 0.01)
    log = FaultyLog()
    await log.open()
    house = House(log)
    _, ann, _ = await asked(house)
    log.fail["append"] = [Unavailable("the disk is full") for _ in range(2)]
    house.now_ms += 60_000
    house.room_of(ann).look_at_clock()
    await ann.ear.until(lambda: bool(lapses(ann)))
    assert len(lapses(ann)) == 1
    await house.close()
    await log.close()


async def test_an_alarm_is_set_anew_and_put_out() -> None:
    """The nearest time counts, none at all is silence, and a clock set back is looked at again."""
    rang = asyncio.Event()
    now_ms = 0
    bell = Alarm(rang.set, lambda: now_ms)
    bell.set(3_600_000)
    bell.set(None)
    bell.set(10)
    bell.set(10)
    await rang.wait()
    rang.clear()
    bell.set(1_000_000)
    bell.cancel()
    await asyncio.sleep(0)
    assert not rang.is_set()


async def test_a_scheduled_reveal_comes_once_after_a_downtime(house: House) -> None:
    """The process was gone at its time: whoever comes back finds the roll shown, once."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    roll = await storyteller.make(i.Roll, pool=2, visibility="secret")
    await storyteller.act(i.ScheduleReveal, roll=roll, in_s=60)
    later = await house.reload()
    later.now_ms += 3_600_000
    back = await ann.again(house=later)
    events = [push.event for push in back.ear.welcome.recent]
    shown = [event for event in events if isinstance(event, e.RollRevealed)]
    assert [event.roll for event in shown] == [roll]
    again = await later.reload()
    again.now_ms += 3_600_000
    third = await ann.again(back.ear.position(), house=again)
    await third.caught_up()
    assert not [p for p in third.ear.pushes if isinstance(p.event, e.RollRevealed)]
    await again.close()


async def test_what_a_player_asked_for_is_read_back_from_the_log(house: House) -> None:
    """A Storyteller agrees, and the one who rolled blind sees the dice."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    character = await ann.make(i.CreateCharacter, name="Iris", owners=(ann.member,))
    await ann.act(i.Roll, character=character, pool=2, visibility="blind")
    proposal = await ann.make(i.AskReveal, character=character)
    await storyteller.act(i.ConfirmProposal, proposal=proposal)
    await ann.caught_up()
    assert [p for p in ann.ear.pushes if isinstance(p.event, e.RollRevealed)]
