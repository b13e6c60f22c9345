"""The turns of phrase that events in words have in common, and who says what things are called."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from coterie_client.terminal.plain import plain

Body = Mapping[str, Any]
INDENT = "    "


class Names(Protocol):
    """Who says what people and things are called."""

    def member(self, id: object) -> str:
        """A member's name."""
        ...

    def character(self, id: object) -> str:
        """A character's name."""
        ...

    def effect(self, id: object) -> str:
        """What holds somebody."""
        ...

    def handle(self, id: object) -> str:
        """The number that a thing has on the screen."""
        ...


Lines = Callable[[Names, Body], list[str]]
"""An event in words."""


def seen(event: Body) -> str:
    """Who sees what happened, unless everyone does."""
    visibility = event.get("visibility", "public")
    return "" if visibility == "public" else f" [{plain(visibility)}]"


def noted(event: Body) -> str:
    """The note that came with it, if any."""
    return f" - {plain(event['note'])}" if event.get("note") else ""


def words(name: object) -> str:
    """A name of the wire as words."""
    return plain(name).replace("_", " ")


def tracker(value: Any) -> str:
    """A tracker's value in words."""
    if not isinstance(value, Mapping):
        return plain(value)
    boxes = value["boxes"]
    if value.get("current") is not None:
        return f"{value['current']} of {boxes}"
    aggravated, lethal = value.get("aggravated", 0), value.get("lethal", 0)
    lightest = value.get("superficial", 0) + value.get("bashing", 0)
    empty = max(0, boxes - aggravated - lethal - lightest)
    # As sheets have it: V5's Aggravated is a cross, V20's a star, whose cross is lethal.
    worst = "X" if value.get("level") is None else "*"
    row = worst * aggravated + "X" * lethal + "/" * lightest + "." * empty
    hurt = value.get("level") or ("impaired" if value.get("is_impaired") else "")
    condition = value.get("condition") or hurt
    return f"[{row}]{f' {words(condition)}' if condition else ''}"


def one(say: Callable[[Names, Body], str]) -> Lines:
    """An event that takes one line, as lines."""
    return lambda names, event: [say(names, event)]
