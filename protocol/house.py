"""The house rules of a room, as a Storyteller sets them and everyone sees them."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.words import (
    WORD_PATTERN,
    DefaultVisibility,
    HistoryForLate,
    Preset,
    TrackerAudience,
)

SwitchName = Annotated[str, Meta(pattern=WORD_PATTERN, max_length=40)]
SwitchValue = Annotated[str, Meta(pattern=WORD_PATTERN, max_length=40)]
Switches = Annotated[dict[SwitchName, SwitchValue], Meta(max_length=64)]
"""House-rule switches by name, each with its value; the query `rules` lists what there is."""


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """
    What this table decided.

    `entered_dice` lets members enter faces of physical dice. `default_visibility` serves intents
    that name none, `tracker_audience` trackers of characters made from then on, `history` says how
    much of the public past somebody sees who joins from then on. `preset` bundles the switches of
    the rules; `switches` are those that this table sets otherwise than its preset.
    `second_consent`: to what a Storyteller puts right (a roll, a tracker) a second one has to
    consent, where there is one.
    `anonymous_pause`: members may call a pause, and add lines and veils, without their name.
    """

    entered_dice: bool = False
    default_visibility: DefaultVisibility = DefaultVisibility.PUBLIC
    tracker_audience: TrackerAudience = TrackerAudience.TABLE
    history: HistoryForLate = HistoryForLate.ALL
    preset: Preset = Preset.V5
    switches: Switches = {}
    second_consent: bool = False
    anonymous_pause: bool = True
