"""Rolls that today's rules would read differently are listed, and are no fault of the log."""

from msgspec.structs import replace

from protocol import from_client as i
from protocol.events import Event, RollResolved
from protocol.receipts import PoolReceipt
from server.replay.re_resolve import read_today
from tests.replay.evening import LoggedTable, evening
from tests.replay.evening_v20 import evening_v20
from tests.replay.rewriting import places_of, rewritten


def _by_another_version(event: Event) -> Event:
    """As rules would have it that count a success more, in a version of their own."""
    if not isinstance(event, RollResolved) or not isinstance(event.receipt, PoolReceipt):
        return event
    more = event.receipt.successes + 1
    return replace(event, receipt=replace(event.receipt, successes=more, rules_version=2))


def test_todays_rolls_read_as_they_were_read() -> None:
    """Every receipt of both evenings."""
    for table in (evening(), evening_v20()):
        assert [finding for commit in table.commits for finding in read_today(commit)] == []


def test_a_reading_of_another_version_is_listed() -> None:
    """Where it stands, and what would differ; nothing else."""
    table = LoggedTable()
    table.act("ann", i.Roll, (9, 3), pool=2, difficulty=1)
    seq = places_of(table.commits, RollResolved)[0]
    commits = rewritten(table.commits, seq, _by_another_version)
    found = [finding for commit in commits for finding in read_today(commit)]
    assert [finding.seq for finding in found] == [seq]
    assert "successes is recorded as 2; the rules say 1" in found[0].what
