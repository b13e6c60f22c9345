"""
Lines: how many events a viewer may see, and what they add up to.

Every event stands in the Storytellers' line; in everyone's line if everyone may see it; else in
the line of each member named. A member's view is everyone's line from where that member's view
begins, together with the member's own line; a Storyteller's view is the Storytellers' line. A
line's accumulator is the sum of its events' hashes modulo 2^256, so that the accumulator of any
view follows from two lines, whatever lies between, and depends on nothing the viewer may not see.
"""

import hashlib
from binascii import b2a_base64
from collections.abc import Iterable

from msgspec import Struct

from protocol.ids import Mark, MemberId
from server.rooms.records import Recorded

STORYTELLERS_LINE = "storytellers"
EVERYONE_LINE = "everyone"
_MODULUS = 1 << 256
_URL_SAFE = bytes.maketrans(b"+/", b"-_")


def member_line(member: MemberId) -> str:
    """The name of a member's own line."""
    return f"member:{member}"


class LineHead(Struct, frozen=True, array_like=True, gc=False):
    """Where a line stands: how many events, and their accumulator (32 bytes)."""

    rank: int = 0
    accumulator: bytes = bytes(32)

    def plus(self, what: int) -> "LineHead":
        """This line with one more event, of the element *what*."""
        total = (int.from_bytes(self.accumulator) + what) % _MODULUS
        return LineHead(self.rank + 1, total.to_bytes(32))


EMPTY_LINE = LineHead()


def lines_of(recorded: Recorded) -> tuple[str, ...]:
    """The lines that an event stands in."""
    audience = recorded.audience
    if audience.everyone:
        return (STORYTELLERS_LINE, EVERYONE_LINE)
    return (STORYTELLERS_LINE, *(member_line(m) for m in audience.members))


def advance(heads: dict[str, LineHead], events: Iterable[Recorded]) -> dict[str, LineHead]:
    """The heads after *events*: a new mapping, the old one untouched."""
    after = dict(heads)
    for recorded in events:
        for line in lines_of(recorded):
            after[line] = after.get(line, EMPTY_LINE).plus(recorded.element)
    return after


class ViewBase(Struct, frozen=True, array_like=True, gc=False):
    """Where a view begins: the lines it is made of, each with the head not counted any more."""

    lines: tuple[tuple[str, LineHead], ...]


class ViewHead(Struct, frozen=True, array_like=True, gc=False):
    """Where a view stands: its sequence, and its accumulator as a number."""

    seq: int
    accumulator: int

    def plus(self, what: int) -> "ViewHead":
        """This view with one more event, of the element *what*."""
        return ViewHead(self.seq + 1, (self.accumulator + what) % _MODULUS)

    @property
    def mark(self) -> Mark:
        """A short hash of the viewer's line so far, 11 characters."""
        digest = hashlib.sha256(self.accumulator.to_bytes(32) + self.seq.to_bytes(8)).digest()
        # 8 bytes are 11 characters of base64, and one of padding.
        return Mark(b2a_base64(digest[:8], newline=False)[:11].translate(_URL_SAFE).decode())


def view_seq(base: ViewBase, heads: dict[str, LineHead]) -> int:
    """The sequence of the view that begins at *base* when its lines stand at *heads*."""
    seq = 0
    for line, begin in base.lines:
        seq += heads.get(line, EMPTY_LINE).rank - begin.rank
    return seq


def view_head(base: ViewBase, heads: dict[str, LineHead]) -> ViewHead:
    """Where the view that begins at *base* stands when its lines stand at *heads*."""
    seq, accumulator = 0, 0
    for line, begin in base.lines:
        head = heads.get(line, EMPTY_LINE)
        seq += head.rank - begin.rank
        accumulator += int.from_bytes(head.accumulator) - int.from_bytes(begin.accumulator)
    return ViewHead(seq, accumulator % _MODULUS)
