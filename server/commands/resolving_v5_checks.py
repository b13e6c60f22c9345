"""The V5 rolls beside the pool, from given faces: Rouse checks, Remorse, resisting frenzy."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.dice import PoolItemView
from protocol.receipts import FrenzyReceipt
from protocol.words import (
    Boxes,
    Difficulty,
    Dots,
    Face,
    FrenzyKind,
    FrenzyOutcome,
    HungerValue,
    Label,
    Preset,
)
from server.commands.resolving_base import (
    Faces,
    Refused,
    V5House,
    V5Request,
    refuse,
    refuse_number_of_faces,
    v5_house,
)
from server.rules.v5 import frenzy as rules_of_frenzy
from server.rules.v5.frenzy import frenzy_dice, frenzy_items, resolve_frenzy
from server.rules.v5.humanity import (
    MAX_HUMANITY,
    remorse_dice,
    remorse_refusal,
    resolve_remorse,
)
from server.rules.v5.provocations import PROVOCATIONS, provocation_difficulty
from server.rules.v5.rouse import oblivion_stains, resolve_rouses, rouse_dice, rouse_refusal
from server.rules.v5.tracks import Track

RouseFaces = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=2)]
PowerLevel = Annotated[int, Meta(ge=1, le=10)]
Overflow = Annotated[int, Meta(ge=0, le=99)]
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
    steps = tuple(
        RouseStep(
            faces=check.faces,
            passed=check.passed,
            hunger_before=check.hunger_before,
            hunger_after=check.hunger_after,
            frenzy_difficulty=check.frenzy_difficulty,
            stains=oblivion_stains(check) if request.oblivion else 0,
        )
        for check in checks
    )
    return RousesReceipt(
        checks=steps,
        failed=sum([not step.passed for step in steps]),
        hunger_before=request.hunger,
        hunger_after=steps[-1].hunger_after,
        stains=sum([step.stains for step in steps]),
        preset=house.preset,
        switches=house.switches,
    )


def _refuse_rouse(request: V5Rouse, house: V5House) -> None:
    refusal = rouse_refusal(
        uses_rouse=True,
        hunger=request.hunger,
        is_voluntary=request.voluntary,
        rules=house.rules,
    )
    if refusal is not None:
        refuse(refusal, "hunger")
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


def refuse_stains(humanity: int, stains: int, overflow: int) -> None:
    """Raise Refused unless the numbers can stand together on one sheet (A11.1)."""
    room = MAX_HUMANITY - humanity
    if stains > room:
        message = f"{stains} Stains do not fit beside Humanity {humanity}."
        raise Refused("stains", message, f"a whole number from 0 to {room}")
    if overflow and stains < room:
        message = "Stains overflow only when they fill every box beside Humanity."
        raise Refused("overflow", message, "0")


class TrackState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A track of boxes and the marks on it."""

    boxes: Boxes
    superficial: Annotated[int, Meta(ge=0, le=30)] = 0
    aggravated: Annotated[int, Meta(ge=0, le=30)] = 0


def track_of(state: TrackState, field: str) -> Track:
    """The track as the rules take it; Refused where the marks do not fit into its boxes."""
    if state.superficial + state.aggravated > state.boxes:
        message = "There are more marks than boxes."
        raise Refused(field, message, f"at most {state.boxes} marks together")
    return Track(state.boxes, state.superficial, state.aggravated)


class V5Frenzy(V5Request, frozen=True, kw_only=True, tag="v5_frenzy", gc=False):
    """
    A roll to resist frenzy, against a Difficulty or one of the named provocations.

    With `willpower` and `humanity` the pool is added up (the Brujah bane by `clan` and
    `blood_potency`), and there must be as many faces; without, the faces are the pool.
    """

    faces: Annotated[Faces, Meta(min_length=1)]
    difficulty: Difficulty | None = None
    provocation: Literal[
        "friend_killed", "loved_one_hurt", "loved_one_killed", "harassed", "insulted",
        "humiliated", "blood_near", "blood_tasted", "hunger_past_five", "bonfire",
        "burning_house", "burned", "obscured_sunlight", "direct_sunlight",
    ] | None = None  # fmt: skip
    kind: FrenzyKind | None = None
    willpower: TrackState | None = None
    humanity: Dots | None = None
    clan: Label | None = None
    blood_potency: Dots = 0


def resolve_v5_frenzy(request: V5Frenzy) -> FrenzyReceipt:
    """
    Read a roll to resist frenzy.

    Raises:
        Refused: The rules refuse it.

    Rule: A12.
    """
    house = v5_house(request)
    kind, difficulty = _provoked(request, house)
    items = _frenzy_pool(request, kind, house)
    result = resolve_frenzy(request.faces, difficulty, house.rules)
    return FrenzyReceipt(
        kind=kind,
        items=items,
        faces=result.faces,
        successes=result.successes,
        difficulty=result.difficulty,
        outcome=FrenzyOutcome(result.outcome),
        why=result.why,
        preset=house.preset,
        switches=house.switches,
    )


def _provoked(request: V5Frenzy, house: V5House) -> tuple[FrenzyKind, int]:
    """What provokes, and how hard it is to resist."""
    if request.provocation is None:
        if request.difficulty is None:
            message = "A frenzy roll needs a Difficulty or a provocation."
            raise Refused("difficulty", message, "a whole number from 1 to 99")
        if request.kind is None:
            message = "A frenzy roll needs its kind or a provocation."
            raise Refused("kind", message, f"one of {', '.join(FrenzyKind)}")
        return request.kind, request.difficulty
    row = PROVOCATIONS[request.provocation]
    kind = FrenzyKind(row.kind)
    if request.kind is not None and request.kind is not kind:
        raise Refused("kind", f"This provocation is one of {kind}.", f"{kind}, or none")
    if request.difficulty is not None:
        return kind, request.difficulty
    return kind, provocation_difficulty(row, house.rules)


def _frenzy_pool(request: V5Frenzy, kind: FrenzyKind, house: V5House) -> tuple[PoolItemView, ...]:
    """The parts of the pool; Refused where they do not come to as many dice as there are faces."""
    if request.willpower is None and request.humanity is None:
        return (PoolItemView("pool", len(request.faces)),)
    if request.willpower is None:
        raise Refused("willpower", "The pool needs Willpower beside Humanity.", "a track")
    if request.humanity is None:
        message = "The pool needs Humanity beside Willpower."
        raise Refused("humanity", message, "a whole number from 0 to 10")
    items = frenzy_items(
        willpower=track_of(request.willpower, "willpower"),
        humanity=request.humanity,
        kind=rules_of_frenzy.FrenzyKind(kind),
        clan=request.clan,
        blood_potency_rating=request.blood_potency,
        rules=house.rules,
    )
    refuse_number_of_faces("faces", frenzy_dice(items), len(request.faces))
    return tuple(PoolItemView(item.label, item.dice) for item in items)
