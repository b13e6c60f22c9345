"""The Willpower reroll: who may, what it changes, and the chance that it rescues a failure."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.counting import tally
from server.rules.v5.faces import Faces, is_success, replace_regular
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.pools import PoolKind
from server.rules.v5.tracks import Track, spend_willpower

MAX_REROLLED: Final = 3
"""Regular dice that one Willpower rolls again at most (A3.2)."""

_FACE_CLASSES: Final = ((1, 5), (6, 4), (10, 1))
"""A face of each class that counts alike on a regular die, and how many faces the class has."""


def reroll_refusal(
    *,
    kind: PoolKind,
    regular_count: int,
    indices: Sequence[int],
    faces: Faces,
    rerolls_used: int,
    willpower: Track,
    rules: V5Rules,
) -> RuleRefusal | None:
    """
    Say why Willpower may not roll these dice again, or None when it may.

    Args:
        kind: What the pool is made of; only ordinary pools are rerolled (A3.3).
        regular_count: Regular dice in the roll.
        indices: The regular dice to roll again, counted from 0.
        faces: The dice as they lie now.
        rerolls_used: Rerolls already made on this roll.
        willpower: The roller's Willpower track.
        rules: The room's switches.

    Returns:
        None, or a refusal ``reroll_not_allowed``, ``reroll_used``, ``bad_dice`` or
        ``willpower_spent``; the first that applies, in this order.

    Raises:
        ValueError: *regular_count* is not the number of regular *faces*, or *rerolls_used* is
            negative.

    Rule: A3.1 to A3.4.
    """
    if regular_count != len(faces.regular):
        raise ValueError(f"{regular_count} regular dice, but {len(faces.regular)} regular faces")
    if rerolls_used < 0:
        raise ValueError(f"a roll cannot have been rerolled {rerolls_used} times")
    if kind is not PoolKind.ORDINARY:
        return RuleRefusal(
            code="reroll_not_allowed",
            detail="A pool that contains Willpower or Humanity cannot be rerolled with Willpower.",
        )
    if rerolls_used > 0 and rules.wp_rerolls_per_roll == "one":
        return RuleRefusal(
            code="reroll_used",
            detail="Willpower was already spent on this roll, and it can be spent once per roll.",
        )
    bad_dice = _dice_refusal(indices, faces, rules)
    if bad_dice is not None:
        return bad_dice
    spent = spend_willpower(willpower, rules)
    return spent if isinstance(spent, RuleRefusal) else None


def _dice_refusal(indices: Sequence[int], faces: Faces, rules: V5Rules) -> RuleRefusal | None:
    count = len(faces.regular)
    if count == 0:
        return _bad_dice("This roll has no regular dice, and Hunger dice are never rerolled.", None)
    if not 1 <= len(indices) <= MAX_REROLLED:
        return _bad_dice(
            f"Willpower rolls 1 to {MAX_REROLLED} regular dice again, not {len(indices)}.",
            f"1 to {MAX_REROLLED} dice",
        )
    if len(set(indices)) != len(indices):
        return _bad_dice("Each die can be named once.", "different dice")
    if not all(0 <= index < count for index in indices):
        return _bad_dice(
            "Only the regular dice of this roll can be rolled again.", f"0 to {count - 1}"
        )
    if rules.wp_reroll_scope == "failed_only" and any(
        is_success(faces.regular[i]) for i in indices
    ):
        return _bad_dice(
            "At this table Willpower rolls only dice that show no success.",
            "regular dice showing 1 to 5",
        )
    return None


def _bad_dice(detail: str, accepted: str | None) -> RuleRefusal:
    return RuleRefusal(code="bad_dice", detail=detail, field="indices", accepted=accepted)


def apply_reroll(faces: Faces, indices: Sequence[int], new_faces: Sequence[int]) -> Faces:
    """
    Put *new_faces* on the regular dice at *indices*, pairwise; the old faces count no more.

    Raises:
        ValueError: The two differ in length, an index repeats or names no regular die, or a
            face is outside 1 to 10.

    Rule: A3.2.
    """
    return replace_regular(faces, indices, new_faces)


def rescue_chance(
    faces: Faces, difficulty: int, rules: V5Rules, *, rerolled: frozenset[int] = frozenset()
) -> Fraction:
    """
    Compute how likely a reroll of the failed regular dice, up to three, turns failure into a win.

    Args:
        faces: The dice as they lie now.
        difficulty: Successes needed, 1 or more.
        rules: The room's switches.
        rerolled: Regular dice already rolled again, where a table allows several rerolls.

    Returns:
        The exact chance; 0 when the roll is won already or no regular die failed.

    Raises:
        ValueError: *difficulty* is below 1.

    Rule: A3; exact counting over three classes of faces (1-5, 6-9, 10).
    """
    if difficulty < 1:
        raise ValueError(f"a Difficulty is 1 or more, not {difficulty}")
    failed = [i for i, face in enumerate(faces.regular) if not is_success(face)][:MAX_REROLLED]
    if not failed or tally(faces, rules, rerolled).successes >= difficulty:
        return Fraction(0)
    ways = 0
    for drawn in product(_FACE_CLASSES, repeat=len(failed)):
        after = replace_regular(faces, failed, [face for face, _ in drawn])
        if tally(after, rules, rerolled | frozenset(failed)).successes >= difficulty:
            weight = 1
            for _, size in drawn:
                weight *= size
            ways += weight
    return Fraction(ways, 10 ** len(failed))
