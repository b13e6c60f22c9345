"""
An oracle that reads the log from its SQLite file and knows by itself who may see what of it.

It shares no code with the server: not its store, not its folding, not its visibility. All it goes
by is what is stored: the roles that members were given, and the audience of each event.
"""

import base64
import hashlib
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

_MODULUS = 1 << 256
_RECORDS = msgspec.json.Decoder(list[tuple[str, int, dict[str, Any], msgspec.Raw]])
_COLUMNS = "id, room_no, seq, at_ms, member, intent_id, hash, answer, events"


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as it lies in the file."""

    kind: str
    audience: Mapping[str, Any]
    body: bytes
    element: int

    @property
    def data(self) -> dict[str, Any]:
        """What the body says."""
        said: dict[str, Any] = json.loads(self.body)
        return said


@dataclass(slots=True)
class StoredCommit:
    """One row of the file; `first_shown` is the first of its events in the sender's line then."""

    number: int
    seq: int
    at_ms: int
    member: str | None
    intent_id: str | None
    hash: bytes
    answer: dict[str, Any]
    events: tuple[StoredEvent, ...]
    first_shown: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in a viewer's line."""

    mark: str
    at_ms: int
    body: bytes
    commit: int


@dataclass(slots=True)
class Life:
    """One life of a member's view, in one role; `words` are the watched words that it may read."""

    member: str
    role: str
    line: list[Entry] = field(default_factory=list)
    words: set[bytes] = field(default_factory=set)
    is_over: bool = False
    _total: int = 0

    def sees(self, event: StoredEvent) -> bool:
        """Whether this viewer may see an event."""
        if self.role == "storyteller" or event.audience.get("everyone", False):
            return True
        return self.member in event.audience.get("members", ())

    def add(self, commit: StoredCommit, watched: re.Pattern[bytes]) -> None:
        """Put what may be seen of a commit at the end of the line."""
        for event in commit.events:
            if self.sees(event):
                self._total = (self._total + event.element) % _MODULUS
                mark = _mark(self._total, len(self.line) + 1)
                self.line.append(Entry(mark, commit.at_ms, event.body, commit.seq))
                self.words.update(watched.findall(event.body))

    @property
    def seq(self) -> int:
        """How many events the line has."""
        return len(self.line)

    def mark_at(self, seq: int) -> str:
        """The mark of a position in the line."""
        return self.line[seq - 1].mark if seq else _mark(0, 0)


class Room:
    """One room's log, commit by commit, and every member's line in every life of its view."""

    def __init__(self, watched: re.Pattern[bytes]) -> None:
        self.commits: list[StoredCommit] = []
        self.by_intent: dict[tuple[str, str], StoredCommit] = {}
        self.lives: dict[str, list[Life]] = {}
        self.owners: dict[str, set[str]] = {}
        self._watched = watched

    def life(self, member: str, generation: int) -> Life:
        """A life of a member's view; the first generation is 1."""
        return self.lives[member][generation - 1]

    def words_for(self, member: str, generation: int) -> set[bytes]:
        """The watched words that a member may have read by the end of a generation."""
        return set().union(*(life.words for life in self.lives[member][:generation]))

    def add(self, commit: StoredCommit) -> None:
        """Take the next commit, and look whether it can be."""
        assert commit.seq == len(self.commits) + 1, f"commit {commit.seq} is out of turn"
        if commit.member is not None and commit.intent_id is not None:
            key = commit.member, commit.intent_id
            assert key not in self.by_intent, f"the intent {key} happened twice"
            self.by_intent[key] = commit
            self._note_answer(commit, self.lives[commit.member][-1])
        for event in commit.events:
            self._check_audience(event)
        self.commits.append(commit)
        for lives in self.lives.values():
            if not lives[-1].is_over:
                lives[-1].add(commit, self._watched)
        for event in commit.events:
            self._fold(event)

    def _note_answer(self, commit: StoredCommit, sender: Life) -> None:
        """The answer that the sender must have got: its own number, and an id it may know."""
        seen = [event for event in commit.events if sender.sees(event)]
        commit.first_shown = sender.seq + 1 if seen else None
        assert commit.answer.get("seq") == commit.first_shown, f"commit {commit.seq}"
        created = commit.answer.get("created")
        assert created is None or any(created.encode() in event.body for event in seen)

    def _fold(self, event: StoredEvent) -> None:
        match event.kind:
            case "member_joined":
                self._begin_life(event.data["member"], event.data["role"])
            case "role_changed":
                self._begin_life(event.data["member"], event.data["role"])
            case "member_left" | "member_removed":
                self.lives[event.data["member"]][-1].is_over = True
            case "character_created":
                card = event.data["card"]
                self.owners[card["character"]] = set(card.get("owners", ()))
            case "owners_changed":
                self.owners[event.data["character"]] = set(event.data["owners"])

    def _begin_life(self, member: str, role: str) -> None:
        """A view begins with all of the past that it may see: rooms here hide none from late."""
        life = Life(member, role)
        for commit in self.commits:
            life.add(commit, self._watched)
        lives = self.lives.setdefault(member, [])
        if lives:
            lives[-1].is_over = True
        lives.append(life)

    def _check_audience(self, event: StoredEvent) -> None:
        """A roll's stored audience is the one that its visibility stands for."""
        if event.kind != "roll_resolved":
            return
        roll = event.data
        named = set(event.audience.get("members", ()))
        is_public = event.audience.get("everyone", False)
        own = {roll["member"], *self.owners.get(roll.get("character"), ())}
        fits = {
            "public": is_public,
            "private": not is_public and named == own,
            "whisper": not is_public and roll["member"] in named,
            "secret": not is_public and not named,
            "blind": not is_public and not named,
        }
        assert fits[roll["visibility"]], f"{roll} is shown to {event.audience}"


class Oracle:
    """
    All rooms of one file, read on as it grows.

    *watched* finds the words in what is stored whose readers are to be known.
    """

    def __init__(self, data: Path, watched: bytes = rb"veil-\d+") -> None:
        self._data = data
        self._watched = re.compile(watched)
        self._last = 0
        self.rooms: dict[str, Room] = {}

    def words_in(self, raw: bytes) -> set[bytes]:
        """The watched words in what somebody was sent."""
        return set(self._watched.findall(raw))

    def read(self) -> None:
        """Read what was added to the file, which a server may have open."""
        self._read(self._data)

    def read_dead(self, folder: Path) -> None:
        """
        Read what was added to the file of a server that was killed, and touch nothing of it.

        Reading itself would repair it, so a copy is read; repairing is the next server's task.
        """
        copy = folder / "copy.sqlite3"
        for ending in ("", "-wal"):
            source = self._data.with_name(self._data.name + ending)
            target = copy.with_name(copy.name + ending)
            target.unlink(missing_ok=True)
            if source.exists():
                shutil.copyfile(source, target)
        copy.with_name(copy.name + "-shm").unlink(missing_ok=True)
        self._read(copy)

    def read_again(self) -> "Oracle":
        """Another oracle that has read the whole file anew."""
        again = Oracle(self._data, self._watched.pattern)
        again.read()
        return again

    def _read(self, path: Path) -> None:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            ids = dict(connection.execute("SELECT room_no, room_id FROM rooms"))
            for room_no, commit in _stored(connection, self._last):
                self.rooms.setdefault(ids[room_no], Room(self._watched)).add(commit)
                self._last = commit.number


def _stored(connection: sqlite3.Connection, after: int) -> Iterator[tuple[int, StoredCommit]]:
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM commits WHERE id > ? ORDER BY id",  # noqa: S608 - our own names
        (after,),
    )
    for number, room_no, seq, at_ms, member, intent_id, hash_, answer, events in rows:
        stored = tuple(
            StoredEvent(kind, audience, bytes(body), _element(at_ms, bytes(body)))
            for kind, _, audience, body in _RECORDS.decode(events)
        )
        told = json.loads(answer)
        yield (
            room_no,
            StoredCommit(number, seq, at_ms, member, intent_id, hash_, told, stored),
        )


def _element(at_ms: int, body: bytes) -> int:
    return int.from_bytes(hashlib.sha256(str(at_ms).encode() + b"\n" + body).digest())


def _mark(total: int, seq: int) -> str:
    digest = hashlib.sha256(total.to_bytes(32) + seq.to_bytes(8)).digest()
    return base64.urlsafe_b64encode(digest[:8]).decode().rstrip("=")
