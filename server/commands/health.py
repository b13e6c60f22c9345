"""`coterie health`: whether a server is ready, for containers and people in a hurry."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from server.commands.configuring import SERVER_KINDS
from server.commands.terminal import CommandFailed, say
from server.config import Settings

TIMEOUT_S: Final = 4.0
"""Less than what the container image allows for the whole command."""


def default_url(environment: Mapping[str, str]) -> str:
    """Where the server of this machine, or this container, says how it is."""
    text = environment.get("COTERIE_PORT", "")
    try:
        port = SERVER_KINDS["port"].read(text, is_text=True) if text else Settings().port
    except ValueError:
        port = Settings().port
    return f"http://127.0.0.1:{port}/healthz"


def health(url: str) -> int:
    """
    Print what the server says; 0 if it is ready, else 1.

    Raises:
        CommandFailed: The address is none.
    """
    address = _address(url)
    # No proxy: the question is about this address, and not about what a proxy makes of it.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=TIMEOUT_S) as answer:
            said = answer.read(200).decode("utf-8", "replace").strip()
    except urllib.error.HTTPError as error:
        with error:
            said = error.read(200).decode("utf-8", "replace").strip()
        say(f"not ready: {said or error.code}")
        return 1
    except urllib.error.URLError as error:
        say(f"not reachable: {address}: {_reason(error.reason)}")
        return 1
    except (OSError, http.client.HTTPException) as error:
        say(f"not reachable: {address}: {_reason(error)}")
        return 1
    say(said)
    return 0


def _reason(error: object) -> str:
    """What the system says of it, without its number."""
    return str((isinstance(error, OSError) and error.strerror) or error)


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise CommandFailed(
            f"{url!r} is no address: accepted is one such as http://127.0.0.1:8420/healthz.", 2
        )
    return url if urlsplit(url).path not in ("", "/") else f"{url.rstrip('/')}/healthz"
