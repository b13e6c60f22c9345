"""The closed vocabularies of the wire, as types for the convenience methods."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

Role = Literal["storyteller", "player", "spectator", "bot"]
Visibility = Literal["public", "private", "secret", "blind", "whisper"]
TrackerAudience = Literal["table", "owner", "storytellers"]
Tracker = Literal["hunger", "health", "willpower", "humanity", "stains", "blood_potency"]
NumberTracker = Literal["hunger", "humanity", "stains", "blood_potency"]
Track = Literal["health", "willpower"]
DamageKind = Literal["superficial", "aggravated"]
CharacterKind = Literal["vampire", "thin_blood", "ghoul", "mortal"]
PoolKind = Literal["ordinary", "willpower", "humanity"]
PoolCategory = Literal["physical", "social", "mental"]
FrenzyKind = Literal["fury", "hunger", "terror"]
Clock = Literal["night", "scene", "turn"]
EffectKind = Literal["compulsion", "frenzy", "torpor", "blush", "resonance", "injury", "other"]
Resonance = Literal["phlegmatic", "melancholic", "choleric", "sanguine", "animal", "empty"]
BloodSource = Literal[
    "blood_bag",
    "small_animal",
    "large_animal",
    "human_sip",
    "human_drink",
    "human_harmful",
    "human_kill",
]
RevealPart = Literal["whole", "outcome"]


class Bound(TypedDict, total=False):
    """What every intent can be given: `id` to bind it to, a UUID in lower case."""

    id: str


class Placed(Bound, total=False):
    """Where an intent's traces are seen: `to` names members for a whisper."""

    visibility: Visibility
    to: Sequence[str]
    note: str


class Rolling(Placed, total=False):
    """`entered` brings faces rolled by hand, by kind: rouse, regular, hunger."""

    entered: Mapping[str, Sequence[int]]


class Answering(Bound, total=False):
    """What a roll can be given whose visibility is settled already."""

    note: str
    entered: Mapping[str, Sequence[int]]


class Pool(TypedDict, total=False):
    """
    What goes into a pool besides its dice.

    `modifiers` are objects of `label` and `dice`; `categories` say what impairment asks about it.
    """

    label: str
    modifiers: Sequence[Mapping[str, Any]]
    kind: PoolKind
    categories: Sequence[PoolCategory]
    surge: bool
    traits: Sequence[str]
    specialty: str
    strike: Sequence[str]


class Armed(Pool, total=False):
    """A side of a contest: what `weapon` adds to a won margin, and the `damage_kind` it deals."""

    weapon: int
    damage_kind: DamageKind


class RollOptions(Pool, Rolling, total=False):
    """What a roll can be given."""


class ContestOptions(Armed, Rolling, total=False):
    """What the opening side of a contest can be given."""


class AnswerOptions(Armed, Answering, total=False):
    """What the answering side of a contest can be given."""
