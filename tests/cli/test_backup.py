"""What the README says about copies of the data, tried out beside a running server."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.cli.process import Serving, run
from tests.cli.table import found_room
from tests.support.dockerfile import REPOSITORY


def _backup_line() -> str:
    """The README's command for any Python."""
    lines = (REPOSITORY / "README.md").read_text(encoding="utf-8").splitlines()
    (line,) = (each for each in lines if each.startswith("python3 -c") and "VACUUM" in each)
    return line


def _back_up(folder: Path, second: int) -> None:
    """Run it as a shell would, at some second of a day."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    date = tools / "date"
    date.write_text(f'#!/bin/sh\n[ "$1" = +%F-%H%M%S ] && echo 2026-09-21-21520{second}\n')
    date.chmod(0o700)
    python = tools / "python3"
    python.unlink(missing_ok=True)
    python.symlink_to(sys.executable)
    subprocess.run(
        ["sh", "-c", _backup_line()],
        cwd=folder,
        env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"},
        check=True,
        timeout=30,
    )


async def test_backup_can_be_made_each_night(serving: Serving) -> None:
    """The same line again makes another copy, and each is whole."""
    await serving.start()
    client, _ = await found_room(serving)
    await client.close()
    for second in (1, 2):
        await asyncio.to_thread(_back_up, serving.folder, second)
    copies = sorted(path.name for path in serving.folder.glob("coterie-*.sqlite3"))
    assert copies == ["coterie-2026-09-21-215201.sqlite3", "coterie-2026-09-21-215202.sqlite3"]
    for name in copies:
        done = await asyncio.to_thread(run, serving.folder, "rooms", "--data", name)
        assert "First Night" in done.stdout
        done = await asyncio.to_thread(run, serving.folder, "verify", "--data", name)
        assert done.returncode == 0, done.stdout


async def test_main_file_alone_is_no_copy(serving: Serving, tmp_path: Path) -> None:
    """What the README warns of is so: without its companion the file has none of the rooms."""
    await serving.start()
    client, _ = await found_room(serving)
    await client.close()
    alone = tmp_path / "alone.sqlite3"
    shutil.copyfile(tmp_path / "coterie.sqlite3", alone)
    with closing(sqlite3.connect(alone)) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_schema")}
        rooms = copy.execute("SELECT count(*) FROM rooms").fetchone() if "rooms" in tables else (0,)
    assert rooms == (0,)


def test_readme_spells_options_as_they_are(tmp_path: Path) -> None:
    """Each option of `coterie serve` that the README names is one."""
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"coterie serve ([^`|\n]*)", text))
    options = {word for words in named for word in re.findall(r"--[a-z-]+", words)}
    options |= {word for words in re.findall(r'ARGS="?([^"`]*)', text) for word in words.split()}
    known = run(tmp_path, "serve", "--help").stdout
    wanted = {each for each in options if each.startswith("--")}
    assert {"--lan", "--port", "--public-url"} <= wanted
    assert [each for each in wanted - {"--help"} if each not in known] == []
