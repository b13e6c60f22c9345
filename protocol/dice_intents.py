"""Intents about the book of dice."""

from protocol.client_base import BaseIntent
from protocol.dice import BookId, Entropy


class AddEntropy(BaseIntent, frozen=True, kw_only=True, tag="add_entropy"):
    """Put fresh entropy of the sender's own into the pot of the live book, in place of the last."""

    book: BookId
    entropy: Entropy


class RenewDice(BaseIntent, frozen=True, kw_only=True, tag="renew_dice"):
    """Open a new book of dice in place of the live one, for everybody to see."""
