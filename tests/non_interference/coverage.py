"""Counts what was sent, hidden and visible, by kind of intent and visibility asked for."""

from collections import Counter
from collections.abc import Iterable

from protocol.from_client import Intent, Ping, Query
from tests.support.wire_client import Item, Message

Key = tuple[str, str, str]
"""Side (hidden or visible), kind of request, visibility asked for or `-`."""

Cell = tuple[str, str, str, str]
"""The same of an accepted intent, and a compared viewer who was there."""

VIEWERS = ("p1", "p2", "guest", "late")
"""Players, a spectator, and who joins late."""

KINDS = frozenset(
    str(kind.__struct_config__.tag) for kind in (*Intent.__args__, *Query.__args__, Ping)
)
ROLLS = ("roll", "rouse", "test_frenzy")
CHANGES = ("set_tracker", "set_track", "deal_damage", "add_stains")
PLACED = ("public", "private", "secret", "blind", "whisper")

OWED = tuple(
    (kind, visibility)
    for kind in (*ROLLS, *CHANGES)
    for visibility in PLACED
    if kind in ROLLS or visibility != "blind"
)
"""Kinds of intent under each visibility that means something to them: all are to be seen."""

SPENDING = ("spend_blood", "spend_willpower", "drink_blood")

OWED_V20 = tuple(
    (kind, visibility)
    for kind in ("roll_v20", *SPENDING)
    for visibility in PLACED
    if kind == "roll_v20" or visibility != "blind"
)
"""The same of rooms that play V20."""


class Coverage:
    """How often each kind of request was accepted and refused, on either side."""

    def __init__(self) -> None:
        self.accepted: Counter[Key] = Counter()
        self.refused: Counter[Key] = Counter()
        self.watched: Counter[Cell] = Counter()
        self.did: Counter[tuple[str, str]] = Counter()
        self.evenings = 0

    def count(self, side: str, message: Message, answer: Item | None) -> None:
        """Count a request and what came of it; requests of no known kind are not."""
        if message["type"] not in KINDS:
            return
        key = (side, str(message["type"]), str(message.get("visibility") or "-"))
        is_refused = answer is None or answer.type == "rejected"
        (self.refused if is_refused else self.accepted)[key] += 1

    def watch(self, side: str, message: Message, viewers: Iterable[str]) -> None:
        """Count an accepted intent for each compared viewer who was there."""
        kind, visibility = str(message["type"]), str(message.get("visibility") or "-")
        for viewer in viewers:
            self.watched[side, kind, visibility, viewer] += 1

    def note(self, side: str, what: str, count: int = 1) -> None:
        """Count something that is no request: a line that came, a page that was read."""
        self.did[side, what] += count

    def kinds(self, side: str) -> set[str]:
        """The kinds of request that were accepted on a side."""
        return {kind for where, kind, _ in self.accepted if where == side}

    def total(self, side: str, kind: str, visibility: str | None = None) -> int:
        """How many of a kind were accepted on a side."""
        return sum(
            count
            for (where, what, asked), count in self.accepted.items()
            if (where, what) == (side, kind) and visibility in (None, asked)
        )

    def report(self) -> Iterable[str]:
        """The table, line by line: accepted+refused by visibility, then what else was done."""
        items = self.did["compared", "items"]
        yield f"{self.evenings} evenings, {items} items compared"
        yield "accepted+refused, by visibility asked for:"
        columns = ("-", *PLACED)
        for side in ("visible", "hidden"):
            yield f"{side:<24}" + "".join(f"{name:>12}" for name in columns)
            kinds = {
                key[1]
                for counts in (self.accepted, self.refused)
                for key in counts
                if key[0] == side
            }
            for kind in sorted(kinds):
                cells = [self._cell((side, kind, name)) for name in columns]
                yield f"  {kind:<22}" + "".join(f"{cell:>12}" for cell in cells)
        for side in ("visible", "hidden"):
            did = sorted((what, n) for (where, what), n in self.did.items() if where == side)
            yield f"{side}, besides: " + ", ".join(f"{what} {n}" for what, n in did)

    def _cell(self, key: Key) -> str:
        accepted, refused = self.accepted[key], self.refused[key]
        return "" if not accepted + refused else f"{accepted}+{refused}"


COVERAGE = Coverage()
"""Of this run of the tests; shown at its end."""
