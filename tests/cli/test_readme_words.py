"""What the README says about copies and options, tried out beside a running server."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.process import Serving, run
from tests.cli.table import found_room
from tests.support.dockerfile import REPOSITORY


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
