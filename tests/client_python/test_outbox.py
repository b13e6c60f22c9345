"""Requests that wait for their answer."""

import asyncio

import pytest
from coterie_client import OutboxFull, OutcomeUnknown, Rejected
from coterie_client.outbox import Outbox, Pending, check_id, new_id
from coterie_client.wire import Accepted


def _send(outbox: Outbox) -> list[str]:
    due = outbox.due()
    for pending in due:
        pending.note_sent()
    return [pending.id for pending in due]


async def test_a_request_is_due_once_per_connection_in_order() -> None:
    """And again on the next, until it is answered."""
    outbox = Outbox(5)
    for id in ("a", "b", "c"):
        outbox.add(id, "roll", b"")
    assert _send(outbox) == ["a", "b", "c"]
    assert _send(outbox) == []
    outbox.settle("b", Accepted("b"))
    outbox.begin_connection()
    assert _send(outbox) == ["a", "c"]


async def test_one_more_than_the_limit_is_not_taken() -> None:
    """Nothing of it is kept; an answer makes room."""
    outbox = Outbox(1)
    outbox.add("a", "roll", b"")
    with pytest.raises(OutboxFull):
        outbox.add("b", "roll", b"")
    outbox.settle("a", Accepted("a"))
    outbox.add("b", "roll", b"")


async def test_the_same_id_cannot_wait_twice() -> None:
    """One answer could not serve both."""
    outbox = Outbox(5)
    outbox.add("a", "roll", b"")
    with pytest.raises(ValueError, match="waits"):
        outbox.add("a", "roll", b"")


async def test_a_refusal_goes_to_whoever_waits() -> None:
    """With everything the server said."""
    outbox = Outbox(5)
    pending = outbox.add("a", "roll", b"")
    _send(outbox)
    assert outbox.reject(Rejected("a", "forbidden", "No.", field="character"))
    with pytest.raises(Rejected) as caught:
        await pending.answer
    assert (caught.value.code, caught.value.field) == ("forbidden", "character")


async def test_a_passing_refusal_of_the_first_sending_is_an_answer() -> None:
    """Nothing happened, surely."""
    outbox = Outbox(5)
    pending = outbox.add("a", "roll", b"")
    _send(outbox)
    outbox.reject(Rejected("a", "busy", "Later."))
    with pytest.raises(Rejected):
        await pending.answer


async def test_a_passing_refusal_of_a_resending_is_asked_again() -> None:
    """The first sending may have been accepted, so "no" would be a lie."""
    outbox = Outbox(5)
    pending = outbox.add("a", "roll", b"")
    _send(outbox)
    outbox.begin_connection()
    _send(outbox)
    outbox.has_due.clear()
    outbox.reject(Rejected("a", "rate_limited", "Later.", retry_after_s=0.01))
    assert not pending.answer.done()
    assert _send(outbox) == []
    await outbox.has_due.wait()
    assert _send(outbox) == ["a"]
    outbox.settle("a", Accepted("a", 3))
    assert await pending.answer == Accepted("a", 3)


async def test_a_refusal_without_id_means_the_only_one_that_is_out() -> None:
    """With two out it means neither."""
    outbox = Outbox(5)
    first = outbox.add("a", "roll", b"")
    _send(outbox)
    assert outbox.reject(Rejected(None, "malformed", "What?"))
    with pytest.raises(Rejected):
        await first.answer
    pair = [outbox.add(id, "roll", b"") for id in ("b", "c")]
    _send(outbox)
    assert not outbox.reject(Rejected(None, "malformed", "What?"))
    assert not any(pending.answer.done() for pending in pair)


async def test_closing_tells_what_is_known() -> None:
    """Sent: unknown. Not sent: nothing happened."""
    outbox = Outbox(5)
    sent = outbox.add("a", "roll", b"")
    _send(outbox)
    unsent = outbox.add("b", "roll", b"")
    outbox.fail_all()
    with pytest.raises(OutcomeUnknown, match=r"not known .* same id") as caught:
        await sent.answer
    assert caught.value.was_sent
    with pytest.raises(OutcomeUnknown, match="nothing happened") as caught:
        await unsent.answer
    assert not caught.value.was_sent
    assert len(outbox) == 0


async def test_an_answer_to_nobody_is_passed_over() -> None:
    """Late answers do no harm, nor do answers to whoever gave up."""
    outbox = Outbox(5)
    outbox.settle("x", Accepted("x"))
    assert not outbox.reject(Rejected("x", "forbidden", "No."))
    pending = outbox.add("a", "roll", b"")
    pending.answer.cancel()
    outbox.settle("a", Accepted("a"))


async def test_what_was_dropped_is_not_sent_again() -> None:
    """A cancelled call sends no more."""
    outbox = Outbox(5)
    pending = outbox.add("a", "roll", b"")
    _send(outbox)
    outbox.drop(pending)
    outbox.begin_connection()
    assert _send(outbox) == []
    outbox.drop(pending)


def test_ids_are_uuids_in_lower_case() -> None:
    """Others are refused before they are sent."""
    assert check_id(id := new_id()) == id
    for bad in ("", "x", new_id().upper(), f"{new_id()}\n", f"{{{new_id()}}}"):
        with pytest.raises(ValueError, match="UUID"):
            check_id(bad)


async def test_frames_do_not_show_when_a_request_is_printed() -> None:
    """An invite's secret is in one."""
    future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    assert "hush" not in repr(Pending("a", "create_invite", b"hush", future))
