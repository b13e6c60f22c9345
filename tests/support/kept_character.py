"""A character as a file, with something of everything that a V5 file holds."""

from typing import Any

KEPT: dict[str, Any] = {
    "format": "coterie.character.1",
    "system": "v5",
    "name": "Odile Marchetti",
    "kind": "vampire",
    "clan": "Toreador",
    "traits": {"stamina": 3, "composure": 2, "resolve": 4, "Persuasion": 4, "experience": 12},
    "trackers": {
        "hunger": 3,
        "humanity": 6,
        "stains": 2,
        "blood_potency": 2,
        "health": {"boxes": 7, "superficial": 2, "aggravated": 1},
        "willpower": {"boxes": 6, "superficial": 1},
    },
}
