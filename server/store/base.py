"""
The interface of the event log: durable before visible, one sequence per room.

Callers never see a driver's error. What lies beneath may be shared by several processes: the
expected sequence guards every append, and nothing may assume to be a room's only writer.
"""

import hashlib
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from protocol.ids import Epoch, MemberId, RoomId, Seq
from protocol.words import Durability
from server.rooms.credentials import AddCredential as AddCredential
from server.rooms.credentials import BarTokens as BarTokens
from server.rooms.credentials import CredentialChange as CredentialChange
from server.rooms.credentials import CredentialKind as CredentialKind
from server.rooms.credentials import DropCredentials as DropCredentials
from server.rooms.lines import LineHead
from server.rooms.records import EventRecord

CommitId = bytes
"""16 bytes that name a commit for ever; derived from (room, member, intent id)."""


class LogError(Exception):
    """What the log may answer instead of doing what was asked."""


class Conflict(LogError):
    """Somebody was faster: the room's head is not the expected sequence. Surely not stored."""


class Unavailable(LogError):
    """The log cannot be written (or read) now. Surely not stored."""


class OutcomeUnknown(LogError):
    """Whether it was stored is not known: ask with `find`, or repeat with the same commit id."""


class RoomGone(LogError):
    """There is no such room, or not any more."""


class TooLarge(LogError):
    """The commit is larger than the log takes. Surely not stored."""


class Unreadable(LogError):
    """A stored record cannot be read; the message names room and sequence."""


class Repeated(LogError):
    """Some commit ids are stored already; nothing of this append was stored."""

    def __init__(self, first: "dict[CommitId, Commit]") -> None:
        super().__init__("commit ids are stored already")
        self.first = first


class Credential(Struct, frozen=True):
    """
    What a secret opens, found by the hash of the secret.

    `subject` is the member for a token, the invite or the device link for those.
    """

    kind: CredentialKind
    room: RoomId
    subject: str


class Draft(Struct, frozen=True, gc=False):
    """
    One intent's events, to be stored all or not at all.

    `lines` are the heads, after this commit, of every line that it adds to (the Storytellers'
    line always). `answer` is what the sender was told, so that a repetition is told the same.
    """

    commit_id: CommitId
    at_ms: int
    member: MemberId | None
    intent_id: str | None
    digest: bytes
    answer: bytes
    events: tuple[EventRecord, ...]
    lines: tuple[tuple[str, LineHead], ...]
    credentials: tuple[CredentialChange, ...] = ()


class Commit(Struct, frozen=True, gc=False):
    """
    A stored draft with its place in the room's chain.

    `hash` is SHA-256 over `chain_bytes`, which contains `previous`: the hash of the commit before
    (32 zero bytes before the first). `lines` are in the order of their names.
    """

    room: RoomId
    seq: Seq
    previous: bytes
    hash: bytes
    commit_id: CommitId
    at_ms: int
    member: MemberId | None
    intent_id: str | None
    digest: bytes
    answer: bytes
    events: tuple[EventRecord, ...]
    lines: tuple[tuple[str, LineHead], ...]


_CANONICAL = msgspec.json.Encoder()
FIRST_PREVIOUS = bytes(32)


def chain_hash(
    room: RoomId, seq: Seq, previous: bytes, draft: Draft | Commit, events: bytes | None = None
) -> bytes:
    """
    The hash that binds a commit's contents to its place in the room's chain.

    *events* are its events as `encode_events` makes them, where somebody has them already.
    """
    head = _CANONICAL.encode(
        [
            "coterie.commit.1",
            room,
            seq,
            previous,
            draft.commit_id,
            draft.at_ms,
            draft.member,
            draft.intent_id,
            draft.digest,
            draft.answer,
        ]
    )
    return hashlib.sha256(head + b"\n" + (events or encode_events(draft.events))).digest()


def encode_events(events: tuple[EventRecord, ...]) -> bytes:
    """The bytes in which events are stored, and hashed."""
    return _CANONICAL.encode(events)


def sealed(
    room: RoomId, seq: Seq, previous: bytes, draft: Draft, events: bytes | None = None
) -> Commit:
    """The commit that *draft*, with its encoded *events* if they are at hand, becomes at *seq*."""
    return Commit(
        room=room,
        seq=seq,
        previous=previous,
        hash=chain_hash(room, seq, previous, draft, events),
        commit_id=draft.commit_id,
        at_ms=draft.at_ms,
        member=draft.member,
        intent_id=draft.intent_id,
        digest=draft.digest,
        answer=draft.answer,
        events=draft.events,
        lines=tuple(sorted(draft.lines)),
    )


class RoomInfo(Struct, frozen=True):
    """What is known of a room without folding it."""

    room: RoomId
    epoch: Epoch
    head: Seq
    created_at_ms: int


class Checkpoint(Struct, frozen=True):
    """A room's state as of a commit, as cached bytes of a named format; deletable at any time."""

    seq: Seq
    format: str
    state: bytes


class EventLog(Protocol):
    """
    The log, held by one contract suite for every store.

    All methods may raise `Unavailable`; those that write `OutcomeUnknown`; those that name a room
    `RoomGone`; those that read records `Unreadable`. Cancelling a caller never undoes or tears
    what was begun.
    """

    @property
    def durability(self) -> Durability:
        """What survives once it is stored."""
        ...

    async def open(self) -> None:
        """Make ready; create or migrate what is needed."""
        ...

    async def close(self) -> None:
        """Finish what was accepted, then let go of everything."""
        ...

    async def health(self) -> None:
        """Return if appends are possible now, else raise `Unavailable`."""
        ...

    async def rooms(self) -> list[RoomInfo]:
        """All rooms, oldest first."""
        ...

    async def room(self, room: RoomId) -> RoomInfo:
        """One room. Raises `RoomGone`."""
        ...

    async def create_room(self, room: RoomId, epoch: Epoch, draft: Draft) -> Commit:
        """
        Store a room with its first commit.

        Repeated with the same commit id it returns the first commit. Raises `Conflict` when the
        room exists otherwise.
        """
        ...

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        """
        Store *drafts* after the commit *expected* (0 before the first), all of them or none.

        *is_alone* says that nobody else is about to append, so that waiting for company, to be
        stored together with, is of no use. It is a hint alone, and changes no outcome.

        Durable when it returns. Credential changes are stored in the same transaction; a hash that
        opens something already goes on opening that (clients make the secrets: nobody may turn
        another room's invite to a room of their own).

        Raises:
            Repeated: Commit ids among *drafts* are stored already; says which, with their commits.
                Looked for before the expected sequence is compared.
            Conflict, Unavailable, RoomGone, TooLarge: Surely not stored.
            OutcomeUnknown: *deadline_s* seconds passed first.
        """
        ...

    async def find(self, room: RoomId, commit_id: CommitId) -> Commit | None:
        """The commit of that id, if it is stored."""
        ...

    async def head(self, room: RoomId) -> Seq:
        """The sequence of the room's last commit, as stored now by whichever process."""
        ...

    async def read(
        self, room: RoomId, after: Seq, upto: Seq | None = None, limit: int = 1000
    ) -> list[Commit]:
        """Up to *limit* commits after+1, after+2 … not beyond *upto*."""
        ...

    def subscribe(self, room: RoomId, after: Seq) -> AsyncIterator[Commit]:
        """Exactly after+1, after+2 …, each once committed, for as long as it is iterated."""
        ...

    async def size(self, room: RoomId) -> int:
        """The bytes of the room's stored events and answers. Costs O(commits), beside all else."""
        ...

    async def line_heads(
        self, room: RoomId, lines: Sequence[str], upto: Seq
    ) -> dict[str, LineHead]:
        """Where each of *lines* stood after the commit *upto*; a line without events is empty."""
        ...

    async def heads_along(
        self, room: RoomId, places: Sequence[tuple[Seq, Sequence[str]]]
    ) -> list[dict[str, LineHead]]:
        """What `line_heads` says of each of *places*, a commit and lines, asked all at once."""
        ...

    async def locate(self, room: RoomId, lines: Sequence[str], rank: int, upto: Seq) -> Seq:
        """
        The commit that brings the sum of the ranks of *lines* to at least *rank*.

        Returns *upto* + 1 if no commit up to *upto* does; 0 when *rank* is 0 or less. Costs
        O(log n) look-ups, whatever lies between.
        """
        ...

    async def read_lines(
        self, room: RoomId, lines: Sequence[str], after: Seq, upto: Seq, limit: int
    ) -> list[Commit]:
        """
        Up to *limit* commits after *after*, up to *upto*, that have an event in any of *lines*.

        Ascending. Costs O(limit), however many other commits lie between.
        """
        ...

    async def credential(self, hash: bytes) -> Credential | None:
        """What the secret with this SHA-256 opens."""
        ...

    async def save_checkpoint(self, room: RoomId, checkpoint: Checkpoint) -> None:
        """Keep *checkpoint* instead of an older one."""
        ...

    async def load_checkpoint(self, room: RoomId) -> Checkpoint | None:
        """The newest checkpoint, if there is one."""
        ...

    async def delete_checkpoints(self, room: RoomId) -> None:
        """Forget the room's checkpoints."""
        ...

    async def delete_room(self, room: RoomId) -> None:
        """Delete the room, its log, credentials and checkpoints for good."""
        ...
