"""PROTOCOL.md as the tests read it: its tables, its blocks, its headings."""

import re
from functools import cache

from tests.protocol.conversation import DOCUMENT

Row = dict[str, str]


@cache
def text() -> str:
    """The whole document."""
    return DOCUMENT.read_text(encoding="utf-8")


def prose() -> str:
    """The document without its blocks."""
    return re.sub(r"^```(?:.*\n)*?```$", "", text(), flags=re.MULTILINE)


@cache
def tables() -> tuple[tuple[Row, ...], ...]:
    """Every table: its rows, each as cells by the title of their column."""
    found: list[tuple[Row, ...]] = []
    for block in re.findall(r"(?:^\|.*\|$\n?)+", text(), re.MULTILINE):
        title, _, *rows = (
            [cell.strip() for cell in line[1:-1].split("|")] for line in block.strip().split("\n")
        )
        found.append(tuple(dict(zip(title, row, strict=True)) for row in rows))
    return tuple(found)


def rows_of(title: str) -> tuple[Row, ...]:
    """The rows of all tables whose first column has this title."""
    return tuple(row for table in tables() if next(iter(table[0])) == title for row in table)


def named(title: str) -> list[str]:
    """What those rows are about: the names in backticks in their first column."""
    return [words(row[title])[0] for row in rows_of(title)]


def row_of(title: str, name: str) -> Row:
    """The one row about *name*."""
    (row,) = (row for row in rows_of(title) if words(row[title]) == [name])
    return row


def words(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def blocks() -> list[tuple[str, str]]:
    """Every block of JSON: what it claims to be, and its text."""
    return re.findall(r"^```json *(.*)\n((?:.*\n)*?)```$", text(), re.MULTILINE)


def headings() -> list[str]:
    """The titles of sections and their parts."""
    return re.findall(r"^##+ (.+)$", text(), re.MULTILINE)


def anchor(heading: str) -> str:
    """The fragment by which a heading is linked to."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
