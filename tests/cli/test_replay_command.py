"""`coterie replay`: a night read back, whole or through one member's eyes."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from protocol import from_client as i
from protocol.words import Clock, Role
from tests.cli.inside import Command
from tests.cli.kept import keep_evening, slip_in
from tests.cli.process import COMMAND, Serving, environment
from tests.cli.table import found_room
from tests.replay.evening import ANNS_OWN, STORYTELLERS_OWN, LoggedTable, evening

COMMITS = len(evening().commits)


async def _said(command: Command, *arguments: str) -> str:
    done = await command("replay", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def test_the_operator_reads_everything(command: Command, tmp_path: Path) -> None:
    """Without --as, all events stand there, and who sees those that not everyone sees."""
    await keep_evening(tmp_path)
    text = await _said(command, "Night in Łódź")
    assert text.startswith("Night in Łódź, as seen by the operator, who sees all\n\n")
    assert "--- Monday 21 September 2026, times in UTC ---" in text
    rolled = r"^14:\d\d:\d\d  \[Storytellers\] storyteller rolls Moonwreck: critical"
    assert re.search(rolled, text, re.MULTILINE)
    assert "Dice: 10, 5, 7, 2; Hunger dice: 10, 1." in text
    for word in (*STORYTELLERS_OWN, *ANNS_OWN):
        assert word in text


@pytest.mark.parametrize("name", ["ann", "Bob the Brave", "late"])
@pytest.mark.parametrize("form", [[], ["--json"]])
async def test_a_members_replay_has_no_hidden_word(
    command: Command, tmp_path: Path, name: str, form: list[str]
) -> None:
    """What only Storytellers know is in no form of a player's replay, nor is who else sees it."""
    await keep_evening(tmp_path)
    text = await _said(command, "the-room", "--as", name, *form)
    # The other hidden character was shown to the table in the end.
    for word in set(STORYTELLERS_OWN) - {"Nettlequeen"}:
        assert word not in text
    assert "[Storytellers" not in text
    assert '"audience":{' not in text
    assert ("Thornmilk" in text) == (name != "late")
    assert ("Saltfern" in text) == (name == "ann")


async def test_a_storytellers_replay_has_them_all(command: Command, tmp_path: Path) -> None:
    """Whoever is a Storyteller at the replayed moment sees all."""
    await keep_evening(tmp_path)
    text = await _said(command, "the-room", "--as", "storyteller")
    for word in (*STORYTELLERS_OWN, *ANNS_OWN):
        assert word in text


async def test_a_members_json_is_what_the_wire_sent(
    command: Command, serving: Serving, tmp_path: Path
) -> None:
    """Line by line the same bytes that the member's socket got."""
    await serving.start()
    client, welcome = await found_room(serving)
    for number in range(3):
        id = f"00000000-0000-4000-8000-{number:012d}"
        await client.ask({"type": "rename_room", "id": id, "name": f"Night {number} Zoë"})
    await client.barrier()
    on_the_wire = list(welcome["recent"])
    on_the_wire += [item.data for item in client.items if item.type == "event"]
    raw = [item.raw.decode() for item in client.items if item.type == "event"]
    await client.close()
    lines = (await _said(command, welcome["room"], "--as", "Mara", "--json")).splitlines()
    assert [json.loads(line) for line in lines] == on_the_wire
    assert lines[-len(raw) :] == raw


async def test_the_operators_json_has_commits_and_audiences(
    command: Command, tmp_path: Path
) -> None:
    """Every stored event is a line, with its commit's sequence and who may see it."""
    await keep_evening(tmp_path)
    lines = [json.loads(s) for s in (await _said(command, "the-room", "--json")).splitlines()]
    assert len(lines) == sum(len(c.events) for c in evening().commits)
    assert [line["seq"] for line in lines] == sorted(line["seq"] for line in lines)
    hidden = next(s for s in lines if s["event"].get("label") == "Moonwreck")
    assert hidden["audience"] == {}
    assert hidden["member"] == evening()["storyteller"]


async def test_a_session_is_its_evening_alone(command: Command, tmp_path: Path) -> None:
    """From its beginning to its end, with names that were given before."""
    await keep_evening(tmp_path)
    text = await _said(command, "the-room", "--session", "1")
    assert "Session 1 begins" in text
    assert text.rstrip().endswith("Session 1 ends, says storyteller")
    assert "The room Night in Lyon is opened" not in text
    assert "ann for Zoë rolls" in text
    second = await _said(command, "the-room", "--session", "2")
    assert "Session 1" not in second
    assert "late joins as player" in second


async def test_a_session_counts_roles_as_of_its_end(command: Command, tmp_path: Path) -> None:
    """Who was a player in the first session reads it as a player, whatever came later."""
    table = LoggedTable(people={"storyteller": Role.STORYTELLER, "ann": Role.PLAYER})
    table.act("storyteller", i.StartSession)
    table.act("storyteller", i.Roll, (4,), pool=1, label="Moonwreck", visibility="secret")
    table.act("storyteller", i.EndSession)
    table.act("storyteller", i.SetRole, member=table["ann"], role=Role.STORYTELLER)
    await keep_evening(tmp_path, table)
    assert "Moonwreck" not in await _said(command, "the-room", "--session", "1", "--as", "ann")
    assert "Moonwreck" in await _said(command, "the-room", "--as", "ann")


async def test_until_ends_with_its_commit(command: Command, tmp_path: Path) -> None:
    """Nothing later than the commit named is there, also not the names of later members."""
    await keep_evening(tmp_path)
    text = await _said(command, "the-room", "--until", "4", "--as", "ann")
    assert text.startswith("Night in Lyon, as seen by ann (player)")
    assert "bob" not in text
    assert "ann joins as player" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "There is no room 'nowhere'"),
        (["the-room", "--as", "nobody"], "There is no member 'nobody'"),
        (["the-room", "--as", "late", "--until", "10"], "There is no member 'late'"),
        (["the-room", "--session", "3"], "has no session 3: accepted is 1 to 2"),
        (["the-room", "--until", "1000"], f"has no commit 1000: accepted is 1 to {COMMITS}"),
    ],
)
async def test_what_is_not_there_ends_with_2(
    command: Command, tmp_path: Path, arguments: list[str], words: str
) -> None:
    """A room, member, session or commit that is not there is one sentence."""
    await keep_evening(tmp_path)
    done = await command("replay", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "bad", [["--session", "0"], ["--until", "x"], ["--session", "1", "--until", "1"]]
)
async def test_what_cannot_be_meant_ends_with_2(
    command: Command, tmp_path: Path, bad: list[str]
) -> None:
    """Numbers below 1, words, and both limits at once are refused before the log is opened."""
    done = await command("replay", "the-room", *bad)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


EVIL = "\x1b[2J\x9b31mZoë\u202e\r\n14:00:00  ann gives up\x07"


@pytest.mark.parametrize("form", [[], ["--json"], ["--as", "ann"], ["--as", "ann", "--json"]])
async def test_nothing_in_a_log_can_do_anything_to_a_terminal(
    command: Command, tmp_path: Path, form: list[str]
) -> None:
    """Names, labels, notes and titles with escapes in them are shown as codes, each on its line."""
    table = LoggedTable(people={"storyteller": Role.STORYTELLER, "ann": Role.PLAYER})
    slip_in(table, "storyteller", i.RenameRoom, name=EVIL)
    slip_in(table, "ann", i.RenameMember, member=table["ann"], name="ann" + EVIL)
    slip_in(table, "ann", i.Roll, (6,), pool=1, label=EVIL, note=EVIL)
    slip_in(table, "storyteller", i.BeginClock, clock=Clock.SCENE, title=EVIL)
    slip_in(table, "ann", i.CreateCharacter, name=EVIL, clan=EVIL)
    table.act("ann", i.RenameMember, member=table["ann"], name="ann")
    await keep_evening(tmp_path, table)
    text = await _said(command, "the-room", *form)
    assert not {"\x1b", "\x9b", "\u202e", "\r", "\x07"} & set(text)
    assert not any(line.startswith("14:00:00  ann gives up") for line in text.splitlines())
    if "--json" in form:
        events = [json.loads(line)["event"] for line in text.splitlines()]
        assert any(event.get("label") == EVIL for event in events)
    else:
        assert "<U+001B>[2J<U+009B>31mZoë<U+202E><U+000D><U+000A>14:00:00" in text


async def test_a_log_that_cannot_be_folded_is_a_sentence(command: Command, tmp_path: Path) -> None:
    """The commit at fault is named, and where to read more."""
    table = LoggedTable()
    character = table.vampire("ann")
    table.act("storyteller", i.SetTracker, character=character, tracker="hunger", value=3)
    del table.drafts[-2]
    await keep_evening(tmp_path, table)
    done = await command("replay", "the-room")
    assert done.returncode == 1
    assert "cannot be replayed: The commit 10 does not follow" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_reader_that_stops_reading_is_no_error(command: Command, tmp_path: Path) -> None:
    """`coterie replay … | head -1` ends quietly."""
    await keep_evening(tmp_path)

    process = await asyncio.create_subprocess_exec(
        *COMMAND, "replay", "the-room",
        cwd=tmp_path, env=environment(),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, limit=16,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    await process.stdout.readexactly(5)
    process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]
    async with asyncio.timeout(30):
        errors = await process.stderr.read()
        assert await process.wait() == 0
    assert errors == b""
