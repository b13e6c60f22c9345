"""
Seats of a crowd: connections that keep their place in the line, and judge all that they are sent.

A seat knows what PROTOCOL.md promises to a client. Whether it is true of the log, the oracle says.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from protocol.codec import Encoding, json_body_to
from tests.support.oracle import Oracle, Room
from tests.support.plain_client import PlainClient
from tests.support.wire_client import Item

Message = Mapping[str, Any]

PASSING = frozenset({"rate_limited", "busy", "store_unavailable", "internal", "room_gone"})
"""Rejections that say nothing about what became of an intent."""


class _Push(msgspec.Struct):
    event: msgspec.Raw


_PUSHES = {
    "json": msgspec.json.Decoder(_Push),
    "msgpack": msgspec.msgpack.Decoder(_Push),
}


@dataclass(slots=True)
class Member:
    """Somebody at a table: by one token, on one or more seats."""

    name: str
    role: str
    token: bytes
    id: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """An event as it was sent: its place in the line, and the bytes of its body."""

    generation: int
    seq: int
    mark: str
    at_ms: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and where the line of the seat that got it stood then."""

    type: str
    said: dict[str, Any]
    behind: int

    @property
    def is_accepted(self) -> bool:
        """Whether the intent is stored, as the server says."""
        return self.type == "accepted"


@dataclass(slots=True)
class Seat:
    """
    One place at a table, on one connection after another.

    `unanswered` are the intents sent on this connection that wait for their answers.
    """

    member: Member
    encoding: str
    oracle: Oracle | None = None
    receive_buffer: int | None = None
    client: PlainClient | None = None
    room: str = ""
    position: dict[str, Any] | None = None
    welcome: dict[str, Any] | None = None
    unanswered: dict[str, Message] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    news: list[dict[str, Any]] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    words: set[tuple[int, bytes]] = field(default_factory=set)
    pongs: int = 0
    _pings: int = 0

    @property
    def here(self) -> PlainClient:
        """The connection, which there must be."""
        assert self.client is not None, f"{self.member.name} is not connected"
        return self.client

    # --- talking ---------------------------------------------------------------------------------

    def hello(self, port: int, entry: Message | None = None) -> None:
        """Connect and say hello, without waiting for anything."""
        self.client = PlainClient(port, self.encoding, self.receive_buffer)
        self.unanswered = {}
        self.welcome = None
        said: dict[str, Any] = {"type": "hello", "token": self.member.token}
        if entry is not None:
            said["entry"] = entry
        if self.position is not None:
            said["resume"] = self.position
        self.here.send(said)

    def send(self, intent: Message) -> None:
        """Send an intent, without waiting for anything."""
        self.unanswered[intent["id"]] = intent
        self.here.send(intent)

    def receive(self, at_most: int = 65_536) -> None:
        """Wait for some bytes, and take what became whole with them."""
        self.take(self.here.receive(at_most))

    def until_welcome(self) -> None:
        """Wait for the welcome."""
        while self.welcome is None:
            self.receive()
            assert not self.here.is_over, f"{self.member.name} is not let in"

    def until_answered(self) -> None:
        """Wait until every intent is answered."""
        while self.unanswered:
            self.receive()
            assert not self.here.is_over, f"{self.member.name} is cut off"

    def ask(self, intent: Message) -> Answer:
        """Send an intent and wait for its answer."""
        self.send(intent)
        self.until_answered()
        return self.answers[intent["id"]]

    def catch_up(self) -> None:
        """Wait until all that the server has put in for this connection is here."""
        self._ping()
        while self.pongs < self._pings:
            self.receive()
            assert not self.here.is_over, f"{self.member.name} is cut off"

    def _ping(self) -> None:
        self._pings = self.pongs + 1
        self.here.send({"type": "ping", "id": str(self._pings)})

    def snapshot(self) -> Any:
        """The room as it is now for this viewer."""
        return self._query("snapshot")["snapshot"]

    def history(self, after: int) -> list[dict[str, Any]]:
        """A page of the viewer's line."""
        page: list[dict[str, Any]] = self._query("history", after=after)["events"]
        return page

    def _query(self, type: str, **fields: Any) -> Any:
        self.here.send({"type": type, "id": type, **fields})
        while type not in self.results:
            self.receive()
            assert not self.here.is_over, f"{self.member.name} is cut off"
        return self.results.pop(type)

    def receive_bytes(self, count: int) -> None:
        """Take what is whole within the next *count* bytes, or within all there is for now."""
        self._ping()
        while self.here.received < count and self.pongs < self._pings and not self.here.is_over:
            self.receive(count - self.here.received)

    def until_told(self, label: str) -> None:
        """Wait until an event with this label is shown."""
        while label not in [event.get("label") for event in self.news]:
            self.receive()
            assert not self.here.is_over, f"{self.member.name} is cut off"

    def until_gone(self, member: Member) -> None:
        """Wait until the server says that a member is not here any more."""
        self.take(self.here.until("presence", member=member.id, here=False))

    def cut(self) -> None:
        """Reset the connection; what was not received by now is lost."""
        self.here.abort()
        self.client = None

    def leave(self) -> None:
        """Take what still comes, up to the end of a connection that the server has lost."""
        self.take(self.here.receive_rest())
        self.here.close()
        self.client = None

    # --- listening -------------------------------------------------------------------------------

    def take(self, items: Iterable[Item]) -> None:
        """Take what was sent, and look whether it may be said here."""
        for item in items:
            self._take(item)
            if self.oracle is not None and self.position is not None:
                for word in self.oracle.words_in(item.raw):
                    self.words.add((self.position["generation"], word))

    def _take(self, item: Item) -> None:
        data = item.data
        match item.type:
            case "event":
                self._take_event(item)
            case "accepted" | "rejected":
                self._take_answer(item)
            case "welcome":
                self._take_welcome(data)
            case "snapshot":
                assert data["reason"] == "generation_changed"
                self._begin_line(data)
            case "result":
                self.results[data["id"]] = data["result"]
            case "pong":
                self.pongs += 1
            case "presence":
                pass
            case unexpected:
                raise AssertionError(f"{self.member.name} was sent {unexpected}: {data}")

    def _take_event(self, item: Item) -> None:
        data, position = item.data, self.position
        assert position is not None, "an event came before the welcome"
        assert data["seq"] == position["seq"] + 1, (
            f"{self.member.name} was at {position['seq']} and was sent {data['seq']}"
        )
        self.position = position | {"seq": data["seq"], "mark": data["mark"]}
        body = bytes(_PUSHES[self.encoding].decode(item.raw).event)
        self._show(data, body)
        self.news.append(data["event"])

    def _take_answer(self, item: Item) -> None:
        assert item.data["id"] in self.unanswered, f"an answer that nobody waits for: {item.data}"
        del self.unanswered[item.data["id"]]
        said = {k: v for k, v in item.data.items() if k not in ("type", "id")}
        behind = 0 if self.position is None else self.position["seq"]
        self.answers[item.data["id"]] = Answer(item.type, said, behind)

    def _take_welcome(self, data: dict[str, Any]) -> None:
        self.welcome = data
        self.room = data["room"]
        self.member.id = data["member"]
        if data["reason"] == "resumed":
            assert data["position"] == self.position, "the line goes on from somewhere else"
            assert data.get("snapshot") is None
            assert not data.get("recent")
        else:
            assert data["snapshot"] is not None
            self._begin_line(data)

    def _begin_line(self, data: dict[str, Any]) -> None:
        self.position = data["position"]
        for push in data.get("recent", ()):
            self._show(push, None)

    def _show(self, push: dict[str, Any], body: bytes | None) -> None:
        assert self.position is not None
        if body is None:
            # Within a snapshot the bytes are not kept apart; what they say is compared.
            body = msgspec.json.encode(push["event"])
            if self.encoding == "msgpack":
                body = msgspec.msgpack.encode(push["event"])
        self.shown.append(
            Shown(self.position["generation"], push["seq"], push["mark"], push["at"], body)
        )

    # --- judging ---------------------------------------------------------------------------------

    def check(self, room: Room) -> None:
        """All that this viewer was shown is in the log, unchanged, and in the viewer's own line."""
        for shown in self.shown:
            life = room.life(self.member.id, shown.generation)
            assert shown.seq <= life.seq, f"{self.member.name} was shown what is not in the log"
            entry = life.line[shown.seq - 1]
            assert (shown.mark, shown.at_ms) == (entry.mark, entry.at_ms), self.member.name
            said, body = shown.body, entry.body
            if self.encoding == "msgpack":
                # A map's head may have several forms; what it says has one.
                said = msgspec.msgpack.decode(said)
                body = msgspec.msgpack.decode(json_body_to(Encoding.MSGPACK, body))
            assert said == body, (self.member.name, shown.seq)
        self.shown.clear()
        for generation, word in self.words:
            allowed = room.words_for(self.member.id, generation)
            assert word in allowed, f"{self.member.name} was sent {word!r}"
        self.words.clear()
        if self.position is not None:
            life = room.life(self.member.id, self.position["generation"])
            assert self.position["mark"] == life.mark_at(self.position["seq"])
