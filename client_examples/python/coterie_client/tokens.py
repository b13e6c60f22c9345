"""
Tokens on this computer: one file per link, readable by its owner alone.

The file's name is a hash of the link, so that the folder tells nobody where it leads or how.
"""

import base64
import contextlib
import hashlib
import json
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TOKEN_BYTES = 32


def new_token() -> bytes:
    """A fresh token for this device."""
    return secrets.token_bytes(TOKEN_BYTES)


def default_folder() -> Path:
    """Where tokens of this user are kept: `COTERIE_HOME`, or the usual place for data."""
    if home := os.environ.get("COTERIE_HOME"):
        return Path(home)
    base = os.environ.get("XDG_DATA_HOME") or (Path.home() / ".local" / "share")
    return Path(base) / "coterie-client"


@dataclass(frozen=True, slots=True)
class Kept:
    """A token as it was kept; `is_joined` says that the server has known it once."""

    token: bytes = field(repr=False)
    is_joined: bool = False


class TokenStore:
    """
    Keeps a token per link.

    Args:
        folder: Made when something is kept, for its owner alone.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None else default_folder()

    def load(self, link: str) -> Kept | None:
        """The token kept for *link*; None when there is none that can be read."""
        try:
            kept: Any = json.loads(self._path(link).read_text(encoding="utf-8"))
            token = base64.b64decode(kept["token"], validate=True)
            if len(token) != TOKEN_BYTES:
                return None
            return Kept(token, kept.get("joined") is True)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def keep(self, link: str, kept: Kept) -> None:
        """
        Keep a token for *link*, in one step: the file is whole or the old one.

        Raises:
            OSError: It cannot be written.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(link)
        text = json.dumps(
            {"token": base64.b64encode(kept.token).decode(), "joined": kept.is_joined}
        )
        draft = path.with_suffix(f".{secrets.token_hex(4)}.new")
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            draft.replace(path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                draft.unlink()

    def forget(self, link: str) -> None:
        """Forget the token of *link*, if there is one."""
        with contextlib.suppress(FileNotFoundError):
            self._path(link).unlink()

    def _path(self, link: str) -> Path:
        return self._folder / f"{hashlib.sha256(link.strip().encode()).hexdigest()[:32]}.json"
