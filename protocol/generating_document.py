"""
Keeps the columns of fields in `PROTOCOL.md` as the message types are.

Everything else there is written by hand. A table with a column `fields` lists one type in each
row, named in backticks in the first column, whose title says where the name belongs.
"""

from msgspec import inspect

from protocol.generating_fields import describe_fields
from protocol.generating_types import all_types, structs_of

COLUMN = "fields"


def with_fields(document: str) -> str:
    """
    *document* with every column of fields brought up to date.

    Raises:
        ValueError: A row names no type that its table could list.
    """
    lines = document.split("\n")
    title: list[str] | None = None
    for number, line in enumerate(lines):
        cells = _cells(line)
        if cells is None:
            title = None
        elif title is None:
            title = cells
        elif COLUMN in title and not set(line) <= set("|-: "):
            cells[title.index(COLUMN)] = _fields(title[0], cells[0].strip("`"))
            lines[number] = f"| {' | '.join(cells)} |"
    return "\n".join(lines)


def _cells(line: str) -> list[str] | None:
    """The cells of a table's line; None for any other line."""
    if not (line.startswith("|") and line.endswith("|")):
        return None
    return [cell.strip() for cell in line[1:-1].split("|")]


def _fields(title: str, name: str) -> str:
    try:
        struct = types_of_table(title)[name]
    except KeyError:
        raise ValueError(f"PROTOCOL.md: there is no {title} called {name}") from None
    return describe_fields(struct, is_intent=title == "intent")


def types_of_table(title: str) -> dict[str, inspect.StructType]:
    """
    What a table may list whose first column has this title, by the names that stand there.

    Raises:
        KeyError: No table of fields is called so.
    """
    structs = {
        name: type_ for name, type_ in all_types().items() if isinstance(type_, inspect.StructType)
    }
    by_field = {
        "intent": structs_of("Intent"),
        "query": structs_of("Query"),
        "item": structs_of("FromServer"),
        "event": structs_of("Event"),
        "message": structs_of("FromClient"),
        "entry": _variants(structs["Hello"], "entry"),
        "result": _variants(structs["Result"], "result"),
        "receipt": _variants(structs["RollResolved"], "receipt"),
    }
    if title == "object":
        return {name: struct for name, struct in structs.items() if struct.tag is None}
    return {str(struct.tag): struct for struct in by_field[title]}


def _variants(struct: inspect.StructType, name: str) -> tuple[inspect.StructType, ...]:
    """The Structs that a field may hold."""
    (type_,) = (field.type for field in struct.fields if field.encode_name == name)
    members = type_.types if isinstance(type_, inspect.UnionType) else (type_,)
    return tuple(each for each in members if isinstance(each, inspect.StructType))
