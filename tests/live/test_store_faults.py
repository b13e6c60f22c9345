"""What a log may answer instead of storing: every intent still gets its one, true answer."""

import asyncio

import pytest

from protocol import from_client as i
from protocol.codes import CloseCode, Code
from protocol.from_server import Accepted, Rejected
from server.config import LimitSettings
from server.live.items import AttachItem
from server.store.base import Unavailable
from tests.live.faulty import FaultyLog
from tests.live.house import Ear, House, refusal_of
from tests.live.watching import hear_rolls, never_rolled_twice

# --- unavailable --------------------------------------------------------------------------------


async def test_a_log_that_cannot_be_written_refuses_and_the_room_goes_on(
    faulty: House, log: FaultyLog
) -> None:
    """Nothing happened, says the answer, and when to try again; the same id serves again."""
    storyteller = await faulty.found()
    intent = storyteller.intent(i.Roll, pool=3)
    log.fail["append"] = [Unavailable("disk full")]
    refused = await storyteller.say(intent)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.STORE_UNAVAILABLE
    assert refused.retry_after_s is not None
    assert storyteller.ear.pushes == []
    assert isinstance(await storyteller.say(intent), Accepted)
    await hear_rolls(storyteller, 1)
    assert never_rolled_twice(faulty)


async def test_a_batch_that_cannot_be_written_is_refused_whole(
    faulty: House, log: FaultyLog
) -> None:
    """Also what was refused only because of something that did not happen after all."""
    storyteller = await faulty.found()
    start = [storyteller.intent(i.StartSession) for _ in range(2)]
    log.fail["append"] = [Unavailable("disk full")]
    for intent in start:
        storyteller.submit(intent)
    await storyteller.ear.until(lambda: storyteller.ear.answer_to(start[1].id) is not None)
    answers = [storyteller.ear.answer_to(intent.id) for intent in start]
    assert [a.code for a in answers if isinstance(a, Rejected)] == [Code.STORE_UNAVAILABLE] * 2


async def test_a_repetition_is_not_refused_as_new_while_the_log_cannot_be_read(
    faulty: House, log: FaultyLog
) -> None:
    """Whether it was accepted before is not known now, so the answer is to try again."""
    storyteller = await faulty.found()
    character = await storyteller.make(i.CreateCharacter, name="Iris")
    remove = storyteller.intent(i.RemoveCharacter, character=character)
    first = await storyteller.say(remove)
    fresh = await faulty.reload()
    again = await storyteller.again(house=fresh)
    log.fail["find"] = [Unavailable("busy")]
    refused = await again.say(remove)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.STORE_UNAVAILABLE
    assert await again.say(remove) == first
    await fresh.close()


@pytest.mark.parametrize("method", ["find", "read_lines"])
async def test_a_roll_that_cannot_be_looked_up_now_is_not_called_unknown(
    faulty: House, log: FaultyLog, method: str
) -> None:
    """The room goes on, and the same intent is possible a moment later."""
    storyteller = await faulty.found()
    watching = await faulty.join(storyteller, "ann")
    roll = await storyteller.make(i.Roll, pool=3, visibility="secret")
    reveal = storyteller.intent(i.RevealRoll, roll=roll)
    log.fail[method] = [Unavailable("busy")]
    refused = await storyteller.say(reveal)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.STORE_UNAVAILABLE
    assert isinstance(await storyteller.say(reveal), Accepted)
    assert watching.ear.closed is None


async def test_a_log_that_cannot_be_read_after_a_conflict_refuses_and_the_room_goes_on(
    faulty: House, log: FaultyLog
) -> None:
    """The conflict says that nothing was stored, so that is the answer."""
    storyteller = await faulty.found()
    elsewhere = await storyteller.again(house=faulty.other())
    await elsewhere.act(i.Roll, pool=1, label="elsewhere")
    log.fail["read"] = [Unavailable("busy")]
    intent = storyteller.intent(i.Roll, pool=2, label="here")
    refused = await storyteller.say(intent)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.STORE_UNAVAILABLE
    assert isinstance(await storyteller.say(intent), Accepted)
    heard = await hear_rolls(storyteller, 2)
    assert [event.label for event in heard] == ["elsewhere", "here"]
    assert storyteller.ear.position().seq > 0
    await elsewhere.house.close()


@pytest.mark.parametrize("method", ["read_lines", "locate", "line_heads"])
async def test_a_hello_that_needs_the_log_is_told_to_come_back(
    faulty: House, log: FaultyLog, method: str
) -> None:
    """It neither hangs nor takes the others' room down."""
    storyteller = await faulty.found()
    position = storyteller.ear.welcome.position
    for _ in range(300):
        await storyteller.act(i.Roll, pool=1)
    log.fail[method] = [Unavailable("busy")]
    refused = await refusal_of(storyteller.again(position))
    assert refused.rejected.code is Code.STORE_UNAVAILABLE
    assert not refused.close.is_final
    assert storyteller.ear.closed is None
    again = await storyteller.again(position)
    assert again.ear.welcome.reason == "resumed"
    assert len(again.ear.pushes) == 300


async def test_a_newcomer_is_told_to_come_back_while_the_log_cannot_be_written(
    faulty: House, log: FaultyLog
) -> None:
    """The invite is not used up by that."""
    storyteller = await faulty.found()
    entry = await faulty.invite(storyteller)
    newcomer = faulty.person("ann")
    log.fail["append"] = [Unavailable("disk full")]
    refused = await refusal_of(newcomer.enter(entry))
    assert refused.rejected.code is Code.STORE_UNAVAILABLE
    assert not refused.close.is_final
    assert (await newcomer.enter(entry)).ear.welcome.reason == "joined"


async def test_a_new_device_is_told_to_come_back_while_the_log_cannot_be_read(
    faulty: House, log: FaultyLog
) -> None:
    """Nor is the link, and the room goes on."""
    storyteller = await faulty.found()
    await storyteller.act(i.CreateDeviceLink, secret=b"a-link-of-my-own")
    device = faulty.person("phone")
    log.fail["read"] = [Unavailable("busy")]
    refused = await refusal_of(device.enter(i.Linked(secret=b"a-link-of-my-own")))
    assert refused.rejected.code is Code.STORE_UNAVAILABLE
    assert storyteller.ear.closed is None
    await device.enter(i.Linked(secret=b"a-link-of-my-own"))
    assert device.member == storyteller.member


async def test_looking_for_commits_of_others_may_fail_for_a_while(
    faulty: House, log: FaultyLog
) -> None:
    """The watch over the log is not worth a room."""
    storyteller = await faulty.found()
    log.fail["read"] = [Unavailable("busy")]
    faulty.room_of(storyteller).refresh()
    await storyteller.act(i.Roll, pool=1)
    assert storyteller.ear.closed is None


async def test_a_query_is_told_to_try_again_while_the_log_cannot_be_read(
    faulty: House, log: FaultyLog
) -> None:
    """It changed nothing, and the room goes on."""
    storyteller = await faulty.found()
    roll = await storyteller.make(i.Roll, pool=1)
    log.fail["find"] = [Unavailable("busy")]
    answer = await storyteller.ask(i.RollQuery(id="q", roll=roll))  # type: ignore[arg-type]
    assert isinstance(answer, Rejected)
    assert (answer.id, answer.code) == ("q", Code.STORE_UNAVAILABLE)


# --- rooms that end -----------------------------------------------------------------------------


async def test_a_room_that_is_gone_says_so_and_closes(faulty: House, log: FaultyLog) -> None:
    """The operator deleted it: everybody is told, nobody hangs, and nobody comes back."""
    storyteller = await faulty.found()
    ann = await faulty.join(storyteller, "ann")
    assert storyteller.seat is not None
    await log.delete_room(storyteller.seat.room)
    storyteller.submit(storyteller.intent(i.Roll, pool=1))
    coming = asyncio.ensure_future(refusal_of(ann.again()))
    await ann.ear.until(lambda: ann.ear.closed is not None)
    assert ann.ear.closed is CloseCode.ROOM_GONE
    assert (await coming).rejected.code in (Code.UNKNOWN_CREDENTIAL, Code.ROOM_GONE)


async def test_a_broken_room_lets_go_of_all_and_is_loaded_again(
    faulty: House, log: FaultyLog
) -> None:
    """A fault that nobody expected loses one room for a moment, and no hello hangs on it."""
    storyteller = await faulty.found()
    bob = await faulty.found()
    broken = faulty.room_of(storyteller)
    log.before["append"] = [_breaks]
    storyteller.submit(storyteller.intent(i.Roll, pool=1))
    late = [AttachItem(storyteller.member, Ear(), None, a_future()) for _ in range(2)]
    waiting = [asyncio.ensure_future(refusal_of(broken.attach(item))) for item in late]
    await storyteller.ear.until(lambda: storyteller.ear.closed is not None)
    assert storyteller.ear.closed is CloseCode.ROOM_RESTARTED
    for refused in await asyncio.gather(*waiting):
        assert not refused.close.is_final
    assert bob.ear.closed is None
    again = await storyteller.again()
    assert faulty.room_of(again) is not broken
    await again.act(i.Roll, pool=1)


def a_future() -> "asyncio.Future[None]":
    return asyncio.get_running_loop().create_future()


async def _breaks() -> None:
    raise RuntimeError("nobody expected this")


async def test_a_room_that_has_ended_takes_no_more_hellos(faulty: House) -> None:
    """Who holds it still is told to come back, and does not wait for ever."""
    storyteller = await faulty.found()
    runner = faulty.room_of(storyteller)
    storyteller.leave()
    runner.stop()
    await faulty.directory.drain()
    item = AttachItem(storyteller.member, Ear(), None, a_future())
    assert not (await refusal_of(runner.attach(item))).close.is_final
    assert storyteller.seat is not None
    assert not storyteller.seat.submit(storyteller.intent(i.Roll, pool=1))


async def test_a_checkpoint_that_cannot_be_saved_costs_nothing(
    faulty: House, log: FaultyLog
) -> None:
    """It is a cache: the room is loaded from its log."""
    storyteller = await faulty.found()
    await storyteller.act(i.Roll, pool=1)
    log.fail["save_checkpoint"] = [Unavailable("disk full")]
    storyteller.leave()
    await faulty.close()
    fresh = faulty.other()
    again = await storyteller.again(house=fresh)
    assert len(again.ear.welcome.recent) > 0
    await fresh.close()


async def test_closing_does_not_wait_for_a_log_that_never_answers(log: FaultyLog) -> None:
    """Past the time for draining a room is given up; what it acknowledged is stored."""
    house = House(log, LimitSettings(drain_timeout_s=0.05))
    storyteller = await house.found()
    log.unknown = ["stored"]
    log.fail["find"] = [Unavailable("dead")] * 1_000
    storyteller.submit(storyteller.intent(i.Roll, pool=1))
    await house.close()
    log.fail["find"] = []
