"""Rolling pools: what they come to, what is refused, and how the receipt says it."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.words import (
    CharacterKind,
    Outcome,
    PoolKind,
    Preset,
)
from tests.support.rooms import Done, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}
CORE = HouseRules(preset=Preset.V5_CORE_ROLLING)


def receipt(done: Done) -> PoolReceipt:
    found = done.only(e.RollResolved).receipt
    assert isinstance(found, PoolReceipt)
    return found


# --- reading ------------------------------------------------------------------------------------

READINGS = [
    # hunger, regular, on Hunger dice, Difficulty: successes, margin, outcome
    (2, [10, 3, 2], [10, 4], 3, 4, 1, Outcome.MESSY_CRITICAL),  # V1
    (2, [10, 2], [10, 1], 5, 4, -1, Outcome.BESTIAL_FAILURE),  # V3
    (2, [8, 3], [1, 2], 2, 1, -1, Outcome.BESTIAL_FAILURE),  # V7
    (2, [10, 1, 6, 6], [1, 6], 3, 4, 1, Outcome.SUCCESS),  # V9
    (2, [10, 1, 6, 6], [1, 6], 5, 4, -1, Outcome.BESTIAL_FAILURE),  # V9
    (1, [2, 3], [1], 1, 0, -1, Outcome.BESTIAL_FAILURE),  # V11
    (1, [6, 7], [1], 2, 2, 0, Outcome.SUCCESS),  # V13
    (0, [10, 10, 3, 8, 1], [], 3, 5, 2, Outcome.CRITICAL),
    (0, [10, 10], [], 5, 4, -1, Outcome.FAILURE),
    (0, [1, 2, 3], [], 1, 0, -1, Outcome.TOTAL_FAILURE),
    (2, [10, 5, 7, 2], [10, 1], 4, 5, 1, Outcome.MESSY_CRITICAL),
]


@pytest.mark.parametrize(
    ("hunger", "regular", "on_hunger", "difficulty", "successes", "margin", "outcome"), READINGS
)
def test_a_pool_is_read_against_its_difficulty(
    hunger: int,
    regular: list[int],
    on_hunger: list[int],
    difficulty: int,
    successes: int,
    margin: int,
    outcome: Outcome,
) -> None:
    """Count, compare, colour; what the dice add is the successes."""
    room = Table()
    iris = room.vampire("ann", hunger=hunger)
    pool = len(regular) + len(on_hunger)
    done = room.act(
        "ann", i.Roll, regular + on_hunger, character=iris, pool=pool, difficulty=difficulty
    )
    read = receipt(done)
    assert (read.successes, read.margin, read.outcome) == (successes, margin, outcome)
    assert [d.face for d in read.dice if d.kind == "regular"] == regular
    assert [d.face for d in read.dice if d.kind == "hunger"] == on_hunger
    assert sum(d.adds for d in read.dice) == successes


def test_without_a_difficulty_there_is_a_report_and_no_verdict() -> None:
    """G3: successes, pairs and Hunger faces, and the colours that are possible."""
    room = Table()
    iris = room.vampire("ann", hunger=3)
    read = receipt(room.act("ann", i.Roll, (8, 10, 3), character=iris, pool=3))
    assert (read.successes, read.hunger_tens, read.hunger_ones) == (2, 1, 0)
    assert (read.margin, read.outcome, read.difficulty) == (None, None, None)
    assert read.possible == (Outcome.SUCCESS, Outcome.FAILURE)


def test_a_total_failure_that_is_bestial_keeps_both_flags() -> None:
    """The label is bestial, and that nothing succeeded stays said."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    read = receipt(room.act("ann", i.Roll, (2, 3, 1), character=iris, pool=3, difficulty=1))
    assert (read.outcome, read.is_bestial, read.is_total_failure) == (
        Outcome.BESTIAL_FAILURE,
        True,
        True,
    )


def test_the_preset_of_the_room_reads_the_dice() -> None:
    """Core rolling: bestial only without a success, each further ten two, Difficulty to 5."""
    room = Table(CORE)
    iris = room.vampire("ann", hunger=1)
    plain = receipt(room.act("ann", i.Roll, (8, 1), character=iris, pool=2, difficulty=2))
    assert (plain.outcome, plain.preset) == (Outcome.FAILURE, Preset.V5_CORE_ROLLING)
    tens = receipt(room.act("ann", i.Roll, (10, 10, 10), character=iris, pool=3, difficulty=5))
    assert tens.successes == 6
    room.refuse("ann", i.Roll, Code.BAD_DIFFICULTY, "difficulty", pool=3, difficulty=6)


# --- the pool -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "modifiers", "hunger", "regular", "on_hunger"),
    [
        (3, (), 5, 0, 3),  # V19
        (12, (), 2, 10, 2),  # V21
        (5, (-2,), 0, 3, 0),  # V15
        (5, (-3,), 3, 0, 2),
        (2, (-4,), 0, 1, 0),
        (4, (1,), 1, 4, 1),  # V25
        (40, (20,), 5, 55, 5),
    ],
)
def test_hunger_replaces_dice_after_all_modifiers(
    pool: int, modifiers: tuple[int, ...], hunger: int, regular: int, on_hunger: int
) -> None:
    """Never more dice than the pool, never fewer than one."""
    room = Table()
    iris = room.vampire("ann", hunger=hunger)
    dice = regular + on_hunger
    done = room.act(
        "ann", i.Roll, [6] * dice, character=iris, pool=pool,
        modifiers=tuple(i.PoolModifier("because", m) for m in modifiers),
    )  # fmt: skip
    kinds = [d.kind for d in receipt(done).dice]
    assert (kinds.count("regular"), kinds.count("hunger")) == (regular, on_hunger)
    assert max(1, sum(item.dice for item in receipt(done).items)) == dice


@pytest.mark.parametrize("kind", [CharacterKind.GHOUL, CharacterKind.MORTAL])
def test_who_has_no_beast_has_no_hunger_dice(kind: CharacterKind) -> None:
    """G1: whatever is added or taken away."""
    room = Table()
    them = room.vampire("ann", kind=kind)
    for dice in (1, -1):
        done = room.act(
            "ann", i.Roll, [1] * (4 + dice), character=them, pool=4, difficulty=2,
            modifiers=(i.PoolModifier("specialty", dice),),
        )  # fmt: skip
        assert {d.kind for d in receipt(done).dice} == {"regular"}
        assert receipt(done).outcome is Outcome.TOTAL_FAILURE


def test_a_thin_blood_has_hunger_dice() -> None:
    """They hunger as other vampires do."""
    room = Table()
    them = room.vampire("ann", kind=CharacterKind.THIN_BLOOD, hunger=2)
    assert receipt(room.act("ann", i.Roll, (6, 6), character=them, pool=2)).dice[0].kind == "hunger"


@pytest.mark.parametrize("kind", [PoolKind.WILLPOWER, PoolKind.HUMANITY])
def test_willpower_and_humanity_pools_have_no_hunger_dice_and_do_not_stand(kind: PoolKind) -> None:
    """Neither messy nor bestial, and never rerolled."""
    room = Table()
    iris = room.vampire("ann", hunger=5)
    done = room.act("ann", i.Roll, (1, 1), character=iris, pool=2, difficulty=1, kind=kind)
    assert {d.kind for d in receipt(done).dice} == {"regular"}
    assert not done.only(e.RollResolved).is_standing
    assert receipt(done).outcome is Outcome.TOTAL_FAILURE


def test_a_roll_takes_sixty_dice_and_not_one_more() -> None:
    """F13: one step over is refused with the limit named."""
    room = Table()
    more = (i.PoolModifier("more", 20),)
    room.act("ann", i.Roll, [3] * 60, pool=40, modifiers=more)
    refusal = room.refuse(
        "ann", i.Roll, Code.POOL_TOO_LARGE, "pool",
        pool=40, modifiers=(*more, i.PoolModifier("and more", 1)),
    )  # fmt: skip
    assert "60" in refusal.detail


def test_a_pool_without_a_character_names_its_own_hunger() -> None:
    """For a character the tracker counts and nothing else; without one nothing stands open."""
    room = Table()
    done = room.act("ann", i.Roll, (2, 1), pool=2, hunger=1, difficulty=1)
    assert receipt(done).outcome is Outcome.BESTIAL_FAILURE
    assert not done.only(e.RollResolved).is_standing
    assert done.all(e.ProposalOpened) == []
    plain = room.act("ann", i.Roll, (1,), pool=1, difficulty=1)
    assert receipt(plain).outcome is Outcome.TOTAL_FAILURE
    iris = room.vampire("ann")
    room.refuse("ann", i.Roll, Code.INVALID, "hunger", character=iris, pool=2, hunger=1)


# --- Blood Surge --------------------------------------------------------------------------------


def test_blood_surge_raises_hunger_only_after_the_roll_it_pays_for() -> None:
    """Potency 1 adds two dice; the failed Rouse check counts from the next roll on."""
    room = Table()
    bouncer = room.vampire("bob", hunger=2, blood_potency=1)
    done = room.act(
        "bob", i.Roll, (6, 6, 9, 2, 7, 3, 1), character=bouncer, pool=4, difficulty=3, surge=True
    )
    read = receipt(done)
    assert [d.kind for d in read.dice].count("hunger") == 2
    assert (len(read.dice), read.successes, read.margin) == (6, 4, 1)
    assert read.rouse is not None
    assert (read.rouse.faces, read.rouse.passed) == ((1,), False)
    assert done.kinds == ["roll_resolved", "tracker_changed"]
    assert done.tracker("hunger") == 3
    after = room.act("bob", i.Roll, (6,) * 4, character=bouncer, pool=4)
    assert [d.kind for d in receipt(after).dice].count("hunger") == 3


def test_blood_surge_that_holds_leaves_hunger_as_it_is() -> None:
    """A face of 6 or more costs nothing."""
    room = Table()
    iris = room.vampire("ann", hunger=4, blood_potency=0)
    done = room.act("ann", i.Roll, (*[3] * 5, 6), character=iris, pool=4, surge=True)
    assert done.kinds == ["roll_resolved"]
    assert room.state.characters[iris].trackers["hunger"] == 4


def test_blood_surge_needs_blood_an_attribute_and_room_for_hunger() -> None:
    """Refused before a die falls: no character, no Blood, Hunger 5, a Willpower pool."""
    room = Table()
    full = room.vampire("ann", hunger=5)
    ghoul = room.vampire("ann", kind=CharacterKind.GHOUL)
    iris = room.vampire("ann")
    room.refuse("ann", i.Roll, Code.SURGE_NOT_ALLOWED, "surge", pool=3, surge=True)
    room.refuse("ann", i.Roll, Code.HUNGER_FULL, character=full, pool=3, surge=True)
    room.refuse("ann", i.Roll, Code.NO_ROUSE, character=ghoul, pool=3, surge=True)
    for kind in (PoolKind.WILLPOWER, PoolKind.HUMANITY):
        room.refuse(
            "ann", i.Roll, Code.SURGE_NOT_ALLOWED, character=iris, pool=3, surge=True, kind=kind
        )
