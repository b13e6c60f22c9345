"""A room's inbox: in order, counted, in batches, and part of the bustle while there is work."""

import asyncio
from typing import cast

from protocol import from_client as i
from protocol.ids import MemberId
from server.live.bustle import Bustle
from server.live.inbox import BATCH_ITEMS, Inbox
from server.live.items import DetachItem, DueItem, IntentItem, RefreshItem
from server.live.subscriber import Subscriber
from tests.live.house import Ear

EAR = cast("Subscriber", Ear())
GONE = DetachItem(MemberId("anna"), EAR)


def intent() -> IntentItem:
    """Somebody's intent."""
    return IntentItem(MemberId("anna"), i.Roll(id="id", pool=1), EAR)


def test_intents_are_counted_apart_from_the_rest() -> None:
    """Each has a bound of its own, and neither keeps out the other."""
    inbox = Inbox(Bustle())
    items = [intent(), GONE, intent(), RefreshItem()]
    for item in items:
        inbox.put(item)
    assert (len(inbox), inbox.intents, inbox.others) == (4, 2, 2)
    assert inbox.take_batch() == items
    assert (len(inbox), inbox.intents, inbox.others) == (0, 0, 0)


def test_what_waits_already_is_not_put_in_again() -> None:
    """One look at the log does for all who ask for one; another kind of look is another."""
    inbox = Inbox(Bustle())
    for item in (RefreshItem(), DueItem(), RefreshItem(), DueItem()):
        inbox.put_once(item)
    assert list(inbox) == [RefreshItem(), DueItem()]


def test_a_batch_is_bounded() -> None:
    """What is more waits for the next."""
    inbox = Inbox(Bustle())
    items = [intent() for _ in range(BATCH_ITEMS + 1)]
    for item in items:
        inbox.put(item)
    assert inbox.take_batch() == items[:-1]
    assert inbox.intents == 1
    assert inbox.take_batch() == items[-1:]
    assert inbox.take_batch() == []


async def test_who_rests_is_woken_once_and_is_no_part_of_the_bustle() -> None:
    """A second item finds the task awake already."""
    bustle = Bustle()
    inbox, other = Inbox(bustle), Inbox(bustle)
    inbox.begin()
    other.begin()
    assert not bustle.is_alone
    resting = asyncio.ensure_future(inbox.rest())
    await asyncio.sleep(0)
    assert bustle.is_alone
    inbox.put(intent())
    inbox.put(GONE)
    assert not bustle.is_alone
    await resting
    assert len(inbox.take_batch()) == 2
    inbox.end()
    assert bustle.is_alone
