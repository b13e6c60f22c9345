"""Links: what they are made of, and where a phone finds the server."""

import ipaddress
import socket

import pytest

from server.commands import addresses
from server.commands.addresses import (
    base_url,
    device_link,
    lan_addresses,
    lan_urls,
    page_link,
)
from server.commands.configuring import ALL_LAN_ADDRESSES
from server.config import Settings


@pytest.mark.parametrize(
    ("settings", "base"),
    [
        (Settings(), "http://127.0.0.1:8420"),
        (Settings(host="localhost"), "http://localhost:8420"),
        (Settings(host="::1"), "http://[::1]:8420"),
        (Settings(host=ALL_LAN_ADDRESSES), "http://localhost:8420"),
        (Settings(host="::"), "http://localhost:8420"),
        (Settings(public_url="https://table.example/coterie/"), "https://table.example/coterie/"),
    ],
)
def test_the_base_is_where_a_browser_here_finds_the_pages(settings: Settings, base: str) -> None:
    """The public URL if there is one; else the host, which is never "everywhere"."""
    assert base_url(settings, 8420) == base


def test_the_usual_port_is_not_written() -> None:
    """Port 80 needs no saying."""
    assert base_url(Settings(), 80) == "http://127.0.0.1"


def test_a_link_keeps_the_path_and_has_its_secret_in_the_fragment() -> None:
    """A sub-path stays, with one slash before the fragment; signs in a key are escaped."""
    link = page_link("https://table.example/coterie", "create", "a+b/c&d#e")
    assert link == "https://table.example/coterie/#create=a%2Bb%2Fc%26d%23e"
    assert (
        page_link("http://127.0.0.1:8420", "create", "key") == "http://127.0.0.1:8420/#create=key"
    )
    assert device_link("http://x/", bytes(16)) == "http://x/#device=AAAAAAAAAAAAAAAAAAAAAA"


@pytest.mark.parametrize(
    ("host", "urls"),
    [
        (ALL_LAN_ADDRESSES, ["http://192.0.2.7:8420", "http://198.51.100.7:8420"]),
        ("::", ["http://192.0.2.7:8420", "http://198.51.100.7:8420"]),
        ("192.0.2.9", ["http://192.0.2.9:8420"]),
        ("table.local", ["http://table.local:8420"]),
        ("127.0.0.1", []),
        ("::1", []),
        ("localhost", []),
    ],
)
def test_a_phone_finds_the_server_where_it_listens(host: str, urls: list[str]) -> None:
    """All addresses if it listens on all, its own if it has one, none if it listens here alone."""

    def find() -> list[str]:
        return ["192.0.2.7", "198.51.100.7"]

    assert lan_urls(Settings(host=host, lan=True), 8420, find) == urls


def test_this_machines_addresses_are_addresses_that_others_may_reach() -> None:
    """Neither the loopback nor "everywhere" nor a link-local address is ever among them."""
    for text in lan_addresses():
        address = ipaddress.ip_address(text)
        assert address.version == 4
        assert not address.is_loopback
        assert not address.is_unspecified
        assert not address.is_link_local


def test_a_machine_on_no_network_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no route leads anywhere and the name stands for nothing, nothing is found."""

    class NoRoute(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    def unknown(*_: object) -> list[object]:
        raise socket.gaierror("Name or service not known")

    monkeypatch.setattr(addresses.socket, "socket", NoRoute)
    monkeypatch.setattr(addresses.socket, "getaddrinfo", unknown)
    assert lan_addresses() == []


def test_several_interfaces_are_all_found_the_one_to_the_outside_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the routing table says comes before what the machine's name stands for; no doubles."""
    routes = {"192.0.2.1": "198.51.100.7", "10.255.255.254": "10.0.0.7"}

    def towards(target: str) -> str:
        return routes.get(target, "198.51.100.7")

    monkeypatch.setattr(addresses, "_address_towards", towards)
    monkeypatch.setattr(
        addresses, "_own_addresses", lambda: ["127.0.1.1", "10.0.0.7", "172.16.0.7"]
    )
    assert lan_addresses() == ["198.51.100.7", "10.0.0.7", "172.16.0.7"]
