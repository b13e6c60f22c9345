"""How long to wait before the next try: exponential back-off with full jitter."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """
    Random between nothing and a bound that doubles with every failure.

    Attributes:
        base_s: The bound after the first failure.
        cap_s: The bound never grows beyond this.
    """

    base_s: float = 0.5
    cap_s: float = 30.0

    def delay_s(self, failures: int, random: Callable[[], float]) -> float:
        """
        The wait after so many failures in a row.

        Args:
            failures: 1 or more.
            random: Draws from 0 (included) to 1.
        """
        bound = min(self.cap_s, self.base_s * 2.0 ** min(failures - 1, 30))
        return bound * random()
