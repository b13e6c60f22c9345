"""
How many may be connected: in all, from one address, and before they have said hello.

Pure bookkeeping of guests, whatever those are. Nobody who waits can keep a member out: where too
many have not said hello, the one that has waited longest is let go.
"""

import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable, Iterable

from server.config import LimitSettings


class Admission:
    """The guests of one server."""

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._waiting: dict[Hashable, Callable[[], None]] = {}
        self._entered: dict[Hashable, str | None] = {}
        self._by_address: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many have not said hello."""
        return len(self._waiting)

    @property
    def entered(self) -> int:
        """How many have opened a WebSocket."""
        return len(self._entered)

    def wait(self, guest: Hashable, let_go: Callable[[], None]) -> None:
        """
        Count somebody among those who have not said hello; said again, *let_go* is replaced.

        Where that makes too many, whoever has waited longest is let go by its *let_go*.
        """
        self._waiting[guest] = let_go
        if len(self._waiting) > self._limits.max_waiting_for_hello:
            longest = next(iter(self._waiting))
            self._waiting.pop(longest)()

    def enter(self, guest: Hashable, address: str | None) -> str | None:
        """
        Count a WebSocket that was opened.

        Args:
            guest: Who opened it.
            address: Where it comes from, as `counted_address` says it; None is not counted.

        Returns:
            None, or the sentence with which it is turned away; then it is not counted.
        """
        if len(self._entered) >= self._limits.max_connections:
            return f"This server takes at most {self._limits.max_connections} connections."
        most = self._limits.max_connections_per_address
        if address is not None:
            if self._by_address[address] >= most:
                return f"This server takes at most {most} connections from one address."
            self._by_address[address] += 1
        self._entered[guest] = address
        return None

    def greet(self, guest: Hashable) -> None:
        """Note that a guest has said hello."""
        self._waiting.pop(guest, None)

    def leave(self, guest: Hashable) -> None:
        """Forget a guest; may be said again."""
        self._waiting.pop(guest, None)
        address = self._entered.pop(guest, None)
        if address is not None:
            self._by_address[address] -= 1
            if self._by_address[address] == 0:
                del self._by_address[address]


Proxies = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]
"""Where reverse proxies are that are believed, besides this very machine."""


def proxies(texts: Iterable[str]) -> Proxies:
    """Read addresses and networks; the setting's kind has checked them."""
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def counted_address(peer: object, forwarded_for: str | None, trusted: Proxies = ()) -> str | None:
    """
    Say under which address a connection is counted.

    Args:
        peer: The socket's address as asyncio gives it: a tuple that begins with the host.
        forwarded_for: The `X-Forwarded-For` header, believed only where the connection comes from
            a proxy: from this very machine, or from one of *trusted*.
        trusted: Proxies elsewhere.

    Returns:
        An IPv4 address, or the network of an IPv6 address, of which one client has the whole. None
        for a connection from this machine, and where there is no address.
    """
    host = peer[0] if isinstance(peer, tuple) and peer else None
    address = _parse(host)
    # Each proxy appends the address that it saw; what stands before that anybody may have written.
    seen = (forwarded_for or "").split(",")
    while address is not None and _is_proxy(address, trusted):
        address = _parse(seen.pop().strip()) if seen else None
    if address is None:
        return None
    if address.version == 4:
        return str(address)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def _is_proxy(address: ipaddress.IPv4Address | ipaddress.IPv6Address, trusted: Proxies) -> bool:
    return address.is_loopback or any(address in network for network in trusted)


def _parse(text: object) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    if not isinstance(text, str):
        return None
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return address if mapped is None else mapped
