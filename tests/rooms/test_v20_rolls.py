"""V20 pools in a room: traits, difficulty, specialties, Willpower, and the receipt."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import Preset
from tests.support.rooms import V20, Table
from tests.support.v20_rooms import SHEET, TRAITS, a_room, items_of, receipt_of, rolled


@pytest.mark.parametrize(
    ("faces", "fields", "counts", "outcome"),
    [
        ((1, 2, 4), {}, (0, 1, 0, 0, 0), "botch"),
        ((1, 2, 4), {"automatic": 1}, (0, 1, 0, 1, 1), "success"),
        ((1,), {"automatic": 1, "required": 2}, (0, 1, 0, 1, 1), "failure"),
        ((2, 3, 5), {}, (0, 0, 0, 0, 0), "failure"),
        ((1, 1, 1, 6, 6), {}, (2, 3, 2, 0, 0), "failure"),
        ((9, 1, 1, 8, 1), {"difficulty": 8}, (2, 3, 2, 0, 0), "failure"),
        ((1, 6, 7), {"automatic": 1}, (2, 1, 1, 1, 2), "success"),
        ((10, 7), {}, (2, 0, 0, 0, 2), "success"),
        ((10, 1), {"specialty": "x", "specialty_rating": 4}, (2, 1, 1, 0, 1), "success"),
        ((10, 10, 6, 1), {"specialty": "x", "specialty_rating": 5}, (5, 1, 1, 0, 4), "success"),
    ],
)
def test_the_vectors_are_read_as_the_facts_say(
    faces: tuple[int, ...], fields: dict[str, object], counts: tuple[int, ...], outcome: str
) -> None:
    """C10, C1.4 to C1.7, C1.13: the receipt keeps its eight parts apart."""
    receipt = rolled(Table(V20), faces, pool=len(faces), **fields)
    parts = (receipt.rolled, receipt.ones, receipt.cancelled, receipt.automatic, receipt.net)
    assert (parts, receipt.outcome) == (counts, outcome)
    assert receipt.difficulty.applied == fields.get("difficulty", 6)
    assert tuple(die.face for die in receipt.dice) == faces
    assert sum(die.adds for die in receipt.dice) == receipt.rolled


def test_a_pool_of_traits_is_itemised() -> None:
    """C2: Attribute and Ability, named in any letter case, each a line of the receipt."""
    room, iris = a_room()
    receipt = rolled(room, (6,) * 5, character=iris, traits=("dexterity", "BRAWL"))
    assert items_of(receipt) == [("dexterity", 3), ("BRAWL", 2)]
    assert (receipt.kind, receipt.degree) == ("action", "phenomenal")


def test_an_untrained_talent_rolls_the_attribute_alone() -> None:
    """C2: no penalty, and the Attribute counts once."""
    room, iris = a_room()
    receipt = rolled(room, (6, 6, 6), character=iris, traits=("Dexterity", "Athletics"))
    assert items_of(receipt) == [("Dexterity", 3)]
    assert receipt.difficulty.applied == 6


@pytest.mark.parametrize(
    ("preset", "assessed", "applied", "is_halved"),
    [("v20_book", 6, 7, False), ("v20_engine_casual", 6, 3, True), ("v20_book", 10, 10, False)],
)
def test_an_untrained_skill_is_harder(
    preset: str, assessed: int, applied: int, is_halved: bool
) -> None:
    """C2: one harder, before casual mode halves; at 10 it stays by default."""
    room = Table(HouseRules(preset=Preset(preset)))
    iris = room.v20_vampire("ann", "Iris", traits=TRAITS, sheet=SHEET)
    receipt = rolled(
        room, (5, 5, 5), character=iris, traits=("Dexterity", "Boating"), difficulty=assessed
    )
    told = receipt.difficulty
    assert (told.assessed, told.applied, told.is_halved) == (assessed, applied, is_halved)
    assert told.untrained == (0 if assessed == 10 else 1)


def test_a_knowledge_of_nothing_is_not_rolled() -> None:
    """C2: unless the table plays otherwise."""
    room, iris = a_room()
    room.refuse(
        "ann", i.RollV20, Code.UNTRAINED_KNOWLEDGE, "traits",
        character=iris, traits=("Wits", "Occult"),
    )  # fmt: skip
    room, iris = a_room(untrained_knowledge="attribute")
    assert items_of(rolled(room, (6,) * 4, character=iris, traits=("Wits", "Occult"))) == [
        ("Wits", 4)
    ]


@pytest.mark.parametrize(
    ("traits", "accepted"),
    [
        (("Brawl",), "Attribute"),
        (("Brawl", "Stealth"), "Attribute"),
        (("Willpower", "Wits"), "alone"),
        (("Courage", "Wits"), "alone"),
        (("Wits", "Wits"), "beside"),
    ],
)
def test_what_mixtures_are_rolled(traits: tuple[str, ...], accepted: str) -> None:
    """C2, C3, C8.1: an Ability with an Attribute, Willpower and Virtues alone."""
    room, iris = a_room()
    refusal = room.refuse("ann", i.RollV20, Code.BAD_POOL, character=iris, traits=traits)
    assert accepted in (refusal.accepted or "")


@pytest.mark.parametrize(
    ("traits", "kind", "accepted"),
    [
        (("Wits",), "virtue", "action"),
        (("Courage",), "willpower", "virtue"),
        (("Willpower",), "soak", "willpower"),
    ],
)
def test_the_traits_say_what_is_rolled_for(
    traits: tuple[str, ...], kind: str, accepted: str
) -> None:
    """C3, C8.1: a word that does not fit them is refused."""
    room, iris = a_room()
    refusal = room.refuse(
        "ann", i.RollV20, Code.INVALID, "kind", character=iris, traits=traits, kind=kind
    )
    assert refusal.accepted == accepted


@pytest.mark.parametrize("difficulty", [1, 11])
def test_difficulties_are_two_to_ten(difficulty: int) -> None:
    """C1.1."""
    room = Table(V20)
    refusal = room.refuse(
        "ann", i.RollV20, Code.BAD_DIFFICULTY, "difficulty", pool=3, difficulty=difficulty
    )
    assert refusal.accepted == "2 to 10"


def test_retries_and_what_else_is_harder_is_told() -> None:
    """C1.12: each failure before adds one, and 10 is the end."""
    room = Table(V20)
    assert rolled(room, (6,), pool=1, retries=2).difficulty.raised == 2
    told = rolled(room, (10,), pool=1, difficulty=9, retries=2, raised=3).difficulty
    assert (told.raised, told.applied) == (1, 10)


# --- specialties ---------------------------------------------------------------------------------


def test_a_specialty_doubles_tens() -> None:
    """C3: by the book a ten counts two, and brings no die."""
    room, iris = a_room()
    receipt = rolled(
        room, (10, 6, 2, 2, 2, 2), character=iris, traits=("Wits", "Brawl"),
        specialty="snap decisions",
    )  # fmt: skip
    assert (receipt.rolled, receipt.specialty) == (3, "snap decisions")


def test_a_specialty_rolls_tens_again_where_the_table_plays_so() -> None:
    """C3: a ten counts one and brings a die, and so does a ten on that; its ones cancel nothing."""
    room, iris = a_room(specialty="reroll")
    receipt = rolled(
        room, (10, 10, 2, 2, 2, 2, 10, 1, 7), character=iris, traits=("Wits", "Brawl"),
        specialty="Snap Decisions",
    )  # fmt: skip
    assert [die.face for die in receipt.dice if die.is_reroll] == [10, 1, 7]
    assert (receipt.rolled, receipt.cancelled, receipt.net) == (4, 0, 4)


@pytest.mark.parametrize(
    ("traits", "specialty", "code"),
    [
        (("Dexterity", "Brawl"), "Grapple", Code.SPECIALTY_TOO_LOW),
        (("Dexterity", "Brawl"), "Shadows", Code.NO_SPECIALTY_HERE),
        (("Courage",), "Bravery", Code.NO_SPECIALTY_HERE),
    ],
)
def test_which_specialties_count(traits: tuple[str, ...], specialty: str, code: Code) -> None:
    """C3, C8.1, C9: one of the sheet, of a trait that is rolled, rated 4 or 5."""
    room, iris = a_room()
    room.refuse(
        "ann", i.RollV20, code, "specialty", character=iris, traits=traits, specialty=specialty
    )


def test_with_a_number_of_dice_the_rating_is_told() -> None:
    """C9: else nobody could say whether a specialty counts; 6 and more is beyond the book."""
    room = Table(V20)
    room.refuse("ann", i.RollV20, Code.INVALID, "specialty_rating", pool=2, specialty="Locks")
    for rating, code in ((3, Code.SPECIALTY_TOO_LOW), (6, Code.SPECIALTY_TOO_HIGH)):
        room.refuse(
            "ann", i.RollV20, code, "specialty", pool=2, specialty="Locks",
            specialty_rating=rating,
        )  # fmt: skip


# --- Willpower -----------------------------------------------------------------------------------


def test_willpower_buys_a_success() -> None:
    """C3: it is spent with the roll, never cancelled, and no botch comes then."""
    room, iris = a_room()
    done = room.act(
        "ann", i.RollV20, (1, 1, 2), character=iris, traits=("Dexterity",), willpower=True
    )
    assert done.kinds == ["willpower_spent", "tracker_changed", "roll_resolved"]
    assert (receipt_of(done).net, receipt_of(done).outcome) == (1, "success")
    spent = done.only(e.WillpowerSpent)
    assert (spent.use, spent.roll, spent.turn) == ("automatic_success", done.created, None)
    assert done.tracker("willpower").current == 4  # type: ignore[attr-defined]


def test_one_success_is_bought_in_a_turn() -> None:
    """C3: the next turn has its own; without turns nothing is counted."""
    room, iris = a_room()
    pool = {"character": iris, "pool": 1, "willpower": True}
    room.act("storyteller", i.BeginClock, clock="turn")
    assert room.act("ann", i.RollV20, (6,), **pool).only(e.WillpowerSpent).turn == 1
    refusal = room.refuse("ann", i.RollV20, Code.WILLPOWER_USED, **pool)
    assert refusal.accepted
    room.act("storyteller", i.BeginClock, clock="turn")
    room.act("ann", i.RollV20, (6,), **pool)
    room.act("storyteller", i.EndClock, clock="turn")
    room.act("ann", i.RollV20, (6,), **pool)
    room.act("ann", i.RollV20, (6,), **pool)


def test_some_tables_lock_nothing() -> None:
    """C3, C9: the engine's presets."""
    room = Table(HouseRules(preset=Preset.V20_ENGINE))
    iris = room.v20_vampire()
    room.act("storyteller", i.BeginClock, clock="turn")
    for _ in range(2):
        room.act("ann", i.RollV20, (6,), character=iris, pool=1, willpower=True)


def test_what_is_not_there_buys_nothing() -> None:
    """C3: at 0 points, on a Willpower roll, and without a character it is refused."""
    room, iris = a_room()
    room.refuse(
        "ann", i.RollV20, Code.WILLPOWER_NOT_HERE, character=iris, traits=("Willpower",),
        willpower=True,
    )  # fmt: skip
    room.refuse("ann", i.RollV20, Code.INVALID, "character", pool=1, willpower=True)
    room.act("ann", i.SetTrack, character=iris, track="willpower", current=0)
    room.refuse(
        "ann", i.RollV20, Code.WILLPOWER_SPENT, "willpower", character=iris, pool=1, willpower=True
    )


def test_a_willpower_roll_rolls_the_rating() -> None:
    """C3: whatever is left of the points."""
    room, iris = a_room()
    room.act("ann", i.SetTrack, character=iris, track="willpower", boxes=4, current=1)
    receipt = rolled(room, (6,) * 4, character=iris, traits=("Willpower",))
    assert (receipt.kind, items_of(receipt)) == ("willpower", [("Willpower", 4)])


@pytest.mark.parametrize(
    "fields",
    [
        {"traits": ("Dexterity", "Stealth"), "specialty": "Shadows", "specialty_rating": 5},
        {"pool": 3, "specialty_rating": 4},
    ],
)
def test_a_rating_that_says_nothing_is_refused(fields: dict[str, object]) -> None:
    """The sheet has it, or there is nothing that it rates."""
    room, iris = a_room()
    room.refuse("ann", i.RollV20, Code.INVALID, "specialty_rating", character=iris, **fields)


def test_an_untrained_skill_may_be_too_hard() -> None:
    """C2: at difficulty 10 a table may refuse the roll that would need 11."""
    room, iris = a_room(untrained_at_ten="refuse")
    hard = {"character": iris, "traits": ("Dexterity", "Drive")}
    room.refuse("ann", i.RollV20, Code.UNTRAINED_AT_TEN, "difficulty", difficulty=10, **hard)
    room.act("ann", i.RollV20, (2,) * 3, difficulty=9, **hard)
