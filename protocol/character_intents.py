"""Intents about characters: their sheets, who sees what of them, and their trackers."""

from typing import Annotated, Literal

from msgspec import Meta, field

from protocol.client_base import BaseIntent, Members, PlacedIntent
from protocol.dice import Exposure
from protocol.ids import AnyCharacterId
from protocol.v20_sheet import V20Sheet
from protocol.v20_words import HealthLevel
from protocol.words import (
    Amount,
    Boxes,
    CharacterKind,
    DamageKind,
    Dots,
    HungerValue,
    Label,
    Name,
    TrackerAudience,
    TrackerName,
    TrackName,
    TraitName,
    TraitValue,
)

Traits = Annotated[dict[TraitName, TraitValue], Meta(max_length=100)]


class CreateCharacter(BaseIntent, frozen=True, kw_only=True, tag="create_character"):
    """
    Bring a character to the table.

    Health boxes are Stamina + 3 and Willpower boxes Composure + Resolve unless given. `owners`
    may be empty for a Storyteller's own; a player's new character belongs to that player.
    `traits` are more numbers of the sheet, such as the pools of a quick NPC.
    """

    name: Name
    kind: CharacterKind = CharacterKind.VAMPIRE
    clan: Label = ""
    owners: Members = ()
    hidden: bool = False
    stamina: Dots = 2
    composure: Dots = 2
    resolve: Dots = 2
    humanity: Dots = 7
    blood_potency: Dots = 0
    hunger: HungerValue = 0
    health_boxes: Boxes | None = None
    willpower_boxes: Boxes | None = None
    traits: Traits = field(default_factory=dict)


class EditCharacter(BaseIntent, frozen=True, kw_only=True, tag="edit_character"):
    """
    Change a character's name or clan, or numbers of its sheet; what is left out stays.

    `sheet` replaces all of what a V20 character has beside dots.
    """

    character: AnyCharacterId
    name: Name | None = None
    clan: Label | None = None
    traits: Traits = field(default_factory=dict)
    sheet: V20Sheet | None = None


class SetOwners(BaseIntent, frozen=True, kw_only=True, tag="set_owners"):
    """
    Hand a character to these members.

    `instead_of`: its owners, as the sender knows them; where others own it by then, it is refused.
    """

    character: AnyCharacterId
    owners: Members
    instead_of: Members | None = None


class UnhideCharacter(BaseIntent, frozen=True, kw_only=True, tag="unhide_character"):
    """Show a hidden character to the table from now on; its past stays closed."""

    character: AnyCharacterId


class RemoveCharacter(BaseIntent, frozen=True, kw_only=True, tag="remove_character"):
    """Take a character off the table."""

    character: AnyCharacterId


class SetTrackerAudience(BaseIntent, frozen=True, kw_only=True, tag="set_tracker_audience"):
    """Say who sees a tracker's value from now on."""

    character: AnyCharacterId
    tracker: TrackerName
    audience: TrackerAudience


class SetTracker(PlacedIntent, frozen=True, kw_only=True, tag="set_tracker"):
    """Put a tracker that is a number to a value; one that `corrects` says why in its `note`."""

    character: AnyCharacterId
    tracker: Literal["hunger", "humanity", "stains", "blood_potency", "blood_pool"]
    value: Annotated[int, Meta(ge=0, le=99)]
    corrects: bool = False


class SetTrack(PlacedIntent, frozen=True, kw_only=True, tag="set_track"):
    """
    Put a track of boxes right by hand: its size and its marks; what is left out stays.

    V5 has `superficial` and `aggravated` marks. In V20 Health has `bashing`, `lethal` and
    `aggravated` ones and `extra` levels; Willpower has `boxes` for its rating and `current` points.
    A change that `corrects` says why in its `note`.
    """

    character: AnyCharacterId
    track: TrackName
    boxes: Boxes | None = None
    superficial: Annotated[int, Meta(ge=0, le=30)] | None = None
    aggravated: Annotated[int, Meta(ge=0, le=30)] | None = None
    bashing: Annotated[int, Meta(ge=0, le=30)] | None = None
    lethal: Annotated[int, Meta(ge=0, le=30)] | None = None
    extra: Annotated[tuple[HealthLevel, ...], Meta(max_length=20)] | None = None
    current: Annotated[int, Meta(ge=0, le=10)] | None = None
    corrects: bool = False


class DealDamage(PlacedIntent, frozen=True, kw_only=True, tag="deal_damage"):
    """
    Deal damage from one source.

    Superficial Health damage to a vampire is halved, rounding up, unless `halve` is false. In V20
    `amount` are levels after soak, and bashing ones of a vampire are halved, rounding down. In
    place of an `amount` an `exposure` says what burns for a turn.
    """

    character: AnyCharacterId
    track: TrackName
    kind: DamageKind
    amount: Amount | None = None
    halve: bool = True
    exposure: Exposure | None = None


class Heal(PlacedIntent, frozen=True, kw_only=True, tag="heal"):
    """Take marks off a track."""

    character: AnyCharacterId
    track: TrackName
    kind: DamageKind
    amount: Amount


class AddStains(PlacedIntent, frozen=True, kw_only=True, tag="add_stains"):
    """
    Add Stains; what goes beyond the empty boxes is degeneration and hurts Willpower.

    They may name what they are for: the text of a `tenet` or a `conviction` that was broken, the
    name of a `touchstone` that was harmed. Of the `amount` a Storyteller may let an `upheld`
    Conviction spare some: `spared`. Who sees no beliefs of the character is told nothing of this.
    """

    character: AnyCharacterId
    amount: Amount
    tenet: Name | None = None
    conviction: Name | None = None
    touchstone: Name | None = None
    upheld: Name | None = None
    spared: Annotated[int, Meta(ge=0, le=50)] = 0
