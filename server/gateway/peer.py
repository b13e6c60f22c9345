"""
The talk with one client as a state machine: what has been said, and what to do about the next word.

No I/O: decoded messages and times go in, actions come out. Knows no socket and no room.
"""

from enum import Enum, auto

from msgspec import Struct

from protocol.bad_message import BadMessage
from protocol.codes import CloseCode, Code
from protocol.from_client import (
    AddEntropy,
    FromClient,
    Hello,
    HistoryQuery,
    Intent,
    LandmarksQuery,
    OddsQuery,
    Ping,
    PlayQuery,
    Query,
    Reroll,
    Roll,
    RollQuery,
    RulesQuery,
    Say,
    SnapshotQuery,
    StopPlayQuery,
)
from protocol.from_server import Rejected
from server.config import LimitSettings
from server.gateway.rate_limits import rates_of


class Attach(Struct, frozen=True, gc=False):
    """Bring the client to its room."""

    hello: Hello


class Submit(Struct, frozen=True, gc=False):
    """Give an intent to the room."""

    intent: Intent


class Ask(Struct, frozen=True, gc=False):
    """Have a query answered."""

    query: Query


class AnswerPing(Struct, frozen=True, gc=False):
    """Give the sign of life that was asked for, and presence from now on or no more."""

    id: str
    presence: bool | None = None


class Reject(Struct, frozen=True, gc=False):
    """Answer that nothing was done."""

    rejected: Rejected


class Close(Struct, frozen=True, gc=False):
    """Answer that nothing was done, then say good-bye."""

    rejected: Rejected
    code: CloseCode


class Ignore(Struct, frozen=True, gc=False):
    """Do nothing: the good-bye is said already."""


Action = Attach | Submit | Ask | AnswerPing | Reject | Close | Ignore


class Stage(Enum):
    """How far the talk has come."""

    WAITING = auto()
    GREETED = auto()
    JOINED = auto()
    CLOSING = auto()


class Peer:
    """One client, as far as the talk goes."""

    __slots__ = (
        "_limits",
        "_rates",
        "_stage",
    )

    def __init__(self, limits: LimitSettings, now_s: float) -> None:
        self._limits = limits
        self._rates = rates_of(limits, now_s)
        self._stage = Stage.WAITING

    @property
    def stage(self) -> Stage:
        """How far the talk has come."""
        return self._stage

    def join(self) -> None:
        """Note that the room has taken the client in."""
        if self._stage is Stage.GREETED:
            self._stage = Stage.JOINED

    def stop(self) -> None:
        """Note that the good-bye is said; whatever comes now is ignored."""
        self._stage = Stage.CLOSING

    def take(self, message: FromClient, now_s: float) -> Action:
        """Say what to do about a message that decoded."""
        if self._stage is Stage.CLOSING:
            return Ignore()
        match message:
            # The most frequent first: cases are tried in order.
            case Roll() | Reroll() | Say() if self._stage is Stage.JOINED:
                return self._limit_intent(message.id, now_s) or Submit(message)
            case Hello():
                if self._stage is not Stage.WAITING:
                    text = "This connection has said hello already."
                    return self._refuse(_rejected(None, Code.HELLO_AGAIN, text), now_s)
                self._stage = Stage.GREETED
                return Attach(message)
            case _ if self._stage is not Stage.JOINED:
                text = "Nothing else is heard before hello is said and welcome has come."
                return self._refuse(_rejected(message.id or None, Code.HELLO_FIRST, text), now_s)
            case Ping():
                return self._limit_query(message.id, now_s) or AnswerPing(
                    message.id, message.presence
                )
            case (
                HistoryQuery()
                | SnapshotQuery()
                | LandmarksQuery()
                | PlayQuery()
                | StopPlayQuery()
                | RollQuery()
                | OddsQuery()
                | RulesQuery()
            ):
                return self._limit_query(message.id, now_s) or Ask(message)
            case AddEntropy():
                limited = self._limit_intent(message.id, now_s)
                return limited or self._limit_entropy(message.id, now_s) or Submit(message)
            case _:
                return self._limit_intent(message.id, now_s) or Submit(message)

    def take_bad(self, bad: BadMessage, now_s: float) -> Action:
        """Say what to do about a message that did not decode."""
        if self._stage is Stage.CLOSING:
            return Ignore()
        rejected = Rejected(
            id=bad.id,
            code=bad.code,
            message=bad.message,
            field=bad.field,
            accepted=bad.accepted,
        )
        return self._refuse(rejected, now_s)

    def take_too_large(self, id: str | None) -> Action:
        """Say what to do about a message that is larger than the limit."""
        if self._stage is Stage.CLOSING:
            return Ignore()
        most = f"at most {self._limits.max_message_bytes} bytes"
        rejected = Rejected(
            id=id, code=Code.TOO_LARGE, message=f"A message may have {most}.", accepted=most
        )
        return Close(rejected, CloseCode.MESSAGE_TOO_LARGE)

    def _limit_intent(self, id: str, now_s: float) -> Action | None:
        wait_s = self._rates.intents.take(now_s)
        if wait_s == 0.0:
            return None
        pace = f"{self._limits.intents_per_s:g} per second, {self._limits.intents_burst} at once"
        return self._refuse(_too_fast(id, "intents", pace, wait_s), now_s)

    def _limit_entropy(self, id: str, now_s: float) -> Action | None:
        """Each shake is kept for good: a hand at the button is quick enough."""
        wait_s = self._rates.entropy.take(now_s)
        if wait_s == 0.0:
            return None
        pace = f"{self._limits.entropy_per_s:g} per second, {self._limits.entropy_burst} at once"
        return self._refuse(_too_fast(id, "additions of entropy", pace, wait_s), now_s)

    def _limit_query(self, id: str, now_s: float) -> Action | None:
        wait_s = self._rates.queries.take(now_s)
        if wait_s == 0.0:
            return None
        pace = f"{self._limits.queries_per_s:g} per second, {self._limits.queries_burst} at once"
        return self._refuse(_too_fast(id or None, "queries and pings", pace, wait_s), now_s)

    def _refuse(self, rejected: Rejected, now_s: float) -> Action:
        """Refuse once more, or for the last time when there was too much to refuse."""
        if self._rates.bad_messages.take(now_s) == 0.0:
            return Reject(rejected)
        return Close(rejected, CloseCode.ABUSE)


def _rejected(id: str | None, code: Code, message: str) -> Rejected:
    return Rejected(id=id, code=code, message=message)


def _too_fast(id: str | None, what: str, pace: str, wait_s: float) -> Rejected:
    return Rejected(
        id=id,
        code=Code.RATE_LIMITED,
        message=f"Too many {what}: allowed are {pace}.",
        accepted=pace,
        retry_after_s=wait_s,
    )
