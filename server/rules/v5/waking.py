"""Waking in the evening, and how long a torpor lasts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import check_humanity
from server.rules.v5.mending import passes_five
from server.rules.v5.rouse import RouseCheck, resolve_rouse


@dataclass(frozen=True, slots=True)
class Waking:
    """
    The Rouse check of an evening.

    Attributes:
        check: The check.
        falls_into_torpor: Whether the vampire does not wake.
        frenzy_difficulty: Difficulty of the hunger frenzy test that follows, if one does.
    """

    check: RouseCheck
    falls_into_torpor: bool
    frenzy_difficulty: int | None


def resolve_waking(face: int, *, hunger: int, rules: V5Rules) -> Waking:
    """
    Resolve the Rouse check for waking; at Hunger 5 a failure means torpor, never frenzy.

    Args:
        face: The die, 1 to 10.
        hunger: Hunger before waking.
        rules: The room's switches; here ``hunger5_check`` for a check that holds.

    Raises:
        ValueError: *face* or *hunger* is outside its bounds.

    Rule: A4.3, A4.6, A4.8.
    """
    check = resolve_rouse((face,), hunger=hunger, rules=rules)
    falls = passes_five(check)
    return Waking(check, falls, None if falls else check.frenzy_difficulty)


class Span(StrEnum):
    """Units of a torpor's length."""

    DAYS = "days"
    WEEKS = "weeks"
    MONTHS = "months"
    YEARS = "years"


@dataclass(frozen=True, slots=True)
class TorporLength:
    """How long a torpor lasts: *count* times the *span*."""

    count: int
    span: Span


TORPOR_LENGTHS: Final[Mapping[int, TorporLength]] = MappingProxyType(
    {
        9: TorporLength(3, Span.DAYS),
        8: TorporLength(1, Span.WEEKS),
        7: TorporLength(2, Span.WEEKS),
        6: TorporLength(1, Span.MONTHS),
        5: TorporLength(1, Span.YEARS),
        4: TorporLength(10, Span.YEARS),
        3: TorporLength(50, Span.YEARS),
        2: TorporLength(100, Span.YEARS),
        1: TorporLength(500, Span.YEARS),
    }
)
"""By Humanity; the table says nothing of 10 and 0 (A10)."""


def torpor_length(humanity: int) -> TorporLength | None:
    """
    Look up how long a torpor lasts, or None where the Storyteller must say.

    Raises:
        ValueError: *humanity* is outside 0 to 10.

    Rule: A10 (torpor length).
    """
    check_humanity(humanity)
    return TORPOR_LENGTHS.get(humanity)
