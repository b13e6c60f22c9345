"""The outbox: order, one message per turn, bounds, the catch-up, and good-byes that cannot hang."""

import asyncio
import json

import pytest

from protocol.codec import Encoding, join_items
from protocol.codes import CloseCode
from server.config import LimitSettings
from server.gateway.outbox import CHUNK_BYTES, Outbox
from tests.gateway.fakes import FakeWire

LIMITS = LimitSettings(outbox_bytes=1_000, outbox_items=10, close_timeout_s=0.05)


class Rig:
    """An outbox on a fake socket."""

    def __init__(self, limits: LimitSettings = LIMITS) -> None:
        self.wire = FakeWire()
        self.closings = 0
        self.outbox = Outbox(self.wire, Encoding.JSON, limits, self._count)

    def _count(self) -> None:
        self.closings += 1

    def heard(self) -> list[object]:
        """All items written, in order, messages taken apart."""
        return [item for message in self.wire.written for item in json.loads(message)]

    def bye(self) -> dict[str, object]:
        """The last item written, which is the good-bye."""
        last = self.heard()[-1]
        assert isinstance(last, dict)
        assert last["type"] == "bye"
        return last


def item(number: int, size: int = 0) -> bytes:
    """An item that decodes to its number, padded to *size* bytes."""
    return str(number).encode().rjust(size)


async def turn() -> None:
    """Let everything that is ready run once."""
    await asyncio.sleep(0)


async def test_what_is_put_in_during_a_turn_is_one_message() -> None:
    """Coalesced per turn of the loop, in order; an idle turn writes nothing."""
    rig = Rig()
    rig.outbox.send([item(1), item(2)])
    rig.outbox.send([item(3)])
    rig.outbox.send([])
    assert rig.wire.written == []
    await turn()
    assert rig.wire.written == [b"[1,2,3]"]
    rig.outbox.send([item(4)])
    await turn()
    await turn()
    assert rig.wire.written == [b"[1,2,3]", b"[4]"]
    assert (rig.outbox.items_sent, rig.outbox.messages_sent) == (4, 2)


async def test_a_small_welcome_goes_the_same_way() -> None:
    """Welcome and what follows it in the same turn are one message."""
    rig = Rig()
    rig.outbox.begin([item(1)])
    rig.outbox.send([item(2)])
    await turn()
    await rig.outbox.send_first()
    assert rig.wire.written == [b"[1,2]"]


async def test_what_was_pending_goes_before_the_welcome() -> None:
    """A refusal that came before the welcome is not overtaken by it, however large it is."""
    rig = Rig()
    rig.outbox.send([item(1)])
    rig.outbox.begin([item(2, CHUNK_BYTES), item(3, CHUNK_BYTES)])
    await rig.outbox.send_first()
    assert rig.heard() == [1, 2, 3]


async def test_a_large_catch_up_goes_in_pieces_and_live_items_wait_behind_it() -> None:
    """At any point of the catch-up, items that come are held back until its end."""
    rig = Rig()
    first = [item(number, 10_000) for number in range(20)]
    rig.wire.may_send.clear()
    rig.outbox.begin(first)
    rig.outbox.send([item(20)])
    sending = asyncio.create_task(rig.outbox.send_first())
    await rig.wire.sending.wait()
    rig.outbox.send([item(21)])
    await turn()
    assert rig.heard() == [0, 1, 2, 3, 4, 5]
    rig.wire.may_send.set()
    await sending
    rig.outbox.send([item(22)])
    await turn()
    assert rig.heard() == list(range(23))
    assert all(len(message) < CHUNK_BYTES + 100 for message in rig.wire.written)


async def test_one_item_larger_than_a_piece_goes_alone() -> None:
    """A snapshot cannot be cut, so it is a message of its own."""
    rig = Rig()
    rig.outbox.begin([item(0), item(1, 3 * CHUNK_BYTES), item(2)])
    await rig.outbox.send_first()
    assert [json.loads(message) for message in rig.wire.written] == [[0], [1], [2]]


@pytest.mark.parametrize(("held", "extra"), [(10, 1), (1, 10)])
async def test_one_item_too_many_is_the_end(held: int, extra: int) -> None:
    """As many items as the bound may wait; one more drops the client with the code to resume."""
    rig = Rig()
    rig.outbox.send([item(0)] * held)
    rig.outbox.send([item(0)] * (10 - held))
    assert not rig.outbox.is_over
    rig.outbox.send([item(0)] * extra)
    assert rig.outbox.close_code is CloseCode.SLOW_CONSUMER
    await rig.outbox.finish()
    assert rig.heard() == [rig.bye()]
    assert rig.bye()["code"] == 4002
    assert rig.wire.closed_with is not None
    assert rig.wire.closed_with[0] == 4002
    assert rig.closings == 1


async def test_one_byte_too_many_is_the_end() -> None:
    """As many bytes as the bound may wait, and not one more."""
    rig = Rig()
    rig.outbox.send([item(0, 900)])
    rig.outbox.send([item(0, 100)])
    assert rig.outbox.pending_bytes == 1_000
    assert not rig.outbox.is_over
    rig.outbox.send([item(0, 1)])
    assert rig.outbox.close_code is CloseCode.SLOW_CONSUMER
    assert rig.outbox.pending_bytes == 0
    await rig.outbox.finish()


async def test_one_batch_always_fits_into_an_empty_outbox() -> None:
    """A snapshot larger than the bound reaches a client that reads."""
    rig = Rig()
    rig.outbox.send([item(1, 5_000)])
    await turn()
    assert rig.heard() == [1]
    assert rig.outbox.close_code is None


async def test_a_socket_that_does_not_drain_is_the_end() -> None:
    """What the system has not taken counts: at the bound it goes on, past it it ends."""
    rig = Rig()
    rig.wire.waiting = 1_000
    rig.outbox.send([item(1)])
    await turn()
    assert rig.heard() == [1]
    rig.wire.waiting = 1_001
    rig.outbox.send([item(2)])
    await turn()
    assert rig.outbox.close_code is CloseCode.SLOW_CONSUMER
    assert rig.heard() == [1, rig.bye()]
    await rig.outbox.finish()


async def test_live_items_behind_a_stalled_catch_up_are_bounded() -> None:
    """A client that stops reading its catch-up is dropped, and the catch-up's sender freed."""
    rig = Rig()
    rig.wire.may_send.clear()
    rig.wire.may_close.clear()
    rig.outbox.begin([item(number, 50_000) for number in range(10)])
    sending = asyncio.create_task(rig.outbox.send_first())
    await rig.wire.sending.wait()
    for number in range(11):
        rig.outbox.send([item(number)])
        await turn()
    assert rig.outbox.close_code is CloseCode.SLOW_CONSUMER
    await rig.outbox.finish()
    await sending
    assert rig.wire.is_aborted
    assert rig.heard() == [0, rig.bye()]


async def test_a_good_bye_follows_what_is_pending() -> None:
    """The last events and the reason go out in one message, before the close."""
    rig = Rig()
    rig.outbox.send([item(1)])
    rig.outbox.close(CloseCode.REMOVED)
    rig.outbox.send([item(2)])
    rig.outbox.begin([item(3)])
    rig.outbox.close(CloseCode.ABUSE)
    await rig.outbox.finish()
    assert len(rig.wire.written) == 1
    assert rig.heard() == [1, rig.bye()]
    assert rig.bye() == {
        "type": "bye",
        "code": 4005,
        "message": "A Storyteller removed you from the room.",
        "is_final": True,
    }
    assert rig.wire.closed_with == (4005, "A Storyteller removed you from the room.")
    assert rig.closings == 1
    assert not rig.wire.is_aborted


async def test_a_good_bye_may_have_its_own_words() -> None:
    """The room may know better than the code, and say when to come back."""
    rig = Rig()
    rig.outbox.close(CloseCode.DRAINING, "Back at nine.", 2.5)
    await rig.outbox.finish()
    assert rig.bye()["message"] == "Back at nine."
    assert rig.bye()["retry_after_s"] == 2.5
    assert rig.bye()["is_final"] is False


async def test_a_close_that_hangs_is_aborted() -> None:
    """A peer that reads nothing cannot keep the connection past the close timeout."""
    rig = Rig()
    rig.wire.may_close.clear()
    rig.outbox.close(CloseCode.SLOW_CONSUMER)
    await rig.outbox.finish()
    assert rig.wire.is_aborted


async def test_a_plain_end_is_aborted_too_when_it_hangs() -> None:
    """Ending without a good-bye has the same limit."""
    rig = Rig()
    rig.wire.may_close.clear()
    await rig.outbox.finish()
    assert rig.wire.is_aborted
    assert rig.wire.closed_with == (1000, "")
    assert rig.outbox.close_code is None


async def test_finishing_may_be_cancelled() -> None:
    """Whoever cancels the end of a connection leaves no socket behind."""
    rig = Rig(LimitSettings(close_timeout_s=3_600.0))
    rig.wire.may_close.clear()
    finishing = asyncio.create_task(rig.outbox.finish())
    await turn()
    finishing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await finishing
    assert rig.wire.is_aborted


async def test_a_write_that_fails_ends_the_connection() -> None:
    """Nothing is skipped silently: the client would meet a gap."""
    rig = Rig()
    rig.wire.fails = True
    rig.outbox.send([item(1)])
    await turn()
    assert rig.wire.is_aborted
    await rig.outbox.finish()


async def test_messagepack_is_joined_as_messagepack() -> None:
    """The array around the items is of the connection's own encoding."""
    wire = FakeWire(Encoding.MSGPACK)
    outbox = Outbox(wire, Encoding.MSGPACK, LIMITS, lambda: None)
    outbox.send([b"\x01", b"\x02"])
    await turn()
    assert wire.written == [join_items([b"\x01", b"\x02"], Encoding.MSGPACK)]
    await outbox.finish()
