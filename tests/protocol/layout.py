"""JSON as a person would set it: on one line where it fits, else an entry to each line."""

import json

WIDTH = 116


def laid_out(value: object, indent: int = 0, used: int = 0) -> str:
    """
    JSON text of *value*, its lines not longer than `WIDTH` where that can be.

    Args:
        value: Plain data.
        indent: How deep the lines are indented on which entries stand.
        used: How much of the first line is taken already.
    """
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or indent + used + len(flat) <= WIDTH:
        return flat
    inner = indent + 2
    pad = " " * inner
    if isinstance(value, list):
        entries = [laid_out(each, inner) for each in value]
        opening, closing = "[", "]"
    else:
        keys = [json.dumps(key) for key in value]
        entries = [
            f"{key}: {laid_out(each, inner, len(key) + 3)}"
            for key, each in zip(keys, value.values(), strict=True)
        ]
        opening, closing = "{", "}"
    return f"{opening}\n{_filled(entries, pad)}\n{' ' * indent}{closing}"


def _filled(entries: list[str], pad: str) -> str:
    """Short entries side by side, as many as fit; one of several lines stands alone."""
    lines: list[str] = []
    for number, entry in enumerate(entries):
        text = entry + ("," if number + 1 < len(entries) else "")
        fits = (
            lines
            and "\n" not in text
            and "\n" not in lines[-1]
            and len(lines[-1]) + 1 + len(text) <= WIDTH
        )
        if fits:
            lines[-1] += f" {text}"
        else:
            lines.append(pad + text)
    return "\n".join(lines)
