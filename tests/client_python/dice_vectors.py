"""The published test vectors of the dice, read."""

import json
from functools import cache
from pathlib import Path
from typing import Any

VECTORS_FILE = Path(__file__).parents[2] / "protocol" / "dice_vectors.json"


@cache
def vectors() -> dict[str, Any]:
    """All of them, bytes in hex."""
    read: dict[str, Any] = json.loads(VECTORS_FILE.read_text(encoding="utf-8"))
    return read
