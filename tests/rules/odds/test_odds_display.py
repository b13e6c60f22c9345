"""How chances are shown: rounded half up from the exact value."""

from fractions import Fraction

import pytest

from server.rules.odds.display import fraction_text, percent


@pytest.mark.parametrize(
    ("chance", "places", "shown"),
    [
        (Fraction(1695, 10_000), 1, "17.0"),
        (Fraction(16949, 100_000), 1, "16.9"),
        (Fraction(1, 8), 0, "13"),
        (Fraction(1, 8), 1, "12.5"),
        (Fraction(1, 8), 3, "12.500"),
        (Fraction(0), 1, "0.0"),
        (Fraction(1), 1, "100.0"),
        (Fraction(1, 3), 2, "33.33"),
        (Fraction(5, 10_000), 1, "0.1"),
        (Fraction(4, 10_000), 1, "0.0"),
        (Fraction(1, 1_000_000), 4, "0.0001"),
        (Fraction(99_999, 100_000), 2, "100.00"),
        (1 - Fraction(1, 10**40), 1, "100.0"),
    ],
)
def test_percentages_round_half_up(chance: Fraction, places: int, shown: str) -> None:
    """A15: a half is rounded up, and no float comes between."""
    assert percent(chance, places) == shown


def test_one_place_unless_told_otherwise() -> None:
    """The tables of the facts have one place."""
    assert percent(Fraction(131, 400)) == "32.8"


@pytest.mark.parametrize(
    ("chance", "text"),
    [(Fraction(262, 800), "131/400"), (Fraction(0), "0"), (Fraction(2, 2), "1")],
)
def test_fractions_as_text(chance: Fraction, text: str) -> None:
    """The exact chance in lowest terms."""
    assert fraction_text(chance) == text


def test_what_cannot_be_shown() -> None:
    """A chance below 0 and places below 0 are the caller's fault."""
    with pytest.raises(ValueError, match="chance is 0 or more, not -1/2"):
        percent(Fraction(-1, 2))
    with pytest.raises(ValueError, match="places, not -1"):
        percent(Fraction(1, 2), -1)
