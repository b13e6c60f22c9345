"""What a log may answer instead of storing: every intent still gets its one, true answer."""

import asyncio

import msgspec
import pytest

from protocol import from_client as i
from protocol.codes import CloseCode, Code
from protocol.events import MemberRenamed
from protocol.from_server import Accepted, EventPush, Rejected
from server.config import LimitSettings
from server.live.items import AttachItem
from server.rooms.audience import EVERYONE
from server.rooms.records import record_event, to_stored
from server.store.base import Conflict, Unavailable, Unreadable
from tests.live.faulty import FaultyLog
from tests.live.house import Ear, House, Person, refusal_of
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


# --- unknown outcomes ---------------------------------------------------------------------------


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
    log.appends.clear()
    log.unknown = ["lost"] * 10_000
    intent = storyteller.intent(i.Roll, pool=3)
    storyteller.submit(intent)
    await asyncio.sleep(0.5)
    assert 2 <= len(log.appends) <= 6
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
    began_s = asyncio.get_running_loop().time()
    intent = storyteller.intent(i.Roll, pool=3)
    refused = await storyteller.say(intent)
    assert asyncio.get_running_loop().time() - began_s < 5
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


# --- records that cannot be read ----------------------------------------------------------------


def spoil(log: FaultyLog, who: Person, seq: int, how: str = "unknown") -> None:
    """Let a commit hold an event of a version not known here, or one that cannot have happened."""
    assert who.seat is not None
    kept = log._rooms[who.seat.room]
    commit = kept.commits[seq - 1]
    gone = record_event(
        MemberRenamed(member="nobody", name="No", by="nobody"),  # type: ignore[arg-type]
        EVERYONE,
        commit.at_ms,
    )
    events = (
        tuple(msgspec.structs.replace(record, version=99) for record in commit.events)
        if how == "unknown"
        else (to_stored(gone),)
    )
    spoilt = msgspec.structs.replace(commit, events=events)
    kept.commits[seq - 1] = kept.by_id[commit.commit_id] = spoilt


@pytest.mark.parametrize("how", ["unknown", "impossible"])
async def test_a_room_with_an_unreadable_record_is_not_opened_and_harms_no_other(
    faulty: House, log: FaultyLog, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The hello hears that the operator has to look, who reads which it is; other rooms go on."""
    storyteller, other = await faulty.found(), await faulty.found()
    await storyteller.act(i.Roll, pool=1)
    spoil(log, storyteller, 2, how)
    fresh = await faulty.reload()
    await log.delete_checkpoints(storyteller.seat.room)  # type: ignore[union-attr]
    refused = await refusal_of(storyteller.again(house=fresh))
    assert refused.rejected.code is Code.INTERNAL
    (error,) = (
        str(getattr(line, "error", "")) for line in caplog.records if line.levelname == "ERROR"
    )
    assert f"room {storyteller.seat.room}, commit 2" in error  # type: ignore[union-attr]
    assert not refused.close.is_final
    await (await other.again(house=fresh)).act(i.Roll, pool=1)
    await fresh.close()


@pytest.mark.parametrize("method", ["append", "read"])
async def test_nothing_is_added_to_a_log_that_cannot_be_read(
    faulty: House, log: FaultyLog, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Who asks is told so, the operator which record it is, and the other rooms go on."""
    storyteller, other = await faulty.found(), await faulty.found()
    record = f"room {storyteller.seat and storyteller.seat.room} seq 1: its hash is not one"
    log.fail[method] = [Unreadable(record)]
    if method == "read":
        log.fail["append"] = [Conflict("somebody was faster")]
    refused = await storyteller.say(storyteller.intent(i.Roll, pool=1))
    assert isinstance(refused, Rejected)
    assert refused.code is Code.INTERNAL
    assert "cannot be read" in refused.message
    assert record not in refused.message
    assert [
        getattr(line, "error", None) for line in caplog.records if line.levelname == "ERROR"
    ] == [record]
    assert storyteller.ear.closed is None
    await other.act(i.Roll, pool=1)


async def test_a_roll_that_cannot_be_read_is_refused_and_the_room_goes_on(
    faulty: House, log: FaultyLog
) -> None:
    """By intent and by query."""
    storyteller = await faulty.found()
    roll = await storyteller.make(i.Roll, pool=1, visibility="secret")
    spoil(log, storyteller, 2)
    refused = await storyteller.say(storyteller.intent(i.RevealRoll, roll=roll))
    asked = await storyteller.ask(i.RollQuery(id="q", roll=roll))  # type: ignore[arg-type]
    assert isinstance(refused, Rejected)
    assert isinstance(asked, Rejected)
    assert refused.code is asked.code is Code.INTERNAL
    await storyteller.act(i.Roll, pool=1)


@pytest.mark.parametrize("method", ["credential", "room", "read", "load_checkpoint", "head"])
async def test_a_room_that_cannot_be_loaded_now_is_told_to_come_back_to(
    faulty: House, log: FaultyLog, method: str
) -> None:
    """And then it is there."""
    storyteller = await faulty.found()
    fresh = await faulty.reload()
    log.fail[method] = [Unavailable("busy")]
    refused = await refusal_of(storyteller.again(house=fresh))
    assert refused.rejected.code is Code.STORE_UNAVAILABLE
    assert not refused.close.is_final
    await storyteller.again(house=fresh)
    await fresh.close()


async def test_a_room_deleted_meanwhile_is_gone_for_who_comes(
    faulty: House, log: FaultyLog
) -> None:
    """Its tokens went with it."""
    storyteller = await faulty.found()
    assert storyteller.seat is not None
    fresh = await faulty.reload()
    room = storyteller.seat.room

    async def deletes() -> None:
        await log.delete_room(room)

    log.before["room"] = [deletes]
    refused = await refusal_of(storyteller.again(house=fresh))
    assert (refused.rejected.code, refused.close) == (Code.ROOM_GONE, CloseCode.ROOM_GONE)
    assert (await refusal_of(storyteller.again(house=fresh))).rejected.code is (
        Code.UNKNOWN_CREDENTIAL
    )
    await fresh.close()


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
