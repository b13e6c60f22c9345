"""Harm in conflicts: which track it goes to, one roll for all of a conflict, several attackers."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from server.rules.refusal import RuleRefusal
from server.rules.v5.conflicts import ContestResult
from server.rules.v5.kinds import CharacterKind, halves_superficial
from server.rules.v5.pools import PoolItem
from server.rules.v5.reading import Reading
from server.rules.v5.tracks import Track, TrackName


class ConflictKind(StrEnum):
    """What is fought with."""

    PHYSICAL = "physical"
    SOCIAL = "social"


@dataclass(frozen=True, slots=True)
class HarmedTrack:
    """The track that a conflict's damage goes to, and whether Superficial points are halved."""

    track: TrackName
    halve: bool


def harmed_track(
    conflict: ConflictKind, target: CharacterKind, *, is_resilient: bool = False
) -> HarmedTrack:
    """
    Say where the damage of a conflict goes: social damage to Willpower, which is never halved.

    Args:
        conflict: What is fought with.
        target: Who is hurt.
        is_resilient: Whether a thin-blood target has the vampiric-resilience trait.

    Rule: A9.8, A10.3, A10.4.
    """
    if conflict is ConflictKind.SOCIAL:
        return HarmedTrack(TrackName.WILLPOWER, halve=False)
    return HarmedTrack(
        TrackName.HEALTH, halve=halves_superficial(target, is_resilient=is_resilient)
    )


def is_socially_defeated(willpower: Track) -> bool:
    """Whether a social conflict is lost badly: every Willpower box is Aggravated (A10.10)."""
    return willpower.is_all_aggravated


@dataclass(frozen=True, slots=True)
class OneRoll:
    """
    How one roll decides a conflict.

    Attributes:
        winner: 0 for the side that rolled or attacked, 1 for the other, None for nobody.
        margin: The winner's margin, from which the Storyteller sets the harm of both sides.
    """

    winner: int | None
    margin: int


def decide_by_contest(result: ContestResult) -> OneRoll:
    """Let one opposed roll decide a conflict; a tie that nobody wins decides nothing (A9.7)."""
    return OneRoll(result.winner, result.margin)


def decide_by_roll(reading: Reading) -> OneRoll:
    """
    Let one roll against a Difficulty decide a conflict.

    A failure is the other side's win, by what the roll fell short.

    Raises:
        ValueError: The roll had no Difficulty.

    Rule: A9.7.
    """
    if reading.margin is None:
        raise ValueError("a roll without a Difficulty decides no conflict")
    return OneRoll(0 if reading.margin >= 0 else 1, abs(reading.margin))


def further_defence_items(defences_before: int) -> tuple[PoolItem, ...]:
    """
    List what a further defence in the same turn may be offered to lose; the Storyteller decides.

    Args:
        defences_before: Defences in this turn so far; each takes 1 die from this one.

    Raises:
        ValueError: *defences_before* is negative.

    Rule: A9.4.
    """
    if defences_before < 0:
        raise ValueError(f"defences are 0 or more, not {defences_before}")
    return (PoolItem("further defence", -defences_before),) if defences_before else ()


def split_refusal(pool: int, parts: Sequence[int]) -> RuleRefusal | None:
    """
    Say why a pool may not be split like that over several targets, or None when it may.

    Returns:
        None, or a refusal ``bad_split``.

    Rule: A9.4.
    """
    if len(parts) >= 2 and min(parts) >= 1 and sum(parts) == pool:
        return None
    return RuleRefusal(
        code="bad_split",
        detail=f"A pool of {pool} is split into two parts or more that add up to it.",
        field="parts",
        accepted=f"parts of 1 die or more that add up to {pool}",
    )
