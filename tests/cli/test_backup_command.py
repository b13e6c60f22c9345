"""`coterie backup` and `restore`: drilled as an operator would, beside a server and without one."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.inside import Command
from tests.cli.kept import keep_evening
from tests.cli.process import Serving
from tests.cli.table import TOKEN, found_room
from tests.support.wire_client import WireClient


async def _rename(client: WireClient, number: int) -> None:
    id = f"00000000-0000-4000-8000-{number:012d}"
    item = await client.ask({"type": "rename_room", "id": id, "name": f"Night {number}"})
    assert item.type == "accepted", item.data


def _names(path: Path) -> set[str]:
    return {each.name for each in path.iterdir()}


async def _backup(command: Command, *arguments: object) -> str:
    done = await command("backup", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.partition(":")[0]


async def test_a_backup_is_made_while_people_play(command: Command, serving: Serving) -> None:
    """Everything answered before it is in it; play goes on meanwhile, and the copy is whole."""
    await serving.start()
    client, welcome = await found_room(serving)
    for number in range(20):
        await _rename(client, number)
    playing = asyncio.create_task(_play(client))
    copy = await _backup(command)
    await playing
    await client.close()
    verified = await command("verify", "--data", copy)
    assert verified.returncode == 0, verified.stdout
    replayed = await command("replay", welcome["room"], "--data", copy)
    assert "Night 19" in replayed.stdout


async def _play(client: WireClient) -> None:
    for number in range(20, 50):
        await _rename(client, number)


async def test_a_folder_takes_one_backup_after_another(command: Command, tmp_path: Path) -> None:
    """Each is named after the log, the day and the time, and none is written over."""
    await keep_evening(tmp_path)
    folder = tmp_path / "kept"
    folder.mkdir()
    copy = await _backup(command, folder)
    assert Path(copy).parent == folder
    refused = await command("backup", copy)
    assert refused.returncode == 2
    assert f"There is a file {copy} already" in refused.stderr
    assert _names(folder) == {Path(copy).name}


async def test_what_cannot_be_backed_up_leaves_no_file(command: Command, tmp_path: Path) -> None:
    """No log, another program's file, a folder that is not there: a sentence, and nothing else."""
    none = await command("backup")
    assert (none.returncode, none.stdout) == (1, "")
    assert "There is no log at" in none.stderr
    with closing(sqlite3.connect(tmp_path / "coterie.sqlite3")) as other:
        other.execute("CREATE TABLE theirs (a)")
    foreign = await command("backup", "copy.sqlite3")
    assert foreign.returncode == 1
    assert "is no log of this server" in foreign.stderr
    (tmp_path / "coterie.sqlite3").unlink()
    await keep_evening(tmp_path)
    gone = await command("backup", "no/such/copy.sqlite3")
    assert gone.returncode == 1
    assert "No backup was made" in gone.stderr
    assert not any("copy" in name or ".part" in name for name in _names(tmp_path))


async def test_a_restored_room_tells_its_clients_that_history_changed(
    command: Command, serving: Serving, tmp_path: Path
) -> None:
    """The drill: backup, play on, restore; the seat is still there, and gets a snapshot."""
    await serving.start()
    client, welcome = await found_room(serving)
    await _rename(client, 1)
    copy = await _backup(command)
    await _rename(client, 2)
    await client.close()
    back = await WireClient.open(serving.port, "json")
    resumed = await back.hello(TOKEN, resume=welcome["position"])
    assert resumed.data["reason"] == "resumed"
    position = resumed.data["position"]
    await back.close()
    busy = await command("restore", copy)
    assert busy.returncode == 1
    assert "runs on" in busy.stderr
    await serving.stop()

    done = await command("restore", copy)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"1 room as in {copy}" in done.stdout
    (aside,) = (name for name in _names(tmp_path) if name.startswith("coterie-before-"))
    assert aside in done.stdout
    before = await command("replay", welcome["room"], "--data", aside)
    assert "Night 2" in before.stdout

    serving.said = ""
    await serving.start()
    client = await WireClient.open(serving.port, "json")
    returned = await client.hello(TOKEN, resume=position)
    assert returned.data["reason"] == "epoch_changed"
    assert returned.data["snapshot"]["name"] == "Night 1"
    await client.close()
    assert (await command("verify")).returncode == 0


async def test_a_log_that_is_lost_is_restored(command: Command, tmp_path: Path) -> None:
    """There need not be one any more; nor one that can be opened."""
    path = await keep_evening(tmp_path)
    copy = await _backup(command)
    path.unlink()
    assert (await command("restore", copy)).returncode == 0
    assert (await command("verify")).returncode == 0
    path.write_bytes(b"scribbled over " * 1000)
    path.with_name("coterie.sqlite3-wal").write_bytes(b"and this")
    done = await command("restore", copy)
    assert done.returncode == 0, done.stderr
    assert (await command("verify")).returncode == 0
    aside = next(name for name in _names(tmp_path) if name.startswith("coterie-before-"))
    assert (tmp_path / aside).read_bytes().startswith(b"scribbled")


async def test_what_cannot_be_restored_changes_nothing(command: Command, tmp_path: Path) -> None:
    """No file, no log, the log itself, a newer server's, or somebody who reads it just now."""
    path = await keep_evening(tmp_path)
    copy = await _backup(command)
    (tmp_path / "text").write_text("not a database " * 100)
    with closing(sqlite3.connect(tmp_path / "newer")) as newer:
        newer.execute("PRAGMA application_id = 1131377765")
        newer.execute("PRAGMA user_version = 99")
        newer.execute("CREATE TABLE rooms (a)")
    before = path.read_bytes()
    for name, code in (("gone", 2), ("text", 1), ("newer", 1), ("coterie.sqlite3", 2)):
        done = await command("restore", name)
        assert (done.returncode, done.stdout) == (code, ""), name
        assert done.stderr.count("\n") == 1
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM rooms").fetchone() == (1,)
        done = await command("restore", copy)
    assert done.returncode == 1
    assert "is in use" in done.stderr
    assert path.read_bytes() == before
    assert not any("restoring" in name or "before" in name for name in _names(tmp_path))


@pytest.mark.parametrize("command_words", [("backup",), ("restore", "x")])
async def test_help_teaches(command: Command, command_words: tuple[str, ...]) -> None:
    """Each has its own help, with an example."""
    done = await command(command_words[0], "--help")
    assert done.returncode == 0
    assert f"example:\n  coterie {command_words[0]}" in done.stdout
