"""The log in memory: for tests and for servers that need not remember."""

from bisect import bisect_left, bisect_right
from collections.abc import AsyncIterator, Sequence

from protocol.ids import Epoch, RoomId, Seq
from protocol.words import Durability
from server.rooms.lines import EMPTY_LINE, STORYTELLERS_LINE, LineHead
from server.store.base import (
    FIRST_PREVIOUS,
    AddCredential,
    BarTokens,
    Checkpoint,
    Commit,
    CommitId,
    Conflict,
    Credential,
    CredentialChange,
    CredentialKind,
    Draft,
    Repeated,
    RoomGone,
    RoomInfo,
    Unavailable,
    encode_events,
    sealed,
)
from server.store.drafts import MAX_COMMIT_BYTES, check_drafts
from server.store.following import PAGE_COMMITS, Followers


class _Line:
    """One line of a room: the commits that add to it, and the head after each."""

    def __init__(self) -> None:
        self.seqs: list[Seq] = []
        self.heads: list[LineHead] = []

    def add(self, seq: Seq, head: LineHead) -> None:
        self.seqs.append(seq)
        self.heads.append(head)

    def head_at(self, upto: Seq) -> LineHead:
        place = bisect_right(self.seqs, upto)
        return self.heads[place - 1] if place else EMPTY_LINE


class _Room:
    """One room: its commits in order, findable by commit id and by line."""

    def __init__(self, room: RoomId, epoch: Epoch, created_at_ms: int) -> None:
        self.room = room
        self.epoch = epoch
        self.created_at_ms = created_at_ms
        self.commits: list[Commit] = []
        self.by_id: dict[CommitId, Commit] = {}
        self.lines: dict[str, _Line] = {}
        self.checkpoint: Checkpoint | None = None

    @property
    def info(self) -> RoomInfo:
        return RoomInfo(self.room, self.epoch, self.head, self.created_at_ms)

    @property
    def head(self) -> Seq:
        return Seq(len(self.commits))

    def seal(self, drafts: Sequence[Draft]) -> tuple[Commit, ...]:
        commits: list[Commit] = []
        previous = self.commits[-1].hash if self.commits else FIRST_PREVIOUS
        for draft in drafts:
            seq = Seq(self.head + len(commits) + 1)
            commits.append(sealed(self.room, seq, previous, draft))
            previous = commits[-1].hash
        return tuple(commits)

    def add(self, commit: Commit) -> None:
        self.commits.append(commit)
        self.by_id[commit.commit_id] = commit
        for line, head in commit.lines:
            if line != STORYTELLERS_LINE or commit.events:
                self.lines.setdefault(line, _Line()).add(commit.seq, head)

    def head_of(self, line: str, upto: Seq) -> LineHead:
        known = self.lines.get(line)
        return known.head_at(upto) if known else EMPTY_LINE


class MemoryLog:
    """
    A log that lives as long as the process.

    Args:
        max_commit_bytes: The largest commit taken, in bytes of bodies and answer.
    """

    def __init__(self, *, max_commit_bytes: int = MAX_COMMIT_BYTES) -> None:
        self._max_commit_bytes = max_commit_bytes
        self._rooms: dict[RoomId, _Room] = {}
        self._credentials: dict[bytes, Credential] = {}
        self._followers = Followers()
        self._is_open = False

    @property
    def durability(self) -> Durability:
        """Nothing: it ends with the process."""
        return Durability.NONE

    async def open(self) -> None:
        """Take appends from now on; what was kept before `close` is still there."""
        self._is_open = True

    async def close(self) -> None:
        """Take nothing any more and end all subscriptions."""
        self._is_open = False
        self._followers.end(Unavailable("the log is closed"))

    async def health(self) -> None:
        """Return while the log is open."""
        self._check_open()

    async def rooms(self) -> list[RoomInfo]:
        """All rooms, oldest first."""
        self._check_open()
        return [kept.info for kept in self._rooms.values()]

    async def room(self, room: RoomId) -> RoomInfo:
        """One room."""
        return self._room(room).info

    async def create_room(self, room: RoomId, epoch: Epoch, draft: Draft) -> Commit:
        """Store a room with its first commit, or return the first commit of the same id."""
        self._check_open()
        check_drafts((draft,), self._max_commit_bytes)
        kept = self._rooms.get(room)
        if kept is not None:
            if kept.commits[0].commit_id == draft.commit_id:
                return kept.commits[0]
            raise Conflict(f"room {room} exists already")
        return self._store(_Room(room, epoch, draft.at_ms), (draft,))[0]

    async def append(
        self,
        room: RoomId,
        expected: Seq,
        drafts: Sequence[Draft],
        deadline_s: float,
        *,
        is_alone: bool = False,
    ) -> tuple[Commit, ...]:
        """Store *drafts* after *expected*, all or none, at once: no deadline passes here."""
        del deadline_s, is_alone
        kept = self._room(room)
        check_drafts(drafts, self._max_commit_bytes)
        first = {d.commit_id: kept.by_id[d.commit_id] for d in drafts if d.commit_id in kept.by_id}
        if first:
            raise Repeated(first)
        if kept.head != expected:
            raise Conflict(f"room {room} is at {kept.head}, not at {expected}")
        return self._store(kept, drafts)

    async def find(self, room: RoomId, commit_id: CommitId) -> Commit | None:
        """The commit of that id, if it is stored."""
        return self._room(room).by_id.get(commit_id)

    async def head(self, room: RoomId) -> Seq:
        """The sequence of the room's last commit."""
        return self._room(room).head

    async def read(
        self, room: RoomId, after: Seq, upto: Seq | None = None, limit: int = 1000
    ) -> list[Commit]:
        """Up to *limit* commits after *after*, not beyond *upto*."""
        commits = self._room(room).commits
        first = max(after, 0)
        last = len(commits) if upto is None else min(upto, len(commits))
        return commits[first : max(min(last, first + limit), 0)]

    async def size(self, room: RoomId) -> int:
        """The bytes of the room's events and answers, as they would be stored."""
        commits = self._room(room).commits
        return sum(len(encode_events(c.events)) + len(c.answer) for c in commits)

    def subscribe(self, room: RoomId, after: Seq) -> AsyncIterator[Commit]:
        """Exactly after+1, after+2 …, each once stored."""

        async def read_after(seq: Seq) -> list[Commit]:
            return await self.read(room, seq, limit=PAGE_COMMITS)

        return self._followers.follow(room, after, read_after)

    async def line_heads(
        self, room: RoomId, lines: Sequence[str], upto: Seq
    ) -> dict[str, LineHead]:
        """Where each of *lines* stood after the commit *upto*."""
        kept = self._room(room)
        return {line: kept.head_of(line, upto) for line in lines}

    async def heads_along(
        self, room: RoomId, places: Sequence[tuple[Seq, Sequence[str]]]
    ) -> list[dict[str, LineHead]]:
        """What `line_heads` says of each of *places*, asked all at once."""
        self._room(room)
        return [await self.line_heads(room, lines, upto) for upto, lines in places]

    async def locate(self, room: RoomId, lines: Sequence[str], rank: int, upto: Seq) -> Seq:
        """The commit that brings the sum of the ranks of *lines* to at least *rank*."""
        kept = self._room(room)
        if rank <= 0:
            return Seq(0)
        distinct = set(lines)

        def rank_at(seq: int) -> int:
            return sum(kept.head_of(line, Seq(seq)).rank for line in distinct)

        last = max(min(upto, kept.head), 0)
        found = bisect_left(range(1, last + 1), rank, key=rank_at) + 1
        return Seq(found) if found <= last else Seq(upto + 1)

    async def read_lines(
        self, room: RoomId, lines: Sequence[str], after: Seq, upto: Seq, limit: int
    ) -> list[Commit]:
        """Up to *limit* commits after *after*, up to *upto*, with an event in any of *lines*."""
        kept = self._room(room)
        seqs: set[Seq] = set()
        for line in lines:
            known = kept.lines.get(line)
            if known:
                first = bisect_right(known.seqs, after)
                last = bisect_right(known.seqs, upto)
                seqs.update(known.seqs[first : min(last, first + limit)])
        return [kept.commits[seq - 1] for seq in sorted(seqs)[:limit]]

    async def credential(self, hash: bytes) -> Credential | None:
        """What the secret with this SHA-256 opens."""
        self._check_open()
        return self._credentials.get(hash)

    async def save_checkpoint(self, room: RoomId, checkpoint: Checkpoint) -> None:
        """Keep *checkpoint* instead of an older one."""
        kept = self._room(room)
        if kept.checkpoint is None or kept.checkpoint.seq <= checkpoint.seq:
            kept.checkpoint = checkpoint

    async def load_checkpoint(self, room: RoomId) -> Checkpoint | None:
        """The newest checkpoint, if there is one."""
        return self._room(room).checkpoint

    async def delete_checkpoints(self, room: RoomId) -> None:
        """Forget the room's checkpoints."""
        self._room(room).checkpoint = None

    async def delete_room(self, room: RoomId) -> None:
        """Delete the room, its log, credentials and checkpoints for good."""
        self._room(room)
        del self._rooms[room]
        self._credentials = {h: c for h, c in self._credentials.items() if c.room != room}
        self._followers.end(_gone(room), room)

    def _store(self, kept: _Room, drafts: Sequence[Draft]) -> tuple[Commit, ...]:
        commits = kept.seal(drafts)
        for commit in commits:
            kept.add(commit)
        self._rooms[kept.room] = kept
        for draft in drafts:
            for change in draft.credentials:
                self._change(kept.room, change)
        self._followers.hand_over(kept.room, commits)
        return commits

    def _change(self, room: RoomId, change: CredentialChange) -> None:
        if isinstance(change, AddCredential):
            self._credentials.setdefault(change.hash, Credential(change.kind, room, change.subject))
            return
        if isinstance(change, BarTokens):
            open_ = Credential(CredentialKind.TOKEN, room, change.member)
            shut = Credential(CredentialKind.BARRED, room, change.member)
            known = self._credentials
            self._credentials = {h: shut if c == open_ else c for h, c in known.items()}
            return
        dead = Credential(change.kind, room, change.subject)
        self._credentials = {h: c for h, c in self._credentials.items() if c != dead}

    def _room(self, room: RoomId) -> _Room:
        self._check_open()
        kept = self._rooms.get(room)
        if kept is None:
            raise _gone(room)
        return kept

    def _check_open(self) -> None:
        if not self._is_open:
            raise Unavailable("the log is not open")


def _gone(room: RoomId) -> RoomGone:
    return RoomGone(f"there is no room {room}")
