"""Health and Willpower tracks: damage, healing, and spending Willpower."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind


class DamageKind(StrEnum):
    """The two kinds of damage on a track."""

    SUPERFICIAL = "superficial"
    AGGRAVATED = "aggravated"


class TrackName(StrEnum):
    """The tracks that take damage."""

    HEALTH = "health"
    WILLPOWER = "willpower"


class Track(Struct, frozen=True, gc=False):
    """
    A row of boxes: Aggravated from the left, then Superficial, then empty (A10.2).

    Raises:
        ValueError: There is no box, a count is negative, or more boxes are marked than exist.
    """

    boxes: int
    superficial: int = 0
    aggravated: int = 0

    def __post_init__(self) -> None:
        if self.boxes < 1:
            raise ValueError(f"a track has 1 box or more, not {self.boxes}")
        if self.superficial < 0 or self.aggravated < 0:
            raise ValueError("a track cannot have a negative number of marks")
        if self.superficial + self.aggravated > self.boxes:
            raise ValueError(
                f"{self.superficial} Superficial and {self.aggravated} Aggravated marks "
                f"do not fit into {self.boxes} boxes"
            )

    @property
    def empty(self) -> int:
        """Boxes without a mark."""
        return self.boxes - self.superficial - self.aggravated

    @property
    def unmarked(self) -> int:
        """Boxes without a mark, as the frenzy pool calls them (A12.1)."""
        return self.empty

    @property
    def is_full(self) -> bool:
        """Whether every box has a mark of either kind; a full track impairs (A10.11)."""
        return self.empty == 0

    @property
    def is_all_aggravated(self) -> bool:
        """Whether every box is Aggravated."""
        return self.aggravated == self.boxes


@dataclass(frozen=True, slots=True)
class DamageResult:
    """
    What one source of damage did to a track.

    Attributes:
        before: The track as it was.
        after: The track as it is.
        amount: Points dealt, before halving.
        halved_to: Points to mark; equal to *amount* when nothing was halved.
        marked: Empty boxes that got a mark.
        turned_aggravated: Superficial boxes that became Aggravated.
        lost: Points that found only Aggravated boxes (A10.8).
    """

    before: Track
    after: Track
    amount: int
    halved_to: int
    marked: int
    turned_aggravated: int
    lost: int


def deal_damage(track: Track, kind: DamageKind, amount: int, *, halve: bool) -> DamageResult:
    """
    Mark the damage of one source.

    Args:
        track: The track that takes it.
        kind: Superficial or Aggravated.
        amount: Points, 0 or more.
        halve: Whether Superficial damage is halved, rounding up: a vampire's Health (A10.3).
            Aggravated damage is never halved, whatever this says.

    Returns:
        The track before and after, and where every point went.

    Raises:
        ValueError: *amount* is negative.

    Rule: A10.3 to A10.8.
    """
    if amount < 0:
        raise ValueError(f"damage is 0 or more, not {amount}")
    points = (amount + 1) // 2 if halve and kind is DamageKind.SUPERFICIAL else amount
    marked = min(points, track.empty)
    superficial, aggravated = track.superficial, track.aggravated
    if kind is DamageKind.SUPERFICIAL:
        superficial += marked
    else:
        aggravated += marked
    turned = min(points - marked, superficial)
    return DamageResult(
        before=track,
        after=Track(track.boxes, superficial - turned, aggravated + turned),
        amount=amount,
        halved_to=points,
        marked=marked,
        turned_aggravated=turned,
        lost=points - marked - turned,
    )


def heal(track: Track, kind: DamageKind, amount: int) -> Track:
    """
    Clear up to *amount* boxes of one kind; more than are marked clears them all.

    Raises:
        ValueError: *amount* is negative.
    """
    if amount < 0:
        raise ValueError(f"healing is 0 or more, not {amount}")
    if kind is DamageKind.SUPERFICIAL:
        return replace(track, superficial=max(0, track.superficial - amount))
    return replace(track, aggravated=max(0, track.aggravated - amount))


def spend_willpower(track: Track, rules: V5Rules) -> Track | RuleRefusal:
    """
    Spend one Willpower: one Superficial mark, on a full track one box turning Aggravated.

    Returns:
        The track after, or a refusal ``willpower_spent``.

    Rule: A3.1, A3.4, A10.10.
    """
    if track.is_all_aggravated:
        return RuleRefusal(
            code="willpower_spent",
            detail="Every Willpower box is Aggravated, so there is nothing left to spend.",
            field="willpower",
            accepted="a Willpower box that is not Aggravated",
        )
    if track.is_full and rules.wp_spend_when_full == "refuse":
        return RuleRefusal(
            code="willpower_spent",
            detail="The Willpower track is full, and this table spends only from empty boxes.",
            field="willpower",
            accepted="an empty Willpower box",
        )
    return deal_damage(track, DamageKind.SUPERFICIAL, 1, halve=False).after


class Condition(StrEnum):
    """What becomes of a character whose Health is all Aggravated."""

    TORPOR = "torpor"
    DEAD = "dead"


def health_condition(track: Track, kind: CharacterKind) -> Condition | None:
    """
    Say what a Health track means for its owner, or None while a box is not Aggravated.

    House rule: thin-bloods fall into torpor like vampires, being vampires where the sources do
    not set them apart. Final death by fire or sunlight is the Storyteller's to declare.

    Rule: A10.9.
    """
    if not track.is_all_aggravated:
        return None
    if kind in (CharacterKind.VAMPIRE, CharacterKind.THIN_BLOOD):
        return Condition.TORPOR
    return Condition.DEAD
