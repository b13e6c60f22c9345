"""Receipts of pools: what stands ready for most rolls is what the rules say of every roll."""

from hypothesis import given
from hypothesis import strategies as st

from protocol.dice import DieView
from protocol.house import HouseRules
from protocol.words import Preset
from server.rooms.v5_receipts import pool_receipt
from server.rules.v5.dice_marks import mark_dice
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import PRESETS
from server.rules.v5.reading import read_roll
from tests.rules.v5.strategies import faces


@given(faces(), st.sampled_from([preset for preset in Preset if preset in PRESETS]))
def test_a_receipt_shows_the_dice_as_the_rules_mark_them(drawn: Faces, preset: Preset) -> None:
    """With a pair of tens or without, each die adds what the rules say it adds."""
    rules = PRESETS[preset]
    receipt = pool_receipt(HouseRules(preset=preset), drawn, read_roll(drawn, 3, rules), ())
    assert receipt.dice == tuple(DieView(*mark) for mark in mark_dice(drawn, rules))
