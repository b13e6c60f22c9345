"""New characters that begin with a file, a copy or a template; and keeping one as a file."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import Locator, expect

from protocol.character_file import CharacterFile
from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import Seat
from tests.end_to_end.browser.test_browser_sheets import whole_sheet
from tests.support.kept_character import KEPT

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")


async def new_character(seat: Seat) -> Locator:
    """A player's form for a new character."""
    main = seat.page.get_by_role("main")
    await main.get_by_role("button", name="Create a character").click()
    form = seat.page.get_by_role("dialog", name="Create a character")
    await expect(form.get_by_label("Start from")).to_be_visible()
    return form


async def begin_with(form: Locator, path: Path) -> None:
    """Choose a file, as the system's dialog would."""
    async with form.page.expect_file_chooser() as choosing:
        await form.get_by_label("Start from").select_option(label="A file…")
    await (await choosing.value).set_files(path)


def shown(character: dict[str, Any]) -> dict[str, Any]:
    """A character but for what each table gives it."""
    own = ("character", "owners", "audiences")
    kept = {name: value for name, value in character.items() if name not in own}
    kept["traits"] = {name.lower(): dots for name, dots in kept["traits"].items()}
    return kept


async def test_a_character_goes_to_a_file_and_comes_back(
    storyteller: Seat, open_seat: OpenSeat, tmp_path: Path
) -> None:
    """From a file, with all that is marked on it; and saved, it is the same file."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    path = tmp_path / "odile.json"
    path.write_text(json.dumps(KEPT))
    form = await new_character(seat)
    await begin_with(form, path)
    await expect(form.get_by_label("Name")).to_have_value("Odile Marchetti")
    await expect(form.get_by_label("Stamina", exact=True)).to_have_value("3")
    await expect(form.get_by_text("Brings 2 more traits of its sheet, and what is")).to_be_visible()
    await form.get_by_role("button", name="Create the character").click()
    await expect(form).to_be_hidden()

    await whole_sheet(seat)
    async with seat.page.expect_download() as saving:
        await seat.page.get_by_role("button", name="Save as a file").click()
    saved_as = await saving.value
    assert saved_as.suggested_filename == "odile-marchetti.json"
    saved = json.loads((await saved_as.path()).read_text())
    read: CharacterFile = msgspec.convert(saved, CharacterFile)
    assert json.loads(msgspec.json.encode(read)) == saved
    # What it has learnt is a Storyteller's to award.
    assert "experience" not in saved
    lowered = {name.lower(): dots for name, dots in KEPT["traits"].items()}
    assert saved | {"traits": {n.lower(): d for n, d in saved["traits"].items()}} == (
        {name: value for name, value in KEPT.items() if name != "experience"} | {"traits": lowered}
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "it is no JSON"),
        ('{"format": "other"}', "no character that was saved from a table"),
        (json.dumps(KEPT | {"system": "v20"}), "This character is of V20"),
        (json.dumps(KEPT | {"traits": 3}), "cannot be read"),
    ],
)
async def test_a_file_that_holds_no_character_is_a_sentence(
    storyteller: Seat, open_seat: OpenSeat, tmp_path: Path, content: str, sentence: str
) -> None:
    """Nothing is sent, and the form stays as it was."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    path = tmp_path / "file.json"
    path.write_text(content)
    form = await new_character(seat)
    await form.get_by_label("Name").fill("Somebody")
    await begin_with(form, path)
    await expect(form.locator(".refusal")).to_contain_text(sentence)
    await expect(form.get_by_label("Name")).to_have_value("Somebody")


async def test_a_copy_is_unhurt_and_a_template_has_its_pools(storyteller: Seat) -> None:
    """A Storyteller's list: templates, and everyone whose sheet is seen."""
    first = await storyteller.ask("create_character", name="Gangster", kind="mortal", stamina=4)
    await storyteller.ask(
        "deal_damage", character=first["created"], track="health", kind="superficial", amount=2
    )
    page = storyteller.page
    form = page.get_by_role("dialog", name="New character")

    async def from_the_list(label: str, name: str) -> dict[str, Any]:
        await storyteller.open("Characters")
        await page.get_by_role("button", name="New character").click()
        await form.get_by_text("Full", exact=True).click()
        await form.get_by_label("Start from").select_option(label=label)
        await form.get_by_role("textbox", name="Name").fill(name)
        await form.get_by_role("button", name="Create the character").click()
        await expect(form).to_be_hidden()
        snapshot = await storyteller.ask("snapshot")
        characters = snapshot["result"]["snapshot"]["characters"]
        return shown(next(each for each in characters if each["name"] == name))

    copy = await from_the_list("A copy of Gangster", "Gangster 2")
    assert copy["kind"] == "mortal"
    assert copy["traits"]["stamina"] == 4
    assert copy["trackers"]["health"] == {"boxes": 7}
    guard = await from_the_list("Guard", "The night guard")
    assert guard["traits"]["physical"] == 5
    assert guard["traits"]["firearms"] == 2
    assert guard["trackers"]["health"] == {"boxes": 6}
