"""What stands in a room's inbox."""

import asyncio
from dataclasses import dataclass

from msgspec import Struct

from protocol.from_client import Intent, Position
from protocol.ids import MemberId
from server.live.subscriber import Subscriber
from server.rooms.commands import Join, LinkDevice
from server.rooms.dice_keys import Book


class IntentItem(Struct, frozen=True, eq=False, gc=False):
    """A member's intent; the answer goes to the connection it came by."""

    member: MemberId
    intent: Intent
    subscriber: Subscriber


@dataclass(frozen=True, slots=True)
class EntryItem:
    """Somebody new, or a new device: `done` gets the member."""

    command: Join | LinkDevice
    done: "asyncio.Future[MemberId]"


@dataclass(frozen=True, slots=True)
class AttachItem:
    """A connection wants to watch as a member; `done` when its welcome is on the way."""

    member: MemberId
    subscriber: Subscriber
    resume: Position | None
    done: "asyncio.Future[None]"


@dataclass(frozen=True, slots=True)
class DetachItem:
    """A connection is gone."""

    member: MemberId
    subscriber: Subscriber


@dataclass(frozen=True, slots=True)
class BookItem:
    """The keys of a new book of dice are made."""

    book: Book


@dataclass(frozen=True, slots=True)
class LanesItem:
    """The lanes of somebody who plays and had none are made."""

    book: Book
    member: MemberId


@dataclass(frozen=True, slots=True)
class RefreshItem:
    """Look whether the log has commits of others."""


@dataclass(frozen=True, slots=True)
class DueItem:
    """Look whether the time of something has come."""


Item = (
    DueItem | IntentItem | EntryItem | AttachItem | DetachItem | RefreshItem | BookItem | LanesItem
)
