"""How far a long command is: a bar on the error output of a terminal, and nowhere else."""

import asyncio
import contextlib
import io
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tqdm import tqdm

from server.cli import main
from server.commands import progress
from server.store.sqlite_copy import copy_file
from tests.cli.inside import Command
from tests.cli.kept import keep_evening
from tests.replay.evening import evening

COMMITS = len(evening().commits)


class Terminal(io.StringIO):
    """Takes what is written to it, and says that it is a terminal."""

    def isatty(self) -> bool:
        """It is, as far as anybody asks."""
        return True


class Bar(tqdm):  # type: ignore[type-arg]
    """A bar that is remembered when it is done."""

    done: "list[Bar]"

    def close(self) -> None:
        """Remember it once."""
        if not self.disable:
            self.done.append(self)
        super().close()


Shown = Callable[..., "tuple[list[Bar], str, str]"]


@pytest.fixture
def shown(command: Command, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Runs a command before a terminal, at once as though it took long; its bars and outputs."""
    monkeypatch.setattr(progress, "tqdm", Bar)
    monkeypatch.setattr(progress, "SHOWN_AFTER_S", 0.0)

    def run(*words: str) -> tuple[list[Bar], str, str]:
        Bar.done = []
        with (
            contextlib.redirect_stdout(io.StringIO()) as out,
            contextlib.redirect_stderr(Terminal()) as errors,
        ):
            assert main(words) == 0
        return Bar.done, out.getvalue(), errors.getvalue()

    return run


COMMANDS = {
    "verify": ("verify",),
    "verify today": ("verify", "--re-resolve"),
    "verify an export": ("verify", "--export", "night.jsonl"),
    "export": ("export", "the-room", "--output", "new.jsonl"),
    "export to read": ("export", "the-room", "--form", "html", "--output", "new.html"),
    "export rolls": ("export", "the-room", "--form", "csv", "--output", "new.csv"),
    "import": ("import", "night.jsonl", "--data", "other.sqlite3"),
    "stats": ("stats", "the-room"),
    "replay": ("replay", "the-room"),
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
async def test_what_goes_through_a_log_counts_its_commits(
    shown: Shown, command: Command, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Each bar ends at all of them; it stands on the error output, and is wiped away at the end."""
    await keep_evening(tmp_path)
    assert (await command("export", "the-room", "--output", "night.jsonl")).returncode == 0
    bars, out, errors = await asyncio.to_thread(shown, *words)
    assert bars
    for bar in bars:
        assert (bar.unit, bar.n, bar.total) == (" commits", COMMITS, COMMITS)
    assert "commits/s" in errors
    assert errors.endswith("\r")
    assert "commits/s" not in out


async def test_a_members_export_counts_its_events(
    shown: Shown, command: Command, tmp_path: Path
) -> None:
    """A member's export has events and no commits."""
    await keep_evening(tmp_path)
    await command("export", "the-room", "--as", "Ann", "--output", "mine.jsonl")
    events = len((tmp_path / "mine.jsonl").read_bytes().splitlines()) - 1
    ((bar,), _, _) = await asyncio.to_thread(shown, "verify", "--export", "mine.jsonl")
    assert (bar.unit, bar.n, bar.total) == (" events", events, events)


@pytest.mark.parametrize("words", [("backup", "copy.sqlite3"), ("restore", "kept.sqlite3")])
async def test_a_copy_counts_bytes(
    shown: Shown, command: Command, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """It ends at the size of the copy, whatever was expected."""
    path = await keep_evening(tmp_path)
    assert (await command("backup", "kept.sqlite3")).returncode == 0
    ((bar,), _, errors) = await asyncio.to_thread(shown, *words)
    size = (tmp_path / "copy.sqlite3" if words[0] == "backup" else path).stat().st_size
    assert (bar.unit, bar.total) == ("B", bar.n)
    assert bar.n == pytest.approx(size, rel=0.1)
    assert "B/s" in errors


def test_a_long_copy_tells_how_far_it_is(tmp_path: Path) -> None:
    """Again and again while it goes on, never backwards."""
    source = tmp_path / "long.sqlite3"
    asyncio.run(keep_evening(tmp_path)).rename(source)
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("PRAGMA cache_size = 100")
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)"
            " INSERT INTO probes SELECT randomblob(200) FROM n"
        )
    told: list[tuple[int, int]] = []
    copy_file(source, tmp_path / "copy.sqlite3", lambda copied, total: told.append((copied, total)))
    sizes = [copied for copied, _ in told]
    assert len(set(sizes)) >= 3
    assert sizes == sorted(sizes)
    assert all(total == pytest.approx(sizes[-1], rel=0.2) for _, total in told)


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
async def test_without_a_terminal_there_is_no_bar(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Logs of a nightly job have none, however long it takes."""
    monkeypatch.setattr(progress, "SHOWN_AFTER_S", 0.0)
    await keep_evening(tmp_path)
    assert (await command("export", "the-room", "--output", "night.jsonl")).returncode == 0
    done = await command(*words)
    assert (done.returncode, done.stderr) == (0, "")
