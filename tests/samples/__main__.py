"""Writes the samples of this version."""

import asyncio
import gzip
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from server.replay.archive import FORMAT, WholeHeading, commit_line, heading_line
from server.store.sqlite import SqliteLog
from server.store.sqlite_schema import SCHEMA_VERSION
from tests.replay.evening import evening, store
from tests.replay.evening_v20 import evening_v20

FOLDER = Path(__file__).parent


def main() -> None:
    """Write a log of the V5 evening and an export of the V20 evening."""
    _write(FOLDER / f"schema-{SCHEMA_VERSION}.sqlite3.gz", _log())
    _write(FOLDER / f"{FORMAT}.jsonl.gz", _export())


def _write(path: Path, data: bytes) -> None:
    if path.exists():
        print(f"{path.name} is kept as it is")
        return
    # Without a time in it the same evening makes the same file.
    path.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"wrote {path.name}")


def _log() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.sqlite3"
        asyncio.run(_store(path))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM")
        return path.read_bytes()


async def _store(path: Path) -> None:
    log = SqliteLog(path, durability="crash")
    await log.open()
    await store(evening().drafts, log)
    await log.close()


def _export() -> bytes:
    commits = evening_v20().commits
    last = commits[-1]
    heading = WholeHeading(FORMAT, last.room, last.seq, last.hash)
    lines = [heading_line(heading), *map(commit_line, commits)]
    return b"".join(line + b"\n" for line in lines)


if __name__ == "__main__":
    main()
