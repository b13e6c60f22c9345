"""The V5 rolls beside the pool, from given faces: Rouse checks, Remorse, being awake by day."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.words import Dots, Face, HungerValue, Preset
from server.commands.resolving_base import (
    Faces,
    Refused,
    V5House,
    V5Request,
    refuse,
    refuse_number_of_faces,
    v5_house,
)
from server.commands.resolving_v5_state import Overflow, refuse_stains
from server.rules.v5.daylight import daylight_dice, daylight_refusal, resolve_daylight
from server.rules.v5.humanity import remorse_dice, remorse_refusal, resolve_remorse
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.rouse import (
    RouseCheck,
    oblivion_stains,
    resolve_rouses,
    rouse_dice,
    rouse_refusal,
)

RouseFaces = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=2)]
PowerLevel = Annotated[int, Meta(ge=1, le=10)]
RemorseModifier = Annotated[int, Meta(ge=-40, le=40)]


class V5Rouse(V5Request, frozen=True, kw_only=True, tag="v5_rouse", gc=False):
    """
    Rouse checks one after another: for each one face, or two of which the better counts.

    With `blood_potency` (and `power_level`, where a Discipline power is paid for) every check must
    have as many faces as that asks for. `voluntary`: the vampire chooses what the checks pay for.
    """

    checks: Annotated[tuple[RouseFaces, ...], Meta(min_length=1, max_length=40)]
    hunger: HungerValue
    blood_potency: Dots | None = None
    power_level: PowerLevel | None = None
    voluntary: bool = False
    oblivion: bool = False
    character_kind: CharacterKind = CharacterKind.VAMPIRE


class RouseStep(Struct, frozen=True, gc=False):
    """One Rouse check; `frenzy_difficulty` is that of the hunger frenzy test that follows."""

    faces: tuple[int, ...]
    passed: bool
    hunger_before: int
    hunger_after: int
    frenzy_difficulty: int | None
    stains: int


class RousesReceipt(Struct, frozen=True, tag="v5_rouse", gc=False):
    """What Rouse checks did to Hunger."""

    checks: tuple[RouseStep, ...]
    failed: int
    hunger_before: int
    hunger_after: int
    stains: int
    preset: Preset
    switches: dict[str, str]


def resolve_v5_rouse(request: V5Rouse) -> RousesReceipt:
    """
    Resolve Rouse checks.

    Raises:
        Refused: The rules refuse them.

    Rule: A4.
    """
    house = v5_house(request)
    _refuse_rouse(request, house)
    checks = resolve_rouses(request.checks, hunger=request.hunger, rules=house.rules)
    steps = tuple([rouse_step(check, is_oblivion=request.oblivion) for check in checks])
    return RousesReceipt(
        checks=steps,
        failed=sum([not step.passed for step in steps]),
        hunger_before=request.hunger,
        hunger_after=steps[-1].hunger_after,
        stains=sum([step.stains for step in steps]),
        preset=house.preset,
        switches=house.switches,
    )


def rouse_step(check: RouseCheck, *, is_oblivion: bool = False) -> RouseStep:
    """A Rouse check as it is told; one for a power of Oblivion may stain."""
    return RouseStep(
        faces=check.faces,
        passed=check.passed,
        hunger_before=check.hunger_before,
        hunger_after=check.hunger_after,
        frenzy_difficulty=check.frenzy_difficulty,
        stains=oblivion_stains(check) if is_oblivion else 0,
    )


def _refuse_rouse(request: V5Rouse, house: V5House) -> None:
    refusal = rouse_refusal(
        uses_rouse=request.character_kind.uses_rouse,
        hunger=request.hunger,
        is_voluntary=request.voluntary,
        rules=house.rules,
    )
    if refusal is not None:
        refuse(refusal, "character_kind" if refusal.code == "no_rouse" else "hunger")
    if request.blood_potency is None:
        if request.power_level is not None:
            message = "Only with a Blood Potency does a power's level tell the dice of a check."
            raise Refused("blood_potency", message, "a whole number from 0 to 10")
        return
    dice = rouse_dice(
        blood_potency_rating=request.blood_potency,
        power_level=request.power_level,
        rules=house.rules,
    )
    for number, faces in enumerate(request.checks):
        refuse_number_of_faces(f"checks[{number}]", dice, len(faces))


class V5Remorse(V5Request, frozen=True, kw_only=True, tag="v5_remorse", gc=False):
    """A Remorse roll; there are as many faces as Humanity, Stains and modifier ask for."""

    faces: Faces
    humanity: Annotated[int, Meta(ge=1, le=10)]
    stains: Dots
    overflow: Overflow = 0
    modifier: RemorseModifier = 0


class RemorseReceipt(Struct, frozen=True, tag="v5_remorse", gc=False):
    """How Remorse came out; the Stains go either way."""

    faces: tuple[int, ...]
    successes: int
    kept: bool
    humanity_before: int
    humanity_after: int
    preset: Preset
    switches: dict[str, str]


def resolve_v5_remorse(request: V5Remorse) -> RemorseReceipt:
    """
    Read a Remorse roll.

    Raises:
        Refused: The rules refuse it.

    Rule: A11.3.
    """
    house = v5_house(request)
    dice = remorse_pool(request.humanity, request.stains, request.overflow, request.modifier)
    refuse_number_of_faces("faces", dice, len(request.faces))
    result = resolve_remorse(request.faces, request.humanity, house.rules)
    return RemorseReceipt(
        faces=result.faces,
        successes=result.successes,
        kept=result.kept,
        humanity_before=request.humanity,
        humanity_after=result.humanity_after,
        preset=house.preset,
        switches=house.switches,
    )


def remorse_pool(humanity: int, stains: int, overflow: int, modifier: int) -> int:
    """
    The dice of a Remorse roll.

    Raises:
        Refused: The numbers cannot stand together, or there are no Stains to feel Remorse for.
    """
    refuse_stains(humanity, stains, overflow)
    refusal = remorse_refusal(stains, overflow)
    if refusal is not None:
        refuse(refusal, "stains")
    return remorse_dice(humanity, stains, overflow, modifier)


class V5Daylight(V5Request, frozen=True, kw_only=True, tag="v5_daylight", gc=False):
    """A roll to be awake by day; there are as many faces as Humanity, and at least one."""

    faces: Faces
    humanity: Dots
    difficulty: Annotated[int, Meta(ge=1, le=99)]


class DaylightReceipt(Struct, frozen=True, tag="v5_daylight", gc=False):
    """Whether a vampire is awake by day."""

    faces: tuple[int, ...]
    successes: int
    difficulty: int
    is_awake: bool
    preset: Preset
    switches: dict[str, str]


def resolve_v5_daylight(request: V5Daylight) -> DaylightReceipt:
    """
    Read a roll to be awake by day.

    Raises:
        Refused: The rules refuse it.

    Rule: A11.6.
    """
    house = v5_house(request)
    refusal = daylight_refusal(request.difficulty)
    if refusal is not None:
        refuse(refusal, "difficulty")
    refuse_number_of_faces("faces", daylight_dice(request.humanity), len(request.faces))
    result = resolve_daylight(request.faces, request.difficulty, house.rules)
    return DaylightReceipt(
        faces=result.faces,
        successes=result.successes,
        difficulty=result.difficulty,
        is_awake=result.is_awake,
        preset=house.preset,
        switches=house.switches,
    )
