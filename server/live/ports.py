"""What running rooms need from outside: chance and time, handed in by the app."""

from collections.abc import Callable
from typing import Protocol

from server.rooms.faces import FaceStream

NowMs = Callable[[], int]
"""UTC in milliseconds."""


class Chance(Protocol):
    """Where face streams come from."""

    def faces(self, commit_id: bytes) -> FaceStream:
        """The stream of the commit of that id; asked again, it begins again the same."""
        ...
