"""A viewer's line: welcomed and resumed without a gap or a repeat."""

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codec import Encoding
from protocol.house import HouseRules
from protocol.ids import Epoch, Generation, Mark, ViewSeq
from protocol.words import HistoryForLate
from server.config import LimitSettings
from server.live.tail import TAIL_COMMITS, Tail
from server.rooms.lines import ViewHead
from tests.live.house import House, Person
from tests.live.watching import RawEar, make_rolls, whole_line

# --- joining ------------------------------------------------------------------------------------


async def test_a_welcome_brings_the_room_and_the_viewers_last_events(house: House) -> None:
    """Snapshot and recent events as of its position, and what the server allows."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await make_rolls(storyteller, 60)
    again = await ann.again()
    welcome = again.ear.welcome
    assert (welcome.reason, welcome.member) == ("joined", ann.member)
    assert len(welcome.recent) == 50
    assert welcome.recent[-1].seq == welcome.position.seq
    assert welcome.recent[-1].mark == welcome.position.mark
    assert welcome.snapshot is not None
    assert {m.name for m in welcome.snapshot.members} == {"storyteller", "ann"}
    assert welcome.limits.max_members == house.limits.max_members
    assert welcome.server_time_ms == house.now_ms


async def test_positions_tell_nothing_of_what_others_saw(house: House) -> None:
    """Fifty secret rolls move nobody's number but the Storyteller's."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    before = ann.ear.position()
    await make_rolls(storyteller, 50, visibility="secret")
    again = await ann.again()
    assert again.ear.welcome.position == before
    assert [p.seq for p in again.ear.welcome.recent] == list(range(1, before.seq + 1))


@pytest.mark.parametrize("rule", HistoryForLate)
async def test_who_joins_late_sees_the_past_that_the_room_shows(
    house: House, rule: HistoryForLate
) -> None:
    """All of the public past, since the session began, or none; numbered from 1, and no secret."""
    storyteller = await house.found(HouseRules(history=rule))
    await make_rolls(storyteller, 3)
    await storyteller.act(i.StartSession)
    await make_rolls(storyteller, 2)
    await make_rolls(storyteller, 2, visibility="secret")
    late = await house.join(storyteller, "late")
    line = await whole_line(late)
    assert [p.seq for p in line] == list(range(1, len(line) + 1))
    assert tuple(line[-50:]) == late.ear.welcome.recent
    rolled = sum(isinstance(p.event, e.RollResolved) for p in line)
    assert rolled == {"all": 5, "session": 2, "none": 0}[rule]
    assert any(isinstance(p.event, e.SessionStarted) for p in line) is (rule != "none")
    joined = [p for p in line if isinstance(p.event, e.MemberJoined)]
    assert joined[-1].event.member == late.member  # type: ignore[union-attr]
    await make_rolls(storyteller, 1)
    await late.ear.until(lambda: bool(late.ear.pushes))
    assert late.ear.pushes[0].seq == len(line) + 1


# --- resuming -----------------------------------------------------------------------------------


async def test_resuming_continues_after_the_position_without_gap_or_repeat(house: House) -> None:
    """D1: from every position there is, exactly what followed it."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    character = await ann.make(i.CreateCharacter, name="Iris")
    for visibility in ("public", "private", "blind", "secret"):
        roll = ann.intent(i.Roll, character=character, pool=2, visibility=visibility)
        await ann.say(roll)
        await make_rolls(storyteller, 1, visibility="secret")
    line = await whole_line(ann)
    start = ann.ear.welcome.position
    for seq in range(len(line) + 1):
        mark = line[seq - 1].mark if seq else ViewHead(0, 0).mark
        resume = i.Position(start.epoch, start.generation, ViewSeq(seq), mark)
        again = await ann.again(resume)
        assert again.ear.welcome.reason == "resumed"
        assert again.ear.welcome.snapshot is None
        assert again.ear.welcome.position == resume
        assert again.ear.pushes == line[seq:]
        again.leave()


@pytest.mark.parametrize("encoding", Encoding)
async def test_the_tail_and_the_log_give_the_same_bytes(roomy: House, encoding: Encoding) -> None:
    """D1: beyond the tail's reach, and once more with the tail taken away."""
    house = roomy
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    start = ann.ear.position()
    assert TAIL_COMMITS < 350
    for number in range(350):
        ann.submit(ann.intent(i.Roll, pool=1, visibility="private" if number % 3 else "public"))
        storyteller.submit(storyteller.intent(i.Roll, pool=1, visibility="secret"))
    await make_rolls(ann, 1)
    runner = house.room_of(ann)
    whole = await resumed(ann, start, encoding)
    assert len(whole) > 350
    line = await whole_line(ann)
    near = i.Position(start.epoch, start.generation, line[-21].seq, line[-21].mark)
    assert len(await resumed(ann, near, encoding)) == 21
    from_tail = await resumed(ann, near, encoding)
    full_tail, runner._tail = runner._tail, Tail()
    assert await resumed(ann, near, encoding) == from_tail
    assert await resumed(ann, start, encoding) == whole
    assert await whole_line(ann) == line
    runner._tail = full_tail
    fresh = await house.reload()
    watching = await storyteller.again(house=fresh)
    assert watching.seat is not None
    assert await resumed(await ann.again(house=fresh), start, encoding) == whole
    await fresh.close()


async def resumed(who: Person, position: i.Position, encoding: Encoding) -> list[bytes]:
    """All bytes of a resume."""
    device = Person(who.house, who.name, who.token)
    device.ear = RawEar(encoding)
    await device.enter(resume=position)
    device.leave()
    return device.ear.raw


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"epoch": Epoch("another")}, "epoch_changed"),
        ({"generation": Generation(7)}, "generation_changed"),
        ({"mark": Mark("AAAAAAAAAAA")}, "history_changed"),
        ({"seq": ViewSeq(99_999)}, "history_changed"),
    ],
)
async def test_where_a_line_cannot_go_on_a_snapshot_says_why(
    house: House, change: dict[str, object], reason: str
) -> None:
    """Another log, another role, a file copied back: the view begins anew, with the reason."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await make_rolls(ann, 3)
    resume = msgspec.structs.replace(ann.ear.position(), **change)
    again = await ann.again(resume)
    assert again.ear.welcome.reason == reason
    assert again.ear.welcome.snapshot is not None
    assert again.ear.welcome.position == (await ann.again()).ear.welcome.position
    assert again.ear.pushes == []


async def test_too_far_behind_counts_the_viewers_own_events(house: House) -> None:
    """At the limit the line goes on, one event more and it does not."""
    house = House(house.events, LimitSettings(resume_events=10))
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    start = ann.ear.position()
    await make_rolls(ann, 10)
    at_limit = await ann.again(start)
    assert at_limit.ear.welcome.reason == "resumed"
    assert len(at_limit.ear.pushes) == 10
    await make_rolls(ann, 1)
    beyond = await ann.again(start)
    assert beyond.ear.welcome.reason == "too_far_behind"
    assert beyond.ear.welcome.snapshot is not None
    await house.close()


async def test_however_much_was_hidden_in_between_the_line_goes_on(roomy: House) -> None:
    """A thousand secret events, far beyond the tail, do not matter to a player's resume."""
    house = roomy
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    start = ann.ear.position()
    await make_rolls(storyteller, 1_000, visibility="secret")
    await make_rolls(ann, 1)
    again = await ann.again(start)
    assert again.ear.welcome.reason == "resumed"
    assert [p.seq for p in again.ear.pushes] == [start.seq + 1]
    fresh = await house.reload()
    late = await ann.again(start, house=fresh)
    assert late.ear.pushes == again.ear.pushes
    await fresh.close()


async def test_what_happens_while_coming_back_is_neither_lost_nor_doubled(house: House) -> None:
    """Rolls before, in the same batch with, and after the hello."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    start = ann.ear.position()
    await make_rolls(storyteller, 5)
    device = Person(house, "ann", ann.token)
    for _ in range(5):
        storyteller.submit(storyteller.intent(i.Roll, pool=1))
    await device.enter(resume=start)
    await make_rolls(storyteller, 5)
    await device.ear.until(lambda: len(device.ear.pushes) == 15)
    assert [p.seq for p in device.ear.pushes] == list(range(start.seq + 1, start.seq + 16))
    assert device.ear.pushes == ann.ear.pushes
