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


def outcome_label(outcome: Outcome, rules: V5Rules) -> str:
    """
    Say an outcome in words of the table; the outcome itself is the same under every switch.

    Rule: A1.7, B (``total_failure``).
    """
    if outcome is Outcome.TOTAL_FAILURE and rules.total_failure == "plain":
        outcome = Outcome.FAILURE
    return outcome.value.replace("_", " ")


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


_CRITICAL = Verdict(Outcome.CRITICAL, is_critical=True)
_MESSY_CRITICAL = Verdict(Outcome.MESSY_CRITICAL, is_messy=True, is_critical=True)
_SUCCESS = Verdict(Outcome.SUCCESS)
_FAILURE = Verdict(Outcome.FAILURE)
_TOTAL_FAILURE = Verdict(Outcome.TOTAL_FAILURE, is_total_failure=True)
_BESTIAL_FAILURE = Verdict(Outcome.BESTIAL_FAILURE, is_bestial=True)
_TOTAL_BESTIAL_FAILURE = Verdict(Outcome.BESTIAL_FAILURE, is_total_failure=True, is_bestial=True)


def give_verdict(shown: Tally, *, is_win: bool, rules: V5Rules) -> Verdict:
    """
    Give the verdict on a roll that was won or lost.

    Rule: A1.6, A1.7, A2.5 to A2.9.
    """
    return _read_win(shown, rules) if is_win else _read_failure(shown, rules)


def _read_win(shown: Tally, rules: V5Rules) -> Verdict:
    if shown.pairs == 0:
        return _SUCCESS
    has_clean_pair = shown.regular_tens >= 2
    is_messy = shown.hunger_tens > 0 and (rules.messy_scope == "any_ten" or not has_clean_pair)
    return _MESSY_CRITICAL if is_messy else _CRITICAL


def _read_failure(shown: Tally, rules: V5Rules) -> Verdict:
    is_total = shown.successes == 0
    is_bestial = shown.hunger_ones > 0 and (rules.bestial_failure == "any_failure" or is_total)
    if is_bestial:
        return _TOTAL_BESTIAL_FAILURE if is_total else _BESTIAL_FAILURE
    return _TOTAL_FAILURE if is_total else _FAILURE
