"""Without some or all colours: dice and outcomes stay told apart, and everything can be read."""

import re
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

import pytest
from playwright.async_api import CDPSession, Locator, expect

from tests.end_to_end.browser.conftest import OpenSeat
from tests.end_to_end.browser.seats import Seat
from tests.end_to_end.browser.test_browser_look import TEXTS, evening, themes

Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB; without any colour: luminance.
GREY = (0.2126, 0.7152, 0.0722)
EYES: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "achromatopsia": (GREY, GREY, GREY),
}

DRAWN = """async (png) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"),
        { width: picture.naturalWidth, height: picture.naturalHeight });
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const light = (at) => [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => {
        const value = data[at + i] / 255;
        return sum + part * (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    }, 0);
    const ground = light(0);
    const marks = [];
    let hue = 0;
    for (let at = 0; at < data.length; at += 4) {
        const [bright, dark] = [light(at), ground].sort((a, b) => b - a);
        marks.push((bright + 0.05) / (dark + 0.05) >= 3 ? "1" : "0");
        const parts = [data[at], data[at + 1], data[at + 2]];
        hue = Math.max(hue, Math.max(...parts) - Math.min(...parts));
    }
    return { marks: marks.join(""), hue, width: canvas.width };
}"""


def seen_through(colour: str, eyes: Matrix) -> Colour:
    """A colour, linear, as those eyes see it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in eyes
    )
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two linear colours, 1 to 21."""
    lights = [sum(a * b for a, b in zip(GREY, colour, strict=True)) for colour in (one, other)]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize("eyes", EYES)
def test_inks_keep_their_contrast(eyes: str) -> None:
    """What needs 4.5 or 3 for all eyes has it for these: the inks were not chosen by hue."""
    for inks in themes().values():
        for ink, on, least in TEXTS:
            pair = [seen_through(inks[each], EYES[eyes]) for each in (ink, on)]
            assert contrast(pair[0], pair[1]) >= least, (ink, on)


class Drawing:
    """What stands out of the ground, at three to one or more, in a picture that was taken."""

    def __init__(self, marks: str, hue: int) -> None:
        self.marks = marks
        self.hue = hue

    def likeness(self, other: "Drawing") -> float:
        """The share that two drawings have in common of all that either has; 1 for the same."""
        pairs = list(zip(self.marks, other.marks, strict=True))
        either = sum("1" in pair for pair in pairs)
        return sum(pair == ("1", "1") for pair in pairs) / either


async def drawing(devtools: CDPSession, seat: Seat, what: Locator, box: float) -> Drawing:
    """Take a picture of an element as wide as *box*, three pixels for each."""
    await what.scroll_into_view_if_needed()
    place = await what.bounding_box()
    assert place
    x, y = place["x"] + place["width"] / 2 - box / 2, place["y"] + place["height"] / 2 - box / 2
    clip = {"x": round(x), "y": round(y), "width": box, "height": box, "scale": 3}
    taken = await devtools.send("Page.captureScreenshot", {"clip": clip})
    seen: dict[str, Any] = await seat.page.evaluate(DRAWN, taken["data"])
    return Drawing(seen["marks"], seen["hue"])


FACES = (1, 2, 7, 10)
OUTCOMES = ["Success", "Critical", "Messy critical", "Failure", "Total failure", "Bestial failure"]
OUTCOMES += ["2 successes"]
MOST_ALIKE = 0.9
"""A full square and a full hexagon have 0.84 in common; the same shape in another ink has all."""

LEAST_HUE = 6
"""Of 255: less between the parts of a colour than this is grey."""


def die(receipt: Locator, kind: str, face: int) -> Locator:
    """A die of a receipt."""
    numeral = re.compile(f"^{face}$")
    return receipt.locator(f".die-face.{kind}").filter(has_text=numeral)


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_dice_and_outcomes_are_told_apart_by_what_stands_out(
    storyteller: Seat, open_seat: OpenSeat, theme: str
) -> None:
    """Of each face, a square is no hexagon; each outcome's mark is its own; whatever the eyes."""
    seat = await open_seat()
    await seat.page.emulate_media(
        color_scheme="light" if theme == "light" else "dark", reduced_motion="reduce"
    )
    await seat.join(await storyteller.invite(), "Jo")
    await evening(storyteller, seat)
    mine = str(await seat.page.locator(".card").first.get_attribute("data-character"))
    await seat.ask("set_tracker", character=mine, tracker="hunger", value=4)
    faces = {"regular": list(FACES), "hunger": list(FACES)}
    for label, difficulty in (("All lost", 40), ("All won", 1)):
        roll = {"pool": 8, "label": label, "difficulty": difficulty, "entered": faces}
        answer = await seat.ask("roll", character=mine, **roll)
        assert answer["type"] == "accepted", answer
        await seat.ask("settle_roll", roll=answer["created"])
    devtools = await seat.page.context.new_cdp_session(seat.page)
    outcomes = {
        word: seat.receipts.get_by_role("heading", name=word, exact=True).first for word in OUTCOMES
    }
    outcomes["a contest"] = seat.page.locator("article.contest h3").first
    lost, won = (seat.receipt(label) for label in ("All lost", "All won"))
    await expect(lost.get_by_role("heading")).to_have_text("Bestial failure")
    await expect(won.get_by_role("button", name="Let it stand")).to_have_count(0)
    for eyes in ("none", *EYES):
        await devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})

        async def take(what: Locator, box: float) -> Drawing:
            return await drawing(devtools, seat, what, box)

        dice = {
            (kind, face): await take(die(lost, kind, face), 36)
            for kind, face in product(("regular", "hunger"), FACES)
        }
        # A one on a Hunger die is loud where it counts, and quiet where the roll was won.
        dice["quiet", 1] = await take(die(won, "hunger", 1), 36)
        hues = [each.hue for each in dice.values()]
        assert (max(hues) < LEAST_HUE) == (eyes == "achromatopsia"), "not the eyes that were asked"
        pairs = [(("regular", face), ("hunger", face)) for face in FACES]
        for kind, others in (("regular", (2, 7, 10)), ("hunger", FACES)):
            pairs += [((kind, a), (kind, b)) for a, b in combinations(others, 2)]
        pairs.append((("hunger", 1), ("quiet", 1)))
        for one, other in pairs:
            assert dice[one].likeness(dice[other]) < MOST_ALIKE, (eyes, one, other)
        marks = {each: await take(heading.locator("svg"), 24) for each, heading in outcomes.items()}
        for word, another in combinations(marks, 2):
            assert marks[word].likeness(marks[another]) < MOST_ALIKE, (eyes, word, another)
