"""
The port: accepts sockets, sorts them into pages and WebSockets, and lets all of them go at the end.
"""

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, cast

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as serve_websockets
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Event, State
from websockets.typing import Subprotocol

from protocol.codec import SUBPROTOCOLS, Encoding, encode_item
from protocol.codes import CloseCode, Code
from protocol.from_server import Rejected
from server.config import Settings
from server.gateway.admission import Admission, counted_address, proxies
from server.gateway.connection import Connection, Directory, Surroundings
from server.gateway.front_door import FrontDoor
from server.gateway.http import Pages, Readiness, secure
from server.gateway.whole_frames import WholeFrames

log = logging.getLogger(__name__)

# The library writes whole frames to its log at debug, tokens among them; so never at debug.
_library_log = logging.getLogger("server.gateway.websockets")
_library_log.setLevel(logging.WARNING)

SEND_BUFFER_BYTES = 131_072
"""
What the system may hold of a client's messages, inherited by each accepted socket.

By default Linux takes megabytes before a client that reads nothing is noticed.
"""

FRAME_FACTOR = 4
"""
A frame this many times over the message limit is not read at all.

Up to there the refusal names the limit and the request; beyond, the library closes with 1009.
"""

DRAIN_RETRY_S = 2.0
FULL_RETRY_S = 10.0
ABORT_PATIENCE_S = 1.0


class _Socket(ServerConnection):
    """
    A connection of the library that says when its TCP connection comes and goes.

    Where the client ends the talk, or breaks the protocol, the library waits without end for the
    client to end the TCP connection as well; here that wait has the close timeout for its limit.
    """

    on_arrival: Callable[["_Socket"], None]
    on_departure: Callable[["_Socket"], None]
    frames: WholeFrames
    hear: Callable[[str | bytes | None], bool] | None = None
    """Offered each message as it comes, None for a piece of one; what it leaves is received."""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.on_arrival(self)

    def process_event(self, event: Event) -> None:
        if not self._is_heard(event):
            super().process_event(event)

    def _is_heard(self, event: Event) -> bool:
        if self.hear is None or not isinstance(event, Frame) or event.opcode not in _DATA:
            return False
        return self.hear(_whole(event))

    def data_received(self, data: bytes) -> None:
        hear = self.hear
        if hear is None:
            self.frames.open(data)
        else:
            message = self.frames.message(data)
            if message is not None and hear(message):
                return
        super().data_received(data)
        if self.state is State.CLOSING and self._deadline is None:
            self._deadline = self.loop.call_later(self.close_timeout or 0.0, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)
        self._break_cycles()
        self.on_departure(self)

    def forget_handshake(self) -> None:
        """Let go of what only the handshake needed: to the library, None is no request yet."""
        self._forget_choice()
        self.request, self.response = _HEARD, None

    def _break_cycles(self) -> None:
        """
        Let nothing that the library has for this connection hold itself, now that it is over.

        Else it would stay in memory until somebody looks for garbage cycles, which is seldom: its
        reader goes on for ever, and what that raised, or a write to a client that is gone, keeps
        the frames it came through; those of a write are the room's, and of all that called it.
        `ws.protocol` and these attributes of it are none that the library's reference lists.
        """
        protocol = self.protocol
        protocol.parser.close()
        for error in (self.connection_exc, protocol.parser_exc, protocol.handshake_exc):
            if error is not None:
                error.__traceback__ = None
        self._forget_choice()

    def _forget_choice(self) -> None:
        """Let go of the library's way to our choice of a subprotocol: it holds the connection."""
        vars(self.protocol).pop("select_subprotocol", None)


_HEARD = Request("", Headers())
_DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


def _whole(frame: Frame) -> str | bytes | None:
    """The message that a frame is; None if it is a piece, or no text although it says so."""
    if not frame.fin or frame.opcode is Opcode.CONT:
        return None
    if frame.opcode is Opcode.BINARY:
        return bytes(frame.data)
    try:
        return str(frame.data, "utf-8")
    except UnicodeDecodeError:
        # The library, when it receives this, closes with the code that says so.
        return None


class Listener:
    """A server that listens; made by `serve`."""

    def __init__(
        self,
        settings: Settings,
        directory: Directory,
        now_ms: Callable[[], int],
        ready: Callable[[], Readiness],
        pages: Pages,
    ) -> None:
        self._limits = settings.limits
        self._door = FrontDoor(settings, pages, ready, now_ms)
        self._admission = Admission(settings.limits)
        self._proxies = proxies(settings.trusted_proxies)
        self._around = Surroundings(settings.limits, directory, now_ms)
        self._sockets: set[_Socket] = set()
        self._connections: dict[Connection, asyncio.Task[Any]] = {}
        self._server: Server | None = None
        self._draining: asyncio.Task[None] | None = None
        self.addresses: list[tuple[str, int]] = []
        """Hosts and ports that are listened on, from `start` on."""

    @property
    def port(self) -> int:
        """The port that is listened on: the first, where a name stands for several addresses."""
        return self.addresses[0][1]

    async def start(self, host: str, port: int) -> None:
        """
        Begin to listen.

        Raises:
            OSError: The address cannot be had.
        """
        limits = self._limits
        self._server = await serve_websockets(
            self._live,
            host,
            port,
            start_serving=False,
            backlog=1_024,
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            select_subprotocol=_select_subprotocol,
            compression=None,
            process_request=self._open,
            process_response=_secure,
            server_header=None,
            open_timeout=limits.hello_timeout_s,
            # The heartbeat is the connection's own: the library's closes with a bare 1011, and
            # waits for a client that stalls before its time limit begins.
            ping_interval=None,
            close_timeout=limits.close_timeout_s,
            max_size=limits.max_message_bytes * FRAME_FACTOR,
            logger=_library_log,
            # Documented as a factory, and used as one; only its type says class.
            create_connection=cast("type[ServerConnection]", self._make_socket),
        )
        for each in self._server.sockets:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
            self.addresses.append(each.getsockname()[:2])
        await self._server.start_serving()
        shown = (f"[{at}]:{on}" if ":" in at else f"{at}:{on}" for at, on in self.addresses)
        log.info("listening", extra={"addresses": " ".join(shown)})

    async def drain(self) -> None:
        """Stop listening, tell everybody to come back, and let nobody stay past the time limit."""
        if self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain())
        await asyncio.shield(self._draining)

    async def _drain(self) -> None:
        server = self._server
        if server is None:
            return
        log.info("draining", extra={"connections": len(self._connections)})
        server.close(close_connections=False)
        for connection in list(self._connections):
            connection.outbox.close(CloseCode.DRAINING, retry_after_s=DRAIN_RETRY_S)
        for each in list(self._sockets):
            if each.request is None:
                each.transport.abort()
        closed = asyncio.ensure_future(server.wait_closed())
        await asyncio.wait([closed], timeout=self._limits.drain_timeout_s)
        for each in list(self._sockets):
            each.transport.abort()
        for task in self._connections.values():
            task.cancel()
        await asyncio.wait([closed, *self._around.attaching], timeout=ABORT_PATIENCE_S)
        if not closed.done():
            log.error("connections did not end", extra={"connections": len(self._connections)})
            closed.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.drain()

    # --- sockets come and go ---

    def _make_socket(self, *args: Any, **options: Any) -> _Socket:
        made = _Socket(*args, **options)
        made.on_arrival = self._arrive
        made.on_departure = self._depart
        made.frames = WholeFrames(self._limits.max_message_bytes * FRAME_FACTOR)
        return made

    def _arrive(self, ws: _Socket) -> None:
        self._sockets.add(ws)
        self._admission.wait(ws, ws.transport.abort)

    def _depart(self, ws: _Socket) -> None:
        self._sockets.discard(ws)
        self._admission.leave(ws)

    # --- WebSockets ---

    def _open(
        self,
        ws: ServerConnection,  # noqa: ARG002 - the library hands it in
        request: Request,
    ) -> Response | None:
        return self._door.sort(request)

    async def _live(self, ws: ServerConnection) -> None:
        """Live one WebSocket, from its handshake to its end."""
        forwarded = (
            "" if ws.request is None else ",".join(ws.request.headers.get_all("X-Forwarded-For"))
        )
        address = counted_address(ws.remote_address, forwarded, self._proxies)
        encoding = SUBPROTOCOLS.get(ws.subprotocol or "")
        if isinstance(ws, _Socket):
            ws.forget_handshake()
        connection = Connection(
            ws,
            encoding or Encoding.JSON,
            self._around,
            address,
            partial(self._admission.greet, ws),
        )
        refusal = self._admission.enter(ws, address)
        if encoding is None:
            names = " or ".join(SUBPROTOCOLS)
            sentence = f"This server speaks the subprotocols {names}: update the client."
            rejected = Rejected(id=None, code=Code.INVALID, message=sentence, accepted=names)
            connection.outbox.send([encode_item(rejected, Encoding.JSON)])
            connection.outbox.close(CloseCode.CLIENT_TOO_OLD, sentence)
        elif refusal is not None:
            connection.outbox.close(CloseCode.TOO_MANY_CONNECTIONS, refusal, FULL_RETRY_S)
        else:
            self._admission.wait(ws, partial(connection.outbox.close, CloseCode.HELLO_TIMEOUT))
        if isinstance(ws, _Socket):
            ws.hear = connection.hear
        task = asyncio.current_task()
        if task is not None:
            self._connections[connection] = task
        try:
            await connection.run()
        finally:
            del self._connections[connection]
            if isinstance(ws, _Socket):
                ws.hear = None


def _select_subprotocol(
    ws: ServerConnection,  # noqa: ARG001 - the library hands it in
    offered: Sequence[Subprotocol],
) -> Subprotocol | None:
    """
    Choose ours where it is offered.

    Otherwise what was offered first is agreed to, and then refused over the open socket: browsers
    drop a handshake that agrees to nothing, and their pages would never see why.
    """
    for name in SUBPROTOCOLS:
        if name in offered:
            return Subprotocol(name)
    return offered[0] if offered else None


def _secure(
    ws: ServerConnection,  # noqa: ARG001 - the library hands it in
    request: Request,  # noqa: ARG001 - the library hands it in
    response: Response,
) -> None:
    """Put the security headers on the library's own refusals too."""
    if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
        secure(response.headers)


async def serve(
    settings: Settings,
    directory: Directory,
    *,
    now_ms: Callable[[], int],
    ready: Callable[[], Readiness],
    pages: Pages,
) -> Listener:
    """
    Listen on the host and port of *settings*; `drain` the listener in the end.

    Args:
        settings: Where to listen, who is let in, and the limits.
        directory: The running rooms.
        now_ms: Wall time, UTC in milliseconds.
        ready: Whether sockets are accepted; asked for each one, and by `/healthz`.
        pages: What `load_pages` read.

    Raises:
        OSError: The address cannot be had.
    """
    listener = Listener(settings, directory, now_ms, ready, pages)
    await listener.start(settings.host, settings.port)
    return listener
