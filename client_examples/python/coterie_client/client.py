"""A client of one room: keeps its connection alive, in step, and its requests answered."""

import asyncio
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from coterie_client.codec import Encoding
from coterie_client.connection import Connection
from coterie_client.dice.claims import ROLLING
from coterie_client.dice.ledger import BookLedger
from coterie_client.entries import Entry, Returning
from coterie_client.errors import Closed, NotConnected
from coterie_client.feed import Cursor, Feed, FeedItem
from coterie_client.intents import Intents
from coterie_client.links import websocket_url
from coterie_client.outbox import check_id, new_id
from coterie_client.queries import Queries
from coterie_client.readers import EventReader, Waiting
from coterie_client.settings import DEFAULTS, Settings
from coterie_client.status import Connecting, Ended, Live, Retrying, Status
from coterie_client.talk import Talk
from coterie_client.tokens import TOKEN_BYTES
from coterie_client.wire import Accepted, Event, Json, Position, Saved, Welcome, WireError

RETURNING = Returning()


class Client(Queries, Intents):
    """
    A client of one room; an asynchronous context manager.

    Entering waits for the first `welcome`. From then on the client reconnects by itself and resumes
    where it was, until it is closed or the server says a final good-bye.

    Raises on entering:
        Rejected: The server refused the greeting.
        Closed: The server said a final good-bye.
        NotConnected: No welcome within the time allowed.
    """

    def __init__(
        self,
        url: str,
        token: bytes,
        entry: Entry = RETURNING,
        *,
        encoding: Encoding = "json",
        resume: Saved | Position | None = None,
        settings: Settings = DEFAULTS,
    ) -> None:
        if len(token) != TOKEN_BYTES:
            raise ValueError(f"a token is {TOKEN_BYTES} random bytes, not {len(token)}")
        self.url = websocket_url(url)
        self._settings = settings
        self._feed: Feed[FeedItem] = Feed(settings.feed_limit)
        self._reader = self._feed.reader()
        self._changed = asyncio.Event()
        self._hurry = asyncio.Event()
        self._status: Status = Connecting(1)
        self._connection: Connection | None = None
        self._last_why = "the server did not answer"
        self._failures = 0
        self._live_since_s: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._talk = Talk(
            token,
            entry,
            encoding,
            resume,
            settings,
            tell=self._feed.put,
            on_welcome=self._be_live,
            on_change=self._changed.set,
        )
        self._stage = self._talk.stage

    @classmethod
    def connect(
        cls,
        url: str,
        token: bytes,
        entry: Entry = RETURNING,
        *,
        encoding: Encoding = "json",
        resume: Saved | Position | None = None,
        settings: Settings = DEFAULTS,
    ) -> Self:
        """
        A client to enter with `async with`.

        Args:
            url: The socket's address (`wss://host/ws`) or the page's (`https://host/`).
            token: This device's secret, 32 random bytes; see `coterie_client.tokens`.
            entry: How to come in the first time; afterwards the token is enough.
            encoding: "json" or "msgpack".
            resume: Where to go on: what `saved` gave, or a bare position.
            settings: Bounds, deadlines, and where chance, sleep and time come from.
        """
        return cls(url, token, entry, encoding=encoding, resume=resume, settings=settings)

    # --- what is known ----------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """What is true of the connection now."""
        return self._status

    @property
    def welcome(self) -> Welcome:
        """
        The newest greeting of the server, with its limits.

        Raises:
            NotConnected: There was none yet.
        """
        if self._talk.greeting is None:
            raise NotConnected("the server has not welcomed this client yet")
        return self._talk.greeting

    @property
    def member(self) -> str:
        """The id of the member that this client is."""
        return self.welcome.member

    @property
    def room(self) -> str:
        """The id of the room."""
        return self.welcome.room

    @property
    def state(self) -> Json:
        """
        The room as this viewer may see it, as of `position`; read it, do not change it.

        Raises:
            NotConnected: It is not known yet.
        """
        if self._talk.viewer.state is None:
            raise NotConnected("the state of the room is not known yet")
        return self._talk.viewer.state

    @property
    def position(self) -> Position | None:
        """Where this viewer's line stands: the last event that came."""
        return self._talk.viewer.position

    @property
    def saved(self) -> Saved | None:
        """What to keep for `resume`: position and state together, or None while not in step."""
        return self._talk.viewer.saved

    @property
    def recent(self) -> tuple[Event, ...]:
        """The events before the newest snapshot, for showing; `events()` does not bring them."""
        return self._talk.viewer.recent

    @property
    def present(self) -> frozenset[str]:
        """The members who have a connection."""
        return self._talk.viewer.present

    @property
    def clock_offset_s(self) -> float | None:
        """How far the server's clock is ahead of this computer's; for showing, it is never sent."""
        return self._talk.clock.offset_s

    @property
    def waiting(self) -> list[Waiting]:
        """The requests that are not answered yet, in order."""
        return [Waiting(p.id, p.kind, p.times_sent > 0) for p in self._talk.outbox]

    def dice_ledger(self, book: str) -> BookLedger | None:
        """What was pinned and sent of a book of dice, by its id in base64; None if nothing."""
        claims = self._talk.dice.claims
        return None if claims is None else claims.ledger(book)

    # --- reading ----------------------------------------------------------------------------------

    def events(self) -> EventReader:
        """
        Events, each once and in order, until the client is closed.

        There is one line of reading per client: leaving the loop and asking again goes on after the
        last event that was read. `feed` is the same line with everything else in it.
        """
        return EventReader(self._reader)

    def feed(self) -> Cursor[FeedItem]:
        """Events, resets, presence, reports and status in one order, each once."""
        return self._reader

    def subscribe(self) -> Cursor[FeedItem]:
        """A reader of its own, for everything that comes from now on."""
        return self._feed.reader()

    async def wait_until(self, is_so: Callable[[], object]) -> None:
        """
        Wait until *is_so* is true; it is asked again whenever something changed.

        Raises:
            Closed: The client was closed before.
        """
        while not is_so():
            if isinstance(self._status, Ended):
                raise Closed(self._status.why, self._status.code)
            self._changed.clear()
            await self._changed.wait()

    async def reached(self, seq: int) -> None:
        """Wait until the event of this view sequence is part of `state`."""
        await self.wait_until(lambda: self._talk.viewer.has_reached(seq))

    # --- asking -----------------------------------------------------------------------------------

    async def send(self, intent: Mapping[str, Any], *, id: str | None = None) -> Accepted:
        """
        Send an intent and wait for its answer, across reconnects, with the same id.

        A call that is cancelled sends no more; whether the intent happened is then not known.

        Args:
            intent: The message, with its `type`.
            id: A UUID in lower case; made here unless given (here or in the message).

        Raises:
            Rejected: The server refused it; nothing changed.
            OutcomeUnknown: The client was closed before the answer.
            OutboxFull: Too many requests wait already.
            Closed: The client is closed.
        """
        chosen = check_id(id or intent.get("id") or new_id())
        message = {**intent, "id": chosen}
        if message["type"] in ROLLING:
            return await self._talk.dice.send(
                message, lambda: self._talk.viewer.state, self._ask_intent
            )
        return await self._ask_intent(message)

    async def shake(self) -> Accepted | None:
        """
        Put fresh entropy into the pot, on which the house's dice hang; None while none is live.

        Raises:
            Rejected: This member is no player, or did so too often.
        """
        intent = self._talk.dice.shake(self.state)
        return None if intent is None else await self.send(intent)

    async def _ask_intent(self, message: Json) -> Accepted:
        answer = await self._ask(message, is_query=False)
        if not isinstance(answer, Accepted):
            raise WireError(f"the server answered the intent {message['id']} with a result")
        return answer

    async def query(self, query: Mapping[str, Any]) -> Json:
        """
        Ask a query and wait for the object that answers it.

        Raises:
            Rejected: The server refused it.
            OutcomeUnknown, OutboxFull, Closed: As `send` does.
        """
        message = {**query, "id": query.get("id") or new_id()}
        answer = await self._ask(message, is_query=True)
        if isinstance(answer, Accepted):
            raise WireError("the server answered a query with accepted")
        return answer

    async def _ask(self, message: Json, *, is_query: bool) -> Accepted | Json:
        if isinstance(self._status, Ended):
            raise Closed(self._status.why, self._status.code)
        pending = self._talk.ask(message, is_query=is_query)
        self._changed.set()
        try:
            return await pending.answer
        except asyncio.CancelledError:
            self._talk.outbox.drop(pending)
            raise

    # --- living -----------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="coterie client")
        timeout_s = self._settings.connect_timeout_s
        talk = self._talk
        try:
            async with asyncio.timeout(timeout_s):
                await self.wait_until(lambda: talk.greeting and talk.viewer.state is not None)
        except TimeoutError:
            await self.close()
            raise NotConnected(f"no connection in {timeout_s:g} s: {self._last_why}") from None
        except Closed:
            await self.close()
            if talk.refusal is not None:
                raise talk.refusal from None
            raise
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close; whoever still waits for an answer gets `OutcomeUnknown`."""
        self._end("this client was closed", None)
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    def reconnect_now(self) -> None:
        """Drop the connection, if there is one, and come back at once, resuming."""
        self._talk.wants_back_at_once = True
        self._hurry.set()
        if self._connection is not None:
            self._connection.abort()

    async def _run(self) -> None:
        try:
            while not isinstance(self._status, Ended):
                await self._live_once()
        except Exception:
            self._end("this client failed: an error of its own", None)
            raise

    async def _live_once(self) -> None:
        talk = self._talk
        talk.begin_connection()
        self._set_status(Connecting(self._failures + 1))
        connection = Connection(self.url, talk.codec, talk, self._settings.times)
        self._connection = connection
        self._live_since_s = None
        try:
            why = await connection.run()
        finally:
            self._connection = None
        if self._lived_well():
            self._failures = 0
        self._last_why = talk.why_it_ended(why)
        if talk.is_final:
            self._end(self._last_why, talk.close_code)
        elif not (talk.wants_back_at_once and self._failures == 0):
            self._failures += 1
            await self._pause(talk.retry_after_s)

    def _lived_well(self) -> bool:
        """
        Whether the connection that ended starts the count of failures anew.

        A welcome does, but not one that the server took back soon with a good-bye: something that
        is sent again each time may be what it cannot bear.
        """
        if self._live_since_s is None:
            return False
        lived_s = asyncio.get_running_loop().time() - self._live_since_s
        return self._talk.bye is None or lived_s >= self._settings.steady_s

    async def _pause(self, at_least_s: float) -> None:
        settings = self._settings
        delay_s = at_least_s + settings.backoff.delay_s(self._failures, settings.random)
        self._hurry.clear()
        self._set_status(Retrying(delay_s, self._last_why))
        sleep = asyncio.ensure_future(settings.sleep(delay_s))
        hurry = asyncio.ensure_future(self._hurry.wait())
        try:
            await asyncio.wait({sleep, hurry}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleep.cancel()
            hurry.cancel()

    def _be_live(self, heartbeat_interval_s: float) -> None:
        self._live_since_s = asyncio.get_running_loop().time()
        if self._connection is not None:
            self._connection.begin_requests(heartbeat_interval_s)
        self._set_status(Live())

    def _set_status(self, status: Status) -> None:
        if isinstance(self._status, Ended):
            return
        self._status = status
        self._feed.put(status)
        self._changed.set()
        if self._settings.on_status is not None:
            self._settings.on_status(status)

    def _end(self, why: str, code: int | None) -> None:
        self._set_status(Ended(why, code))
        self._talk.outbox.fail_all()
        self._feed.close()
