"""
What this client does about dice for its member: unasked entropy, and a claim in each roll.

One intent that rolls waits for the answer to the one before, so that each has its own number.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from coterie_client.dice.claims import ROLLING, Claims, has_lanes, lane_of
from coterie_client.dice.store import DiceStore
from coterie_client.dice.text import as_text, to_wire
from coterie_client.errors import Rejected
from coterie_client.lists import find
from coterie_client.outbox import new_id
from coterie_client.wire import Accepted, Event, Json, Welcome

MOST_CLAIMS = 4
"""How often a roll is asked for with another number, where other devices were quicker."""
MOST_SEEN = 5_000
BOOK_WAIT_S = 5.0
"""How long a roll waits for the book that is being opened, as when this member has just come."""

Ask = Callable[[Json], Awaitable[Accepted]]


class Share:
    """
    A member's share in the dice of its room.

    Args:
        store: Where pins and entropy are kept.
        on_took: Told of book, lane and number that an own roll took.
    """

    def __init__(
        self, store: DiceStore, on_took: Callable[[str, str, int], None] = lambda *_: None
    ) -> None:
        self._store = store
        self._on_took = on_took
        self._claims: Claims | None = None
        self._member = ""
        self._turn = asyncio.Lock()
        self._seen: dict[str, str] = {}
        self._openings = 0
        self._opened = asyncio.Event()

    def welcome(self, greeting: Welcome) -> None:
        """The server said who this is."""
        self._member = greeting.member
        if self._claims is None:
            self._claims = Claims(self._store, f"{greeting.room} {greeting.member}")

    @property
    def claims(self) -> Claims | None:
        """What is claimed and pinned; None before the first welcome."""
        return self._claims

    def begin(self, state: Json | None, recent: tuple[Event, ...]) -> None:
        """A snapshot came, with the events before it."""
        if self._claims is None or state is None:
            return
        self._claims.pin(state["dice"])
        for event in recent:
            if "visibility" in event.body:
                self._note_visibility(event.body)
        # What was before its book tells nothing of it.
        for event in recent[_beginning(recent, state["dice"]) :]:
            self.see(event, state)

    def see(self, event: Event, state: Json | None) -> None:
        """An event came; *state* is the room after it."""
        if self._claims is None or state is None:
            return
        body = event.body
        if event.type in ("book_opened", "lanes_added"):
            self._claims.pin(state["dice"])
            self._openings += 1
            self._opened.set()
        if "visibility" in body:
            self._note_visibility(body)
        self._claims.see(body, event.seq, state["dice"], self._member)

    def owed(self, state: Json | None) -> Json | None:
        """The intent with entropy for the pot that is due and was not asked for, or None."""
        if self._claims is None or state is None or not self._is_player(state):
            return None
        book = state["dice"]
        return (
            to_wire(self._claims.entropy(book)) if self._claims.owes(book, self._member) else None
        )

    def shake(self, state: Json) -> Json | None:
        """An intent with fresh entropy for the pot; None while no book is live."""
        if self._claims is None or state["dice"] is None:
            return None
        return to_wire(self._claims.entropy(state["dice"]))

    def serves(self, message: Mapping[str, Any], state: Json | None) -> bool:
        """Whether an intent takes a claim with it now."""
        if message["type"] not in ROLLING or message.get("entered") or "dice" in message:
            return False
        if state is None or self._claims is None or not self._is_player(state):
            return False
        book = state["dice"]
        return book is not None and has_lanes(book, self._member)

    async def send(self, message: Json, state: Callable[[], Json | None], ask: Ask) -> Accepted:
        """
        Send an intent that rolls, with its claim; where another device took the number, again.

        Raises:
            Rejected: It was refused, or the server passes over a number of this member's.
        """
        if not self.serves(message, state()):
            before = self._openings
            try:
                return await ask(message)
            except Rejected as rejected:
                if rejected.code == "dice_not_ready":
                    if not await self._opens(before):
                        raise
                # A book was opened while it was on its way.
                elif rejected.code != "book_changed" or not self.serves(message, state()):
                    raise
            message = {**message, "id": new_id()}
        async with self._turn:
            lane: str | None = None
            tries = MOST_CLAIMS
            while True:
                tries -= 1
                try:
                    return await self._once(message, state(), lane, ask)
                except Rejected as rejected:
                    again = self._claims.rejected(message, rejected) if self._claims else None
                    if again is None or not tries or not self.serves(message, state()):
                        raise
                    lane = again.lane
                    message = {**message, "id": new_id()}

    async def _once(
        self, message: Json, state: Json | None, lane: str | None, ask: Ask
    ) -> Accepted:
        if self._claims is None or state is None or not self.serves(message, state):
            return await ask(message)
        wanted = lane or lane_of(message, state, self._seen)
        claim = self._claims.claim(message, state["dice"], self._member, wanted)
        accepted = await ask({**message, "dice": to_wire(claim)})
        self._claims.accepted(message, accepted)
        if accepted.took is not None:
            self._on_took(claim["book"], claim["lane"], accepted.took)
        return accepted

    async def _opens(self, before: int) -> bool:
        """Whether a book or lanes came since *before* openings were counted, or come soon."""
        try:
            async with asyncio.timeout(BOOK_WAIT_S):
                while self._openings == before:
                    self._opened.clear()
                    await self._opened.wait()
        except TimeoutError:
            return False
        return True

    def _is_player(self, state: Json) -> bool:
        me = find(state, "members", self._member)
        return me is not None and me["role"] == "player"

    def _note_visibility(self, body: Json) -> None:
        contest = body.get("contest")
        named = contest.get("contest") if isinstance(contest, Mapping) else None
        for id in (body.get("roll"), named):
            if isinstance(id, str):
                self._seen[id] = body["visibility"]
        while len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]


def _beginning(recent: tuple[Event, ...], book: Json | None) -> int:
    """Where among these events the live book was opened; 0 where that was before."""
    for at, event in reversed(list(enumerate(recent))):
        if event.type == "book_opened" and book and as_text(event["book"]) == book["book"]:
            return at
    return 0
