"""Several actions in one turn: what each of them rolls, and how much harder it is."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import Struct

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import V20Rules


class PlannedAction(Struct, frozen=True, gc=False):
    """One action of a turn: the dice it rolls and what is added to its difficulty."""

    dice: int
    raised: int


def plan_actions(
    pools: Sequence[int], shares: Sequence[int] | None, rules: V20Rules
) -> tuple[PlannedAction, ...] | RuleRefusal:
    """
    Work out what the actions of one turn roll; reflexive ones are not among them (C4.5).

    House rule: ``split_plus_one`` splits the smallest pool, as ``split_only`` does, and makes
    every action after the first one harder, not each one harder than the last.

    Args:
        pools: Dice of each action on its own, in the order declared.
        shares: Where the pool is split, the dice each action gets, in the same order; they may
            leave dice unused. Not looked at for a single action or where nothing is split.
        rules: The room's switches; here ``multiple_actions``.

    Returns:
        What each action rolls, or a refusal ``bad_split`` or ``too_many_actions``.

    Raises:
        ValueError: There is no action, or a pool without a die.

    Rule: C3.
    """
    if not pools or min(pools) < 1:
        raise ValueError(f"each action has a pool of 1 die or more, not {list(pools)}")
    if len(pools) == 1:
        return (PlannedAction(pools[0], 0),)
    match rules.multiple_actions:
        case "none":
            return tuple(PlannedAction(dice, 0) for dice in pools)
        case "split_only":
            return _split(pools, shares, later_raised=0)
        case "split_plus_one":
            return _split(pools, shares, later_raised=1)
        case "revised":
            return _revised(pools)
        case _:
            assert_never(rules.multiple_actions)


def _split(
    pools: Sequence[int], shares: Sequence[int] | None, *, later_raised: int
) -> tuple[PlannedAction, ...] | RuleRefusal:
    smallest = min(pools)
    if shares is None or len(shares) != len(pools) or min(shares) < 1 or sum(shares) > smallest:
        return RuleRefusal(
            code="bad_split",
            detail=f"{len(pools)} actions share the dice of their smallest pool, {smallest}.",
            field="shares",
            accepted=f"{len(pools)} shares of 1 die or more, {smallest} dice in all",
        )
    return tuple(
        PlannedAction(dice, later_raised if index else 0) for index, dice in enumerate(shares)
    )


def _revised(pools: Sequence[int]) -> tuple[PlannedAction, ...] | RuleRefusal:
    """Take as many dice as there are actions from the first, one more from each further one."""
    left = [dice - len(pools) - index for index, dice in enumerate(pools)]
    if min(left) < 1:
        short = next(index for index, dice in enumerate(left) if dice < 1)
        return RuleRefusal(
            code="too_many_actions",
            detail=f"Action {short + 1} of {len(pools)} would have no die left.",
            field="actions",
            accepted="fewer actions or larger pools",
        )
    return tuple(PlannedAction(dice, 0) for dice in left)
