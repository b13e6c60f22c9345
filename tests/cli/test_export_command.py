"""`coterie export` and `import`: a room taken out, read elsewhere, and brought in again."""

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from protocol import from_client as i
from server.store.sqlite import SqliteLog
from tests.cli.inside import Command
from tests.cli.kept import keep_evening
from tests.cli.process import COMMAND, Serving, environment
from tests.cli.table import found_room, return_as
from tests.replay.evening import STORYTELLERS_OWN, LoggedTable, evening

COMMITS = len(evening().commits)
SHOWN_IN_THE_END = "Nettlequeen"


async def _export(command: Command, folder: Path, name: str, *options: str) -> bytes:
    done = await command("export", "the-room", "--output", name, *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return (folder / name).read_bytes()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Another server's folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder / "other.sqlite3"


async def test_export_import_export_gives_identical_bytes(
    command: Command, tmp_path: Path, elsewhere: Path
) -> None:
    """Nothing of the server or the hour is in an export; the epoch is new, and no stream's."""
    await keep_evening(tmp_path)
    first = await _export(command, tmp_path, "first.jsonl")
    done = await command("import", "first.jsonl", "--data", elsewhere)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"room the-room: {COMMITS} commits imported." in done.stdout
    again = await _export(command, tmp_path, "again.jsonl", "--data", str(elsewhere))
    assert again == first
    assert (await command("verify", "--data", elsewhere)).returncode == 0
    with closing(sqlite3.connect(elsewhere)) as there, closing(_file(tmp_path)) as here:
        (new_epoch,), (old_epoch,) = (
            file.execute("SELECT epoch FROM rooms").fetchone() for file in (there, here)
        )
        assert new_epoch != old_epoch
        assert there.execute("SELECT count(*) FROM credentials").fetchone() == (0,)


def _file(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "coterie.sqlite3")


async def test_views_are_the_same_after_an_import(
    command: Command, tmp_path: Path, elsewhere: Path
) -> None:
    """Each member's line has the same numbers and marks in the new place."""
    await keep_evening(tmp_path)
    await _export(command, tmp_path, "night.jsonl")
    assert (await command("import", "night.jsonl", "--data", elsewhere)).returncode == 0
    for member in ("ann", "Bob the Brave", "storyteller"):
        here = await command("replay", "the-room", "--as", member, "--json")
        there = await command("replay", "the-room", "--as", member, "--json", "--data", elsewhere)
        assert there.stdout == here.stdout != ""


async def test_people_come_back_by_links_after_an_import(
    command: Command, serving: Serving, elsewhere: Path
) -> None:
    """No old token opens the imported room; the operator's link lets its Storyteller in."""
    await serving.start()
    client, welcome = await found_room(serving)
    await client.close()
    room = welcome["room"]
    await command("export", room, "--output", "night.jsonl")
    await serving.stop()
    done = await command("import", "night.jsonl", "--data", elsewhere)
    member = welcome["member"]
    assert f"coterie rooms link {room} {member}" in done.stdout
    moved = Serving(elsewhere.parent)
    try:
        await moved.start("--data", str(elsewhere))
        with pytest.raises(AssertionError, match="rejected"):
            await return_as(moved)
        link = await command("rooms", "link", room, member, "--data", elsewhere)
        assert link.returncode == 0
    finally:
        await moved.kill()


# --- what is refused -----------------------------------------------------------------------------


async def test_a_room_that_is_there_is_replaced_only_when_told(
    command: Command, tmp_path: Path
) -> None:
    """The room stays as it is until --replace says that it may go, with its tokens."""
    path = await keep_evening(tmp_path)
    first = await _export(command, tmp_path, "night.jsonl")
    refused = await command("import", "night.jsonl")
    assert refused.returncode == 2
    assert f"There is a room the-room already, with {COMMITS} commits" in refused.stderr
    with closing(sqlite3.connect(path)) as file:
        before = file.execute("SELECT count(*) FROM credentials").fetchone()
    assert before != (0,)
    assert (await command("import", "night.jsonl", "--replace")).returncode == 0
    assert await _export(command, tmp_path, "again.jsonl") == first
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM credentials").fetchone() == (0,)


def _is_there(path: Path) -> bool:
    return path.exists()


def _parts(folder: Path) -> list[Path]:
    return list(folder.glob("*.part"))


def _cut(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def _cut_within(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], lines[-1][:-20]]


def _without_one(lines: list[bytes]) -> list[bytes]:
    return [*lines[:30], *lines[31:]]


def _swapped(lines: list[bytes]) -> list[bytes]:
    return [*lines[:30], lines[31], lines[30], *lines[32:]]


def _other_time(lines: list[bytes]) -> list[bytes]:
    commit = json.loads(lines[30])
    commit["at_ms"] += 1
    return [*lines[:30], json.dumps(commit).encode(), *lines[31:]]


def _other_line(lines: list[bytes]) -> list[bytes]:
    commit = json.loads(lines[30])
    commit["lines"][0][1][0] += 1
    return [*lines[:30], json.dumps(commit).encode(), *lines[31:]]


def _another_field(lines: list[bytes]) -> list[bytes]:
    commit = json.loads(lines[30]) | {"mood": "grim"}
    return [*lines[:30], json.dumps(commit).encode(), *lines[31:]]


def _another_format(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b"export.1", b"export.9"), *lines[1:]]


def _another_room(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b"the-room", b"a-room00"), *lines[1:]]


def _no_text(lines: list[bytes]) -> list[bytes]:
    return [*lines[:30], b"\xff\xfe" + lines[30], *lines[31:]]


@pytest.mark.parametrize(
    "change",
    [
        _cut, _cut_within, _without_one, _swapped, _other_time, _other_line, _another_field,
        _another_format, _another_room, _no_text, lambda lines: [], lambda lines: [b"", *lines],
    ],
)  # fmt: skip
async def test_a_changed_export_is_refused_and_nothing_is_stored(
    command: Command,
    tmp_path: Path,
    elsewhere: Path,
    change: Callable[[list[bytes]], list[bytes]],
) -> None:
    """Verified first: the log elsewhere is not even created; `verify --export` finds it too."""
    await keep_evening(tmp_path)
    lines = (await _export(command, tmp_path, "night.jsonl")).splitlines()
    (tmp_path / "changed.jsonl").write_bytes(b"".join(line + b"\n" for line in change(lines)))
    done = await command("import", "changed.jsonl", "--data", elsewhere)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert not _is_there(elsewhere)
    assert (await command("verify", "--export", "changed.jsonl")).returncode == 1


async def test_a_members_export_is_no_room(command: Command, tmp_path: Path) -> None:
    """What one member saw cannot be played on."""
    await keep_evening(tmp_path)
    await _export(command, tmp_path, "anns.jsonl", "--as", "ann")
    done = await command("import", "anns.jsonl", "--replace")
    assert done.returncode == 2
    assert "one member's export" in done.stderr


async def test_a_file_is_never_written_over(command: Command, tmp_path: Path) -> None:
    """An export goes into a new file, which is there when it is whole."""
    await keep_evening(tmp_path)
    (tmp_path / "night.jsonl").write_text("mine")
    done = await command("export", "the-room", "--output", "night.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert "There is a file night.jsonl already" in done.stderr
    assert (tmp_path / "night.jsonl").read_text() == "mine"
    gone = await command("export", "the-room", "--output", "no/such/folder")
    assert gone.returncode == 1
    assert gone.stderr.count("\n") == 1
    assert not _parts(tmp_path)


@pytest.mark.parametrize(
    "options",
    [
        ("nowhere",), ("the-room", "--as", "nobody"), ("the-room", "--form", "pdf"),
        ("the-room", "--zone", "Mars/Base"), ("the-room", "--zone", "../../etc/passwd"),
    ],
)  # fmt: skip
async def test_what_is_not_there_is_2(
    command: Command, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """A room, member, form or zone that does not exist; no file is left."""
    await keep_evening(tmp_path)
    done = await command("export", *options, "--output", "out")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


# --- one member's ---------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["jsonl", "markdown", "html", "csv"])
@pytest.mark.parametrize("name", ["ann", "Bob the Brave", "late"])
async def test_a_members_export_has_no_hidden_word(
    command: Command, tmp_path: Path, name: str, form: str
) -> None:
    """In no form is there anything that only others know, nor who else sees what is there."""
    await keep_evening(tmp_path)
    text = (await _export(command, tmp_path, "out", "--as", name, "--form", form)).decode()
    for word in set(STORYTELLERS_OWN) - {SHOWN_IN_THE_END}:
        assert word not in text
    if name != "ann":
        assert "Saltfern" not in text
    assert "[Storytellers" not in text
    assert "Storytellers\\" not in text
    assert '"audience":{' not in text
    assert text


async def test_a_members_lines_are_what_the_wire_has(command: Command, tmp_path: Path) -> None:
    """Below the heading stand the bytes of the replay, which are those of the socket."""
    await keep_evening(tmp_path)
    heading, *lines = (await _export(command, tmp_path, "out", "--as", "ann")).splitlines()
    replayed = await command("replay", "the-room", "--as", "ann", "--json")
    assert [line.decode() for line in lines] == replayed.stdout.splitlines()
    said = json.loads(heading)
    assert (said["view"], said["role"], said["events"]) == ("member", "player", len(lines))
    assert said["mark"] == json.loads(lines[-1])["mark"]


async def test_a_members_export_is_verified_by_its_marks(command: Command, tmp_path: Path) -> None:
    """Without the server: nothing was taken out, swapped or changed since it was exported."""
    await keep_evening(tmp_path)
    whole = (await _export(command, tmp_path, "out", "--as", "ann")).splitlines()
    done = await command("verify", "--export", "out")
    assert done.returncode == 0
    assert ": whole\n" in done.stdout
    roll = next(n for n, line in enumerate(whole) if b'"roll_resolved"' in line)
    other_face = whole[roll].replace(b'"face":', b'"face": ')
    tampered = {
        "gone": [*whole[:roll], *whole[roll + 1 :]],
        "swapped": [*whole[:roll], whole[roll + 1], whole[roll], *whole[roll + 2 :]],
        "changed": [*whole[:roll], other_face, *whole[roll + 1 :]],
        "cut": whole[:-1],
    }
    for lines in tampered.values():
        (tmp_path / "changed").write_bytes(b"\n".join(lines) + b"\n")
        found = await command("verify", "--export", "changed")
        assert found.returncode == 1


async def test_what_a_page_saved_is_told_from_an_export(command: Command, tmp_path: Path) -> None:
    """It has the same lines and no heading: the refusal says what checks it."""
    await keep_evening(tmp_path)
    _, *lines = (await _export(command, tmp_path, "out", "--as", "ann")).splitlines()
    saved = [b'{"type":"event",' + line[1:] for line in lines]
    (tmp_path / "saved").write_bytes(b"\n".join(saved) + b"\n")
    done = await command("verify", "--export", "saved")
    assert done.returncode != 0
    assert "A page saved this" in done.stderr
    assert "coterie_client.dice" in done.stderr


async def test_a_face_changed_with_its_marks_is_still_found(
    command: Command, tmp_path: Path
) -> None:
    """Whoever makes all marks anew has yet to make the receipt fit the rules."""
    table = LoggedTable()
    table.act("ann", i.Roll, (9, 3), pool=2, difficulty=1)
    await keep_evening(tmp_path, table)
    heading, *lines = (await _export(command, tmp_path, "out", "--as", "ann")).splitlines()
    forged = [line.replace(b'"face":9', b'"face":2') for line in lines]
    assert forged != lines
    (tmp_path / "forged").write_bytes(b"\n".join([heading, *forged]) + b"\n")
    done = await command("verify", "--export", "forged")
    assert done.returncode == 1
    assert "The mark does not fit" in done.stdout
    assert "successes" in done.stdout


async def test_a_kept_head_is_of_a_complete_export(command: Command, tmp_path: Path) -> None:
    """A complete export is held against a head as the log itself is; a member's has none."""
    await keep_evening(tmp_path)
    await _export(command, tmp_path, "night.jsonl")
    await _export(command, tmp_path, "anns.jsonl", "--as", "ann")
    last = evening().commits[-1]
    head = f"{last.seq}:{last.hash.hex()}"
    verified = await command("verify", "--export", "night.jsonl", "--head", head)
    assert verified.returncode == 0
    other = await command("verify", "--export", "night.jsonl", "--head", f"5:{'0' * 64}")
    assert other.returncode == 1
    no_head = await command("verify", "--export", "anns.jsonl", "--head", head)
    assert no_head.returncode == 2


async def test_an_export_beside_a_running_server(command: Command, serving: Serving) -> None:
    """Neither waits for the other, and the export is of one moment."""
    await serving.start()
    client, welcome = await found_room(serving)
    done = await command("export", welcome["room"], "--output", "night.jsonl")
    assert done.returncode == 0
    await client.close()
    assert (await command("verify", "--export", "night.jsonl")).returncode == 0


async def test_an_import_beside_a_running_server(
    command: Command, serving: Serving, tmp_path: Path
) -> None:
    """The room can be entered at once."""
    table = LoggedTable()
    await keep_evening(tmp_path, table)
    await _export(command, tmp_path, "night.jsonl")
    log = SqliteLog(tmp_path / "coterie.sqlite3", durability="crash")
    await log.open()
    await log.delete_room(table.state.room)
    await log.close()
    await serving.start()
    assert (await command("import", "night.jsonl")).returncode == 0
    listed = await command("rooms")
    assert "the-room" in listed.stdout
    await serving.stop()


def _to_full_device(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    with Path("/dev/full").open("wb") as full:
        return subprocess.run(
            [*COMMAND, "export", "the-room", *options],
            cwd=folder, env=environment(), stdout=full, stderr=subprocess.PIPE,
            encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip


@pytest.mark.parametrize("form", ["jsonl", "html"])
async def test_a_full_disk_is_said_in_a_sentence(tmp_path: Path, form: str) -> None:
    """What could not be written is no success."""
    await keep_evening(tmp_path)
    done = await asyncio.to_thread(_to_full_device, tmp_path, "--form", form)
    assert done.returncode == 1
    assert done.stderr == "coterie export: The output cannot be written: No space left on device.\n"
