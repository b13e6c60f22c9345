"""
Who may see what: the one place, on the way out, for everything.

An event has one audience, fixed when it is appended, and looks the same to all in it. Other code
imports from here, never from the modules in this package; an import contract checks that.
"""

from server.rooms.visibility.audiences import (
    asked_audience,
    beliefs_audience,
    bond_audience,
    boon_audience,
    card_audience,
    effect_audience,
    tracker_audience,
)
from server.rooms.visibility.events import audience_of
from server.rooms.visibility.seeing import (
    Viewer,
    includes,
    is_for_all,
    sees,
    those_who_lose,
    view_base,
    view_now,
    viewer_of,
    visible_character,
)
from server.rooms.visibility.snapshots import card_of, effect_for, order_for, snapshot

__all__ = [
    "Viewer",
    "asked_audience",
    "audience_of",
    "beliefs_audience",
    "bond_audience",
    "boon_audience",
    "card_audience",
    "card_of",
    "effect_audience",
    "effect_for",
    "includes",
    "is_for_all",
    "order_for",
    "sees",
    "snapshot",
    "those_who_lose",
    "tracker_audience",
    "view_base",
    "view_now",
    "viewer_of",
    "visible_character",
]
