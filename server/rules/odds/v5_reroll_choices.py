"""Exact odds of a Willpower reroll of a roll that lies on the table, for each choice of dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from server.rules.odds.v5_pool import needed_successes
from server.rules.odds.v5_spread import V5Pool
from server.rules.odds.ways import MISS_FACES, SUCCESS_FACES
from server.rules.v5.counting import can_pair, tally
from server.rules.v5.faces import TEN, Faces, check_indices, is_success, replace_regular
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.reroll import MAX_REROLLED
from server.rules.v5.verdict import Outcome, give_verdict

_NEW_FACES: Final = ((1, MISS_FACES), (6, SUCCESS_FACES), (TEN, 1))
"""A face for each class that counts alike on a regular die, and how many faces the class has."""

_WINS: Final = (Outcome.SUCCESS, Outcome.CRITICAL, Outcome.MESSY_CRITICAL)


@dataclass(frozen=True, slots=True)
class RerollChoice:
    """
    One way to spend Willpower on a roll, or not to.

    Attributes:
        indices: The regular dice to roll again, counted from 0; none for leaving the roll.
        ways: 10 for each of these dice multiplied, 1 for none.
        outcomes: Of these ways, how many give each outcome.
    """

    indices: tuple[int, ...]
    ways: int
    outcomes: Mapping[Outcome, int]

    def chance(self, outcome: Outcome) -> Fraction:
        """The chance of *outcome*."""
        return Fraction(self.outcomes[outcome], self.ways)

    @property
    def win(self) -> Fraction:
        """The chance of any win."""
        return Fraction(sum(self.outcomes[outcome] for outcome in _WINS), self.ways)

    @property
    def clean(self) -> Fraction:
        """The chance of a win that is no messy critical."""
        return self.win - self.chance(Outcome.MESSY_CRITICAL)


@dataclass(frozen=True, slots=True)
class RerollChoices:
    """
    What may be done with a roll.

    Attributes:
        choices: Leaving the roll first, then every choice of dice that differs from the others
            in what it rolls again (misses, hits and tens), each named by its first such dice.
        best_win: The choice with the highest chance to win; among equals the one with the
            higher chance of a clean win, then of the fewest dice.
        best_clean: The choice with the highest chance of a clean win; among equals the one with
            the higher chance to win, then of the fewest dice.
    """

    choices: tuple[RerollChoice, ...]
    best_win: RerollChoice
    best_clean: RerollChoice


def reroll_choices(
    faces: Faces,
    difficulty: int | None,
    rules: V5Rules = DEFAULT_RULES,
    *,
    rerolled: frozenset[int] = frozenset(),
) -> RerollChoices:
    """
    Count what each choice of dice would do for a roll that lies on the table.

    Args:
        faces: The dice as they lie now; 1 to 40 of them, 5 Hunger dice at most.
        difficulty: Successes needed, 1 or more; None only where it is treated as 1.
        rules: The room's switches; all that change how a roll is read or which dice may be
            rolled again. Whether Willpower may be spent at all is ``reroll_refusal``'s question.
        rerolled: Regular dice already rolled again, where a table allows several rerolls.

    Raises:
        ValueError: *difficulty* is below 1, there is none, there are too many dice or none, or
            *rerolled* names no regular die.

    Rule: A3.
    """
    V5Pool(len(faces.regular), len(faces.hunger))
    check_indices(faces, rerolled)
    needed = needed_successes(difficulty, rules)
    if needed is None:
        raise ValueError("without a Difficulty there is nothing that a reroll could win")
    choices = tuple(
        _count(faces, indices, needed, rules, rerolled)
        for indices in _distinct(faces, rules, rerolled)
    )
    return RerollChoices(
        choices=choices,
        best_win=max(choices, key=lambda it: (it.win, it.clean, -len(it.indices))),
        best_clean=max(choices, key=lambda it: (it.clean, it.win, -len(it.indices))),
    )


def _distinct(faces: Faces, rules: V5Rules, rerolled: frozenset[int]) -> list[tuple[int, ...]]:
    """Choices of dice that differ in what they roll again, the fewest dice first."""
    misses, hits, tens = [], [], []
    for index, face in enumerate(faces.regular):
        if not is_success(face):
            misses.append(index)
        elif rules.wp_reroll_scope == "failed_only":
            continue
        elif face == TEN and can_pair(index, rerolled, rules):
            tens.append(index)
        else:
            hits.append(index)
    counts = product(*(range(min(len(dice), MAX_REROLLED) + 1) for dice in (misses, hits, tens)))
    chosen = [
        tuple(sorted(misses[:few] + hits[:some] + tens[:many]))
        for few, some, many in counts
        if few + some + many <= MAX_REROLLED
    ]
    return sorted(chosen, key=len)


def _count(
    faces: Faces,
    indices: tuple[int, ...],
    needed: int,
    rules: V5Rules,
    rerolled: frozenset[int],
) -> RerollChoice:
    outcomes = dict.fromkeys(Outcome, 0)
    for drawn in product(_NEW_FACES, repeat=len(indices)):
        after = replace_regular(faces, indices, [face for face, _ in drawn])
        shown = tally(after, rules, rerolled | frozenset(indices))
        verdict = give_verdict(shown, is_win=shown.successes >= needed, rules=rules)
        ways = 1
        for _, size in drawn:
            ways *= size
        outcomes[verdict.outcome] += ways
    return RerollChoice(indices, 10 ** len(indices), outcomes)
