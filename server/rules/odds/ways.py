"""Whole-number counting that all odds share: bounds, rows of binomials, powers of polynomials."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Final

MAX_DICE: Final = 40
"""Most dice in one pool that odds are given for."""

SUCCESS_FACES: Final = 4
"""Faces 6 to 9 of a V5 die: a success that is no ten."""

MISS_FACES: Final = 5
"""Faces 1 to 5 of a V5 die."""


def check_range(name: str, value: int, lowest: int, highest: int | None) -> None:
    """Raise ValueError unless *value* lies within the bounds; no *highest* means no upper bound."""
    if value < lowest or (highest is not None and value > highest):
        bounds = f"{lowest} or more" if highest is None else f"{lowest} to {highest}"
        raise ValueError(f"{name} is {value}; accepted: {bounds}")


@lru_cache(maxsize=MAX_DICE + 1)
def hit_row(dice: int) -> tuple[int, ...]:
    """
    Count the ways in which V5 dice without a ten show successes.

    Args:
        dice: 0 to 40 dice, each with 4 faces that succeed and 5 that do not.

    Returns:
        Ways for 0, 1, ... *dice* successes; together 9**dice.
    """
    return tuple(
        comb(dice, hits) * SUCCESS_FACES**hits * MISS_FACES ** (dice - hits)
        for hits in range(dice + 1)
    )


@lru_cache(maxsize=MAX_DICE + 1)
def hit_tail(dice: int) -> tuple[int, ...]:
    """Count the ways to show at least 0, 1, ... *dice* successes; see ``hit_row``."""
    return tuple(accumulate(reversed(hit_row(dice))))[::-1]


def power(polynomial: Sequence[int], exponent: int, terms: int | None = None) -> list[int]:
    """
    Raise a polynomial to a whole power, exactly, by one pass over the result's coefficients.

    From P = Q**n follows P' Q = n Q' P, which gives each coefficient from the few before it
    (Euler's recurrence); the work is the length of the result times that of *polynomial*.

    Args:
        polynomial: Whole coefficients from the constant upward, not all of them 0.
        exponent: 0 or more.
        terms: How many coefficients to give; all of them when left out.

    Returns:
        Coefficients of the power from the constant upward.

    Raises:
        ValueError: *polynomial* is 0.
    """
    shift = next((index for index, value in enumerate(polynomial) if value), None)
    if shift is None:
        raise ValueError("a polynomial without any coefficient has no power here")
    base = polynomial[shift:]
    full = (len(polynomial) - 1) * exponent + 1
    wanted = full if terms is None else terms
    lead = base[0]
    result = [lead**exponent]
    for k in range(1, wanted - shift * exponent):
        total = 0
        for i in range(1, min(k, len(base) - 1) + 1):
            total += (i * exponent - (k - i)) * base[i] * result[k - i]
        result.append(total // (k * lead))
    return ([0] * (shift * exponent) + result)[:wanted]
