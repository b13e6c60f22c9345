"""
The talk with the server: the greeting, what is sent, and what each item that comes in does.

Lives as long as the client, over many connections. Knows nothing of sockets and of waiting.
"""

import asyncio
from collections.abc import Callable, Iterator

from coterie_client.codec import Codec, Encoding, Undecodable
from coterie_client.connection import Over
from coterie_client.dice.share import Share
from coterie_client.entries import Entry, Returning
from coterie_client.errors import Rejected
from coterie_client.feed import FeedItem, Presence, Report
from coterie_client.outbox import PASSING_CODES, Outbox, Pending, new_id
from coterie_client.pace import Pace
from coterie_client.playback import Stage
from coterie_client.server_clock import ServerClock
from coterie_client.settings import Settings
from coterie_client.viewer import BAD_SHAPE, Viewer
from coterie_client.wire import Accepted, Event, Json, Position, Saved, Welcome


class Talk:
    """
    One client's talk with its server.

    Args:
        token: This device's secret.
        entry: How to come in until the server has welcomed this client once.
        tell: Takes what readers are to be told, in order.
        on_welcome: Called when the server has welcomed this client, with the heartbeat interval.
        on_change: Called when something came in or went out.
    """

    def __init__(
        self,
        token: bytes,
        entry: Entry,
        encoding: Encoding,
        resume: Saved | Position | None,
        settings: Settings,
        tell: Callable[[FeedItem], None],
        on_welcome: Callable[[float], None],
        on_change: Callable[[], None],
    ) -> None:
        self._token = token
        self._entry: Entry = entry
        self._client_name = settings.client_name
        self._tell = tell
        self._on_welcome = on_welcome
        self._on_change = on_change
        self.codec = Codec(encoding)
        self.outbox = Outbox(settings.outbox_limit)
        self.stage = Stage()
        self.viewer = Viewer(tell, self._ask_state, resume)
        self.dice = Share(settings.dice_store, self.viewer.take_number)
        self.clock = ServerClock(settings.now_s)
        self.greeting: Welcome | None = None
        self.bye: Json | None = None
        self.refusal: Rejected | None = None
        self.wants_back_at_once = False
        self._is_welcomed = False
        self._state_query: str | None = None
        self._pace = Pace({}, 0.0)
        self._is_paced = settings.is_paced
        self._takes: dict[str, Callable[[Json], None]] = {
            "welcome": self._take_welcome,
            "event": self._take_event,
            "snapshot": self._take_snapshot,
            "accepted": self._take_accepted,
            "rejected": self._take_rejected,
            "result": self._take_result,
            "pong": self._take_pong,
            "presence": self._take_presence,
            "played": self.stage.take_played,
            "bye": self._take_bye,
        }

    @property
    def has_due(self) -> asyncio.Event:
        """Set when `due_frames` has something."""
        return self.outbox.has_due

    def begin_connection(self) -> None:
        """A new connection is being made; what the last one said is over."""
        self.bye = self.refusal = None
        self.stage.begin_connection()
        self.wants_back_at_once = self._is_welcomed = False

    @property
    def is_final(self) -> bool:
        """
        Whether coming back makes no sense.

        Final are the good-byes that say so, and a refused greeting while this client was never in,
        unless the refusal is a passing one.
        """
        if self.bye is not None and self.bye.get("is_final") is True:
            return True
        refused = self.refusal is not None and self.refusal.code not in PASSING_CODES
        return refused and self.greeting is None

    @property
    def close_code(self) -> int | None:
        """The code of the server's good-bye, if there was one."""
        code = self.bye.get("code") if self.bye is not None else None
        return code if isinstance(code, int) else None

    @property
    def retry_after_s(self) -> float:
        """How long the server asks to stay away, in seconds."""
        asked = [0.0]
        if self.bye is not None:
            asked.append(_seconds(self.bye.get("retry_after_s")))
        if self.refusal is not None:
            asked.append(_seconds(self.refusal.retry_after_s))
        return max(asked)

    def why_it_ended(self, otherwise: str) -> str:
        """Why the last connection ended, in the server's own sentence if it said one."""
        if self.bye is not None and self.bye.get("message"):
            return str(self.bye["message"])
        return str(self.refusal) if self.refusal is not None else otherwise

    def ask(self, message: Json, *, is_query: bool, is_own: bool = False) -> Pending:
        """
        Put a request with its `id` and `type` into the outbox.

        Raises:
            OutboxFull: Too many wait already.
            TypeError: The message holds something that cannot travel.
            ValueError: One with this id waits already.
        """
        frame = self.codec.encode(message)
        return self.outbox.add(
            message["id"], message["type"], frame, is_query=is_query, is_own=is_own
        )

    def hello(self) -> Json:
        """The greeting: who, how in, and where to go on."""
        hello: Json = {
            "type": "hello",
            "token": self._token,
            "entry": self._entry.to_wire(),
            "client": self._client_name,
        }
        if self.viewer.position is not None:
            hello["resume"] = self.viewer.position.to_wire()
        self.clock.note_sent("")
        return hello

    def ping(self) -> Json:
        """A sign of life to ask for."""
        return self.clock.make_ping()

    def due_frames(self) -> Iterator[bytes]:
        """
        The requests to send now, as far as the server's pace allows; the rest is due later.

        One that the server would not read is refused here.
        """
        limit = self.greeting.limits.get("max_message_bytes") if self.greeting else None
        loop = asyncio.get_running_loop()
        for pending in self.outbox.due():
            if not pending.is_due or pending.answer.done():
                continue
            if isinstance(limit, int) and len(pending.frame) > limit:
                self.outbox.reject(_too_large(pending, limit))
                continue
            if (wait_s := self._pace.take(loop.time(), is_query=pending.is_query)) > 0:
                loop.call_later(wait_s, self.has_due.set)
                return
            pending.note_sent()
            self._on_change()
            yield pending.frame

    def take(self, item: Json | Undecodable) -> None:
        """
        Take one item that came in; one that cannot be used is reported and passed over.

        Raises:
            Over: The connection must end: a good-bye, or a gap to resync.
        """
        if isinstance(item, Undecodable):
            self._tell(Report(item.why))
            return
        take = self._takes.get(item["type"])
        if take is None:
            self._tell(Report(f"an item of the unknown type {item['type']!r}"))
            return
        try:
            take(item)
        except BAD_SHAPE as error:
            self._tell(Report(f"an item of the type {item['type']} could not be used: {error}"))
        self._on_change()

    def _take_welcome(self, item: Json) -> None:
        try:
            greeting = Welcome.read(item)
            self.viewer.welcome(greeting)
        except BAD_SHAPE as error:
            self._tell(Report(f"the greeting of the server could not be used: {error}"))
            raise Over("the greeting of the server could not be read") from None
        self.greeting = greeting
        self._is_welcomed = True
        self._entry = Returning()
        self.clock.note_heard("", greeting.server_time_ms)
        limits = greeting.limits if self._is_paced else {}
        self._pace = Pace(limits, asyncio.get_running_loop().time())
        self.dice.welcome(greeting)
        self.dice.begin(self.viewer.state, greeting.recent)
        self.outbox.begin_connection()
        self._stir_pot()
        self._on_welcome(greeting.heartbeat_interval_s)

    def _take_event(self, item: Json) -> None:
        if not self.viewer.take_event(item):
            self.wants_back_at_once = True
            raise Over("an event was missing: coming back to fetch it")
        self.dice.see(Event.read(item), self.viewer.state)
        self._stir_pot()

    def _take_snapshot(self, item: Json) -> None:
        self.viewer.take_snapshot(item)
        self.dice.begin(self.viewer.state, ())
        self._stir_pot()

    def _stir_pot(self) -> None:
        """Entropy of this member's goes into the pot of a new book unasked."""
        if (intent := self.dice.owed(self.viewer.state)) is not None:
            pending = self.ask({**intent, "id": new_id()}, is_query=False, is_own=True)
            pending.answer.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _take_accepted(self, item: Json) -> None:
        id = str(item["id"])
        self.outbox.settle(id, Accepted(id, item.get("seq"), item.get("created"), item.get("took")))

    def _take_rejected(self, item: Json) -> None:
        rejection = Rejected(
            item.get("id"),
            str(item.get("code", "")),
            str(item.get("message", "")),
            item.get("field"),
            item.get("accepted"),
            item.get("retry_after_s"),
            item.get("next_n"),
        )
        if not self._is_welcomed:
            self.refusal = rejection
        elif not self.outbox.reject(rejection):
            self._tell(Report(f"the server refused something: {rejection}"))

    def _take_result(self, item: Json) -> None:
        id, result = str(item["id"]), dict(item["result"])
        if id == self._state_query:
            self._state_query = None
            self.viewer.take_answer(result)
            self.dice.begin(self.viewer.state, ())
            self._stir_pot()
        self.stage.take_answer(id)
        self.outbox.settle(id, result)

    def _take_pong(self, item: Json) -> None:
        self.clock.note_heard(str(item["id"]), int(item["server_time_ms"]))

    def _take_presence(self, item: Json) -> None:
        self.viewer.take_presence(Presence(str(item["member"]), item["here"] is True))

    def _take_bye(self, item: Json) -> None:
        self.bye = item
        raise Over(str(item.get("message") or "the server said good-bye"))

    def _ask_state(self) -> None:
        """Ask for a snapshot, because the state is not known or no longer sure."""
        self._state_query = new_id()
        pending = self.ask(
            {"type": "snapshot", "id": self._state_query}, is_query=True, is_own=True
        )
        pending.answer.add_done_callback(lambda done: done.cancelled() or done.exception())


def _too_large(pending: Pending, limit: int) -> Rejected:
    """The refusal that the server would give, which would cost the connection there."""
    message = f"This message is {len(pending.frame)} bytes long."
    return Rejected(pending.id, "too_large", message, accepted=f"at most {limit} bytes")


def _seconds(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else 0.0
