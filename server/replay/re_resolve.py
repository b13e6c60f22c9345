"""Which recorded rolls today's rules would read differently, whatever version they were read by."""

from collections.abc import Iterator

from msgspec.structs import replace

from protocol import events as e
from protocol.receipts import Receipt
from server.live.pages import decoded
from server.replay.comparing import Faults
from server.replay.receipt_check import RULES_VERSION, faults_of_receipt
from server.store.base import Commit
from server.store.check import Finding


def read_today(commit: Commit) -> Iterator[Finding]:
    """
    What today's rules, with the house rules of the time, make otherwise of a commit's rolls.

    That is no fault of the log: an old reading stands. `verify` compares with the rules of the
    version that a receipt names.

    Raises:
        Unreadable: An event is of no kind known here.
    """
    for recorded in decoded(commit):
        match recorded.event:
            case e.RollResolved() | e.RollRerolled():
                for fault in _differs(recorded.event.receipt):
                    yield Finding(commit.room, commit.seq, fault)
            case _:
                pass


def _differs(receipt: Receipt) -> Faults:
    return faults_of_receipt(replace(receipt, rules_version=RULES_VERSION))
