"""
What a roll tells beside its dice: how it came out, at once to those from whom its pool is hidden.

Such a roll is private, and its outcome is revealed with it; when the dice are rolled again or read
otherwise, the new outcome is told to the same people.
"""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.receipts import (
    CompulsionReceipt,
    FrenzyReceipt,
    PoolReceipt,
    Receipt,
    RemorseReceipt,
    ResonanceReceipt,
    RouseReceipt,
    RousesReceipt,
)
from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from protocol.words import DiceSource, RevealPart, Visibility
from server.rooms.audience import Audience
from server.rooms.deed import Asked, Deed
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState, RequestState, ShownOutcome
from server.rooms.visibility import asked_audience


def hides_pool(intent: object, request: RequestState | None) -> bool:
    """Whether the roller, or the Storyteller who asked for it, wants the pool of a roll hidden."""
    wished = isinstance(intent, i.Roll | i.RollV20) and intent.hide_pool
    return wished or (request is not None and request.view.hide_pool)


def refuse_hiding(intent: object) -> Refusal | None:
    """Whether there is no pool to hide."""
    no_dice = isinstance(intent, i.Roll) and intent.without_dice is not None
    if not no_dice:
        return None
    return Refusal(
        Code.INVALID,
        "Nothing is rolled, so that no dice could be hidden.",
        "without_dice",
        "a roll, or one that does not hide its pool",
    )


def apart(
    actor: MemberState, asked: Asked, characters: tuple[CharacterState, ...]
) -> tuple[Asked, Audience | None]:
    """
    Where a roll goes whose pool is hidden, and who is told its outcome; None for nobody else.

    Nobody learns of it whom its visibility leaves out: a whisper is not an owner's for being one.
    """
    if asked.visibility in (Visibility.SECRET, Visibility.BLIND):
        return asked, None
    private = asked_audience(actor.member, Visibility.PRIVATE, (), characters)
    private = private.narrowed_to(asked.audience)
    shown_to = None if private.covers(asked.audience) else asked.audience
    return Asked(Visibility.PRIVATE, private), shown_to


def tell_outcome(deed: Deed, rolled: e.RollResolved, shown_to: Audience) -> None:
    """Tell how a roll came out that was just made, and nothing of its dice."""
    successes, outcome = outcome_of(rolled.receipt)
    shown = e.RollRevealed(
        roll=rolled.roll,
        by=rolled.member,
        member=rolled.member,
        character=rolled.character,
        label=rolled.label,
        part=RevealPart.OUTCOME,
        rolled_at_ms=deed.at_ms,
        source=rolled.source,
        successes=successes,
        outcome=outcome,
        at_once=True,
    )
    deed.record(shown, asked=shown_to)


def tell_again(
    deed: Deed, before: ShownOutcome | None, receipt: Receipt, source: DiceSource | None = None
) -> None:
    """Tell how a roll comes out now, to those who were told only that of it."""
    if before is None:
        return
    successes, outcome = outcome_of(receipt)
    # Dice that were entered in part are never the server's.
    now = source if source is DiceSource.ENTERED else before.event.source
    again = replace(before.event, successes=successes, outcome=outcome, source=now)
    if again != before.event:
        deed.record(again, asked=before.audience)


def outcome_of(receipt: Receipt) -> tuple[int | None, str | None]:
    """What a reveal of the outcome alone tells: successes, and how it came out."""
    match receipt:
        case PoolReceipt():
            outcome = None if receipt.outcome is None else receipt.outcome.value
            return receipt.successes, outcome
        case RouseReceipt():
            return None, "passed" if receipt.passed else "failed"
        case RousesReceipt():
            return None, f"{receipt.failed}_failed"
        case CompulsionReceipt():
            return None, receipt.name
        case ResonanceReceipt():
            return None, f"{receipt.temperament} {receipt.resonance}"
        case RemorseReceipt():
            return receipt.successes, "kept" if receipt.kept else "lost"
        case FrenzyReceipt():
            return receipt.successes, receipt.outcome
        case V20Receipt():
            return receipt.net, receipt.outcome
        case InitiativeReceipt():
            return None, str(receipt.total)
        case _:
            assert_never(receipt)
