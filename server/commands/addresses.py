"""The links that a server prints: where a browser on this machine, or a phone nearby, finds it."""

import base64
import ipaddress
import socket
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import quote

from server.config import Settings

_PROBES: Final = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""
Addresses to ask the routing table about: one that is nowhere, so that the answer is the interface
to the outside, then one of each private network.
"""


def page_link(base: str, kind: str, secret: str) -> str:
    """A link to the pages at *base* with a secret in its fragment, which no server is ever sent."""
    return f"{base.rstrip('/')}/#{kind}={quote(secret, safe='')}"


def device_link(base: str, secret: bytes) -> str:
    """The link that lets one more device of a member in."""
    return page_link(base, "device", base64.urlsafe_b64encode(secret).decode().rstrip("="))


def base_url(settings: Settings, port: int) -> str:
    """Where this server's pages are: the public URL, or its host as a browser here writes it."""
    if settings.public_url is not None:
        return settings.public_url
    return _http(local_host(settings.host), port)


def local_host(host: str) -> str:
    """*host* as a browser on this machine can open it: "everywhere" is no address to go to."""
    address = _address(host)
    return "localhost" if address is not None and address.is_unspecified else host


def lan_urls(
    settings: Settings, port: int, find: Callable[[], list[str]] | None = None
) -> list[str]:
    """
    Where a phone on the same network finds this server's pages, the likeliest first.

    Empty where the server listens to this machine alone, or the machine is on no network.
    """
    address = _address(settings.host)
    if address is not None and address.is_unspecified:
        return [_http(found, port) for found in (lan_addresses if find is None else find)()]
    return [] if is_loopback(settings.host) else [_http(settings.host, port)]


def is_loopback(host: str) -> bool:
    """Whether a server that listens at *host* is heard on this machine alone."""
    address = _address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses that others may reach, the one to the outside first."""
    found = [*map(_address_towards, _PROBES), *_own_addresses()]
    return [text for text in dict.fromkeys(found) if text is not None and _is_reachable(text)]


def _address_towards(target: str) -> str | None:
    """Which of this machine's addresses would be used to reach *target*; nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            name: str = probe.getsockname()[0]
            return name
    except OSError:
        return None


def _own_addresses() -> Iterable[str]:
    """What this machine's own name stands for, where it stands for anything."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM)
    except (OSError, UnicodeError):
        return
    for *_, address in found:
        yield str(address[0])


def _is_reachable(text: str) -> bool:
    address = _address(text)
    return address is not None and not (
        address.is_loopback or address.is_unspecified or address.is_link_local
    )


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _http(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"
