"""How an exact chance is shown to people: as a rounded percentage, or as the fraction itself."""

from fractions import Fraction


def percent(chance: Fraction, places: int = 1) -> str:
    """
    Show *chance* as a percentage, rounded half up from the exact value, without a sign.

    Args:
        chance: 0 or more; 1 is certainty.
        places: Digits after the point, 0 or more.

    Returns:
        Digits such as ``17.0``, which 16.95 % becomes, or ``17`` with 0 places.

    Raises:
        ValueError: *chance* or *places* is negative.

    Rule: A15.
    """
    if chance < 0:
        raise ValueError(f"a chance is 0 or more, not {chance}")
    if places < 0:
        raise ValueError(f"a number has 0 or more places, not {places}")
    scaled = chance * 100 * 10**places
    digits = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole, rest = divmod(digits, 10**places)
    return f"{whole}.{rest:0{places}d}" if places else str(whole)


def fraction_text(chance: Fraction) -> str:
    """Write *chance* as the fraction in lowest terms, such as ``131/400``; whole numbers alone."""
    return str(chance)
