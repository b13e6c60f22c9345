"""The settings of a server, read once at the start; `server.commands.configuring` reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """
    What this server allows; stated in `welcome` where a client can meet it.

    Sizes in bytes, times in seconds, rates per connection with a burst on top.
    """

    max_message_bytes: int = 16_384
    intents_per_s: float = 20.0
    intents_burst: int = 60
    queries_per_s: float = 10.0
    queries_burst: int = 30
    entropy_per_s: float = 0.5
    entropy_burst: int = 10
    bad_messages_burst: int = 20
    max_members: int = 64
    max_characters: int = 100
    max_hidden_characters: int = 200
    max_open_invites: int = 50
    max_open_links: int = 10
    max_open_contests: int = 10
    max_standing_rolls: int = 20
    max_connections: int = 5_000
    max_connections_per_address: int = 200
    max_waiting_for_hello: int = 500
    max_connections_per_member: int = 8
    max_rooms: int = 10_000
    max_room_bytes: int = 1_073_741_824
    inbox_intents: int = 256
    outbox_bytes: int = 262_144
    outbox_items: int = 2_048
    resume_events: int = 1_000
    hello_timeout_s: float = 10.0
    heartbeat_interval_s: float = 20.0
    close_timeout_s: float = 2.0
    append_timeout_s: float = 10.0
    drain_timeout_s: float = 4.0
    idle_room_s: float = 300.0


LIMIT_RANGES: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "max_message_bytes": (1_024, 1_048_576),
        "intents_per_s": (0.1, 10_000),
        "intents_burst": (1, 100_000),
        "queries_per_s": (0.1, 10_000),
        "queries_burst": (1, 100_000),
        "entropy_per_s": (0.01, 10_000),
        "entropy_burst": (1, 100_000),
        "bad_messages_burst": (1, 10_000),
        "max_members": (1, 1_000),
        "max_characters": (1, 10_000),
        "max_hidden_characters": (1, 10_000),
        "max_open_invites": (1, 10_000),
        "max_open_links": (1, 1_000),
        "max_open_contests": (1, 1_000),
        "max_standing_rolls": (1, 1_000),
        "max_connections": (1, 1_000_000),
        "max_connections_per_address": (1, 1_000_000),
        "max_waiting_for_hello": (1, 1_000_000),
        "max_connections_per_member": (1, 1_000),
        "max_rooms": (1, 10_000_000),
        "max_room_bytes": (65_536, 1_099_511_627_776),
        "inbox_intents": (1, 1_000_000),
        "outbox_bytes": (16_384, 1_073_741_824),
        "outbox_items": (16, 10_000_000),
        "resume_events": (0, 1_000_000),
        "hello_timeout_s": (0.1, 600),
        "heartbeat_interval_s": (0.1, 3_600),
        "close_timeout_s": (0.1, 60),
        "append_timeout_s": (0.1, 600),
        "drain_timeout_s": (0, 60),
        "idle_room_s": (1, 604_800),
    }
)
"""The least and the most that an operator may set each limit to."""


@dataclass(frozen=True, slots=True)
class Settings:
    """
    Where to listen, where the data is, and who may open a page or a socket.

    `public_url` is what links are made of (no path of a room in it), or None to make them from
    host and port. `origins` and `hosts` extend what is allowed beside the server's own name.
    `trusted_proxies` are believed about a client's address, as those on this machine always are.
    `expect_data` refuses to start without an existing data file. `durability` says what a stored
    commit survives: loss of power, or a crash of the process alone.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    data: Path = field(default_factory=lambda: Path("coterie.sqlite3"))
    public_url: str | None = None
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    create_key: str | None = None
    lan: bool = False
    expect_data: bool = False
    durability: Literal["power", "crash"] = "power"
    limits: LimitSettings = LimitSettings()
