"""Every row of the rules facts has a way to it and a test, and the table says so truly."""

import pytest

from protocol.from_client import Intent, Query
from tests.rules.rows import DOCUMENT, REACHED, RESOLVE, document, named_by_tests, rows_in

SECTIONS = {
    "A1": 15,
    "A2": 12,
    "A3": 6,
    "A4": 9,
    "A6": 4,
    "A9": 11,
    "A10": 14,
    "A11": 6,
    "A12": 7,
    "C1": 13,
    "C4": 5,
    "C5": 6,
    "C8": 5,
}
"""Sections with numbered rows, and how many each has."""

WHOLE = {"A5", "A10", "A7", "A8", "A13", "A14", "A15", "B", "C2", "C3", "C6", "C7", "C9", "C10"}
"""Sections that are one row: tables and lists."""

KNOWN = {str(kind.__struct_config__.tag) for kind in (*Intent.__args__, *Query.__args__)}


def test_every_row_is_in_the_table() -> None:
    numbered = {f"{name}.{n}" for name, count in SECTIONS.items() for n in range(1, count + 1)}
    assert set(REACHED) == numbered | WHOLE


@pytest.mark.parametrize("row", REACHED)
def test_every_row_is_reached_and_tested(row: str) -> None:
    """What a row is reached by exists, and some test says that it states the row."""
    assert set(REACHED[row].split(", ")) <= KNOWN | {RESOLVE}
    assert named_by_tests().get(row), f"no test names {row}"


def test_the_document_is_what_the_table_makes() -> None:
    """`python -m tests.rules.rows` writes it anew."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()


def test_ranges_name_every_row_within() -> None:
    assert list(rows_in("A2.5 to A2.7, B and C1.3-4")) == [
        "A2.5",
        "A2.6",
        "A2.7",
        "B",
        "C1.3",
        "C1.4",
    ]
