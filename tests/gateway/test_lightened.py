"""Scripts and styles are sent without comments: what is code stays, and stays in its line."""

from pathlib import Path

import pytest

from server.gateway.http import load_pages
from server.gateway.lightened import lighten

SCRIPT = """/** What this does. */
import { a } from "./a.js";

/**
 * Adds.
 * @param {number} n
 */
export const add = (n) => n + 1; // stays
  // Why so.
  const text = "one \\\\
    two";
const link = "https://example.org/*";
const words = `several
// lines
/* of words */`;
/* one */ const two = 2;
/* begun
   and ended */ const three = 3;
/*/ not yet ended
still not */
const last = a / 2;
"""
SENT = """
import { a } from "./a.js";





export const add = (n) => n + 1; // stays

const text = "one \\\\
    two";
const link = "https://example.org/*";
const words = `several
// lines
/* of words */`;
/* one */ const two = 2;
/* begun
   and ended */ const three = 3;


const last = a / 2;
"""


def test_comments_are_emptied_and_code_begins_its_line() -> None:
    """Words in quotes, literals over several lines and comments beside code stay."""
    sent = lighten(SCRIPT, has_line_comments=True)
    assert sent == SENT
    assert lighten(sent, has_line_comments=True) == sent


def test_a_style_sheet_has_no_line_comments() -> None:
    """In a style sheet two strokes are no comment, and what is never closed ends with the file."""
    sheet = "/* The inks. */\n// no comment\na { color: red }\n/* open\nb { color: red }"
    assert lighten(sheet, has_line_comments=False) == ("\n// no comment\na{color:red }\n\n")


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("a.js", b"\nx();\n"),
        ("a.mjs", b"\nx();\n"),
        ("a.css", b"// why\nx();\n"),
        ("a.txt", b"// why\nx();\n"),
        ("a.html", b"// why\nx();\n"),
    ],
)
def test_pages_are_read_so(tmp_path: Path, name: str, sent: bytes) -> None:
    """Scripts and styles alone; and bytes that are no text come out as they went in."""
    (tmp_path / name).write_bytes(b"// why\nx();\n")
    (tmp_path / "odd.js").write_bytes(b"const odd = '\xff\xfe';")
    pages = load_pages(tmp_path)
    assert pages[name].content == sent
    assert pages["odd.js"].content == b"const odd = '\xff\xfe';"


def test_signs_of_a_style_sheet_stand_closer_together() -> None:
    """Spaces that separate nothing go; those that mean something, and all in quotes, stay."""
    sheet = """\
.a :is(b, .c) > d, e { margin: 0 4px; color: red }
@media (min-width: 900px) and (hover) { .f { width: calc(1px + 2px); } }
.g::before { content: ": { ; "; font: 1rem "A, B" }
"""
    assert (
        lighten(sheet, has_line_comments=False)
        == """\
.a :is(b,.c) > d,e{margin:0 4px;color:red }
@media (min-width:900px) and (hover){.f{width:calc(1px + 2px);}}
.g::before { content: ": { ; "; font: 1rem "A, B" }
"""
    )
    script = "const a = { b: 1, c: [2, 3] };\n"
    assert lighten(script, has_line_comments=True) == script
