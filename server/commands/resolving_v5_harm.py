"""What hits and what it does: weapons and armour by value or by name, damage by kind and track."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.commands.resolving_base import Refused
from server.rules.v5.conflict_harm import ConflictKind, harmed_track
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.tracks import TrackName
from server.rules.v5.weapons import ARMOURS, WEAPONS, Armour, Harm, strike

Value = Annotated[int, Meta(ge=0, le=20)]
WeaponName = Literal[
    "unarmed", "improvised", "fist load", "knife", "club", "bat", "light pistol", "sword", "axe",
    "heavy pistol", "two-handed sword", "rifle", "shotgun", "very heavy",
]  # fmt: skip
ArmourName = Literal["leather", "mail", "plate"]
WeaponUsed = Value | WeaponName
ArmourWorn = Value | ArmourName


class Harmed(Struct, frozen=True, gc=False):
    """
    What one side takes: `points` in all, by kind, on which track.

    `is_halved`: the Superficial points are halved, rounding up, when they are marked.
    """

    points: int
    track: TrackName
    superficial: int
    aggravated: int
    is_halved: bool


class Target(Struct, frozen=True, gc=False):
    """Who is hit: what it is, and the armour it wears."""

    character_kind: CharacterKind
    is_resilient: bool
    armour: ArmourWorn
    bullets_only: bool


def weapon_value(weapon: WeaponUsed) -> int:
    """What a weapon adds to the margin (A9.9)."""
    return weapon if isinstance(weapon, int) else WEAPONS[weapon].value


def harm_of(weapon: WeaponUsed, harm: Harm | None) -> Harm:
    """How a blow hurts: as is said, else as its weapon does, else bluntly."""
    if harm is not None:
        return harm
    return Harm.BLUNT if isinstance(weapon, int) else WEAPONS[weapon].harm


def harmed(
    conflict: ConflictKind, points: int, harm: Harm, target: Target, harm_field: str
) -> Harmed:
    """
    Give *points* of damage their kind and their track.

    Raises:
        Refused: It is sunlight on somebody whom it does not hurt.

    Rule: A9.8 to A9.10, A10.3 to A10.5.
    """
    kind, resilient = target.character_kind, target.is_resilient
    where = harmed_track(conflict, kind, is_resilient=resilient)
    if conflict is ConflictKind.SOCIAL:
        return Harmed(points, where.track, points, 0, where.halve)
    if harm is Harm.SUNLIGHT:
        refuse_sunlight(kind, harm_field)
    worn = target.armour if isinstance(target.armour, int) else ARMOURS[target.armour].points
    armour = Armour("armour", worn, target.bullets_only)
    blow = strike(points, harm, kind, armour=armour, is_resilient=resilient)
    return Harmed(points, where.track, blow.superficial, blow.aggravated, where.halve)


def refuse_sunlight(kind: CharacterKind, field: str) -> None:
    """Raise Refused where sunlight does not hurt a character of this *kind* (A10.5)."""
    if not kind.uses_rouse:
        others = ", ".join(harm for harm in Harm if harm is not Harm.SUNLIGHT)
        message = "Sunlight hurts vampires alone."
        raise Refused(field, message, f"one of {others}", code="no_sunlight")
