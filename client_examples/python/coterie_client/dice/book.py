"""
The live book of dice, as a snapshot has it, folded forward event by event. Pure.

Bytes stand in it as text. Whoever rolled blind learns from no event which number it took: that
comes with the answer alone, so `next` of the lane `own` may be behind the server's until then.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from coterie_client.dice.text import as_text
from coterie_client.wire import Json


def full_book(book: Mapping[str, Any] | None) -> Json | None:
    """A book in full form, its lists sorted by member; None while none is live."""
    return None if book is None else _full(book)


def opened_book(event: Mapping[str, Any]) -> Json:
    """The book that a `book_opened` announces, with nothing taken of it and an empty pot."""
    named = {key: event[key] for key in ("book", "table", "secret", "lanes")}
    return _full({**named, "pot": [], "c": 0})


def fold_book(book: Json | None, event: Mapping[str, Any], viewer: str) -> Json | None:
    """
    The book after *event*; an event of another book changes nothing.

    Raises:
        KeyError, TypeError: The body lacks what events of its type have.
    """
    kind = event["type"]
    if kind == "book_opened":
        return _begin_own(opened_book(event), viewer)
    proof = event.get("proof")
    about = proof if proof is not None else event
    if book is None or "book" not in about or as_text(about["book"]) != book["book"]:
        return book
    if kind == "lanes_added":
        known = {lanes["member"] for lanes in book["lanes"]}
        fresh = [lanes for lanes in _lanes(event["lanes"]) if lanes["member"] not in known]
        grown = {**book, "lanes": _lanes([*book["lanes"], *fresh])}
        return grown if book["next"] is not None else _begin_own(grown, viewer)
    if kind == "entropy_added":
        return _stirred(book, event["member"], event["entropy"])
    if proof is None or kind not in ("roll_resolved", "roll_rerolled", "roll_proven"):
        return book
    if proof.get("member") == viewer and book["next"] is not None:
        book = {**book, "next": {**book["next"], proof["lane"]: proof["n"] + 1}}
    if proof["lane"] == "open":
        return _stirred(book, proof["member"], proof["entropy"])
    return book


def _full(book: Mapping[str, Any]) -> Json:
    named = {key: as_text(book[key]) for key in ("book", "table", "secret")}
    return {
        "next": None,
        **book,
        **named,
        "lanes": _lanes(book["lanes"]),
        "pot": _pot((entry["member"], as_text(entry["entropy"])) for entry in book["pot"]),
    }


def _begin_own(book: Json, viewer: str) -> Json:
    if not any(lanes["member"] == viewer for lanes in book["lanes"]):
        return book
    return {**book, "next": {"open": 0, "own": 0}}


def _lanes(lanes: Iterable[Mapping[str, Any]]) -> list[Json]:
    full = [
        {"member": each["member"], "open": as_text(each["open"]), "own": as_text(each["own"])}
        for each in lanes
    ]
    return sorted(full, key=lambda each: each["member"])


def _pot(entries: Iterable[tuple[str, str]]) -> list[Json]:
    return [{"member": member, "entropy": entropy} for member, entropy in sorted(entries)]


def _stirred(book: Json, member: str, entropy: object) -> Json:
    pot = {entry["member"]: entry["entropy"] for entry in book["pot"]}
    pot[member] = as_text(entropy)
    return {**book, "pot": _pot(pot.items()), "c": book["c"] + 1}
