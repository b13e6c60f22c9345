"""Scripts and styles as they are sent: without the comments that only their readers want."""

import re

_BLOCK = re.compile(r"\s*/\*")
_LINE = re.compile(r"\s*//")
_TICK = re.compile(r"(?<!\\)`")


def without_comments(text: str, *, has_line_comments: bool) -> str:
    """
    Empty the lines that are nothing but comment.

    Every other line stays as it is, and every line in its place, so that what a browser says of
    line 40 is about line 40 of the file. What a template literal holds over several lines is kept
    even where it looks like a comment, and so is a comment with code in its lines.

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
            kept.append(line)
            is_literal ^= len(_TICK.findall(line)) % 2 == 1
    return "\n".join(kept)
