"""`coterie verify`: what it says, and how it exits."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from server.store.sqlite import SqliteLog
from tests.cli.inside import Command
from tests.cli.kept import keep_evening
from tests.cli.process import Serving
from tests.cli.table import found_room
from tests.replay.evening import LoggedTable, evening, store
from tests.replay.rewriting import places_of, rewritten


def _head_in(text: str) -> str:
    found = re.search(r"^  head (\d+:[0-9a-f]{64})$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def _tamper(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(sql).rowcount > 0


async def test_a_whole_log_is_0_and_prints_a_head(command: Command, tmp_path: Path) -> None:
    """How much was looked at, and a head to keep elsewhere."""
    await keep_evening(tmp_path)
    done = await command("verify")
    assert (done.returncode, done.stderr) == (0, "")
    kinds = [record.kind for commit in evening().commits for record in commit.events]
    counted = f"{len(evening().commits)} commits, {kinds.count('roll_resolved')} rolls"
    assert f"room the-room: {counted}: whole\n" in done.stdout
    last = evening().commits[-1]
    assert _head_in(done.stdout) == f"{last.seq}:{last.hash.hex()}"


async def test_a_running_server_is_verified_beside(command: Command, serving: Serving) -> None:
    """Verification needs no stop."""
    await serving.start()
    client, welcome = await found_room(serving)
    done = await command("verify", welcome["room"])
    assert (done.returncode, done.stderr) == (0, "")
    await client.close()


@pytest.mark.parametrize(
    ("sql", "seq"),
    [
        ("DELETE FROM commits WHERE seq = 40", 41),
        ("UPDATE commits SET at_ms = at_ms + 1 WHERE seq = 40", 40),
        ("UPDATE commits SET storytellers_accumulator = zeroblob(32) WHERE seq = 40", 40),
        ("UPDATE lines SET accumulator = zeroblob(32) WHERE rank = 3 AND line LIKE 'member:%'", 0),
    ],
)
async def test_findings_are_1_and_each_a_sentence(
    command: Command, tmp_path: Path, sql: str, seq: int
) -> None:
    """Each finding is a line with room and sequence."""
    _tamper(await keep_evening(tmp_path), sql)
    done = await command("verify")
    assert done.returncode == 1
    lines = [s for s in done.stdout.splitlines() if s.startswith("room the-room seq ")]
    assert lines
    assert all(re.fullmatch(r"room the-room seq \d+: .*\.", line) for line in lines)
    assert not seq or any(line.startswith(f"room the-room seq {seq}: ") for line in lines)


async def test_a_head_that_was_kept_finds_a_rewritten_log(command: Command, tmp_path: Path) -> None:
    """A rewrite that fits in itself is whole to itself, and not to the head."""
    await keep_evening(tmp_path)
    kept = _head_in((await command("verify")).stdout)
    assert (await command("verify", "the-room", "--head", kept)).returncode == 0
    assert (await command("verify", "--head", kept)).returncode == 0

    renaming = places_of(evening().commits, e.RoomRenamed)[0]
    forged = rewritten(evening().commits, renaming, lambda event: replace(event, name="Forged"))
    drafts = [
        replace(draft, events=commit.events, lines=commit.lines)
        for draft, commit in zip(evening().drafts, forged, strict=True)
    ]
    (tmp_path / "coterie.sqlite3").unlink()
    log = SqliteLog(tmp_path / "coterie.sqlite3", durability="crash")
    await log.open()
    await store(drafts, log)
    await log.close()

    assert (await command("verify")).returncode == 0
    done = await command("verify", "the-room", "--head", kept)
    assert done.returncode == 1
    assert "the log was rewritten" in done.stdout


async def test_a_head_finds_a_log_that_was_cut(command: Command, tmp_path: Path) -> None:
    """Commits taken off the end leave a chain that fits; the head tells."""
    path = await keep_evening(tmp_path)
    kept = _head_in((await command("verify")).stdout)
    _tamper(path, "DELETE FROM commits WHERE seq > 80")
    assert (await command("verify")).returncode == 0
    assert (await command("verify", "--head", kept)).returncode == 1


@pytest.mark.parametrize(
    "head", ["84", "84:abc", "0:" + "0" * 64, "x:" + "0" * 64, "84:" + "g" * 64]
)
async def test_what_is_no_head_is_2(command: Command, tmp_path: Path, head: str) -> None:
    """A head is SEQ:HASH and nothing else."""
    await keep_evening(tmp_path)
    done = await command("verify", "the-room", "--head", head)
    assert (done.returncode, done.stdout) == (2, "")
    assert "accepted is SEQ:HASH" in done.stderr


async def test_an_unknown_room_is_2(command: Command, tmp_path: Path) -> None:
    """What is not there cannot be verified, which is no finding."""
    await keep_evening(tmp_path)
    done = await command("verify", "nowhere")
    assert (done.returncode, done.stdout) == (2, "")


async def test_a_room_that_cannot_be_folded_is_found_by_its_id(
    command: Command, tmp_path: Path
) -> None:
    """A damaged room can still be named, and the others are still listed."""
    table = LoggedTable()
    character = table.vampire("ann")

    table.act("storyteller", i.SetTracker, character=character, tracker="hunger", value=3)
    del table.drafts[-2]
    await keep_evening(tmp_path, table)
    listed = await command("rooms")
    assert "(unreadable: see `coterie verify`)" in listed.stdout
    shown = await command("rooms", "show", "the-room")
    assert shown.returncode == 1
    done = await command("verify", "the-room")
    assert done.returncode == 1
    assert "does not follow from those before it" in done.stdout


async def test_a_log_that_cannot_be_opened_is_1(command: Command, tmp_path: Path) -> None:
    """No log, and no log of ours."""
    assert (await command("verify")).returncode == 1
    (tmp_path / "coterie.sqlite3").write_text("no database at all\n" * 100)
    done = await command("verify")
    assert done.returncode == 1
    assert "not a database" in done.stderr
    assert done.stderr.count("\n") == 1


async def test_what_would_be_read_differently_is_listed(command: Command, tmp_path: Path) -> None:
    """It is information: the exit code is 0, and each room has a line."""
    await keep_evening(tmp_path)
    done = await command("verify", "--re-resolve")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "room the-room: 0 rolls would be read differently today.\n"
