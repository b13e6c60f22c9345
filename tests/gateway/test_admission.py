"""Limits on connections: in all, from one address, and before hello."""

import pytest

from server.config import LimitSettings
from server.gateway.admission import Admission, counted_address, proxies


class Guests:
    """Guests that note when they are let go."""

    def __init__(self, **limits: int) -> None:
        self.admission = Admission(LimitSettings(**limits))
        self.let_go: list[object] = []

    def wait(self, guest: object) -> None:
        """Let a guest come who has not said hello."""
        self.admission.wait(guest, lambda: self.let_go.append(guest))


def test_as_many_as_the_limit_are_connected() -> None:
    """The last place is given once; it is free again when somebody leaves."""
    admission = Admission(LimitSettings(max_connections=2))
    assert admission.enter("a", None) is None
    assert admission.enter("b", None) is None
    assert admission.enter("c", None) == "This server takes at most 2 connections."
    admission.leave("c")
    assert admission.enter("c", None) is not None
    admission.leave("a")
    admission.leave("a")
    assert admission.enter("c", None) is None
    assert admission.entered == 2


def test_as_many_as_the_limit_come_from_one_address() -> None:
    """One address cannot take the places of others, and those turned away are not counted."""
    admission = Admission(LimitSettings(max_connections_per_address=2))
    assert admission.enter("a", "192.0.2.1") is None
    assert admission.enter("b", "192.0.2.1") is None
    refusal = admission.enter("c", "192.0.2.1")
    assert refusal == "This server takes at most 2 connections from one address."
    assert admission.enter("d", "192.0.2.2") is None
    assert admission.enter("e", None) is None
    admission.leave("c")
    admission.leave("b")
    assert admission.enter("c", "192.0.2.1") is None


def test_who_has_waited_longest_is_let_go() -> None:
    """Sockets that never say hello take no member's place (F15)."""
    guests = Guests(max_waiting_for_hello=3)
    for guest in "abc":
        guests.wait(guest)
    assert guests.let_go == []
    guests.wait("d")
    assert guests.let_go == ["a"]
    guests.admission.greet("b")
    guests.wait("e")
    assert guests.let_go == ["a"]
    guests.wait("f")
    assert guests.let_go == ["a", "c"]
    assert guests.admission.waiting == 3


def test_waiting_again_keeps_the_place_in_the_line() -> None:
    """A socket that becomes a WebSocket has waited since it came; only how it is let go changes."""
    guests = Guests(max_waiting_for_hello=2)
    guests.wait("a")
    guests.wait("b")
    guests.admission.wait("a", lambda: guests.let_go.append("a, as a WebSocket"))
    guests.wait("c")
    assert guests.let_go == ["a, as a WebSocket"]


def test_a_guest_that_leaves_is_forgotten() -> None:
    """However far it had come."""
    guests = Guests(max_waiting_for_hello=1)
    guests.wait("a")
    guests.admission.leave("a")
    guests.wait("b")
    assert guests.let_go == []
    guests.admission.greet("b")
    guests.admission.leave("b")
    guests.admission.leave("nobody")
    assert (guests.admission.waiting, guests.admission.entered) == (0, 0)


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        (("192.0.2.7", 5), None, "192.0.2.7"),
        (("192.0.2.7", 5), "198.51.100.1", "192.0.2.7"),
        (("::ffff:192.0.2.7", 5, 0, 0), None, "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5, 0, 0), None, "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 5, 0, 2), None, "fe80::/64"),
        (("127.0.0.1", 5), None, None),
        (("::1", 5, 0, 0), None, None),
        (("127.0.0.1", 5), "198.51.100.1", "198.51.100.1"),
        (("127.0.0.1", 5), "10.0.0.1, 198.51.100.1", "198.51.100.1"),
        (("::1", 5, 0, 0), "2001:db8::1", "2001:db8::/64"),
        (("127.0.0.1", 5), "198.51.100.1, nonsense", None),
        (("127.0.0.1", 5), "127.0.0.1", None),
        (("127.0.0.1", 5), "", None),
        (("", 0), None, None),
        ("/run/socket", None, None),
        (None, None, None),
    ],
)
def test_the_address_that_counts(peer: object, forwarded: str | None, counted: str | None) -> None:
    """The socket's own, or what a proxy on this machine saw; never what a client claims."""
    assert counted_address(peer, forwarded) == counted


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("172.17.0.1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:172.17.0.1", "198.51.100.1", "198.51.100.1"),
        ("172.18.0.1", "198.51.100.1", "172.18.0.1"),
        ("fd00::7", "198.51.100.1", "198.51.100.1"),
        ("172.17.0.1", "203.0.113.9, 198.51.100.1, 172.17.0.9", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.1, 172.17.0.9", "198.51.100.1"),
        ("172.17.0.1", "203.0.113.9, nonsense", None),
        ("172.17.0.1", "172.17.0.9", None),
        ("172.17.0.1", None, None),
    ],
)
def test_proxies_that_are_named_are_believed(
    peer: str, forwarded: str | None, counted: str | None
) -> None:
    """A chain of them is followed back to the first address that is none of theirs."""
    trusted = proxies(["172.17.0.0/16", "fd00::7"])
    assert counted_address((peer, 5), forwarded, trusted) == counted
