"""Rouse checks: how many dice, what they cost, and when a frenzy test follows."""

from collections.abc import Sequence
from dataclasses import dataclass

from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.faces import TEN, check_faces, is_success
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import (
    HUNGER_FRENZY_DIFFICULTY,
    MAX_HUNGER,
    check_hunger,
    rouse_refusal,
)

__all__ = [
    "RouseCheck",
    "oblivion_stains",
    "resolve_rouse",
    "resolve_rouses",
    "rouse_dice",
    "rouse_refusal",
]


@dataclass(frozen=True, slots=True)
class RouseCheck:
    """
    One Rouse check.

    Attributes:
        faces: One face, or two when Blood Potency lets the better one count.
        passed: Whether Hunger stays as it is.
        hunger_before: Hunger at the time of the check.
        hunger_after: Hunger once the check counts; after the roll that it pays for (A4.2).
        frenzy_difficulty: Difficulty of the hunger frenzy test that follows, if one does.
    """

    faces: tuple[int, ...]
    passed: bool
    hunger_before: int
    hunger_after: int
    frenzy_difficulty: int | None


def rouse_dice(*, blood_potency_rating: int, power_level: int | None, rules: V5Rules) -> int:
    """
    Say how many dice one Rouse check takes: 2 for a low enough Discipline power, else 1.

    Args:
        blood_potency_rating: 0 to 10.
        power_level: Level of the Discipline power paid for, 1 or more; None for anything else.
        rules: The room's switches; here ``blood_potency_table``.

    Raises:
        ValueError: The rating is outside 0 to 10, or *power_level* below 1.

    Rule: A4.4, A5.
    """
    reroll_up_to = blood_potency(blood_potency_rating, rules).reroll_up_to
    if power_level is None:
        return 1
    if power_level < 1:
        raise ValueError(f"a power has level 1 or more, not {power_level}")
    return 2 if power_level <= reroll_up_to else 1


def resolve_rouse(faces: tuple[int, ...], *, hunger: int, rules: V5Rules) -> RouseCheck:
    """
    Resolve one Rouse check; the better face counts, and Hunger rises by 1 at most.

    Args:
        faces: As many faces as ``rouse_dice`` says, 1 to 10 each.
        hunger: Hunger before the check, 0 to 5; at 5 it stays there.
        rules: The room's switches; here ``hunger5_check``.

    Raises:
        ValueError: There are not one or two faces, a face is outside 1 to 10, or *hunger* is
            outside 0 to 5.

    Rule: A4.1, A4.4, A4.6.
    """
    check_hunger(hunger)
    check_faces(faces)
    if len(faces) not in (1, 2):
        raise ValueError(f"a Rouse check takes one die or two, not {len(faces)}")
    passed = is_success(max(faces))
    tests_frenzy = hunger == MAX_HUNGER and (not passed or rules.hunger5_check == "always")
    return RouseCheck(
        faces=faces,
        passed=passed,
        hunger_before=hunger,
        hunger_after=hunger if passed else min(MAX_HUNGER, hunger + 1),
        frenzy_difficulty=HUNGER_FRENZY_DIFFICULTY if tests_frenzy else None,
    )


def resolve_rouses(
    checks: Sequence[tuple[int, ...]], *, hunger: int, rules: V5Rules
) -> tuple[RouseCheck, ...]:
    """
    Resolve several Rouse checks one after another, each at the Hunger the last one left (A4.7).

    Args:
        checks: The faces of each check, in order.
        hunger: Hunger before the first check, 0 to 5.
        rules: The room's switches.
    """
    resolved: list[RouseCheck] = []
    for faces in checks:
        check = resolve_rouse(faces, hunger=hunger, rules=rules)
        resolved.append(check)
        hunger = check.hunger_after
    return tuple(resolved)


def oblivion_stains(check: RouseCheck) -> int:
    """
    Count the Stains that a Rouse check for an Oblivion power brings: 1 on a face of 1 or 10.

    House rule: where two dice were rolled, the one that counts is read, since the other is only
    a chance that was not taken.

    Rule: A4.9.
    """
    return 1 if max(check.faces) in (1, TEN) else 0
