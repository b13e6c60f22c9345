"""What weighs on V20 pools: wounds, hunger, several actions; and what needs no roll."""

import pytest

from protocol import from_client as i
from protocol.codes import Code
from tests.support.rooms import V20, Table
from tests.support.v20_rooms import a_room, items_of, receipt_of, rolled

# --- what weighs ---------------------------------------------------------------------------------


def hurt(room: Table, iris: str, amount: int, kind: str = "lethal") -> None:
    room.act("storyteller", i.DealDamage, character=iris, track="health", kind=kind, amount=amount)


@pytest.mark.parametrize(
    ("levels", "penalty"), [(1, 0), (2, -1), (3, -1), (4, -2), (5, -2), (6, -5)]
)
def test_wounds_take_dice(levels: int, penalty: int) -> None:
    """C5.6, C6: as an item of the receipt."""
    room, iris = a_room()
    hurt(room, iris, levels)
    receipt = rolled(room, (6,) * (8 + penalty), character=iris, traits=("Dexterity", "Stealth"))
    assert ("wounds", penalty) in items_of(receipt) or penalty == 0


def test_a_storyteller_strikes_wounds() -> None:
    """And it stands in the receipt; nobody else may."""
    room, iris = a_room()
    hurt(room, iris, 6)
    pool = {"character": iris, "traits": ("Dexterity",), "strike": ("wounds",)}
    room.refuse("ann", i.RollV20, Code.FORBIDDEN, "strike", **pool)
    receipt = rolled(room, (6,) * 3, who="storyteller", **pool)
    assert ("wounds: struck", 0) in items_of(receipt)


def test_who_is_incapacitated_does_not_act() -> None:
    """C6: but Virtues and soak are rolled all the same."""
    room, iris = a_room()
    hurt(room, iris, 7)
    refusal = room.refuse(
        "ann", i.RollV20, Code.INCAPACITATED, "character", character=iris, traits=("Dexterity",)
    )
    assert refusal.accepted
    rolled(room, (6, 6), character=iris, traits=("Courage",))
    rolled(room, (6, 6, 6), character=iris, traits=("Stamina", "Fortitude"), kind="soak")


def test_who_may_not_see_the_wounds_is_not_told_by_a_refusal() -> None:
    """An empty pool fails, and never botches (C1.8)."""
    room, iris = a_room()
    hurt(room, iris, 7)
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="health",
        audience="storytellers",
    )  # fmt: skip
    receipt = rolled(room, (), character=iris, traits=("Dexterity",), visibility="blind")
    assert (receipt.dice, receipt.outcome) == ((), "failure")


def test_an_empty_pool_is_refused() -> None:
    """C1.8: where its roller sees why."""
    room, iris = a_room()
    room.refuse(
        "ann", i.RollV20, Code.POOL_EMPTY, "pool", character=iris, traits=("Dexterity",),
        modifiers=({"label": "drunk", "dice": -3},),
    )  # fmt: skip


def test_hunger_caps_virtues() -> None:
    """C8.3: no more dice than blood points left, once there are few."""
    room, iris = a_room()
    room.act("ann", i.SetTracker, character=iris, tracker="blood_pool", value=1)
    receipt = rolled(room, (6,), character=iris, traits=("Self-Control",))
    assert items_of(receipt) == [("Self-Control", 3), ("hunger", -2)]
    assert receipt.kind == "virtue"
    room, iris = a_room(virtue_capped_by_blood="no")
    room.act("ann", i.SetTracker, character=iris, tracker="blood_pool", value=1)
    rolled(room, (6, 6, 6), character=iris, traits=("Self-Control",))


def test_ones_weigh_nothing_on_damage_and_soak() -> None:
    """C5.5: unless the table plays otherwise."""
    room, iris = a_room()
    for kind in ("damage", "soak"):
        receipt = rolled(room, (1, 1, 6), character=iris, pool=3, kind=kind)
        assert (receipt.cancelled, receipt.net, receipt.outcome) == (0, 1, "success")
    room, iris = a_room(ones_on_damage_soak="yes")
    assert rolled(room, (1, 1, 6), character=iris, pool=3, kind="soak").net == 0


def test_wounds_weaken_strength_damage_by_switch() -> None:
    """C5.6."""
    for switch, expected in (("no", 2), ("yes", 1)):
        room, iris = a_room(wound_penalty_on_strength_damage=switch)
        hurt(room, iris, 2)
        receipt = rolled(room, (6,) * expected, character=iris, traits=("Strength",), kind="damage")
        assert len(receipt.dice) == expected


# --- several actions, no stress ------------------------------------------------------------------


def test_several_actions_share_the_smallest_pool() -> None:
    """C3: what a roll gets of it is an item of the receipt."""
    room, iris = a_room()
    actions = {"pools": (5, 8), "shares": (2, 3), "place": 1}
    receipt = rolled(room, (6,) * 3, character=iris, traits=("Dexterity", "Stealth"),
                     actions=actions)  # fmt: skip
    assert items_of(receipt)[-1] == ("shared between actions", -5)
    assert receipt.difficulty.raised == 0


def test_a_later_action_is_harder_where_the_table_plays_so() -> None:
    """C3, C9."""
    room, iris = a_room(multiple_actions="split_plus_one")
    for place, raised in ((0, 0), (1, 1)):
        actions = {"pools": (5, 8), "shares": (2, 3), "place": place}
        faces = (7,) * (2, 3)[place]
        receipt = rolled(room, faces, character=iris, pool=(5, 8)[place], actions=actions)
        assert receipt.difficulty.raised == raised


@pytest.mark.parametrize(
    ("actions", "code", "field"),
    [
        ({"pools": (5, 8), "shares": (3, 3), "place": 0}, Code.BAD_SPLIT, "actions.shares"),
        ({"pools": (5, 8), "place": 0}, Code.BAD_SPLIT, "actions.shares"),
        ({"pools": (5, 8), "shares": (3, 2), "place": 2}, Code.INVALID, "actions.place"),
    ],
)
def test_dice_that_cannot_be_shared_so(actions: dict[str, object], code: Code, field: str) -> None:
    """C3: the sentence counts what there is."""
    room = Table(V20)
    room.refuse("ann", i.RollV20, code, field, pool=5, actions=actions)


def test_the_revised_way_takes_more_from_each() -> None:
    """C3: and refuses an action that keeps no die."""
    room, _ = a_room(multiple_actions="revised")
    receipt = rolled(room, (6, 6, 6), pool=5, actions={"pools": (5, 8), "place": 0})
    assert items_of(receipt)[-1] == ("shared between actions", -2)
    room.refuse(
        "ann", i.RollV20, Code.TOO_MANY_ACTIONS, "actions.pools", pool=2,
        actions={"pools": (2, 8), "place": 0},
    )  # fmt: skip


def test_without_stress_dice_enough_succeed() -> None:
    """C1.11: a Storyteller says that nothing presses; with fewer dice it is rolled."""
    room, _ = a_room()
    receipt = rolled(room, (), who="storyteller", pool=6, difficulty=6, calm=True)
    assert (receipt.is_unrolled, receipt.net, receipt.outcome) == (True, 1, "success")
    fewer = rolled(room, (6,) * 5, who="storyteller", pool=5, difficulty=6, calm=True)
    assert not fewer.is_unrolled
    room.refuse("ann", i.RollV20, Code.FORBIDDEN, "calm", pool=6, calm=True)


def test_an_effect_takes_dice_of_a_v20_pool() -> None:
    """What holds a character weighs by its own number: the names of V5 mean nothing here."""
    room, iris = a_room()
    room.act(
        "storyteller", i.BeginEffect, character=iris, kind="other", name="Obsession", penalty=-1
    )
    done = room.act("ann", i.RollV20, (7, 2, 2), character=iris, pool=4)
    assert [(x.label, x.dice) for x in receipt_of(done).items][-1] == ("Other (Obsession)", -1)
