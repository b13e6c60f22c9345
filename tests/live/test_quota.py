"""How much of the log a room may take, and what happens as it fills."""

import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, Rejected
from server.config import LimitSettings
from tests.live.faulty import FaultyLog
from tests.live.house import House, Person

MOST = 65_536
SEATS = 4
TEXT = "x" * 150


@pytest.fixture
async def small(log: FaultyLog) -> House:
    """A house whose rooms may not grow large."""
    limits = LimitSettings(max_room_bytes=MOST, max_members=SEATS, inbox_intents=5_000)
    return House(log, limits)


async def fill(who: Person, **fields: object) -> Rejected:
    """Roll until that is refused."""
    for _ in range(1_000):
        answer = await who.say(who.intent(i.Roll, pool=20, label=TEXT, **fields))
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
    assert MOST * 0.6 < await log.size(room) < MOST * 0.75
    assert [line.levelname for line in caplog.records if "nearly full" in line.message] == [
        "WARNING"
    ]
    assert isinstance(await ann.say(ann.intent(i.Roll, pool=1)), Accepted), "there is a tenth left"
    assert (await fill(ann)).code is Code.LOG_FULL
    assert MOST * 0.7 < await log.size(room) < MOST * 0.85
    assert await ann.say(first) == answered, "what was accepted is answered as before"
    await ann.act(i.RaisePause)
    await storyteller.act(i.LiftPause)
    await storyteller.act(i.RemoveMember, member=ann.member)
    await small.close()


@pytest.mark.parametrize("visibility", ["public", "private", "blind", "secret"])
async def test_what_is_hidden_brings_no_players_end_nearer(log: FaultyLog, visibility: str) -> None:
    """Two rooms, one with all the secret rolls that there may be: a player does as much in each."""
    done = []
    for is_busy in (False, True):
        house = House(log, LimitSettings(max_room_bytes=MOST, max_members=SEATS))
        storyteller = await house.found()
        ann = await house.join(storyteller, "ann")
        bob = await house.join(storyteller, "bob")
        if is_busy:
            await fill(storyteller, visibility="secret")
            await fill(bob, visibility="whisper", to=[storyteller.member])
            await fill(bob, visibility="secret")
        count = 0
        while isinstance(answer := await ann.say(_deed(ann, visibility)), Accepted):
            count += 1
        done.append((count, answer.code, answer.message, answer.accepted))
        assert isinstance(answer, Rejected)
        await house.close()
    assert done[0] == done[1]
    assert done[0][:2] == (done[0][0], Code.LOG_FULL)
    assert done[0][0] > 1


def _deed(who: Person, visibility: str) -> i.Intent:
    """Words, or a roll: as long in both rooms, as far as its doer sees it."""
    if visibility in ("blind", "secret"):
        return who.intent(i.Roll, pool=4, visibility=visibility)
    return who.intent(i.Say, text=TEXT, visibility=visibility)


async def test_a_room_of_which_everything_is_used_up_stays_below_its_bound(
    small: House, log: FaultyLog
) -> None:
    """Whoever fills it with what: the shares of all together are no more than the operator said."""
    storyteller = await small.found()
    people = [await small.join(storyteller, name) for name in ("ann", "bob", "cat")]
    await fill(storyteller, visibility="secret")
    for person in people:
        await fill(person, visibility="private")
        await fill(person, visibility="blind")
    await fill(people[0])
    assert storyteller.seat is not None
    assert MOST * 0.8 < await log.size(storyteller.seat.room) < MOST
    await small.close()


async def test_what_behind_the_screen_is_used_up_is_the_storytellers_to_hear(
    small: House,
) -> None:
    """Players go on."""
    storyteller = await small.found()
    ann = await small.join(storyteller, "ann")
    assert (await fill(storyteller, visibility="secret")).code is Code.LOG_FULL
    await ann.act(i.Roll, pool=1)
    await small.close()


async def test_what_a_room_has_is_known_after_a_restart_and_more_may_be_allowed(
    small: House, log: FaultyLog
) -> None:
    """From the checkpoint, and without one; with a larger bound it goes on."""
    storyteller = await small.found()
    await fill(storyteller)
    sizes = small.room_of(storyteller).state.sizes
    again = await storyteller.again(house=await small.reload())
    assert again.house.room_of(again).state.sizes == sizes
    assert (await fill(again)).code is Code.LOG_FULL
    await again.house.close()
    assert again.seat is not None
    await log.delete_checkpoints(again.seat.room)
    once_more = await storyteller.again(house=again.house.other())
    assert once_more.house.room_of(once_more).state.sizes == sizes
    await once_more.house.close()
    roomy = House(log)
    await (await storyteller.again(house=roomy)).act(i.Roll, pool=1)
    await roomy.close()


async def test_another_rooms_size_is_nobody_elses(small: House) -> None:
    """Each has a bound of its own."""
    full, other = await small.found(), await small.found()
    await fill(full)
    await other.act(i.Roll, pool=1)
    await small.close()
