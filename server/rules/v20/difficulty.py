"""Which V20 difficulties there are, and what a roll's difficulty becomes before the dice."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import V20Rules

STANDARD_DIFFICULTY: Final = 6
LOWEST_DIFFICULTY: Final = 2
HIGHEST_DIFFICULTY: Final = 10

DIFFICULTY_NAMES: Final[Mapping[int, str]] = MappingProxyType(
    {
        3: "easy",
        4: "routine",
        5: "straightforward",
        6: "standard",
        7: "challenging",
        8: "hard",
        9: "nearly impossible",
    }
)
"""What a difficulty is called, where it has a name (C1.10)."""


class AppliedDifficulty(Struct, frozen=True, gc=False):
    """
    A difficulty and how it came about.

    Attributes:
        assessed: What the Storyteller set, 2 to 10.
        raised: What retries and further actions added, as far as 10 allows.
        untrained: What an untrained Skill added, 0 or 1.
        applied: What the dice are compared with: 2 to 10 in strict mode; casual mode reaches
            down to 1, ``untrained_at_ten`` as ``eleven`` up to 11.
        is_halved: Whether casual mode halved it.
    """

    assessed: int
    raised: int
    untrained: int
    applied: int
    is_halved: bool


def difficulty_refusal(difficulty: int) -> RuleRefusal | None:
    """
    Say why *difficulty* is not accepted, or None when it is.

    Returns:
        None, or a refusal ``bad_difficulty``.

    Rule: C1.1.
    """
    if LOWEST_DIFFICULTY <= difficulty <= HIGHEST_DIFFICULTY:
        return None
    return RuleRefusal(
        code="bad_difficulty",
        detail=f"A difficulty is {LOWEST_DIFFICULTY} to {HIGHEST_DIFFICULTY}, not {difficulty}.",
        field="difficulty",
        accepted=f"{LOWEST_DIFFICULTY} to {HIGHEST_DIFFICULTY}",
    )


def apply_difficulty(
    assessed: int,
    rules: V20Rules,
    *,
    is_untrained_skill: bool = False,
    retries: int = 0,
    raised: int = 0,
) -> AppliedDifficulty | RuleRefusal:
    """
    Work out what the dice are compared with.

    Retries and raises come first and stop at 10, then the untrained Skill, then casual halving.

    House rule: only an untrained Skill is asked about at 10; other raises simply stop there,
    since the sources end the scale at 10.

    Args:
        assessed: What the Storyteller set.
        rules: The room's switches; here ``mode`` and ``untrained_at_ten``.
        is_untrained_skill: The pool rolls a Skill rated 0.
        retries: Failures of the same task before, where the Storyteller makes them count (C1.12).
        raised: What else makes it harder, such as a later action of the same turn.

    Returns:
        The difficulty, or a refusal ``bad_difficulty`` or ``untrained_at_ten``.

    Raises:
        ValueError: *retries* or *raised* is negative.

    Rule: C1.1, C1.12, C2.
    """
    if retries < 0 or raised < 0:
        raise ValueError("a difficulty is raised by 0 or more")
    refusal = difficulty_refusal(assessed)
    if refusal is not None:
        return refusal
    before = min(HIGHEST_DIFFICULTY, assessed + retries + raised)
    untrained = int(is_untrained_skill)
    if before + untrained > HIGHEST_DIFFICULTY:
        if rules.untrained_at_ten == "refuse":
            return RuleRefusal(
                code="untrained_at_ten",
                detail="At this table nobody tries difficulty 10 with a Skill they never learnt.",
                field="difficulty",
                accepted=f"{LOWEST_DIFFICULTY} to {HIGHEST_DIFFICULTY - 1}",
            )
        untrained = int(rules.untrained_at_ten == "eleven")
    is_halved = rules.mode == "casual"
    full = before + untrained
    return AppliedDifficulty(
        assessed=assessed,
        raised=before - assessed,
        untrained=untrained,
        applied=full // 2 if is_halved else full,
        is_halved=is_halved,
    )


UNROLLED_SUCCESSES: Final = 1
"""What a task gives that needs no roll (C1.11)."""


def needs_no_roll(pool: int, difficulty: int, *, is_stressful: bool) -> bool:
    """
    Say whether a task succeeds without a roll: dice enough, and nothing presses.

    Rule: C1.11.
    """
    return not is_stressful and pool >= difficulty
