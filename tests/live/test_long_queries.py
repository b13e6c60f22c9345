"""What takes long is done in slices or beside the loop: rooms are answered meanwhile."""

import asyncio
import threading
from collections.abc import Awaitable

import pytest

from protocol import from_client as i
from protocol.from_server import Result
from server.live import landmarks, moments, seat
from tests.live.faulty import FaultyLog
from tests.live.house import House, Person

COMMITS = 400


async def _night(house: House) -> tuple[Person, Person]:
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    for number in range(COMMITS):
        await storyteller.act(i.RenameRoom, name=f"Night {number}")
    return storyteller, ann


async def _turns_during(work: Awaitable[object]) -> int:
    """How often others had their turn while *work* went on."""
    turns = 0
    task = asyncio.ensure_future(work)
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    assert isinstance(task.result(), Result), task.result()
    return turns


async def test_an_earlier_moment_is_folded_in_slices(house: House) -> None:
    """After so many commits everybody else has a turn, however long the room is."""
    storyteller, _ = await _night(house)
    turns = await _turns_during(storyteller.ask(i.SnapshotQuery(id="q", at=COMMITS)))
    assert turns >= COMMITS / moments.FOLDED_AT_ONCE


async def test_landmarks_are_looked_for_in_slices(house: House) -> None:
    """A turn for everybody else with each page."""
    storyteller, _ = await _night(house)
    turns = await _turns_during(storyteller.ask(i.LandmarksQuery(id="q")))
    assert turns >= COMMITS / landmarks._PAGE_EVENTS


@pytest.mark.parametrize(
    ("query", "method"),
    [
        (i.SnapshotQuery(id="q", at=300), "read"),
        (i.LandmarksQuery(id="q"), "read_lines"),
        (i.HistoryQuery(id="q", after=0), "read_lines"),
    ],
    ids=lambda value: getattr(value, "__struct_config__", None) and value.__struct_config__.tag,
)
async def test_a_room_goes_on_while_its_past_is_read(
    faulty: House, log: FaultyLog, query: i.Query, method: str
) -> None:
    """A disk that takes its time over old commits holds up nothing that is new."""
    storyteller, ann = await _night(faulty)
    # Started again, it remembers nothing but the last of it.
    house = await faulty.reload()
    storyteller, ann = [await who.again(house=house) for who in (storyteller, ann)]
    is_reading, go_on = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        is_reading.set()
        await go_on.wait()

    log.before[method] = [wait]
    asking = asyncio.create_task(ann.ask(query))
    await is_reading.wait()
    for number in range(20):
        await storyteller.act(i.RenameRoom, name=f"Morning {number}")
    elsewhere = await house.found()
    await elsewhere.act(i.Roll, pool=3)
    assert not asking.done()
    go_on.set()
    assert isinstance(await asking, Result)
    await house.close()


async def test_large_odds_are_counted_beside_the_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rooms are answered while somebody's odds are counted, however long that takes."""
    storyteller, ann = await _night(house)
    count = seat.odds_answer
    is_counting, go_on = threading.Event(), threading.Event()

    def slowly(*asked: object) -> object:
        is_counting.set()
        assert go_on.wait(30)
        return count(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(seat, "odds_answer", slowly)
    asking = asyncio.create_task(ann.ask(i.OddsQuery(id="q", pool=40, difficulty=9)))
    await asyncio.to_thread(is_counting.wait, 30)
    await storyteller.act(i.Roll, pool=3)
    await ann.act(i.Roll, pool=3)
    assert not asking.done()
    go_on.set()
    assert isinstance(await asking, Result)
