"""The line of items that a client tells its readers."""

import asyncio

import pytest
from coterie_client import FeedOverrun
from coterie_client.feed import Feed


async def test_a_reader_gets_each_item_once_and_in_order() -> None:
    """Also what was put while it did not look; closing ends it after the rest."""
    feed: Feed[int] = Feed(10)
    reader = feed.reader()
    for number in range(3):
        feed.put(number)
    feed.close()
    assert [item async for item in reader] == [0, 1, 2]


async def test_leaving_and_coming_back_goes_on() -> None:
    """A broken-off loop loses nothing."""
    feed: Feed[int] = Feed(10)
    reader = feed.reader()
    for number in range(3):
        feed.put(number)
    async for item in reader:
        assert item == 0
        break
    assert reader.ready() == [1, 2]
    assert reader.ready() == []


async def test_readers_do_not_take_from_each_other() -> None:
    """A later one begins where it came."""
    feed: Feed[int] = Feed(10)
    first = feed.reader()
    feed.put(1)
    second = feed.reader()
    feed.put(2)
    assert (first.ready(), second.ready()) == ([1, 2], [2])


async def test_a_waiting_reader_is_wakened() -> None:
    """By an item and by the end."""
    feed: Feed[int] = Feed(10)
    reader = feed.reader()
    waiting = asyncio.create_task(anext(reader))
    await asyncio.sleep(0)
    feed.put(1)
    assert await waiting == 1
    ending = asyncio.create_task(anext(reader, None))
    await asyncio.sleep(0)
    feed.close()
    assert await ending is None


async def test_a_reader_that_is_too_slow_is_told_once() -> None:
    """Then it goes on with the oldest that is left."""
    feed: Feed[int] = Feed(3)
    reader = feed.reader()
    for number in range(5):
        feed.put(number)
    with pytest.raises(FeedOverrun, match="2 items"):
        await anext(reader)
    assert reader.ready() == [2, 3, 4]


async def test_what_everybody_has_read_is_let_go() -> None:
    """A long evening does not fill the memory."""
    feed: Feed[int] = Feed(1000)
    reader = feed.reader()
    for number in range(500):
        feed.put(number)
        assert reader.ready() == [number]
    assert len(feed._items) == 0


async def test_nothing_is_put_after_the_end() -> None:
    """Closed is closed."""
    feed: Feed[int] = Feed(3)
    reader = feed.reader()
    feed.close()
    feed.put(1)
    assert [item async for item in reader] == []
