"""
What a receipt tells of trackers: the parts of a pool to who may see what weighs on it.

The dice are shown to all who see the roll; what they come from is one number for those from whom
a tracker is kept that can weigh on such a pool. It is so whatever stands in that tracker, so that
the form of a receipt tells nothing either.
"""

from collections.abc import Iterable
from typing import Final, TypeVar

from msgspec.structs import replace

from protocol import events as e
from protocol.dice import PoolItemView
from protocol.receipts import FrenzyReceipt, PoolReceipt, Receipt
from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from protocol.words import TrackerName
from server.rooms.audience import Audience
from server.rooms.deed import Deed
from server.rooms.state import CharacterState, RoomState
from server.rooms.visibility import card_audience, includes, tracker_audience
from server.rules.v5.frenzy import frenzy_dice
from server.rules.v5.pools import PoolItem

AnyReceipt = TypeVar("AnyReceipt", bound=Receipt)

POOL: Final = "pool"
RATING: Final = "rating"
"""What the one item is called that stands for all parts of a pool, or of an initiative."""

FRENZY: Final = (TrackerName.WILLPOWER, TrackerName.HUMANITY, TrackerName.BLOOD_POTENCY)
"""A frenzy pool is Willpower and Humanity, less a bane by Blood Potency (A12.1, A12.6)."""

_CAN_WEIGH: Final[dict[type, tuple[TrackerName, ...]]] = {
    PoolReceipt: (*FRENZY, TrackerName.STAINS, TrackerName.HEALTH),
    FrenzyReceipt: FRENZY,
    V20Receipt: (
        TrackerName.HEALTH,
        TrackerName.BLOOD_POOL,
        TrackerName.WILLPOWER,
        TrackerName.HUMANITY,
    ),
    InitiativeReceipt: (TrackerName.HEALTH,),
}
"""All trackers that can weigh on a roll, by its receipt, where its pool is not known any more."""


def record_rolled(
    deed: Deed,
    event: e.RollResolved,
    asked: Audience,
    character: CharacterState | None,
    weighing: Iterable[TrackerName],
) -> None:
    """Record a roll for *asked*, and its parts for those of them who may see all that weighs."""
    seeing = asked if character is None else _seeing(asked, character, weighing)
    if seeing is asked or includes(deed.state, seeing, asked):
        deed.record(event, asked=asked)
        return
    merged = merged_receipt(event.receipt)
    deed.record(replace(event, receipt=merged), asked=asked)
    if merged != event.receipt:
        items = tuple(getattr(event.receipt, "items", ()))
        deed.record(e.RollItemised(roll=event.roll, items=items), asked=seeing)


def told_to(
    state: RoomState,
    receipt: AnyReceipt,
    those: Audience,
    character: CharacterState | None,
    weighing: Iterable[TrackerName] | None = None,
) -> AnyReceipt:
    """A receipt as *those* may see it; without *weighing* all counts that can weigh on such."""
    if weighing is None:
        weighing = _CAN_WEIGH.get(type(receipt), ())
    seeing = _seeing(those, character, weighing)
    return receipt if includes(state, seeing, those) else merged_receipt(receipt)


def merged_receipt(receipt: AnyReceipt) -> AnyReceipt:
    """A receipt whose pool is one number; one without parts as it is."""
    merged = _merged_items(receipt)
    return receipt if merged is None else replace(receipt, items=(merged,))


def with_items(receipt: AnyReceipt, items: tuple[PoolItemView, ...]) -> AnyReceipt:
    """A receipt with other parts, as far as its kind has any."""
    return receipt if _merged_items(receipt) is None else replace(receipt, items=items)


def _merged_items(receipt: Receipt) -> PoolItemView | None:
    match receipt:
        case PoolReceipt():
            return PoolItemView(POOL, max(1, _sum(receipt.items)))
        case FrenzyReceipt():
            items = [PoolItem(item.label, item.dice) for item in receipt.items]
            return PoolItemView(POOL, frenzy_dice(items))
        case V20Receipt():
            return PoolItemView(POOL, max(0, _sum(receipt.items)))
        case InitiativeReceipt():
            return PoolItemView(RATING, _sum(receipt.items))
        case _:
            return None


def _sum(items: Iterable[PoolItemView]) -> int:
    return sum(item.dice for item in items)


def _seeing(
    those: Audience, character: CharacterState | None, weighing: Iterable[TrackerName]
) -> Audience:
    """
    Those of an audience who may see every one of the trackers of *character*, and know of it.

    What a hidden character's pool is made of would tell its rolls from those of another.
    """
    if character is None:
        return those
    those = those.narrowed_to(card_audience(character))
    for tracker in weighing:
        if tracker in character.trackers:
            those = those.narrowed_to(tracker_audience(character, tracker))
    return those
