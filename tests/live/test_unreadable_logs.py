"""Records that cannot be read: nothing is built on them, and the other rooms go on."""

import msgspec
import pytest

from protocol import from_client as i
from protocol.codes import CloseCode, Code
from protocol.events import MemberRenamed
from protocol.from_server import Rejected
from server.rooms.audience import EVERYONE
from server.rooms.records import record_event, to_stored
from server.store.base import Conflict, Unavailable, Unreadable
from tests.live.faulty import FaultyLog
from tests.live.house import House, Person, refusal_of


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
