"""
Characters as files: what is kept of one, and the intents that bring it back to a table.

The format is published as `protocol/schema/character_file.schema.json`. A file holds what its
reader was shown: a tracker that is hidden from whoever saves a character is not in it, and gets
the server's default when the file is read.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from coterie_client.errors import CoterieError
from coterie_client.wire import Json

FORMAT = "coterie.character.1"

_V5_DOTS = ("stamina", "composure", "resolve")
_V5_NUMBERS = ("humanity", "blood_potency", "hunger")
_TRACKS = ("health", "willpower")
_TRAITS_AT_ONCE = 100
"""How many traits the intent that creates a character takes; a sheet holds more."""

_MOST_POINTS = 999
"""How many points of experience the intent that awards them takes."""

_ELSEWHERE = "From another table"

_DERIVED = ("level", "penalty", "is_impaired", "condition")
"""What the server says of a track beside what is marked on it."""

_MARKS = ("superficial", "aggravated", "bashing", "lethal", "extra")
"""What is left out of a file where there is none of it."""


class FileError(CoterieError):
    """A file that holds no character that can be read; says which field is wrong."""


def character_file(character: Mapping[str, Any], system: str) -> Json:
    """
    What to keep of a character.

    Args:
        character: As the state has it, with the traits that its owner sees.
        system: The room's, "v5" or "v20".
    """
    trackers = {
        name: _kept_track(value) if isinstance(value, Mapping) else value
        for name, value in character.get("trackers", {}).items()
    }
    kept: Json = {
        "format": FORMAT,
        "system": system,
        "name": character["name"],
        "kind": character["kind"],
        "clan": character.get("clan", ""),
        "traits": dict(character.get("traits", {})),
        "trackers": trackers,
    }
    if character.get("sheet") is not None:
        kept["sheet"] = character["sheet"]
    beliefs = character.get("beliefs") or {}
    for part in ("convictions", "touchstones"):
        if beliefs.get(part):
            kept[part] = [_tidy(each) for each in beliefs[part]]
    if character.get("experience") is not None:
        kept["experience"] = dict(character["experience"])
    return kept


def creation(
    file: Mapping[str, Any], *, owners: Sequence[str] | None = None, hidden: bool | None = None
) -> Json:
    """
    The intent that creates the character of a file.

    Raises:
        FileError: The file is of another format or system, or lacks a part.
    """
    _check(file)
    traits, trackers = dict(file.get("traits", {})), file.get("trackers", {})
    intent: Json = {"name": file.get("name"), "kind": file.get("kind"), "clan": file.get("clan")}
    intent |= {"owners": None if owners is None else list(owners), "hidden": hidden}
    if file["system"] == "v5":
        intent["type"] = "create_character"
        for name in [name for name in traits if _is_v5_dots(name)]:
            intent[name.strip().lower()] = traits.pop(name)
        traits = dict(list(traits.items())[:_TRAITS_AT_ONCE])
        intent |= {name: trackers.get(name) for name in _V5_NUMBERS}
        intent |= {f"{track}_boxes": trackers.get(track, {}).get("boxes") for track in _TRACKS}
    else:
        intent["type"] = "create_v20_character"
        intent |= {"sheet": file.get("sheet"), "morality": trackers.get("humanity")}
        intent |= {"willpower": trackers.get("willpower", {}).get("boxes")}
        intent |= {"blood": trackers.get("blood_pool")}
        traits = dict(list(traits.items())[:_TRAITS_AT_ONCE])
    intent["traits"] = traits
    return {name: value for name, value in intent.items() if value is not None}


def markings(file: Mapping[str, Any], character: str) -> list[Json]:
    """The intents that put on a character, just created, what its file says beyond `creation`."""
    intents: list[Json] = []
    trackers = file.get("trackers", {})
    is_v20 = file["system"] == "v20"
    others = [each for each in file.get("traits", {}).items() if is_v20 or not _is_v5_dots(each[0])]
    if others[_TRAITS_AT_ONCE:]:
        late = dict(others[_TRAITS_AT_ONCE:])
        intents.append({"type": "edit_character", "character": character, "traits": late})
    if trackers.get("stains"):
        tracker = {"tracker": "stains", "value": trackers["stains"]}
        intents.append({"type": "set_tracker", "character": character, **tracker})
    for track in _TRACKS:
        marks = {name: value for name, value in trackers.get(track, {}).items() if name != "boxes"}
        # No Willpower left is a mark too.
        if any(marks.values()) or marks.get("current") == 0:
            intents.append({"type": "set_track", "character": character, "track": track, **marks})
    believed = {part: list(file.get(part, ())) for part in ("convictions", "touchstones")}
    if any(believed.values()):
        intents.append({"type": "set_beliefs", "character": character, **believed})
    return intents


def learnt(file: Mapping[str, Any], character: str) -> list[Json]:
    """The intents, of a Storyteller, that award what the character of a file has learnt."""
    has = file.get("experience") or {}
    total, unspent = min(has.get("total", 0), _MOST_POINTS), has.get("unspent", 0)
    if not total:
        return []
    award = {"character": character, "points": total, "reason": _ELSEWHERE}
    intents: list[Json] = [{"type": "award_experience", "awards": [award]}]
    if total > unspent:
        spent = {"character": character, "points": total - unspent, "on": _ELSEWHERE}
        intents.append({"type": "spend_experience", **spent})
    return intents


def _tidy(part: str | Mapping[str, Any]) -> str | Json:
    """A Conviction, or a Touchstone without what is as usual."""
    if isinstance(part, str):
        return part
    usual = {"conviction": "", "state": "alive"}
    return {name: value for name, value in part.items() if usual.get(name) != value}


def _is_v5_dots(name: str) -> bool:
    return name.strip().lower() in _V5_DOTS


def _kept_track(track: Mapping[str, Any]) -> Json:
    return {
        name: value
        for name, value in track.items()
        if name not in _DERIVED and value is not None and (value or name not in _MARKS)
    }


def _check(file: Mapping[str, Any]) -> None:
    if file.get("format") != FORMAT:
        raise FileError(f"format: this is no character file; it must say {FORMAT!r}")
    if file.get("system") not in ("v5", "v20"):
        raise FileError("system: a character is of v5 or v20")
    if not isinstance(file.get("name"), str):
        raise FileError("name: a character has one")
    trackers = file.get("trackers", {})
    if not isinstance(file.get("traits", {}), Mapping) or not isinstance(trackers, Mapping):
        raise FileError("traits, trackers: must be objects")
    for track in _TRACKS:
        if not isinstance(trackers.get(track, {}), Mapping):
            raise FileError(f"trackers.{track}: must be an object with boxes")
