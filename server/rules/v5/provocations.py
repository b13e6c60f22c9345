"""What provokes frenzy, row by row, and how hard each is to resist."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from server.rules.v5.frenzy import FrenzyKind
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import HUNGER_FRENZY_DIFFICULTY, MAX_HUNGER, check_hunger


@dataclass(frozen=True, slots=True)
class Provocation:
    """
    A row of the table of provocations.

    Attributes:
        name: Stable name, for programs.
        kind: What the Beast answers with.
        text: What happens, in our words.
        difficulty: Of the roll to resist, under default switches.
        least_hunger: The Hunger from which on it provokes at all.
    """

    name: str
    kind: FrenzyKind
    text: str
    difficulty: int
    least_hunger: int = 0


_HUNGRY: Final = 4

PROVOCATIONS: Final[Mapping[str, Provocation]] = MappingProxyType(
    {
        row.name: row
        for row in (
            Provocation("friend_killed", FrenzyKind.FURY, "A friend is killed.", 2),
            Provocation("loved_one_hurt", FrenzyKind.FURY, "A lover or Touchstone is hurt.", 3),
            Provocation("loved_one_killed", FrenzyKind.FURY, "A lover or Touchstone is killed.", 4),
            Provocation("harassed", FrenzyKind.FURY, "Somebody gets rough with the character.", 2),
            Provocation("insulted", FrenzyKind.FURY, "An inferior insults the character.", 2),
            Provocation("humiliated", FrenzyKind.FURY, "The character is shamed in public.", 2),
            Provocation(
                "blood_near", FrenzyKind.HUNGER, "Blood is seen or smelt.", 2, least_hunger=_HUNGRY
            ),
            Provocation(
                "blood_tasted", FrenzyKind.HUNGER, "Blood is tasted.", 3, least_hunger=_HUNGRY
            ),
            Provocation(
                "hunger_past_five",
                FrenzyKind.HUNGER,
                "A Rouse check fails at Hunger 5, or Hunger would rise above 5.",
                HUNGER_FRENZY_DIFFICULTY,
                least_hunger=MAX_HUNGER,
            ),
            Provocation("bonfire", FrenzyKind.TERROR, "A bonfire burns close by.", 2),
            Provocation("burning_house", FrenzyKind.TERROR, "The house around is on fire.", 3),
            Provocation("burned", FrenzyKind.TERROR, "Fire burns the character.", 2),
            Provocation("obscured_sunlight", FrenzyKind.TERROR, "The sun shines, dimmed.", 3),
            Provocation(
                "direct_sunlight", FrenzyKind.TERROR, "The sun shines on the character.", 4
            ),
        )
    }
)
"""By name (A12.4); a Storyteller may set any other Difficulty."""


def provocation_difficulty(provocation: Provocation, rules: V5Rules) -> int:
    """Say how hard a provocation is to resist at this table (A12.4, ``terror_burned``)."""
    if provocation.name == "burned" and rules.terror_burned == "three":
        return 3
    return provocation.difficulty


def provokes(provocation: Provocation, hunger: int) -> bool:
    """
    Whether something provokes a vampire of this Hunger; blood does from Hunger 4 on.

    Raises:
        ValueError: *hunger* is outside 0 to 5.

    Rule: A12.4.
    """
    check_hunger(hunger)
    return hunger >= provocation.least_hunger
