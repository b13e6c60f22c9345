"""
A player's share in the dice: which claim goes with which intent, and what its answer means.

Knows the live book and what was kept of it; nothing of sockets and waiting.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from coterie_client.dice.ledger import BookLedger, draw
from coterie_client.dice.store import MOST_BOOKS, DiceStore
from coterie_client.dice.text import as_text
from coterie_client.errors import Rejected
from coterie_client.wire import Accepted, Json

ROLLING = frozenset(
    {
        "roll",
        "reroll",
        "rouse",
        "mend",
        "wake",
        "blush",
        "test_remorse",
        "test_frenzy",
        "roll_compulsion",
        "roll_resonance",
        "open_contest",
        "answer_contest",
        "roll_v20",
        "roll_degeneration",
        "resist_beast",
        "roll_initiative",
        "open_v20_contest",
        "answer_v20_contest",
    }
)
"""Intents that may roll dice."""


MOST_ASKED = 200
"""Claims that are kept for intents without an answer; who cancels one may never ask again."""


@dataclass(frozen=True, slots=True)
class Again:
    """Ask once more, with a new id: for this lane, or for the one that seems right."""

    lane: str | None = None


class Claims:
    """
    What a seat claims of the books of its room.

    Args:
        store: Where it is kept.
        seat: What the seat is called there.
    """

    def __init__(self, store: DiceStore, seat: str) -> None:
        self._store = store
        self._seat = seat
        self._books: dict[str, Json] = {}
        self._asked: dict[str, Json] = {}
        self._load()

    def ledger(self, book: str) -> BookLedger | None:
        """What is known of a book; None where nothing is."""
        kept = self._books.get(book)
        return None if kept is None else BookLedger.read(kept)

    def pin(self, book: Json | None) -> None:
        """Take what the server says of its live book."""
        if book is None:
            return
        ledger = self.ledger(book["book"])
        if ledger is None:
            ledger = BookLedger.begin(book)
        ledger.pin(book)
        self._keep(book["book"], ledger)

    def see(self, event: Mapping[str, Any], seq: int, book: Json | None, viewer: str) -> None:
        """Take an event: numbers of one's own that were rolled are over."""
        proof = event.get("proof")
        if isinstance(proof, Mapping) and proof.get("member") == viewer:
            self._take(as_text(proof["book"]), str(proof["lane"]), int(proof["n"]))
        if event["type"] == "blind_roll_made" and event["member"] == viewer and book is not None:
            self._change(book["book"], lambda ledger: _add(ledger.blind_seen, seq))

    def claim(self, message: Json, book: Json, viewer: str, lane: str) -> Json:
        """
        The claim of an intent, kept before it is given out.

        Raises:
            Rejected: Nothing may be sent: the server passes over a number, or commits anew.
        """
        self._load()
        asked = self._asked.get(message["id"])
        if asked is not None:
            return asked
        ledger = self.ledger(book["book"]) or BookLedger.begin(book)
        if f"{lane} {viewer}" in ledger.clash:
            raise Rejected(message["id"], "dice_clash", _CLASH)
        line = ledger.lane(lane)
        here = max(line.next, (book["next"] or {}).get(lane, 0))
        if not ledger.go_on(lane, here):
            raise _skipped(message["id"], line.next)
        entropy = line.entropy(here)
        claim = {"book": book["book"], "lane": lane, "n": here, "entropy": entropy}
        self._asked[message["id"]] = claim
        for old in list(self._asked)[:-MOST_ASKED]:
            del self._asked[old]
        self._keep(book["book"], ledger)
        self._write()
        return claim

    def accepted(self, message: Json, answer: Accepted) -> None:
        """An intent with a claim was stored."""
        claim = self._forget(message["id"])
        if claim is None or answer.took is None:
            return
        self._take(claim["book"], claim["lane"], answer.took)
        if message.get("visibility") == "blind":
            self._change(claim["book"], lambda ledger: _add(ledger.blind_sent, claim["n"]))

    def rejected(self, message: Json, answer: Rejected) -> Again | None:
        """
        An intent was refused.

        Returns:
            How to ask once more; None where the refusal stands.

        Raises:
            Rejected: The server passes over a number that entropy was sent for.
        """
        claim = self._forget(message["id"])
        if claim is None:
            return Again() if answer.code == "book_changed" else None
        book, lane, n = claim["book"], claim["lane"], claim["n"]
        if answer.code == "dice_moved" and answer.next_n is not None:
            onward = answer.next_n
            if self._change(book, lambda ledger: ledger.go_on(lane, onward)):
                return Again(lane)
            raise _skipped(message["id"], n)
        if answer.code == "lane_mismatch" and answer.accepted in ("open", "own"):
            return Again(answer.accepted) if answer.accepted != lane else None
        if answer.code == "book_changed":
            self._change(book, lambda ledger: _lose(ledger, lane, n))
        return None

    def owes(self, book: Json | None, viewer: str) -> bool:
        """Whether this player has put nothing into the pot of the live book yet."""
        if book is None or not has_lanes(book, viewer):
            return False
        self._load()
        ledger = self.ledger(book["book"])
        return ledger is not None and not ledger.added

    def entropy(self, book: Json) -> Json:
        """An intent with fresh entropy for the pot, kept before it is given out."""
        fresh = draw()
        self._change(book["book"], lambda ledger: _add(ledger.added, fresh))
        return {"type": "add_entropy", "book": book["book"], "entropy": fresh}

    def _take(self, book: str, lane: str, n: int) -> None:
        self._change(book, lambda ledger: ledger.lane(lane).note_taken(n))

    def _forget(self, id: str) -> Json | None:
        """An intent is answered: its claim need not be repeated."""
        claim = self._asked.pop(id, None)
        if claim is not None:
            self._write()
        return claim

    def _change(self, book: str, does: Callable[[BookLedger], object]) -> object:
        ledger = self.ledger(book)
        if ledger is None:
            return None
        result = does(ledger)
        self._keep(book, ledger)
        return result

    def _keep(self, book: str, ledger: BookLedger) -> None:
        kept = ledger.to_keep()
        if self._books.get(book) == kept:
            return
        self._books[book] = kept
        for old in list(self._books)[:-MOST_BOOKS]:
            del self._books[old]
        self._write()

    def _load(self) -> None:
        """Take what is kept: another program of the same seat may have written it."""
        kept = self._store.load(self._seat)
        self._books = dict(kept.get("books", {}))
        self._asked = dict(kept.get("asked", {}))

    def _write(self) -> None:
        self._store.keep(self._seat, {"books": dict(self._books), "asked": dict(self._asked)})


def has_lanes(book: Json, member: str) -> bool:
    """Whether a book has lanes of this member."""
    return any(lanes["member"] == member for lanes in book["lanes"])


def lane_of(message: Mapping[str, Any], state: Json, seen: Mapping[str, str]) -> str:
    """
    Which lane of a player's an intent belongs to: by who will see its dice.

    Args:
        message: The intent.
        state: The room, for what is usual.
        seen: Visibility of rolls and contests that are known, by id.
    """
    usual = state["house_rules"].get("default_visibility", "public")
    about = message["roll"] if message["type"] == "reroll" else message.get("contest")
    requests = {each["request"]: each for each in state.get("requests", ())}
    request = requests.get(message.get("request"), {})
    if message.get("hide_pool") or request.get("hide_pool"):
        return "own"
    placed = request.get("visibility") or message.get("visibility") or usual
    visibility = seen.get(about, "public") if about else placed
    return "open" if visibility == "public" else "own"


_CLASH = (
    "The server committed to other dice for you than it first said. "
    "Nothing is rolled with them: tell your Storyteller."
)


def _skipped(id: str, n: int) -> Rejected:
    return Rejected(
        id,
        "dice_skipped",
        f"The server passes over number {n + 1} of your dice, for which it has your entropy. "
        "No roll with it was seen here, so no other is rolled.",
        "dice.n",
        "a roll with that number in the log; if there is none, have the dice renewed",
    )


def _add(values: list[Any], value: object) -> None:
    if value not in values:
        values.append(value)


def _lose(ledger: BookLedger, lane: str, n: int) -> None:
    if ledger.lane(lane).next <= n:
        ledger.lost.append([lane, n])
