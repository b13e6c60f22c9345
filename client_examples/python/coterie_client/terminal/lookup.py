"""Who and what is meant: names and numbers that a person typed, found in the state."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from coterie_client.lists import is_storyteller
from coterie_client.terminal.lines import OrderError
from coterie_client.terminal.plain import plain
from coterie_client.wire import Json

_KEYS = {"members": "member", "characters": "character"}


def find_named(state: Json, section: str, name: str) -> str:
    """
    The id of the member or character that *name* means: a whole name, its beginning, or an id.

    Upper and lower case and the two ways to write an accent are the same.

    Raises:
        OrderError: There is none, or several.
    """
    key = _KEYS[section]
    entries = state[section]
    wanted = _fold(name)
    for fits in (
        [e for e in entries if e[key] == name],
        [e for e in entries if _fold(e["name"]) == wanted],
        [e for e in entries if wanted and _fold(e["name"]).startswith(wanted)],
    ):
        if len(fits) == 1:
            return str(fits[0][key])
        if fits:
            ids = ", ".join(f"{plain(e['name'])} is {e[key]}" for e in fits)
            raise OrderError(f"{name!r} could be several: {ids}; use the id")
    known = ", ".join(plain(e["name"]) for e in entries) or "nobody"
    raise OrderError(f"there is no {key} {name!r} here; there is {known}")


def own_characters(state: Json, member: str) -> list[str]:
    """The characters that a member plays: those owned, and to a Storyteller those of nobody."""
    storyteller = is_storyteller(state, member)
    return [
        str(c["character"])
        for c in state["characters"]
        if member in c["owners"] or (storyteller and not c["owners"])
    ]


def only(ids: Iterable[str], what: str, hint: str) -> str:
    """
    The one of *ids*.

    Raises:
        OrderError: There is none, or there are several and *hint* says how to choose.
    """
    several = list(ids)
    if not several:
        raise OrderError(f"there is no {what}")
    if len(several) > 1:
        raise OrderError(f"there are several: {hint}")
    return several[0]


def answerable(state: Json, member: str) -> list[Json]:
    """The contests that a member may answer."""
    if is_storyteller(state, member):
        return list(state["contests"])
    own = set(own_characters(state, member))
    return [contest for contest in state["contests"] if own.intersection(awaited(contest))]


def awaited(contest: Mapping[str, Any]) -> list[str]:
    """The opponents of a contest that have not reacted."""
    reacted = {each["character"] for each in contest.get("reactions", ())}
    named = (contest["against"], *contest.get("others", ()))
    return [each for each in named if each not in reacted]


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold().strip()
