"""The frames that messages travel in: right at every length, and made once for all who get them."""

import json

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from protocol.codec import Encoding, join_items
from server.gateway.wire import Framing, Wire


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


class Line:
    """Of a WebSocket whose client may be gone, what a wire needs; `written` is what went out."""

    def __init__(self) -> None:
        self.close_sent = None
        self.is_gone = False
        self.written: list[bytes] = []

    @property
    def protocol(self) -> "Line":
        return self

    @property
    def transport(self) -> "Line":
        return self

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.is_gone

    def write(self, data: bytes) -> None:
        assert not self.is_gone, "the event loop would complain"
        self.written.append(data)


def test_nothing_is_written_to_a_client_that_is_gone() -> None:
    """What its intents still come to has nowhere to go, and is not worth a line in a log each."""
    line = Line()
    wire = Wire(line, Encoding.JSON)  # type: ignore[arg-type]
    wire.write([b"1"])
    line.is_gone = True
    wire.write([b"2"])
    assert [bytes(parsed(data).data) for data in line.written] == [b"[1]"]
