"""Being in frenzy: how it begins, what it changes, and when it ends."""

from dataclasses import dataclass
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.frenzy import FrenzyKind, FrenzyOutcome, FrenzyResult
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import check_hunger
from server.rules.v5.kinds import CharacterKind, can_frenzy
from server.rules.v5.moments import Moment
from server.rules.v5.pools import PoolItem
from server.rules.v5.tracks import Track, spend_willpower

MIND_CONTROL_DICE: Final = 3
MIND_CONTROL_DIFFICULTY: Final = 2
FRENZY_DISCIPLINES: Final = ("Celerity", "Fortitude", "Potence")
"""The Disciplines of the body; a table may count others among them."""

SATED: Final = 1
"""Hunger at which a hunger frenzy is over (A12.5)."""


@dataclass(frozen=True, slots=True)
class Frenzy:
    """A frenzy that runs; *is_ridden* means that the player keeps a say in its direction."""

    kind: FrenzyKind
    is_ridden: bool


def frenzy_refusal(
    kind: CharacterKind, *, is_in_frenzy: bool, has_bestial_temper: bool = False
) -> RuleRefusal | None:
    """
    Say why a character can neither be driven to frenzy nor ride it now, or None when it can.

    Args:
        kind: What the character is.
        is_in_frenzy: Whether it is in frenzy already; there is no second one.
        has_bestial_temper: Whether a thin-blood has the flaw of that kind.

    Returns:
        None, or a refusal ``no_frenzy`` or ``in_frenzy``.

    Rule: A12.5, A12.7.
    """
    if not can_frenzy(kind, has_bestial_temper=has_bestial_temper):
        return RuleRefusal(
            code="no_frenzy",
            detail="This character's Beast is too weak for frenzy, or there is none.",
            field="character",
            accepted="a vampire, or a thin-blood of bestial temper",
        )
    if is_in_frenzy:
        return RuleRefusal(
            code="in_frenzy",
            detail="The character is in frenzy already.",
            field="character",
            accepted="a character who is not in frenzy",
        )
    return None


def frenzy_of(result: FrenzyResult, kind: FrenzyKind) -> Frenzy | None:
    """Give the frenzy that a lost roll begins; None when the Beast was held (A12.2)."""
    return Frenzy(kind, is_ridden=False) if result.outcome is FrenzyOutcome.FRENZY else None


def ride_the_wave(kind: FrenzyKind) -> Frenzy:
    """
    Give in to the Beast without a roll; the player keeps some say over where it goes.

    Some tables forbid it in terror: the Storyteller's word.

    Rule: A12.3.
    """
    return Frenzy(kind, is_ridden=True)


def costs_next_turn(outcome: FrenzyOutcome) -> bool:
    """Whether holding the Beast takes the next turn: a win that is not critical (A12.2)."""
    return outcome is FrenzyOutcome.RESISTED


def discipline_refusal(discipline: str) -> RuleRefusal | None:
    """
    Say why a Discipline cannot be used in frenzy, or None when it can.

    Returns:
        None, or a refusal ``in_frenzy``.

    Rule: A12.5.
    """
    if discipline.strip().casefold() in {name.casefold() for name in FRENZY_DISCIPLINES}:
        return None
    return RuleRefusal(
        code="in_frenzy",
        detail=f"In frenzy only Disciplines of the body work, and {discipline} is none.",
        field="discipline",
        accepted=", ".join(FRENZY_DISCIPLINES),
    )


def resist_mind_control_items() -> tuple[PoolItem, ...]:
    """List the dice that frenzy adds to resisting mind control (A12.5)."""
    return (PoolItem("in frenzy", MIND_CONTROL_DICE),)


def mind_control_difficulty(difficulty: int) -> int:
    """
    Raise the Difficulty of mind control on somebody in frenzy, where the target does not roll.

    Raises:
        ValueError: *difficulty* is below 1.

    Rule: A12.5.
    """
    if difficulty < 1:
        raise ValueError(f"a Difficulty is 1 or more, not {difficulty}")
    return difficulty + MIND_CONTROL_DIFFICULTY


def buy_control(willpower: Track, rules: V5Rules) -> Track | RuleRefusal:
    """
    Spend 1 Willpower for one turn of control in frenzy.

    Returns:
        The track after, or a refusal ``willpower_spent``.

    Rule: A12.5, A3.4.
    """
    return spend_willpower(willpower, rules)


def frenzy_ends(
    frenzy: Frenzy, *, hunger: int, goal_met: bool = False, moment: Moment | None = None
) -> bool:
    """
    Whether a frenzy is over: its goal is met, the scene ends, or hunger frenzy is sated.

    Args:
        frenzy: The frenzy.
        hunger: Hunger now; 1 or less sates a hunger frenzy.
        goal_met: Whether the Storyteller says that the goal is met.
        moment: The moment that has come, if one has.

    Raises:
        ValueError: *hunger* is outside 0 to 5.

    Rule: A12.5.
    """
    check_hunger(hunger)
    is_sated = frenzy.kind is FrenzyKind.HUNGER and hunger <= SATED
    return goal_met or is_sated or moment is Moment.SCENE_END
