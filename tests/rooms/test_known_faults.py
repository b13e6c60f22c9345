"""
Faults that dice tools are known for, each looked for in a room.

A name such as V15 or W9 is a fault's in a collection of them; those told by other tests are not
repeated here.
"""

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt, RouseReceipt
from protocol.v20_receipt import V20Receipt
from protocol.words import Preset
from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.house_rules import V5Rules
from tests.support.rooms import V20, Done, Hashed, Table
from tests.support.v20_rooms import a_room, receipt_of, rolled


def dice_of(done: Done) -> int:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    return len(receipt.dice)


# --- V5 -----------------------------------------------------------------------------------------


def test_no_success_meets_no_difficulty_of_nothing() -> None:
    """V5: without a Difficulty there is no verdict, and 0 is none."""
    room = Table()
    receipt = room.act("ann", i.Roll, (2, 3), pool=2).only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    assert (receipt.successes, receipt.outcome) == (0, None)
    with pytest.raises(msgspec.ValidationError, match="difficulty"):
        room.intent(i.Roll, pool=2, difficulty=0)


def test_a_modifier_counts_on_every_path() -> None:
    """V15: pool 5 less 2 is three dice, also after Willpower."""
    room = Table()
    iris = room.vampire("ann")
    less = {"pool": 5, "modifiers": [{"label": "dark", "dice": -2}]}
    roll = room.act("ann", i.Roll, (2, 3, 7), character=iris, **less)
    assert dice_of(roll) == 3
    again = room.act("ann", i.Reroll, (9,), roll=roll.created, regular_indices=(0,))
    assert len(again.only(e.RollRerolled).receipt.dice) == 3
    brick = room.vampire("bob", "Brick")
    contest = room.act("ann", i.OpenContest, (6,) * 3, character=iris, against=brick, **less)
    assert dice_of(contest) == 3


@pytest.mark.parametrize("face", range(1, 11))
def test_hunger_rises_on_every_face_below_six(face: int) -> None:
    """V17: 1 to 5 raise it, and not the 1 alone."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    done = room.act("ann", i.Rouse, (face,), character=iris)
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, RouseReceipt)
    assert receipt.passed is (face > 5)
    assert [change.after for change in done.all(e.TrackerChanged)] == ([] if face > 5 else [2])


def test_a_ghouls_specialty_is_one_die_there_and_back() -> None:
    """V25."""
    room = Table()
    ghoul = room.vampire("ann", "Renfield", kind="ghoul")
    for specialty, dice in (("Ropes", 5), ("", 4)):
        done = room.act("ann", i.Roll, (2,) * dice, character=ghoul, pool=4, specialty=specialty)
        assert dice_of(done) == dice


def test_full_health_takes_two_dice_once() -> None:
    """V27: Strength + Brawl 6 is four dice."""
    room = Table()
    iris = room.vampire("ann", traits={"Strength": 3, "Brawl": 3})
    room.act(
        "storyteller", i.DealDamage, character=iris, track="health", kind="superficial",
        amount=10,
    )  # fmt: skip
    done = room.act("ann", i.Roll, (2,) * 4, character=iris, traits=("Strength", "Brawl"))
    assert dice_of(done) == 4


@pytest.mark.parametrize("rating", range(11))
@pytest.mark.parametrize("printing", ["errata", "first_printing"])
def test_every_blood_potency_is_known(rating: int, printing: str) -> None:
    """V43: in the rules, and in a room that raises it by hand."""
    rules = V5Rules(blood_potency_table=printing)  # type: ignore[arg-type]
    assert blood_potency(rating, rules).surge_dice >= 0
    room = Table(HouseRules(switches={"blood_potency_table": printing}))
    iris = room.vampire("ann", hunger=1, blood_potency=rating)
    dice = 1 + blood_potency(rating, rules).surge_dice
    done = room.act("ann", i.Roll, (6, *(2,) * dice), character=iris, pool=1, surge=True)
    assert dice_of(done) == dice


@pytest.mark.parametrize(
    ("switch", "level", "points"),
    [("above_level_1", 1, 0), ("always", 1, 1), ("above_level_1", 2, 1), ("always", 2, 1)],
)
def test_what_a_ghoul_pays_is_a_switch(switch: str, level: int, points: int) -> None:
    """V45."""
    room = Table(HouseRules(switches={"ghoul_power_cost": switch}))
    ghoul = room.vampire("ann", "Renfield", kind="ghoul")
    power = {"character": ghoul, "power_level": level}
    if points == 0:
        room.refuse("ann", i.Rouse, Code.NOTHING_TO_DO, "power_level", **power)
        return
    done = room.act("ann", i.Rouse, **power)
    assert done.only(e.DamageDealt).counted == points


# --- V20 ----------------------------------------------------------------------------------------


def v20(*faces: int, **fields: object) -> V20Receipt:
    room, iris = a_room()
    return rolled(room, faces, character=iris, pool=len(faces), **fields)


def test_more_ones_than_successes_are_no_botch() -> None:
    """W1: some die succeeded; and automatic successes are never cancelled."""
    receipt = v20(1, 1, 1, 6, 6)
    assert (receipt.outcome, receipt.net) == ("failure", 0)
    assert v20(1, 6, 7, willpower=True).net == 2


@pytest.mark.parametrize("preset", ["v20_book", "v20_table", "v20_engine", "v20_engine_casual"])
def test_no_house_rule_touches_the_dice(preset: str) -> None:
    """W3: every table is rolled the same faces, and reads them its own way."""
    faces = []
    for each in ("v20_book", preset):
        room = Table(HouseRules(preset=Preset(each)))
        intent = room.intent(i.RollV20, pool=20)
        decision = room.attempt("ann", intent, Hashed(b"the same"))
        (event,) = [r.event for r in decision.events]  # type: ignore[union-attr]
        assert isinstance(event, e.RollResolved)
        assert isinstance(event.receipt, V20Receipt)
        faces.append([die.face for die in event.receipt.dice])
    assert faces[0] == faces[1] == list(Hashed(b"the same").draw(20))


@pytest.mark.parametrize(("switch", "net"), [("yes", 1), ("no", 0)])
def test_tens_undo_ones_before_those_cancel(switch: str, net: int) -> None:
    """W5: and in V20 as written they do not."""
    room = Table(HouseRules(preset=Preset.V20_BOOK, switches={"tens_cancel_ones": switch}))
    iris = room.v20_vampire("ann")
    faces = (10, 9, 7, 6, 5, 5, 4, 2, 1, 1)
    receipt = rolled(room, faces, character=iris, pool=10, difficulty=8)
    assert receipt.net == net
    assert receipt.outcome == ("success" if net else "failure")


def test_willpower_switches_no_rule_off() -> None:
    """W9: rolled 2, cancelled 1, automatic 1, net 2."""
    receipt = v20(1, 6, 7, willpower=True)
    parts = (receipt.rolled, receipt.cancelled, receipt.automatic, receipt.net)
    assert parts == (2, 1, 1, 2)


def test_damage_never_botches() -> None:
    """W11."""
    receipt = v20(1, 1, 2, kind="damage")
    assert (receipt.net, receipt.outcome) == (0, "failure")


def wounded(levels: int, **switches: str) -> tuple[Table, str]:
    room = Table(HouseRules(preset=Preset.V20_BOOK, switches=switches))
    iris = room.v20_vampire("ann", willpower=6, traits={"Strength": 4})
    room.act(
        "storyteller", i.DealDamage, character=iris, track="health", kind="lethal", amount=levels
    )
    return room, iris


def test_wounds_take_nothing_of_willpower() -> None:
    """W15: Wounded, and six dice for Willpower 6."""
    room, iris = wounded(4)
    assert len(rolled(room, (2,) * 6, character=iris, traits=("Willpower",)).dice) == 6


@pytest.mark.parametrize(("switch", "dice"), [("no", 4), ("yes", 2)])
def test_wounds_weigh_on_strength_damage_by_a_switch(switch: str, dice: int) -> None:
    """W17: which is off by default."""
    room, iris = wounded(4, wound_penalty_on_strength_damage=switch)
    punch = {"character": iris, "traits": ("Strength",), "kind": "damage"}
    assert len(rolled(room, (2,) * dice, **punch).dice) == dice
    if switch == "no":
        room, iris = wounded(4)
        assert len(rolled(room, (2,) * dice, **{**punch, "character": iris}).dice) == dice


def test_lethal_damage_never_becomes_aggravated() -> None:
    """W19: a full track falls into torpor."""
    room, iris = wounded(7)
    done = room.act(
        "storyteller", i.DealDamage, character=iris, track="health", kind="lethal", amount=1
    )
    health = done.tracker("health")
    assert getattr(health, "condition", None) == "torpor"
    assert getattr(health, "aggravated", None) == 0


@pytest.mark.parametrize(("rating", "may"), [(0, True), (5, True), (6, False), (10, False)])
def test_virtues_end_at_five(rating: int, may: bool) -> None:
    """W21."""
    room = Table(V20)
    sheet = {"name": "Iris", "traits": {"Courage": rating}}
    if may:
        room.act("storyteller", i.CreateV20Character, **sheet)
    else:
        room.refuse("storyteller", i.CreateV20Character, Code.BAD_VIRTUE, **sheet)


@pytest.mark.parametrize(
    ("levels", "dice"), [(1, 6), (2, 5), (3, 5), (4, 4), (5, 4), (6, 1), (7, None)]
)
def test_every_level_of_health_has_its_penalty(levels: int, dice: int | None) -> None:
    """W23: 0, -1, -1, -2, -2, -5, and no action."""
    room, iris = wounded(levels)
    if dice is None:
        room.refuse("ann", i.RollV20, Code.INCAPACITATED, character=iris, pool=6)
        return
    assert len(rolled(room, (2,) * dice, character=iris, pool=6).dice) == dice


def test_willpower_is_rolled_by_its_rating() -> None:
    """W25: whatever is left of its points."""
    room, iris = wounded(1)
    for _ in range(3):
        room.act("ann", i.SpendWillpower, character=iris, use="other")
    done = room.act("ann", i.RollV20, (2,) * 6, character=iris, traits=("Willpower",))
    assert len(receipt_of(done).dice) == 6
