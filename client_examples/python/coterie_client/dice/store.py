"""
What is kept of the dice on this computer: a file per seat, readable by its owner alone.

Whoever reads the entropy of a number that was not rolled yet, and runs the server, could choose.
"""

import contextlib
import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import Protocol

from coterie_client.tokens import default_folder
from coterie_client.wire import Json

MOST_BOOKS = 20
"""Books that are kept of a seat."""


class DiceStore(Protocol):
    """Keeps what a seat knows of its books."""

    def load(self, seat: str) -> Json:
        """What was kept for a seat, or an empty object."""

    def keep(self, seat: str, kept: Json) -> None:
        """
        Keep it, before anything that it holds is sent.

        Raises:
            OSError: It cannot be kept.
        """


class DiceInMemory:
    """For a program whose seat ends with it: what is kept is gone then."""

    def __init__(self) -> None:
        self._kept: dict[str, Json] = {}

    def load(self, seat: str) -> Json:
        """What was kept for a seat, or an empty object."""
        return self._kept.get(seat, {})

    def keep(self, seat: str, kept: Json) -> None:
        """Keep it."""
        self._kept[seat] = kept


class DiceFiles:
    """
    A file for each seat, beside the tokens.

    Args:
        folder: Made when something is kept, for its owner alone.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None else default_folder()

    def load(self, seat: str) -> Json:
        """What was kept for a seat, or an empty object where nothing can be read."""
        try:
            kept = json.loads(self._path(seat).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def keep(self, seat: str, kept: Json) -> None:
        """
        Keep it in one step: the file is whole or the old one.

        Raises:
            OSError: It cannot be written.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(seat)
        draft = path.with_suffix(f".{secrets.token_hex(4)}.new")
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                draft.unlink()

    def _path(self, seat: str) -> Path:
        return self._folder / f"dice-{hashlib.sha256(seat.encode()).hexdigest()[:32]}.json"
