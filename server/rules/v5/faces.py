"""What dice show: faces of one roll by kind of die, and how a reroll changes them."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

TEN: Final = 10
LOWEST_SUCCESS: Final = 6

_FACES: Final = frozenset(range(1, TEN + 1))


class Faces(Struct, frozen=True, gc=False):
    """
    The faces of one roll, 1 to 10 each, in the order drawn.

    Raises:
        ValueError: A face is outside 1 to 10.
    """

    regular: tuple[int, ...]
    hunger: tuple[int, ...]

    def __post_init__(self) -> None:
        if not _FACES.issuperset(self.regular) or not _FACES.issuperset(self.hunger):
            check_faces(self.regular + self.hunger)


def check_faces(faces: Sequence[int]) -> None:
    """Raise ValueError unless every face is 1 to 10."""
    if not _FACES.issuperset(faces):
        raise ValueError(f"a ten-sided die cannot show {faces}")


def is_success(face: int) -> bool:
    """Whether *face* counts as a success (A1.1)."""
    return face >= LOWEST_SUCCESS


def replace_regular(faces: Faces, indices: Sequence[int], new_faces: Sequence[int]) -> Faces:
    """
    Put *new_faces* on the regular dice at *indices*, pairwise; every other die stays.

    Raises:
        ValueError: The two differ in length, an index repeats or names no regular die.
    """
    if len(indices) != len(new_faces):
        raise ValueError(f"{len(indices)} dice to reroll, but {len(new_faces)} new faces")
    if len(set(indices)) != len(indices):
        raise ValueError(f"a die is named twice in {list(indices)}")
    check_indices(faces, indices)
    regular = list(faces.regular)
    for index, face in zip(indices, new_faces, strict=True):
        regular[index] = face
    return Faces(regular=tuple(regular), hunger=faces.hunger)


def check_indices(faces: Faces, indices: Collection[int]) -> None:
    """Raise ValueError unless each index names one of the regular dice, counted from 0."""
    for index in indices:
        if not 0 <= index < len(faces.regular):
            raise ValueError(f"there is no regular die {index} among {len(faces.regular)}")


def check_reroll(faces: Faces, original: Faces | None, rerolled: frozenset[int]) -> None:
    """
    Raise ValueError unless *faces* can be *original* with the dice *rerolled* thrown again.

    Without *original* only the indices are checked.
    """
    check_indices(faces, rerolled)
    if original is None:
        return
    if len(original.regular) != len(faces.regular) or original.hunger != faces.hunger:
        raise ValueError("a reroll changes neither the number of dice nor a Hunger die")
    for index, (old, new) in enumerate(zip(original.regular, faces.regular, strict=True)):
        if old != new and index not in rerolled:
            raise ValueError(f"regular die {index} changed from {old} to {new} without a reroll")
