"""Who acts when in a V20 turn, and who has to declare first."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from server.rules.v20.faces import check_faces
from server.rules.v20.house_rules import V20Rules

FIXED_INITIATIVE: Final = 6
"""What stands for the die at tables that do not roll for initiative (C5.1)."""


class Initiative(Struct, frozen=True, gc=False):
    """
    One combatant's initiative.

    Attributes:
        name: Whose it is.
        rating: Without the die.
        die: The face rolled, or 6 for a table that does not roll.
    """

    name: str
    rating: int
    die: int

    @property
    def total(self) -> int:
        """What the order goes by."""
        return self.rating + self.die


def initiative(
    name: str,
    *,
    dexterity: int,
    wits: int,
    celerity_unused: int = 0,
    wound_penalty: int = 0,
    die: int = FIXED_INITIATIVE,
) -> Initiative:
    """
    Work out one combatant's initiative.

    Args:
        name: Whose it is.
        dexterity: The Attribute.
        wits: The Attribute.
        celerity_unused: Dots of Celerity that buy no action in this turn.
        wound_penalty: 0 or less.
        die: The face rolled, 1 to 10; left out at tables that do not roll.

    Raises:
        ValueError: *die* is no face, a trait is negative or *wound_penalty* is above 0.

    Rule: C5.1, C5.6.
    """
    check_faces((die,))
    if min(dexterity, wits, celerity_unused) < 0 or wound_penalty > 0:
        raise ValueError("traits are 0 or more and a wound penalty is 0 or less")
    return Initiative(name, dexterity + wits + celerity_unused + wound_penalty, die)


def turn_order(combatants: Sequence[Initiative]) -> tuple[tuple[str, ...], ...]:
    """
    Put combatants in order: the highest total first, then the higher rating.

    Returns:
        Groups of names; those in one group act at the same time, in the order given.

    Rule: C5.1.
    """

    def standing(combatant: Initiative) -> tuple[int, int]:
        return combatant.total, combatant.rating

    ranked = sorted(combatants, key=standing, reverse=True)
    return tuple(
        tuple(combatant.name for combatant in group) for _, group in groupby(ranked, key=standing)
    )


def declaration_order(combatants: Sequence[Initiative]) -> tuple[tuple[str, ...], ...]:
    """
    Put combatants in the order in which they declare: from the lowest up.

    Rule: C5.1.
    """
    return turn_order(combatants)[::-1]


def is_rolled_in(turn: int, rules: V20Rules) -> bool:
    """
    Whether initiative is rolled in *turn*, counted from 1.

    Raises:
        ValueError: *turn* is below 1.

    Rule: C5.1 (``initiative``).
    """
    if turn < 1:
        raise ValueError(f"turns are counted from 1, not {turn}")
    return turn == 1 or rules.initiative == "each_turn"
