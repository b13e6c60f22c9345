"""How events of beliefs, ties and experience change a client's copy of the room."""

from collections.abc import Mapping
from typing import Any

from coterie_client.lists import Fold, change, put, without
from coterie_client.shape import full_beliefs, full_bond, full_boon
from coterie_client.wire import Json


def _tenets_set(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "tenets": list(event["tenets"])}


def _beliefs_noted(state: Json, event: Mapping[str, Any], _: str) -> Json:
    beliefs = full_beliefs(event["beliefs"])
    return change(state, "characters", event["character"], {"beliefs": beliefs})


def _beliefs_hidden(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "characters", event["character"], {"beliefs": None})


def _experience(state: Json, event: Mapping[str, Any], _: str) -> Json:
    has = {"experience": dict(event["experience"])}
    return change(state, "characters", event["character"], has)


def _bond_noted(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "bonds", full_bond(event["bond"]))


def _regnant_kept(state: Json, event: Mapping[str, Any], _: str) -> Json:
    kept = {key: event[key] for key in ("regnant", "regnant_name")}
    return change(state, "bonds", event["bond"], kept)


def _bond_removed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "bonds", event["bond"])


def _boon_noted(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "boons", full_boon(event["boon"]))


def _boon_removed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "boons", event["boon"])


BELIEF_FOLDS: dict[str, Fold] = {
    "tenets_set": _tenets_set,
    "beliefs_noted": _beliefs_noted,
    "beliefs_hidden": _beliefs_hidden,
    "bond_noted": _bond_noted,
    "regnant_kept": _regnant_kept,
    "bond_removed": _bond_removed,
    "boon_noted": _boon_noted,
    "boon_removed": _boon_removed,
    "experience_awarded": _experience,
    "experience_spent": _experience,
}
