"""Count what a roll shows, before anything is compared with a Difficulty."""

from msgspec import Struct

from server.rules.v5.faces import LOWEST_SUCCESS, TEN, Faces
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules


class Tally(Struct, frozen=True, gc=False):
    """
    What the dice of one roll show.

    Attributes:
        successes: Dice at 6 or more, and what pairs of tens add.
        doubled_tens: How many tens count two because they belong to a pair.
        pairs: Pairs of tens, of either colour.
        regular_tens: Tens on regular dice that may form pairs.
        hunger_tens: Tens on Hunger dice; these may always form pairs.
        hunger_ones: Ones on Hunger dice.
    """

    successes: int
    doubled_tens: int
    pairs: int
    regular_tens: int
    hunger_tens: int
    hunger_ones: int


def can_pair(index: int, rerolled: frozenset[int], rules: V5Rules) -> bool:
    """Whether a ten on the regular die *index* may be part of a pair (``wp_reroll_may_crit``)."""
    return rules.wp_reroll_may_crit == "yes" or index not in rerolled


def tally(faces: Faces, rules: V5Rules, rerolled: frozenset[int] = frozenset()) -> Tally:
    """
    Count *faces*.

    Args:
        faces: The dice as they lie now.
        rules: The room's switches; here ``extra_tens`` and ``wp_reroll_may_crit``.
        rerolled: Indices of the regular dice that Willpower has rolled again.

    Rule: A1.4; B for the switches.
    """
    regular_tens = faces.regular.count(TEN)
    if rerolled:
        regular_tens = sum(
            face == TEN and can_pair(index, rerolled, rules)
            for index, face in enumerate(faces.regular)
        )
    hunger_tens = faces.hunger.count(TEN)
    tens = regular_tens + hunger_tens
    if tens < 2:
        doubled_tens = 0
    elif rules.extra_tens == "each_extra":
        doubled_tens = tens
    else:
        doubled_tens = tens - tens % 2
    shown = sum([face >= LOWEST_SUCCESS for face in faces.regular + faces.hunger])
    return Tally(
        successes=doubled_tens + shown,
        doubled_tens=doubled_tens,
        pairs=tens // 2,
        regular_tens=regular_tens,
        hunger_tens=hunger_tens,
        hunger_ones=faces.hunger.count(1),
    )


def count_successes(faces: Faces, rules: V5Rules = DEFAULT_RULES) -> int:
    """
    Count the successes shown by *faces*, none of which was rerolled.

    Returns:
        Successes, 0 or more. Each face of 6 or more counts one; every pair of tens, of either
        colour, adds two.

    Rule: A1.4.
    """
    return tally(faces, rules).successes
