"""What a Storyteller may decide without dice: granted wins, and half a pool for opponents."""

from dataclasses import dataclass

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules


@dataclass(frozen=True, slots=True)
class GrantedWin:
    """A win without a roll; its margin counts as 0."""

    difficulty: int
    margin: int = 0


def grant_win(
    *, pool: int, surge_dice: int, difficulty: int, in_conflict: bool, rules: V5Rules
) -> GrantedWin | RuleRefusal:
    """
    Grant a win without a roll.

    Args:
        pool: The whole pool, with whatever Blood Surge adds to it.
        surge_dice: Dice of it that come from Blood Surge; they do not count here.
        difficulty: Successes that a roll would need, 1 or more.
        in_conflict: Whether the action is part of a conflict, where dice are always rolled.
        rules: The room's switches; here ``no_roll``.

    Returns:
        The win, or a refusal ``in_conflict`` or ``pool_too_small``.

    Raises:
        ValueError: *difficulty* is below 1, or *surge_dice* negative or more than the pool.

    Rule: A1.12, B (``no_roll``).
    """
    if difficulty < 1:
        raise ValueError(f"a Difficulty is 1 or more, not {difficulty}")
    if not 0 <= surge_dice <= max(0, pool):
        raise ValueError(f"{surge_dice} of {pool} dice cannot come from Blood Surge")
    if in_conflict:
        return RuleRefusal(
            code="in_conflict",
            detail="In a conflict the dice decide.",
            accepted="an action outside a conflict",
        )
    counted = pool - surge_dice
    if rules.no_roll == "twice_difficulty" and counted < 2 * difficulty:
        return RuleRefusal(
            code="pool_too_small",
            detail=f"A pool of {counted} is less than twice Difficulty {difficulty}.",
            field="pool",
            accepted=f"{2 * difficulty} dice or more, without Blood Surge",
        )
    return GrantedWin(difficulty)


def take_half(pool: int) -> int:
    """
    Count the successes of an opponent for whom the Storyteller takes half the pool.

    Raises:
        ValueError: *pool* is negative.

    Rule: A1.13, at the Storyteller's choice.
    """
    if pool < 0:
        raise ValueError(f"a pool has 0 dice or more, not {pool}")
    return pool // 2
