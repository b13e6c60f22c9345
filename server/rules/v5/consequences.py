"""What a Storyteller may ask for a messy critical or a bestial failure, and offer for a failure."""

from enum import StrEnum
from typing import Final, assert_never

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.reading import Outcome, Reading


class Price(StrEnum):
    """What the Beast takes; one of them, chosen by the Storyteller."""

    STAINS = "stains"
    MASQUERADE_BREACH = "masquerade_breach"
    LOSE_ADVANTAGE_DOT = "lose_advantage_dot"
    COMPULSION = "compulsion"
    TEST_FAILS = "test_fails"
    AGGRAVATED_HEALTH = "aggravated_health"
    HUNGER = "hunger"
    COMPLICATION = "complication"


_MESSY: Final = (
    Price.STAINS,
    Price.MASQUERADE_BREACH,
    Price.LOSE_ADVANTAGE_DOT,
    Price.COMPULSION,
)
_BESTIAL: Final = (
    Price.COMPULSION,
    Price.LOSE_ADVANTAGE_DOT,
    Price.AGGRAVATED_HEALTH,
    Price.HUNGER,
)


def prices(
    reading: Reading, rules: V5Rules, *, may_have_compulsion: bool = True
) -> tuple[Price, ...]:
    """
    List what the Storyteller may choose for this roll; empty when it has no price.

    Args:
        reading: The roll.
        rules: The room's switches; here ``messy_fallback`` and ``bestial_meaning``.
        may_have_compulsion: Whether a Compulsion can be had; not in frenzy, for one (A12.5).

    Rule: A2.10, A2.11.
    """
    if reading.is_messy:
        menu: tuple[Price, ...] = _MESSY
    elif reading.is_bestial:
        menu = (Price.COMPLICATION,) if rules.bestial_meaning == "complication" else _BESTIAL
    else:
        return ()
    offered = tuple(p for p in menu if may_have_compulsion or p is not Price.COMPULSION)
    if not reading.is_messy:
        return offered
    left = fallback_prices(rules, may_have_compulsion=may_have_compulsion)
    return (*offered, *(price for price in left if price not in offered))


def fallback_prices(rules: V5Rules, *, may_have_compulsion: bool = True) -> tuple[Price, ...]:
    """
    List what is left for a messy critical when no other price fits; empty when it stands free.

    Args:
        rules: The room's switches; here ``messy_fallback``.
        may_have_compulsion: Whether a Compulsion can be had; not in frenzy, for one (A12.5).

    Rule: A2.10 (``messy_fallback``).
    """
    match rules.messy_fallback:
        case "storyteller_choice" if may_have_compulsion:
            return (Price.COMPULSION, Price.TEST_FAILS)
        case "compulsion_or_failure" if may_have_compulsion:
            return (Price.COMPULSION,)
        case "storyteller_choice" | "compulsion_or_failure" | "test_fails":
            return (Price.TEST_FAILS,)
        case "never":
            return ()
        case _:
            assert_never(rules.messy_fallback)


def may_offer_win_at_cost(reading: Reading, rules: V5Rules) -> bool:
    """
    Whether the Storyteller may offer the win with a complication instead of this failure.

    A bestial failure qualifies as long as it is not also a total one.

    Rule: A1.14 (``win_at_cost``).
    """
    is_failure = reading.outcome in (Outcome.FAILURE, Outcome.BESTIAL_FAILURE)
    return rules.win_at_cost == "offered" and is_failure and not reading.is_total_failure
