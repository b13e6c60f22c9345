"""How a Storyteller reads a roll, and how those read it who are not told all of that."""

from msgspec import Struct

from protocol.ids import MemberId
from protocol.receipts import PoolReceipt
from protocol.request_words import Told
from protocol.words import Outcome
from server.rooms.house import rules_by
from server.rooms.state import StandingRoll
from server.rooms.thrown import dice_of
from server.rooms.v5_receipts import pool_receipt, receipt_without_dice
from server.rules.v5.reading import read_roll

_WON = (Outcome.SUCCESS, Outcome.CRITICAL, Outcome.MESSY_CRITICAL)


class Judgement(Struct, frozen=True):
    """How a roll is read: against a Difficulty, or null where it was impossible."""

    by: MemberId
    told: Told
    receipt: PoolReceipt | None
    note: str = ""

    @property
    def is_won(self) -> bool:
        """Whether the roll is won."""
        return self.receipt is not None and self.receipt.outcome in _WON

    def as_told(self, receipt: PoolReceipt) -> PoolReceipt | None:
        """
        How whoever sees the roll reads it, whose dice are in *receipt*; null if it was impossible.

        By the verdict alone an impossible roll is a lost one, whatever its dice.
        """
        match self.told:
            case Told.STORYTELLERS:
                return receipt
            case Told.VERDICT if self.receipt is None:
                return reread(receipt, receipt.successes + 1)
            case _:
                return self.receipt


def judgement_of(standing: StandingRoll) -> Judgement | None:
    """How a Storyteller read a roll that stands; None if nobody did."""
    if standing.told is None or standing.judged_by is None:
        return None
    read = None if standing.is_impossible else standing.judged or standing.receipt
    return Judgement(standing.judged_by, standing.told, read)


def reread(receipt: PoolReceipt, difficulty: int) -> PoolReceipt:
    """The same dice read against another Difficulty, by the rules that the receipt names."""
    if receipt.without_dice is not None:
        return receipt_without_dice(receipt, receipt.without_dice, receipt.items, difficulty)
    thrown = dice_of(receipt)
    reading = read_roll(
        thrown.faces,
        difficulty,
        rules_by(receipt),
        original=thrown.original,
        rerolled=thrown.rerolled,
        called_shot=receipt.called_shot is not None,
    )
    return pool_receipt(
        receipt,
        thrown.faces,
        reading,
        receipt.items,
        original=thrown.original,
        rerolled=thrown.rerolled,
        rouse=receipt.rouse,
        called_shot=receipt.called_shot,
    )
