"""Feeding: what blood slakes, how Blood Potency spoils it, and the bite as an attack."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Literal

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import check_hunger

BITE_DAMAGE: Final = 2
"""Aggravated damage of a bite before anything is drunk (A6.3)."""


class BloodSource(StrEnum):
    """Where the blood comes from."""

    BLOOD_BAG = "blood_bag"
    SMALL_ANIMAL = "small_animal"
    LARGE_ANIMAL = "large_animal"
    HUMAN_SIP = "human_sip"
    HUMAN_DRINK = "human_drink"
    HUMAN_HARMFUL = "human_harmful"
    HUMAN_KILL = "human_kill"


MOST_SLAKED: Final[Mapping[BloodSource, int | None]] = MappingProxyType(
    {
        BloodSource.BLOOD_BAG: 1,
        BloodSource.SMALL_ANIMAL: 1,
        BloodSource.LARGE_ANIMAL: 2,
        BloodSource.HUMAN_SIP: 1,
        BloodSource.HUMAN_DRINK: 2,
        BloodSource.HUMAN_HARMFUL: 4,
        BloodSource.HUMAN_KILL: None,
    }
)
"""Hunger that each source slakes before Blood Potency; None takes it all."""

_THIN: Final = (BloodSource.BLOOD_BAG, BloodSource.SMALL_ANIMAL, BloodSource.LARGE_ANIMAL)


@dataclass(frozen=True, slots=True)
class FeedingRow:
    """
    What one rating of Blood Potency makes of blood; the same in both printings.

    Attributes:
        thin_blood: What blood of animals and bags is worth.
        human_penalty: Hunger that human blood slakes less.
        floor: Hunger that stays unless the victim is killed.
    """

    thin_blood: Literal["full", "half", "none"]
    human_penalty: int
    floor: int


FEEDING_TABLE: Final = (
    FeedingRow("full", 0, 1),
    FeedingRow("full", 0, 1),
    FeedingRow("half", 0, 1),
    FeedingRow("none", 0, 1),
    FeedingRow("none", 1, 1),
    FeedingRow("none", 1, 2),
    FeedingRow("none", 2, 2),
    FeedingRow("none", 2, 2),
    FeedingRow("none", 2, 3),
    FeedingRow("none", 2, 3),
    FeedingRow("none", 3, 3),
)
"""One row for each Blood Potency from 0 to 10 (A5)."""


def feeding_row(blood_potency_rating: int) -> FeedingRow:
    """
    Look up what a Blood Potency makes of blood.

    Raises:
        ValueError: The rating is outside 0 to 10.

    Rule: A5.
    """
    if not 0 <= blood_potency_rating < len(FEEDING_TABLE):
        raise ValueError(f"Blood Potency is {blood_potency_rating}, outside 0 to 10")
    return FEEDING_TABLE[blood_potency_rating]


@dataclass(frozen=True, slots=True)
class Feeding:
    """
    What one feeding did.

    Attributes:
        source: Where the blood came from.
        drunk: Hunger that the blood would slake in anyone; for a kill, the Hunger there was.
        worth: What is left of it at this Blood Potency.
        before: Hunger before.
        after: Hunger after, never more than before.
        why: One sentence of ours.
    """

    source: BloodSource
    drunk: int
    worth: int
    before: int
    after: int
    why: str

    @property
    def slaked(self) -> int:
        """By how much Hunger fell."""
        return self.before - self.after


def feed(
    source: BloodSource,
    *,
    hunger: int,
    blood_potency_rating: int,
    rules: V5Rules,
    amount: int | None = None,
) -> Feeding | RuleRefusal:
    """
    Feed from *source*.

    A kill leaves Hunger exactly 0, whatever the rating. Without one Hunger never falls below the
    floor of the rating; a Hunger that is lower already stays as it is.

    Args:
        source: Where the blood comes from.
        hunger: Hunger when the blood is drunk, so after any rise during the hunt.
        blood_potency_rating: 0 to 10.
        rules: The room's switches; here ``feeding_penalty_min`` and ``feeding_half_rounding``.
        amount: How much the vampire drinks, when it is less than the source gives.

    Returns:
        The feeding, or a refusal ``bad_amount``.

    Raises:
        ValueError: *hunger* or the rating is outside its track.

    Rule: A6, A6.1, A6.2, A6.4.
    """
    check_hunger(hunger)
    row = feeding_row(blood_potency_rating)
    most = MOST_SLAKED[source]
    if most is None:
        if amount is not None:
            return _bad_amount("A victim drained to death is drunk whole.", "no amount")
        return Feeding(source, hunger, hunger, hunger, 0, "A death slakes all Hunger.")
    if amount is not None and not 1 <= amount <= most:
        return _bad_amount(f"This source slakes 1 to {most}, not {amount}.", f"1 to {most}")
    drunk = most if amount is None else amount
    worth = _worth(source, drunk, row, rules)
    after = min(hunger, max(row.floor, hunger - worth))
    return Feeding(source, drunk, worth, hunger, after, _why(drunk, worth, hunger, after))


def _worth(source: BloodSource, drunk: int, row: FeedingRow, rules: V5Rules) -> int:
    if source not in _THIN:
        least = 1 if rules.feeding_penalty_min == "one" else 0
        return max(least, drunk - row.human_penalty)
    match row.thin_blood:
        case "full":
            return drunk
        case "half":
            return (drunk + 1) // 2 if rules.feeding_half_rounding == "ceil" else drunk // 2
        case "none":
            return 0


def _why(drunk: int, worth: int, before: int, after: int) -> str:
    parts = [f"The blood slakes {drunk}"]
    if worth != drunk:
        parts.append(f"of which this Blood Potency leaves {worth}")
    if before - after < worth:
        parts.append(f"and without a death Hunger stops at {after}")
    return ", ".join(parts) + "."


def _bad_amount(detail: str, accepted: str) -> RuleRefusal:
    return RuleRefusal(code="bad_amount", detail=detail, field="amount", accepted=accepted)


def bite_damage(slaked: int) -> int:
    """
    Count the Aggravated damage of a bite in a fight: 2, and 1 for each Hunger slaked by it.

    Raises:
        ValueError: *slaked* is outside 0 to 5.

    Rule: A6.3.
    """
    check_hunger(slaked)
    return BITE_DAMAGE + slaked
