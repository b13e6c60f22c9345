"""Who acts when within a turn, and the question after the third one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final, assert_never

from server.rules.v5.house_rules import V5Rules

TURNS_BEFORE_ASKING: Final = 3


class Step(StrEnum):
    """The steps of a turn, in order; all who act in one step act at the same time."""

    CLOSE_COMBAT = "close_combat"
    RANGED = "ranged"
    JOINING = "joining"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Combatant:
    """
    One who acts in a turn.

    Attributes:
        name: Who it is.
        step: What it does; close combat means one that it was in already.
        initiative: The rating of its sheet, where the table uses one.
        is_player: Whether a player's character; these come before others of the same rating.
        composure: Dots of Composure, the last tie-breaker.
    """

    name: str
    step: Step = Step.OTHER
    initiative: int = 0
    is_player: bool = False
    composure: int = 0


def turn_order(
    combatants: Iterable[Combatant], rules: V5Rules
) -> tuple[tuple[Combatant, ...], ...]:
    """
    Order those who act in a turn.

    Args:
        combatants: All who act, in any order.
        rules: The room's switches; here ``turn_order``.

    Returns:
        Groups in the order they act, none empty; a group acts at the same time and keeps the
        order it was given in.

    Rule: A9.5 (``turn_order``).
    """
    match rules.turn_order:
        case "steps":
            place = _place_by_step
        case "fixed_initiative":
            place = _place_by_initiative
        case _:
            assert_never(rules.turn_order)
    return tuple(tuple(group) for _, group in groupby(sorted(combatants, key=place), place))


def _place_by_step(combatant: Combatant) -> tuple[int, ...]:
    return (list(Step).index(combatant.step),)


def _place_by_initiative(combatant: Combatant) -> tuple[int, ...]:
    return (-combatant.initiative, not combatant.is_player, -combatant.composure)


def asks_to_end(turn: int) -> bool:
    """
    Whether the Storyteller is asked, at the end of *turn*, if the conflict should end.

    House rule: once, after the third turn, since a table that goes on has answered.

    Raises:
        ValueError: *turn* is below 1.

    Rule: A9.6; a reminder, nothing ends by itself.
    """
    if turn < 1:
        raise ValueError(f"turns count from 1, not {turn}")
    return turn == TURNS_BEFORE_ASKING


def leading_side(damage_dealt: Sequence[int]) -> int | None:
    """
    Say which side dealt the most damage; None where several did, so that the conflict breaks up.

    Args:
        damage_dealt: Points that each side has dealt, at least one side.

    Raises:
        ValueError: There is no side, or a number is negative.

    Rule: A9.6.
    """
    if not damage_dealt or min(damage_dealt) < 0:
        raise ValueError(f"sides deal 0 damage or more, not {list(damage_dealt)}")
    most = max(damage_dealt)
    return damage_dealt.index(most) if damage_dealt.count(most) == 1 else None
