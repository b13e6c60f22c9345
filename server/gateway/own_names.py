"""
Which names this server answers to, and which pages may talk to it.

Host names are checked so that no page can make its own name point here (DNS rebinding); origins so
that no page of somebody else talks to this server through a visitor's browser.
"""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from server.config import Settings

_PORTS = {"http": 80, "https": 443}

_LOCAL_ENDINGS = (".local", ".lan", ".home.arpa", ".internal", ".home")
"""What names of local networks end in: no name of the internet does, so no stranger's page does."""


@dataclass(frozen=True, slots=True)
class Authority:
    """A host, in lower case and without brackets, and the port if one was named."""

    host: str
    port: int | None


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a page comes from; the port is always there where the scheme has one."""

    scheme: str
    authority: Authority


class OwnNames:
    """The names of this server, as it was configured."""

    def __init__(self, settings: Settings) -> None:
        self._is_lan = settings.lan
        hosts = [settings.host, *settings.hosts]
        origins = list(settings.origins)
        self.path_prefix = ""
        if settings.public_url is not None:
            parts = urlsplit(settings.public_url)
            hosts.append(parts.hostname or "")
            origins.append(f"{parts.scheme}://{parts.netloc}")
            self.path_prefix = parts.path.rstrip("/")
        parsed = (parse_authority(host) or parse_authority(f"[{host}]") for host in hosts)
        self._hosts = frozenset(each.host for each in parsed if each is not None)
        self._origins = frozenset(map(_parse_origin, origins)) - {None}
        self._takes_null = "null" in origins

    def refuse_host(self, header: str | None) -> str | None:
        """Say why a request with this `Host` header is not answered; None if it is."""
        authority = None if header is None else parse_authority(header)
        if authority is None:
            return "The request names no host, or none that can be read."
        host = authority.host
        is_near = _is_address(host) or _is_local_name(host)
        if host in self._hosts or _is_loopback(host) or (self._is_lan and is_near):
            return None
        return (
            f"This server does not answer to the name {_shown(host)}. If that is its name, say so "
            "in its settings: as the public URL, or in the list of hosts"
            + (", or start it for the local network (lan)." if is_near else ".")
        )

    def refuse_origin(self, header: str | None, host_header: str | None) -> str | None:
        """
        Say why a page of this origin may open no socket; None if it may.

        Args:
            header: The `Origin` header; only browsers send one.
            host_header: The `Host` header, checked already.
        """
        if header is None or (header == "null" and self._takes_null):
            return None
        origin = _parse_origin(header)
        if origin is not None:
            if origin in self._origins or _is_loopback(origin.authority.host):
                return None
            own = parse_authority(host_header or "")
            if own is not None and _with_port(own, origin.scheme) == origin.authority:
                return None
        return (
            f"Pages of {_shown(header)} may not talk to this server. If they should, add that "
            "origin to the list of origins in its settings; if it is this server's own name, "
            "set the public URL."
        )


def parse_authority(text: str) -> Authority | None:
    """Read `host`, `host:port`, `[v6]` or `[v6]:port`; None if it is none of these."""
    host, port = text.strip().lower(), None
    if host.startswith("["):
        host, bracket, rest = host[1:].partition("]")
        if not bracket or not _is_address(host) or (rest and not rest.startswith(":")):
            return None
        host = str(ipaddress.ip_address(host))
    else:
        host, colon, rest = host.partition(":")
        rest = colon + rest
        host = host.removesuffix(".")
        if not host or not all(c.isalnum() or c in "-._" for c in host):
            return None
    if rest not in ("", ":"):
        digits = rest[1:]
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 5):
            return None
        port = int(digits)
    return Authority(host, port)


def _parse_origin(text: str) -> Origin | None:
    scheme, separator, rest = text.strip().lower().partition("://")
    authority = parse_authority(rest.rstrip("/"))
    if not separator or authority is None:
        return None
    return Origin(scheme, _with_port(authority, scheme))


def _with_port(authority: Authority, scheme: str) -> Authority:
    """Fill in the port that the scheme stands for."""
    return Authority(authority.host, authority.port or _PORTS.get(scheme))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _is_local_name(host: str) -> bool:
    """Whether it is a name that only a local network knows: of one word, or by its ending."""
    return "." not in host or host.endswith(_LOCAL_ENDINGS)


def _shown(text: str) -> str:
    """Show what a client sent: short, and nothing that is not a plain character."""
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text[:100])
