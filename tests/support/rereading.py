"""Reads a receipt's dice again by the rules, without the server: they must say the same."""

from collections.abc import Mapping
from typing import Any, assert_never

import msgspec

from protocol.receipts import FrenzyReceipt, PoolReceipt, Receipt, RemorseReceipt, RouseReceipt
from server.rooms.house import rules_by
from server.rules.v5.dice_marks import mark_dice
from server.rules.v5.frenzy import resolve_frenzy
from server.rules.v5.humanity import resolve_remorse
from server.rules.v5.reading import Faces, read_roll
from server.rules.v5.rouse import resolve_rouse


def check_receipt(receipt: Mapping[str, Any]) -> None:
    """Assert that a receipt is what its own dice come to."""
    read = msgspec.convert(receipt, Receipt)
    match read:
        case PoolReceipt():
            _check_pool(read)
        case RouseReceipt():
            _check_rouse(read)
        case RemorseReceipt():
            result = resolve_remorse(read.faces, 7, rules_by(read))
            assert (read.successes, read.kept) == (result.successes, result.kept)
        case FrenzyReceipt():
            again = resolve_frenzy(read.faces, read.difficulty, rules_by(read))
            found = (read.successes, read.outcome, read.why)
            assert found == (again.successes, again.outcome.value, again.why)
            assert len(read.faces) == max(1, sum(item.dice for item in read.items))
        case _:
            assert_never(read)


def _check_rouse(receipt: RouseReceipt) -> None:
    again = resolve_rouse(receipt.faces, hunger=0, rules=rules_by(receipt))
    assert receipt.passed == again.passed


def _check_pool(receipt: PoolReceipt) -> None:
    regular = [die for die in receipt.dice if die.kind == "regular"]
    hunger = tuple(die.face for die in receipt.dice if die.kind == "hunger")
    faces = Faces(tuple(die.face for die in regular), hunger)
    rerolled = frozenset(n for n, die in enumerate(regular) if die.replaced is not None)
    before = Faces(tuple(die.replaced or die.face for die in regular), hunger)
    original = before if rerolled else None
    rules = rules_by(receipt)
    again = read_roll(faces, receipt.difficulty, rules, original=original, rerolled=rerolled)
    for field in (
        "successes",
        "pairs",
        "hunger_tens",
        "hunger_ones",
        "margin",
        "outcome",
        "is_total_failure",
        "is_bestial",
        "is_messy",
        "possible",
        "why",
    ):
        assert getattr(receipt, field) == getattr(again, field), field
    assert [
        tuple(mark) for mark in mark_dice(faces, rules, original=original, rerolled=rerolled)
    ] == [(die.kind, die.face, die.adds, die.in_pair, die.replaced) for die in receipt.dice]
    assert len(receipt.dice) == max(1, sum(item.dice for item in receipt.items))
    if receipt.rouse is not None:
        _check_rouse(receipt.rouse)
