"""
`kill -9` at random moments of a checkpoint, an export, a backup and a migration.

A round of these takes a fraction of a second; `KILLS=500` for a long look.
"""

import asyncio
import gzip
import os
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from protocol.ids import RoomId, Seq
from server.replay.verify_log import verify_log
from server.store import sqlite_schema
from server.store.check import check_chain
from server.store.sqlite import SqliteLog
from tests.samples.test_samples import LOGS
from tests.store.killed import NEXT_SCHEMA, checkpoint_for_ever, command, migrate
from tests.store.story import PUBLIC, WHISPER, Story
from tests.support.dockerfile import REPOSITORY
from tests.support.nursery import Child

ROUNDS = int(os.environ.get("KILLS", "15"))
SEED = 20_261_031
MANY = pytest.mark.timeout(60 + 4 * ROUNDS)


async def begin(what: Callable[[list[str]], int | None], *arguments: object) -> Child:
    """A process that does *what*."""
    return await Child.start(what, [str(each) for each in arguments], REPOSITORY)


async def rest_of(child: Child) -> list[str]:
    """What a process that has ended had said and nobody had read."""
    said = (await child.stdout.read()).decode()
    # What it had not said to the end it had not said.
    return said.split("\n")[:-1]


# --- checkpoints ----------------------------------------------------------------------------------


@MANY
async def test_a_kill_during_a_checkpoint_loses_nothing_that_was_stored(path: Path) -> None:
    """Neither when pages are copied into the file, nor when a room's state is kept."""
    chance = random.Random(SEED)
    known = 0
    for number in range(ROUNDS):
        child = await begin(checkpoint_for_ever, path, f"round-{number}")
        lines = []
        for _ in range(chance.randint(1, 4)):
            while (line := (await child.stdout.readline()).decode().strip()) != "checkpoint":
                assert line, lines
                lines.append(line)
        await asyncio.sleep(chance.uniform(0, 0.003))
        child.kill()
        assert await child.wait() == -9
        lines += await rest_of(child)
        known += await check_stored(path, lines)
    assert known > 10 * ROUNDS


async def check_stored(path: Path, lines: list[str]) -> int:
    """
    Everything said to be stored or kept is there, and whole; and the log can be gone on with.

    Returns how many commits were said to be stored.
    """
    stored: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    for line in lines:
        if line != "checkpoint":
            what, room, seq = line.split()
            known = stored if what == "stored" else kept
            known[room] = max(known[room], int(seq))
    log = SqliteLog(path)
    await log.open()
    for room, seq in stored.items():
        commits = await log.read(RoomId(room), Seq(0), limit=1_000_000)
        assert len(commits) >= seq
        assert check_chain(commits) == []
        checkpoint = await log.load_checkpoint(RoomId(room))
        if checkpoint is None:
            assert room not in kept
        else:
            assert kept[room] <= checkpoint.seq <= len(commits)
            assert checkpoint.state == f"{room} {checkpoint.seq}".encode() * 500
        story = Story(room)
        story.told(*commits)
        await log.append(story.room, story.head, [story.draft(commit_name=f"{room} after")], 30)
    await log.close()
    return sum(stored.values())


# --- exports and backups --------------------------------------------------------------------------


@pytest.fixture
async def long_log(tmp_path: Path) -> Path:
    """A log with a room that takes a while to write out."""
    path = tmp_path / "long.sqlite3"
    log = SqliteLog(path, durability="crash")
    await log.open()
    story = Story("long")
    await story.begin(log)
    await story.tell_many(log, *((20, each) for _ in range(50) for each in (PUBLIC, WHISPER)))
    await log.close()
    return path


@MANY
@pytest.mark.parametrize("what", ["export", "backup"])
async def test_a_kill_during_an_export_leaves_a_whole_file_or_none(
    long_log: Path, tmp_path: Path, what: str
) -> None:
    """What was not finished never stands under the name asked for; the log is as it was."""
    chance = random.Random(SEED)
    loop = asyncio.get_running_loop()
    before = _bytes(long_log)

    def arguments(output: Path) -> list[str]:
        if what == "export":
            return ["export", "long", "--output", str(output), "--data", str(long_log)]
        return ["backup", str(output), "--data", str(long_log)]

    whole = tmp_path / "whole"
    child = await begin(command, *arguments(whole))
    await child.stdout.readline()
    began_s = loop.time()
    assert await child.wait() == 0, await rest_of(child)
    lasts_s = loop.time() - began_s

    ends: Counter[str] = Counter()
    for number in range(ROUNDS):
        output = tmp_path / f"output-{number}"
        part = output.with_name(output.name + ".part")
        child = await begin(command, *arguments(output))
        await child.stdout.readline()
        if number % 2:
            await asyncio.sleep(chance.uniform(0, lasts_s))
        else:
            # However slow the machine: as soon as something is written, or a little later.
            while not _is_begun(output, part):  # noqa: ASYNC110 - a file sets no event
                await asyncio.sleep(0)
            await asyncio.sleep(chance.choice((0, 0.01)))
        child.kill()
        await child.wait()
        if output.exists():
            ends["whole"] += 1
            assert same(output, whole, what)
        else:
            ends["half" if part.exists() else "none"] += 1
        output.unlink(missing_ok=True)
        if part.exists():
            # A rest is never taken for anything: who comes next hears of it, and what to do.
            child = await begin(command, *arguments(output))
            assert await child.wait() == 2
            assert any(str(part) in line and "delete it" in line for line in await rest_of(child))
            part.unlink()
    print(what, dict(ends), f"within {lasts_s:.2f} s")
    assert ends["half"], "no kill fell into the writing"
    assert _bytes(long_log) == before


def _is_begun(output: Path, part: Path) -> bool:
    """Whether something is written, or was."""
    return part.exists() or output.exists()


def same(output: Path, whole: Path, what: str) -> bool:
    """Whether two exports, or the rooms in two backups, are the same."""
    if what == "export":
        return _bytes(output) == _bytes(whole)
    return _records(output) == _records(whole)


def _records(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM commits ORDER BY id").fetchall()


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


# --- migrations -----------------------------------------------------------------------------------


@MANY
async def test_a_kill_during_a_migration_leaves_the_old_log_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start brings it to the end, with every commit that there was."""
    newest = sqlite_schema.SCHEMA_VERSION
    old = tmp_path / "old.sqlite3"
    old.write_bytes(gzip.decompress(LOGS[0].read_bytes()))
    commits = _records(old)
    chance = random.Random(SEED)
    loop = asyncio.get_running_loop()
    child = await begin(migrate, shutil.copyfile(old, tmp_path / "first.sqlite3"))
    await child.stdout.readline()
    began_s = loop.time()
    assert (await child.stdout.readline()) == b"open\n"
    lasts_s = loop.time() - began_s
    assert await child.wait() == 0

    monkeypatch.setattr(sqlite_schema, "MIGRATIONS", (*sqlite_schema.MIGRATIONS, NEXT_SCHEMA))
    monkeypatch.setattr(sqlite_schema, "SCHEMA_VERSION", newest + 1)
    versions: Counter[int] = Counter()
    for number in range(ROUNDS):
        path = shutil.copyfile(old, tmp_path / f"round-{number}.sqlite3")
        child = await begin(migrate, path)
        await child.stdout.readline()
        await asyncio.sleep(chance.uniform(0, 1.3 * lasts_s))
        child.kill()
        await child.wait()
        with closing(sqlite3.connect(path)) as connection:
            version = sqlite_schema.pragma(connection, "user_version")
            versions[version] += 1
            tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'weights'")
            assert tables.fetchone() == (int(version == newest + 1),)
        assert version in (1, newest + 1), "a version in between"
        log = SqliteLog(path)
        await log.open()
        (info,) = await log.rooms()
        assert (await verify_log(log, info.room)).findings == ()
        await log.close()
        assert [record[: len(commits[0])] for record in _records(path)] == commits
    print({f"version {version}": count for version, count in versions.items()})
