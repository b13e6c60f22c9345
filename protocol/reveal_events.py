"""Reveals that come later, for Storytellers."""

from protocol.event_base import BaseEvent
from protocol.ids import MemberId, ProposalId, RevealId, RollId
from protocol.views import RevealView


class RevealScheduled(BaseEvent, frozen=True, kw_only=True, tag="reveal_scheduled"):
    """A roll will be shown at a time."""

    reveal: RevealView


class RevealCancelled(BaseEvent, frozen=True, kw_only=True, tag="reveal_cancelled"):
    """A reveal was called off."""

    reveal: RevealId
    by: MemberId


class RevealDue(BaseEvent, frozen=True, kw_only=True, tag="reveal_due"):
    """The time of a reveal came; `roll_revealed` is beside it, unless all saw the roll by then."""

    reveal: RevealId


class RevealAsked(BaseEvent, frozen=True, kw_only=True, tag="reveal_asked"):
    """Which roll a proposal to reveal is about; whoever asks does not know."""

    proposal: ProposalId
    roll: RollId
