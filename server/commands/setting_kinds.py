"""What a setting may be: how it is read from text, what is accepted, and why it is not."""

import ipaddress
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from server.gateway.own_names import parse_authority

_SWITCHES = {
    "1": True, "true": True, "yes": True, "on": True,
    "0": False, "false": False, "no": False, "off": False,
}  # fmt: skip

CREATE_KEY_CHARACTERS = (8, 128)
"""A key that anybody could guess would let anybody create rooms."""


@dataclass(frozen=True, slots=True)
class Kind:
    """
    One kind of setting.

    Attributes:
        accepted: What is accepted, in words.
        parse: Turns text into a value; ValueError says why not, as the end of a sentence.
        check: Turns a value of whatever type into the setting; ValueError likewise.
        is_secret: Whether the value must not be repeated in messages.
    """

    accepted: str
    parse: Callable[[str], object]
    check: Callable[[object], Any]  # Any: whatever the setting's type is
    is_secret: bool = False

    def read(self, value: object, *, is_text: bool) -> Any:
        """The setting. Raises ValueError."""
        return self.check(self.parse(value) if is_text and isinstance(value, str) else value)


def whole(least: int, most: int) -> Kind:
    """A whole number."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()):
            raise ValueError("is no whole number")
        return int(text)

    def check(value: object) -> int:
        if type(value) is not int:
            raise ValueError("is no whole number")
        if not least <= value <= most:
            raise ValueError("is out of range")
        return value

    return Kind(f"a whole number from {least} to {most}", parse, check)


def number(least: float, most: float) -> Kind:
    """A number with or without a fraction."""

    def parse(text: str) -> float:
        try:
            return float(text)
        except ValueError:
            raise ValueError("is no number") from None

    def check(value: object) -> float:
        if type(value) not in (int, float) or not isinstance(value, int | float):
            raise ValueError("is no number")
        if math.isnan(value) or not least <= value <= most:
            raise ValueError("is out of range")
        return float(value)

    return Kind(f"a number from {least:g} to {most:g}", parse, check)


def switch() -> Kind:
    """Yes or no."""

    def parse(text: str) -> bool:
        found = _SWITCHES.get(text.strip().lower())
        if found is None:
            raise ValueError("is neither yes nor no")
        return found

    def check(value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError("is neither true nor false")
        return value

    return Kind("true or false (as text also yes or no, on or off, 1 or 0)", parse, check)


def one_of(*words: str) -> Kind:
    """One of a few words."""

    def check(value: object) -> str:
        if value not in words:
            raise ValueError("is none of the known words")
        return str(value)

    return Kind(" or ".join((", ".join(words[:-1]), words[-1])), str.strip, check)


def data_path() -> Kind:
    """Where the log is."""

    def check(value: object) -> Path:
        text = _text(value)
        if not text or "\0" in text:
            raise ValueError("is no path")
        return Path(text).expanduser()

    return Kind("the path of a file", str, check)


def listen_host() -> Kind:
    """Where to listen."""
    return Kind("an IP address or a host name, without a port", str.strip, _host)


def host_names() -> Kind:
    """Names by which the server is reached."""

    def check(value: object) -> tuple[str, ...]:
        return tuple(_host(name) for name in _list(value))

    return Kind(
        "a list of IP addresses or host names, without ports (as text, commas between them)",
        _split,
        check,
    )


def proxy_addresses() -> Kind:
    """Where reverse proxies are whose word about a client's address is taken."""

    def check(value: object) -> tuple[str, ...]:
        for text in _list(value):
            try:
                ipaddress.ip_network(text, strict=False)
            except ValueError:
                raise ValueError("is no list of addresses and networks") from None
        return tuple(_list(value))

    return Kind(
        "a list of IP addresses or networks such as 172.17.0.0/16 (as text, commas between them)",
        _split,
        check,
    )


def origins() -> Kind:
    """Where pages come from that may talk to the server."""

    def check(value: object) -> tuple[str, ...]:
        return tuple(_origin(one) for one in _list(value))

    return Kind(
        "a list of origins such as https://table.example, without paths, or null"
        " (as text, commas between them)",
        _split,
        check,
    )


def public_url() -> Kind:
    """What links are made of."""

    def check(value: object) -> str:
        text = _text(value)
        try:
            parts = urlsplit(text)
            has_port = parts.port is None or parts.port > 0
        except ValueError:
            raise ValueError("is no address") from None
        if parts.scheme not in ("http", "https") or not has_port:
            raise ValueError("is no address of a page")
        _host(parts.hostname or "")
        if "@" in parts.netloc:
            raise ValueError("carries a user name")
        if "?" in text or "#" in text:
            raise ValueError("carries more than a path")
        if not text.isprintable() or " " in text:
            raise ValueError("has blanks in it")
        return text

    return Kind("an http or https address such as https://table.example/coterie", str.strip, check)


def create_key() -> Kind:
    """What lets somebody create rooms."""
    least, most = CREATE_KEY_CHARACTERS

    def check(value: object) -> str:
        text = _text(value)
        if not least <= len(text) <= most:
            raise ValueError(f"has {len(text)} characters")
        if not text.isprintable() or not text.isascii() or " " in text:
            raise ValueError("has characters that are not accepted")
        return text

    return Kind(
        f"{least} to {most} letters, digits and signs of ASCII, without blanks",
        str,
        check,
        is_secret=True,
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("is no text")
    return value


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _list(value: object) -> list[str]:
    if not isinstance(value, list):
        raise ValueError("is no list")
    return [_text(one) for one in value]


def _host(value: object) -> str:
    text = _text(value)
    authority = parse_authority(text) or parse_authority(f"[{text}]")
    if authority is None or authority.port is not None or text.endswith(":"):
        raise ValueError("is no host")
    return text


def _origin(text: str) -> str:
    scheme, separator, rest = text.partition("://")
    if text == "null":
        return text
    if not re.fullmatch(r"[a-zA-Z][a-zA-Z0-9+.-]*", scheme) or not separator:
        raise ValueError("is no origin")
    if parse_authority(rest) is None:
        raise ValueError("is no origin")
    return text
