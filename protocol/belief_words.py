"""The words of what a table keeps of its characters beside dice: beliefs, ties, experience."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta


class TouchstoneState(StrEnum):
    """What became of a Touchstone."""

    ALIVE = "alive"
    HARMED = "harmed"
    LOST = "lost"


class BoonSize(StrEnum):
    """How much is owed, from the least to the most."""

    TRIVIAL = "trivial"
    MINOR = "minor"
    MAJOR = "major"
    LIFE = "life"


class BoonState(StrEnum):
    """Whether a boon still binds."""

    OWED = "owed"
    REPAID = "repaid"
    BROKEN = "broken"


Drinks = Annotated[int, Meta(ge=1, le=3)]
"""How often somebody drank, up to the third time, which binds."""

BondStrength = Annotated[int, Meta(ge=0, le=6)]

Points = Annotated[int, Meta(ge=-999, le=999)]
