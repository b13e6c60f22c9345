"""The V20 health track: levels, marks, wound penalties, and what becomes of a body."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct

from server.rules.v20.damage import Body, DamageKind


class HealthLevel(StrEnum):
    """The levels of health, the lightest first."""

    BRUISED = "bruised"
    HURT = "hurt"
    INJURED = "injured"
    WOUNDED = "wounded"
    MAULED = "mauled"
    CRIPPLED = "crippled"
    INCAPACITATED = "incapacitated"


class Wound(NamedTuple):
    """What a level does: *penalty* is 0 or less, or None where nobody can act any more."""

    penalty: int | None
    movement: str


WOUNDS: Final[Mapping[HealthLevel, Wound]] = MappingProxyType(
    {
        HealthLevel.BRUISED: Wound(0, "unhindered"),
        HealthLevel.HURT: Wound(-1, "unhindered"),
        HealthLevel.INJURED: Wound(-1, "half running speed"),
        HealthLevel.WOUNDED: Wound(-2, "walks; moving and attacking costs dice"),
        HealthLevel.MAULED: Wound(-2, "hobbles, 3 m a turn"),
        HealthLevel.CRIPPLED: Wound(-5, "crawls, 1 m a turn"),
        HealthLevel.INCAPACITATED: Wound(None, "none"),
    }
)
"""Penalty and movement of each level (C6)."""

_RANK: Final = {level: rank for rank, level in enumerate(HealthLevel)}


class HealthTrack(Struct, frozen=True, gc=False):
    """
    A row of boxes: aggravated marks first, then lethal, then bashing, then empty.

    Attributes:
        bashing: Boxes with a bashing mark.
        lethal: Boxes with a lethal mark.
        aggravated: Boxes with an aggravated mark.
        extra: Levels that merits give once more, in any order.

    Raises:
        ValueError: A count is negative, more boxes are marked than exist, or a merit repeats the
            last level.
    """

    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0
    extra: tuple[HealthLevel, ...] = ()

    def __post_init__(self) -> None:
        if min(self.bashing, self.lethal, self.aggravated) < 0:
            raise ValueError("a track cannot have a negative number of marks")
        if HealthLevel.INCAPACITATED in self.extra:
            raise ValueError("only levels that leave somebody able to act are repeated")
        if self.marked > self.boxes:
            raise ValueError(f"{self.marked} marks do not fit into {self.boxes} boxes")

    @property
    def levels(self) -> tuple[HealthLevel, ...]:
        """The level of each box, the lightest first; a repeated one stands beside its like."""
        return tuple(sorted((*HealthLevel, *self.extra), key=_RANK.__getitem__))

    @property
    def boxes(self) -> int:
        """How many boxes there are."""
        return len(_RANK) + len(self.extra)

    @property
    def marked(self) -> int:
        """Boxes with a mark of any kind."""
        return self.bashing + self.lethal + self.aggravated

    @property
    def empty(self) -> int:
        """Boxes without a mark."""
        return self.boxes - self.marked

    @property
    def is_full(self) -> bool:
        """Whether the last level is reached: Incapacitated."""
        return self.empty == 0

    @property
    def marks(self) -> tuple[DamageKind, ...]:
        """The mark in each marked box, the worst first."""
        return (
            (DamageKind.AGGRAVATED,) * self.aggravated
            + (DamageKind.LETHAL,) * self.lethal
            + (DamageKind.BASHING,) * self.bashing
        )

    @property
    def level(self) -> HealthLevel | None:
        """The lowest level reached; None for an unhurt body."""
        return self.levels[self.marked - 1] if self.marked else None


def penalty_of(track: HealthTrack) -> int | None:
    """
    Say how many dice wounds take: 0 or less, or None when nobody can act any more.

    All marks count together, whatever their kind.

    Rule: C6.
    """
    return WOUNDS[track.level].penalty if track.level else 0


class Condition(StrEnum):
    """What has become of a body that is out of action."""

    INCAPACITATED = "incapacitated"
    TORPOR = "torpor"
    FINAL_DEATH = "final_death"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"


def condition_of(track: HealthTrack, body: Body, *, blood: int | None = None) -> Condition | None:
    """
    Say what a track by itself means for its owner, or None while a box is empty.

    House rule: a mortal whose full track mixes bashing with worse is unconscious, as long as the
    last box is bashing.

    Args:
        track: The marks as they stand.
        body: A vampire or a mortal.
        blood: Points a vampire can spend, where that is known; without any, torpor.

    Rule: C6.
    """
    if not track.is_full:
        return None
    if body is Body.MORTAL:
        return Condition.UNCONSCIOUS if track.bashing else Condition.DEAD
    if track.aggravated == track.boxes:
        return Condition.FINAL_DEATH
    return Condition.TORPOR if blood == 0 else Condition.INCAPACITATED
