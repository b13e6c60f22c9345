"""What the messages of clients have in common."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.dice import DiceClaim, EnteredFaces
from protocol.ids import AnyMemberId, IntentId
from protocol.words import Note, Visibility


class ClientMessage(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What all messages from clients have in common."""


class BaseIntent(ClientMessage, frozen=True, kw_only=True):
    """Something a client asks the room to change; `id` binds it for ever once it is accepted."""

    id: IntentId


Members = Annotated[tuple[AnyMemberId, ...], Meta(max_length=64)]


class PlacedIntent(BaseIntent, frozen=True, kw_only=True):
    """An intent whose traces the sender may place: `to` names members for a whisper."""

    visibility: Visibility | None = None
    to: Members = ()
    note: Note = ""


class RollingIntent(PlacedIntent, frozen=True, kw_only=True):
    """An intent that rolls dice: the server's, or faces entered where the room allows that."""

    dice: DiceClaim | None = None
    entered: EnteredFaces | None = None
