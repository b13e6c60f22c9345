"""Staying awake, or coming awake, while the sun is up."""

from dataclasses import dataclass
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.counting import count_successes
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.humanity import check_humanity

HARDEST: Final = 4


def daylight_dice(humanity: int) -> int:
    """
    Count the dice of a roll to be awake by day: Humanity, at least 1, all of them regular.

    Raises:
        ValueError: *humanity* is outside 0 to 10.

    Rule: A11.6, A1.11, A2.3.
    """
    check_humanity(humanity)
    return max(1, humanity)


def daylight_refusal(difficulty: int) -> RuleRefusal | None:
    """
    Say why the roll cannot have this Difficulty, or None when it can.

    Returns:
        None, or a refusal ``bad_difficulty``.

    Rule: A11.6.
    """
    if 1 <= difficulty <= HARDEST:
        return None
    return RuleRefusal(
        code="bad_difficulty",
        detail=f"Being awake by day has Difficulty 1 to {HARDEST}, not {difficulty}.",
        field="difficulty",
        accepted=f"1 to {HARDEST}",
    )


@dataclass(frozen=True, slots=True)
class DaylightResult:
    """A roll to be awake by day."""

    faces: tuple[int, ...]
    successes: int
    difficulty: int
    is_awake: bool


def resolve_daylight(
    faces: tuple[int, ...], difficulty: int, rules: V5Rules = DEFAULT_RULES
) -> DaylightResult:
    """
    Read a roll to be awake by day; it is a Humanity roll, with no Hunger dice and no reroll.

    Args:
        faces: At least one face, 1 to 10 each.
        difficulty: 1 to 4, as the Storyteller finds the danger.
        rules: The room's switches; here ``extra_tens``.

    Raises:
        ValueError: There is no face or a face outside 1 to 10, or *difficulty* is out of range.

    Rule: A11.6.
    """
    if not faces:
        raise ValueError("a roll to be awake has at least one die")
    if not 1 <= difficulty <= HARDEST:
        raise ValueError(f"a Difficulty of being awake is 1 to {HARDEST}, not {difficulty}")
    successes = count_successes(Faces(regular=faces, hunger=()), rules)
    return DaylightResult(faces, successes, difficulty, is_awake=successes >= difficulty)
