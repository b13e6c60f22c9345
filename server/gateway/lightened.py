"""Scripts and styles as they are sent: without what only their readers want."""

import re

_BLOCK = re.compile(r"\s*/\*")
_LINE = re.compile(r"\s*//")
_BEHIND = re.compile(r"([:;,{}]) +")
_BEFORE = re.compile(r" +\{")
_TICK = re.compile(r"(?<!\\)`")


def lighten(text: str, *, has_line_comments: bool) -> str:
    """
    Empty the lines that are nothing but comment, and begin the others without their indentation.

    A style sheet's signs also stand closer together, where a line holds nothing in quotes. Every
    line stays in its place, so that what a browser says of line 40 is about line 40 of the
    file. What a template literal or a string holds over several lines is kept even where it looks
    like a comment, and so is a comment with code in its lines.

    Args:
        text: A script or a style sheet.
        has_line_comments: Whether `//` begins a comment, as in scripts.
    """
    kept: list[str] = []
    lines = iter(text.split("\n"))
    is_literal = False
    for line in lines:
        if not is_literal and has_line_comments and _LINE.match(line):
            kept.append("")
        elif not is_literal and (opening := _BLOCK.match(line)):
            comment = [line]
            rest = line[opening.end() :]
            while "*/" not in rest and (more := next(lines, None)) is not None:
                comment.append(more)
                rest = more
            code = rest.partition("*/")[2].strip()
            kept += comment if code else [""] * len(comment)
        else:
            goes_on = is_literal or (kept and kept[-1].endswith("\\"))
            kept.append(line if goes_on else _closer(line.lstrip(" \t"), has_line_comments))
            is_literal ^= len(_TICK.findall(line)) % 2 == 1
    return "\n".join(kept)


def _closer(line: str, is_script: bool) -> str:
    """A line of a style sheet without the spaces that separate nothing."""
    if is_script or '"' in line or "'" in line:
        return line
    return _BEFORE.sub("{", _BEHIND.sub(r"\1", line))
