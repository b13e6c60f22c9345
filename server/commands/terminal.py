"""
What reaches a person's terminal, and that nothing else does.

Names and notes were typed by others: whatever in them could move the cursor, colour the screen,
forge a line or turn the reading direction is shown as a code, here, on the way out.
"""

import os
import sys
import unicodedata
from collections.abc import Iterable
from typing import Final, TextIO

import segno

_JOINERS: Final = frozenset("\u200c\u200d")
_TAGS: Final = range(0xE0020, 0xE0080)
"""Joiners and tags hold some emoji and scripts together, and do nothing else."""

_HARMFUL: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class CommandFailed(Exception):
    """A command cannot do what was asked: the sentence that says why, and how to exit."""

    def __init__(self, sentence: str, exit_code: int = 1) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def is_harmful(character: str) -> bool:
    """Whether a character could do something to a terminal besides being shown."""
    if character in _JOINERS or ord(character) in _TAGS:
        return False
    return unicodedata.category(character) in _HARMFUL


def printable(text: str) -> str:
    """*text* with every harmful character as its code, such as `<U+001B>`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"<U+{ord(c):04X}>" if is_harmful(c) else c for c in text)


def printable_json(text: str) -> str:
    """JSON *text* that says the same, with every harmful character escaped as JSON has it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_json_escape(c) if is_harmful(c) else c for c in text)


def _json_escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2))


def prepare() -> None:
    """Let whatever the terminal's encoding lacks be replaced, never be an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def abandon_output() -> None:
    """Let nobody read the output any more; Python would complain at its end that nobody does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(*lines: str) -> None:
    """Print lines, each one line whatever is in it, and at once."""
    _write(sys.stdout, (printable(line) for line in lines))


def say_json(lines: Iterable[str]) -> None:
    """Print lines of JSON."""
    _write(sys.stdout, (printable_json(line) for line in lines))


def complain(*lines: str) -> None:
    """Print lines to the error output."""
    _write(sys.stderr, (printable(line) for line in lines))


def _write(stream: TextIO, lines: Iterable[str]) -> None:
    stream.write("".join(f"{line}\n" for line in lines))
    stream.flush()


def has_colours(stream: TextIO) -> bool:
    """Whether colours mean anything to what reads *stream*."""
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not is_plain


def show_qr(link: str) -> None:
    """Print *link* as a QR code, light on dark; nothing where the output has no blocks to draw."""
    stream = sys.stdout
    try:
        "█▀▄".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return
    rows = _half_blocks(link)
    if has_colours(stream):
        # Whatever colours the terminal has, a camera needs light modules lighter than dark ones.
        rows = [f"\x1b[97;40m{row}\x1b[0m" for row in rows]
    _write(stream, rows)


def _half_blocks(link: str) -> list[str]:
    """A QR code in lines of text: each character stands for two modules, one above the other."""
    modules = [[not dark for dark in row] for row in _modules(link)]
    if len(modules) % 2:
        modules.append([True] * len(modules[0]))
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return [
        "".join(signs[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(modules[::2], modules[1::2], strict=True)
    ]


def _modules(link: str) -> list[list[bool]]:
    """Dark modules of the code, with the margin that scanners need."""
    code = segno.make(link, error="l", micro=False, boost_error=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=4)]
