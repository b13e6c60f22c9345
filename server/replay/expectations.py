"""What a recorded roll could have come to, exactly, by the rules that its receipt names."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from protocol.receipts import FrenzyReceipt, PoolReceipt, Receipt, RemorseReceipt, RouseReceipt
from protocol.v20_receipt import V20Receipt
from protocol.v20_words import V20Outcome, V20PoolKind
from protocol.words import FrenzyOutcome, Outcome
from server.rooms.house import rules_by, v20_rules_by
from server.rules.odds.v5_checks import frenzy_odds
from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_spread import V5Pool
from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds
from server.rules.odds.ways import MAX_DICE
from server.rules.v5.frenzy import FrenzyOutcome as OwnFrenzyOutcome

PASSED: Final = "passed"
FAILED: Final = "failed"

WINS: Final = frozenset(
    {
        str(Outcome.CRITICAL), str(Outcome.MESSY_CRITICAL), str(Outcome.SUCCESS),
        PASSED,
    }
)  # fmt: skip
"""The outcomes that a roll is won with."""


class Expected(Struct, frozen=True):
    """
    A roll beside what it could have been.

    `outcome` is what came of it; `chances` has the exact chance of each outcome, together 1.
    """

    kind: str
    outcome: str
    chances: Mapping[str, Fraction]

    @property
    def is_won(self) -> bool:
        """Whether the roll was won."""
        return self.outcome in WINS

    @property
    def win(self) -> Fraction:
        """The chance to win it."""
        return sum((c for name, c in self.chances.items() if name in WINS), Fraction(0))


def expected(receipt: Receipt) -> Expected | None:
    """
    What the dice of a receipt could have come to; None where nothing was at stake.

    That is a roll without a Difficulty, one won without dice, one that a called shot made dearer
    after it was rolled, a table that is rolled on, and pools larger than odds are counted for.
    """
    match receipt:
        case PoolReceipt():
            return _pool(receipt)
        case RouseReceipt():
            return _of_two("rouse", receipt.passed, 1 - Fraction(1, 2) ** len(receipt.faces))
        case RemorseReceipt():
            return _of_two("remorse", receipt.kept, 1 - Fraction(1, 2) ** len(receipt.faces))
        case FrenzyReceipt():
            return _frenzy(receipt)
        case V20Receipt():
            return _v20(receipt)
        case _:
            return None


def _of_two(kind: str, is_passed: bool, chance: Fraction) -> Expected:
    outcome = PASSED if is_passed else FAILED
    return Expected(kind, outcome, {PASSED: chance, FAILED: 1 - chance})


def _pool(receipt: PoolReceipt) -> Expected | None:
    hunger = sum(die.kind == "hunger" for die in receipt.dice)
    is_plain = receipt.without_dice is None and receipt.called_shot is None
    if receipt.outcome is None or not is_plain or not 1 <= len(receipt.dice) <= MAX_DICE:
        return None
    odds = pool_odds(
        V5Pool(len(receipt.dice) - hunger, hunger), receipt.difficulty, rules_by(receipt)
    )
    chances = {
        str(outcome): Fraction(count, odds.ways)
        for outcome, count in odds.outcomes.items()
        if count
    }
    return Expected("pool", str(receipt.outcome), chances)


def _frenzy(receipt: FrenzyReceipt) -> Expected | None:
    if not 1 <= len(receipt.faces) <= MAX_DICE:
        return None
    odds = frenzy_odds(len(receipt.faces), receipt.difficulty, rules_by(receipt))
    failed = odds.chance(OwnFrenzyOutcome.FRENZY)
    outcome = FAILED if receipt.outcome is FrenzyOutcome.FRENZY else PASSED
    return Expected("frenzy", outcome, {PASSED: 1 - failed, FAILED: failed})


def _v20(receipt: V20Receipt) -> Expected | None:
    counts_ones = receipt.kind not in (V20PoolKind.DAMAGE, V20PoolKind.SOAK)
    dice = sum(not die.is_reroll for die in receipt.dice)
    if receipt.is_unrolled or not counts_ones or not 1 <= dice <= MAX_DICE:
        return None
    odds = v20_odds(
        V20Pool(dice, receipt.difficulty.applied, has_specialty=bool(receipt.specialty)),
        v20_rules_by(receipt),
        required=receipt.required,
        automatic=receipt.automatic,
    )
    chances = {
        str(V20Outcome.BOTCH): odds.botch,
        str(V20Outcome.FAILURE): odds.failure,
        str(V20Outcome.SUCCESS): odds.success,
    }
    kind = f"v20 {receipt.kind}"
    return Expected(kind, str(receipt.outcome), {n: c for n, c in chances.items() if c})
