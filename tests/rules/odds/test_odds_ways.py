"""The counting that all odds share: powers of polynomials, rows and tails."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.odds.ways import MAX_DICE, check_range, hit_row, hit_tail, power
from tests.rules.odds.rolls import untimed


def multiplied(polynomial: list[int], exponent: int) -> list[int]:
    """The power by plain multiplication."""
    result = [1]
    for _ in range(exponent):
        longer = [0] * (len(result) + len(polynomial) - 1)
        for (i, a), (j, b) in product(enumerate(result), enumerate(polynomial)):
            longer[i + j] += a * b
        result = longer
    return result


polynomials = st.lists(st.integers(-9, 9), min_size=1, max_size=5).filter(any)


@untimed
@given(polynomials, st.integers(0, 8))
def test_powers(polynomial: list[int], exponent: int) -> None:
    """As by multiplying, also where low coefficients are 0 or some are negative."""
    assert power(polynomial, exponent) == multiplied(polynomial, exponent)


@untimed
@given(polynomials, st.integers(0, 6), st.integers(1, 12))
def test_first_terms_of_powers(polynomial: list[int], exponent: int, terms: int) -> None:
    """No more terms than asked for; past the end they are 0 or left out."""
    full = multiplied(polynomial, exponent) + [0] * terms
    told = power(polynomial, exponent, terms)
    assert told + [0] * (terms - len(told)) == full[:terms]


def test_nothing_has_no_power() -> None:
    """The polynomial 0 is the caller's fault."""
    with pytest.raises(ValueError, match=r"^a polynomial without any coefficient"):
        power([0, 0], 2)


def test_rows_and_tails_of_hits() -> None:
    """Nine faces are no ten, four of them succeed."""
    assert hit_row(2) == (25, 40, 16)
    assert hit_tail(2) == (81, 56, 16)
    for dice in range(MAX_DICE + 1):
        assert sum(hit_row(dice)) == 9**dice
        assert hit_tail(dice) == tuple(sum(hit_row(dice)[k:]) for k in range(dice + 1))


@pytest.mark.parametrize(("value", "highest"), [(2, 4), (4, 4), (9, None)])
def test_within_range(value: int, highest: int | None) -> None:
    """Bounds belong to the range."""
    check_range("a number", value, 2, highest)


@pytest.mark.parametrize(
    ("value", "highest", "words"),
    [(1, 4, "a number is 1; accepted: 2 to 4"), (5, 4, "2 to 4"), (1, None, "2 or more")],
)
def test_out_of_range(value: int, highest: int | None, words: str) -> None:
    """The message names the thing and what is accepted."""
    with pytest.raises(ValueError, match=words):
        check_range("a number", value, 2, highest)
