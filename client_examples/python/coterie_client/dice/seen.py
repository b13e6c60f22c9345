"""What a viewer has seen of a book, and the parts of a check that need nothing else. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from coterie_client.dice.scheme import LANES, step_down
from coterie_client.dice.text import as_bytes
from coterie_client.wire import Json

Body = Mapping[str, Any]
State = Literal["checked", "failed", "foreign", "open"]
EMPTY_POT = "no player's entropy is in it"


@dataclass
class Verdict:
    """
    What the check of an event came to.

    Attributes:
        faults: Why it does not match.
        notes: What is to be said beside.
        lacks: What the check needs and does not have.
        is_foreign: In the viewer's own name, and not sent from here.
        about: The same for what tells of the same dice.
        proofs: The proofs that were looked at.
    """

    about: str = ""
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lacks: list[str] = field(default_factory=list)
    is_foreign: bool = False
    proofs: list[Body] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The verdict in a word: it matches, it does not, or the check was not complete."""
        if self.faults:
            return "failed"
        if self.is_foreign:
            return "foreign"
        return "open" if self.lacks else "checked"


@dataclass
class SeenBook:
    """A book: what it committed to, its pot, and the numbers that were taken of its lanes."""

    table: str
    secret: str
    lanes: dict[str, Json]
    is_whole: bool
    c: int | None = None
    pot: dict[str, bytes] = field(default_factory=dict)
    pots: dict[int, bytes] = field(default_factory=dict)
    last: dict[tuple[str, str], int] = field(default_factory=dict)
    used: dict[tuple[str, str, int], tuple[str, str, str]] = field(default_factory=dict)


def other_dice(lane: str) -> str:
    """That a lane was committed to anew."""
    return f"other dice ({lane}) were committed to than were seen first"


def commitment(book: SeenBook | None, lane: str, member: str) -> str | None:
    """What a book committed to for a lane, as text; None where that is not known."""
    if book is None:
        return None
    if not LANES[lane].is_members:
        return book.table if lane == "table" else book.secret
    lanes = book.lanes.get(member)
    return None if lanes is None else str(lanes[lane])


def fault_of_form(proof: Body) -> str | None:
    """What a proof has that its lane does not, or lacks."""
    lane = LANES.get(proof["lane"])
    if lane is None:
        return "it names a lane that there is not"
    if not isinstance(proof["n"], int) or not 0 <= proof["n"] < lane.size:
        return "its lane has no such number"
    path, c = proof.get("path"), proof.get("c")
    try:
        as_bytes(proof["book"], 16)
        as_bytes(proof["key"], 32)
        as_bytes(proof["entropy"], 32)
        if path is not None:
            as_bytes(path, 320)
    except (ValueError, TypeError):
        return "a part of its proof has another length"
    is_whole = (path is None) is lane.is_ladder and (c is None) is lane.is_members
    is_whole = is_whole and (proof.get("member") is not None) is lane.is_members
    return None if is_whole else "its proof lacks a part, or has one too many"


def look_at_pot(book: SeenBook, proof: Body, kind: str, verdict: Verdict) -> None:
    """Whether the entropy of a house's roll is the pot that was known then."""
    c = proof["c"]
    if c == 0:
        verdict.notes.append(EMPTY_POT)
    pot = book.pots.get(c)
    if book.c is not None and c > book.c:
        verdict.faults.append("it counts more entropy than there was")
    elif book.c is not None and c < book.c and kind != "roll_revealed":
        verdict.faults.append("it hangs on an older pot than there was")
    elif pot is None:
        verdict.lacks.append("the pot that its dice hang on, which began before what is here")
    elif pot != as_bytes(proof["entropy"]):
        verdict.faults.append("its entropy is not the pot of the players")


def walk(context: bytes, n: int, m: int, value: bytes) -> bytes:
    """From the key of roll *n* down to that of roll *m*; -1 is the anchor."""
    for rung in range(n, m, -1):
        value = step_down(context, rung, value)
    return value
