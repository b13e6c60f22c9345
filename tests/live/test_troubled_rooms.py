"""
Rooms over a log in trouble: every intent has its answer in time, and none happens twice.

Acknowledged or shown means stored; whatever was refused happens when the same id is sent again;
all goes on without hands once the cause is gone.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, Rejected
from server.config import LimitSettings
from server.store.sqlite import SqliteLog
from tests.live.house import House, Person
from tests.live.watching import hear_rolls, never_rolled_twice, rolls_heard
from tests.store.other_process import other_process
from tests.support.troubles import KINDS, Trouble, Troubled, troubled_log

ROOMS = 3
INTENTS_EACH = 8
APPEND_TIMEOUT_S = 0.5
LONGEST_ANSWER_S = 20.0
"""Far beyond what an answer may take, for a machine with other things to do."""


@pytest.fixture(params=KINDS)
async def troubled(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Troubled]:
    """An open log of each kind, with its troubles."""
    async with troubled_log(request.param, tmp_path / "log.db", monkeypatch) as made:
        yield made


async def insist(person: Person, label: str, refused: asyncio.Event) -> None:
    """Roll, sending the same intent again until it is accepted; says if it was *refused*."""
    intent = person.intent(i.Roll, pool=2, label=label)
    while True:
        async with asyncio.timeout(LONGEST_ANSWER_S):
            answer = await person.say(intent)
        if isinstance(answer, Accepted):
            return
        assert isinstance(answer, Rejected)
        assert answer.code is Code.STORE_UNAVAILABLE
        assert answer.retry_after_s is not None
        refused.set()
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("trouble", Trouble)
async def test_every_intent_is_answered_in_time_and_happens_once(
    troubled: Troubled, trouble: Trouble
) -> None:
    """Each person hears each roll of the room once, in one order, whatever the log went through."""
    house = House(troubled.log, LimitSettings(append_timeout_s=APPEND_TIMEOUT_S))
    tables = []
    for number in range(ROOMS):
        storyteller = await house.found()
        tables.append([storyteller, await house.join(storyteller, f"ann-{number}")])
    await troubled.begin(trouble)
    refused = asyncio.Event()
    rolls = [
        asyncio.ensure_future(insist(person, f"{person.name} {number}", refused))
        for number in range(INTENTS_EACH)
        for table in tables
        for person in table
    ]
    async with asyncio.timeout(LONGEST_ANSWER_S):
        # What takes longer than a room waits is refused too, and nothing of it was stored.
        is_felt = asyncio.ensure_future(refused.wait())
        is_over = () if trouble in (Trouble.FULL, Trouble.LOCKED) else rolls
        await asyncio.wait((is_felt, *is_over), return_when=asyncio.FIRST_COMPLETED)
    is_felt.cancel()
    await troubled.heal()
    await asyncio.gather(*rolls)
    for table in tables:
        lines = [await hear_rolls(person, 2 * INTENTS_EACH) for person in table]
        for person in table:
            await person.caught_up()
            assert len(rolls_heard(person)) == 2 * INTENTS_EACH
            person.ear.position()
        assert [roll.label for roll in lines[0]] == [roll.label for roll in lines[1]]
        assert len({roll.label for roll in lines[0]}) == 2 * INTENTS_EACH
    assert never_rolled_twice(house)
    await house.close()


async def test_intents_wait_while_another_process_holds_the_lock(tmp_path: Path) -> None:
    """It is held for 3 s while 200 intents arrive: all are accepted, none is lost or doubled."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    await log.open()
    house = House(log)
    people = []
    for number in range(20):
        storyteller = await house.found()
        people.append(await house.join(storyteller, f"ann-{number}"))
    with other_process("hold", path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "locked\n"
        answers = [
            asyncio.ensure_future(person.act(i.Roll, pool=1, label=str(number)))
            for number in range(10)
            for person in people
        ]
        done, _ = await asyncio.wait(answers, timeout=3)
        assert not done
        print("go on", file=process.stdin, flush=True)
        await asyncio.gather(*answers)
    for person in people:
        heard = await hear_rolls(person, 10)
        assert [roll.label for roll in heard] == [str(number) for number in range(10)]
    await house.close()
    await log.close()
