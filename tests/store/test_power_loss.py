"""
Loss of power, as far as it can be shown without pulling a plug.

What a disk had not promised to keep when an append was acknowledged may be cut off or be anything
at all afterwards. So the write-ahead log's end is noted at each acknowledgement, and copies of the
files that are cut or scribbled on from anywhere beyond it must still hold everything acknowledged.
"""

import itertools
import random
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from protocol.ids import Seq
from server.store.check import check_chain
from server.store.sqlite import SqliteLog
from server.store.sqlite_connection import checkpoint_wal
from tests.store.story import SECRET, WHISPER, Story, begun

APPENDS = 8
_HEADER = 32
_FRAME_HEADER = 24


def _wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def _end(path: Path) -> int:
    """Where the last committed frame of the write-ahead log ends, by its format."""
    data = _wal(path).read_bytes()
    page_size = struct.unpack(">I", data[8:12])[0]
    salts = data[16:24]
    end, at = _HEADER, _HEADER
    while data[at + 8 : at + 16] == salts:
        at += _FRAME_HEADER + page_size
        if struct.unpack(">I", data[at - page_size - 20 : at - page_size - 16])[0]:
            end = at
    return end


def _cut(wal: Path, at: int) -> None:
    with wal.open("rb+") as file:
        file.truncate(at)


def _zeroed(wal: Path, at: int) -> None:
    size = wal.stat().st_size
    with wal.open("rb+") as file:
        file.seek(at)
        file.write(bytes(size - at))


def _scribbled(wal: Path, at: int) -> None:
    size = wal.stat().st_size
    with wal.open("rb+") as file:
        file.seek(at)
        file.write(random.Random(at).randbytes(size - at))


async def _read(path: Path, story: Story) -> int:
    """How many commits the files hold: the first so many of the story, whole and to go on from."""
    log = SqliteLog(path, durability="crash")
    await log.open()
    commits = await log.read(story.room, Seq(0))
    assert commits == story.commits[: len(commits)]
    assert check_chain(commits) == []
    again = Story(story.room)
    again.told(*commits)
    await log.append(again.room, again.head, [again.draft(commit_name="after")], 30)
    await log.close()
    return len(commits)


async def _acknowledged(path: Path, copy: Path) -> tuple[Story, list[int]]:
    """A story in a log that is open while its files are copied; the ends of what was promised."""
    log = SqliteLog(path)
    await log.open()
    story = await begun(log)
    ends = [_end(path)]
    for audiences in (WHISPER, SECRET) * (APPENDS // 2):
        await story.go_on(log, audiences)
        ends.append(_end(path))
    _copy(path, copy)
    await log.close()
    return story, ends


def _copy(path: Path, copy: Path) -> None:
    shutil.copyfile(path, copy)
    shutil.copyfile(_wal(path), _wal(copy))


@pytest.mark.parametrize("harm", [_cut, _zeroed, _scribbled])
async def test_what_lies_beyond_the_promise_may_be_anything(
    path: Path, tmp_path: Path, harm: Callable[[Path, int], None]
) -> None:
    """Wherever it is cut or scribbled on: everything acknowledged is there, and nothing half."""
    kept = tmp_path / "kept.db"
    story, ends = await _acknowledged(path, kept)
    assert ends == sorted(set(ends))
    bounds = [*ends, ends[-1] + 5_000]
    for known, (end, beyond) in enumerate(itertools.pairwise(bounds), start=1):
        for at in (end, end + 1, end + _FRAME_HEADER, (end + beyond) // 2, beyond - 1):
            harmed = tmp_path / "harmed.db"
            _copy(kept, harmed)
            harm(_wal(harmed), at)
            assert await _read(harmed, story) == known, (known, at - end)


async def test_a_harm_within_the_promise_is_noticed_by_these_tests(
    path: Path, tmp_path: Path
) -> None:
    """The measure measures: one byte less than promised, and a commit is gone."""
    kept = tmp_path / "kept.db"
    story, ends = await _acknowledged(path, kept)
    _cut(_wal(kept), ends[-1] - 1)
    assert await _read(kept, story) == len(ends) - 1


async def test_a_checkpoint_that_was_half_written_loses_nothing(path: Path, tmp_path: Path) -> None:
    """Pages that it had brought into the file, or had not, in any mixture: the log has them all."""
    log = SqliteLog(path)
    await log.open()
    story = await begun(log)
    for _ in range(APPENDS):
        await story.go_on(log)
    before = _bytes(path)
    with closing(sqlite3.connect(path)) as connection:
        checkpoint_wal(connection)
    after, wal = _bytes(path), _bytes(_wal(path))
    await log.close()
    assert after != before
    page = struct.unpack(">H", before[16:18])[0]
    chance = random.Random(7)
    for round_ in range(10):
        torn = tmp_path / f"torn-{round_}.db"
        size = max(len(before), len(after))
        pages = (chance.choice((before, after))[at : at + page] for at in range(0, size, page))
        # A page that the old file did not have yet reads as zeros.
        torn.write_bytes(b"".join(each.ljust(page, b"\0") for each in pages))
        _wal(torn).write_bytes(wal)
        assert await _read(torn, story) == len(story.commits)
