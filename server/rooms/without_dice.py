"""What a Storyteller takes in place of dice: the win, or half the pool as successes."""

from protocol.codes import Code
from protocol.dice import PoolItemView
from protocol.receipts import PoolReceipt
from protocol.words import Outcome, WithoutDice
from server.rooms.house import ReadBy, rules_by
from server.rooms.pool_parts import Pooled
from server.rooms.refusal import Refusal, from_rules
from server.rooms.state import MemberState
from server.rules.refusal import RuleRefusal
from server.rules.v5.granted import grant_win, take_half
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.reading import read_half
from server.rules.v5.verdict import Outcome as RuleOutcome
from server.rules.v5.verdict import outcome_label


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


def receipt_without_dice(
    house: ReadBy,
    taken: WithoutDice,
    items: tuple[PoolItemView, ...],
    difficulty: int | None,
) -> PoolReceipt:
    """
    The receipt of a pool that was not rolled.

    Raises:
        ValueError: A win is granted without a Difficulty.
    """
    pool = max(1, sum(item.dice for item in items))
    rules = rules_by(house)
    if taken is WithoutDice.HALF:
        reading = read_half(take_half(pool), difficulty, rules)
        why = f"Half of {pool} dice, rounded down, is taken: {reading.why}"
        successes, margin = reading.successes, reading.margin
        difficulty = reading.difficulty
        outcome = None if reading.outcome is None else Outcome(reading.outcome)
        is_total, possible = reading.is_total_failure, reading.possible
    else:
        if difficulty is None:
            raise ValueError("a win is granted against a Difficulty")
        cause = (
            f"{pool} dice are at least twice Difficulty {difficulty}"
            if rules.no_roll == "twice_difficulty"
            else "nothing is at stake"
        )
        why = f"The Storyteller grants the win: {cause}."
        successes, margin, outcome = difficulty, 0, Outcome.SUCCESS
        is_total, possible = False, ()
    return PoolReceipt(
        items=items,
        dice=(),
        successes=successes,
        pairs=0,
        hunger_tens=0,
        hunger_ones=0,
        difficulty=difficulty,
        margin=margin,
        outcome=outcome,
        why=why,
        is_total_failure=is_total,
        possible=tuple(Outcome(each) for each in possible),
        label=label_of(outcome, rules),
        without_dice=taken,
        preset=house.preset,
        switches=house.switches,
    )


def label_of(outcome: Outcome | None, rules: V5Rules) -> str:
    """What the table calls an outcome, if not by its own name."""
    if outcome is not Outcome.TOTAL_FAILURE:
        return ""
    label = outcome_label(RuleOutcome.TOTAL_FAILURE, rules)
    return "" if label == outcome.replace("_", " ") else label
