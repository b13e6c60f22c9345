"""
What one book looked like when it was first seen, and the entropy that was drawn for its numbers.

For each number of a lane entropy is drawn once, and nothing ever changes it; no number is passed
over for which entropy was sent, unless a roll with that number was seen.
"""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from coterie_client.dice.text import as_text

ENTROPY_BYTES = 32
OWN_LANES = ("open", "own")


def draw() -> str:
    """Fresh entropy of the system's, as text."""
    return as_text(secrets.token_bytes(ENTROPY_BYTES))


@dataclass
class LaneLedger:
    """
    A lane of one's own.

    Attributes:
        first: The next number when this client first saw the book.
        next: The next number now, as far as is known here.
        drawn: Entropy by number, as text.
    """

    first: int = 0
    next: int = 0
    drawn: dict[str, str] = field(default_factory=dict)

    def entropy(self, n: int) -> str:
        """The entropy of a number: drawn the first time, the same ever after."""
        return self.drawn.setdefault(str(n), draw())

    def note_taken(self, n: int) -> None:
        """A roll with this number was seen."""
        self.next = max(self.next, n + 1)

    def owed(self, upto: int) -> int:
        """How many numbers before *upto* entropy was drawn for, with no roll seen."""
        return sum(self.next <= int(n) < upto for n in self.drawn)


@dataclass
class BookLedger:
    """
    A book as this client knows it; commitments are those seen first.

    Attributes:
        lanes: By member, the commitments of `open` and `own`.
        c: How many updates the pot had when the book was first seen here.
        added: Entropy that was sent for the pot.
        clash: Names of lanes for which another commitment was shown later.
        lost: Numbers that were asked for and refused because the book had changed.
        blind_seen: Own blind rolls in the log, by their place; these tell no number.
        blind_sent: Numbers of blind rolls that this client sent.
        blind_passed: Blind rolls of other devices, by which a number was passed over.
    """

    table: str
    secret: str
    c: int = 0
    lanes: dict[str, list[str]] = field(default_factory=dict)
    open: LaneLedger = field(default_factory=LaneLedger)
    own: LaneLedger = field(default_factory=LaneLedger)
    added: list[str] = field(default_factory=list)
    clash: list[str] = field(default_factory=list)
    lost: list[list[Any]] = field(default_factory=list)
    blind_seen: list[int] = field(default_factory=list)
    blind_sent: list[int] = field(default_factory=list)
    blind_passed: int = 0

    @classmethod
    def begin(cls, book: Mapping[str, Any]) -> "BookLedger":
        """The ledger of a book that is seen for the first time."""
        numbers = book["next"] or {"open": 0, "own": 0}
        lanes = {lane: LaneLedger(numbers[lane], numbers[lane]) for lane in OWN_LANES}
        return cls(book["table"], book["secret"], book["c"], open=lanes["open"], own=lanes["own"])

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "BookLedger":
        """
        The ledger as it was kept.

        Raises:
            KeyError, TypeError: It is none.
        """
        lanes = {name: LaneLedger(**kept[name]) for name in OWN_LANES}
        return cls(**{**kept, **lanes})

    def to_keep(self) -> dict[str, Any]:
        """What to keep of it."""
        return asdict(self)

    def lane(self, name: str) -> LaneLedger:
        """A lane of one's own by its name."""
        return self.open if name == "open" else self.own

    def pin(self, book: Mapping[str, Any]) -> None:
        """Take what the server says of the book: what is new is kept, what differs is noted."""
        self._hold("table", self.table, book["table"])
        self._hold("secret", self.secret, book["secret"])
        for lanes in book["lanes"]:
            member = lanes["member"]
            first = self.lanes.setdefault(member, [lanes["open"], lanes["own"]])
            self._hold(f"open {member}", first[0], lanes["open"])
            self._hold(f"own {member}", first[1], lanes["own"])

    def _hold(self, name: str, first: str, now: str) -> None:
        if first != now and name not in self.clash:
            self.clash.append(name)

    def go_on(self, lane: str, n: int) -> bool:
        """
        Go on with number *n* of a lane.

        Returns:
            False where that would pass over a number that entropy was sent for and no roll was
            seen with: a roll that was dropped would be drawn a second time.
        """
        line = self.lane(lane)
        owed = line.owed(n)
        told = len(self.blind_seen) - len(self.blind_sent) - self.blind_passed
        if owed > (told if lane == "own" else 0):
            return False
        self.blind_passed += owed
        line.next = n
        return True
