"""Messages read without the library: the same ones, in the same order, as the library reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame
from websockets.server import ServerProtocol

from server.gateway.whole_frames import WholeFrames
from tests.gateway.raw import BINARY, CLOSE, CONT, PING, PONG, TEXT, frame

MAX_BYTES = 300
REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: a2tra2tra2tra2tra2traw==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Server:
    """The library's sans-I/O server, to which only what is left to it is handed."""

    def __init__(self, frames: WholeFrames | None, opening: tuple[bytes, ...] = (REQUEST,)) -> None:
        self.frames = frames
        self.heard: list[bytes] = []
        self.quick = 0
        self.protocol = ServerProtocol(max_size=MAX_BYTES)
        for data in opening:
            if frames is not None:
                frames.open(data)
            self.protocol.receive_data(data)
        (request,) = self.protocol.events_received()
        self.protocol.send_response(self.protocol.accept(request))  # type: ignore[arg-type]
        # What came before its time is read when the next bytes come.
        self.receive(b"")

    def receive(self, data: bytes) -> None:
        message = None if self.frames is None or not data else self.frames.message(data)
        if message is not None:
            self.quick += 1
            self.heard.append(message.encode() if isinstance(message, str) else message)
            return
        if self.protocol.close_expected():
            return
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame) and event.opcode in (TEXT, BINARY, CONT):
                self.heard.append(bytes(event.data))


payloads = st.binary(max_size=8) | st.sampled_from(
    [b"", b"\xff", b"x" * 125, b"x" * 126, b"y" * 299, b"y" * 300, b"z" * 301, b"z" * 70_000]
)
frames_of = st.builds(
    frame,
    payloads,
    st.sampled_from([TEXT, TEXT, TEXT, BINARY, CONT, PING, PONG, CLOSE, 3]),
    fin=st.sampled_from([True, True, True, False]),
    masked=st.sampled_from([True] * 9 + [False]),
)


@st.composite
def reads(draw: st.DrawFn) -> list[bytes]:
    """Frames, most of them whole in one read, some several in one and some cut."""
    chunks: list[bytes] = [b""]
    for each in draw(st.lists(frames_of, max_size=8)):
        cut = draw(st.integers(0, len(each)) | st.just(len(each)))
        chunks[-1] += each[:cut]
        if cut < len(each) or draw(st.booleans()):
            chunks.append(each[cut:])
    return [chunk for chunk in chunks if chunk]


@given(reads())
def test_the_same_is_heard_as_by_the_library_alone(chunks: list[bytes]) -> None:
    """Whatever a client sends, in whatever pieces, broken or not."""
    quick, library = Server(WholeFrames(MAX_BYTES)), Server(None)
    for chunk in chunks:
        quick.receive(chunk)
        library.receive(chunk)
        assert quick.heard == library.heard
        assert quick.protocol.state is library.protocol.state


@pytest.mark.parametrize("size", [0, 1, 125, 126, 299, 300])
@pytest.mark.parametrize("opcode", [TEXT, BINARY])
def test_a_whole_message_does_without_the_library(opcode: int, size: int) -> None:
    """At the lengths where a frame's head changes, after others of all plain kinds."""
    server = Server(WholeFrames(MAX_BYTES))
    for before in (frame(b"a") + frame(b"b", BINARY), frame(b"", PING), frame(b"c", PONG)):
        server.receive(before)
    server.receive(frame(b"x" * size, opcode))
    assert server.heard == [b"a", b"b", b"x" * size]
    assert server.quick == 1


@pytest.mark.parametrize("message", [frame(b"whole"), frame(b"x" * 200, BINARY)])
def test_a_message_cut_at_any_byte_is_the_library_s(message: bytes) -> None:
    """So is all that follows it: nothing overtakes what the library holds."""
    for cut in range(1, len(message)):
        server = Server(WholeFrames(MAX_BYTES))
        server.receive(message[:cut])
        server.receive(message[cut:])
        server.receive(frame(b"next"))
        assert len(server.heard) == 2
        assert server.heard[-1] == b"next"
        assert server.quick == 0


@pytest.mark.parametrize(
    "odd",
    [
        frame(b"x", fin=False),
        frame(b"x", CONT),
        frame(b"x", 3),
        frame(b"x", masked=False),
        frame(b"x" * 301),
        frame(b"x" * 126, PING),
        frame(b"\x03\xe8", CLOSE),
        b"\xf1" + frame(b"x")[1:],
        frame(b"\xff"),
        frame(b"x") + frame(b"x", fin=False),
    ],
)
def test_after_anything_odd_the_library_reads_all(odd: bytes) -> None:
    """It may have ended the talk, or wait for the rest of a message."""
    frames = WholeFrames(MAX_BYTES)
    frames.open(REQUEST)
    assert frames.message(frame(b"a")) == "a"
    assert frames.message(odd) is None
    assert frames.message(frame(b"b")) is None


@pytest.mark.parametrize(
    "opening",
    [
        (REQUEST[:20], REQUEST[20:]),
        (REQUEST[:-1], REQUEST[-1:]),
        (REQUEST + frame(b"early"),),
        (REQUEST, frame(b"early")),
        (REQUEST, frame(b"early")[:3]),
        (REQUEST, frame(b"\r\n\r\n")),
    ],
)
def test_a_handshake_in_pieces_or_with_more_leaves_all_to_the_library(
    opening: tuple[bytes, ...],
) -> None:
    """What came too early stands before what comes now."""
    frames = WholeFrames(MAX_BYTES)
    for data in opening:
        frames.open(data)
    assert frames.message(frame(b"a")) is None
