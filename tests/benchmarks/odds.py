"""How long exact odds take for the largest pools: each question once cold, then again and again."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from server.rules.odds.v5_contest import contest_odds
from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_reroll import reroll_odds
from server.rules.odds.v5_reroll_choices import reroll_choices
from server.rules.odds.v5_spread import V5Pool
from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds
from server.rules.odds.v20_resisted import resisted_odds
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import V5Rules
from server.rules.v20.house_rules import V20Rules
from tests.benchmarks.report import Column, Section
from tests.benchmarks.scale import Scale

MOST = V5Pool(35, 5)
CORE = V5Rules(extra_tens="each_extra", messy_scope="best_pair_only", wp_reroll_may_crit="no")
DOUBLING = V20Rules(one_cancels="die")
CHAINING = V20Rules(specialty="reroll")
TENS = V20Rules(tens_cancel_ones="yes")
UNDOING = V20Rules(specialty="reroll", reroll_ones_count="yes", tens_cancel_ones="yes")


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of odds; *ask* takes a Difficulty, so that no answer is merely remembered."""

    name: str
    ask: Callable[[int], object]
    difficulties: range


QUESTIONS = (
    Question("V5 40 dice", lambda d: pool_odds(MOST, d), range(1, 60)),
    Question("V5 40 dice, reroll", lambda d: reroll_odds(MOST, d), range(1, 60)),
    Question("V5 40 dice, reroll, switches", lambda d: reroll_odds(MOST, d, CORE), range(1, 60)),
    Question(
        "V5 40 faces, choices",
        lambda d: reroll_choices(Faces((10, 8, 2) * 11 + (1, 1), (10, 7, 3, 2, 1)), d),
        range(20, 60),
    ),
    Question("V5 40 against 40", lambda d: contest_odds(MOST, V5Pool(40 - d % 6, d % 6)), range(6)),
    Question("V20 40 dice, doubled", lambda d: _v20(d, DOUBLING), range(2, 11)),
    Question("V20 40 dice, chain", lambda d: _v20(d, CHAINING), range(2, 11)),
    Question("V20 40 dice, chain, switches", lambda d: _v20(d, UNDOING), range(2, 11)),
    Question("V20 40 against 40, chains", lambda d: _resisted(d, CHAINING), range(2, 11)),
    Question("V20 40 against 40, tens undo 1s", lambda d: _resisted(d, TENS), range(2, 11)),
)


def _v20(difficulty: int, rules: V20Rules) -> object:
    return v20_odds(V20Pool(40, difficulty, has_specialty=True), rules, required=10)


def _resisted(difficulty: int, rules: V20Rules) -> object:
    mine = V20Pool(40, difficulty, has_specialty=True)
    return resisted_odds(mine, V20Pool(40, 6, has_specialty=True), rules)


def measure(scale: Scale) -> Section:
    """For each question the slowest first answer, and the usual and slowest later ones."""
    rows = []
    for question in QUESTIONS:
        first = max(_taken(question, difficulty) for difficulty in question.difficulties)
        later = [
            _taken(question, difficulty)
            for _ in range(scale.rounds)
            for difficulty in question.difficulties
        ]
        rows.append((question.name, first, statistics.median(later), max(later)))
    return Section(
        title="Exact odds",
        about=f"of the largest pools, ms on one core, {scale.rounds} rounds over all"
        " Difficulties of a row",
        columns=(
            Column("question"), Column("first", ".2f"), Column("median", ".2f"),
            Column("most", ".2f"),
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _taken(question: Question, difficulty: int) -> float:
    began = time.thread_time()
    question.ask(difficulty)
    return (time.thread_time() - began) * 1000
