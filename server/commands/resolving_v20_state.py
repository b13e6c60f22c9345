"""The trackers of a V20 character as requests give them and operations change them."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from server.commands.resolving_base import Refused, refuse, refuse_missing
from server.rules.v20.damage import Body
from server.rules.v20.frenzy import Resistance
from server.rules.v20.generation import Generation
from server.rules.v20.health import HealthLevel, HealthTrack
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.virtues import Virtue, virtue_refusal
from server.rules.v20.willpower import Willpower

Marks = Annotated[int, Meta(ge=0, le=20)]
VirtueRating = Annotated[int, Meta(ge=0, le=10)]


class V20Track(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """Marks on a health track; `extra` are levels that merits give once more."""

    bashing: Marks = 0
    lethal: Marks = 0
    aggravated: Marks = 0
    extra: Annotated[tuple[HealthLevel, ...], Meta(max_length=10)] = ()


class WillpowerState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The permanent rating, and the points left of it."""

    permanent: Annotated[int, Meta(ge=1, le=10)]
    current: Annotated[int, Meta(ge=0, le=10)]


class Virtues(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """Ratings of the Virtues; of the first two pairs a character has one each."""

    conscience: VirtueRating | None = None
    conviction: VirtueRating | None = None
    self_control: VirtueRating | None = None
    instinct: VirtueRating | None = None
    courage: VirtueRating | None = None


def health_of(said: V20Track, field: str) -> HealthTrack:
    """The health track as the rules take it; Refused where the marks do not fit."""
    if HealthLevel.INCAPACITATED in said.extra:
        message = "Only levels that leave somebody able to act are repeated."
        others = ", ".join(level for level in HealthLevel if level != HealthLevel.INCAPACITATED)
        raise Refused(f"{field}.extra", message, f"levels out of {others}")
    boxes = len(HealthLevel) + len(said.extra)
    if said.bashing + said.lethal + said.aggravated > boxes:
        message = "There are more marks than boxes."
        raise Refused(field, message, f"at most {boxes} marks together")
    return HealthTrack(said.bashing, said.lethal, said.aggravated, said.extra)


def willpower_of(said: WillpowerState) -> Willpower:
    """Willpower as the rules take it; Refused where more points are left than there are."""
    if said.current > said.permanent:
        message = "There are no more points of Willpower than its rating."
        raise Refused("willpower.current", message, f"a whole number from 0 to {said.permanent}")
    return Willpower(said.permanent, said.current)


def virtues_of(said: Virtues, *, has_botched_degeneration: bool) -> dict[Virtue, int]:
    """The Virtues that a request names; Refused where a rating or a pair cannot be."""
    ratings: dict[Virtue, int] = {}
    for virtue in Virtue:
        rating = getattr(said, virtue.value)
        if rating is None:
            continue
        refusal = virtue_refusal(rating, has_botched_degeneration=has_botched_degeneration)
        if refusal is not None:
            refuse(refusal, f"virtues.{virtue.value}")
        ratings[virtue] = rating
    for one, other in (
        (Virtue.CONSCIENCE, Virtue.CONVICTION),
        (Virtue.SELF_CONTROL, Virtue.INSTINCT),
    ):
        if one in ratings and other in ratings:
            message = f"A character has {one} or {other}, not both."
            raise Refused(f"virtues.{other}", message, "one of the two")
    return ratings


@dataclass(slots=True)
class Sheet20:
    """
    A character while operations change it; what a request leaves out is None.

    `spent_this_turn` is None while no turns are counted, so that limits per turn do not apply.
    """

    body: Body
    rules: V20Rules
    row: Generation | None
    maybe_blood: int | None
    maybe_health: HealthTrack | None
    maybe_willpower: Willpower | None
    maybe_morality: int | None
    virtues: dict[Virtue, int]
    resistance: Resistance | None = None
    spent_this_turn: int | None = None
    bought_this_turn: int = 0

    def blood(self, what: str) -> tuple[int, Generation]:
        """Blood and Generation; Refused where *what* needs them and the request has none."""
        if self.row is None:
            refuse_missing("generation", what, "a whole number from 3 to 15")
        if self.maybe_blood is None:
            refuse_missing("blood", what, "a whole number from 0 on")
        return self.maybe_blood, self.row

    def health(self, what: str) -> HealthTrack:
        """Health; Refused where *what* needs it and the request has none."""
        if self.maybe_health is None:
            refuse_missing("health", what, "a health track")
        return self.maybe_health

    def willpower(self, what: str) -> Willpower:
        """Willpower; Refused where *what* needs it and the request has none."""
        if self.maybe_willpower is None:
            refuse_missing("willpower", what, "Willpower with its points")
        return self.maybe_willpower

    def morality(self, what: str) -> int:
        """Humanity or Path; Refused where *what* needs it and the request has none."""
        if self.maybe_morality is None:
            refuse_missing("morality", what, "a whole number from 0 to 10")
        return self.maybe_morality

    def virtue(self, wanted: tuple[Virtue, ...], what: str) -> Virtue:
        """The one of these Virtues that the character has; Refused where there is none."""
        for virtue in wanted:
            if virtue in self.virtues:
                return virtue
        refuse_missing(f"virtues.{wanted[0]}", what, "a whole number from 1 to 5")
