"""`kill -9` at random and at exact moments: nothing answered or shown is lost, nothing doubled."""

import asyncio
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.store.base import Commit
from server.store.check import check_chain
from server.store.sqlite import SqliteLog
from tests.support.crowd import Crowd, Tally
from tests.support.kill_server import HALT_HERE, KillServer, Moment

ROUNDS = int(os.environ.get("KILLS", "50"))
"""How many kills: `KILLS=500` for a long look."""
SEED = 20_261_031
AT_LEAST_IN_FLIGHT = 100
AT_LEAST_SOCKETS = 10
MOST_ANSWERS = 150
"""The latest moment of a kill, counted in answers since the sending began."""

LIMITS = {"intents_burst": 1_000, "max_members": 200}
"""A crowd sends faster than people do, and newcomers come to it all the time."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[KillServer]:
    """A server that is not started yet; what it had to complain of fails the test in the end."""
    with KillServer(tmp_path, **LIMITS) as server:
        yield server
    assert server.complaints.read_text() == ""


def kill_and_come_back(crowd: Crowd, answers: int) -> Tally:
    """One round: play, kill, look what is left, restart, resume, and send again."""
    crowd.play(answers)
    unanswered = crowd.kill()
    crowd.check_what_was_told(unanswered)
    crowd.server.start()
    crowd.come_back()
    crowd.send_again(unanswered)
    return crowd.tally


async def stored_commits(data: Path) -> dict[str, list[Commit]]:
    """All commits of all rooms, as the store reads them."""
    log = SqliteLog(data)
    await log.open()
    try:
        return {r.room: await log.read(r.room, 0, limit=1_000_000) for r in await log.rooms()}
    finally:
        await log.close()


@pytest.mark.timeout(600 + 12 * ROUNDS)
def test_many_kills_amid_a_hundred_intents_lose_and_double_nothing(
    server: KillServer, tmp_path: Path
) -> None:
    """C1: what was answered or shown before a kill is in the log, the rest gets its answer."""
    chance = random.Random(SEED)
    server.start()
    with Crowd(server, tmp_path, chance) as crowd:
        tallies = [
            # Now and then before the first answer, when hardly anything was even read.
            kill_and_come_back(crowd, chance.randint(1, MOST_ANSWERS) if number % 8 else 0)
            for number in range(ROUNDS)
        ]
        crowd.check_histories()
        crowd.check_whole_log()
        server.kill()

    print(f"{len(crowd.sent)} intents, in flight at each kill {[t.in_flight for t in tallies]}")
    print(f"unanswered {[t.unanswered for t in tallies]}, of these stored")
    print(f"{[t.stored for t in tallies]}, seats behind {[t.behind for t in tallies]}")
    assert all(tally.in_flight >= AT_LEAST_IN_FLIGHT for tally in tallies)
    assert all(tally.sockets >= AT_LEAST_SOCKETS for tally in tallies)
    assert sum(tally.unanswered > 0 for tally in tallies) > ROUNDS * 0.9
    assert any(tally.stored for tally in tallies), "no kill fell between a commit and its answer"
    assert any(tally.behind for tally in tallies), "no kill fell between a commit and its fan-out"
    for commits in asyncio.run(stored_commits(server.data)).values():
        assert check_chain(commits) == []


@pytest.mark.parametrize("visibility", ["public", "blind"])
@pytest.mark.parametrize("moment", Moment)
def test_a_kill_at_any_step_between_receiving_and_fan_out_is_made_good(
    server: KillServer, tmp_path: Path, moment: Moment, visibility: str
) -> None:
    """Before the commit nothing happened; after it all happened, whoever was told so far."""
    server.start(halt=moment)
    with Crowd(server, tmp_path, random.Random(SEED), names="a") as crowd:
        (table,) = crowd.tables
        ann = next(seat for seat in table.seats if seat.member.name == "ann")
        roll = {"type": "roll", "pool": 3, "label": HALT_HERE, "visibility": visibility}
        crowd.send(ann, {"id": table.author.id(), **roll})
        server.until_halted()
        unanswered = crowd.kill()
        told = sum(HALT_HERE in str(seat.shown[-1:]) for seat in table.seats)
        crowd.check_what_was_told(unanswered)

        is_stored = moment is not Moment.BEFORE_COMMIT
        deliveries = {Moment.AFTER_FIRST_DELIVERY: 1, Moment.AFTER_SECOND_DELIVERY: 2}
        assert told == deliveries.get(moment, 0)
        assert [left.was_stored for left in unanswered] == ([] if told else [is_stored])
        assert (crowd.tally.behind > 0) == is_stored

        server.start()
        crowd.come_back()
        crowd.send_again(unanswered)
        assert len(table.done) == 1


def test_a_killed_room_stands_the_same_without_its_checkpoints(
    server: KillServer, tmp_path: Path
) -> None:
    """Every viewer's snapshot is the same, folded from a checkpoint or from the whole log."""
    server.start()
    with Crowd(server, tmp_path, random.Random(SEED)) as crowd:
        for _ in range(2):
            kill_and_come_back(crowd, 100)
        snapshots = [seat.snapshot() for _, seat in crowd.seats()]
        crowd.check_what_was_told(crowd.kill())
        with closing(sqlite3.connect(server.data)) as connection, connection:
            assert connection.execute("DELETE FROM checkpoints").rowcount > 0
        server.start()
        crowd.come_back()
        assert [seat.snapshot() for _, seat in crowd.seats()] == snapshots
