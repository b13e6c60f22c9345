"""How large a benchmark is run: as its figures are taken, or small, to see that it makes sense."""

from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")


class Scale(Struct, frozen=True):
    """
    The size of a run.

    Args:
        rooms: Rooms of six members where a table is loaded.
        seconds: How long a round loads.
        rounds: How many rounds there are; medians count.
        loop: The event loop of Coterie, `uvloop` or `asyncio`.
        is_small: Rooms, logs and crowds are a small part of what they should be.
    """

    rooms: int = 50
    seconds: float = 3.0
    rounds: int = 3
    loop: str = "uvloop"
    is_small: bool = False

    def of(self, full: T, small: T) -> T:
        """*full*, or *small* where the run is small."""
        return small if self.is_small else full


SMALL = Scale(rooms=5, seconds=1.0, rounds=1, is_small=True)
