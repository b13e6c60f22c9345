"""The frames that messages travel in: right at every length, and made once for all who get them."""

import json

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from protocol.codec import Encoding, join_items
from server.gateway.wire import Framing


def parsed(data: bytes) -> Frame:
    """The one frame that *data* is, as the library's client reads it."""
    reader = StreamReader()
    reader.feed_data(data)
    reading = Frame.parse(reader.read_exact, mask=False, max_size=None)
    with pytest.raises(StopIteration) as done:
        next(reading)
    reader.feed_eof()
    with pytest.raises(StopIteration) as ended:
        next(reader.at_eof())
    assert ended.value.value is True, "nothing follows the frame"
    frame = done.value.value
    assert isinstance(frame, Frame)
    return frame


@pytest.mark.parametrize("length", [1, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("encoding", Encoding)
def test_a_frame_holds_its_message_whatever_its_length(encoding: Encoding, length: int) -> None:
    """The lengths at which the header of a frame changes its form (RFC 6455, section 5.2)."""
    item = b"1" * (length - len(join_items([b""], encoding)))
    frame = parsed(Framing(encoding).frame([item]))
    assert bytes(frame.data) == join_items([item], encoding)
    assert frame.opcode is (Opcode.TEXT if encoding is Encoding.JSON else Opcode.BINARY)
    assert frame.fin


def test_items_that_go_to_many_are_framed_once() -> None:
    """By identity, not by value: who is sent something of its own gets a frame of its own."""
    framing = Framing(Encoding.JSON)
    items = [json.dumps({"roll": 1}).encode(), b"2"]
    first = framing.frame(items)
    assert framing.frame(items) is first
    assert bytes(parsed(framing.frame([items[0]])).data) == b'[{"roll": 1}]'
    assert bytes(parsed(framing.frame([b"3"])).data) == b"[3]"
    again = framing.frame(items)
    assert again == first
    assert bytes(parsed(again).data) == b'[{"roll": 1},2]'
