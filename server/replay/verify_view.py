"""
Verifies one member's export by itself: that nothing of that member's line is missing or changed.

Every event carries its number and the mark of the line so far, so that a gap, a swap or a changed
body shows; and every receipt in it is resolved again.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from protocol import events as e
from protocol.ids import Mark, RoomId
from server.replay.archive import EventLine, MemberHeading
from server.replay.dice_check import DiceCheck, DiceReport
from server.replay.receipt_check import faults_of_receipt
from server.rooms.lines import ViewHead
from server.rooms.records import element_of


class ViewFinding(Struct, frozen=True):
    """Something that is not as it must be: at which event of the view, and what, in a sentence."""

    seq: int
    what: str


class ViewReport(Struct, frozen=True):
    """What verifying a view came to: how much was looked at, where it ends, what was found."""

    events: int
    rolls: int
    mark: Mark
    findings: tuple[ViewFinding, ...]
    dice: DiceReport = DiceReport()


_EVENT = msgspec.json.Decoder(e.Event)


def verify_view(heading: MemberHeading, lines: Iterable[EventLine]) -> ViewReport:
    """
    Verify the events of one member's export, from the first of its generation on.

    Raises:
        server.replay.archive.NoExport: As reading the lines does.
    """
    check = _ViewCheck(heading.room)
    for line in lines:
        check.add(line)
    return check.report(heading)


class _ViewCheck:
    def __init__(self, room: RoomId) -> None:
        self._dice = DiceCheck(room, is_whole=False)
        self._head = ViewHead(0, 0)
        self._rolls = 0
        self._findings: list[ViewFinding] = []

    def add(self, line: EventLine) -> None:
        body = bytes(line.event)
        if line.seq != self._head.seq + 1:
            self._note(
                line.seq,
                f"This event follows on {self._head.seq}: events are missing, doubled or out of"
                " order.",
            )
            # Go on from what it claims, so that one fault is found once.
            self._head = ViewHead(line.seq - 1, self._head.accumulator)
        self._head = self._head.plus(element_of(line.at, body))
        if line.mark != self._head.mark:
            self._note(line.seq, "The mark does not fit the events up to here.")
        self._look_at(line.seq, body)

    def _look_at(self, seq: int, body: bytes) -> None:
        try:
            event = _EVENT.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._note(seq, f"The event cannot be read: {error}.")
            return
        self._note(seq, *self._dice.add(event))
        match event:
            case e.RollResolved() | e.RollRerolled():
                self._rolls += 1
                self._note(seq, *faults_of_receipt(event.receipt))
            case e.RollRevealed() if event.receipt is not None:
                self._note(seq, *faults_of_receipt(event.receipt))
            case _:
                pass

    def _note(self, seq: int, *faults: str) -> None:
        self._findings += [ViewFinding(seq, fault) for fault in faults]

    def report(self, heading: MemberHeading) -> ViewReport:
        if (heading.events, heading.mark) != (self._head.seq, self._head.mark):
            self._note(self._head.seq, "The view does not end where its heading says.")
        self._note(self._head.seq, *self._dice.finish())
        return ViewReport(
            self._head.seq,
            self._rolls,
            self._head.mark,
            tuple(self._findings),
            self._dice.report(),
        )
