"""An export to read or to count with: what people typed is text, and each clock is named."""

import csv
import io
import re
from pathlib import Path

import pytest

from protocol import from_client as i
from tests.cli.inside import Command
from tests.cli.kept import keep_evening, slip_in
from tests.replay.evening import LoggedTable, evening


async def _export(command: Command, folder: Path, name: str, *options: str) -> bytes:
    done = await command("export", "the-room", "--output", name, *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return (folder / name).read_bytes()


@pytest.mark.parametrize("form", ["markdown", "html"])
async def test_what_people_typed_is_text(command: Command, tmp_path: Path, form: str) -> None:
    """Names and notes are no markup, no link and no script, and move no terminal's cursor."""
    table = LoggedTable()
    nasty = "<img src=x onerror=alert(1)> [a](javascript:b) *c* `d` &amp; # e"
    table.act("ann", i.Roll, (9,), pool=1, label="Stealth", note=nasty)
    slip_in(table, "storyteller", i.RenameRoom, name="\x1b[31mred")
    await keep_evening(tmp_path, table)
    text = (await _export(command, tmp_path, "out", "--form", form)).decode()
    assert "\x1b" not in text
    assert "<img" not in text
    assert "[a](" not in text or form == "html"
    assert "&lt;img" in text
    assert "&amp;amp;" in text
    if form == "markdown":
        assert r"\[a\]\(javascript:b\) \*c\* \`d\`" in text


async def test_a_transcript_has_its_sessions_and_the_clock_asked_for(
    command: Command, tmp_path: Path
) -> None:
    """Sessions are headings; the times are those of the zone."""
    await keep_evening(tmp_path)
    utc = (await _export(command, tmp_path, "a", "--form", "markdown", "--zone", "UTC")).decode()
    assert "\n## Session 1\n" in utc
    rolled = re.search(
        r"\*\*14(:\d\d:\d\d)\*\* \*\\\[Storytellers\\\]\* storyteller rolls Moonwreck", utc
    )
    assert rolled
    warsaw = ("--form", "html", "--zone", "Europe/Warsaw")
    there = (await _export(command, tmp_path, "b", *warsaw)).decode()
    assert "<h2>Session 1</h2>" in there
    assert f">16{rolled[1]}</time>" in there
    assert f'datetime="2026-09-21T14{rolled[1]}' in there


async def test_an_html_transcript_needs_nothing_beside_itself(
    command: Command, tmp_path: Path
) -> None:
    """One file: no script, nothing to fetch, and a policy that would forbid both."""
    await keep_evening(tmp_path)
    text = (await _export(command, tmp_path, "out", "--form", "html")).decode()
    assert text.startswith("<!doctype html>\n")
    assert "default-src 'none'" in text
    for word in ("<script", "src=", "href=", "url(", "@import"):
        assert word not in text


async def test_rolls_are_rows_of_a_table(command: Command, tmp_path: Path) -> None:
    """One row a roll or reroll, faces in the order drawn; no cell is a formula."""
    table = LoggedTable()
    table.act("ann", i.Roll, (9, 3), pool=2, difficulty=1, label="=1+1")
    await keep_evening(tmp_path, table)
    text = (await _export(command, tmp_path, "out", "--form", "csv", "--zone", "UTC")).decode()
    assert text.endswith("\r\n")
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["label"] == "'=1+1"
    assert (row["regular"], row["hunger"], row["successes"]) == ("9 3", "", "1")
    assert (row["difficulty"], row["margin"], row["outcome"]) == ("1", "0", "success")
    assert row["at"].startswith("2026-09-21T")
    assert row["at"].endswith("+00:00")
    assert (row["happened"], row["kind"], row["visibility"]) == ("rolled", "pool", "public")


async def test_all_kinds_of_rolls_are_rows(command: Command, tmp_path: Path) -> None:
    """Every roll and reroll of an evening with all of them is in the table."""
    await keep_evening(tmp_path)
    text = (await _export(command, tmp_path, "out", "--form", "csv")).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    kinds = [record.kind for commit in evening().commits for record in commit.events]
    happened = [row["happened"] for row in rows]
    assert happened.count("rolled") == kinds.count("roll_resolved")
    assert happened.count("rerolled") == kinds.count("roll_rerolled")
