"""What a Storyteller takes in place of dice: the win, or half the pool as successes."""

from protocol.codes import Code
from protocol.words import WithoutDice
from server.rooms.pool_parts import Pooled
from server.rooms.refusal import Refusal, from_rules
from server.rooms.state import MemberState
from server.rules.refusal import RuleRefusal
from server.rules.v5.granted import grant_win
from server.rules.v5.house_rules import V5Rules


def refuse_without_dice(
    actor: MemberState, asked: Pooled, difficulty: int | None, *, in_conflict: bool
) -> Refusal | None:
    """Whether dice have to be rolled, as far as the pool does not matter."""
    if asked.without_dice is None:
        return None
    if not actor.is_storyteller and asked.without_dice is WithoutDice.HALF:
        return Refusal(
            Code.FORBIDDEN,
            "Only a Storyteller takes half of a pool.",
            "without_dice",
            "win, or a roll of dice",
        )
    if asked.entered is not None:
        return Refusal(Code.BAD_FACES, "Nothing is rolled.", "entered", "no entered faces")
    if asked.surge or asked.called_shot is not None:
        return Refusal(
            Code.INVALID,
            "Nothing is rolled that a Blood Surge or a called shot could touch.",
            "surge" if asked.surge else "called_shot",
            "neither, or a roll of dice",
        )
    if asked.without_dice is WithoutDice.WIN and difficulty is None and not in_conflict:
        return Refusal(
            Code.INVALID, "A win is granted against a Difficulty.", "difficulty", "1 or more"
        )
    return None


def refuse_win(
    pool: int, difficulty: int | None, rules: V5Rules, *, in_conflict: bool
) -> Refusal | None:
    """Whether a win may not be granted to a pool (A1.12)."""
    granted = grant_win(
        pool=pool, surge_dice=0, difficulty=difficulty or 1, in_conflict=in_conflict, rules=rules
    )
    return from_rules(granted) if isinstance(granted, RuleRefusal) else None
