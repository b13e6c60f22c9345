"""Damage and healing on a V20 health track: marking, upgrading, torpor and death, and the price."""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from server.rules.refusal import RuleRefusal
from server.rules.v20.damage import Body, DamageKind
from server.rules.v20.health import Condition, HealthTrack, condition_of


class Injury(Struct, frozen=True, gc=False):
    """
    What levels of one kind did to a track.

    Attributes:
        before: The track as it was.
        after: The track as it is.
        levels: Levels to mark, after soak and halving.
        marked: Empty boxes that got a mark.
        upgraded: Lighter marks that became worse.
        lost: Levels that changed no box.
        condition: What has become of the body; None while it can act.
    """

    before: HealthTrack
    after: HealthTrack
    levels: int
    marked: int
    upgraded: int
    lost: int
    condition: Condition | None


def wound(
    track: HealthTrack, levels: int, kind: DamageKind, body: Body, *, blood: int | None = None
) -> Injury:
    """
    Mark damage level by level.

    Empty boxes come first. On a full track bashing and lethal turn a bashing mark lethal, and
    never a lethal one aggravated; aggravated takes the place of the lightest mark.

    Args:
        track: The track that takes it.
        levels: After soak and halving (``soak_damage``), 0 or more.
        kind: What was dealt.
        body: A vampire beyond Incapacitated falls into torpor, or by aggravated damage meets
            Final Death; a mortal dies once no bashing mark is left.
        blood: Points a vampire can spend, where that is known.

    Raises:
        ValueError: *levels* is negative.

    Rule: C6.
    """
    if levels < 0:
        raise ValueError(f"damage is 0 levels or more, not {levels}")
    marked = min(levels, track.empty)
    beyond = levels - marked
    after = _mark(track, marked, kind)
    if kind is DamageKind.AGGRAVATED:
        upgraded = min(beyond, after.bashing + after.lethal)
        from_bashing = min(upgraded, after.bashing)
        after = replace(
            after,
            bashing=after.bashing - from_bashing,
            lethal=after.lethal - (upgraded - from_bashing),
            aggravated=after.aggravated + upgraded,
        )
    else:
        upgraded = min(beyond, after.bashing)
        after = replace(after, bashing=after.bashing - upgraded, lethal=after.lethal + upgraded)
    condition = condition_of(after, body, blood=blood)
    if body is Body.VAMPIRE and beyond > 0 and condition is not Condition.FINAL_DEATH:
        is_final = kind is DamageKind.AGGRAVATED
        condition = Condition.FINAL_DEATH if is_final else Condition.TORPOR
    return Injury(track, after, levels, marked, upgraded, beyond - upgraded, condition)


def _mark(track: HealthTrack, count: int, kind: DamageKind) -> HealthTrack:
    match kind:
        case DamageKind.BASHING:
            return replace(track, bashing=track.bashing + count)
        case DamageKind.LETHAL:
            return replace(track, lethal=track.lethal + count)
        case DamageKind.AGGRAVATED:
            return replace(track, aggravated=track.aggravated + count)
        case _:
            assert_never(kind)


class HealingCost(Struct, frozen=True, gc=False):
    """What a vampire pays to heal; *is_full_rest*: it takes a full day's rest."""

    blood: int
    willpower: int
    is_full_rest: bool


def healing_cost(levels: int, kind: DamageKind) -> HealingCost:
    """
    Say what healing *levels* of one kind costs a vampire.

    Bashing and lethal take a blood point a level. Aggravated takes five, in one full day's rest,
    and for each level after the first in the same rest a point of Willpower too.

    Raises:
        ValueError: *levels* is below 1.

    Rule: C6.
    """
    if levels < 1:
        raise ValueError(f"1 level or more is healed, not {levels}")
    if kind is DamageKind.AGGRAVATED:
        return HealingCost(5 * levels, levels - 1, is_full_rest=True)
    return HealingCost(levels, 0, is_full_rest=False)


def blood_healing_refusal(body: Body) -> RuleRefusal | None:
    """
    Say why a body cannot heal with blood, or None when it can: mortals heal by time alone.

    Returns:
        None, or a refusal ``heals_by_time``.

    Rule: C6.
    """
    if body is Body.VAMPIRE:
        return None
    return RuleRefusal(
        code="heals_by_time",
        detail="A mortal's wounds heal with time, not with blood.",
        field="character",
        accepted="a vampire",
    )


def heal(track: HealthTrack, levels: int, kind: DamageKind) -> HealthTrack | RuleRefusal:
    """
    Clear *levels* marks of one kind.

    Returns:
        The track after, or a refusal ``nothing_to_heal`` when fewer are marked.

    Raises:
        ValueError: *levels* is below 1.

    Rule: C6.
    """
    if levels < 1:
        raise ValueError(f"1 level or more is healed, not {levels}")
    there = track.marks.count(kind)
    if there < levels:
        return RuleRefusal(
            code="nothing_to_heal",
            detail=f"There are {there} {kind} levels to heal, not {levels}.",
            field="levels",
            accepted=f"1 to {there} levels" if there else "another kind of damage",
        )
    return _mark(track, -levels, kind)
