"""
Characters as files: the shape in which clients keep a character, and give it to another table.

The server never reads such a file: a client turns it into the intents that create the character,
and those are checked like any other. What a file says of damage, it says as a table would.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from protocol.belief_intents import Touchstone
from protocol.v20_sheet import V20Sheet
from protocol.v20_words import HealthLevel, Rating
from protocol.words import (
    Boxes,
    CharacterKind,
    Dots,
    HungerValue,
    Label,
    Name,
    TraitName,
    TraitValue,
)

FORMAT = "coterie.character.1"

Traits = Annotated[dict[TraitName, TraitValue], Meta(max_length=120)]
"""As many numbers as one sheet holds."""

Marks = Annotated[int, Meta(ge=0, le=30)]


class ExperienceFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Experience that a character was awarded in all, and what of it is not spent."""

    total: Annotated[int, Meta(ge=0)]
    unspent: Annotated[int, Meta(ge=0)]


class _CharacterFile(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="system",
):
    """What the files of both systems hold."""

    format: Literal["coterie.character.1"]
    name: Name
    kind: CharacterKind
    clan: Label = ""
    traits: Traits = field(default_factory=dict)
    experience: ExperienceFile | None = None


class V5TrackFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A track: how many boxes, and what is marked on them."""

    boxes: Boxes
    superficial: Marks = 0
    aggravated: Marks = 0


class V5TrackersFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The trackers that whoever saved the character could see."""

    hunger: HungerValue | None = None
    humanity: Dots | None = None
    stains: Dots | None = None
    blood_potency: Dots | None = None
    health: V5TrackFile | None = None
    willpower: V5TrackFile | None = None


class V5CharacterFile(_CharacterFile, frozen=True, kw_only=True, tag="v5"):
    """A character of a V5 table; `traits` are the numbers of its sheet, by name."""

    trackers: V5TrackersFile = V5TrackersFile()
    convictions: Annotated[tuple[Name, ...], Meta(max_length=3)] = ()
    touchstones: Annotated[tuple[Touchstone, ...], Meta(max_length=10)] = ()


class V20HealthFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Health by levels: how many there are, what is marked on them, and which are there again."""

    boxes: Boxes
    bashing: Marks = 0
    lethal: Marks = 0
    aggravated: Marks = 0
    extra: Annotated[tuple[HealthLevel, ...], Meta(max_length=20)] = ()


class V20WillpowerFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Willpower: its rating, and the points that are left, where that is not all of them."""

    boxes: Rating
    current: Annotated[int, Meta(ge=0, le=10)] | None = None


class V20TrackersFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The trackers that whoever saved the character could see; `humanity` rates a Path too."""

    blood_pool: Annotated[int, Meta(ge=0, le=99)] | None = None
    humanity: Dots | None = None
    health: V20HealthFile | None = None
    willpower: V20WillpowerFile | None = None


class V20CharacterFile(_CharacterFile, frozen=True, kw_only=True, tag="v20"):
    """A character of a V20 table; `sheet` is what it has beside the dots of its traits."""

    trackers: V20TrackersFile = V20TrackersFile()
    sheet: V20Sheet | None = None


CharacterFile = V5CharacterFile | V20CharacterFile
"""A character of either system, told apart by `system`."""
