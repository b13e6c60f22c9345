"""
This viewer's side of the room: line, state and presence, kept together.

Knows what events and snapshots do; nothing of sockets, requests or waiting.
"""

from collections.abc import Callable

from coterie_client.feed import FeedItem, Presence, Report, Reset
from coterie_client.line import Line, Verdict
from coterie_client.shape import normalise
from coterie_client.state import fold
from coterie_client.wire import Event, Json, Position, Saved, Welcome, WireError, read_events

BAD_SHAPE = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What reading something of another shape than expected raises."""


class Viewer:
    """
    Follows the line of one viewer.

    Args:
        tell: Takes what readers are to be told, in order.
        ask_state: Asks the server for a snapshot; the answer comes to `take_answer`.
        resume: Where to begin.
    """

    def __init__(
        self,
        tell: Callable[[FeedItem], None],
        ask_state: Callable[[], None],
        resume: Saved | Position | None,
    ) -> None:
        self._tell = tell
        self._ask_state = ask_state
        self._line = Line(resume.position if isinstance(resume, Saved) else resume)
        self.state: Json | None = normalise(resume.state) if isinstance(resume, Saved) else None
        self._state_seq = self._line.position.seq if self._line.position is not None else 0
        self._is_sure = self.state is not None
        self._member = ""
        self.recent: tuple[Event, ...] = ()
        self.present: frozenset[str] = frozenset()

    @property
    def position(self) -> Position | None:
        """The last event of the line, or None before the first welcome."""
        return self._line.position

    @property
    def saved(self) -> Saved | None:
        """Position and state, where they belong together; None while they do not."""
        position = self._line.position
        if position is None or self.state is None or not self._is_sure:
            return None
        return Saved(position, self.state) if self._state_seq == position.seq else None

    def has_reached(self, seq: int) -> bool:
        """Whether the event of this view sequence was delivered and is in a sure state."""
        position = self._line.position
        return position is not None and position.seq >= seq and self._is_sure

    def welcome(self, welcome: Welcome) -> None:
        """
        The server greeted: the line goes on, or begins anew.

        Raises:
            WireError: The snapshot is none.
        """
        self._member = welcome.member
        self.present = welcome.present
        if welcome.snapshot is not None:
            self._begin(welcome.reason, welcome.position, welcome.snapshot, welcome.recent)
            return
        if self._line.position is None:
            self._line.begin(welcome.position)
        if self.state is None:
            self._doubt()

    def take_snapshot(self, item: Json) -> None:
        """
        A new generation of the view began.

        Raises:
            WireError: The snapshot is none.
        """
        position, snapshot = item.get("position"), item.get("snapshot")
        if not isinstance(position, dict) or not isinstance(snapshot, dict):
            raise WireError("a snapshot without position or room")
        recent = read_events(item.get("recent"))
        self._begin(str(item.get("reason", "")), Position.read(position), snapshot, recent)

    def take_event(self, item: Json) -> bool:
        """
        Take the next event of the line.

        Returns:
            False when an event before it is missing and the client must resync.

        Raises:
            WireError: It has not even a number.
        """
        try:
            event, is_readable = Event.read(item), True
        except WireError as error:
            event, is_readable = _numbered(item, error), False
        verdict = self._line.take(event)
        if verdict in (Verdict.GAP, Verdict.REPEAT):
            return verdict is Verdict.REPEAT
        if verdict is Verdict.SKIPPED:
            self._tell(Report(f"events before number {event.seq} could not be had"))
            self._doubt()
        if not is_readable:
            self._tell(Report(f"event number {event.seq} could not be read"))
            self._doubt()
            return True
        self._fold(event)
        self._tell(event)
        return True

    def take_answer(self, result: Json) -> None:
        """The snapshot that was asked for, because the state was not sure."""
        try:
            position, state = Position.read(result["position"]), normalise(result["snapshot"])
        except BAD_SHAPE as error:
            self._tell(Report(f"a snapshot could not be read: {error!r}"))
            return
        here = self._line.position
        if here is None or _life(here) != _life(position):
            return
        if position.seq < here.seq:
            self._ask_state()
            return
        self.state, self._state_seq, self._is_sure = state, position.seq, True

    def take_presence(self, presence: Presence) -> None:
        """A member came or went."""
        if presence.here:
            self.present |= {presence.member}
        else:
            self.present -= {presence.member}
        self._tell(presence)

    def take_number(self, book: str, lane: str, n: int) -> None:
        """A roll of this viewer's took a number, which a blind one tells by its answer alone."""
        live = self.state and self.state["dice"]
        if not live or live["book"] != book or live["next"] is None or live["next"][lane] > n:
            return
        taken = {**live, "next": {**live["next"], lane: n + 1}}
        self.state = {**(self.state or {}), "dice": taken}

    def _begin(
        self, reason: str, position: Position, snapshot: Json, recent: tuple[Event, ...]
    ) -> None:
        try:
            state = normalise(snapshot)
        except BAD_SHAPE as error:
            raise WireError(f"a snapshot could not be read: {error!r}") from None
        self._line.begin(position)
        self.state, self._state_seq, self._is_sure = state, position.seq, True
        self.recent = recent
        self._tell(Reset(reason, position.seq, recent, state))

    def _fold(self, event: Event) -> None:
        if event.type in ("member_left", "member_removed"):
            self.present -= {event.get("member")}
        if self.state is None or event.seq <= self._state_seq:
            return
        try:
            self.state = fold(self.state, event.body, self._member)
        except BAD_SHAPE as error:
            self._tell(Report(f"event number {event.seq}, {event.type}: {error!r}"))
            self._doubt()
        self._state_seq = event.seq

    def _doubt(self) -> None:
        """The state may be wrong: ask for it anew."""
        self._is_sure = False
        self._ask_state()


def _life(position: Position) -> tuple[str, int]:
    return position.epoch, position.generation


def _numbered(item: Json, error: WireError) -> Event:
    """An event of which only number and mark can be read, so that the line can go on behind it."""
    seq, mark = item.get("seq"), item.get("mark")
    if not isinstance(seq, int) or not isinstance(mark, str):
        raise error
    return Event(seq, mark, 0, "", {})
