"""What a vampire's Generation gives: blood, how fast it is spent, and how high traits go."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from server.rules.v20.house_rules import V20Rules


class Generation(Struct, frozen=True, gc=False):
    """
    One row of the Generation table.

    Attributes:
        generation: 3 to 15.
        blood_pool: Points that fit; None for the third, of which no number is told.
        usable: Points that can be spent out of a full pool; None likewise.
        per_turn: Points that can be spent in a turn; None likewise.
        trait_maximum: The highest rating of a trait.
    """

    generation: int
    blood_pool: int | None
    usable: int | None
    per_turn: int | None
    trait_maximum: int


_TABLE: Final[Mapping[int, Generation]] = MappingProxyType(
    {
        row.generation: row
        for row in (
            Generation(3, None, None, None, 10),
            Generation(4, 50, 50, 10, 9),
            Generation(5, 40, 40, 8, 8),
            Generation(6, 30, 30, 6, 7),
            Generation(7, 20, 20, 4, 6),
            Generation(8, 15, 15, 3, 5),
            Generation(9, 14, 14, 2, 5),
            Generation(10, 13, 13, 1, 5),
            Generation(11, 12, 12, 1, 5),
            Generation(12, 11, 11, 1, 5),
            Generation(13, 10, 10, 1, 5),
            Generation(14, 10, 8, 1, 5),
            Generation(15, 10, 6, 1, 5),
        )
    }
)


def generation_row(generation: int, rules: V20Rules) -> Generation:
    """
    Look up *generation* as the room reads thin blood.

    Raises:
        ValueError: *generation* is outside 3 to 15.

    Rule: C7 (``thin_blood_pool``).
    """
    row = _TABLE.get(generation)
    if row is None:
        raise ValueError(f"Generation is 3 to 15, not {generation}")
    if rules.thin_blood_pool == "small_pool":
        return replace(row, blood_pool=row.usable)
    return row
