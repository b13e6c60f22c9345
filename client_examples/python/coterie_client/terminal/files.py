"""Characters as files on this computer."""

import json
from pathlib import Path
from typing import Any

from coterie_client.terminal.lines import OrderError
from coterie_client.wire import Json

MAX_BYTES = 1_000_000


def write(path: str, character: Json) -> None:
    """Keep a character in a new file; one that is there already stays as it is."""
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            json.dump(character, file, ensure_ascii=False, indent=2)
            file.write("\n")
    except FileExistsError as error:
        raise OrderError(f"there is a file {path} already: choose another name") from error
    except OSError as error:
        raise OrderError(f"{path} cannot be written: {error.strerror}") from error


def read(path: str) -> Json:
    """Read the character in a file."""
    try:
        with Path(path).open("rb") as file:
            content: Any = json.loads(file.read(MAX_BYTES + 1)[:MAX_BYTES])
    except OSError as error:
        raise OrderError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise OrderError(f"{path} holds no character: it is no JSON") from error
    if not isinstance(content, dict):
        raise OrderError(f"{path} holds no character: it must be an object")
    return content
