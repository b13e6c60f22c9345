"""What earlier versions wrote opens in this one: whole, readable, and to be gone on with."""

import gzip
from pathlib import Path

import pytest

from server.replay.archive import FORMAT
from server.replay.fold import moment_at
from server.replay.verify_log import verify_log
from server.store.sqlite import SqliteLog
from server.store.sqlite_schema import SCHEMA_VERSION
from tests.cli.inside import run_inside

FOLDER = Path(__file__).parent
LOGS = sorted(FOLDER.glob("schema-*.sqlite3.gz"))
EXPORTS = sorted(FOLDER.glob("coterie.export.*.jsonl.gz"))


def _unpacked(sample: Path, folder: Path) -> Path:
    path = folder / sample.stem
    path.write_bytes(gzip.decompress(sample.read_bytes()))
    return path


def test_there_is_a_sample_of_each_version() -> None:
    """A schema or a format that changes leaves a sample behind (`python -m tests.samples`)."""
    numbers = [sample.name.split(".")[0] for sample in LOGS]
    assert numbers == [f"schema-{number}" for number in range(1, SCHEMA_VERSION + 1)]
    assert FORMAT in {sample.name.removesuffix(".jsonl.gz") for sample in EXPORTS}


@pytest.mark.parametrize("sample", LOGS, ids=lambda each: each.name)
async def test_an_old_log_opens_whole(sample: Path, tmp_path: Path) -> None:
    """Migrated where that is needed; every roll is still what the rules of its time say."""
    log = SqliteLog(_unpacked(sample, tmp_path), durability="crash")
    await log.open()
    (info,) = await log.rooms()
    report = await verify_log(log, info.room)
    assert report.findings == ()
    assert report.commits == info.head > 0
    assert report.rolls > 0
    moment = await moment_at(log, info.room)
    assert moment.state.name == "Night in Łódź"
    assert {member.name for member in moment.state.members.values()} >= {"storyteller", "ann"}
    await log.close()


@pytest.mark.parametrize("sample", LOGS, ids=lambda each: each.name)
@pytest.mark.parametrize("viewer", [(), ("--as", "ann"), ("--as", "storyteller")])
async def test_an_old_log_is_read_back(
    sample: Path, tmp_path: Path, viewer: tuple[str, ...]
) -> None:
    """As a transcript, by whoever may read it."""
    log = SqliteLog(_unpacked(sample, tmp_path), durability="crash")
    await log.open()
    await log.close()
    data = ("--data", str(tmp_path / sample.stem))
    done = await run_inside("replay", "the-room", *viewer, *data)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Session 1 begins" in done.stdout


@pytest.mark.parametrize("sample", EXPORTS, ids=lambda each: each.name)
async def test_an_old_export_is_verified_and_imported(sample: Path, tmp_path: Path) -> None:
    """And goes out again byte for byte."""
    path = _unpacked(sample, tmp_path)
    data = ("--data", str(tmp_path / "new.sqlite3"))
    assert (await run_inside("verify", "--export", path)).returncode == 0
    assert (await run_inside("import", path, *data)).returncode == 0
    again = tmp_path / "again.jsonl"
    assert (await run_inside("export", "the-room", "--output", again, *data)).returncode == 0
    assert _bytes(again) == _bytes(path)


def _bytes(path: Path) -> bytes:
    return path.read_bytes()
