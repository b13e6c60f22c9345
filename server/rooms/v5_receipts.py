"""The receipts of pools and Rouse checks of V5: readings of the rules, as they travel."""

from collections.abc import Sequence

from protocol.dice import DieView, PoolItemView
from protocol.receipts import PoolReceipt, RouseReceipt, RousesReceipt
from protocol.words import CalledShot, Outcome, RousePurpose, WithoutDice
from server.rooms.house import ReadBy, rules_by
from server.rules.v5.dice_marks import mark_dice, mark_die
from server.rules.v5.faces import TEN
from server.rules.v5.granted import take_half
from server.rules.v5.reading import Faces, Reading, read_half
from server.rules.v5.rouse import RouseCheck, oblivion_stains
from server.rules.v5.verdict import Outcome as RuleOutcome
from server.rules.v5.verdict import outcome_label

_OUTCOME_OF = {outcome: Outcome(outcome) for outcome in RuleOutcome}
_REGULAR_DIE = {face: DieView(*mark_die("regular", face)) for face in range(1, TEN + 1)}
_HUNGER_DIE = {face: DieView(*mark_die("hunger", face)) for face in range(1, TEN + 1)}
"""Words and dice of the rules as they travel: looked up, since to make them anew takes longer."""


def pool_receipt(
    house: ReadBy,
    faces: Faces,
    reading: Reading,
    items: tuple[PoolItemView, ...],
    *,
    original: Faces | None = None,
    rerolled: frozenset[int] = frozenset(),
    rouse: RouseReceipt | None = None,
    called_shot: CalledShot | None = None,
) -> PoolReceipt:
    """The receipt of a reading by the rules of *house*."""
    if original is None and not reading.pairs:
        # Almost every roll: no die is more than what it shows.
        dice = [_REGULAR_DIE[face] for face in faces.regular]
        dice += [_HUNGER_DIE[face] for face in faces.hunger]
    else:
        marks = mark_dice(faces, rules_by(house), original=original, rerolled=rerolled)
        dice = [DieView(*mark) for mark in marks]
    outcome = None if reading.outcome is None else _OUTCOME_OF[reading.outcome]
    return PoolReceipt(
        items=items,
        dice=tuple(dice),
        successes=reading.successes,
        pairs=reading.pairs,
        hunger_tens=reading.hunger_tens,
        hunger_ones=reading.hunger_ones,
        difficulty=reading.difficulty,
        margin=reading.margin,
        outcome=outcome,
        why=reading.why,
        is_total_failure=reading.is_total_failure,
        is_bestial=reading.is_bestial,
        is_messy=reading.is_messy,
        possible=tuple([_OUTCOME_OF[o] for o in reading.possible]) if reading.possible else (),
        label=label_of(outcome, house),
        called_shot=called_shot,
        rouse=rouse,
        preset=house.preset,
        switches=house.switches,
    )


def rouse_receipt(
    house: ReadBy, check: RouseCheck, purpose: RousePurpose = RousePurpose.OTHER
) -> RouseReceipt:
    """The receipt of a Rouse check; it names no Hunger, which is the tracker's to show."""
    stains = oblivion_stains(check) if purpose is RousePurpose.OBLIVION else 0
    held = "A face of 6 or more: Hunger stays."
    risen = "No face of 6 or more: Hunger rises by one, and never past 5."
    stained = f" Oblivion stains on a {max(check.faces)}." if stains else ""
    return RouseReceipt(
        faces=check.faces,
        passed=check.passed,
        why=(held if check.passed else risen) + stained,
        purpose=purpose,
        stains=stains,
        preset=house.preset,
        switches=house.switches,
    )


def rouses_receipt(
    house: ReadBy, checks: Sequence[RouseCheck], purpose: RousePurpose
) -> RousesReceipt:
    """The receipt of several Rouse checks, one after another."""
    failed = sum(not check.passed for check in checks)
    return RousesReceipt(
        checks=tuple(check.faces for check in checks),
        failed=failed,
        why=f"{failed} of {len(checks)} checks show no face of 6 or more; each raises Hunger by "
        "one, and never past 5.",
        purpose=purpose,
        preset=house.preset,
        switches=house.switches,
    )


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
        label=label_of(outcome, house),
        without_dice=taken,
        preset=house.preset,
        switches=house.switches,
    )


def label_of(outcome: Outcome | None, house: ReadBy) -> str:
    """What the table calls an outcome, if not by its own name."""
    if outcome is not Outcome.TOTAL_FAILURE:
        return ""
    label = outcome_label(RuleOutcome.TOTAL_FAILURE, rules_by(house))
    return "" if label == outcome.replace("_", " ") else label
