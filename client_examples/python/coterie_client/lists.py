"""The lists of a state: how an entry is found, put, changed and left out; nothing in place."""

from collections.abc import Callable, Mapping
from typing import Any

from coterie_client.wire import Json

Fold = Callable[[Json, Mapping[str, Any], str], Json]
"""The state after an event, given the state before and whose it is: a member's id."""

LISTS = {
    "clocks": "clock",
    "members": "member",
    "characters": "character",
    "standing_rolls": "roll",
    "contests": "contest",
    "proposals": "proposal",
    "effects": "effect",
    "invites": "invite",
    "requests": "request",
    "boundaries": "boundary",
    "bonds": "bond",
    "boons": "boon",
    "reveals": "reveal",
}
"""The lists of a snapshot, each with the field that names an entry."""


def find(state: Json, section: str, id: str) -> Json | None:
    """The entry of a list of the state by its id, such as `find(state, "members", id)`."""
    key = LISTS[section]
    for entry in state[section]:
        if entry[key] == id:
            found: Json = entry
            return found
    return None


def is_storyteller(state: Json, member: str) -> bool:
    """Whether a member is a Storyteller now."""
    found = find(state, "members", member)
    return found is not None and found["role"] == "storyteller"


def put(state: Json, section: str, entry: Json) -> Json:
    """The state with an entry added to a list, or replaced there, in its place by id."""
    key = LISTS[section]
    others = [other for other in state[section] if other[key] != entry[key]]
    return {**state, section: sorted([*others, entry], key=lambda e: e[key])}


def change(state: Json, section: str, id: str, changes: Json) -> Json:
    """The state with some fields of one entry changed; an entry that is not there stays away."""
    key = LISTS[section]
    known = next((entry for entry in state[section] if entry[key] == id), None)
    return state if known is None else put(state, section, {**known, **changes})


def without(state: Json, section: str, id: str) -> Json:
    """The state with an entry of a list removed, if it was there."""
    key = LISTS[section]
    return {**state, section: [entry for entry in state[section] if entry[key] != id]}
