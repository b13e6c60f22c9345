"""Blush of Life: who needs it, what it costs, and how the vampire then looks."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.rules.v5.humanity import check_humanity
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.moments import Moment

_THIN_BLOOD_HUMANITY: Final = 9


class Look(StrEnum):
    """How a character looks to people."""

    HEALTHY = "healthy"
    SICKLY = "sickly"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Blush:
    """
    What Blush of Life is for one character.

    Attributes:
        dice: Dice of the Rouse check, of which the better counts; 0 for none needed.
        unaided: How the character looks without it.
        may_fall_short: Whether the Storyteller may still ask a social penalty to pass for human.
    """

    dice: int
    unaided: Look
    may_fall_short: bool

    @property
    def is_needed(self) -> bool:
        """Whether the character must rouse the Blood to look alive."""
        return self.dice > 0


def blush_of(kind: CharacterKind, humanity: int) -> Blush:
    """
    Say what Blush of Life takes.

    A thin-blood counts as Humanity 9 or more; who breathes needs none at all.

    Raises:
        ValueError: *humanity* is outside 0 to 10.

    Rule: A8.
    """
    check_humanity(humanity)
    if kind in (CharacterKind.GHOUL, CharacterKind.MORTAL):
        return Blush(0, Look.HEALTHY, may_fall_short=False)
    if kind is CharacterKind.THIN_BLOOD:
        humanity = max(humanity, _THIN_BLOOD_HUMANITY)
    if humanity >= 9:
        look = Look.HEALTHY if humanity == 10 else Look.SICKLY
        return Blush(0, look, may_fall_short=False)
    return Blush(2 if humanity == 8 else 1, Look.DEAD, may_fall_short=humanity < 7)


def blush_lasts(moment: Moment) -> bool:
    """Whether a Blush outlives *moment*: it ends with the scene, at the latest at waking (A8)."""
    return moment not in (Moment.SCENE_END, Moment.WAKING)
