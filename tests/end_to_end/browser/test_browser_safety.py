"""A safe table in the page: the pause that all see, without a name too, and lines and veils."""

import pytest
from playwright.async_api import expect

from tests.end_to_end.browser.seats import ASK, Seat

# One browser, and so one event loop, serves all tests.
pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]


async def test_a_pause_without_a_name(storyteller: Seat, player: Seat) -> None:
    """Called on a phone; everybody sees it, nobody whose it is; the caller may let it go on."""
    page = player.page
    await page.get_by_role("button", name="Pause the table; lines and veils").click()
    await page.get_by_label("If you want to say why").fill("Spiders.")
    await page.get_by_role("dialog").get_by_text("Without my name").first.click()
    await page.get_by_role("button", name="Pause the table", exact=True).click()
    for seat in (storyteller, player):
        bar = seat.page.locator(".pause")
        await expect(bar).to_contain_text("Somebody called it: Spiders.")
        await expect(bar.get_by_role("button", name="Go on")).to_be_visible()
    rolled = await player.page.evaluate(ASK, {"type": "roll", "pool": 1})
    assert rolled["code"] == "paused"
    me = next(player.items("welcome"))["member"]
    heard = "\n".join(storyteller.frames).split('"paused"', 1)[1]
    assert me not in heard.split('"seq"', 1)[0]
    await page.locator(".pause").get_by_role("button", name="Go on").click()
    await expect(storyteller.page.locator(".pause")).to_be_hidden()


async def test_a_pause_by_name_is_lifted_by_its_storyteller(
    storyteller: Seat, player: Seat
) -> None:
    """The key leads to it; a player sees no way to end somebody else's."""
    await storyteller.page.keyboard.press("p")
    await storyteller.page.get_by_role("button", name="Pause the table", exact=True).click()
    await expect(player.page.locator(".pause")).to_contain_text("Sam called it.")
    await expect(player.page.locator(".pause button")).to_have_count(0)
    await storyteller.page.locator(".pause").get_by_role("button", name="Go on").click()
    await expect(player.page.locator(".pause")).to_be_hidden()


async def test_lines_and_veils_are_kept(storyteller: Seat, player: Seat) -> None:
    """Added without a name on a phone, seen and removed by the Storyteller."""
    page = player.page
    await page.get_by_role("button", name="Pause the table; lines and veils").click()
    await page.get_by_label("What it is about").fill("Harm to animals")
    await page.get_by_role("dialog").get_by_text("Without my name").last.click()
    await page.get_by_role("button", name="Add to the list").click()
    await expect(page.locator(".boundaries")).to_contain_text("Harm to animals without a name")
    await storyteller.page.keyboard.press("p")
    row = storyteller.page.locator(".boundaries li")
    await expect(row).to_contain_text("Harm to animals without a name")
    await row.get_by_role("button", name="Remove").click()
    await expect(storyteller.page.locator(".boundaries")).to_contain_text("Nothing yet.")
    await expect(page.locator(".boundaries")).to_contain_text("Nothing yet.")


async def test_what_rolls_rests_while_the_table_pauses(storyteller: Seat, player: Seat) -> None:
    """Dimmed for the eye, and for a listener with the sentence of the bar; all else goes on."""
    await player.ask("create_character", name="Odile", hunger=2)
    composer = storyteller.page.locator(".composer")
    await composer.get_by_role("radio", name="Secret").check(force=True)
    secret = composer.get_by_role("button", name="in secret")
    await player.open("Sheet")
    controls = [
        player.page.locator(".pool button.main"),
        player.page.get_by_role("button", name="Rouse check"),
        storyteller.page.locator(".composer button.main").first,
    ]
    for control in controls:
        await expect(control).to_have_attribute("aria-disabled", "false")
    await storyteller.ask("raise_pause")
    for control in controls:
        await expect(control).to_have_attribute("aria-disabled", "true")
        await expect(control).to_have_accessible_description(
            "The table pauses. Nobody rolls until it goes on, and nothing is lost. "
            + ("Sam called it." if control is not controls[2] else "You called it.")
        )
    await expect(secret).to_have_css("border-top-style", "dashed")
    await expect(secret).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    said = player.page.locator(".own-sheet").get_by_role("button", name="Mend", exact=True)
    await expect(said).to_be_enabled()
    await storyteller.ask("lift_pause")
    for control in controls:
        await expect(control).to_have_attribute("aria-disabled", "false")
        await expect(control).to_have_accessible_description("")
