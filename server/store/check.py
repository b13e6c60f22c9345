"""What can be proved of a room's commits without trusting the store: the check of `verify`."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from protocol.events import MemberLeft, MemberRemoved
from protocol.ids import RoomId, Seq
from server.rooms.lines import (
    EMPTY_LINE,
    STORYTELLERS_LINE,
    LineHead,
    advance,
    lines_of,
    member_line,
)
from server.rooms.recall import changed_rolls, roll_line
from server.rooms.records import EventRecord, Recorded, from_stored
from server.store.base import FIRST_PREVIOUS, Commit, CommitId, chain_hash


class Finding(Struct, frozen=True):
    """Something that is not as it must be: where, and what, in a sentence."""

    room: RoomId
    seq: Seq
    what: str


def check_chain(commits: Iterable[Commit]) -> list[Finding]:
    """
    Check the commits of one room, from the first on, in the order in which they are stored.

    An empty list means: no commit is missing, added, doubled or changed, as far as a chain without
    a head kept elsewhere can tell, and every line stands where its events bring it.
    """
    check = ChainCheck()
    return [finding for commit in commits for finding in check.add(commit)]


class ChainCheck:
    """
    The same check, a commit at a time, for rooms that are too long to be held at once.

    After a fault it goes on from what the commit at fault claims, so that one fault is found once.
    """

    def __init__(self) -> None:
        self._room: RoomId | None = None
        self._last = Seq(0)
        self._last_hash = FIRST_PREVIOUS
        self._heads: dict[str, LineHead] = {}
        self._seen: dict[CommitId, Seq] = {}

    @property
    def last(self) -> tuple[Seq, bytes]:
        """Sequence and hash of the last commit added, to be compared with a head kept elsewhere."""
        return self._last, self._last_hash

    def add(self, commit: Commit) -> list[Finding]:
        """What is wrong with *commit*, which follows those added before."""
        recorded, unread = _read_events(commit.events, commit.at_ms)
        faults = [
            *self._faults_of_place(commit),
            *self._faults_of_hash(commit),
            *self._faults_of_id(commit),
            # Where not all events are known, nothing can be said of the lines.
            *(unread or self._faults_of_lines(commit, recorded)),
        ]
        self._last, self._last_hash = commit.seq, commit.hash
        self._heads.update(commit.lines)
        for line in _ended_lines(recorded):
            self._heads.pop(line, None)
        return [Finding(commit.room, commit.seq, fault) for fault in faults]

    def _faults_of_place(self, commit: Commit) -> list[str]:
        faults = []
        if self._room is None:
            self._room = commit.room
        if commit.room != self._room:
            faults.append(f"This commit belongs to the room {commit.room}, not to {self._room}.")
        if commit.seq != self._last + 1:
            faults.append(
                f"This commit follows on {self._last}, so that it should be {self._last + 1}:"
                " commits are missing, doubled or out of order."
            )
        return faults

    def _faults_of_hash(self, commit: Commit) -> list[str]:
        faults = []
        if commit.previous != self._last_hash:
            faults.append("The hash of the commit before is not the one that this commit names.")
        if chain_hash(commit.room, commit.seq, commit.previous, commit) != commit.hash:
            faults.append("The contents of this commit do not fit its hash.")
        return faults

    def _faults_of_id(self, commit: Commit) -> list[str]:
        first = self._seen.setdefault(commit.commit_id, commit.seq)
        if first == commit.seq:
            return []
        return [f"The id of this commit was used by the commit {first} already."]

    def _faults_of_lines(self, commit: Commit, recorded: Sequence[Recorded]) -> list[str]:
        faults = []
        touched = {STORYTELLERS_LINE, *(line for one in recorded for line in lines_of(one))}
        after = advance(self._heads, recorded)
        claimed = dict(commit.lines)
        for roll in changed_rolls(recorded):
            # An index alone, nobody's view: it is there, and says nothing else.
            if claimed.pop(roll_line(roll), None) is None:
                faults.append(f"The reroll of {roll} is not filed under its roll.")
        for line in sorted(touched | claimed.keys()):
            head = after.get(line, EMPTY_LINE)
            if line not in claimed:
                faults.append(f"This commit adds to the line {line}, but does not say so.")
            elif line not in touched:
                faults.append(f"No event of this commit adds to the line {line}.")
            elif claimed[line].rank != head.rank:
                faults.append(
                    f"The line {line} has {head.rank} events after this commit,"
                    f" not {claimed[line].rank}."
                )
            elif claimed[line] != head:
                faults.append(f"The events of the line {line} do not add up to its accumulator.")
        return faults


def _ended_lines(recorded: Iterable[Recorded]) -> Iterator[str]:
    """
    The lines of members who go.

    What named them may still be settled later: their lines then begin anew, and nobody views them.
    """
    for one in recorded:
        if isinstance(one.event, MemberLeft | MemberRemoved):
            yield member_line(one.event.member)


def _read_events(events: Sequence[EventRecord], at_ms: int) -> tuple[list[Recorded], list[str]]:
    recorded: list[Recorded] = []
    faults: list[str] = []
    for number, record in enumerate(events, start=1):
        try:
            one = from_stored(record, at_ms)
        except msgspec.MsgspecError as error:
            faults.append(f"Event {number} of {len(events)} cannot be read: {error}.")
            continue
        kind = one.event.__struct_config__.tag
        if kind != record.kind:
            faults.append(f"Event {number} of {len(events)} is {kind}, but filed as {record.kind}.")
        recorded.append(one)
    return recorded, faults
