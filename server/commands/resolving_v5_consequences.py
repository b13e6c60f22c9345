"""What a V5 roll costs or offers: the prices of the Beast, and a win at a cost."""

from msgspec import Struct

from protocol.words import Preset
from server.commands.resolving_base import v5_house
from server.commands.resolving_v5 import Rolled, read_rolled
from server.rules.v5.consequences import (
    Price,
    fallback_prices,
    may_offer_win_at_cost,
    prices,
)
from server.rules.v5.verdict import Outcome, outcome_label


class V5Consequences(Rolled, frozen=True, kw_only=True, tag="v5_consequences", gc=False):
    """A roll, of which the Storyteller wants to know what may follow."""

    in_frenzy: bool = False


class ConsequencesReceipt(Struct, frozen=True, tag="v5_consequences", gc=False):
    """
    What the Storyteller may choose from after a roll.

    `label` is the outcome in words of the table. `fallback_prices` are for a messy critical where
    no other price fits; without any it then stands free.
    """

    outcome: Outcome | None
    label: str | None
    prices: tuple[Price, ...]
    fallback_prices: tuple[Price, ...]
    offers_win_at_cost: bool
    preset: Preset
    switches: dict[str, str]


def resolve_v5_consequences(request: V5Consequences) -> ConsequencesReceipt:
    """
    Say what a roll costs or offers.

    Raises:
        Refused: The rules refuse the roll.

    Rule: A1.7, A1.14, A2.10, A2.11, A12.5.
    """
    house = v5_house(request)
    reading = read_rolled(request, house)
    rules, outcome = house.rules, reading.outcome
    fallback: tuple[Price, ...] = ()
    if reading.is_messy:
        fallback = fallback_prices(rules, may_have_compulsion=not request.in_frenzy)
    return ConsequencesReceipt(
        outcome=outcome,
        label=None if outcome is None else outcome_label(outcome, rules),
        prices=prices(reading, rules, may_have_compulsion=not request.in_frenzy),
        fallback_prices=fallback,
        offers_win_at_cost=may_offer_win_at_cost(reading, rules),
        preset=house.preset,
        switches=house.switches,
    )
