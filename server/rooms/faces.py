"""The face stream: the dice of one intent, handed in from outside as a pure value."""

from typing import Protocol


class FaceStream(Protocol):
    """
    Faces 1 to 10, fixed for one intent: the same intent decided again draws the same faces.

    A stream hands out its faces in order; the order in which an intent draws is part of its
    meaning (Rouse check, then regular, Hunger, rerolled dice).
    """

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces, each 1 to 10."""
        ...
