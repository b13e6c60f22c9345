"""Characters as files: what is kept, what is read, and that a character comes back as it was."""

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from coterie_client import Client, FileError, Founding, Invited, character_file, new_secret
from coterie_client.character_file import creation, markings
from coterie_client.lists import find
from coterie_client.terminal import Player

from protocol.character_file import CharacterFile
from tests.client_python.support import hasty
from tests.client_python.test_with_the_server import KEY, serving
from tests.support.kept_character import KEPT, KEPT_V20

Json = dict[str, Any]


def entering(url: str, entry: Founding | Invited) -> Client:
    """Somebody who comes to the table."""
    return Client.connect(url, bytes(str(id(entry)).zfill(32), "ascii"), entry, settings=hasty())


def unnamed(character: Json) -> Json:
    """A character but for what each table gives it: id, owners, who sees what."""
    return {k: v for k, v in character.items() if k not in ("character", "owners", "audiences")}


@pytest.mark.parametrize("kept", [KEPT, KEPT_V20], ids=["v5", "v20"])
def test_the_file_of_this_test_is_one_of_the_published_shape(kept: Json) -> None:
    """The schema is generated from the type that reads it here."""
    read: CharacterFile = msgspec.json.decode(json.dumps(kept), type=CharacterFile)
    assert json.loads(msgspec.json.encode(read)) == kept


@pytest.mark.parametrize(
    ("kept", "changes"),
    [
        (KEPT, {"sheet": {"generation": 10}}),
        (KEPT, {"trackers": {"blood_pool": 3}}),
        (KEPT_V20, {"trackers": {"hunger": 3}}),
        (KEPT_V20, {"trackers": {"health": {"boxes": 7, "superficial": 1}}}),
        (KEPT_V20, {"sheet": {"generation": 2}}),
        (KEPT_V20, {"sheet": {"blood": 3}}),
    ],
)
def test_a_file_of_one_system_holds_nothing_of_the_other(kept: Json, changes: Json) -> None:
    """Each system has its own trackers, and V20 alone a sheet, which has its bounds."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(kept | changes, CharacterFile)


async def test_a_character_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    """Sheet, trackers and marks: saved at one table, brought to another, saved again."""
    async with (
        serving(tmp_path) as (_, url),
        entering(url, Founding(KEY, "First", "Ada")) as ada,
        entering(url, Founding(KEY, "Second", "Ben")) as ben,
    ):
        first = (await ada.import_character(KEPT, awards=True)).created
        saved = character_file(character_at(ada, first), ada.state["system"])
        assert saved == KEPT | {"traits": saved["traits"]}
        assert {k.lower(): v for k, v in saved["traits"].items()} == {
            k.lower(): v for k, v in KEPT["traits"].items()
        }
        again = (await ben.import_character(saved, awards=True)).created
        assert unnamed(character_at(ben, again)) == unnamed(character_at(ada, first))


async def test_a_v20_character_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    """Sheet, levels, blood and spent Willpower: at another V20 table it is the same."""
    async with (
        serving(tmp_path) as (_, url),
        entering(url, Founding(KEY, "First", "Ada", system="v20")) as ada,
        entering(url, Founding(KEY, "Second", "Ben", system="v20")) as ben,
    ):
        first = (await ada.import_character(KEPT_V20)).created
        saved = character_file(character_at(ada, first), ada.state["system"])
        assert saved == KEPT_V20
        again = (await ben.import_character(saved)).created
        assert unnamed(character_at(ben, again)) == unnamed(character_at(ada, first))


def test_a_large_v20_sheet_comes_whole() -> None:
    """Attributes are traits like all others there, and what is too much for one intent follows."""
    file = copy.deepcopy(KEPT_V20)
    file["traits"] |= {f"trait {n}": n % 5 for n in range(115)}
    first = creation(file)
    (rest, *_) = markings(file, "c")
    assert len(first["traits"]) == 100
    assert first["traits"]["Stamina"] == 3
    assert first["traits"] | rest["traits"] == file["traits"]


def character_at(client: Client, character: str | None) -> Json:
    """A character as a client's state has it."""
    assert character is not None
    found = find(client.state, "characters", character)
    assert found is not None
    return dict(found)


async def test_what_one_does_not_see_is_not_kept(tmp_path: Path) -> None:
    """A player saves somebody else's character: its card, and no tracker or trait of it."""
    async with serving(tmp_path) as (_, url), entering(url, Founding(KEY, "Room", "Ada")) as ada:
        secret = new_secret()
        await ada.create_invite("player", secret)
        async with entering(url, Invited(secret, "Ben")) as ben:
            created = (await ada.import_character(KEPT)).created
            for tracker in KEPT["trackers"]:
                answer = await ada.set_tracker_audience(str(created), tracker, "storytellers")
            assert answer.seq is not None
            await ben.wait_until(
                lambda: not character_at(ben, created).get("trackers") if created else False
            )
            kept = character_file(character_at(ben, created), "v5")
            assert kept["traits"] == {}
            assert kept["trackers"] == {}
            assert msgspec.convert(kept, CharacterFile).name == KEPT["name"]


def test_a_sheet_larger_than_one_intent_takes_comes_whole() -> None:
    """A sheet holds 120 traits, the intent that creates a character takes 100."""
    file = copy.deepcopy(KEPT)
    file["traits"] |= {f"trait {n}": n % 5 for n in range(115)}
    first = creation(file)
    (rest, *_) = markings(file, "c")
    assert len(first["traits"]) == 100
    assert rest["type"] == "edit_character"
    assert first["traits"] | rest["traits"] == {
        name: dots
        for name, dots in file["traits"].items()
        if name not in ("stamina", "composure", "resolve")
    }


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"format": "other"}, "format"),
        ({"system": "w5"}, "system"),
        ({"name": None}, "name"),
        ({"traits": []}, "traits"),
        ({"trackers": {"health": 7}}, "trackers.health"),
    ],
)
def test_what_is_no_character_is_refused_by_the_field(changes: Json, named: str) -> None:
    """Before anything is sent; finer things the server refuses, with their field."""
    with pytest.raises(FileError, match=named):
        creation(KEPT | changes)


async def test_the_terminal_keeps_and_brings_back(tmp_path: Path) -> None:
    """`char save` and `char load`; no file is written over, and a wrong one is a sentence."""
    async with serving(tmp_path) as (_, url), entering(url, Founding(KEY, "Room", "Ada")) as ada:
        player = Player(ada)
        created = (await ada.import_character(KEPT)).created
        path = tmp_path / "odile.json"
        save = f'char save "{path}" of Odile'
        assert await player.obey(save) == [f"Odile Marchetti is kept in {path}."]
        assert "already" in (await player.obey(save))[0]
        assert await player.obey(f'char load "{path}" hidden') == []
        (other,) = (c for c in ada.state["characters"] if c["character"] != created)
        assert other["hidden"] is True
        assert other["trackers"] == character_at(ada, created)["trackers"]
        assert "cannot be read" in (await player.obey("char load nowhere.json"))[0]
        path.write_text("[]")
        assert "must be an object" in (await player.obey(f'char load "{path}"'))[0]
        path.write_text("{")
        assert "no JSON" in (await player.obey(f'char load "{path}"'))[0]
        path.write_text('{"format": "x"}')
        assert "format" in (await player.obey(f'char load "{path}"'))[0]
