"""Humanity, Stains and their overflow, and the Remorse roll."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.counting import count_successes
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules

MAX_HUMANITY: Final = 10


def check_humanity(humanity: int, stains: int = 0, overflow: int = 0) -> None:
    """
    Raise ValueError unless the numbers can stand together on one sheet.

    Humanity fills ten boxes from the left, Stains the empty ones from the right (A11.1); there is
    overflow only where Stains have filled them all.
    """
    if not 0 <= humanity <= MAX_HUMANITY:
        raise ValueError(f"Humanity is {humanity}, outside 0 to {MAX_HUMANITY}")
    room = MAX_HUMANITY - humanity
    if not 0 <= stains <= room:
        raise ValueError(f"{stains} Stains do not fit beside Humanity {humanity}")
    if overflow < 0:
        raise ValueError(f"Stain overflow is 0 or more, not {overflow}")
    if overflow and stains < room:
        raise ValueError(f"{overflow} Stains overflow though {room - stains} boxes are empty")


class HumanityBox(StrEnum):
    """What one of the ten boxes shows."""

    FULL = "full"
    CLEAR = "clear"
    STAINED = "stained"


def humanity_boxes(humanity: int, stains: int) -> tuple[HumanityBox, ...]:
    """
    Draw the ten boxes: Humanity from the left, Stains from the right, the clear ones between.

    Raises:
        ValueError: The numbers cannot stand together.

    Rule: A11.1.
    """
    check_humanity(humanity, stains)
    clear = MAX_HUMANITY - humanity - stains
    return (
        (HumanityBox.FULL,) * humanity
        + (HumanityBox.CLEAR,) * clear
        + (HumanityBox.STAINED,) * stains
    )


def stains_after_conviction(amount: int, spared: int) -> int:
    """
    Count the Stains that remain when a Conviction spares some, never below 0.

    Args:
        amount: Stains that the deed brings, 0 or more.
        spared: How many the Storyteller lets the Conviction spare, 0 or more.

    Raises:
        ValueError: A number is negative.

    Rule: A11.2.
    """
    if amount < 0 or spared < 0:
        raise ValueError("Stains are 0 or more, and so is what a Conviction spares")
    return max(0, amount - spared)


def settle_stains(humanity: int, stains: int, overflow: int) -> tuple[int, int]:
    """
    Fit the same Stains beside a Humanity that was changed by hand.

    Args:
        humanity: The new Humanity, 0 to 10.
        stains: Stains in boxes before the change.
        overflow: Stains beyond the boxes before the change.

    Returns:
        Stains in boxes and overflow as they are now; none is lost, none appears.

    Raises:
        ValueError: A number is negative, or *humanity* outside 0 to 10.

    Rule: A11.1, A11.4.
    """
    check_humanity(humanity)
    if stains < 0 or overflow < 0:
        raise ValueError("Stains are 0 or more")
    boxed = min(stains + overflow, MAX_HUMANITY - humanity)
    return boxed, stains + overflow - boxed


@dataclass(frozen=True, slots=True)
class StainsResult:
    """
    What newly gained Stains did.

    Attributes:
        stains_before: Stains in boxes as they were.
        stains_after: Stains in boxes as they are.
        overflow: Stains beyond the boxes, old and new together; to be stored.
        willpower_damage: Aggravated Willpower damage for the new overflow.
    """

    stains_before: int
    stains_after: int
    overflow: int
    willpower_damage: int


def add_stains(
    humanity: int, stains: int, overflow: int, amount: int, rules: V5Rules
) -> StainsResult:
    """
    Add *amount* Stains; what the empty boxes cannot take is overflow, never dropped.

    House rule: ``one_total`` is one point for the whole overflow, so it is due when the overflow
    begins and not again while it lasts.

    Args:
        humanity: 0 to 10.
        stains: Stains in boxes, at most 10 - *humanity*.
        overflow: Stains beyond the boxes so far.
        amount: New Stains, 0 or more.
        rules: The room's switches; here ``overflow_damage``.

    Raises:
        ValueError: The numbers cannot stand together, or *amount* is negative.

    Rule: A11.4.
    """
    check_humanity(humanity, stains, overflow)
    if amount < 0:
        raise ValueError(f"new Stains are 0 or more, not {amount}")
    boxed = min(amount, MAX_HUMANITY - humanity - stains)
    spilled = amount - boxed
    if rules.overflow_damage == "one_per_stain":
        damage = spilled
    else:
        damage = int(spilled > 0 and overflow == 0)
    return StainsResult(
        stains_before=stains,
        stains_after=stains + boxed,
        overflow=overflow + spilled,
        willpower_damage=damage,
    )


def remorse_dice(humanity: int, stains: int, overflow: int, modifier: int = 0) -> int:
    """
    Count the dice of a Remorse roll: the boxes still clear, and modifiers, at least 1.

    House rule: overflowing Stains are Stains, so they use up modifiers too.

    Raises:
        ValueError: The numbers cannot stand together.

    Rule: A11.3.
    """
    check_humanity(humanity, stains, overflow)
    return max(1, MAX_HUMANITY - humanity - stains - overflow + modifier)


def remorse_refusal(stains: int, overflow: int = 0) -> RuleRefusal | None:
    """
    Say why no Remorse roll is due, or None when it is.

    At Humanity 10 there is no box for a Stain: every Stain is *overflow*, and Remorse is due.

    Returns:
        None, or a refusal ``no_stains``.

    Rule: A11.3.
    """
    if stains + overflow > 0:
        return None
    return RuleRefusal(
        code="no_stains",
        detail="Remorse is rolled only by a character who has Stains.",
        field="character",
        accepted="1 Stain or more",
    )


@dataclass(frozen=True, slots=True)
class RemorseResult:
    """A Remorse roll: Stains are gone either way, Humanity only when it was not *kept*."""

    faces: tuple[int, ...]
    successes: int
    kept: bool
    humanity_after: int


def resolve_remorse(
    faces: tuple[int, ...], humanity: int, rules: V5Rules = DEFAULT_RULES
) -> RemorseResult:
    """
    Read a Remorse roll: Difficulty 1, no Hunger dice, no reroll.

    Args:
        faces: At least one face, 1 to 10 each.
        humanity: Humanity before the roll, 1 to 10; at 0 the character is lost already.
        rules: The room's switches; they change the count, never whether Humanity is kept.

    Raises:
        ValueError: There is no face or a face outside 1 to 10, or *humanity* is outside 1 to 10.

    Rule: A11.3.
    """
    if not faces:
        raise ValueError("a Remorse roll has at least one die")
    check_humanity(humanity)
    if humanity == 0:
        raise ValueError("a character with Humanity 0 is lost and feels no Remorse")
    successes = count_successes(Faces(regular=faces, hunger=()), rules)
    kept = successes >= 1
    return RemorseResult(
        faces=faces,
        successes=successes,
        kept=kept,
        humanity_after=humanity if kept else humanity - 1,
    )
