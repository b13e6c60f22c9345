"""The steps of a script: what is done in every history of an evening."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Say:
    """A member sends a request and waits for its answer."""

    line: str
    message: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mumble:
    """A member sends what means nothing; the answer names no request."""

    line: str


@dataclass(frozen=True, slots=True)
class Come:
    """A line opens: with its member's token, and whatever else its hello holds."""

    line: str
    encoding: str
    entry: Mapping[str, Any] | None = None
    resume: Mapping[str, Any] | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A line is cut without a good-bye; `is_last` where its member has no other."""

    line: str
    is_last: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """The server lets a line go, for the reason that the step before gave it."""

    line: str


@dataclass(frozen=True, slots=True)
class LookAway:
    """A member is about to become a Storyteller: what it sees as one is nobody's comparison."""

    member: str


@dataclass(frozen=True, slots=True)
class LookAgain:
    """The member is no Storyteller any more; from its new snapshot on it is compared again."""

    member: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """Somebody asks for a page over plain HTTP."""

    path: str


@dataclass(frozen=True, slots=True)
class Restart:
    """The server goes down properly and comes back with the same log."""


Act = Say | Mumble | Come | Drop | Part | LookAway | LookAgain | Fetch | Restart


@dataclass(frozen=True, slots=True)
class Step:
    """What is done in every history, and what the clock shows then."""

    at_ms: int
    act: Act
