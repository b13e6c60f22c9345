"""How a connection begins, and how it shows that it lives."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.client_base import ClientMessage
from protocol.house import HouseRules
from protocol.ids import Epoch, Generation, Mark, Secret, Token, ViewSeq
from protocol.words import GameSystem, Name


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a viewer's line stands: the last event seen and the mark that came with it."""

    epoch: Epoch
    generation: Generation
    seq: Annotated[ViewSeq, Meta(ge=0)]
    mark: Mark


class Returning(ClientMessage, frozen=True, kw_only=True, tag="member"):
    """Come back as the member whom the token names."""


class Invited(ClientMessage, frozen=True, kw_only=True, tag="invite"):
    """Join by an invite. Repeating it with the same token is the same member."""

    secret: Secret
    name: Name


class Linked(ClientMessage, frozen=True, kw_only=True, tag="device_link"):
    """Join with one more device of a member, by a link that member made."""

    secret: Secret


class Founding(ClientMessage, frozen=True, kw_only=True, tag="create"):
    """
    Create a room and be its Storyteller. Repeating it with the same token is the same room.

    `system` chooses whose rules are played where the house rules name no preset.
    """

    create_key: Annotated[str, Meta(min_length=1, max_length=128)]
    room_name: Name
    name: Name
    house_rules: HouseRules = HouseRules()
    system: GameSystem | None = None


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """
    The first message of every connection.

    `token` is 32 random bytes made by this client for this device; the server keeps its hash.
    `resume` continues after a position without loss, where that is possible.
    """

    token: Token
    entry: Returning | Invited | Linked | Founding = Returning()
    resume: Position | None = None
    client: Annotated[str, Meta(max_length=100)] = ""


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    """
    Ask for a sign of life; answered by `pong` with the same `id`.

    `presence` false: no `presence` comes over this connection from now on, as for a page that
    nobody looks at. True: it comes again, and the `pong` says who is here.
    """

    id: Annotated[str, Meta(max_length=64)] = ""
    presence: bool | None = None
