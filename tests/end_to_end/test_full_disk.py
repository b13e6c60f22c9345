"""A whole server that may write no further into its files: refusals in time, and all well after."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cut_table import Table, intent
from tests.support.kill_server import KillServer
from tests.support.seats import Seat

LIMITS = {"append_timeout_s": 1.0, "intents_burst": 1_000}
LONGEST_ANSWER_S = 8.0
ENOUGH_FOR_CHECKPOINTS = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[KillServer]:
    """A running server."""
    with KillServer(tmp_path, **LIMITS) as server:
        server.start()
        yield server


@pytest.fixture
def table(server: KillServer) -> Iterator[Table]:
    """A Storyteller and Ann."""
    with Table(lambda: server.port, server.data) as table:
        table.join("ann", "json")
        yield table


def is_refused_in_time(seat: Seat, said: dict[str, Any]) -> bool:
    """Whether the intent is refused, and says when to try again; nobody waits long for that."""
    began_s = time.monotonic()
    answer = seat.ask(said)
    assert time.monotonic() - began_s < LONGEST_ANSWER_S
    if answer.is_accepted:
        return False
    assert answer.said["code"] == "store_unavailable", answer
    assert answer.said["retry_after_s"] > 0
    return True


def test_a_server_that_may_write_no_further_refuses_and_goes_on_by_itself(
    server: KillServer, table: Table
) -> None:
    """During appends and checkpoints alike; reads and resumes go on; nothing is lost or doubled."""
    storyteller, ann = table.seats
    for number in range(10):
        assert storyteller.ask(intent("roll", pool=3, label=f"before {number}")).is_accepted
    server.limit_file_size(10_000)
    rolls = [intent("roll", pool=3, label=f"in trouble {n}") for n in range(20)]
    refused = [said for said in rolls if is_refused_in_time(ann, said)]
    assert refused
    assert len(storyteller.history(0)) > 10, "reads go on"
    ann.cut()
    table.come_back(ann)

    server.limit_file_size(None)
    for said in rolls:
        assert ann.ask(said).is_accepted
        assert ann.answers[said["id"]].said == table.stored(ann, said)
    for number in range(ENOUGH_FOR_CHECKPOINTS):
        assert storyteller.ask(intent("roll", pool=3, label=f"after {number}")).is_accepted
    for seat in table.seats:
        seat.catch_up()
    table.check(*table.seats)
    assert "the log cannot be written" in server.complaints.read_text()

    server.kill()
    server.start()
    for seat in table.seats:
        seat.leave()
        table.come_back(seat)
    table.check(*table.seats)


def test_a_checkpoint_that_may_not_be_written_harms_nothing(
    server: KillServer, table: Table
) -> None:
    """The write-ahead log takes appends as long as it may; the file takes them up later."""
    storyteller, _ = table.seats
    size = server.data.stat().st_size
    server.limit_file_size(size)
    sent = [intent("roll", pool=3, label=f"roll {n}") for n in range(ENOUGH_FOR_CHECKPOINTS)]
    first = [storyteller.ask(said) for said in sent]
    server.limit_file_size(None)
    for said, answer in zip(sent, first, strict=True):
        again = storyteller.ask(said)
        assert again.is_accepted
        assert again.said == table.stored(storyteller, said)
        assert not answer.is_accepted or again.said == answer.said
    server.kill()
    server.start()
    storyteller.leave()
    table.come_back(storyteller)
    table.check(storyteller)
