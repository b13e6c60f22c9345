"""What Storytellers ask for, what came of it, and how they read a roll."""

from protocol.event_base import BaseEvent
from protocol.ids import MemberId, RequestId, RollId
from protocol.receipts import PoolReceipt
from protocol.request_words import RequestAnswer, Told
from protocol.v20_receipt import V20Receipt
from protocol.v20_words import V20Outcome
from protocol.views import RequestView


class RequestOpened(BaseEvent, frozen=True, kw_only=True, tag="request_opened"):
    """A character is asked for a roll."""

    request: RequestView


class DifficultyKept(BaseEvent, frozen=True, kw_only=True, tag="difficulty_kept"):
    """The Difficulty of a request that Storytellers keep to themselves."""

    request: RequestId
    difficulty: int
    told: Told


class RequestAnswered(BaseEvent, frozen=True, kw_only=True, tag="request_answered"):
    """
    A request has its answer; what was rolled for it is an event of its own.

    `by` is null where the time ran out.
    """

    request: RequestId
    answer: RequestAnswer
    by: MemberId | None = None
    note: str = ""


class RequestRolled(BaseEvent, frozen=True, kw_only=True, tag="request_rolled"):
    """
    Which roll answers a request, for those who may see both.

    The roll itself does not say so then, since others see it too.
    """

    request: RequestId
    roll: RollId


class RequestClosed(BaseEvent, frozen=True, kw_only=True, tag="request_closed"):
    """A request was withdrawn, or its answer put away."""

    request: RequestId
    by: MemberId


class RollJudged(BaseEvent, frozen=True, kw_only=True, tag="roll_judged"):
    """
    A Storyteller's reading of a roll that stands in the log as it was rolled.

    `is_won` is the verdict, `outcome` that of a roll of V20. `receipt` is the reading, null for
    those who are told the verdict alone, and where it `is_impossible`.
    """

    roll: RollId
    by: MemberId
    told: Told
    is_won: bool
    receipt: PoolReceipt | V20Receipt | None = None
    is_impossible: bool = False
    note: str = ""
    outcome: V20Outcome | None = None
