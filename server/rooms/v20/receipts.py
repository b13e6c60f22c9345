"""V20 receipts: from faces and what was asked for to the parts that a person can check."""

from msgspec import Struct

from protocol.dice import PoolItemView
from protocol.v20_receipt import DifficultyView, V20DieView, V20Receipt
from protocol.v20_words import Degree, V20Outcome, V20PoolKind
from protocol.words import TrackerName
from server.rooms.house import ReadBy, v20_rules_by
from server.rules.v20.counting import mark_dice
from server.rules.v20.difficulty import UNROLLED_SUCCESSES, AppliedDifficulty
from server.rules.v20.faces import Faces
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import PoolItem, PoolKind
from server.rules.v20.reading import Reading, read_roll


class Asked20(Struct, frozen=True, gc=False):
    """
    What a roll is before its dice: its parts, what it has to reach, and what helps it.

    `weighing` are the trackers that can weigh on it; a receipt does not say them.
    """

    items: tuple[PoolItem, ...]
    difficulty: AppliedDifficulty
    kind: PoolKind = PoolKind.ACTION
    required: int = 1
    automatic: int = 0
    specialty: str = ""
    is_unrolled: bool = False
    weighing: tuple[TrackerName, ...] = ()

    @property
    def size(self) -> int:
        """Dice of the pool, without those that a specialty brings."""
        return 0 if self.is_unrolled else max(0, sum([item.dice for item in self.items]))


def read(asked: Asked20, faces: Faces, rules: V20Rules) -> Reading:
    """Read faces as the rules do for such a roll."""
    automatic = asked.automatic + (UNROLLED_SUCCESSES if asked.is_unrolled else 0)
    return read_roll(
        faces,
        asked.difficulty.applied,
        rules,
        required=asked.required,
        automatic=automatic,
        has_specialty=bool(asked.specialty),
        ones_matter=ones_matter(asked.kind, rules),
    )


def ones_matter(kind: PoolKind, rules: V20Rules) -> bool:
    """Whether 1s cancel and botch on such a roll (C5.5)."""
    is_combat = kind in (PoolKind.DAMAGE, PoolKind.SOAK)
    return not is_combat or rules.ones_on_damage_soak == "yes"


def v20_receipt(house: ReadBy, asked: Asked20, faces: Faces) -> V20Receipt:
    """The receipt of a roll by the rules of *house*."""
    rules = v20_rules_by(house)
    reading = read(asked, faces, rules)
    marks = mark_dice(
        faces,
        asked.difficulty.applied,
        rules,
        has_specialty=bool(asked.specialty),
        ones_matter=ones_matter(asked.kind, rules),
    )
    difficulty = asked.difficulty
    return V20Receipt(
        items=tuple([PoolItemView(item.label, item.dice) for item in asked.items]),
        dice=tuple([V20DieView(*mark) for mark in marks]),
        difficulty=DifficultyView(
            assessed=difficulty.assessed,
            applied=difficulty.applied,
            raised=difficulty.raised,
            untrained=difficulty.untrained,
            is_halved=difficulty.is_halved,
        ),
        ones=reading.ones,
        rolled=reading.rolled,
        cancelled=reading.cancelled,
        automatic=reading.automatic,
        net=reading.net,
        outcome=V20Outcome(reading.outcome),
        why="Dice enough and no stress: it succeeds." if asked.is_unrolled else reading.why,
        required=reading.required,
        degree=None if reading.degree is None else Degree(reading.degree),
        kind=V20PoolKind(asked.kind),
        specialty=asked.specialty,
        is_unrolled=asked.is_unrolled,
        preset=house.preset,
        switches=house.switches,
    )


def asked_of(receipt: V20Receipt) -> Asked20:
    """What a receipt says that the roll was before its dice."""
    difficulty = receipt.difficulty
    return Asked20(
        items=tuple([PoolItem(item.label, item.dice) for item in receipt.items]),
        difficulty=AppliedDifficulty(
            assessed=difficulty.assessed,
            raised=difficulty.raised,
            untrained=difficulty.untrained,
            applied=difficulty.applied,
            is_halved=difficulty.is_halved,
        ),
        kind=PoolKind(receipt.kind),
        required=receipt.required,
        automatic=receipt.automatic - (UNROLLED_SUCCESSES if receipt.is_unrolled else 0),
        specialty=receipt.specialty,
        is_unrolled=receipt.is_unrolled,
    )


def faces_of(receipt: V20Receipt) -> Faces:
    """The faces of a receipt."""
    return Faces(
        tuple([die.face for die in receipt.dice if not die.is_reroll]),
        tuple([die.face for die in receipt.dice if die.is_reroll]),
    )


def reading_of(receipt: V20Receipt) -> Reading:
    """A receipt as the rules read it."""
    return read(asked_of(receipt), faces_of(receipt), v20_rules_by(receipt))
