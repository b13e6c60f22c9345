"""One house for a test, closed behind it."""

from collections.abc import AsyncIterator

import pytest

from server.config import LimitSettings
from tests.live.faulty import FaultyLog
from tests.live.house import House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A server without sockets, over a log in memory."""
    house = House()
    await house.events.open()
    yield house
    await house.close()
    await house.events.close()


@pytest.fixture
def roomy(house: House) -> House:
    """A house on the same log, whose rooms take many intents at once."""
    return House(house.events, LimitSettings(inbox_intents=5_000))


@pytest.fixture
async def log() -> AsyncIterator[FaultyLog]:
    """A log that fails when it is told to, and lets others run at every call."""
    log = FaultyLog()
    await log.open()
    yield log
    await log.close()


@pytest.fixture
async def faulty(log: FaultyLog) -> AsyncIterator[House]:
    """A house over the log that can fail."""
    house = House(log)
    yield house
    await house.close()
