"""What the dice of one V20 roll show, and which tens a specialty has rolled again."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from server.rules.v20.house_rules import V20Rules

ONE: Final = 1
TEN: Final = 10

_FACES: Final = frozenset(range(ONE, TEN + 1))


class Faces(Struct, frozen=True, gc=False):
    """
    The faces of one roll, 1 to 10 each, in the order drawn.

    Attributes:
        dice: The dice of the pool.
        rerolled: What further dice showed, one for each ten that a specialty rolls again (C3);
            the tens themselves stay in *dice*.

    Raises:
        ValueError: A face is outside 1 to 10.
    """

    dice: tuple[int, ...]
    rerolled: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check_faces(self.dice + self.rerolled)


def check_faces(faces: Sequence[int]) -> None:
    """Raise ValueError unless every face is 1 to 10."""
    if not _FACES.issuperset(faces):
        raise ValueError(f"a ten-sided die cannot show {faces}")


def rerolls_due(faces: Faces, difficulty: int, rules: V20Rules, *, has_specialty: bool) -> int:
    """
    Count the dice still to be drawn for tens that a specialty rolls again.

    A ten of the pool brings one die; with ``reroll_chain`` so does a ten on such a die. Draw as
    many faces as this says, add them to ``rerolled``, and ask again until it says 0.

    Args:
        faces: The dice drawn so far.
        difficulty: As applied; at 11 a ten is no success and brings no die.
        rules: The room's switches; here ``specialty`` and ``reroll_chain``.
        has_specialty: Whether a specialty counts on this roll.

    Raises:
        ValueError: More dice were rolled again than tens allowed.

    Rule: C3.
    """
    is_rerolling = has_specialty and rules.specialty == "reroll" and difficulty <= TEN
    due = faces.dice.count(TEN) if is_rerolling else 0
    for face in faces.rerolled:
        if due == 0:
            raise ValueError(f"no ten brings the dice {faces.rerolled} after {faces.dice}")
        due -= 1
        if face == TEN and rules.reroll_chain == "yes":
            due += 1
    return due
