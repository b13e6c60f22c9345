"""
One connection's life: greeting, attaching, reading, answering, heartbeat, good-bye.

Joins the talk's state machine, the outbox and the room's seat to one socket. Neither tokens nor
messages are ever logged.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, assert_never

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from protocol.codec import BadMessage, Encoding, decode_from_client, encode_item, find_id
from protocol.codes import CloseCode, Code
from protocol.from_client import Hello, Intent, PlayQuery, Query, StopPlayQuery
from protocol.from_server import (
    FromServer,
    PlayAnswer,
    Played,
    Pong,
    Rejected,
    Result,
    StopPlayAnswer,
)
from server.config import LimitSettings
from server.gateway.outbox import Outbox
from server.gateway.peer import (
    Action,
    AnswerPing,
    Ask,
    Attach,
    Close,
    Ignore,
    Peer,
    Reject,
    Submit,
)
from server.gateway.player import Player
from server.gateway.wire import Wire
from server.live.subscriber import Refused, Seat, Subscriber

log = logging.getLogger(__name__)

QUERIES_IN_FLIGHT = 8
"""How many queries of one connection are answered at once; the next waits, and reading with it."""

_LOST = 1006
"""What the library says of a connection that ended without a close frame."""

BUSY_RETRY_S = 1.0
"""When to try again what a full inbox did not take."""


class Directory(Protocol):
    """The running rooms, as far as a connection needs them."""

    async def attach(self, hello: Hello, subscriber: Subscriber) -> Seat:
        """
        Bring a connection to its room; the room calls `subscriber.begin` before this returns.

        Raises:
            Refused: The hello opens nothing.
        """
        ...


@dataclass(frozen=True)
class Surroundings:
    """What all connections of a server share."""

    limits: LimitSettings
    directory: Directory
    now_ms: Callable[[], int]
    attaching: set[asyncio.Task[Seat]] = field(default_factory=set)
    """Greetings that are being answered; they go on when their socket is gone."""


class Connection:
    """One WebSocket with an agreed encoding; its outbox is what its room sees of it."""

    __slots__ = (
        "__weakref__", "_address", "_around", "_encoding", "_is_listening", "_limits", "_loop",
        "_on_hello", "_peer", "_player", "_queries", "_received", "_seat", "_tasks", "_ws",
        "outbox",
    )  # fmt: skip

    def __init__(
        self,
        ws: ServerConnection,
        encoding: Encoding,
        around: Surroundings,
        address: str | None,
        on_hello: Callable[[], None],
    ) -> None:
        """
        Make a connection; `run` lives it.

        Args:
            ws: The WebSocket, open.
            encoding: What its subprotocol stands for.
            around: What all connections share.
            address: Where it comes from, for the log.
            on_hello: Called when hello has come.
        """
        self._ws = ws
        self._encoding = encoding
        self._around = around
        self._limits = around.limits
        self._address = address
        self._on_hello = on_hello
        self._loop = asyncio.get_running_loop()
        self._peer = Peer(around.limits, self._loop.time())
        self.outbox = Outbox(Wire(ws, encoding), encoding, around.limits, self._stop)
        """What the connection's room, as its `Subscriber`, puts items into."""
        self._seat: Seat | None = None
        self._tasks = asyncio.TaskGroup()
        self._is_listening = False
        self._queries: set[asyncio.Task[None]] = set()
        self._player: Player | None = None
        """Made when something is played; few connections ever do."""
        self._received = 0

    # --- its life ---

    async def run(self) -> None:
        """Live until the socket is closed, by whichever side; raises nothing of its own."""
        began_s = self._loop.time()
        facts = {"connection": str(self._ws.id), "encoding": self._encoding.value}
        log.info("connection opened", extra=facts | {"address": self._address})
        try:
            async with self._tasks:
                heart = self._tasks.create_task(self._beat())
                await self._talk()
                heart.cancel()
                if self._player is not None:
                    self._player.stop()
                for query in self._queries:
                    query.cancel()
        except* Exception:
            log.exception("connection failed", extra=facts)
            self.outbox.close(CloseCode.ROOM_RESTARTED)
        finally:
            self._leave()
            await self.outbox.finish()
            log.info("connection closed", extra=facts | self._account(began_s))

    def _account(self, began_s: float) -> dict[str, object]:
        """Say why the connection ended, how long it was, and how much went over it."""
        code = self.outbox.close_code
        theirs = "lost" if self._ws.close_code == _LOST else "client"
        return {
            "why": theirs if code is None else code.name.lower(),
            "close_code": self._ws.close_code,
            "seconds": round(self._loop.time() - began_s, 3),
            "messages_received": self._received,
            "messages_sent": self.outbox.messages_sent,
            "items_sent": self.outbox.items_sent,
        }

    async def _talk(self) -> None:
        """Read and act until the socket is closed."""
        late = self._loop.call_later(
            self._limits.hello_timeout_s, self.outbox.close, CloseCode.HELLO_TIMEOUT
        )
        try:
            while True:
                self._is_listening = True
                data = await self._ws.recv()
                self._is_listening = False
                action = self._judge(data)
                if isinstance(action, Attach):
                    late.cancel()
                    self._on_hello()
                    await self._attach(action.hello)
                    continue
                while isinstance(action, Ask) and self._is_asking_enough:
                    await asyncio.wait(self._queries, return_when=asyncio.FIRST_COMPLETED)
                self._act(action)
        except ConnectionClosed:
            return
        finally:
            self._is_listening = False
            late.cancel()

    def hear(self, data: str | bytes | None) -> bool:
        """
        Act on a message at once, without waking the task that waits for it.

        False where only that task may take it: it has an earlier one, or this one may have to
        wait, or is not whole yet, None. Then the library hands it to the task as usual.
        """
        may_wait = self._seat is None or (self._queries and self._is_asking_enough)
        if data is None or may_wait or not self._is_listening:
            self._is_listening = False
            return False
        try:
            self._act(self._judge(data))
        except Exception:
            log.exception("connection failed", extra={"connection": str(self._ws.id)})
            self.outbox.close(CloseCode.ROOM_RESTARTED)
        return True

    @property
    def _is_asking_enough(self) -> bool:
        return len(self._queries) >= QUERIES_IN_FLIGHT

    def _judge(self, data: str | bytes) -> Action:
        self._received += 1
        limit = self._limits.max_message_bytes
        # A character has at most four bytes, so most text need not be measured.
        if len(data) * 4 > limit:
            size = len(data) if isinstance(data, bytes) else len(data.encode())
            if size > limit:
                return self._peer.take_too_large(find_id(data))
        try:
            message = decode_from_client(data, self._encoding)
        except BadMessage as bad:
            return self._peer.take_bad(bad, self._loop.time())
        return self._peer.take(message, self._loop.time())

    def _act(self, action: Action) -> None:
        match action:
            case Submit():
                self._submit(action.intent)
            case Ask():
                task = self._tasks.create_task(self._ask(action.query))
                self._queries.add(task)
                task.add_done_callback(self._queries.discard)
            case AnswerPing():
                self._answer_ping(action)
            case Attach():
                raise AssertionError("the reading task attaches")
            case Reject():
                self._answer(action.rejected)
            case Close():
                self._answer(action.rejected)
                self.outbox.close(action.code)
            case Ignore():
                pass
            case _:
                assert_never(action)

    async def _attach(self, hello: Hello) -> None:
        """Bring the client to its room, or answer why not; sends the catch-up to its end."""
        attaching = self._loop.create_task(self._around.directory.attach(hello, self.outbox))
        self._around.attaching.add(attaching)
        attaching.add_done_callback(self._around.attaching.discard)
        patience_s = self._limits.hello_timeout_s + self._limits.append_timeout_s
        try:
            # Not cancelled with the socket: it may be creating a room, which stays created.
            async with asyncio.timeout(patience_s):
                seat = await asyncio.shield(attaching)
        except Refused as refused:
            log.debug("hello refused", extra={"code": refused.rejected.code.value})
            self._answer(refused.rejected)
            self.outbox.close(refused.close)
        except TimeoutError:
            attaching.add_done_callback(_leave_when_seated)
            self._answer(_unavailable(None))
            self.outbox.close(CloseCode.ROOM_RESTARTED)
        except asyncio.CancelledError:
            attaching.add_done_callback(_leave_when_seated)
            raise
        except Exception:
            log.exception("attaching failed")
            self._answer(_internal(None))
            self.outbox.close(CloseCode.ROOM_RESTARTED)
        else:
            self._seat = seat
            if self.outbox.is_over:
                self._leave()
                return
            self._peer.join()
            await self.outbox.send_first()
        finally:
            # What was raised keeps this frame, which must not keep the task that keeps it.
            del attaching

    def _answer_ping(self, ping: AnswerPing) -> None:
        present = None
        if ping.presence is not None:
            self.outbox.wants_presence = ping.presence
            if ping.presence and self._seat is not None:
                present = self._seat.present()
        now_ms = self._around.now_ms()
        self._answer(Pong(id=ping.id, server_time_ms=now_ms, present=present))

    def _submit(self, intent: Intent) -> None:
        if self._seat is None or not self._seat.submit(intent):
            self._answer(
                Rejected(
                    id=intent.id,
                    code=Code.BUSY,
                    message="The room has more to do than it can take on: try again in a moment.",
                    retry_after_s=BUSY_RETRY_S,
                )
            )

    async def _ask(self, query: Query) -> None:
        """Have a query answered, exactly once."""
        if isinstance(query, StopPlayQuery):
            at = None if self._player is None else self._player.stop()
            self._answer(Result(id=query.id, result=StopPlayAnswer(at=at)))
            return
        answer = await self._ask_seat(query)
        self._answer(answer)
        if isinstance(query, PlayQuery) and isinstance(answer, Result):
            self._play(query, answer.result)

    def _play(self, query: PlayQuery, answer: object) -> None:
        if self._seat is None or not isinstance(answer, PlayAnswer):
            return
        if self._player is None:
            self._player = _player_into(self.outbox)
        self._player.play(self._tasks, self._seat, query, answer.upto)

    async def _ask_seat(self, query: Query) -> FromServer:
        if self._seat is None:
            return _unavailable(query.id)
        try:
            async with asyncio.timeout(self._limits.append_timeout_s):
                return await self._seat.ask(query)
        except TimeoutError:
            return _unavailable(query.id)
        except Exception:
            log.exception("query failed")
            return _internal(query.id)

    def _answer(self, item: FromServer) -> None:
        if isinstance(item, Rejected):
            log.debug("refused", extra={"code": item.code.value})
        self.outbox.send([encode_item(item, self._encoding)])

    async def _beat(self) -> None:
        """Ask for a sign of life at intervals, and say good-bye when none comes in time."""
        interval_s = self._limits.heartbeat_interval_s
        try:
            while True:
                await asyncio.sleep(interval_s)
                # The time limit covers the sending too, which waits for a client that stalls.
                async with asyncio.timeout(interval_s):
                    await (await self._ws.ping())
        except TimeoutError:
            self.outbox.close(CloseCode.HEARTBEAT_LOST)
        except ConnectionClosed:
            return

    def _stop(self) -> None:
        """The good-bye is said, perhaps by the room itself, which must not be called from here."""
        self._peer.stop()
        self._loop.call_soon(self._leave)

    def _leave(self) -> None:
        seat, self._seat = self._seat, None
        if seat is not None:
            seat.leave()


def _player_into(outbox: Outbox) -> Player:
    """A player that plays into an outbox; it knows no connection, so none knows itself by it."""

    def send(played: Played) -> None:
        outbox.send([encode_item(played, outbox.encoding)])

    return Player(send, lambda: outbox.waiting_bytes)


def _leave_when_seated(attaching: asyncio.Task[Seat]) -> None:
    """Give back the place of a client that did not wait for it."""
    if attaching.cancelled():
        return
    error = attaching.exception()
    if error is None:
        attaching.result().leave()
    elif not isinstance(error, Refused):
        log.error("attaching failed", exc_info=error)


def _unavailable(id: str | None) -> Rejected:
    return Rejected(
        id=id,
        code=Code.STORE_UNAVAILABLE,
        message="The answer took too long: try again in a moment.",
        retry_after_s=BUSY_RETRY_S,
    )


def _internal(id: str | None) -> Rejected:
    message = "Something went wrong on the server; it has been noted. Try again in a moment."
    return Rejected(id=id, code=Code.INTERNAL, message=message, retry_after_s=BUSY_RETRY_S)
