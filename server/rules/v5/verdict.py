"""The colour of a roll once it is known whether it was won."""

from enum import StrEnum
from typing import NamedTuple

from server.rules.v5.counting import Tally
from server.rules.v5.house_rules import V5Rules


class Outcome(StrEnum):
    """How a roll came out; exactly one of these once there is a Difficulty."""

    CRITICAL = "critical"
    MESSY_CRITICAL = "messy_critical"
    SUCCESS = "success"
    FAILURE = "failure"
    TOTAL_FAILURE = "total_failure"
    BESTIAL_FAILURE = "bestial_failure"


class Verdict(NamedTuple):
    """
    An outcome with all that is true of it.

    A messy critical is also critical. A roll may be both a total and a bestial failure; its
    outcome is then the bestial one (A2.8).
    """

    outcome: Outcome
    is_total_failure: bool = False
    is_bestial: bool = False
    is_messy: bool = False
    is_critical: bool = False


def give_verdict(shown: Tally, *, is_win: bool, rules: V5Rules) -> Verdict:
    """
    Give the verdict on a roll that was won or lost.

    Rule: A1.6, A1.7, A2.5 to A2.9.
    """
    return _read_win(shown, rules) if is_win else _read_failure(shown, rules)


def _read_win(shown: Tally, rules: V5Rules) -> Verdict:
    if shown.pairs == 0:
        return Verdict(Outcome.SUCCESS)
    has_clean_pair = shown.regular_tens >= 2
    is_messy = shown.hunger_tens > 0 and (rules.messy_scope == "any_ten" or not has_clean_pair)
    return Verdict(
        Outcome.MESSY_CRITICAL if is_messy else Outcome.CRITICAL,
        is_messy=is_messy,
        is_critical=True,
    )


def _read_failure(shown: Tally, rules: V5Rules) -> Verdict:
    is_total = shown.successes == 0
    is_bestial = shown.hunger_ones > 0 and (rules.bestial_failure == "any_failure" or is_total)
    if is_bestial:
        outcome = Outcome.BESTIAL_FAILURE
    elif is_total:
        outcome = Outcome.TOTAL_FAILURE
    else:
        outcome = Outcome.FAILURE
    return Verdict(outcome, is_total_failure=is_total, is_bestial=is_bestial)
