"""Receipts of what was not rolled, and of called shots, checked again."""

import pytest
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.dice import DieView
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt, RouseReceipt
from server.replay.receipt_check import faults_of_receipt
from tests.support.rooms import Table


def rolled(*faces: int, switches: dict[str, str] | None = None, **fields: object) -> PoolReceipt:
    room = Table(HouseRules(switches=switches or {}))
    receipt = room.act("storyteller", i.Roll, faces, **fields).only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    return receipt


GRANTED = rolled(pool=6, difficulty=3, without_dice="win")
HALF = rolled(pool=7, difficulty=2, without_dice="half")
SHOT = rolled(6, 6, 6, switches={"called_shot": "successes_2"}, pool=3, called_shot="stake")


@pytest.mark.parametrize("receipt", [GRANTED, HALF, SHOT])
def test_what_the_server_made_is_as_the_rules_say(receipt: PoolReceipt) -> None:
    assert faults_of_receipt(receipt) == []


@pytest.mark.parametrize(
    "changed",
    [
        replace(GRANTED, successes=4),
        replace(GRANTED, margin=1),
        replace(HALF, successes=4),
        replace(HALF, without_dice=None),
        replace(HALF, dice=(DieView("regular", 6, 1),)),
        replace(SHOT, called_shot=None),
        replace(SHOT, successes=3),
        replace(rolled(2, 3, pool=2, difficulty=1), label="disaster"),
    ],
)
def test_what_was_changed_is_found(changed: PoolReceipt) -> None:
    """Whatever a log claims is worked out again."""
    assert faults_of_receipt(changed)


def test_a_stain_of_oblivion_is_worked_out_again() -> None:
    """A4.9: no stain is added to a check, and none is left out."""
    room = Table()
    hero = room.vampire("ann", hunger=1)
    done = room.act("ann", i.Rouse, (10,), character=hero, oblivion=True)
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, RouseReceipt)
    assert faults_of_receipt(receipt) == []
    assert faults_of_receipt(replace(receipt, stains=0))
    assert faults_of_receipt(replace(receipt, purpose="other"))
