"""What others typed cannot do anything to a terminal; the QR code is one."""

import io
import json
import sys
import unicodedata

import pytest
import segno

from server.commands.terminal import is_harmful, printable, printable_json, say, show_qr

HARMFUL = [
    "\x00", "\x07", "\x08", "\x0a", "\x0d", "\x1b", "\x7f", "\x84", "\x9b", "\x9d",
    "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\ufeff",
    "\u061c", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("character", HARMFUL, ids=lambda c: f"{ord(c):04X}")
def test_a_harmful_character_is_shown_as_its_code(character: str) -> None:
    """Escapes, line ends, lone surrogates and turns of direction are told, not done."""
    assert printable(f"a{character}b") == f"a<U+{ord(character):04X}>b"
    shown = printable_json(json.dumps(f"a{character}b", ensure_ascii=False))
    assert json.loads(shown) == f"a{character}b"
    assert not any(map(is_harmful, shown))


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb",
        "Zoe\u0308",
        "Łucja",
        "Ольга",
        "李",
        "👩‍👩‍👧",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
        "שרה",
        "سارة",
        "می‌خواهم",
        "x" * 200,
    ],
)  # fmt: skip
def test_names_of_all_scripts_are_shown_as_they_are(name: str) -> None:
    """Accents, joiners and scripts from right to left reach the terminal byte for byte."""
    assert printable(name) == name
    assert printable_json(name) == name


def test_no_character_of_unicode_gets_through_that_could_do_something() -> None:
    """Whatever the code point, what is printed has no control and no format character."""
    shown = printable("".join(map(chr, range(sys.maxunicode + 1))))
    left = {c for c in shown if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert left <= {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}


def test_a_line_stays_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A name with a line end in it forges no second line."""
    say("Zoë\n14:00:00  Ann gives up\x1b[2J")
    assert capsys.readouterr().out == "Zoë<U+000A>14:00:00  Ann gives up<U+001B>[2J\n"


def _modules_of(text: str) -> list[list[int]]:
    """Read a code of half blocks back: 1 for a dark module."""
    rows: list[list[int]] = []
    for line in text.splitlines():
        rows.append([int(sign in " ▄") for sign in line])
        rows.append([int(sign in " ▀") for sign in line])
    return rows


def test_the_qr_code_is_the_link(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal it is drawn in plain blocks, every module as the code has it."""
    link = "http://192.0.2.7:8420/#create=abcdefghijklmnopqrstuv"
    show_qr(link)
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    code = segno.make(link, error="l", micro=False, boost_error=False)
    expected = [[int(bool(m)) for m in row] for row in code.matrix_iter(border=4)]
    drawn = _modules_of(printed)
    assert drawn[: len(expected)] == expected
    assert all(not any(row) for row in drawn[len(expected) :])


class _Terminal(io.StringIO):
    """Something that looks like a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_the_qr_code_brings_its_own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Light on dark, whatever the terminal's own colours are; NO_COLOR is heard."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    show_qr("http://192.0.2.7/")
    assert all(line.startswith("\x1b[97;40m") for line in terminal.getvalue().splitlines())
    monkeypatch.setenv("NO_COLOR", "1")
    terminal.truncate(0)
    show_qr("http://192.0.2.7/")
    assert "\x1b" not in terminal.getvalue()


def test_where_blocks_cannot_be_drawn_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """An output of another encoding is spared a page of question marks."""
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    show_qr("http://192.0.2.7/")
    assert plain.buffer.getvalue() == b""  # type: ignore[attr-defined]
