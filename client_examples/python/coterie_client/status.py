"""The honest states of a client: what is true of its connection right now."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Connecting:
    """A connection is being made, for the `attempt`-th time since it was last live."""

    attempt: int

    def __str__(self) -> str:
        return "connecting" if self.attempt == 1 else f"connecting (attempt {self.attempt})"


@dataclass(frozen=True, slots=True)
class Live:
    """The server has welcomed this client, and it is in step."""

    def __str__(self) -> str:
        return "live"


@dataclass(frozen=True, slots=True)
class Retrying:
    """The connection was lost; the next try begins in `in_s` seconds."""

    in_s: float
    why: str

    def __str__(self) -> str:
        return f"retrying in {self.in_s:.1f} s: {self.why}"


@dataclass(frozen=True, slots=True)
class Ended:
    """
    The client is closed and does not come back.

    `code` is the server's close code, or None when this side closed.
    """

    why: str
    code: int | None = None

    def __str__(self) -> str:
        return f"closed: {self.why}"


Status = Connecting | Live | Retrying | Ended
