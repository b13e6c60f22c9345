"""What a benchmark found: a table to print, to keep as JSON, and to write down as Markdown."""

from msgspec import Struct

Cell = str | float | None


class Column(Struct, frozen=True):
    """A column; `form` is the format of its numbers, such as `,.0f`, and empty where it is text."""

    title: str
    form: str = ""


class Ratio(Struct, frozen=True):
    """A figure that counts: of what, and how it is written."""

    measure: str
    figure: float
    form: str = ".2f"
    unit: str = "x"

    def words(self) -> str:
        """The figure with its unit."""
        return f"{self.figure:{self.form}} {self.unit}".strip()


class Section(Struct, frozen=True):
    """What one benchmark came to: a table, what it means, and the ratios that count."""

    title: str
    about: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    ratios: tuple[Ratio, ...] = ()

    def cells(self) -> list[list[str]]:
        """The rows as text."""
        return [
            [_written(cell, column) for cell, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]


def _written(cell: Cell, column: Column) -> str:
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else f"{cell:{column.form}}"


def plain(section: Section) -> str:
    """The section as a terminal shows it."""
    titles = [column.title for column in section.columns]
    lines = [titles, *section.cells()]
    widths = [max(len(line[n]) for line in lines) for n in range(len(titles))]

    def laid(line: list[str]) -> str:
        parts = (
            f"{text:>{width}}" if column.form else f"{text:<{width}}"
            for text, width, column in zip(line, widths, section.columns, strict=True)
        )
        return "  ".join(parts).rstrip()

    ratios = [f"{ratio.measure}: {ratio.words()}" for ratio in section.ratios]
    about = [f"{section.title}: {section.about}", ""]
    return "\n".join([*about, *map(laid, lines), *([""] if ratios else []), *ratios])


def markdown(section: Section, command: str) -> str:
    """The section as it stands in a document, with the command that measures it again."""
    titles = " | ".join(column.title for column in section.columns)
    rules = " | ".join("---:" if column.form else "---" for column in section.columns)
    rows = [f"| {' | '.join(row)} |" for row in section.cells()]
    return "\n".join(
        [
            f"## {section.title}",
            "",
            f"{section.about[:1].upper()}{section.about[1:]}.",
            "",
            "```sh",
            command,
            "```",
            "",
            f"| {titles} |",
            f"| {rules} |",
            *rows,
        ]
    )
