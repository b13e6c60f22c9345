"""The log is told whether an append is alone: rooms that act in one turn are stored together."""

from collections.abc import AsyncIterator

import pytest

from protocol import from_client as i
from protocol.ids import RoomId, Seq
from server.store.base import Commit, Conflict, Draft, Unavailable
from server.store.memory import MemoryLog
from tests.live.house import House, Person


class HintedLog(MemoryLog):
    """Keeps what it was told of each append, and fails one if that is meant."""

    def __init__(self) -> None:
        super().__init__()
        self.hints: list[bool] = []
        self.fail: list[Exception] = []

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: tuple[Draft, ...] | list[Draft],  # type: ignore[override]
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        self.hints.append(is_alone)
        if self.fail:
            raise self.fail.pop()
        return await super().append(room, expected, drafts, deadline_s, is_alone=is_alone)


@pytest.fixture
async def log() -> AsyncIterator[HintedLog]:
    """A log in memory that listens to hints."""
    made = HintedLog()
    await made.open()
    yield made
    await made.close()


async def roll_together(log: HintedLog, people: list[Person]) -> list[bool]:
    """Everybody rolls within one turn of the loop; what the log was told of it."""
    log.hints.clear()
    intents = [person.intent(i.Roll, pool=1) for person in people]
    for person, intent in zip(people, intents, strict=True):
        person.submit(intent)
    for person, intent in zip(people, intents, strict=True):
        await person.ear.until(lambda p=person, n=intent: p.ear.answer_to(n.id) is not None)  # type: ignore[misc]
    return log.hints


async def test_a_room_that_acts_is_alone_until_another_does(log: HintedLog) -> None:
    """As often as they like; who only watches is no company."""
    house = House(log)
    people = [await house.found() for _ in range(3)]
    for _ in range(3):
        assert await roll_together(log, people[:1]) == [True]
        # The last of several has nobody behind it: this log has stored the others' already.
        assert await roll_together(log, people) == [False, False, True]
        assert await roll_together(log, people[1:2] * 2) == [True]
    await house.close()


@pytest.mark.parametrize("error", [Unavailable("now"), Conflict("others"), RuntimeError("a fault")])
async def test_whatever_becomes_of_a_room_it_is_not_counted_for_ever(
    log: HintedLog, error: Exception
) -> None:
    """Also one that broke in the middle of its work."""
    house = House(log)
    lone, failing = await house.found(), await house.found()
    log.fail.append(error)
    intent = failing.intent(i.Roll, pool=1)
    failing.submit(intent)
    ear = failing.ear
    await ear.until(lambda: ear.closed is not None or ear.answer_to(intent.id) is not None)
    assert await roll_together(log, [lone]) == [True]
    await house.close()


async def test_a_room_that_was_put_away_is_not_counted(log: HintedLog) -> None:
    """At its end it has nothing to do any more, although it was woken for it."""
    house = House(log)
    lone, leaving = await house.found(), await house.found()
    runner = house.room_of(leaving)
    (task,) = [each for each in house.directory._tasks if runner.room in each.get_name()]
    runner.stop()
    await task
    assert await roll_together(log, [lone]) == [True]
    await house.close()
