"""Links to a room: what the page's address says, and where the socket is."""

import base64
import binascii
import secrets
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from coterie_client.entries import Entry, Founding, Invited, Linked, Returning
from coterie_client.errors import LinkError

SECRET_BYTES = 16
_KINDS = ("create", "invite", "device")
_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_PAGE_SCHEMES = {"ws": "http", "wss": "https"}


@dataclass(frozen=True, slots=True)
class Link:
    """
    A link taken apart.

    Attributes:
        websocket_url: Where the server's socket is.
        kind: create, invite or device; None for the bare address of a server.
        create_key: The key of a create link.
        secret: The 16 bytes of an invite or device link.
    """

    websocket_url: str
    kind: Literal["create", "invite", "device"] | None = None
    create_key: str = field(default="", repr=False)
    secret: bytes = field(default=b"", repr=False)

    def entry(self, name: str = "", room_name: str = "") -> Entry:
        """
        How `hello` comes in by this link.

        Args:
            name: The new member's name; create and invite links need one.
            room_name: The new room's name; create links need one.

        Raises:
            LinkError: A name that this link needs is empty.
        """
        if self.kind in ("create", "invite") and not name.strip():
            raise LinkError(f"joining by a link of kind {self.kind} needs a name")
        if self.kind == "create":
            if not room_name.strip():
                raise LinkError("creating a room needs a name for it")
            return Founding(self.create_key, room_name, name)
        if self.kind == "invite":
            return Invited(self.secret, name)
        if self.kind == "device":
            return Linked(self.secret)
        return Returning()


def parse_link(text: str) -> Link:
    """
    Take a link apart, such as `https://host/table/#invite=AbC...`.

    The socket is at the same place as the page, at `ws`: `wss://host/table/ws`.

    Raises:
        LinkError: It is no such link; the message says what is wrong and never repeats the secret.
    """
    base, _, fragment = text.strip().partition("#")
    url = websocket_url(base)
    for part in fragment.split("&"):
        key, _, value = part.partition("=")
        if key == "create":
            create_key = unquote(value)
            if not 1 <= len(create_key) <= 128:
                raise LinkError("the create key in this link must have 1 to 128 characters")
            return Link(url, "create", create_key=create_key)
        if key in ("invite", "device"):
            return Link(url, "invite" if key == "invite" else "device", secret=_secret(key, value))
    if fragment:
        raise LinkError("behind the # of a link must be create=, invite= or device=")
    return Link(url)


def websocket_url(address: str) -> str:
    """
    Where the socket of the server at *address* is; a ws or wss address that ends in /ws is kept.

    Raises:
        LinkError: It is no address of a server.
    """
    parts = urlsplit(address)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise LinkError("a link begins with https:// or http:// and the name of a server")
    if parts.username is not None or parts.password is not None:
        raise LinkError("a link must not carry a user name or password")
    if any(f"{kind}=" in parts.query for kind in _KINDS):
        raise LinkError("the secret of this link stands in the wrong place: it belongs behind a #")
    path = parts.path or "/"
    if not (parts.scheme in _PAGE_SCHEMES and path.endswith("/ws")):
        folder, _, last = path.rpartition("/")
        # "/table" is the folder of that name; "/table/index.html" is a page in it.
        path = f"{folder}/ws" if not last or "." in last else f"{path}/ws"
    return urlunsplit((_SCHEMES[parts.scheme], parts.netloc, path, "", ""))


def page_url(websocket: str) -> str:
    """The address of the page that belongs to a socket's address."""
    parts = urlsplit(websocket)
    path = parts.path.removesuffix("ws")
    return urlunsplit((_PAGE_SCHEMES[parts.scheme], parts.netloc, path or "/", "", ""))


def make_link(websocket: str, kind: Literal["invite", "device"], secret: bytes) -> str:
    """The link to hand to somebody: a new invite's, or one for one's own next device."""
    encoded = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return f"{page_url(websocket)}#{kind}={quote(encoded)}"


def new_secret() -> bytes:
    """The secret of a new invite or device link."""
    return secrets.token_bytes(SECRET_BYTES)


def _secret(kind: str, value: str) -> bytes:
    try:
        secret = base64.b64decode(
            value.rstrip("=") + "=" * (-len(value.rstrip("=")) % 4), altchars=b"-_", validate=True
        )
    except (binascii.Error, ValueError):
        raise LinkError(f"the {kind} code in this link is damaged: copy the whole link") from None
    if len(secret) != SECRET_BYTES:
        raise LinkError(f"the {kind} code in this link is incomplete: copy the whole link")
    return secret
