"""Which rooms have something to do just now: what comes together can be stored together."""


class Bustle:
    """The rooms of this process that are at work, or about to be in this turn of the loop."""

    def __init__(self) -> None:
        self._at_work: set[object] = set()

    def begin(self, room: object) -> None:
        """A running room has something to do."""
        self._at_work.add(room)

    def end(self, room: object) -> None:
        """It has done all of it, or has ended."""
        self._at_work.discard(room)

    @property
    def is_alone(self) -> bool:
        """Whether a room that is at work is the only one."""
        return len(self._at_work) <= 1
