"""The trackers of a V5 character as requests give them and operations change them."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, Struct

from protocol.words import Boxes
from server.commands.resolving_base import Refused, refuse_missing
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import MAX_HUMANITY
from server.rules.v5.in_frenzy import Frenzy
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.recovery import Drive
from server.rules.v5.tracks import Track, TrackName

Overflow = Annotated[int, Meta(ge=0, le=99)]


def refuse_stains(humanity: int, stains: int, overflow: int) -> None:
    """Raise Refused unless the numbers can stand together on one sheet (A11.1)."""
    room = MAX_HUMANITY - humanity
    if stains > room:
        message = f"{stains} Stains do not fit beside Humanity {humanity}."
        raise Refused("stains", message, f"a whole number from 0 to {room}")
    if overflow and stains < room:
        message = "Stains overflow only when they fill every box beside Humanity."
        raise Refused("overflow", message, "0")


class TrackState(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A track of boxes and the marks on it."""

    boxes: Boxes
    superficial: Annotated[int, Meta(ge=0, le=30)] = 0
    aggravated: Annotated[int, Meta(ge=0, le=30)] = 0


def track_of(state: TrackState, field: str) -> Track:
    """The track as the rules take it; Refused where the marks do not fit into its boxes."""
    if state.superficial + state.aggravated > state.boxes:
        message = "There are more marks than boxes."
        raise Refused(field, message, f"at most {state.boxes} marks together")
    return Track(state.boxes, state.superficial, state.aggravated)


@dataclass(slots=True)
class Sheet:
    """
    A character while operations change it; what a request leaves out is None.

    `in_turns`: turns are counted, so that limits per turn apply.
    """

    kind: CharacterKind
    rules: V5Rules
    clan: str | None
    is_resilient: bool
    has_bestial_temper: bool
    has_mortal_frailty: bool
    maybe_hunger: int | None
    maybe_health: Track | None
    maybe_willpower: Track | None
    maybe_humanity: int | None
    stains: int
    overflow: int
    maybe_blood_potency: int | None
    frenzy: Frenzy | None = None
    in_turns: bool = False
    mended_this_turn: bool = False
    mended_tonight: bool = False
    is_blushed: bool = False
    drives: set[Drive] = field(default_factory=set)

    def hunger(self, what: str) -> int:
        """Hunger; Refused where *what* needs it and the request has none."""
        if self.maybe_hunger is None:
            refuse_missing("hunger", what, "a whole number from 0 to 5")
        return self.maybe_hunger

    def blood_potency(self, what: str) -> int:
        """Blood Potency; Refused where *what* needs it and the request has none."""
        if self.maybe_blood_potency is None:
            refuse_missing("blood_potency", what, "a whole number from 0 to 10")
        return self.maybe_blood_potency

    def humanity(self, what: str) -> int:
        """Humanity; Refused where *what* needs it and the request has none."""
        if self.maybe_humanity is None:
            refuse_missing("humanity", what, "a whole number from 0 to 10")
        return self.maybe_humanity

    def track(self, name: TrackName, what: str) -> Track:
        """A track; Refused where *what* needs it and the request has none."""
        track = self.maybe_health if name is TrackName.HEALTH else self.maybe_willpower
        if track is None:
            refuse_missing(name.value, what, "a track")
        return track

    def set_track(self, name: TrackName, track: Track) -> None:
        """Put *track* in the place of the one of that *name*."""
        if name is TrackName.HEALTH:
            self.maybe_health = track
        else:
            self.maybe_willpower = track
