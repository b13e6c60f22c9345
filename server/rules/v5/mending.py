"""Mending Health with Rouse checks: Superficial by the turn, Aggravated by the night."""

from dataclasses import dataclass
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import MAX_HUNGER, rouse_refusal
from server.rules.v5.rouse import RouseCheck, resolve_rouse, resolve_rouses
from server.rules.v5.tracks import DamageKind, Track, heal

AGGRAVATED_CHECKS: Final = 3
"""Rouse checks for one point of Aggravated Health, on top of the one at waking (A4.3)."""


@dataclass(frozen=True, slots=True)
class Mending:
    """
    Health mended for Rouse checks; it is mended whatever the checks say (A4.2).

    Attributes:
        checks: The Rouse checks, in order.
        before: Health as it was.
        after: Health as it is.
        hunger_after: Hunger after the last check.
        frenzy_difficulty: Difficulty of the hunger frenzy test that follows, if one does.
        falls_into_torpor: Whether Hunger passed 5 at waking, which is torpor and no frenzy.
    """

    checks: tuple[RouseCheck, ...]
    before: Track
    after: Track
    hunger_after: int
    frenzy_difficulty: int | None
    falls_into_torpor: bool = False


def mend_refusal(
    health: Track,
    *,
    uses_rouse: bool,
    hunger: int,
    mended_this_turn: bool,
    rules: V5Rules,
) -> RuleRefusal | None:
    """
    Say why Superficial Health may not be mended now, or None when it may.

    Args:
        health: The Health track.
        uses_rouse: Whether this character mends by Rouse checks (``mends_by_rouse``).
        hunger: Hunger before the check.
        mended_this_turn: Whether it mended in this turn already; False while none is counted.
        rules: The room's switches; here ``hunger5_voluntary``.

    Returns:
        None, or a refusal ``no_rouse``, ``hunger_full``, ``mended_this_turn`` or
        ``nothing_to_mend``.

    Raises:
        ValueError: *hunger* is outside 0 to 5.

    Rule: A4.3, A4.5, A10 (mend).
    """
    refusal = rouse_refusal(uses_rouse=uses_rouse, hunger=hunger, is_voluntary=True, rules=rules)
    if refusal is not None:
        return refusal
    if mended_this_turn:
        return RuleRefusal(
            code="mended_this_turn",
            detail="A vampire mends once in a turn, and this one already has.",
            field="character",
            accepted="the next turn",
        )
    return None if health.superficial else _nothing_to_mend("Superficial")


def resolve_mend(
    face: int, *, health: Track, hunger: int, blood_potency_rating: int, rules: V5Rules
) -> Mending:
    """
    Mend Superficial Health for one Rouse check.

    Args:
        face: The die of the check; mending takes no second die (A4.4).
        health: The Health track.
        hunger: Hunger before the check.
        blood_potency_rating: 0 to 10; gives the points mended.
        rules: The room's switches.

    Raises:
        ValueError: The face, *hunger* or the rating is outside its bounds.

    Rule: A5, A10 (mend).
    """
    check = resolve_rouse((face,), hunger=hunger, rules=rules)
    points = blood_potency(blood_potency_rating, rules).mend
    return Mending(
        checks=(check,),
        before=health,
        after=heal(health, DamageKind.SUPERFICIAL, points),
        hunger_after=check.hunger_after,
        frenzy_difficulty=check.frenzy_difficulty,
    )


def aggravated_mend_refusal(
    health: Track,
    *,
    uses_rouse: bool,
    hunger: int,
    mended_tonight: bool,
    rules: V5Rules,
) -> RuleRefusal | None:
    """
    Say why a point of Aggravated Health may not be mended tonight, or None when it may.

    Args:
        health: The Health track.
        uses_rouse: Whether this character mends by Rouse checks.
        hunger: Hunger before the first check.
        mended_tonight: Whether a point was mended since waking.
        rules: The room's switches; here ``hunger5_voluntary``.

    Returns:
        None, or a refusal ``no_rouse``, ``hunger_full``, ``mended_tonight`` or
        ``nothing_to_mend``.

    Raises:
        ValueError: *hunger* is outside 0 to 5.

    Rule: A4.3, A4.5, A10 (Aggravated Health).
    """
    refusal = rouse_refusal(uses_rouse=uses_rouse, hunger=hunger, is_voluntary=True, rules=rules)
    if refusal is not None:
        return refusal
    if mended_tonight:
        return RuleRefusal(
            code="mended_tonight",
            detail="One point of Aggravated Health is mended in a night, and it was.",
            field="character",
            accepted="the next night",
        )
    return None if health.aggravated else _nothing_to_mend("Aggravated")


def resolve_aggravated_mend(
    faces: tuple[int, int, int], *, health: Track, hunger: int, at_waking: bool, rules: V5Rules
) -> Mending:
    """
    Mend one point of Aggravated Health for three Rouse checks, one after another.

    A crippling injury goes with the point; it is text on the sheet, so the caller strikes it.

    Args:
        faces: One die for each check.
        health: The Health track.
        hunger: Hunger before the first check.
        at_waking: Whether it is done on waking, where passing Hunger 5 means torpor (A4.8).
        rules: The room's switches; here ``hunger5_check``.

    Raises:
        ValueError: There are not three faces, or a number is outside its bounds.

    Rule: A4.7, A4.8, A10 (Aggravated Health).
    """
    if len(faces) != AGGRAVATED_CHECKS:
        raise ValueError(f"a point of Aggravated Health takes 3 Rouse checks, not {len(faces)}")
    checks = resolve_rouses([(face,) for face in faces], hunger=hunger, rules=rules)
    falls = at_waking and any(passes_five(check) for check in checks)
    tests = [check.frenzy_difficulty for check in checks if check.frenzy_difficulty is not None]
    return Mending(
        checks=checks,
        before=health,
        after=heal(health, DamageKind.AGGRAVATED, 1),
        hunger_after=checks[-1].hunger_after,
        frenzy_difficulty=tests[0] if tests and not falls else None,
        falls_into_torpor=falls,
    )


def passes_five(check: RouseCheck) -> bool:
    """Whether a check would have raised Hunger past 5 (A4.6, A4.8)."""
    return check.hunger_before == MAX_HUNGER and not check.passed


def _nothing_to_mend(kind: str) -> RuleRefusal:
    return RuleRefusal(
        code="nothing_to_mend",
        detail=f"There is no {kind} damage on the Health track.",
        field="character",
        accepted=f"a box with {kind} damage",
    )
