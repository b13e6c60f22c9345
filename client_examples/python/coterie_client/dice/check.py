"""
The check of rolls against what was committed to before them: events in, verdicts out.

Pure: knows no connection and no files. What this client pinned and sent comes as a `Ledgers`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from coterie_client.dice.book import full_book, opened_book
from coterie_client.dice.ledger import OWN_LANES, BookLedger
from coterie_client.dice.receipts import (
    before_rerolls,
    faces_of,
    last_faces,
    rerolled_faces,
    untouched,
)
from coterie_client.dice.scheme import LANES, draw_faces, lane_context, pot_of, tree_root
from coterie_client.dice.seen import (
    Body,
    SeenBook,
    Verdict,
    commitment,
    fault_of_form,
    look_at_pot,
    other_dice,
    walk,
)
from coterie_client.dice.text import as_bytes, as_text
from coterie_client.wire import Event, Json

Ledgers = Callable[[str], BookLedger | None]
"""What is pinned of a book, by its id as text."""

TEN_SIDES = 10


@dataclass
class _Rolled:
    first: Body
    now: Body
    lately: "tuple[list[int | None], str | None] | None" = None


@dataclass(frozen=True)
class _Part:
    proof: Body
    faces: list[int | None] | None
    fault: str | None = None


class Checker:
    """
    Follows one viewer's line and checks what it carries.

    Args:
        room: The room's id.
        viewer: The member whose line it is.
        is_storyteller: Whether that member sees every lane.
        ledgers: What was pinned and sent; by default nothing is known of that.
        book: The `dice` of a snapshot, and `book_from`, the event that it was taken behind.
    """

    def __init__(
        self,
        room: str,
        viewer: str,
        *,
        is_storyteller: bool = False,
        ledgers: Ledgers = lambda _: None,
        book: Body | None = None,
        book_from: int = 0,
    ) -> None:
        self._room, self._viewer, self._sees_all = room, viewer, is_storyteller
        self._ledgers = ledgers
        self._base = full_book(book)
        self._base_from = book_from
        self._books: dict[str, SeenBook] = {}
        self._rolls: dict[str, _Rolled] = {}
        self._rungs: dict[tuple[str, str, str], dict[int, bytes]] = {}
        self._blind = 0

    def take(self, event: Event) -> Verdict | None:
        """
        Take the next event of the line.

        Returns:
            The verdict on it, or None where it has nothing to check.

        Raises:
            KeyError, TypeError, ValueError: The body lacks what events of its type have.
        """
        body = event.body
        self._onward(event.seq)
        match event.type:
            case "book_opened":
                return self._open(body)
            case "lanes_added":
                self._add(body)
                return None
            case "entropy_added":
                return self._entropy(body)
            case "blind_roll_made" if body["member"] == self._viewer:
                self._blind += 1
                return None
        if event.type == "roll_resolved":
            self._rolls[body["roll"]] = _Rolled(body["receipt"], body["receipt"])
        is_again = event.type == "roll_rerolled" or body.get("is_reroll") is True
        verdict = Verdict(f"{body.get('roll')} {is_again}")
        for part in self._parts(event.type, body):
            self._check(part, event.type, body, verdict)
        self._note_reroll(event.type, body)
        if verdict.proofs:
            return verdict
        if body.get("source") == "book" and body.get("receipt"):
            verdict.lacks.append("its proof, which is for its roller and the Storytellers")
            return verdict
        return None

    # --- books and the pot -----------------------------------------------------------------------

    def _begin(self, book: Json, *, is_whole: bool) -> SeenBook:
        lanes = {each["member"]: each for each in book["lanes"]}
        made = SeenBook(book["table"], book["secret"], lanes, is_whole)
        self._books[book["book"]] = made
        return made

    def _open(self, body: Body) -> Verdict | None:
        book = opened_book(body)
        self._blind = 0
        self._pour(book["book"], self._begin(book, is_whole=True), book)
        ledger = self._ledgers(book["book"])
        if ledger is None or not ledger.clash:
            return None
        return Verdict(book["book"], faults=[other_dice(name.split()[0]) for name in ledger.clash])

    def _add(self, body: Body) -> None:
        book = self._books.get(as_text(body["book"]))
        for lanes in body["lanes"] if book is not None else ():
            named = {key: as_text(lanes[key]) for key in OWN_LANES}
            book.lanes.setdefault(lanes["member"], {"member": lanes["member"], **named})  # type: ignore[union-attr]

    def _onward(self, seq: int) -> None:
        """The book of a snapshot is known from it on; its commitments held before, too."""
        if self._base is None:
            return
        id = self._base["book"]
        book = self._books.get(id) or self._begin(self._base, is_whole=False)
        if seq > self._base_from and book.c is None:
            self._pour(id, book, self._base)

    def _pour(self, id: str, book: SeenBook, known: Json) -> None:
        book.c = known["c"]
        book.pot = {entry["member"]: as_bytes(entry["entropy"]) for entry in known["pot"]}
        book.pots[known["c"]] = pot_of(self._room, as_bytes(id), book.pot)

    def _stir(self, id: str, member: str, entropy: object) -> None:
        book = self._books.get(id)
        if book is None or book.c is None:
            return
        book.pot[member] = as_bytes(entropy)
        book.c += 1
        book.pots[book.c] = pot_of(self._room, as_bytes(id), book.pot)

    def _entropy(self, body: Body) -> Verdict | None:
        id, entropy = as_text(body["book"]), as_text(body["entropy"])
        self._stir(id, body["member"], entropy)
        ledger = self._ledgers(id) if body["member"] == self._viewer else None
        if ledger is None or entropy in ledger.added:
            return None
        book = self._books.get(id)
        if book is None or book.c is None or book.c <= ledger.c:
            return None
        return Verdict(
            f"pot {entropy}", notes=["entropy in your name went into the pot"], is_foreign=True
        )

    # --- one proof -------------------------------------------------------------------------------

    def _parts(self, kind: str, body: Body) -> list[_Part]:
        """What an event has proofs of: each proof, and the faces that it should give."""
        proof, receipt = body.get("proof"), body.get("receipt")
        rolled = self._rolls.get(body.get("roll", ""))
        if proof is None:
            return []
        match kind:
            case "roll_resolved" if receipt:
                return [_Part(proof, list(faces_of(receipt)))]
            case "roll_rerolled" if receipt:
                return [_Part(proof, *self._rerolled(body, rolled))]
            case "roll_proven" if body.get("is_reroll"):
                return [_Part(proof, *((rolled and rolled.lately) or (None, None)))]
            case "roll_proven":
                return [_Part(proof, list(faces_of(rolled.first)) if rolled else None)]
            case "roll_revealed" if receipt:
                again = list(body.get("reroll_proofs", ()))
                first = _Part(proof, list(before_rerolls(receipt, again)))
                return [
                    first,
                    *(
                        _Part(each["proof"], last_faces(receipt, again, at))
                        for at, each in enumerate(again)
                    ),
                ]
        return []

    def _rerolled(self, body: Body, rolled: _Rolled | None) -> tuple[list[int | None], str | None]:
        receipt, places = body["receipt"], body["regular_indices"]
        is_kept = rolled is None or untouched(rolled.now, places) == untouched(receipt, places)
        fault = None if is_kept else "dice changed that were not rerolled"
        return list(rerolled_faces(receipt, places)), fault

    def _note_reroll(self, kind: str, body: Body) -> None:
        rolled = self._rolls.get(body.get("roll", ""))
        if kind == "roll_rerolled" and rolled is not None:
            rolled.lately = self._rerolled(body, rolled)
            rolled.now = body["receipt"]

    def _check(self, part: _Part, kind: str, body: Body, verdict: Verdict) -> None:
        proof = part.proof
        verdict.proofs.append(proof)
        if part.fault is not None:
            verdict.faults.append(part.fault)
        form = fault_of_form(proof)
        if form is not None:
            verdict.faults.append(form)
            return
        id, lane, n = as_text(proof["book"]), proof["lane"], proof["n"]
        member = proof.get("member") or ""
        book = self._books.get(id)
        anchor = commitment(book, lane, member)
        if self._is_other(id, lane, member, anchor):
            verdict.faults.append(other_dice(lane))
        if member == self._viewer:
            self._own(proof, verdict)
        if book is None or anchor is None:
            verdict.lacks.append("the announcement of its book, which is not here")
        else:
            context = lane_context(self._room, as_bytes(id), lane, member)
            if not self._is_key((id, lane, member), proof, context, as_bytes(anchor)):
                verdict.faults.append("its key does not lead to what was committed to")
            number = self._fault_of_number(book, proof, kind, str(body.get("roll")))
            if number is not None:
                verdict.faults.append(number)
            if not LANES[lane].is_members:
                look_at_pot(book, proof, kind, verdict)
            drawn = draw_faces(
                as_bytes(proof["key"]),
                context,
                n,
                as_bytes(proof["entropy"]),
                [TEN_SIDES] * len(part.faces or ()),
            )
            if part.faces is None:
                verdict.lacks.append("the roll that it proves, which is not here")
            elif any(
                shown is not None and shown != face
                for shown, face in zip(part.faces, drawn, strict=True)
            ):
                verdict.faults.append("its faces are not those that key and entropy give")
        if lane == "open":
            self._stir(id, member, proof["entropy"])

    def _is_other(self, id: str, lane: str, member: str, anchor: str | None) -> bool:
        """Whether another commitment was seen first."""
        ledger = self._ledgers(id)
        if ledger is None or anchor is None:
            return False
        if not LANES[lane].is_members:
            return bool(anchor != (ledger.table if lane == "table" else ledger.secret))
        first = ledger.lanes.get(member)
        return first is not None and first[OWN_LANES.index(lane)] != anchor

    def _own(self, proof: Body, verdict: Verdict) -> None:
        ledger = self._ledgers(as_text(proof["book"]))
        line = ledger.lane(proof["lane"]) if ledger is not None else None
        drawn = line.drawn.get(str(proof["n"])) if line is not None else None
        if drawn == as_text(proof["entropy"]):
            return
        if drawn is None and (line is None or proof["n"] < line.first):
            verdict.notes.append("its entropy is not known here")
            return
        verdict.is_foreign = True
        verdict.notes.append("its entropy was not sent from here")

    def _is_key(
        self, name: tuple[str, str, str], proof: Body, context: bytes, anchor: bytes
    ) -> bool:
        n, key = proof["n"], as_bytes(proof["key"])
        if not LANES[proof["lane"]].is_ladder:
            return tree_root(context, n, key, as_bytes(proof["path"])) == anchor
        known = self._rungs.setdefault(name, {})
        if n in known:
            return known[n] == key
        below = max((m for m in known if m < n), default=-1)
        above = min((m for m in known if m > n), default=None)
        if above is not None and below < 0:
            is_right = walk(context, above, n, known[above]) == key
        else:
            is_right = walk(context, n, below, key) == (known[below] if below >= 0 else anchor)
        if is_right:
            known[n] = key
        return is_right

    def _fault_of_number(self, book: SeenBook, proof: Body, kind: str, roll: str) -> str | None:
        lane, n, member = proof["lane"], proof["n"], proof.get("member") or ""
        mark = (as_text(proof["key"]), as_text(proof["entropy"]), roll)
        before = book.used.setdefault((lane, member, n), mark)
        if before is not mark:
            return None if before == mark else "its number was taken by another roll already"
        # A reveal comes when its Storyteller wants; what it shows was rolled before.
        if kind == "roll_revealed":
            return None
        sees_all = self._sees_all or LANES[lane].is_ladder
        begins = book.is_whole and (sees_all or member == self._viewer)
        last = book.last.get((lane, member), -1 if begins else None)
        book.last[lane, member] = n
        if last is None:
            return None
        skipped = n - last - 1
        if skipped < 0:
            return "its number comes after a later one of its lane"
        if skipped > (0 if sees_all else self._blind):
            return f"numbers of its lane were passed over: {last + 2} to {n}"
        self._blind -= skipped
        return None
