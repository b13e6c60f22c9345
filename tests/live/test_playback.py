"""A line played back: in its own order and at its own pace, and only as long as it may be seen."""

import asyncio

import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import EventPush, HistoryPage, PlayAnswer, Result
from protocol.words import Role, Visibility
from server.live import playback
from tests.live.house import House, Person, refusal_of


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What was waited for, in seconds: nobody here waits really."""
    waited: list[float] = []
    turn = asyncio.sleep

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        await turn(0)

    monkeypatch.setattr(playback.asyncio, "sleep", wait)
    return waited


async def _played(who: Person, query: i.PlayQuery) -> list[EventPush]:
    answer = await who.ask(query)
    assert isinstance(answer, Result), answer
    assert isinstance(answer.result, PlayAnswer)
    assert who.seat is not None
    shown: list[EventPush] = []
    async for events in who.seat.played(query, answer.result.upto):
        shown += events
    return shown


async def _line(who: Person) -> list[EventPush]:
    page = await who.ask(i.HistoryQuery(id="h", after=0, limit=200))
    assert isinstance(page, Result)
    assert isinstance(page.result, HistoryPage)
    return list(page.result.events)


async def _night(house: House) -> tuple[Person, Person]:
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    for number in range(8):
        house.now_ms += 1_000
        secret = Visibility.SECRET
        await storyteller.act(i.Roll, pool=1, label="Moonwreck", visibility=secret)
        await storyteller.act(i.RenameRoom, name=f"Night {number}")
    return storyteller, ann


@pytest.mark.parametrize("speed", [0.25, 1, 64])
async def test_each_viewer_is_played_their_own_line(
    house: House, pauses: list[float], speed: float
) -> None:
    """Number by number and mark by mark what their history says; pauses shrink with the speed."""
    for who in await _night(house):
        pauses.clear()
        shown = await _played(who, i.PlayQuery(id="p", speed=speed))
        assert shown == await _line(who)
        assert sum(pauses) == pytest.approx(8 / speed, abs=playback.TOGETHER_S)


async def test_it_begins_where_it_is_told(house: House, pauses: list[float]) -> None:
    """Behind an event, without waiting for the first one."""
    _, ann = await _night(house)
    line = await _line(ann)
    shown = await _played(ann, i.PlayQuery(id="p", after=3))
    assert shown == line[3:]
    assert pauses[0] == 0
    assert await _played(ann, i.PlayQuery(id="p", after=len(line) + 5)) == []


async def test_a_pause_of_the_table_is_cut_short(house: House, pauses: list[float]) -> None:
    """A night's sleep between two sessions is no night's wait."""
    storyteller = await house.found()
    house.now_ms += 12 * 3_600_000
    await storyteller.act(i.RenameRoom, name="The night after")
    await _played(storyteller, i.PlayQuery(id="p"))
    assert max(pauses) == playback.LONGEST_PAUSE_MS / 1000


async def test_a_new_role_ends_what_is_played(house: House) -> None:
    """Who was a Storyteller when it began is shown nothing of it any more."""
    storyteller, ann = await _night(house)
    await storyteller.act(i.SetRole, member=ann.member, role=Role.STORYTELLER)
    query = i.PlayQuery(id="p", speed=64)
    assert ann.seat is not None
    playing = ann.seat.played(query, 1_000)
    first = await anext(playing)
    assert first[0].seq == 1
    await storyteller.act(i.SetRole, member=ann.member, role=Role.PLAYER)
    assert [events async for events in playing] == []


async def test_a_storyteller_plays_a_members_line_while_being_one(
    house: House, pauses: list[float]
) -> None:
    """As that member has it; who is no Storyteller any more plays it no further."""
    storyteller, ann = await _night(house)
    query = i.PlayQuery(id="p", viewed_as=ann.member)
    assert await _played(storyteller, query) == await _line(ann)
    other = i.PlayQuery(id="p", viewed_as=storyteller.member)
    assert not isinstance(await ann.ask(other), Result)
    assert ann.seat is not None
    assert [events async for events in ann.seat.played(other, 100)] == []


async def test_live_play_goes_on_beside_what_is_played(house: House) -> None:
    """What happens meanwhile comes live, once and in its place, and is no part of the playback."""
    storyteller, ann = await _night(house)
    query = i.PlayQuery(id="p", speed=64)
    answer = await ann.ask(query)
    assert isinstance(answer, Result)
    assert isinstance(answer.result, PlayAnswer)
    assert ann.seat is not None
    playing = ann.seat.played(query, answer.result.upto)
    shown = list(await anext(playing))
    before = await _line(ann)
    for number in range(5):
        await storyteller.act(i.RenameRoom, name=f"Live {number}")
    await ann.caught_up()
    heard = [push.seq for push in ann.ear.pushes]
    assert heard[-6:] == list(range(before[-1].seq + 1, before[-1].seq + 7))
    async for events in playing:
        shown += events
    assert shown == before


async def test_a_member_has_no_more_playbacks_than_connections(house: House) -> None:
    """Each connection plays one line, and a member has a bounded number of them."""
    storyteller, ann = await _night(house)
    most = house.limits.max_connections_per_member
    for _ in range(most - 1):
        await ann.again()
    refused = await refusal_of(ann.again())
    assert refused.rejected.code is Code.LIMIT_REACHED
    assert isinstance(await storyteller.ask(i.PlayQuery(id="p")), Result)
