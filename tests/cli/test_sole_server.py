"""One server for one file: a second one is refused, and nothing else is."""

import asyncio
import errno
import sys
from pathlib import Path

import pytest

from server.commands.sole_server import sole_server
from server.commands.terminal import CommandFailed
from tests.cli.process import Ended, Serving, run
from tests.cli.table import found_room

fcntl = pytest.importorskip("fcntl", reason="Windows has no such locks")


async def test_second_server_on_a_file_is_refused(serving: Serving, another: Serving) -> None:
    """It says which process has the file, and what to do; the first one goes on."""
    await serving.start("--data", "games.sqlite3")
    with pytest.raises(Ended) as refused:
        await another.start("--data", "games.sqlite3")
    said = str(refused.value)
    assert another.process.returncode == 1
    assert f"process {serving.process.pid}, runs on {serving.folder / 'games.sqlite3'}" in said
    assert "--data" in said
    assert "Traceback" not in said
    assert "listening" not in said
    client, _ = await found_room(serving)
    await client.close()


async def test_another_name_of_the_file_is_the_same_file(
    serving: Serving, another: Serving, tmp_path: Path
) -> None:
    """A link to the data leads to the same lock."""
    await serving.start("--data", "games.sqlite3")
    (tmp_path / "also.sqlite3").symlink_to("games.sqlite3")
    with pytest.raises(Ended, match="already"):
        await another.start("--data", "also.sqlite3")


async def test_commands_work_beside_a_running_server(serving: Serving) -> None:
    """Rooms, links, replays and checks do not ask for the lock."""
    await serving.start()
    client, _ = await found_room(serving)
    await client.close()
    for words in (
        ("rooms",),
        ("rooms", "link", "First Night", "Mara"),
        ("replay", "First Night"),
        ("verify",),
    ):
        done = await asyncio.to_thread(run, serving.folder, *words)
        assert (done.returncode, done.stderr) == (0, ""), words


async def test_next_server_starts_however_the_last_one_ended(
    serving: Serving, another: Serving, tmp_path: Path
) -> None:
    """Killed it leaves the lock's file and not the lock; told to stop it leaves neither."""
    lock = tmp_path / "games.sqlite3.lock"
    await serving.start("--data", "games.sqlite3")
    await serving.kill()
    assert lock.exists()
    await another.start("--data", "games.sqlite3")
    code, _, errors = await another.stop()
    assert code == 0
    assert "cannot be locked" not in errors
    assert not lock.exists()


def test_lock_that_went_while_it_was_waited_for_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old server takes its file away after the new one opened it: the new one makes another."""
    data = tmp_path / "games.sqlite3"
    lock = tmp_path / "games.sqlite3.lock"
    flock = fcntl.flock
    asked = []

    def late(file: object, how: int) -> None:
        asked.append(how)
        if len(asked) == 1:
            lock.unlink()
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with sole_server(data):
        assert len(asked) == 2
        assert lock.exists()
        with pytest.raises(CommandFailed, match="already"), sole_server(data):
            pass
    assert not lock.exists()


@pytest.mark.parametrize("lacks", ["locks in the file system", "locks in the system"])
def test_where_nothing_can_be_locked_the_operator_is_warned(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lacks: str,
) -> None:
    """On a network drive without locks, or on Windows, the server serves all the same."""

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    if lacks == "locks in the system":
        monkeypatch.setitem(sys.modules, "fcntl", None)
    else:
        monkeypatch.setattr(fcntl, "flock", no_locks)
    served = False
    with sole_server(tmp_path / "games.sqlite3"):
        served = True
    assert served
    said = capsys.readouterr().err
    assert said.startswith(f"WARNING: Nothing keeps a second server from the file {tmp_path}")
    assert "take care to start only one" in said


def test_without_its_folder_the_log_itself_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No warning about locks hides the sentence about the folder that is missing."""
    with sole_server(tmp_path / "missing" / "games.sqlite3"):
        pass
    assert capsys.readouterr().err == ""
