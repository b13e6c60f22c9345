"""How events of characters and what they have change a client's copy of the room."""

from collections.abc import Mapping
from typing import Any

from coterie_client.lists import Fold, change, find, is_storyteller, put, without
from coterie_client.shape import full_character, full_effect, full_sheet, full_tracker
from coterie_client.wire import Json


def _character_created(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "characters", full_character(event["card"]))


_KEPT = ("trackers", "audiences", "traits", "sheet", "beliefs", "experience")
"""What whoever had a card keeps of it when the character is un-hidden."""


def _character_unhidden(state: Json, event: Mapping[str, Any], _: str) -> Json:
    card = full_character(event["card"])
    known = find(state, "characters", card["character"])
    if known is not None:
        card |= {key: known[key] for key in _KEPT}
    return put(state, "characters", card)


def _sheet_noted(state: Json, event: Mapping[str, Any], _: str) -> Json:
    noted = {
        "traits": dict(event["traits"]),
        "audiences": dict(event["audiences"]),
        "sheet": full_sheet(event.get("sheet")),
    }
    if event.get("experience") is not None:
        noted["experience"] = event["experience"]
    return change(state, "characters", event["character"], noted)


def _character_edited(state: Json, event: Mapping[str, Any], _: str) -> Json:
    named = {"name": event["name"], "clan": event["clan"]}
    return change(state, "characters", event["character"], named)


def _owners_changed(state: Json, event: Mapping[str, Any], viewer: str) -> Json:
    return _played_otherwise(state, event, viewer, {"owners": sorted(event["owners"])})


def _stand_in_set(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "characters", event["character"], {"stand_in": event["member"]})


def _stand_in_ended(state: Json, event: Mapping[str, Any], viewer: str) -> Json:
    return _played_otherwise(state, event, viewer, {"stand_in": None})


def _played_otherwise(state: Json, event: Mapping[str, Any], viewer: str, changes: Json) -> Json:
    """Who plays a character no more sees no more of its sheet."""
    known = find(state, "characters", event["character"])
    if known is None:
        return state
    after = {**known, **changes}
    if not (_plays(after, viewer) or is_storyteller(state, viewer)):
        after |= {"traits": {}, "audiences": {}, "sheet": None, "experience": None}
    return put(state, "characters", after)


def _plays(character: Json, member: str) -> bool:
    """Whether a member owns a character, or stands in for its owners."""
    return member in (*character["owners"], character["stand_in"])


def _character_removed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    gone = event["character"]
    effects = [effect for effect in state["effects"] if effect["character"] != gone]
    groups = ([one for one in group if one["character"] != gone] for group in state["order"])
    order = [group for group in groups if group]
    requests = [request for request in state["requests"] if request["character"] != gone]
    left = without(state, "characters", gone)
    bonds = [bond for bond in state["bonds"] if bond["character"] != gone]
    kept = {"effects": effects, "order": order, "requests": requests, "bonds": bonds}
    return {**left, **kept}


def _effect_begun(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "effects", full_effect(event["effect"]))


def _effect_ended(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "effects", event["effect"])


def _trackers_shown(state: Json, event: Mapping[str, Any], _: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None:
        return state
    shown = {name: full_tracker(value) for name, value in event["trackers"].items()}
    return put(state, "characters", {**known, "trackers": {**known["trackers"], **shown}})


def _trackers_hidden(state: Json, event: Mapping[str, Any], _: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None:
        return state
    kept = {n: v for n, v in known["trackers"].items() if n not in event["trackers"]}
    return put(state, "characters", {**known, "trackers": kept})


def _tracker_audience_changed(state: Json, event: Mapping[str, Any], viewer: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None or not (_plays(known, viewer) or is_storyteller(state, viewer)):
        return state
    audiences = {**known["audiences"], event["tracker"]: event["audience"]}
    return put(state, "characters", {**known, "audiences": audiences})


def _tracker_changed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None or event["tracker"] not in known["trackers"]:
        return state
    trackers = {**known["trackers"], event["tracker"]: full_tracker(event["after"])}
    return put(state, "characters", {**known, "trackers": trackers})


CHARACTER_FOLDS: dict[str, Fold] = {
    "character_created": _character_created,
    "character_unhidden": _character_unhidden,
    "sheet_noted": _sheet_noted,
    "character_edited": _character_edited,
    "owners_changed": _owners_changed,
    "stand_in_set": _stand_in_set,
    "stand_in_ended": _stand_in_ended,
    "character_removed": _character_removed,
    "effect_begun": _effect_begun,
    "effect_changed": _effect_begun,
    "effect_ended": _effect_ended,
    "trackers_shown": _trackers_shown,
    "trackers_hidden": _trackers_hidden,
    "tracker_audience_changed": _tracker_audience_changed,
    "tracker_changed": _tracker_changed,
}
