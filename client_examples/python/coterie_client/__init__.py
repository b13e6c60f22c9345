"""
A client of Coterie, the table server for Vampire: The Masquerade.

`Client.connect` is where to begin; the README beside this package shows how.
"""

from coterie_client.backoff import Backoff
from coterie_client.character_file import FileError, character_file
from coterie_client.client import Client
from coterie_client.connection import Times
from coterie_client.dice.store import DiceFiles, DiceInMemory, DiceStore
from coterie_client.entries import Entry, Founding, Invited, Linked, Returning
from coterie_client.errors import (
    Closed,
    CoterieError,
    FeedOverrun,
    LinkError,
    NotConnected,
    OutboxFull,
    OutcomeUnknown,
    Rejected,
)
from coterie_client.feed import FeedItem, Presence, Report, Reset
from coterie_client.links import Link, make_link, new_secret, parse_link, websocket_url
from coterie_client.lists import find, is_storyteller
from coterie_client.outbox import new_id
from coterie_client.playback import Playback
from coterie_client.readers import Waiting
from coterie_client.settings import Settings
from coterie_client.shape import normalise
from coterie_client.state import fold
from coterie_client.status import Connecting, Ended, Live, Retrying, Status
from coterie_client.tokens import TOKEN_BYTES, Kept, TokenStore, new_token
from coterie_client.wire import (
    Accepted,
    Event,
    HistoryPage,
    Position,
    RollAnswer,
    Saved,
    SnapshotAnswer,
    Welcome,
    WireError,
)

__all__ = [
    "TOKEN_BYTES",
    "Accepted",
    "Backoff",
    "Client",
    "Closed",
    "Connecting",
    "CoterieError",
    "DiceFiles",
    "DiceInMemory",
    "DiceStore",
    "Ended",
    "Entry",
    "Event",
    "FeedItem",
    "FeedOverrun",
    "FileError",
    "Founding",
    "HistoryPage",
    "Invited",
    "Kept",
    "Link",
    "LinkError",
    "Linked",
    "Live",
    "NotConnected",
    "OutboxFull",
    "OutcomeUnknown",
    "Playback",
    "Position",
    "Presence",
    "Rejected",
    "Report",
    "Reset",
    "Retrying",
    "Returning",
    "RollAnswer",
    "Saved",
    "Settings",
    "SnapshotAnswer",
    "Status",
    "Times",
    "TokenStore",
    "Waiting",
    "Welcome",
    "WireError",
    "character_file",
    "find",
    "fold",
    "is_storyteller",
    "make_link",
    "new_id",
    "new_secret",
    "new_token",
    "normalise",
    "parse_link",
    "websocket_url",
]
