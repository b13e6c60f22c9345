"""Blood Potency: what each rating gives, and when Blood Surge may be used."""

from dataclasses import dataclass
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import rouse_refusal
from server.rules.v5.pools import PoolKind


@dataclass(frozen=True, slots=True)
class BloodPotency:
    """
    One row of the Blood Potency table.

    Attributes:
        rating: 0 to 10.
        surge_dice: Dice that Blood Surge adds.
        mend: Superficial Health that one Rouse check mends.
        discipline_bonus: Dice added to Discipline pools.
        reroll_up_to: Highest power level whose Rouse checks take two dice, 0 for none.
        bane_severity: Strength of the clan bane.
    """

    rating: int
    surge_dice: int
    mend: int
    discipline_bonus: int
    reroll_up_to: int
    bane_severity: int


_ERRATA: Final = (
    BloodPotency(0, 1, 1, 0, 0, 0),
    BloodPotency(1, 2, 1, 0, 1, 2),
    BloodPotency(2, 2, 2, 1, 1, 2),
    BloodPotency(3, 3, 2, 1, 2, 3),
    BloodPotency(4, 3, 3, 2, 2, 3),
    BloodPotency(5, 4, 3, 2, 3, 4),
    BloodPotency(6, 4, 3, 3, 3, 4),
    BloodPotency(7, 5, 3, 3, 4, 5),
    BloodPotency(8, 5, 4, 4, 4, 5),
    BloodPotency(9, 6, 4, 4, 5, 6),
    BloodPotency(10, 6, 5, 5, 5, 6),
)

_FIRST_PRINTING: Final = (
    BloodPotency(0, 0, 1, 0, 0, 0),
    BloodPotency(1, 1, 1, 0, 1, 1),
    BloodPotency(2, 1, 2, 1, 1, 1),
    BloodPotency(3, 2, 2, 1, 2, 2),
    BloodPotency(4, 2, 3, 2, 2, 2),
    BloodPotency(5, 3, 3, 2, 3, 3),
    BloodPotency(6, 3, 3, 3, 3, 3),
    BloodPotency(7, 4, 3, 3, 4, 4),
    BloodPotency(8, 4, 4, 4, 4, 4),
    BloodPotency(9, 5, 4, 4, 5, 5),
    BloodPotency(10, 5, 5, 5, 5, 5),
)


def blood_potency(rating: int, rules: V5Rules) -> BloodPotency:
    """
    Look up *rating* in the room's printing of the table.

    Raises:
        ValueError: *rating* is outside 0 to 10.

    Rule: A5 (``blood_potency_table``).
    """
    table = _ERRATA if rules.blood_potency_table == "errata" else _FIRST_PRINTING
    if not 0 <= rating < len(table):
        raise ValueError(f"Blood Potency is {rating}, outside 0 to {len(table) - 1}")
    return table[rating]


def surge_refusal(
    *, kind: PoolKind, uses_rouse: bool, hunger: int, rules: V5Rules
) -> RuleRefusal | None:
    """
    Say why Blood Surge may not be used on a pool, or None when it may.

    That the pool contains an Attribute, and that this is its first surge, is the caller's to see.

    Args:
        kind: What the pool is made of; only ordinary pools can surge.
        uses_rouse: Whether this kind of character makes Rouse checks (A14).
        hunger: Hunger before the surge, 0 to 5; a surge is a chosen Rouse check (A4.5).
        rules: The room's switches.

    Returns:
        None, or a refusal ``surge_not_allowed``, ``no_rouse`` or ``hunger_full``.

    Raises:
        ValueError: *hunger* is outside 0 to 5.

    Rule: A5, A4.5.
    """
    refusal = rouse_refusal(uses_rouse=uses_rouse, hunger=hunger, is_voluntary=True, rules=rules)
    if refusal is not None:
        return refusal
    if kind is not PoolKind.ORDINARY:
        return RuleRefusal(
            code="surge_not_allowed",
            detail="Blood Surge cannot strengthen a pool that contains Willpower or Humanity.",
            field="surge",
            accepted="a pool that contains an Attribute",
        )
    return None
