"""How a client comes in: back as a member, by an invite, by a device link, or with a create key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from coterie_client.wire import Json


@dataclass(frozen=True, slots=True)
class Returning:
    """Come back as the member whom the token names."""

    def to_wire(self) -> Json:
        """The entry as `hello` carries it."""
        return {"type": "member"}


@dataclass(frozen=True, slots=True)
class Invited:
    """Join by an invite: its 16-byte secret, and the name to appear under."""

    secret: bytes = field(repr=False)
    name: str

    def to_wire(self) -> Json:
        """The entry as `hello` carries it."""
        return {"type": "invite", "secret": self.secret, "name": self.name}


@dataclass(frozen=True, slots=True)
class Linked:
    """Join with one more device of a member, by the 16-byte secret of a device link."""

    secret: bytes = field(repr=False)

    def to_wire(self) -> Json:
        """The entry as `hello` carries it."""
        return {"type": "device_link", "secret": self.secret}


@dataclass(frozen=True, slots=True)
class Founding:
    """
    Create a room and become its Storyteller; `house_rules` None leaves the server's own.

    `system` is whose rules are played, "v5" or "v20", where no preset says it.
    """

    create_key: str = field(repr=False)
    room_name: str
    name: str
    house_rules: Mapping[str, Any] | None = None
    system: str | None = None

    def to_wire(self) -> Json:
        """The entry as `hello` carries it."""
        entry: Json = {
            "type": "create",
            "create_key": self.create_key,
            "room_name": self.room_name,
            "name": self.name,
        }
        if self.house_rules is not None:
            entry["house_rules"] = dict(self.house_rules)
        if self.system is not None:
            entry["system"] = self.system
        return entry


Entry = Returning | Invited | Linked | Founding
