"""Which Difficulties a room accepts, and what they are called."""

from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules

_NAMES: Final = ("routine", "straightforward", "moderate", "challenging", "hard", "very hard")
_HARDEST: Final = "nearly impossible"


def difficulty_name(difficulty: int) -> str:
    """
    Say what a Difficulty is called; from 7 on they share a name.

    Raises:
        ValueError: *difficulty* is below 1.

    Rule: A1.9.
    """
    if difficulty < 1:
        raise ValueError(f"a Difficulty is 1 or more, not {difficulty}")
    return _NAMES[difficulty - 1] if difficulty <= len(_NAMES) else _HARDEST


def difficulty_refusal(difficulty: int | None, rules: V5Rules) -> RuleRefusal | None:
    """
    Say why *difficulty* is not accepted, or None when it is; None itself means "no Difficulty".

    Returns:
        None, or a refusal ``bad_difficulty``.

    Rule: A1.9, B (``difficulty_range``).
    """
    if difficulty is None:
        return None
    if difficulty < 1:
        return RuleRefusal(
            code="bad_difficulty",
            detail="A Difficulty is 1 or more; leave it out to roll without one.",
            field="difficulty",
            accepted="1 to 5" if rules.difficulty_range == "one_to_five" else "1 or more",
        )
    if rules.difficulty_range == "one_to_five" and difficulty > 5:
        return RuleRefusal(
            code="bad_difficulty",
            detail=f"This table uses Difficulties up to 5, and {difficulty} is more.",
            field="difficulty",
            accepted="1 to 5",
        )
    return None
