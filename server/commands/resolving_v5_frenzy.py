"""V5 frenzy: resisting it from given faces, riding it, and what it forbids while it runs."""

from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct

from protocol.dice import PoolItemView
from protocol.receipts import FrenzyReceipt
from protocol.words import Difficulty, Dots, FrenzyKind, FrenzyOutcome, HungerValue, Label, Modifier
from server.commands.resolving_base import (
    Does,
    Faces,
    Refused,
    V5Request,
    refuse,
    refuse_missing,
    refuse_number_of_faces,
    v5_house,
)
from server.commands.resolving_v5_state import Sheet, TrackState, track_of
from server.rules.refusal import RuleRefusal
from server.rules.v5 import frenzy as rules_of_frenzy
from server.rules.v5.frenzy import FrenzyResult, frenzy_dice, frenzy_items, resolve_frenzy
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.in_frenzy import (
    Frenzy,
    buy_control,
    costs_next_turn,
    discipline_refusal,
    frenzy_ends,
    frenzy_of,
    frenzy_refusal,
    ride_the_wave,
)
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.moments import Moment
from server.rules.v5.pools import PoolItem
from server.rules.v5.provocations import PROVOCATIONS, provocation_difficulty, provokes
from server.rules.v5.tracks import Track, TrackName

ProvocationName = Literal[
    "friend_killed", "loved_one_hurt", "loved_one_killed", "harassed", "insulted", "humiliated",
    "blood_near", "blood_tasted", "hunger_past_five", "bonfire", "burning_house", "burned",
    "obscured_sunlight", "direct_sunlight",
]  # fmt: skip
FrenzyFaces = Annotated[Faces, Meta(min_length=1)]


class PoolModifier(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A bonus or penalty on a pool, with its name."""

    label: Label
    dice: Modifier


Modifiers = Annotated[tuple[PoolModifier, ...], Meta(max_length=16)]


class V5Frenzy(V5Request, frozen=True, kw_only=True, tag="v5_frenzy", gc=False):
    """
    A roll to resist frenzy, against a Difficulty or one of the named provocations.

    With `willpower` and `humanity` the pool is added up (the Brujah bane by `clan` and
    `blood_potency`), and there must be as many faces; without, the faces are the pool. With
    `hunger` a provocation must be one for that Hunger.
    """

    faces: FrenzyFaces
    difficulty: Difficulty | None = None
    provocation: ProvocationName | None = None
    frenzy_kind: FrenzyKind | None = None
    modifiers: Modifiers = ()
    willpower: TrackState | None = None
    humanity: Dots | None = None
    hunger: HungerValue | None = None
    clan: Label | None = None
    blood_potency: Dots = 0
    character_kind: CharacterKind = CharacterKind.VAMPIRE
    bestial_temper: bool = False
    in_frenzy: bool = False


def resolve_v5_frenzy(request: V5Frenzy) -> FrenzyReceipt:
    """
    Read a roll to resist frenzy.

    Raises:
        Refused: The rules refuse it.

    Rule: A12.
    """
    house = v5_house(request)
    _refuse_frenzy(
        frenzy_refusal(
            request.character_kind,
            is_in_frenzy=request.in_frenzy,
            has_bestial_temper=request.bestial_temper,
        )
    )
    kind, difficulty = _provoked(request, request.hunger, house.rules, "")
    items = _pool_of_request(request, kind, house.rules)
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


def _refuse_frenzy(refusal: RuleRefusal | None) -> None:
    if refusal is not None:
        refuse(refusal, "in_frenzy" if refusal.code == "in_frenzy" else "character_kind")


def _pool_of_request(
    request: V5Frenzy, kind: FrenzyKind, rules: V5Rules
) -> tuple[PoolItemView, ...]:
    """The parts of the pool; Refused where they do not come to as many dice as there are faces."""
    if request.willpower is None and request.humanity is None and not request.modifiers:
        return (PoolItemView("pool", len(request.faces)),)
    if request.willpower is None:
        refuse_missing("willpower", "A pool that is added up", "a track")
    if request.humanity is None:
        refuse_missing("humanity", "A pool that is added up", "a whole number from 0 to 10")
    willpower = track_of(request.willpower, "willpower")
    return _pool(
        request, kind, willpower, request.humanity, request.clan, request.blood_potency, rules, ""
    )


class ResistFrenzy(Does, frozen=True, kw_only=True, tag="resist_frenzy", gc=False):
    """A roll to resist frenzy with the pool of the trackers; a lost one begins the frenzy."""

    faces: FrenzyFaces
    difficulty: Difficulty | None = None
    provocation: ProvocationName | None = None
    frenzy_kind: FrenzyKind | None = None
    modifiers: Modifiers = ()


def _provoked(
    asked: V5Frenzy | ResistFrenzy, hunger: int | None, rules: V5Rules, path: str
) -> tuple[FrenzyKind, int]:
    """What provokes, and how hard it is to resist."""
    if asked.provocation is None:
        if asked.difficulty is None:
            message = "A frenzy roll needs a Difficulty or a provocation."
            raise Refused(f"{path}difficulty", message, "a whole number from 1 to 99")
        if asked.frenzy_kind is None:
            message = "A frenzy roll needs its kind or a provocation."
            raise Refused(f"{path}frenzy_kind", message, f"one of {', '.join(FrenzyKind)}")
        return asked.frenzy_kind, asked.difficulty
    row = PROVOCATIONS[asked.provocation]
    kind = FrenzyKind(row.kind)
    if asked.frenzy_kind is not None and asked.frenzy_kind is not kind:
        message = f"This provocation is one of {kind}."
        raise Refused(f"{path}frenzy_kind", message, f"{kind}, or none")
    if hunger is not None and not provokes(row, hunger):
        message = f"At Hunger {hunger} this does not provoke."
        accepted = f"Hunger {row.least_hunger} or more, or another provocation"
        raise Refused(f"{path}provocation", message, accepted, code="not_provoked")
    if asked.difficulty is not None:
        return kind, asked.difficulty
    return kind, provocation_difficulty(row, rules)


def _pool(
    asked: V5Frenzy | ResistFrenzy,
    kind: FrenzyKind,
    willpower: Track,
    humanity: int,
    clan: str | None,
    blood_potency: int,
    rules: V5Rules,
    path: str,
) -> tuple[PoolItemView, ...]:
    items = frenzy_items(
        willpower=willpower,
        humanity=humanity,
        kind=rules_of_frenzy.FrenzyKind(kind),
        clan=clan,
        blood_potency_rating=blood_potency,
        rules=rules,
    )
    items += tuple([PoolItem(each.label, each.dice) for each in asked.modifiers])
    refuse_number_of_faces(f"{path}faces", frenzy_dice(items), len(asked.faces))
    return tuple([PoolItemView(item.label, item.dice) for item in items])


# --- as operations on trackers -------------------------------------------------------------------


class RideWave(Does, frozen=True, tag="ride_wave", gc=False):
    """Giving in to the Beast without a roll; the player keeps a say in where it goes."""

    frenzy_kind: FrenzyKind


class BuyControl(Does, frozen=True, tag="buy_control", gc=False):
    """One Willpower for one turn of control in frenzy."""


class UseDiscipline(Does, frozen=True, tag="use_discipline", gc=False):
    """A Discipline used, which in frenzy must be one of the body."""

    discipline: Label


class EndFrenzy(Does, frozen=True, tag="end_frenzy", gc=False):
    """The frenzy's goal is met."""


FrenzyOperation = ResistFrenzy | RideWave | BuyControl | UseDiscipline | EndFrenzy


class FrenzyStep(Struct, frozen=True, tag="resist_frenzy", gc=False):
    """How resisting came out; a Beast held without a critical costs a turn."""

    frenzy_kind: FrenzyKind
    pool: int
    successes: int
    difficulty: int
    outcome: FrenzyOutcome
    costs_next_turn: bool
    why: str


class FrenzyState(Struct, frozen=True, tag="frenzy", gc=False):
    """The frenzy that runs after an operation; null for none."""

    frenzy_kind: FrenzyKind | None
    is_ridden: bool


class ControlStep(Struct, frozen=True, tag="buy_control", gc=False):
    """Willpower after a turn of control was bought."""

    superficial: int
    aggravated: int


FrenzyResultStep = FrenzyStep | FrenzyState | ControlStep


def frenzy_state(sheet: Sheet) -> FrenzyState:
    """The frenzy of a character as it is told."""
    if sheet.frenzy is None:
        return FrenzyState(None, is_ridden=False)
    return FrenzyState(FrenzyKind(sheet.frenzy.kind), sheet.frenzy.is_ridden)


def operate_frenzy(sheet: Sheet, operation: FrenzyOperation, place: str) -> FrenzyResultStep:
    """
    Carry out an operation about frenzy.

    Raises:
        Refused: The rules refuse it.

    Rule: A12.
    """
    match operation:
        case ResistFrenzy():
            return _resist(sheet, operation, place)
        case RideWave():
            _refuse_begin(sheet, place)
            sheet.frenzy = ride_the_wave(rules_of_frenzy.FrenzyKind(operation.frenzy_kind))
        case BuyControl():
            return _buy_control(sheet, place)
        case UseDiscipline():
            refusal = discipline_refusal(operation.discipline)
            if sheet.frenzy is not None and refusal is not None:
                refuse(refusal, f"{place}.discipline")
        case EndFrenzy():
            _refuse_calm(sheet, place)
            sheet.frenzy = None
        case _:
            assert_never(operation)
    return frenzy_state(sheet)


def _refuse_begin(sheet: Sheet, place: str) -> None:
    refusal = frenzy_refusal(
        sheet.kind,
        is_in_frenzy=sheet.frenzy is not None,
        has_bestial_temper=sheet.has_bestial_temper,
    )
    if refusal is not None:
        refuse(refusal, place if refusal.code == "in_frenzy" else "character_kind")


def _refuse_calm(sheet: Sheet, place: str) -> Frenzy:
    if sheet.frenzy is None:
        message = "The character is not in frenzy."
        raise Refused(place, message, "a character who is in frenzy", code="not_in_frenzy")
    return sheet.frenzy


def _resist(sheet: Sheet, asked: ResistFrenzy, place: str) -> FrenzyStep:
    _refuse_begin(sheet, place)
    what = "Resisting frenzy"
    willpower, humanity = sheet.track(TrackName.WILLPOWER, what), sheet.humanity(what)
    kind, difficulty = _provoked(asked, sheet.maybe_hunger, sheet.rules, f"{place}.")
    bane = sheet.maybe_blood_potency or 0
    _pool(asked, kind, willpower, humanity, sheet.clan, bane, sheet.rules, f"{place}.")
    result: FrenzyResult = resolve_frenzy(asked.faces, difficulty, sheet.rules)
    sheet.frenzy = frenzy_of(result, rules_of_frenzy.FrenzyKind(kind))
    return FrenzyStep(
        frenzy_kind=kind,
        pool=len(result.faces),
        successes=result.successes,
        difficulty=result.difficulty,
        outcome=FrenzyOutcome(result.outcome),
        costs_next_turn=costs_next_turn(result.outcome),
        why=result.why,
    )


def _buy_control(sheet: Sheet, place: str) -> ControlStep:
    _refuse_calm(sheet, place)
    after = buy_control(sheet.track(TrackName.WILLPOWER, "Buying control"), sheet.rules)
    if isinstance(after, RuleRefusal):
        refuse(after, place)
    sheet.maybe_willpower = after
    return ControlStep(after.superficial, after.aggravated)


def end_of_frenzy(sheet: Sheet, moment: Moment | None = None) -> bool:
    """Whether the frenzy is over now, by what Hunger is or by the *moment*; then it is ended."""
    if sheet.frenzy is None:
        return False
    # Without a Hunger nothing sates.
    hunger = 5 if sheet.maybe_hunger is None else sheet.maybe_hunger
    if not frenzy_ends(sheet.frenzy, hunger=hunger, moment=moment):
        return False
    sheet.frenzy = None
    return True
