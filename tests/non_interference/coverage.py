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

PLACED_KINDS = frozenset(
    str(kind.__struct_config__.tag)
    for kind in Intent.__args__
    if "visibility" in kind.__struct_fields__
)
"""Kinds of intent that can be placed: each is to come under every visibility."""

NEVER = frozenset({("open_contest", "blind"), ("open_v20_contest", "blind"), ("say", "blind")})
"""What is always refused: nobody contends or speaks blind."""

SELDOM = frozenset(
    {
        *("blush", "feed", "heal", "mend", "recover", "ride_wave", "wake", "spend_willpower"),
        *("roll_compulsion", "roll_resonance", "test_remorse"),
    }
)
"""Kinds whose conditions come together so seldom that some of the visibilities must do."""

NEVER_BEFORE = frozenset(
    (kind, "late") for kind in ("create_invite", "renew_invite", "revoke_invite")
)
"""Whoever joins late is the last who is invited."""


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

    def holes(self, kinds: Iterable[str], hidden: Iterable[str]) -> list[str]:
        """
        What is missing: kinds that a viewer never was there for, on either side, and visibilities.

        Args:
            kinds: All kinds of intent that are to be covered.
            hidden: Those of them that can be done in secret.
        """
        missing = [
            f"{kind} {side}, before {viewer}"
            for side, wanted in (("visible", kinds), ("hidden", hidden))
            for kind in sorted(wanted)
            for viewer in VIEWERS
            if not any(self.watched[side, kind, placed, viewer] for placed in ("-", *PLACED))
            and (kind, viewer) not in NEVER_BEFORE
        ]
        for kind in sorted(PLACED_KINDS.intersection(kinds)):
            absent = [p for p in PLACED if not self.total("visible", kind, p)]
            if kind in SELDOM:
                absent = absent if len(absent) > len(PLACED) - 2 else []
            missing += [f"{kind} {placed}" for placed in absent if (kind, placed) not in NEVER]
        return missing

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
        yield f"accepted before {'/'.join(VIEWERS)}, by visibility asked for:"
        for side in ("visible", "hidden"):
            for kind in sorted(self.kinds(side)):
                cells = [self._watched(side, kind, name) for name in columns]
                yield f"  {side} {kind:<22}" + "".join(f"{cell:>18}" for cell in cells)
        for side in ("visible", "hidden"):
            did = sorted((what, n) for (where, what), n in self.did.items() if where == side)
            yield f"{side}, besides: " + ", ".join(f"{what} {n}" for what, n in did)

    def _watched(self, side: str, kind: str, visibility: str) -> str:
        counts = [self.watched[side, kind, visibility, viewer] for viewer in VIEWERS]
        return "/".join(map(str, counts)) if any(counts) else ""

    def _cell(self, key: Key) -> str:
        accepted, refused = self.accepted[key], self.refused[key]
        return "" if not accepted + refused else f"{accepted}+{refused}"


COVERAGE = Coverage()
"""Of this run of the tests; shown at its end."""
