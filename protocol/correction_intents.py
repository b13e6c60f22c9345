"""Intents that put right what happened; what was recorded stays, and a trace of its own follows."""

from typing import Annotated

from msgspec import Meta

from protocol.client_base import BaseIntent
from protocol.ids import AnyRollId, IntentId
from protocol.words import NAME_PATTERN

Reason = Annotated[str, Meta(min_length=1, max_length=500, pattern=NAME_PATTERN)]


class RetractRoll(BaseIntent, frozen=True, kw_only=True, tag="retract_roll"):
    """
    Let a roll count no more: what waits for it closes, and trackers follow.

    Where the house asks for it, a second Storyteller has to consent (a proposal).
    """

    roll: AnyRollId
    note: Reason


class Undo(BaseIntent, frozen=True, kw_only=True, tag="undo"):
    """Take back one's own last intent, at once and only while nothing was built on it."""

    intent: IntentId
