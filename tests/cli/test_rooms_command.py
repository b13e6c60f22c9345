"""`coterie rooms`: listing, looking, and letting a member back in, beside a running server."""

import asyncio
import unicodedata
from pathlib import Path

import pytest

from protocol import from_client as i
from protocol.words import Role
from tests.cli.inside import Command
from tests.cli.kept import keep_evening, slip_in
from tests.cli.process import Serving, run
from tests.cli.table import TOKEN, come_by_link, found_room, return_as
from tests.replay.evening import LoggedTable, evening


def _link_in(text: str) -> str:
    (link,) = (line.strip() for line in text.splitlines() if "#device=" in line)
    return link


async def test_rooms_are_listed_while_the_server_runs(command: Command, serving: Serving) -> None:
    """Id, name, members, commits and the last activity of each room."""
    await serving.start()
    client, welcome = await found_room(serving, room="Night in Łódź")
    done = await command("rooms")
    assert (done.returncode, done.stderr) == (0, "")
    heading, row = done.stdout.splitlines()
    assert heading.split() == ["ROOM", "MEMBERS", "COMMITS", "BYTES", "LAST", "ACTIVITY", "NAME"]
    room, members, commits, size, *when, name1, name2, name3 = row.split()
    assert (room, members, commits) == (welcome["room"], "1", "1")
    assert int(size.replace(",", "")) > 100
    assert when[-1] == "UTC"
    assert (name1, name2, name3) == ("Night", "in", "Łódź")
    await client.close()


async def test_a_server_without_rooms_says_so(command: Command, serving: Serving) -> None:
    """An empty log is no mistake."""
    await serving.start()
    done = await command("rooms")
    assert (done.returncode, done.stdout) == (0, "There are no rooms yet.\n")


async def test_a_room_is_shown_with_its_people_and_characters(
    command: Command, tmp_path: Path
) -> None:
    """The operator sees ids, roles and characters, the hidden ones marked."""
    await keep_evening(tmp_path)
    done = await command("rooms", "show", "Night in Łódź")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{evening()['ann']}  player       ann" in done.stdout
    assert f"{evening()['storyteller']}  storyteller  storyteller" in done.stdout
    assert "Quillfather (vampire, Veilglass, hidden), played by nobody" in done.stdout
    assert "Zoë (vampire, Toreador), played by ann" in done.stdout


async def test_where_there_is_no_log_none_is_made(command: Command, tmp_path: Path) -> None:
    """Looking creates nothing."""
    done = await command("rooms")
    assert done.returncode == 1
    assert "There is no log at" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "coterie.sqlite3").exists()


async def test_the_log_is_found_by_flag_variable_and_file(tmp_path: Path) -> None:
    """The same sources as for the server; flags may stand before the word or after it."""
    path = await keep_evening(tmp_path)
    there = path.rename(tmp_path / "kept.db")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "coterie.toml").write_text('[server]\ndata = "kept.db"\n')
    ways: list[tuple[list[str | Path], dict[str, str]]] = [
        (["--data", there], {}),
        (["--data", there, "show", "the-room"], {}),
        (["show", "the-room", "--data", there], {}),
        ([], {"COTERIE_DATA": str(there)}),
        (["--config", "../coterie.toml"], {}),
        (["show", "the-room"], {"COTERIE_CONFIG": "../coterie.toml"}),
    ]
    for arguments, variables in ways:
        done = await asyncio.to_thread(run, elsewhere, "rooms", *arguments, **variables)
        assert done.returncode == 0, (arguments, done.stderr)
        assert "Night in Łódź" in done.stdout


# --- the rescue ----------------------------------------------------------------------------------


async def test_a_link_lets_a_new_device_in_while_the_server_runs(
    command: Command, serving: Serving
) -> None:
    """A member who lost every token comes back as the same member; the room's others are told."""
    await serving.start()
    client, welcome = await found_room(serving)
    url = f"http://127.0.0.1:{serving.port}"
    done = await command("rooms", "link", "First Night", "Mara", "--public-url", url)
    assert (done.returncode, done.stderr) == (0, "")
    link = _link_in(done.stdout)
    assert link.startswith(f"{url}/#device=")
    answer = await come_by_link(serving, link, b"n" * 32)
    assert answer.type == "welcome", answer.data
    assert answer.data["member"] == welcome["member"]
    assert answer.data["room"] == welcome["room"]
    linked = await client.until("event")
    assert linked.data["event"]["type"] == "device_link_created"
    assert "by" not in linked.data["event"]
    await client.close()
    old, _ = await return_as(serving, TOKEN)
    await old.close()


async def test_the_link_comes_with_a_code_to_scan(tmp_path: Path) -> None:
    """Whoever sits beside the operator scans it."""
    await keep_evening(tmp_path)
    done = await asyncio.to_thread(run, tmp_path, "rooms", "link", "the-room", "ann")
    assert done.returncode == 0
    assert done.stdout.count("█") > 100
    assert "\x1b" not in done.stdout


async def test_a_link_serves_once(command: Command, serving: Serving) -> None:
    """The second device with the same link is turned away."""
    await serving.start()
    client, _ = await found_room(serving)
    await client.close()
    done = await command("rooms", "link", "First Night", "Mara", "--port", str(serving.port))
    link = _link_in(done.stdout)
    assert link.startswith(f"http://127.0.0.1:{serving.port}/#device=")
    assert (await come_by_link(serving, link, b"n" * 32)).type == "welcome"
    refused = await come_by_link(serving, link, b"m" * 32)
    assert refused.data["code"] == "link_spent"


async def test_links_made_while_the_room_goes_on_are_all_stored(
    command: Command, serving: Serving
) -> None:
    """Whoever is faster is folded first: neither an intent nor a link is lost."""
    await serving.start("--limit", "intents_burst=1000", "--limit", "intents_per_s=1000")
    client, welcome = await found_room(serving)

    async def rename() -> None:
        for number in range(200):
            id = f"00000000-0000-4000-8000-{number:012d}"
            answer = await client.ask({"type": "rename_room", "id": id, "name": f"Night {number}"})
            assert answer.type == "accepted"

    async def offer() -> list[str]:
        made = [await command("rooms", "link", welcome["room"], "Mara") for _ in range(3)]
        assert [one.returncode for one in made] == [0, 0, 0], made
        return [_link_in(one.stdout) for one in made]

    links, _ = await asyncio.gather(offer(), rename())
    for number, link in enumerate(links):
        answer = await come_by_link(serving, link, bytes([number]) * 32)
        assert answer.type == "welcome", answer.data
    await client.close()
    checked = await command("verify")
    assert checked.returncode == 0, checked.stdout


async def test_a_link_is_made_without_a_server_too(command: Command, serving: Serving) -> None:
    """Made while the server is down, it serves once it is up again."""
    await serving.start()
    client, welcome = await found_room(serving)
    await client.close()
    await serving.stop()
    done = await command("rooms", "link", "First Night", "Mara")
    link = _link_in(done.stdout)
    assert link.startswith("http://127.0.0.1:8420/#device=")
    again = Serving(serving.folder)
    try:
        await again.start()
        answer = await come_by_link(again, link, b"n" * 32)
        assert answer.data["member"] == welcome["member"]
    finally:
        await again.kill()


async def test_a_link_that_is_too_old_is_spent(command: Command, serving: Serving) -> None:
    """A link says how long it serves."""
    await serving.start()
    client, _ = await found_room(serving)
    await client.close()
    done = await command("rooms", "link", "First Night", "Mara", "--minutes", "1")
    assert "within 1 minute;" in done.stdout
    for minutes in ("0", "10081", "x"):
        wrong = await command("rooms", "link", "First Night", "Mara", "--minutes", minutes)
        assert wrong.returncode == 2


# --- finding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Łucja", "Ольга", "李", "👩\u200d👩\u200d👧", "שרה", "x", "y" * 200],
)
async def test_names_of_all_scripts_are_found(command: Command, tmp_path: Path, name: str) -> None:
    """A member is found by the name as it is, composed or decomposed, in any case."""
    table = LoggedTable(people={"storyteller": Role.STORYTELLER})
    table.act("storyteller", i.RenameMember, member=table["storyteller"], name=name)
    table.act("storyteller", i.RenameRoom, name=name)
    await keep_evening(tmp_path, table)
    for typed in {name, unicodedata.normalize("NFD", name), name.upper(), f" {name} "}:
        done = await command("rooms", "link", typed, typed)
        assert done.returncode == 0, (typed, done.stderr)
        assert f"of {name} (storyteller) in {name}:" in done.stdout


async def test_a_name_that_several_have_is_asked_about(command: Command, tmp_path: Path) -> None:
    """Names need not be unique: the ids are named, and each of them serves."""
    table = LoggedTable(people={"storyteller": Role.STORYTELLER})
    for who in ("one", "two"):
        table.join(who)
        table.act(who, i.RenameMember, member=table[who], name="Zoë")
    await keep_evening(tmp_path, table)
    done = await command("rooms", "link", "the-room", "Zoë")
    assert done.returncode == 2
    assert table["one"] in done.stderr
    assert table["two"] in done.stderr
    assert (await command("rooms", "link", "the-room", table["two"])).returncode == 0


async def test_what_is_not_there_is_a_sentence(command: Command, tmp_path: Path) -> None:
    """An unknown room or member ends with 2 and says where to look."""
    await keep_evening(tmp_path)
    for arguments, words in (
        (["show", "Elsewhere"], "There is no room 'Elsewhere': `coterie rooms` lists them."),
        (["link", "the-room", "nobody"], "`coterie rooms show the-room` lists them."),
    ):
        done = await command("rooms", *arguments)
        assert done.returncode == 2
        assert words in done.stderr
        assert done.stderr.count("\n") == 1


async def test_a_name_cannot_do_anything_to_the_operators_terminal(
    command: Command, tmp_path: Path
) -> None:
    """Whatever got into a log, and whatever was typed, comes out as plain text."""
    table = LoggedTable(people={"storyteller": Role.STORYTELLER})
    evil = "\x1b]0;owned\x07\u202eevil\nMembers:"
    slip_in(table, "storyteller", i.RenameRoom, name=evil)
    slip_in(table, "storyteller", i.RenameMember, member=table["storyteller"], name=evil)
    await keep_evening(tmp_path, table)
    for arguments in ([], ["show", "the-room"], ["show", evil], ["link", "the-room", evil],
                      ["show", "\x1b[2Jnobody"]):  # fmt: skip
        done = await command("rooms", *arguments)
        said = done.stdout + done.stderr
        assert not {"\x1b", "\x07", "\u202e"} & set(said)
        assert said.splitlines().count("Members:") <= 1


async def test_a_room_is_deleted_on_purpose_alone(
    command: Command, serving: Serving, tmp_path: Path
) -> None:
    """By its id and its number of commits; whoever is in it is told, and other rooms go on."""
    await serving.start()
    client, welcome = await found_room(serving)
    other, other_welcome = await found_room(serving, token=b"o" * 32, room="Second Night")
    room = welcome["room"]
    for options in ((room,), (room, "--commits", "7"), ("First Night", "--commits", "1")):
        refused = await command("rooms", "delete", *options)
        assert refused.returncode == 2, options
        assert refused.stderr.count("\n") == 1
    assert "say --commits 1" in (await command("rooms", "delete", room)).stderr
    done = await command("rooms", "delete", room, "--commits", "1")
    assert (done.returncode, done.stderr) == (0, "")
    await client.ended()
    assert room not in (await command("rooms")).stdout
    id = "00000000-0000-4000-8000-000000000001"
    item = await other.ask({"type": "rename_room", "id": id, "name": "Goes on"})
    assert item.type == "accepted"
    assert other_welcome["room"] in (await command("rooms")).stdout
    await other.close()
