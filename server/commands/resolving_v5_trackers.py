"""The trackers of a V5 character, and what happens to them in order."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.words import Dots, HungerValue, Label, Preset
from server.commands.resolving_base import (
    MAX_OPERATIONS,
    BeginTurn,
    EndScene,
    V5Request,
    refuse,
    v5_house,
)
from server.commands.resolving_v5_blood import (
    BloodOperation,
    BloodResultStep,
    operate_blood,
)
from server.commands.resolving_v5_frenzy import (
    FrenzyOperation,
    FrenzyResultStep,
    FrenzyState,
    end_of_frenzy,
    frenzy_state,
    operate_frenzy,
)
from server.commands.resolving_v5_state import (
    Overflow,
    Sheet,
    TrackState,
    refuse_stains,
    track_of,
)
from server.commands.resolving_v5_tracks import (
    TrackOperation,
    TrackResultStep,
    operate_track,
)
from server.rules.v5.blush import blush_lasts
from server.rules.v5.conflict_harm import is_socially_defeated
from server.rules.v5.generation import blood_potency_refusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import HumanityBox, humanity_boxes
from server.rules.v5.impairment import PoolCategory, impaired_categories
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.moments import Moment
from server.rules.v5.tracks import Condition, Track, health_condition

Generation = Annotated[int, Meta(ge=4, le=16)]


Clock = BeginTurn | EndScene
Operation = TrackOperation | BloodOperation | FrenzyOperation | Clock


class V5Trackers(V5Request, frozen=True, kw_only=True, tag="v5_trackers", gc=False):
    """
    A character's trackers, and operations on them; those that an operation needs must be there.

    `resilient`, `bestial_temper` and `mortal_frailty` are what a thin-blood may have.
    """

    operations: Annotated[tuple[Operation, ...], Meta(max_length=MAX_OPERATIONS)]
    character_kind: CharacterKind = CharacterKind.VAMPIRE
    hunger: HungerValue | None = None
    health: TrackState | None = None
    willpower: TrackState | None = None
    humanity: Dots | None = None
    stains: Dots = 0
    overflow: Overflow = 0
    blood_potency: Dots | None = None
    generation: Generation | None = None
    clan: Label | None = None
    resilient: bool = False
    bestial_temper: bool = False
    mortal_frailty: bool = False


class ClockStep(Struct, frozen=True, tag="clock", gc=False):
    """What ended as a turn began or the scene ended."""

    ends_frenzy: bool
    ends_blush: bool


Step = TrackResultStep | BloodResultStep | FrenzyResultStep | ClockStep


class TrackTold(Struct, frozen=True, gc=False):
    """A track after all operations."""

    boxes: int
    superficial: int
    aggravated: int
    is_full: bool


class TrackersReceipt(Struct, frozen=True, tag="v5_trackers", gc=False):
    """
    Trackers after all operations, null where the request has none, and what each operation did.

    `condition` is what became of a character whose Health is all Aggravated; `impaired` are the
    groups of pools that lose dice.
    """

    hunger: int | None
    health: TrackTold | None
    willpower: TrackTold | None
    humanity: int | None
    stains: int
    overflow: int
    humanity_boxes: tuple[HumanityBox, ...]
    condition: Condition | None
    is_socially_defeated: bool
    impaired: tuple[PoolCategory, ...]
    frenzy: FrenzyState
    is_blushed: bool
    steps: tuple[Step, ...]
    preset: Preset
    switches: dict[str, str]


def resolve_v5_trackers(request: V5Trackers) -> TrackersReceipt:
    """
    Carry out operations on trackers, all or none.

    Raises:
        Refused: The rules refuse one of them.

    Rule: A3.4, A4, A6, A8, A10, A11, A12.
    """
    house = v5_house(request)
    sheet = _sheet(request, house.rules)
    steps = tuple(
        [
            _operate(sheet, operation, f"operations[{number}]")
            for number, operation in enumerate(request.operations)
        ]
    )
    health, willpower = sheet.maybe_health, sheet.maybe_willpower
    humanity = sheet.maybe_humanity
    return TrackersReceipt(
        hunger=sheet.maybe_hunger,
        health=_told(health),
        willpower=_told(willpower),
        humanity=humanity,
        stains=sheet.stains,
        overflow=sheet.overflow,
        humanity_boxes=() if humanity is None else humanity_boxes(humanity, sheet.stains),
        condition=None if health is None else health_condition(health, sheet.kind),
        is_socially_defeated=willpower is not None and is_socially_defeated(willpower),
        impaired=_impaired(sheet),
        frenzy=frenzy_state(sheet),
        is_blushed=sheet.is_blushed,
        steps=steps,
        preset=house.preset,
        switches=house.switches,
    )


def _sheet(request: V5Trackers, rules: V5Rules) -> Sheet:
    if request.blood_potency is not None:
        refusal = blood_potency_refusal(
            request.character_kind, request.blood_potency, request.generation
        )
        if refusal is not None:
            refuse(refusal, "blood_potency")
    if request.humanity is not None:
        refuse_stains(request.humanity, request.stains, request.overflow)
    return Sheet(
        kind=request.character_kind,
        rules=rules,
        clan=request.clan,
        is_resilient=request.resilient,
        has_bestial_temper=request.bestial_temper,
        has_mortal_frailty=request.mortal_frailty,
        maybe_hunger=request.hunger,
        maybe_health=_track(request.health, "health"),
        maybe_willpower=_track(request.willpower, "willpower"),
        maybe_humanity=request.humanity,
        stains=request.stains,
        overflow=request.overflow,
        maybe_blood_potency=request.blood_potency,
    )


def _track(state: TrackState | None, field: str) -> Track | None:
    return None if state is None else track_of(state, field)


def _operate(sheet: Sheet, operation: Operation, place: str) -> Step:
    match operation:
        case BeginTurn():
            sheet.in_turns, sheet.mended_this_turn = True, False
            return ClockStep(ends_frenzy=False, ends_blush=False)
        case EndScene():
            return _end_scene(sheet)
        case _ if isinstance(operation, TrackOperation):
            return operate_track(sheet, operation, place)
        case _ if isinstance(operation, BloodOperation):
            return operate_blood(sheet, operation, place)
        case _:
            return operate_frenzy(sheet, operation, place)


def _end_scene(sheet: Sheet) -> ClockStep:
    sheet.in_turns = sheet.mended_this_turn = False
    ends_blush = sheet.is_blushed and not blush_lasts(Moment.SCENE_END)
    sheet.is_blushed = sheet.is_blushed and not ends_blush
    return ClockStep(end_of_frenzy(sheet, Moment.SCENE_END), ends_blush)


def _told(track: Track | None) -> TrackTold | None:
    if track is None:
        return None
    return TrackTold(track.boxes, track.superficial, track.aggravated, track.is_full)


_UNHURT: Final = Track(1)


def _impaired(sheet: Sheet) -> tuple[PoolCategory, ...]:
    """By what the request has; a track that it leaves out impairs nothing (A10.11)."""
    return impaired_categories(
        sheet.maybe_health or _UNHURT,
        sheet.maybe_willpower or _UNHURT,
        sheet.maybe_humanity or 0,
        sheet.stains if sheet.maybe_humanity is not None else 0,
        sheet.rules,
        overflow=sheet.overflow if sheet.maybe_humanity is not None else 0,
    )
