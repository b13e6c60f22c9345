"""How the pages look: contrast, axe, motion, shapes that need no colour, forced colours."""

import re
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Page, ViewportSize, expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import DESK, PHONE, Seat
from tests.support.dockerfile import REPOSITORY

STYLES = REPOSITORY / "client_examples" / "browser" / "styles"

# Each ink on what it stands on, and how much contrast it needs there.
TEXTS = [
    *product(("text", "text-2", "text-3"), ("ground", "surface", "raised"), (4.5,)),
    *product(("won", "beast", "veil", "wait"), ("ground", "surface"), (4.5,)),
    *[(ink, f"{ink}-dim", 4.5) for ink in ("won", "beast", "veil", "wait")],
    *[(f"on-{ink}", ink, 4.5) for ink in ("won", "beast", "veil", "bone")],
    ("edge", "ground", 3.0), ("edge", "surface", 3.0), ("edge", "raised", 3.0),
    ("focus", "ground", 3.0), ("focus", "surface", 3.0),
]  # fmt: skip

browser_test = pytest.mark.asyncio(loop_scope="session")


def themes() -> dict[str, dict[str, str]]:
    """The colours of both themes, read from the style sheet."""
    blocks = re.findall(r"(:root[^{]*)\{([^}]*)\}", (STYLES / "tokens.css").read_text())
    found: dict[str, dict[str, str]] = {}
    for selector, body in blocks:
        inks = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", body))
        if "ground" in inks:
            found[selector.strip()] = inks
    return found


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_inks_have_the_contrast_they_need() -> None:
    """In both themes text has 4.5 on everything it stands on, and edges and focus have 3."""
    found = themes()
    assert len(found) == 3  # dark, light by the system, light by choice
    for selector, inks in found.items():
        for ink, on, least in TEXTS:
            assert contrast(inks[ink], inks[on]) >= least, (selector, ink, on)
    chosen, by_system = [inks for selector, inks in found.items() if "data-theme" in selector]
    assert chosen == by_system


def test_no_text_is_smaller_than_12_px() -> None:
    """Sizes are in rem, and none for words is under 0.75, but for the numerals of small marks."""
    for path in STYLES.glob("*.css"):
        for rule in re.findall(r"[^{}]+\{[^{}]*\}", path.read_text()):
            for size in re.findall(r"font(?:-size)?:[^;]*?(?<!\d)(\.\d+)rem", rule):
                is_mark = ".die" in rule or "::after" in rule
                assert float(size) >= 0.75 or is_mark, (path.name, rule.strip())


async def evening(storyteller: Seat, seat: Seat) -> None:
    """Something of everything in a log: every outcome, changes, a contest, what is hidden."""
    await storyteller.ask("set_house_rules", house_rules={"entered_dice": True})
    await storyteller.ask("begin_clock", clock="night", title="The private view")
    await seat.create_character("Odile Marchetti", hunger=2)
    mine = str(await seat.page.locator(".card").first.get_attribute("data-character"))
    other = (await storyteller.ask("create_character", name="Bram Okafor", hunger=1))["created"]
    rolls: list[tuple[list[int], list[int], dict[str, Any]]] = [
        ([9, 6, 2], [7, 3], {"difficulty": 2}), ([10, 10, 2], [4, 3], {"difficulty": 2}),
        ([10, 7, 5], [10, 1], {"difficulty": 4}), ([7, 2, 2], [3, 2], {"difficulty": 2}),
        ([2, 3, 4], [2, 3], {"difficulty": 1}), ([4, 3], [6, 1], {"difficulty": 3}),
        ([9, 9], [3, 3], {}), ([8, 8], [3, 3], {"difficulty": 1, "visibility": "private"}),
    ]  # fmt: skip
    for regular, hunger, more in rolls:
        answer = await seat.ask(
            "roll",
            character=mine,
            pool=len(regular) + len(hunger),
            label="Wits + Awareness",
            entered={"regular": regular, "hunger": hunger},
            **more,
        )
        assert answer["type"] == "accepted", answer
    await seat.ask("deal_damage", character=mine, track="health", kind="aggravated", amount=2)
    await seat.ask("add_stains", character=mine, amount=2)
    opened = await storyteller.ask(
        "open_contest", character=other, against=mine, pool=4, conflict="social"
    )
    await seat.ask("roll", character=mine, pool=3, visibility="blind")
    await seat.ask("answer_contest", contest=opened["created"], character=mine, pool=5)
    await storyteller.ask("open_contest", character=other, against=mine, pool=4)
    await expect(seat.page.locator("article.contest")).to_have_count(2)


async def complaints_of_axe(page: Page) -> list[tuple[Any, ...]]:
    """What axe finds wrong, in few words."""
    await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))")
    found = (await Axe().run(page)).response["violations"]
    return [
        (each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
    ]


@browser_test
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing_at_the_table(
    storyteller: Seat, open_seat: OpenSeat, theme: str, size: ViewportSize
) -> None:
    """A full table and each of its dialogs, at a desk and on a phone, in both themes."""
    seat = await open_seat(size)
    await seat.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    await seat.join(await storyteller.invite(), "Jo")
    await evening(storyteller, seat)
    assert await complaints_of_axe(seat.page) == []
    await seat.open("Roll")
    await seat.build_pool(("Wits", 3), ("Awareness", 2))
    await seat.page.locator(".pool").get_by_label("Difficulty", exact=True).fill("3")
    await seat.page.locator(".pool").get_by_label("I rolled these dice by hand").check()
    assert await complaints_of_axe(seat.page) == []
    await seat.page.locator(".part").first.click()
    await expect(seat.page.get_by_role("dialog", name="Change a part")).to_be_visible()
    assert await complaints_of_axe(seat.page) == []
    await seat.page.keyboard.press("Escape")
    await seat.open("Sheet")
    await seat.page.get_by_role("button", name=re.compile("^Health")).click()
    await expect(seat.page.get_by_role("dialog", name="Health · Odile Marchetti")).to_be_visible()
    assert await complaints_of_axe(seat.page) == []
    await seat.page.keyboard.press("Escape")
    await seat.open("Coterie")
    assert await complaints_of_axe(seat.page) == []
    await seat.page.keyboard.press("Escape")
    await seat.page.get_by_role("button", name="Menu").click()
    assert await complaints_of_axe(seat.page) == []
    assert await complaints_of_axe(storyteller.page) == []


WAYS_INTO_DIALOGS = (
    (("Session 1", "Session, night and scene"), ("Close the evening…", "Close the evening")),
    (("Menu", "Menu"), ("House rules", "House rules")),
    (("New character", "New character"), ("Full", "New character")),
    (
        ("More about Odile Marchetti", "Odile Marchetti"),
        ("More", "Odile Marchetti"),
        ("Deal damage…", "Health · Odile Marchetti"),
    ),
)
"""What a Storyteller presses, one after the other, and the dialog that is then open."""


@browser_test
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing_behind_the_screen(
    storyteller: Seat, open_seat: OpenSeat, theme: str, size: ViewportSize
) -> None:
    """A full screen: each of its places, its dialogs, and the table through somebody's eyes."""
    page = storyteller.page
    await page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    await evening(storyteller, seat)
    await storyteller.ask("create_character", name="Ines Calder", hidden=True, kind="mortal")
    for number in (1, 2):
        await storyteller.ask("create_character", name=f"Ghoul {number}", kind="ghoul", hidden=True)
    await seat.receipts.get_by_role("button", name="Let it stand").last.click()
    await storyteller.ask("start_session")
    await page.set_viewport_size(size)
    nav = page.get_by_role("navigation")
    places = ["Screen", "Characters", "Log", "Roll in secret"] if size is PHONE else []
    for place in places:
        await nav.get_by_role("button", name=place).click()
        assert await complaints_of_axe(page) == [], place
    composer = page.locator(".composer")
    await composer.locator(".more > summary").click()
    await composer.get_by_label("I rolled these dice by hand").check()
    await composer.get_by_label("Difficulty", exact=True).fill("3")
    await composer.get_by_role("radio", name="Whisper", exact=True).check(force=True)
    assert await complaints_of_axe(page) == [], "the dice"

    for way in WAYS_INTO_DIALOGS:
        if size is PHONE and way[0][0].startswith(("New character", "More about")):
            await nav.get_by_role("button", name="Characters").click()
        for words, title in way:
            if words == way[0][0]:
                await page.get_by_role("button", name=words).first.click()
            else:
                inside = page.locator("dialog[open]").last
                await inside.get_by_text(words, exact=True).first.click()
            await expect(page.get_by_role("dialog", name=title)).to_be_visible()
            assert await complaints_of_axe(page) == [], words
        while await page.locator("dialog[open]").count():
            await page.keyboard.press("Escape")
    await page.locator(".view-as").get_by_text("Jo", exact=True).click()
    await expect(page.locator(".viewed .receipt").last).to_be_visible()
    assert await complaints_of_axe(page) == [], "view as"


@browser_test
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing_in_the_replay(
    storyteller: Seat, open_seat: OpenSeat, theme: str, size: ViewportSize
) -> None:
    """Every kind of moment, the time line, and the link to a moment, in both themes and sizes."""
    seat = await open_seat(size)
    page = seat.page
    await page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    await seat.join(await storyteller.invite(), "Jo")
    await evening(storyteller, seat)
    await storyteller.ask("roll", pool=3, label="Unseen", visibility="secret")
    hidden = storyteller.receipt("Unseen").filter(has_text="Secret")
    await hidden.get_by_text("Reveal…").click()
    await hidden.get_by_role("button", name="Reveal the outcome alone").click()
    await expect(seat.receipt("Unseen")).to_contain_text("Outcome only, unproven")
    await page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    await menu.get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider")
    await expect(slider).to_be_visible()
    for _ in range(int(str(await slider.get_attribute("aria-valuemax")))):
        assert await complaints_of_axe(page) == [], await slider.get_attribute("aria-valuetext")
        await page.keyboard.press("ArrowRight")
    await page.get_by_role("button", name="Link to this moment").click()
    assert await complaints_of_axe(page) == []


@browser_test
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_axe_finds_nothing_before_the_table(
    served: Served, open_seat: OpenSeat, theme: str
) -> None:
    """The first page and a door, in both themes."""
    seat = await open_seat()
    await seat.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    for link in (served.create_link.partition("#")[0], served.create_link):
        await seat.page.goto("about:blank")
        await seat.page.goto(link)
        await expect(seat.page.get_by_role("heading", level=1)).to_be_visible()
        assert await complaints_of_axe(seat.page) == []


@browser_test
async def test_meanings_have_a_shape_or_a_word(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Without any colour: outcomes by word and mark, dice by outline, chips by word and icon."""
    seat = await open_seat()
    await seat.join(await storyteller.invite(), "Jo")
    await evening(storyteller, seat)
    words = ["Success", "Critical", "Messy critical", "Failure", "Total failure", "Bestial failure"]
    marks = set()
    for word in words:
        heading = seat.receipts.get_by_role("heading", name=word, exact=True).first
        await expect(heading).to_be_visible()
        marks.add(await heading.locator("svg").evaluate("(mark) => mark.innerHTML"))
    assert len(marks) == len(words)
    shapes = {
        kind: await seat.page.locator(f".receipt .die-face.{kind}").evaluate_all(
            "(dice) => [...new Set(dice.map((die) => die.firstElementChild.tagName))]"
        )
        for kind in ("regular", "hunger")
    }
    assert shapes == {"regular": ["rect"], "hunger": ["polygon"]}
    # A one that counts has ears and a heavier line; one without effect is quiet.
    loud = seat.page.locator(".die-face.loud")
    await expect(loud.first).to_be_visible()
    quiet = seat.receipts.filter(has_text="Messy critical").locator(".die-face.hunger:not(.on)")
    width = "(die) => parseFloat(getComputedStyle(die.querySelector('polygon')).strokeWidth)"
    assert await loud.first.evaluate(width) > await quiet.last.evaluate(width)
    for chip in await seat.page.locator(".log .chip").all():
        assert (await chip.inner_text()).strip()
        await expect(chip.locator("svg")).to_have_count(1)


MOVING = "() => document.getAnimations().length"


@browser_test
async def test_nothing_moves_for_who_asked_for_rest(storyteller: Seat, open_seat: OpenSeat) -> None:
    """With reduced motion, or the switch in the menu, receipts and dialogs are simply there."""
    seat = await open_seat(moves=True)
    await seat.join(await storyteller.invite(), "Jo")
    await seat.create_character("Odile Marchetti")
    style = "(item) => getComputedStyle(item).animationName"
    await seat.roll("Moving", dice=3)
    assert await seat.page.locator(".log li").last.evaluate(style) == "rise"
    await seat.page.emulate_media(reduced_motion="reduce")
    await seat.roll("Resting", dice=3)
    assert await seat.page.locator(".log li").last.evaluate(style) == "none"
    await seat.page.get_by_role("button", name="Menu").click()
    assert await seat.page.evaluate(MOVING) == 0
    await seat.page.emulate_media(reduced_motion="no-preference")
    await seat.page.get_by_label("Movement").uncheck()
    await seat.page.keyboard.press("Escape")
    await seat.roll("Still", dice=3)
    assert await seat.page.locator(".log li").last.evaluate(style) == "none"
    await seat.page.reload()
    await seat.is_seated()
    assert await seat.page.evaluate("document.documentElement.dataset.motion") == "off"


@browser_test
async def test_forced_colours_keep_every_meaning(storyteller: Seat, open_seat: OpenSeat) -> None:
    """Filled dice are text with the page's own numerals, and rails become borders."""
    seat = await open_seat()
    await seat.page.emulate_media(forced_colors="active")
    await seat.join(await storyteller.invite(), "Jo")
    await evening(storyteller, seat)
    colours = """(die) => [getComputedStyle(die.querySelector("rect, polygon")).fill,
        getComputedStyle(die.querySelector("text")).fill]"""
    filled = seat.page.locator(".receipt .die-face.on").first
    empty = seat.page.locator(".receipt .die-face:not(.on)").first
    shape, numeral = await filled.evaluate(colours)
    assert shape != numeral
    assert await empty.evaluate(colours) != [shape, numeral]
    # A filled button paints its words itself: else they stand on a ground of their own colour.
    adjust = "(button) => getComputedStyle(button).forcedColorAdjust"
    assert await seat.page.locator(".pool button.main").evaluate(adjust) == "none"
    border = "(card) => getComputedStyle(card).borderInlineStartStyle"
    styles = {
        look: await seat.page.locator(f"article.{look}").first.evaluate(border)
        for look in ("success", "critical", "failure", "bestial_failure")
    }
    assert len(set(styles.values())) == 4, styles


@browser_test
async def test_theme_is_kept_in_this_browser(storyteller: Seat, open_seat: OpenSeat) -> None:
    """The switch at the table goes before what the system says, also after a reload."""
    seat = await open_seat()
    await seat.page.emulate_media(color_scheme="dark")
    await seat.join(await storyteller.invite(), "Jo")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = await seat.page.evaluate(ground)
    await seat.page.get_by_role("button", name="Change to the light theme").click()
    assert await seat.page.evaluate(ground) != dark
    await seat.page.reload()
    await seat.is_seated()
    assert await seat.page.evaluate(ground) != dark
    await seat.page.get_by_role("button", name="Change to the dark theme").click()
    assert await seat.page.evaluate(ground) == dark
