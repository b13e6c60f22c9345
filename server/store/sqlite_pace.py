"""Whether the disk is quick enough for the event loop to wait for it."""

QUICK_S = 0.002
"""How long a transaction may hold the loop up, beside what its statements take anyway."""

PER_ROW_S = 0.000_04
"""What each row adds to that: its statement takes the loop's time in whichever thread it runs."""

QUICK_IN_A_ROW = 8
"""How many quick transactions in the thread bring the next ones back to the loop."""


class Pace:
    """
    Whether a transaction may run in the loop's own thread, which it holds up meanwhile.

    On a good disk a sync takes less time than the hop to a thread and back takes of the processor.
    On a slow one the loop must not wait: after one slow transaction the next ones go to the
    thread, until so many in a row were quick there.
    """

    def __init__(self, *, is_allowed: bool = True) -> None:
        self._is_allowed = is_allowed
        self._quick_needed = 0

    @property
    def is_quick(self) -> bool:
        """Whether the next transaction may be carried out in the loop's thread."""
        return self._is_allowed and not self._quick_needed

    def took(self, seconds: float, rows: int) -> None:
        """Say how long a transaction that changed so many *rows* took, in whichever thread."""
        if seconds > QUICK_S + rows * PER_ROW_S:
            self._quick_needed = QUICK_IN_A_ROW
        elif self._quick_needed:
            self._quick_needed -= 1
