"""What PROTOCOL.md says of the server is true: rights, events, audiences, limits."""

from collections import defaultdict

import msgspec
import pytest

from protocol import from_client as i
from protocol.from_server import Limits
from protocol.words import MAX_DICE, MAX_POOL, Role
from server.config import LimitSettings
from server.gateway.connection import QUERIES_IN_FLIGHT
from server.gateway.listener import FRAME_FACTOR
from server.gateway.rate_limits import BAD_MESSAGES_PER_S
from server.live.welcoming import RECENT_EVENTS
from server.rooms.audience import EVERYONE, STORYTELLERS
from server.rooms.limits import RoomLimits
from server.rooms.rights import ACCESS, QUERY_ACCESS, Relation, Rights
from tests.protocol import document
from tests.protocol.evenings import evenings

ALL, OWN = frozenset(Relation), frozenset({Relation.OWN})

WHO: dict[str, Rights] = {
    "players: their own": {Role.PLAYER: frozenset({Relation.OWN})},
    "everyone": dict.fromkeys(Role, ALL),
    "everyone; for a character who may act for it": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: OWN | {Relation.ROOM},
        Role.SPECTATOR: frozenset({Relation.ROOM}),
        Role.BOT: OWN | {Relation.ROOM},
    },
    "players": {Role.PLAYER: ALL},
    "Storytellers; who called it": {
        Role.STORYTELLER: ALL,
        **dict.fromkeys(set(Role) - {Role.STORYTELLER}, OWN),
    },
    "Storytellers; who added it": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: OWN,
        Role.SPECTATOR: OWN,
    },
    "everyone but bots; for others Storytellers": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: frozenset({Relation.ROOM}),
        Role.SPECTATOR: frozenset({Relation.ROOM}),
    },
    "everyone but bots": dict.fromkeys(set(Role) - {Role.BOT}, ALL),
    "Storytellers": {Role.STORYTELLER: ALL},
    "Storytellers, others than themselves": {Role.STORYTELLER: frozenset({Relation.OTHER})},
    "Storytellers; everyone else themselves": {
        Role.STORYTELLER: ALL,
        **dict.fromkeys(set(Role) - {Role.STORYTELLER}, OWN),
    },
    "Storytellers; players: their own": {Role.STORYTELLER: ALL, Role.PLAYER: OWN},
    "Storytellers; players: what they are offered": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: OWN,
    },
    "Storytellers; players: what they are offered, or offer": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: OWN,
    },
    "Storytellers; players: their own, and the stand-in": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: OWN,
    },
    "Storytellers; players and bots: their own": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: OWN,
        Role.BOT: OWN,
    },
    "Storytellers; players and bots: their own, or no character": {
        Role.STORYTELLER: ALL,
        Role.PLAYER: OWN | {Relation.ROOM},
        Role.BOT: OWN | {Relation.ROOM},
    },
}
"""What the document says in "who may", and what the access table must say then."""


def tag(struct: type[msgspec.Struct]) -> str:
    """The `type` of a message."""
    return str(struct.__struct_config__.tag)


@pytest.mark.parametrize("intent", ACCESS, ids=tag)
def test_who_may_is_what_the_server_allows(intent: type[i.Intent]) -> None:
    """The document promises a role exactly what the access table gives it."""
    assert WHO[document.row_of("intent", tag(intent))["who may"]] == ACCESS[intent]


def test_everybody_may_ask() -> None:
    """Queries are open to every role, as the document says."""
    assert all(roles == frozenset(Role) for roles in QUERY_ACCESS.values())


def test_intents_cause_what_is_listed() -> None:
    """An intent causes the events that the document lists: all without `?`, and no others."""
    caused: dict[str, list[set[str]]] = defaultdict(list)
    for evening in evenings():
        for intent, events in evening.commits:
            caused[tag(type(intent))].append({tag(type(each.event)) for each in events})
    kinds = set(document.named("event"))
    for name, times in caused.items():
        cell = document.row_of("intent", name)["what it does, and its events"]
        listed = {word for word in document.words(cell) if word in kinds}
        always = {word for word in listed if f"`{word}`?" not in cell}
        for time in times:
            assert always <= time <= listed, name


def test_audiences_are_as_wide_as_is_said() -> None:
    """An event "for everyone" or "for Storytellers" goes to them and to nobody else."""
    said = {name: document.row_of("event", name)["audience"] for name in document.named("event")}
    exact = {"everyone": EVERYONE, "Storytellers": STORYTELLERS}
    for evening in evenings():
        for _, events in evening.commits:
            for each in events:
                kind = tag(type(each.event))
                assert each.audience == exact.get(said[kind], each.audience), kind


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
def test_limits_have_the_defaults_that_are_said(limit: str) -> None:
    """The document's defaults are the server's."""
    said = float(document.row_of("limit", limit)["default"])
    assert said == getattr(LimitSettings(), limit)


def test_other_limits_are_as_said() -> None:
    """So are the limits that `welcome` does not state."""
    room = RoomLimits()
    said = " ".join(document.text().split())
    for sentence in (
        f"{MAX_POOL} dice named as a pool and {MAX_DICE} in all",
        f"more than {MAX_DICE} dice in all",
        "one in two seconds in the long run",
        f"{QUERIES_IN_FLIGHT} queries of a connection answered at a time",
        f"too many open proposals ({room.max_proposals})",
        f"your own last events up to `position`, {RECENT_EVENTS} at most",
    ):
        assert sentence in said, sentence
    assert (BAD_MESSAGES_PER_S, FRAME_FACTOR) == (0.5, 4)
    assert "a frame more than four times over `max_message_bytes`" in said
