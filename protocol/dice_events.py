"""What happened to the book of dice: what the server committed to, and the entropy in the pot."""

from protocol.dice import BookId, DiceProof, Entropy, Hash, PlayerLanes
from protocol.event_base import BaseEvent
from protocol.ids import MemberId, RollId
from protocol.words import BookReason


class BookOpened(BaseEvent, frozen=True, kw_only=True, tag="book_opened"):
    """
    A new book of dice is live, and the one before is dead.

    `table` is the anchor of that lane, `secret` the root of that one; `lanes` are those of every
    player, used or not. `by` is the Storyteller who renewed it.
    """

    book: BookId
    reason: BookReason
    table: Hash
    secret: Hash
    lanes: tuple[PlayerLanes, ...]
    by: MemberId | None = None


class LanesAdded(BaseEvent, frozen=True, kw_only=True, tag="lanes_added"):
    """The lanes of somebody who became a player while the book is live; no lane is replaced."""

    book: BookId
    lanes: tuple[PlayerLanes, ...]


class EntropyAdded(BaseEvent, frozen=True, kw_only=True, tag="entropy_added"):
    """A player's entropy in the pot, in place of that player's entropy before."""

    book: BookId
    member: MemberId
    entropy: Entropy


class RollProven(BaseEvent, frozen=True, kw_only=True, tag="roll_proven"):
    """
    The proof of a roll whose dice more members may see than its proof; right after the roll.

    `is_reroll`: it proves the dice that a reroll drew.
    """

    roll: RollId
    proof: DiceProof
    is_reroll: bool = False
