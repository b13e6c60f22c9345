"""
One form for snapshots: what a message may leave out is filled in, lists are sorted by id.

Two states of the same room are then equal, however they came about. Fields that are not known here
are kept as they are.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from coterie_client.dice.book import full_book
from coterie_client.lists import LISTS
from coterie_client.wire import Json


def normalise(snapshot: Mapping[str, Any]) -> Json:
    """
    A snapshot in full form, sorted.

    Raises:
        KeyError, TypeError: It is no snapshot.
    """
    state: Json = {
        "requests": (),
        "reveals": (),
        "boundaries": (),
        "tenets": (),
        "bonds": (),
        "boons": (),
        "pause": None,
        "locked": False,
        **snapshot,
    }
    for section, key in LISTS.items():
        state[section] = sorted((dict(entry) for entry in state[section]), key=lambda e: e[key])
    state["characters"] = [full_character(card) for card in state["characters"]]
    state["effects"] = [full_effect(effect) for effect in state["effects"]]
    state["proposals"] = [full_proposal(proposal) for proposal in state["proposals"]]
    state["boundaries"] = [{"by": None, **each} for each in state["boundaries"]]
    state["tenets"] = list(state["tenets"])
    state["bonds"] = [full_bond(bond) for bond in state["bonds"]]
    state["boons"] = [full_boon(boon) for boon in state["boons"]]
    if state["pause"] is not None:
        state["pause"] = full_pause(state["pause"])
    state["reveals"] = [{"to": None, **reveal} for reveal in state["reveals"]]
    state["requests"] = [full_request(request) for request in state["requests"]]
    state["order"] = full_order(state.get("order", ()))
    state["dice"] = full_book(state.get("dice"))
    return state


def full_character(card: Mapping[str, Any]) -> Json:
    """A character with everything that a message leaves out when it is empty."""
    trackers = {name: full_tracker(value) for name, value in card.get("trackers", {}).items()}
    return {
        "clan": "",
        "hidden": False,
        "stand_in": None,
        **card,
        "owners": sorted(card.get("owners", ())),
        "trackers": trackers,
        "audiences": dict(card.get("audiences", {})),
        "traits": dict(card.get("traits", {})),
        "sheet": full_sheet(card.get("sheet")),
        "beliefs": full_beliefs(card.get("beliefs")),
        "experience": card.get("experience"),
    }


def full_beliefs(beliefs: Mapping[str, Any] | None) -> Json | None:
    """Convictions and Touchstones in full; null where the viewer sees none."""
    if beliefs is None:
        return None
    touchstones = [
        {"conviction": "", "state": "alive", **each} for each in beliefs.get("touchstones", ())
    ]
    convictions = list(beliefs.get("convictions", ()))
    audience = beliefs.get("audience", "owner")
    return {"convictions": convictions, "touchstones": touchstones, "audience": audience}


def full_bond(bond: Mapping[str, Any]) -> Json:
    """A bond with everything that a message leaves out when it is empty."""
    nothing = {"strength": 0, "regnant": None, "regnant_name": "", "is_veiled": False}
    return {**nothing, "audience": "owner", **bond}


def full_boon(boon: Mapping[str, Any]) -> Json:
    """A boon with everything that a message leaves out when it is empty."""
    nothing = {"debtor": None, "creditor": None, "text": "", "state": "owed", "audience": "table"}
    return {**nothing, **boon}


def full_pause(pause: Mapping[str, Any]) -> Json:
    """A pause with everything that a message leaves out when it is empty."""
    return {"by": None, "note": "", **pause}


def full_sheet(sheet: Mapping[str, Any] | None) -> Json | None:
    """What a V20 character has beside dots, in full; null for any other."""
    if sheet is None:
        return None
    return {"generation": 13, "path": "", "specialties": {}, "abilities": {}, **sheet}


def full_tracker(value: int | Mapping[str, Any]) -> int | Json:
    """A tracker's value; a track of boxes with all its counts."""
    if isinstance(value, int):
        return value
    track: Json = {
        "superficial": 0,
        "aggravated": 0,
        "is_impaired": False,
        "condition": None,
        "bashing": 0,
        "lethal": 0,
        "extra": [],
        "level": None,
        "penalty": 0,
        "current": None,
    }
    return {**track, **value}


def full_proposal(proposal: Mapping[str, Any]) -> Json:
    """A proposal with everything that a message leaves out when it is empty."""
    named = ("character", "roll", "contest", "damage", "difficulty", "against", "claim", "member")
    correction = proposal.get("correction")
    nothing = dict.fromkeys(named)
    return {
        **nothing,
        "is_soaked": False,
        "by": None,
        "note": "",
        **proposal,
        "correction": None if correction is None else full_correction(correction),
        "options": list(proposal.get("options", ())),
        "fallback": list(proposal.get("fallback", ())),
        "invites": list(proposal.get("invites", ())),
    }


def full_correction(correction: Mapping[str, Any]) -> Json:
    """A tracker to be put right, with everything that a message leaves out when it is empty."""
    values = {name: full_tracker(correction[name]) for name in ("before", "after")}
    return {"visibility": "public", "to": [], **correction, **values}


def full_request(request: Mapping[str, Any]) -> Json:
    """A request with everything that a message leaves out when it is empty."""
    named = ("pool", "difficulty", "visibility", "due_at_ms", "answer", "roll", "kept", "told")
    nothing: Json = dict.fromkeys(named)
    return {
        **nothing,
        "specialty": "",
        "label": "",
        "required": 1,
        "note": "",
        "hide_pool": False,
        **request,
        "traits": list(request.get("traits", ())),
        "modifiers": list(request.get("modifiers", ())),
        "to": list(request.get("to", ())),
    }


def full_order(order: Iterable[Iterable[Mapping[str, Any]]]) -> list[list[Json]]:
    """Who acts when in a turn, group by group, with what a message leaves out."""
    return [[{"initiative": None, **acting} for acting in group] for group in order]


def full_effect(effect: Mapping[str, Any]) -> Json:
    """An effect with everything that a message leaves out when it is empty."""
    nothing: Json = {
        "penalty": 0,
        "bonus": 0,
        "traits": [],
        "frenzy": None,
        "helper": None,
        "conditional": False,
        "applies": "",
        "ends": "",
        "until": None,
        "roll": None,
        "resistance": None,
        "task": None,
        "initiative": None,
        "race": None,
    }
    return {**nothing, **effect}
