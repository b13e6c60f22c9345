"""The talk as a state machine: what may be said when, and when it has been too much."""

import pytest

from protocol.bad_message import BadMessage
from protocol.codes import CloseCode, Code
from protocol.from_client import (
    AddEntropy,
    FromClient,
    Hello,
    HistoryQuery,
    Ping,
    Roll,
    RollQuery,
    SnapshotQuery,
    StartSession,
)
from protocol.ids import RollId
from server.config import LimitSettings
from server.gateway.peer import (
    AnswerPing,
    Ask,
    Attach,
    Close,
    Ignore,
    Peer,
    Reject,
    Stage,
    Submit,
)
from tests.protocol.samples import UUID

HELLO = Hello(token=b"t" * 32)
ROLL = Roll(id=UUID, pool=3)
LIMITS = LimitSettings(
    intents_per_s=2.0, intents_burst=3, queries_per_s=4.0, queries_burst=2, bad_messages_burst=5
)


def make(stage: Stage = Stage.JOINED, limits: LimitSettings = LIMITS) -> Peer:
    """A peer whose talk has come so far."""
    peer = Peer(limits, 0.0)
    if stage in (Stage.GREETED, Stage.JOINED):
        peer.take(HELLO, 0.0)
    if stage is Stage.JOINED:
        peer.join()
    if stage is Stage.CLOSING:
        peer.stop()
    assert peer.stage is stage
    return peer


def test_hello_comes_first_and_leads_to_the_room() -> None:
    """Hello is what the room is asked with; then everything may be said."""
    peer = make(Stage.WAITING)
    assert peer.take(HELLO, 0.0) == Attach(HELLO)
    peer.join()
    assert peer.take(ROLL, 0.0) == Submit(ROLL)
    assert peer.take(Ping(id="p"), 0.0) == AnswerPing("p")
    assert peer.take(SnapshotQuery(id="q"), 0.0) == Ask(SnapshotQuery(id="q"))


@pytest.mark.parametrize("stage", [Stage.WAITING, Stage.GREETED])
@pytest.mark.parametrize(
    ("message", "id"),
    [
        (ROLL, UUID),
        (StartSession(id=UUID), UUID),
        (HistoryQuery(id="q"), "q"),
        (RollQuery(id="q", roll=RollId("r")), "q"),
        (Ping(id="p"), "p"),
        (Ping(), None),
    ],
)
def test_nothing_is_heard_before_the_welcome(stage: Stage, message: FromClient, id: str) -> None:
    """Whatever else comes first is refused, by its id, and changes nothing."""
    peer = make(stage)
    action = peer.take(message, 0.0)
    assert isinstance(action, Reject)
    assert (action.rejected.code, action.rejected.id) == (Code.HELLO_FIRST, id)
    assert peer.stage is stage


@pytest.mark.parametrize("stage", [Stage.GREETED, Stage.JOINED])
def test_hello_is_said_once(stage: Stage) -> None:
    """A second hello opens nothing, whatever it holds."""
    action = make(stage).take(Hello(token=b"u" * 32), 0.0)
    assert isinstance(action, Reject)
    assert action.rejected.code == Code.HELLO_AGAIN


def test_intents_have_a_pace() -> None:
    """The burst passes, one more is told how long to wait, and passes then."""
    peer = make()
    assert [peer.take(ROLL, 0.0) for _ in range(3)] == [Submit(ROLL)] * 3
    action = peer.take(ROLL, 0.0)
    assert isinstance(action, Reject)
    assert (action.rejected.code, action.rejected.id) == (Code.RATE_LIMITED, UUID)
    assert action.rejected.retry_after_s == 0.5
    assert action.rejected.accepted == "2 per second, 3 at once"
    assert peer.take(ROLL, 0.5) == Submit(ROLL)


def test_queries_and_pings_share_a_pace_of_their_own() -> None:
    """Asking too much does not keep anybody from rolling."""
    peer = make()
    assert peer.take(Ping(id="p"), 0.0) == AnswerPing("p")
    assert isinstance(peer.take(HistoryQuery(id="q"), 0.0), Ask)
    for message in (Ping(id="p"), SnapshotQuery(id="p")):
        action = peer.take(message, 0.0)
        assert isinstance(action, Reject)
        assert (action.rejected.code, action.rejected.id) == (Code.RATE_LIMITED, "p")
        assert action.rejected.retry_after_s == 0.25
    assert peer.take(ROLL, 0.0) == Submit(ROLL)


@pytest.mark.parametrize("kind", ["bad", "early", "again", "fast"])
def test_what_is_refused_too_often_ends_the_talk(kind: str) -> None:
    """The budget passes, of whatever kind the refusals are; one more is refused with a good-bye."""
    peer = make(Stage.WAITING if kind == "early" else Stage.JOINED)
    bad = BadMessage(Code.INVALID, "i", "pool", "No.", "3")
    for _ in range(3 if kind == "fast" else 0):
        peer.take(ROLL, 0.0)
    actions = [
        peer.take_bad(bad, 0.0)
        if kind == "bad"
        else peer.take(HELLO if kind == "again" else ROLL, 0.0)
        for _ in range(6)
    ]
    assert [type(action) for action in actions] == [Reject] * 5 + [Close]
    last = actions[-1]
    assert isinstance(last, Close)
    assert last.code is CloseCode.ABUSE


def test_the_budget_for_bad_messages_fills_again() -> None:
    """A client with one bug is corrected for as long as it likes, at its pace."""
    peer = make()
    bad = BadMessage(Code.INVALID, None, None, "No.")
    assert all(isinstance(peer.take_bad(bad, 2.0 * n), Reject) for n in range(1_000))


def test_a_bad_message_is_refused_in_full() -> None:
    """The refusal says all that the decoder found out."""
    action = make().take_bad(BadMessage(Code.INVALID, "i", "pool", "No.", "3"), 0.0)
    assert isinstance(action, Reject)
    rejected = action.rejected
    assert (rejected.id, rejected.field, rejected.message, rejected.accepted) == (
        "i",
        "pool",
        "No.",
        "3",
    )


def test_a_message_too_large_ends_the_talk_and_names_the_limit() -> None:
    """The request is refused by its id, so that it is not sent again after reconnecting."""
    action = make().take_too_large(UUID)
    assert isinstance(action, Close)
    assert action.code is CloseCode.MESSAGE_TOO_LARGE
    assert (action.rejected.code, action.rejected.id) == (Code.TOO_LARGE, UUID)
    assert "16384" in action.rejected.message


def test_entropy_has_a_pace_of_its_own() -> None:
    """Each addition is kept for good; other intents go on, and it goes on after the wait told."""
    peer = make(limits=LimitSettings(entropy_per_s=0.5, entropy_burst=2))
    shake = AddEntropy(id=UUID, book=bytes(16), entropy=bytes(32))
    assert [peer.take(shake, 0.0) for _ in range(2)] == [Submit(shake)] * 2
    refused = peer.take(shake, 0.0)
    assert isinstance(refused, Reject)
    assert refused.rejected.code is Code.RATE_LIMITED
    assert refused.rejected.accepted == "0.5 per second, 2 at once"
    assert refused.rejected.retry_after_s == 2.0
    assert peer.take(ROLL, 0.0) == Submit(ROLL)
    assert peer.take(shake, 2.0) == Submit(shake)


def test_after_the_good_bye_nothing_is_heard() -> None:
    """What was on its way is ignored, good and bad alike."""
    peer = make(Stage.CLOSING)
    assert peer.take(HELLO, 0.0) == Ignore()
    assert peer.take(ROLL, 0.0) == Ignore()
    assert peer.take_bad(BadMessage(Code.MALFORMED, None, None, "No."), 0.0) == Ignore()
    assert peer.take_too_large(None) == Ignore()
    peer.join()
    assert peer.stage is Stage.CLOSING
