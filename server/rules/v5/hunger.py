"""The Hunger track: its bounds, who may choose to raise it, and what happens at its end."""

from dataclasses import dataclass
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules

MAX_HUNGER: Final = 5
HUNGER_FRENZY_DIFFICULTY: Final = 4
"""Difficulty of the frenzy test when Hunger would pass 5 (A2.11, A4.6)."""


def check_hunger(hunger: int) -> None:
    """Raise ValueError unless *hunger* is 0 to 5."""
    if not 0 <= hunger <= MAX_HUNGER:
        raise ValueError(f"Hunger is {hunger}, outside 0 to {MAX_HUNGER}")


def rouse_refusal(
    *, uses_rouse: bool, hunger: int, is_voluntary: bool, rules: V5Rules
) -> RuleRefusal | None:
    """
    Say why a Rouse check may not be made, or None when it may.

    Args:
        uses_rouse: Whether this kind of character makes Rouse checks (A14).
        hunger: Hunger before the check, 0 to 5.
        is_voluntary: Whether the character chose what the check pays for; a check forced by
            the Storyteller or by waking is not voluntary.
        rules: The room's switches; here ``hunger5_voluntary``.

    Returns:
        None, or a refusal ``no_rouse`` or ``hunger_full``.

    Rule: A4.5, A14.
    """
    check_hunger(hunger)
    if not uses_rouse:
        return RuleRefusal(
            code="no_rouse",
            detail="This character has no vampiric Blood to rouse.",
            field="character",
            accepted="a vampire or a thin-blood",
        )
    if is_voluntary and hunger == MAX_HUNGER and rules.hunger5_voluntary == "refuse":
        return RuleRefusal(
            code="hunger_full",
            detail="At Hunger 5 a vampire cannot choose to rouse the Blood.",
            field="character",
            accepted="Hunger 4 or less",
        )
    return None


@dataclass(frozen=True, slots=True)
class HungerRise:
    """Hunger before and after, and the Difficulty of the frenzy test when it had no room left."""

    before: int
    after: int
    frenzy_difficulty: int | None


def raise_hunger(hunger: int, amount: int = 1) -> HungerRise:
    """
    Raise Hunger as the price of a bestial failure; past 5 it stops and a frenzy test is due.

    Raises:
        ValueError: *hunger* is outside 0 to 5 or *amount* is negative.

    Rule: A2.11.
    """
    check_hunger(hunger)
    if amount < 0:
        raise ValueError(f"Hunger cannot rise by {amount}")
    wanted = hunger + amount
    return HungerRise(
        before=hunger,
        after=min(MAX_HUNGER, wanted),
        frenzy_difficulty=HUNGER_FRENZY_DIFFICULTY if wanted > MAX_HUNGER else None,
    )
