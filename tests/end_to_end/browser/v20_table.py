"""A V20 table for tests: a Storyteller, a player, and a character of picture 08 of the design."""

from typing import Any

from playwright.async_api import expect

from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.seats import Seat

CASIMIR: dict[str, Any] = {
    "name": "Casimir Roth",
    "clan": "Tremere",
    "sheet": {"generation": 10, "specialties": {"Occult": ["Rituals"]}},
    "traits": {
        "Strength": 2,
        "Dexterity": 3,
        "Stamina": 2,
        "Manipulation": 3,
        "Wits": 3,
        "Occult": 4,
        "Subterfuge": 2,
        "Medicine": 1,
        "Stealth": 1,
        "Thaumaturgy": 3,
        "Conscience": 3,
        "Self-Control": 4,
        "Courage": 2,
    },
    "morality": 6,
    "willpower": 6,
    "blood": 8,
}
"""Who he is; wounds and spent Willpower come with `hurt`."""


async def open_table(served: Served, open_seat: OpenSeat) -> Seat:
    """Sam opens a V20 table at a desk."""
    seat = await open_seat()
    page = seat.page
    await page.goto(served.create_link)
    await page.get_by_label("Name of the chronicle").fill("The Vienna Chantry")
    await page.get_by_label("Your name at the table").fill("Sam")
    await page.get_by_role("radio", name="V20").check()
    await page.get_by_role("button", name="Open the table").click()
    await seat.is_seated()
    return seat


async def play(seat: Seat, **changes: Any) -> str:
    """Bring Casimir to the table for whoever sits there; his id."""
    made = await seat.ask("create_v20_character", **(CASIMIR | changes))
    assert made["type"] == "accepted", made
    name = changes.get("name", CASIMIR["name"])
    await expect(seat.page.get_by_text(name, exact=True).first).to_be_visible()
    created: str = made["created"]
    return created


async def accepted(seat: Seat, type_: str, **fields: Any) -> dict[str, Any]:
    """Ask for something that the server takes."""
    answer = await seat.ask(type_, **fields)
    assert answer["type"] == "accepted", answer
    return answer


async def by_hand(storyteller: Seat, **more: Any) -> None:
    """Let dice be typed in, so that rolls come out as a test wants them."""
    rules = {"preset": "v20_book", "entered_dice": True} | more
    await accepted(storyteller, "set_house_rules", house_rules=rules)


async def hurt(seat: Seat, character: str) -> None:
    """Wounds and spent Willpower as in the picture."""
    track = {"aggravated": 1, "lethal": 2, "bashing": 1}
    await accepted(seat, "set_track", character=character, track="health", **track)
    await accepted(seat, "set_track", character=character, track="willpower", current=4)


async def rolls(seat: Seat, character: str) -> None:
    """The four rolls of the picture, typed in."""
    for label, said, faces in (
        ("Dexterity + Occult", {"specialty": "Rituals"}, [10, 10, 6, 1, 4, 3, 2]),
        ("Manipulation + Subterfuge", {"difficulty": 8}, [9, 8, 1, 1, 1]),
        ("Stamina + Medicine", {"willpower": True}, [7, 6, 1]),
        ("Wits + Stealth", {}, [4, 2, 3, 1]),
    ):
        traits = label.split(" + ")
        roll = {"traits": traits, "label": label, "entered": {"regular": faces}} | said
        await accepted(seat, "roll_v20", character=character, **roll)
