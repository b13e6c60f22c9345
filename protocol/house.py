"""The house rules of a room, as a Storyteller sets them and everyone sees them."""

from msgspec import Struct

from protocol.words import DefaultVisibility, HistoryForLate, Preset, TrackerAudience


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """
    What this table decided.

    `entered_dice` lets members enter faces of physical dice. `default_visibility` serves intents
    that name none, `tracker_audience` trackers of characters made from then on, `history` says how
    much of the public past somebody sees who joins from then on. `preset` bundles the V5 switches.
    """

    entered_dice: bool = False
    default_visibility: DefaultVisibility = DefaultVisibility.PUBLIC
    tracker_audience: TrackerAudience = TrackerAudience.TABLE
    history: HistoryForLate = HistoryForLate.ALL
    preset: Preset = Preset.V5
