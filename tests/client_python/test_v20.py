"""V20 in the SDK: states fold, intents are sent, and a terminal tells what happened."""

from pathlib import Path
from typing import Any

import pytest
from coterie_client import Client, Founding, Rejected, fold, new_token, normalise
from coterie_client.terminal import Teller, receipt_lines
from coterie_client.terminal.handles import Handles
from coterie_client.terminal.phrases import tracker

from tests.client_python.fake import snapshot
from tests.client_python.support import hasty
from tests.client_python.test_with_the_server import KEY, serving

Json = dict[str, Any]


def test_a_sheet_is_folded_and_lost_with_its_owner() -> None:
    """It is set as a whole, in full form, and goes with traits and audiences."""
    card = {"character": "c", "name": "Iris", "kind": "vampire", "owners": ["p"]}
    state = fold(normalise(snapshot()), {"type": "character_created", "card": card}, "p")
    noted = {
        "type": "sheet_noted", "character": "c", "traits": {"Wits": 3}, "audiences": {},
        "sheet": {"generation": 9},
    }  # fmt: skip
    state = fold(state, noted, "p")
    (known,) = state["characters"]
    assert known["sheet"] == {
        "generation": 9, "path": "", "specialties": {}, "abilities": {},
    }  # fmt: skip
    handed = {"type": "owners_changed", "character": "c", "owners": [], "by": "st"}
    (known,) = fold(state, handed, "p")["characters"]
    assert (known["sheet"], known["traits"]) == (None, {})


def test_a_room_turns_to_the_other_system() -> None:
    """Where the event says so, and stays where it does not."""
    state = normalise(snapshot())
    changed = {"type": "house_rules_changed", "house_rules": {"preset": "v20_book"}, "by": "st"}
    assert fold(state, changed, "p")["system"] == state["system"]
    assert fold(state, {**changed, "system": "v20"}, "p")["system"] == "v20"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"boxes": 7, "lethal": 2, "bashing": 1, "level": "injured"}, "[XX/....] injured"),
        ({"boxes": 7, "aggravated": 1, "lethal": 1, "level": "hurt"}, "[*X.....] hurt"),
        (
            {"boxes": 7, "aggravated": 7, "level": "incapacitated", "condition": "final_death"},
            "[*******] final death",
        ),
        ({"boxes": 6, "current": 4}, "4 of 6"),
        (9, "9"),
    ],
)
def test_trackers_are_drawn_as_v20_sheets_have_them(value: Any, told: str) -> None:
    """Bashing a stroke, lethal a cross, aggravated a star."""
    assert tracker(value) == told


def test_a_roll_is_told_with_its_eight_parts() -> None:
    """And why."""
    receipt = {
        "type": "v20", "items": [{"label": "Wits", "dice": 3}], "difficulty": {"applied": 7},
        "dice": [
            {"face": 10, "adds": 1}, {"face": 1, "adds": 0, "is_one": True},
            {"face": 8, "adds": 1, "is_reroll": True},
        ],
        "ones": 1, "rolled": 2, "cancelled": 1, "automatic": 1, "net": 2, "outcome": "success",
        "degree": "moderate", "why": "So it is.",
    }  # fmt: skip
    assert receipt_lines(receipt) == [
        "pool: Wits +3",
        "(10) (1) (8)+",
        "difficulty 7: rolled 2, ones 1, cancelled 1, automatic 1, net 2: moderate SUCCESS",
        "So it is.",
    ]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"resistance": {"kind": "frenzy", "held_turns": 2}}, "the Beast is held for 2 turns"),
        ({"task": {"target": 5, "gained": 3}}, "The lock, 3 of 5 successes"),
        ({"race": {"own": 2, "needed": 4}}, "The lock, 2 against 0"),
        ({}, "The lock goes on"),
    ],
)
def test_what_goes_on_is_told(more: Json, told: str) -> None:
    """How the Beast is held, how far a task is."""
    effect = {"effect": "e", "character": "c", "kind": "task", "name": "The lock", **more}
    state = normalise(snapshot())
    (line,) = Teller(lambda: state, Handles()).tell({"type": "effect_changed", "effect": effect})
    assert line == f"somebody: {told}"


def test_a_declaration_and_its_initiative_are_told() -> None:
    """C5.1."""
    effect = {"character": "c", "name": "Initiative", "initiative": {"declared": "Runs."}}
    state = normalise(snapshot())
    (line,) = Teller(lambda: state, Handles()).tell({"type": "effect_changed", "effect": effect})
    assert line == "somebody declares: Runs."
    receipt = {"type": "initiative", "items": [{"label": "Wits", "dice": 3}], "die": 7, "total": 10}
    assert receipt_lines(receipt) == ["initiative: Wits +3, die (7): 10"]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"type": "blood_spent", "points": 2, "use": "heal"}, "spends 2 blood points (heal)"),
        (
            {"type": "willpower_spent", "use": "ignore_wounds", "note": "now"},
            "spends Willpower (ignore wounds) - now",
        ),
        ({"type": "blood_drunk", "points": 1}, "drinks 1 blood point"),
        (
            {"type": "blood_drunk", "points": 4, "harm": "harmful", "visibility": "private"},
            "drinks 4 blood points (harmful) [private]",
        ),
    ],
)
def test_what_is_spent_and_drunk_is_told(event: Json, told: str) -> None:
    """By whom, and on what."""
    state = normalise(snapshot())
    assert Teller(lambda: state, Handles()).tell({"character": "c", **event}) == [
        f"somebody {told}"
    ]


async def test_the_methods_play_v20_with_the_server(tmp_path: Path) -> None:
    """Each intent is accepted, and the copy of the room is what the server says it is."""
    async with serving(tmp_path) as (_, url):
        entry = Founding(KEY, "Room", "Ada", system="v20")
        async with Client.connect(url, new_token(), entry, settings=hasty()) as client:
            made = await client.create_v20_character(
                "Iris", sheet={"generation": 9}, traits={"Wits": 4, "Stamina": 2}, blood=8
            )
            iris = str(made.created)
            await client.roll_v20(character=iris, traits=["Wits"], difficulty=7, willpower=True)
            await client.roll_v20(3, label="luck")
            await client.deal_damage(iris, "health", "lethal", 2)
            await client.spend_blood(iris, "heal", kind="lethal", levels=1)
            await client.spend_blood(iris, "attribute", attribute="stamina")
            await client.spend_willpower(iris, "ignore_wounds")
            await client.drink_blood(iris, 2, drunk_before=1)
            await client.edit_character(iris, sheet={"generation": 8}, traits={"Brawl": 1})
            await client.set_track(iris, "health", bashing=1)
            task = await client.begin_effect(iris, "task", "The lock", target=9)
            await client.roll_v20(2, toward=str(task.created))
            await client.roll_initiative(iris, celerity=1)
            await client.declare_action(iris, text="Runs.")
            await client.roll_degeneration(iris, 1)
            await client.resist_beast(iris, "rotschreck", 3)
            rival = str((await client.create_v20_character("Brick")).created)
            contest = await client.open_v20_contest(iris, rival, 4, difficulty=5, attack=True)
            await client.answer_v20_contest(str(contest.created), rival, 1, difficulty=9)
            with pytest.raises(Rejected) as refused:
                await client.roll(3)
            assert (refused.value.code, refused.value.field) == ("wrong_system", "type")
            assert client.state["system"] == "v20"
            assert (await client.snapshot()).snapshot == client.state
