"""Links to a room."""

import base64

import pytest
from coterie_client import LinkError, make_link, new_secret, parse_link, websocket_url
from coterie_client.entries import Founding, Invited, Linked, Returning

SECRET = bytes(range(240, 256))
CODE = base64.urlsafe_b64encode(SECRET).decode().rstrip("=")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://host/", "wss://host/ws"),
        ("https://host", "wss://host/ws"),
        ("http://host:8420/", "ws://host:8420/ws"),
        ("https://host/table/", "wss://host/table/ws"),
        ("https://host/table", "wss://host/table/ws"),
        ("https://host/table/index.html", "wss://host/table/ws"),
        ("https://host/a/b/", "wss://host/a/b/ws"),
        ("http://[::1]:8420/", "ws://[::1]:8420/ws"),
        ("wss://host/table/ws", "wss://host/table/ws"),
        ("https://host/ws", "wss://host/ws/ws"),
        ("https://host/?theme=dark", "wss://host/ws"),
    ],
)
def test_the_socket_is_beside_the_page(address: str, expected: str) -> None:
    """Same origin, same sub-path, then ws."""
    assert websocket_url(address) == expected


def test_an_invite_link_becomes_an_entry() -> None:
    """The secret comes out of the fragment as 16 bytes."""
    link = parse_link(f"https://host/table/#invite={CODE}")
    assert link.websocket_url == "wss://host/table/ws"
    assert link.entry("Zoë") == Invited(SECRET, "Zoë")


def test_padding_and_space_around_a_link_do_no_harm() -> None:
    """Links are pasted with what stands around them."""
    assert parse_link(f"  https://host/#invite={CODE}==\n").secret == SECRET


def test_a_create_link_becomes_an_entry() -> None:
    """The key is text, percent-encoded where it must be; a plus stays a plus."""
    link = parse_link("https://host/#create=a%2Fb+c")
    assert link.entry("Ada", "The table") == Founding("a/b+c", "The table", "Ada")


def test_a_device_link_needs_no_name() -> None:
    """The member has one."""
    assert parse_link(f"https://host/#device={CODE}").entry() == Linked(SECRET)


def test_a_bare_address_comes_back_by_token() -> None:
    """Without a fragment there is only the token."""
    assert parse_link("https://host/").entry() == Returning()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host",
        "ftp://host/#invite=x",
        "https:///#invite=x",
        "https://host/#invite=",
        "https://host/#invite=AAAA",
        "https://host/#invite=!!!!!!!!!!!!!!!!!!!!!!",
        f"https://host/#invite={CODE}A",
        "https://host/#create=",
        f"https://host/#create={'k' * 129}",
        "https://host/#something=else",
        f"https://host/?invite={CODE}",
        "https://user:word@host/",
    ],
)
def test_what_is_no_link_is_refused(text: str) -> None:
    """With a sentence, and without saying the secret again."""
    with pytest.raises(LinkError) as caught:
        parse_link(text)
    assert CODE not in str(caught.value)


@pytest.mark.parametrize("kind", ["invite", "device"])
@pytest.mark.parametrize("socket", ["wss://host/ws", "ws://h:1/table/ws"])
def test_a_link_that_was_made_is_understood(kind: str, socket: str) -> None:
    """Round trip over every kind of secret."""
    for _ in range(50):
        secret = new_secret()
        link = parse_link(make_link(socket, kind, secret))
        assert (link.websocket_url, link.kind, link.secret) == (socket, kind, secret)


def test_names_that_a_link_needs_are_asked_for() -> None:
    """Before anything is sent."""
    with pytest.raises(LinkError, match="name"):
        parse_link(f"https://host/#invite={CODE}").entry(" ")
    with pytest.raises(LinkError, match="name"):
        parse_link("https://host/#create=key").entry("Ada", "")


def test_secrets_do_not_show_when_a_link_is_printed() -> None:
    """A traceback or a log line tells nobody the way in."""
    link = parse_link(f"https://host/#invite={CODE}")
    assert "xf0" not in repr(link) + repr(link.entry("Zoë"))
    created = parse_link("https://host/#create=hushhush")
    assert "hush" not in repr(created) + repr(created.entry("Ada", "Room"))
