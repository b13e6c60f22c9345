"""How much of the log a room may take, and what happens as it fills."""

import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, Rejected
from server.config import LimitSettings
from server.live.quota import Quota
from server.store.base import Unavailable
from tests.live.faulty import FaultyLog
from tests.live.house import House, Person

MOST = 65_536
TEXT = "x" * 150


@pytest.fixture
async def small(log: FaultyLog) -> House:
    """A house whose rooms may not grow large."""
    return House(log, LimitSettings(max_room_bytes=MOST, inbox_intents=5_000))


async def fill(who: Person) -> Rejected:
    """Roll until that is refused."""
    for _ in range(1_000):
        answer = await who.say(who.intent(i.Roll, pool=20, label=TEXT))
        if isinstance(answer, Rejected):
            return answer
    raise AssertionError("the room has no bound")


async def test_a_room_that_is_full_takes_no_more_and_says_what_to_do(
    small: House, log: FaultyLog, caplog: pytest.LogCaptureFixture
) -> None:
    """Storytellers hear it first, the operator before both; what keeps a table safe is taken."""
    storyteller = await small.found()
    ann = await small.join(storyteller, "ann")
    assert storyteller.seat is not None
    room = storyteller.seat.room
    first = ann.intent(i.Roll, pool=1)
    answered = await ann.say(first)
    refused = await fill(storyteller)
    assert refused.code is Code.LOG_FULL
    assert "max_room_bytes" in refused.message
    assert MOST * 0.85 < await log.size(room) < MOST * 0.95
    assert [line.levelname for line in caplog.records if "nearly full" in line.message] == [
        "WARNING"
    ]
    assert isinstance(await ann.say(ann.intent(i.Roll, pool=1)), Accepted), "there is a tenth left"
    assert (await fill(ann)).code is Code.LOG_FULL
    assert MOST * 0.95 < await log.size(room) < MOST * 1.05
    assert await ann.say(first) == answered, "what was accepted is answered as before"
    await ann.act(i.RaisePause)
    await storyteller.act(i.LiftPause)
    await storyteller.act(i.RemoveMember, member=ann.member)
    await small.close()


async def test_a_room_is_measured_when_it_is_loaded_and_more_may_be_allowed(
    small: House, log: FaultyLog
) -> None:
    """Over restarts too; with a larger bound it goes on."""
    storyteller = await small.found()
    await fill(storyteller)
    again = await storyteller.again(house=await small.reload())
    assert (await fill(again)).code is Code.LOG_FULL
    await again.house.close()
    roomy = House(log)
    await (await storyteller.again(house=roomy)).act(i.Roll, pool=1)
    await roomy.close()


async def test_another_rooms_size_is_nobody_elses(small: House) -> None:
    """Each has a bound of its own."""
    full, other = await small.found(), await small.found()
    await fill(full)
    await other.act(i.Roll, pool=1)
    await small.close()


async def test_a_room_that_cannot_be_measured_is_not_refused(log: FaultyLog) -> None:
    """What is not known stops nobody; what is added counts."""

    class Unmeasured(FaultyLog):
        async def size(self, room: object) -> int:
            raise Unavailable("busy")

    quota = Quota("room", MOST)  # type: ignore[arg-type]
    await quota.measure(Unmeasured())
    assert quota.used_bytes == 0
    assert quota.refuse(i.Roll(id="00000000-0000-4000-8000-000000000000"), None) is None  # type: ignore[arg-type]
