"""The time to answer a request: it is over once, however late somebody looks."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.request_words import RequestAnswer
from server.rooms.due import due_by, falling_due, next_due_ms
from server.rooms.refusal import Refusal
from tests.rooms.test_requests import Asking, request_of
from tests.support.rooms import Done


def fall_due(table: Asking) -> list[Done]:
    """Let the room's clock strike."""
    room = table.room
    return [
        room.do(falling_due(room.state, due, room.now_ms))
        for due in due_by(room.state, room.now_ms)
    ]


def test_a_deadline_lapses_once_however_late() -> None:
    """After a downtime too: the request lapses when somebody looks, and never again."""
    table = Asking()
    asked = table.ask(lasts_s=60, visibility="private")
    assert next_due_ms(table.room.state) == table.room.now_ms + 60_000
    table.room.now_ms += 59_999
    assert fall_due(table) == []
    table.room.now_ms += 86_400_000
    (done,) = fall_due(table)
    lapsed = done.only(e.RequestAnswered)
    assert (lapsed.answer, lapsed.by) == (RequestAnswer.LAPSED, None)
    assert done.seen_by(e.RequestAnswered) == {"storyteller", "ann"}
    assert fall_due(table) == []
    assert next_due_ms(table.room.state) is None
    table.refuse("ann", asked, Code.WRONG_STATE, "request")


def test_nobody_answers_between_the_deadline_and_its_striking() -> None:
    """The clock reading of the answer decides, not who is faster."""
    table = Asking()
    asked = table.ask(lasts_s=60)
    table.room.now_ms += 60_000
    table.refuse("ann", asked, Code.WRONG_STATE, "request")
    table.room.refuse(
        "ann", i.AnswerRequest, Code.WRONG_STATE, "request", request=request_of(asked).request
    )


def test_an_answered_request_never_lapses() -> None:
    """Its time goes by without an event."""
    table = Asking()
    table.roll("ann", table.ask(lasts_s=60))
    table.room.now_ms += 120_000
    assert fall_due(table) == []


def test_the_same_due_command_twice_happens_once() -> None:
    """Two servers on one log name the commit alike; the second finds nothing to do."""
    table = Asking()
    table.ask(lasts_s=60)
    table.room.now_ms += 60_000
    (due,) = due_by(table.room.state, table.room.now_ms)
    command = falling_due(table.room.state, due, table.room.now_ms)
    later = falling_due(table.room.state, due, table.room.now_ms + 5)
    assert command.commit_id == later.commit_id
    table.room.do(command)
    assert isinstance(table.room.chance(later), Refusal)
