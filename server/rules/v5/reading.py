"""Read a roll: against a Difficulty, against nothing, or against an opponent's successes."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from server.rules.v5.counting import Tally, count_successes, tally
from server.rules.v5.faces import Faces, check_reroll
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.verdict import Outcome, Verdict, give_verdict
from server.rules.v5.weapons import called_shot_successes

__all__ = [
    "Faces",
    "Outcome",
    "Reading",
    "count_successes",
    "read_half",
    "read_opposed",
    "read_roll",
]


KEPT_READINGS = 2_048
"""Readings that are kept put together: most rolls come out as one did before."""


class Reading(Struct, frozen=True, gc=False):
    """
    A roll as the rules read it.

    Attributes:
        successes: All successes, with what pairs of tens add.
        pairs: Pairs of tens, of either colour.
        hunger_tens: Tens on Hunger dice.
        hunger_ones: Ones on Hunger dice.
        difficulty: What the successes were compared with: a Difficulty to reach, or an
            opponent's successes to beat. None when the roll was only reported.
        margin: Successes beyond the difficulty, negative when short of it.
        outcome: None without a Difficulty, and for a tie that is neither won nor lost.
        is_total_failure: The roll failed without a single success.
        is_bestial: The roll is a bestial failure.
        is_messy: The roll is a messy critical.
        is_critical: The roll is a critical, messy or not.
        possible: Without a Difficulty, the outcomes that some Difficulty could still give, the
            winning one first. Empty whenever there was something to compare with.
        why: One sentence of ours that says how the outcome came about.
    """

    successes: int
    pairs: int
    hunger_tens: int
    hunger_ones: int
    difficulty: int | None
    margin: int | None
    outcome: Outcome | None
    is_total_failure: bool
    is_bestial: bool
    is_messy: bool
    is_critical: bool
    possible: tuple[Outcome, ...]
    why: str


def read_roll(
    faces: Faces,
    difficulty: int | None,
    rules: V5Rules,
    *,
    original: Faces | None = None,
    rerolled: frozenset[int] = frozenset(),
    called_shot: bool = False,
) -> Reading:
    """
    Count the dice, compare them with *difficulty*, then colour the verdict (A2.9).

    Args:
        faces: The dice as they lie now, after any reroll.
        difficulty: Successes needed, 1 or more, or None for a roll that is only reported.
            Whether a table accepts it is ``difficulty_refusal``'s question.
        rules: The room's switches.
        original: The dice before any reroll, when there was one.
        rerolled: Indices of the regular dice that Willpower has rolled again.
        called_shot: Whether a called shot takes successes, where the table plays so.

    Returns:
        The reading. Without a Difficulty (and ``no_difficulty`` as ``report_only``) it has no
        margin, no outcome and no flag, but lists the outcomes that are possible.

    Raises:
        ValueError: *difficulty* is below 1, or *faces* cannot come from *original* by a reroll
            of *rerolled*.

    Rule: A1.4 to A1.10, A2.5 to A2.9, A9.11.
    """
    if difficulty is not None and difficulty < 1:
        raise ValueError(f"a Difficulty is 1 or more, not {difficulty}")
    if rerolled or original is not None:
        check_reroll(faces, original, rerolled)
    return _against(_shown(faces, rules, rerolled, called_shot=called_shot), difficulty, rules)


def read_half(successes: int, difficulty: int | None, rules: V5Rules) -> Reading:
    """
    Read successes that were taken in place of dice: no tens, no Hunger dice.

    Raises:
        ValueError: *successes* is negative or *difficulty* below 1.

    Rule: A1.13.
    """
    if difficulty is not None and difficulty < 1:
        raise ValueError(f"a Difficulty is 1 or more, not {difficulty}")
    return _against(_taken(successes), difficulty, rules)


def _against(shown: Tally, difficulty: int | None, rules: V5Rules) -> Reading:
    prefix = ""
    if difficulty is None:
        if rules.no_difficulty == "report_only":
            return _report(shown, rules)
        difficulty, prefix = 1, "No Difficulty was given, so 1 is used: "
    verdict = give_verdict(shown, is_win=shown.successes >= difficulty, rules=rules)
    return _compared(shown, difficulty, verdict, prefix)


@lru_cache(KEPT_READINGS)
def _compared(shown: Tally, difficulty: int, verdict: Verdict, prefix: str) -> Reading:
    margin = shown.successes - difficulty
    if margin >= 0:
        spare = f" with {margin} to spare" if margin else " exactly"
        standing = f"{_count(shown, 'reach')} Difficulty {difficulty}{spare}"
    else:
        standing = f"{_count(shown, 'fall')} {-margin} short of Difficulty {difficulty}"
    return _reading(shown, difficulty, margin, verdict, prefix + standing)


def read_opposed(
    faces: Faces,
    opponent_successes: int,
    rules: V5Rules,
    *,
    original: Faces | None = None,
    rerolled: frozenset[int] = frozenset(),
    called_shot: bool = False,
    taken: int | None = None,
) -> Reading:
    """
    Read one side of an opposed roll: it wins with more successes than the opponent.

    A tie follows ``tie_reading``: neither won nor lost (no outcome, no flags), a win by 1, or a
    failure. House rule: under ``both_win_by_one`` a side without any success still fails
    totally, since nothing else in the rules lets a roll win with no success (A1.7).

    Args:
        faces: This side's dice as they lie now.
        opponent_successes: What the other side rolled, 0 or more.
        rules: The room's switches.
        original: This side's dice before any reroll.
        rerolled: Indices of this side's regular dice that Willpower has rolled again.
        called_shot: Whether a called shot takes successes, where the table plays so.
        taken: Successes taken in place of dice; then there are no *faces* to count.

    Returns:
        The reading; its ``difficulty`` is *opponent_successes*, its ``margin`` the difference
        (1 for a tie read as a win by 1).

    Raises:
        ValueError: *opponent_successes* is negative, or the reroll does not fit.

    Rule: A1.13, A2.12, A9.1, A9.2, A9.11.
    """
    if opponent_successes < 0:
        raise ValueError(f"an opponent cannot have {opponent_successes} successes")
    if rerolled or original is not None:
        check_reroll(faces, original, rerolled)
    shown = (
        _shown(faces, rules, rerolled, called_shot=called_shot) if taken is None else _taken(taken)
    )
    margin = shown.successes - opponent_successes
    other = f"the opponent's {opponent_successes}"
    verdict: Verdict | None
    if margin > 0:
        verdict = give_verdict(shown, is_win=True, rules=rules)
        standing = f"{_count(shown, 'beat')} {other} by {margin}"
    elif margin == 0 and rules.tie_reading == "neither":
        verdict = None
        standing = f"{_count(shown, 'tie')} with {other}, which is neither a win nor a failure"
    elif margin == 0 and rules.tie_reading == "both_win_by_one" and shown.successes > 0:
        margin = 1
        verdict = give_verdict(shown, is_win=True, rules=rules)
        standing = f"{_count(shown, 'tie')} with {other}, which counts as a win by 1"
    else:
        verdict = give_verdict(shown, is_win=False, rules=rules)
        standing = f"{_count(shown, 'fail')} to beat {other}"
    return _reading(shown, opponent_successes, margin, verdict, standing)


def _shown(faces: Faces, rules: V5Rules, rerolled: frozenset[int], *, called_shot: bool) -> Tally:
    shown = tally(faces, rules, rerolled)
    if not called_shot:
        return shown
    return replace(shown, successes=called_shot_successes(shown.successes, rules))


def _taken(successes: int) -> Tally:
    if successes < 0:
        raise ValueError(f"successes are 0 or more, not {successes}")
    return Tally(successes, 0, 0, 0, 0, 0)


def _report(shown: Tally, rules: V5Rules) -> Reading:
    """Read a roll that nothing is compared with: counts and possible outcomes only (A1.10)."""
    possible = []
    if shown.successes > 0:
        possible.append(give_verdict(shown, is_win=True, rules=rules).outcome)
    if rules.difficulty_range == "one_upward" or shown.successes < 5:
        possible.append(give_verdict(shown, is_win=False, rules=rules).outcome)
    return Reading(
        successes=shown.successes,
        pairs=shown.pairs,
        hunger_tens=shown.hunger_tens,
        hunger_ones=shown.hunger_ones,
        difficulty=None,
        margin=None,
        outcome=None,
        is_total_failure=False,
        is_bestial=False,
        is_messy=False,
        is_critical=False,
        possible=tuple(possible),
        why=f"{_count(shown, 'meet')} no Difficulty, so there is no verdict.",
    )


def _reading(
    shown: Tally, difficulty: int, margin: int, verdict: Verdict | None, standing: str
) -> Reading:
    """Put together a reading; *standing* is the first half of its ``why``."""
    outcome = verdict.outcome if verdict else None
    return Reading(
        successes=shown.successes,
        pairs=shown.pairs,
        hunger_tens=shown.hunger_tens,
        hunger_ones=shown.hunger_ones,
        difficulty=difficulty,
        margin=margin,
        outcome=outcome,
        is_total_failure=verdict is not None and verdict.is_total_failure,
        is_bestial=verdict is not None and verdict.is_bestial,
        is_messy=verdict is not None and verdict.is_messy,
        is_critical=verdict is not None and verdict.is_critical,
        possible=(),
        why=f"{standing}{_colour(shown, outcome)}.",
    )


_COLOURS = {
    Outcome.CRITICAL: ", and a pair of tens makes it critical",
    Outcome.MESSY_CRITICAL: (
        ", and a pair of tens with a ten on a Hunger die makes it a messy critical"
    ),
    Outcome.BESTIAL_FAILURE: ", and a 1 on a Hunger die makes the failure bestial",
}


def _colour(shown: Tally, outcome: Outcome | None) -> str:
    """The second half of ``why``: what the tens and the Hunger dice make of the result."""
    if outcome is None:
        return ""
    if shown.pairs and outcome is Outcome.FAILURE:
        return ", and a pair of tens makes no critical of a failure"
    return _COLOURS.get(outcome, "")


def _count(shown: Tally, verb: str) -> str:
    """Open a sentence with the successes and *verb*, given as for several: "2 successes fall"."""
    if shown.successes == 1:
        return f"1 success {verb}{'es' if verb.endswith('ch') else 's'}"
    return f"{shown.successes} successes {verb}"
