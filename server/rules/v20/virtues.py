"""V20 Virtues and Humanity or Path: their ranges, Virtue pools, and degeneration."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import PoolItem
from server.rules.v20.reading import Outcome, Reading

MAX_VIRTUE: Final = 5
MAX_MORALITY: Final = 10


class Virtue(StrEnum):
    """The Virtues; two of them come in a second form, of some Paths."""

    CONSCIENCE = "conscience"
    CONVICTION = "conviction"
    SELF_CONTROL = "self_control"
    INSTINCT = "instinct"
    COURAGE = "courage"


def virtue_refusal(rating: int, *, has_botched_degeneration: bool = False) -> RuleRefusal | None:
    """
    Say why a Virtue cannot have *rating*, or None when it can: 1 to 5, after a botch from 0.

    Returns:
        None, or a refusal ``bad_virtue``.

    Rule: C8.1.
    """
    lowest = 0 if has_botched_degeneration else 1
    if lowest <= rating <= MAX_VIRTUE:
        return None
    return RuleRefusal(
        code="bad_virtue",
        detail=f"A Virtue is {lowest} to {MAX_VIRTUE}, not {rating}.",
        field="rating",
        accepted=f"{lowest} to {MAX_VIRTUE}",
    )


def check_virtue(rating: int) -> None:
    """Raise ValueError unless *rating* is 0 to 5, which a Virtue in play can be."""
    if not 0 <= rating <= MAX_VIRTUE:
        raise ValueError(f"a Virtue in play is 0 to {MAX_VIRTUE}, not {rating}")


def check_morality(rating: int) -> None:
    """Raise ValueError unless Humanity or a Path can have *rating*: 0 to 10 (C8.1)."""
    if not 0 <= rating <= MAX_MORALITY:
        raise ValueError(f"Humanity or a Path is 0 to {MAX_MORALITY}, not {rating}")


def is_hungry(blood: int, self_control: int) -> bool:
    """
    Whether so little blood makes a vampire hungry: fewer points than 7 - Self-Control.

    Raises:
        ValueError: *blood* is negative, or *self_control* outside 0 to 5.

    Rule: C8.3.
    """
    check_virtue(self_control)
    if blood < 0:
        raise ValueError(f"a pool cannot hold {blood} blood points")
    return blood < 7 - self_control


def virtue_items(
    virtue: Virtue, rating: int, *, blood: int, self_control: int, rules: V20Rules
) -> tuple[PoolItem, ...]:
    """
    List the parts of a Virtue pool; a hungry vampire's has no more dice than blood points left.

    Args:
        virtue: What is rolled.
        rating: Its rating, 0 to 5.
        blood: The vampire's blood points.
        self_control: Self-Control or Instinct, 0 to 5; tells when the vampire is hungry.
        rules: The room's switches; here ``virtue_capped_by_blood``.

    Raises:
        ValueError: A number is out of its range.

    Rule: C8.3.
    """
    check_virtue(rating)
    label = virtue.replace("_", " ").title().replace(" ", "-")
    items = (PoolItem(label, rating),)
    is_capped = rules.virtue_capped_by_blood == "yes" and is_hungry(blood, self_control)
    if is_capped and blood < rating:
        return (*items, PoolItem("hunger", blood - rating))
    return items


SINS: Final[Mapping[int, str]] = MappingProxyType(
    {
        10: "selfish thoughts",
        9: "minor selfish acts",
        8: "injury to others",
        7: "theft",
        6: "accidental violation",
        5: "intended damage to property",
        4: "impassioned violation",
        3: "planned violation",
        2: "casual violation",
        1: "utter perversion",
    }
)
"""The hierarchy of sins against Humanity (C8.2)."""

DEGENERATION_DIFFICULTY: Final = 8
_STORYTELLERS_SCALE: Final = range(3, 10)


def is_degeneration_due(rating: int, sin: int) -> bool:
    """
    Whether a sin of that level calls for a roll: only at the present rating or lower.

    Raises:
        ValueError: *rating* is outside 0 to 10, or *sin* outside 1 to 10.

    Rule: C8.2.
    """
    check_morality(rating)
    if sin not in SINS:
        raise ValueError(f"sins have levels 1 to 10, not {sin}")
    return sin <= rating


def degeneration_difficulty(chosen: int | None, rules: V20Rules) -> int | RuleRefusal:
    """
    Say at which difficulty degeneration is rolled.

    Args:
        chosen: What the Storyteller sets; None for the usual 8.
        rules: The room's switches; here ``degeneration_difficulty``.

    Returns:
        The difficulty, or a refusal ``bad_difficulty``.

    Rule: C8.2.
    """
    if chosen is None or chosen == DEGENERATION_DIFFICULTY:
        return DEGENERATION_DIFFICULTY
    if rules.degeneration_difficulty == "storyteller" and chosen in _STORYTELLERS_SCALE:
        return chosen
    is_free = rules.degeneration_difficulty == "storyteller"
    accepted = "3 to 9" if is_free else f"{DEGENERATION_DIFFICULTY}"
    return RuleRefusal(
        code="bad_difficulty",
        detail=f"Degeneration is rolled at {accepted} at this table, not {chosen}.",
        field="difficulty",
        accepted=accepted,
    )


class Degeneration(Struct, frozen=True, gc=False):
    """
    How a roll against degeneration came out.

    Attributes:
        rating_before: Humanity or Path before.
        rating_after: One less unless the roll was won.
        conscience_after: Conscience or Conviction; one less after a botch, never below 0.
        has_derangement: Whether a derangement comes of it.
    """

    rating_before: int
    rating_after: int
    conscience_after: int
    has_derangement: bool


def resolve_degeneration(reading: Reading, rating: int, conscience: int) -> Degeneration:
    """
    Say what a roll of Conscience or Conviction does to somebody who sinned.

    Args:
        reading: The roll; Willpower adds nothing to it.
        rating: Humanity or Path, 1 to 10.
        conscience: Conscience or Conviction, 0 to 5.

    Raises:
        ValueError: A number is out of its range, or the roll has automatic successes.

    Rule: C8.2.
    """
    check_morality(rating)
    check_virtue(conscience)
    if rating == 0:
        raise ValueError("at 0 there is nothing left to lose")
    if reading.automatic:
        raise ValueError("no Willpower adds to a roll against degeneration")
    is_botch = reading.outcome is Outcome.BOTCH
    return Degeneration(
        rating_before=rating,
        rating_after=rating if reading.outcome is Outcome.SUCCESS else rating - 1,
        conscience_after=max(0, conscience - is_botch),
        has_derangement=is_botch,
    )
