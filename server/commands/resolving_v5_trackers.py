"""Operations on V5 trackers, in order: damage, healing and spending on a track; Stains."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.words import Amount, Dots, Preset
from server.commands.resolving_base import MAX_OPERATIONS, Refused, V5Request, refuse, v5_house
from server.commands.resolving_v5_checks import Overflow, TrackState, refuse_stains, track_of
from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import (
    HumanityBox,
    add_stains,
    humanity_boxes,
    settle_stains,
    stains_after_conviction,
)
from server.rules.v5.impairment import impaired_categories
from server.rules.v5.kinds import CharacterKind, halves_superficial
from server.rules.v5.tracks import (
    Condition,
    DamageKind,
    Track,
    TrackName,
    deal_damage,
    heal,
    health_condition,
    spend_willpower,
)


class Damage(Struct, frozen=True, forbid_unknown_fields=True, tag="damage", gc=False):
    """Damage of one source, before any halving."""

    kind: DamageKind
    amount: Amount


class Heal(Struct, frozen=True, forbid_unknown_fields=True, tag="heal", gc=False):
    """Marks of one kind cleared; more than there are clears them all."""

    kind: DamageKind
    amount: Amount


class SpendWillpower(
    Struct, frozen=True, forbid_unknown_fields=True, tag="spend_willpower", gc=False
):
    """One Willpower spent."""


TrackOperation = Damage | Heal | SpendWillpower


class V5Track(V5Request, frozen=True, kw_only=True, tag="v5_track", gc=False):
    """A track, whose it is, and what happens to it in order."""

    name: TrackName
    track: TrackState
    operations: Annotated[tuple[TrackOperation, ...], Meta(max_length=MAX_OPERATIONS)]
    kind: CharacterKind = CharacterKind.VAMPIRE
    resilient: bool = False


class TrackStep(Struct, frozen=True, gc=False):
    """
    A track after one operation.

    `points` were to be marked, after halving; `marked` found an empty box, `turned_aggravated`
    turned a Superficial one, `lost` found only Aggravated boxes. All are 0 for healing.
    """

    superficial: int
    aggravated: int
    points: int = 0
    marked: int = 0
    turned_aggravated: int = 0
    lost: int = 0


class TrackReceipt(Struct, frozen=True, tag="v5_track", gc=False):
    """A track after all operations, and after each."""

    name: TrackName
    boxes: int
    superficial: int
    aggravated: int
    is_full: bool
    condition: Condition | None
    steps: tuple[TrackStep, ...]
    preset: Preset
    switches: dict[str, str]


def resolve_v5_track(request: V5Track) -> TrackReceipt:
    """
    Carry out operations on a track, all or none.

    Raises:
        Refused: The rules refuse one of them.

    Rule: A3.4, A10.
    """
    house = v5_house(request)
    track = track_of(request.track, "track")
    halve = request.name is TrackName.HEALTH and halves_superficial(
        request.kind, is_resilient=request.resilient
    )
    steps = []
    for number, operation in enumerate(request.operations):
        track, step = _operate(
            track, operation, request.name, house.rules, halve=halve, field=f"operations[{number}]"
        )
        steps.append(step)
    is_health = request.name is TrackName.HEALTH
    return TrackReceipt(
        name=request.name,
        boxes=track.boxes,
        superficial=track.superficial,
        aggravated=track.aggravated,
        is_full=track.is_full,
        condition=health_condition(track, request.kind) if is_health else None,
        steps=tuple(steps),
        preset=house.preset,
        switches=house.switches,
    )


def _operate(
    track: Track,
    operation: TrackOperation,
    name: TrackName,
    rules: V5Rules,
    *,
    halve: bool,
    field: str,
) -> tuple[Track, TrackStep]:
    if isinstance(operation, Heal):
        after = heal(track, operation.kind, operation.amount)
        return after, TrackStep(after.superficial, after.aggravated)
    kind, amount = DamageKind.SUPERFICIAL, 1
    if isinstance(operation, SpendWillpower):
        if name is not TrackName.WILLPOWER:
            raise Refused(field, "Willpower is spent from its own track.", "damage or heal")
        spent = spend_willpower(track, rules)
        if isinstance(spent, RuleRefusal):
            refuse(spent, field)
    else:
        kind, amount = operation.kind, operation.amount
    dealt = deal_damage(track, kind, amount, halve=halve)
    return dealt.after, TrackStep(
        superficial=dealt.after.superficial,
        aggravated=dealt.after.aggravated,
        points=dealt.halved_to,
        marked=dealt.marked,
        turned_aggravated=dealt.turned_aggravated,
        lost=dealt.lost,
    )


class GainStains(Struct, frozen=True, forbid_unknown_fields=True, tag="stains", gc=False):
    """Stains gained, less those that a Conviction spares."""

    amount: Amount
    spared: Annotated[int, Meta(ge=0, le=50)] = 0


class SetHumanity(Struct, frozen=True, forbid_unknown_fields=True, tag="humanity", gc=False):
    """Humanity changed by hand; no Stain is lost by it."""

    to: Dots


class V5Humanity(V5Request, frozen=True, kw_only=True, tag="v5_humanity", gc=False):
    """Humanity with its Stains, and what happens to them in order."""

    humanity: Dots
    operations: Annotated[tuple[GainStains | SetHumanity, ...], Meta(max_length=MAX_OPERATIONS)]
    stains: Dots = 0
    overflow: Overflow = 0


class HumanityStep(Struct, frozen=True, gc=False):
    """Humanity and Stains after one operation, and the Aggravated Willpower damage it did."""

    humanity: int
    stains: int
    overflow: int
    willpower_damage: int


class HumanityReceipt(Struct, frozen=True, tag="v5_humanity", gc=False):
    """Humanity and Stains after all operations, and after each."""

    humanity: int
    stains: int
    overflow: int
    willpower_damage: int
    is_impaired: bool
    boxes: tuple[HumanityBox, ...]
    steps: tuple[HumanityStep, ...]
    preset: Preset
    switches: dict[str, str]


_UNHURT: Final = Track(1)


def resolve_v5_humanity(request: V5Humanity) -> HumanityReceipt:
    """
    Carry out operations on Humanity and its Stains.

    Raises:
        Refused: Humanity and Stains cannot stand together.

    Rule: A11.
    """
    house = v5_house(request)
    refuse_stains(request.humanity, request.stains, request.overflow)
    now = HumanityStep(request.humanity, request.stains, request.overflow, 0)
    steps = []
    for operation in request.operations:
        now = _change(now, operation, house.rules)
        steps.append(now)
    impaired = impaired_categories(
        _UNHURT, _UNHURT, now.humanity, now.stains, house.rules, overflow=now.overflow
    )
    return HumanityReceipt(
        humanity=now.humanity,
        stains=now.stains,
        overflow=now.overflow,
        willpower_damage=sum([step.willpower_damage for step in steps]),
        is_impaired=bool(impaired),
        boxes=humanity_boxes(now.humanity, now.stains),
        steps=tuple(steps),
        preset=house.preset,
        switches=house.switches,
    )


def _change(now: HumanityStep, operation: GainStains | SetHumanity, rules: V5Rules) -> HumanityStep:
    if isinstance(operation, SetHumanity):
        stains, overflow = settle_stains(operation.to, now.stains, now.overflow)
        return HumanityStep(operation.to, stains, overflow, 0)
    amount = stains_after_conviction(operation.amount, operation.spared)
    result = add_stains(now.humanity, now.stains, now.overflow, amount, rules)
    return HumanityStep(now.humanity, result.stains_after, result.overflow, result.willpower_damage)
