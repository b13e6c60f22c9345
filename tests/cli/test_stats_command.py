"""`coterie stats`: as a table, a plot, or JSON; of what its viewer may see, and honest about it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.inside import Command
from tests.cli.kept import keep_evening
from tests.replay.evening import HIDDEN_NAME, HIDDEN_OTHER, LoggedTable


async def _said(command: Command, *options: str) -> str:
    done = await command("stats", "the-room", *options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("form", ["table", "plot"])
async def test_people_read_it(command: Command, tmp_path: Path, form: str) -> None:
    """Each character, what came beside what was expected, and what that is worth."""
    await keep_evening(tmp_path)
    text = await _said(command, "--form", form)
    assert text.startswith("Night in Łódź, as seen by the operator, who sees all\n\n")
    assert "\nZoë: " in text
    assert "expected; fewer than 100, so read with care" in text
    assert "chance has no memory" in text
    assert max(map(len, text.splitlines())) <= 120


async def test_programs_read_it_exactly(command: Command, tmp_path: Path) -> None:
    """Fractions as text beside decimals; nothing is expected more than once a roll."""
    await keep_evening(tmp_path)
    characters = json.loads(await _said(command, "--form", "json"))
    assert {"Zoë"} <= {each["character"] for each in characters}
    for character in characters:
        assert len(character["faces"]) == len(character["entered_faces"]) == 10
        for kind in character["kinds"]:
            exact = [Fraction(each["expected"]["exact"]) for each in kind["outcomes"]]
            assert sum(exact) == kind["rolls"]


async def test_a_members_statistics_know_no_hidden_roll(command: Command, tmp_path: Path) -> None:
    """Neither the names nor the numbers of what that member does not see."""
    await keep_evening(tmp_path)
    whole = await _said(command)
    assert HIDDEN_NAME in whole
    seen = await _said(command, "--as", "Bob the Brave")
    assert HIDDEN_NAME not in seen
    assert HIDDEN_OTHER not in seen
    assert seen != whole


async def test_a_room_without_rolls(command: Command, tmp_path: Path) -> None:
    """An empty night has no statistics, and says so."""
    await keep_evening(tmp_path, LoggedTable())
    assert "Nobody has rolled yet." in await _said(command)
