"""Compares two histories: what each compared viewer was sent, item by item and byte by byte."""

from dataclasses import dataclass
from itertools import zip_longest

from tests.non_interference.table import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a viewer could tell two histories apart."""

    seed: int
    line: str
    place: int
    plain: bytes | None
    hidden: bytes | None
    before: bytes | None

    def __str__(self) -> str:
        return (
            f"evening {self.seed}: {self.line} can tell, at item {self.place}\n"
            f"  before:  {self.before!r}\n  plain:   {self.plain!r}\n  hidden:  {self.hidden!r}"
        )


def compare(
    seed: int, targets: frozenset[str], plain: Table, hidden: Table
) -> tuple[Difference | None, int]:
    """The first difference that one of *targets* was sent, or None; and how much was compared."""
    lines = zip_longest(
        (line for line in plain.captured if line.member in targets),
        (line for line in hidden.captured if line.member in targets),
    )
    count = 0
    for one, other in lines:
        assert one is not None
        assert other is not None
        assert one.name == other.name
        before = None
        for place, pair in enumerate(zip_longest(one.compared(), other.compared())):
            if pair[0] != pair[1]:
                return Difference(seed, one.name, place, *pair, before), count
            before = pair[0]
            count += 1
    for what, ones, others in (
        ("http", plain.fetched, hidden.fetched),
        ("replay", plain.replayed, hidden.replayed),
    ):
        for place, pair in enumerate(zip_longest(ones, others)):
            if pair[0] != pair[1]:
                return Difference(seed, what, place, *pair, None), count
            count += 1
    return None, count
