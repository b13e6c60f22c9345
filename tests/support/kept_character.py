"""Characters as files, with something of everything that a file of each system holds."""

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
    "experience": {"total": 15, "unspent": 4},
    "convictions": ["The guilty alone may suffer"],
    "touchstones": [
        {"name": "Nina", "conviction": "The guilty alone may suffer", "state": "harmed"},
        {"name": "Father Anselm"},
    ],
}

KEPT_V20: dict[str, Any] = {
    "format": "coterie.character.1",
    "system": "v20",
    "name": "Casimir Roth",
    "kind": "vampire",
    "clan": "Tremere",
    "traits": {"Stamina": 3, "Occult": 4, "Self-Control": 4, "Courage": 2, "Thaumaturgy": 3},
    "trackers": {
        "health": {"boxes": 8, "bashing": 1, "lethal": 2, "aggravated": 1, "extra": ["hurt"]},
        "willpower": {"boxes": 6, "current": 0},
        "blood_pool": 8,
        "humanity": 6,
    },
    "sheet": {
        "generation": 10,
        "path": "Path of Lilith",
        "specialties": {"Occult": ["Rituals"]},
        "abilities": {"Kindred lore": "knowledge"},
    },
}
