"""What pages say of the steps of `first_night.json`, and how to read it off them."""

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.async_api import Locator

from tests.end_to_end.browser.first_night_hands import NAMES
from tests.end_to_end.browser.seats import Seat
from tests.support.first_night import Step, step_of

OUTCOMES = {"messy_critical": "Messy critical", "critical": "Critical", "success": "Success"}
OUTCOMES |= {"bestial_failure": "Bestial failure", "resisted": "Resisted"}


def rolled(step: Step) -> Step:
    """The step whose dice a step is about: itself, or the one that it rerolls or reveals."""
    return step_of(step["roll"]) if "roll" in step else step


def tally_of(step: Step) -> str:
    """How many of how many, as a receipt says it."""
    expected, difficulty = step["expect"], rolled(step)["difficulty"]
    successes, margin = expected["successes"], expected["margin"]
    words = "success" if successes == 1 else "successes"
    rest = f"margin {margin}" if margin >= 0 else f"{-margin} short"
    if expected.get("flags", {}).get("total_failure"):
        rest = "also a total failure"
    return f"{successes or 'No'} {words} of {difficulty} · {rest}"


def dice_of(faces: dict[str, list[int]] | list[int]) -> str:
    """The dice as one text for listeners: each kind from high to low."""
    by_kind = faces if isinstance(faces, dict) else {"regular": faces}
    return "".join(
        f"{kind.capitalize()} {', '.join(map(str, sorted(shown, reverse=True)))}. "
        for kind, shown in by_kind.items()
        if shown
    )


def value_words(value: int | dict[str, int], boxes: int) -> str:
    """A tracker's value as cards say it."""
    if isinstance(value, int):
        return str(value)
    aggravated, superficial = value.get("aggravated", 0), value.get("superficial", 0)
    left = boxes - aggravated - superficial
    words = [f"{aggravated} Aggravated"] * bool(aggravated)
    words += [f"{superficial} Superficial"] * bool(superficial)
    return ", ".join([*words, f"{left} left" if left else "impaired"])


def line_of(seat: Seat) -> dict[int, dict[str, Any]]:
    """Every event that a page was ever sent, by number; twice sent is the same."""
    line: dict[int, dict[str, Any]] = {}
    for push in pushes_of(seat):
        assert line.setdefault(push["seq"], push) == push
    return line


def pushes_of(seat: Seat) -> Iterator[dict[str, Any]]:
    """What a page was sent of events: as they happened, with a welcome, and in pages."""
    yield from seat.items("event")
    for welcome in seat.items("welcome"):
        yield from welcome.get("recent", [])
    for answer in seat.items("result"):
        yield from answer["result"].get("events", [])


def dice_json(event: dict[str, Any]) -> str:
    """The dice of a roll as frames carry them."""
    return json.dumps(event["receipt"]["dice"], separators=(",", ":"))


def line_words(step: Step) -> re.Pattern[str]:
    """What the log says of a step that is no roll."""
    what = _line_words(step)
    name = NAMES.get(step.get("character", ""), "").split(" ")[0]
    return re.compile(f"{name}.*{re.escape(what)}")


def _line_words(step: Step) -> str:
    match step["do"]:
        case "start_session" | "end_session":
            return f"Session 1 {'begins' if step['do'] == 'start_session' else 'ends'}"
        case "set_hunger":
            before = {3: 2, 36: 3}[step["n"]]
            return f"Hunger {before} → {step['hunger']}"
        case "damage":
            is_halved = step["kind"] == "superficial"
            counted = (step["amount"] + 1) // 2 if is_halved else step["amount"]
            return f"{counted} {step['kind'].capitalize()} Health"
        case "stains":
            return f"gains {step['amount']} Stains"
        case "unhide":
            return "came to the table"
    raise AssertionError(f"nothing is said of {step['do']}")


def rows(seat: Seat, words: re.Pattern[str]) -> Locator:
    """The rows of the log that say so."""
    return seat.page.locator(".log ol > li").filter(has_text=words)


async def read(receipts: Locator) -> list[list[str]]:
    """The words of receipts, without what only their owners are offered."""
    return [text.split() for text in await receipts.all_inner_texts()]


async def read_from_the_start(seat: Seat) -> None:
    """Scroll up until the first roll is there: pages of the past come as they are wanted."""
    first = seat.receipt(step_of(2)["label"])
    count = "document.querySelectorAll('.log ol > li').length"
    while not await first.count():
        before = await seat.page.evaluate(count)
        await seat.page.locator(".scroll").evaluate("(scroll) => { scroll.scrollTop = 0; }")
        await seat.page.wait_for_function(f"(before) => {count} > before", arg=before)
