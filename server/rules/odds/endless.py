"""
Exact sums without an end: of the products of two polynomials' values over powers of 100.

Rerolled tens may chain for ever, so two such rolls compare over infinitely many nets. Written by
their differences, polynomials turn that sum into a finite one.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from operator import mul
from typing import Final

from server.rules.odds.ways import MAX_DICE

BASE: Final = 100
_LEFT: Final = BASE - 1


@lru_cache(maxsize=1)
def _overlaps() -> tuple[tuple[int, ...], ...]:
    """
    Sums over m of C(m, k) * C(m, i) / 100**m, times 99**(k + i + 1) / 100, by k and i.

    Their generating function is 1 / (1 - (1 + u)(1 + v) / 100), which gives each from three
    neighbours; as scaled here all are whole numbers.
    """
    rows: list[tuple[int, ...]] = []
    for k in range(MAX_DICE):
        row: list[int] = []
        for i in range(MAX_DICE):
            value = (rows[k - 1][i] if k else 0) + (row[i - 1] if i else 0)
            if k and i:
                value += _LEFT * rows[k - 1][i - 1]
            row.append(value if k or i else 1)
        rows.append(tuple(row))
    return tuple(rows)


def differences(values: Sequence[int], order: int) -> list[Sequence[int]]:
    """Rows of differences of *values*: the values, their differences, and on, *order* rows."""
    rows: list[Sequence[int]] = [values]
    for _ in range(order - 1):
        rows.append([later - value for value, later in pairwise(rows[-1])])
    return rows


def weights(values: Sequence[int], order: int) -> tuple[list[int], int]:
    """
    Prepare the endless sums with one polynomial.

    Args:
        values: Its values at 0, 1, 2 ...; as many as its degree and one more, 40 at most.
        order: A bound on the degree and one more of polynomials to come, 40 at most.

    Returns:
        Weights w and a divisor d: for any such polynomial f, the sum over m of f(m) times this
        polynomial's m-th value over 100**m is the sum over k of w[k] * (k-th difference of f at
        0), over d.
    """
    count = len(values)
    leading = [row[0] for row in differences(values, count)]
    scaled = [value * _LEFT ** (count - 1 - i) for i, value in enumerate(leading)]
    found = [
        BASE * _LEFT ** (order - 1 - k) * sum(map(mul, scaled, overlaps))
        for k, overlaps in zip(range(order), _overlaps(), strict=False)
    ]
    return found, _LEFT ** (count + order - 1)
