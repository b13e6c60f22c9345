"""
Whether the dice of a log follow from what was committed to: each proof, number, pot and reveal.

It takes events one after another, of a whole log or of what one member was told. What a member
was told may begin in the middle of a book; what hangs on the part before is not checked then.
"""

from msgspec import Struct

from protocol import events as e
from protocol.dice import DiceProof, RerollProof
from protocol.ids import MemberId, RollId, RoomId
from protocol.receipts import Receipt
from protocol.words import DiceSource, Lane
from server.replay.comparing import Faults
from server.replay.drawn_dice import Drawn, drawn_at_first, lying_at
from server.rooms.book_state import HOUSE, LaneOf
from server.rooms.dice_scheme import LADDERS, PLAYERS_LANES, pot_of
from server.rooms.proofs import (
    Rung,
    fault_of_faces,
    fault_of_form,
    fault_of_leaf,
    fault_of_rung,
    lane_in,
)


class RevealedLane(Struct, frozen=True):
    """How many of a book's secret rolls were revealed, from the first on without a hole."""

    book: bytes
    rolls: int


class DiceReport(Struct, frozen=True):
    """What the rolls were drawn from; *unchecked* ones hang on what is not there to be read."""

    proven: int = 0
    entered: int = 0
    unproven: int = 0
    unchecked: int = 0
    books: int = 0
    revealed: tuple[RevealedLane, ...] = ()


class _Book:
    """What a book committed to, and what became of it so far."""

    def __init__(self, room: RoomId, event: e.BookOpened) -> None:
        self.room = room
        self.id = event.book
        self.committed: dict[LaneOf, bytes] = {
            LaneOf(Lane.TABLE): event.table,
            LaneOf(Lane.SECRET): event.secret,
        }
        self.numbers: dict[LaneOf, dict[int, tuple[bytes, bytes]]] = {}
        self.next: dict[LaneOf, int] = {}
        self.rungs: dict[LaneOf, Rung] = {}
        self.pot: dict[MemberId, bytes] = {}
        self.pots: list[bytes] = []
        self.revealed: set[int] = set()
        self._keep_pot()

    def put(self, member: MemberId, entropy: bytes) -> None:
        """An update of the pot."""
        self.pot[member] = entropy
        self._keep_pot()

    def _keep_pot(self) -> None:
        self.pots.append(pot_of(self.room, self.id, self.pot))


class DiceCheck:
    """The check of one room's dice, an event at a time; every method tells the faults found."""

    def __init__(self, room: RoomId, *, is_whole: bool) -> None:
        """*is_whole*: all events of the room come, so that nothing may be missing."""
        self._room = room
        self._is_whole = is_whole
        self._books: dict[bytes, _Book] = {}
        self._live: bytes | None = None
        self._awaited: tuple[RollId, bool, MemberId | None, Lane | None, Drawn] | None = None
        self._proofs: dict[RollId, list[DiceProof]] = {}
        self._counts = dict.fromkeys(DiceSource, 0)
        self._unchecked = 0

    def report(self) -> DiceReport:
        """What the rolls were drawn from."""
        revealed = (RevealedLane(b.id, _without_hole(b.revealed)) for b in self._books.values())
        return DiceReport(
            self._counts[DiceSource.BOOK],
            self._counts[DiceSource.ENTERED],
            self._counts[DiceSource.UNPROVEN],
            self._unchecked,
            len(self._books),
            tuple(lane for lane in revealed if lane.rolls),
        )

    def add(self, event: e.Event) -> Faults:
        """Look at the next event."""
        match event:
            case e.RollItemised() | e.RollAttributed() | e.RollJudged():
                # These may stand between a roll and its proof.
                return []
            case e.RollProven():
                return self._given(event)
            case _:
                return self._end_of_commit() + self._look_at(event)

    def finish(self) -> Faults:
        """Look at what is left at the end."""
        return self._end_of_commit()

    def _look_at(self, event: e.Event) -> Faults:
        match event:
            case e.BookOpened():
                return self._opened(event)
            case e.LanesAdded():
                return self._added(event)
            case e.EntropyAdded():
                return self._shaken(event)
            case e.RollResolved():
                drawn = drawn_at_first(event.receipt)
                return self._rolled(event, event.member, event.lane, drawn, is_reroll=False)
            case e.RollRerolled():
                drawn = lying_at(event.receipt, event.regular_indices)
                return self._rolled(event, None, None, drawn, is_reroll=True)
            case e.RollRevealed():
                return self._faults_of_reveal(event)
            case _:
                return []

    # --- commitments -----------------------------------------------------------------------------

    def _opened(self, event: e.BookOpened) -> Faults:
        if event.book in self._books:
            return ["A book of dice is opened a second time."]
        self._books[event.book] = book = _Book(self._room, event)
        self._live = event.book
        return self._commit(book, event)

    def _added(self, event: e.LanesAdded) -> Faults:
        book = self._books.get(event.book)
        if book is None:
            return ["Lanes are added to a book that was not opened."] if self._knows_books else []
        if event.book != self._live:
            return ["Lanes are added to a book that is not the last one opened."]
        return self._commit(book, event)

    def _commit(self, book: _Book, event: e.BookOpened | e.LanesAdded) -> Faults:
        for each in event.lanes:
            lanes = {LaneOf(Lane.OPEN, each.member): each.open}
            lanes[LaneOf(Lane.OWN, each.member)] = each.own
            if lanes.keys() & book.committed.keys():
                return ["A player's lanes are committed to a second time."]
            book.committed |= lanes
        return []

    def _shaken(self, event: e.EntropyAdded) -> Faults:
        book = self._books.get(event.book)
        if book is None:
            return ["Entropy is added to a book that was not opened."] if self._knows_books else []
        book.put(event.member, event.entropy)
        return []

    @property
    def _knows_books(self) -> bool:
        """Whether an unknown book was never opened: a view may begin in the middle of one."""
        return self._is_whole or bool(self._books)

    # --- rolls -----------------------------------------------------------------------------------

    def _rolled(
        self,
        event: e.RollResolved | e.RollRerolled,
        member: MemberId | None,
        lane: Lane | None,
        drawn: Drawn,
        *,
        is_reroll: bool,
    ) -> Faults:
        if drawn or event.source is not DiceSource.UNPROVEN:
            self._counts[event.source] += 1
        if event.source is not DiceSource.BOOK:
            return [] if event.proof is None else ["Dice that no book proves have a proof."]
        if event.proof is None:
            self._awaited = (event.roll, is_reroll, member, lane, drawn)
            return []
        return self._take(event.roll, event.proof, member, lane, drawn)

    def _given(self, event: e.RollProven) -> Faults:
        awaited, self._awaited = self._awaited, None
        if awaited is None or awaited[:2] != (event.roll, event.is_reroll):
            return ["A proof does not follow the roll that it is of."]
        roll, _, member, lane, drawn = awaited
        return self._take(roll, event.proof, member, lane, drawn)

    def _end_of_commit(self) -> Faults:
        awaited, self._awaited = self._awaited, None
        if awaited is None:
            return []
        if self._is_whole:
            return ["Dice of a book come without a proof."]
        self._unchecked += 1
        return []

    def _take(
        self,
        roll: RollId,
        proof: DiceProof,
        member: MemberId | None,
        lane: Lane | None,
        drawn: Drawn,
    ) -> Faults:
        """A roll took its number: the next one of the live book, with the entropy of its lane."""
        self._proofs.setdefault(roll, []).append(proof)
        book = self._books.get(proof.book)
        if book is None:
            if self._knows_books:
                return ["The proof is of a book that was not opened."]
            self._unchecked += 1
            return []
        faults = []
        if proof.book != self._live:
            faults.append("The proof is of a book that was dead already.")
        is_players = proof.lane in PLAYERS_LANES
        if lane not in (None, proof.lane) or (is_players and member not in (None, proof.member)):
            faults.append("The proof is of another lane than the roll.")
        faults += self._faults_of_number(book, proof)
        if proof.c is not None and proof.c != len(book.pots) - 1:
            faults.append("The proof does not have the pot of that moment.")
        faults += self._faults_of_proof(book, proof, drawn)
        if proof.lane is Lane.OPEN and proof.member is not None:
            book.put(proof.member, proof.entropy)
        return faults

    def _faults_of_number(self, book: _Book, proof: DiceProof) -> Faults:
        lane = lane_in(proof)
        following = book.next.get(lane, 0)
        book.next[lane] = max(following, proof.n + 1)
        if proof.n < following:
            return [f"Number {proof.n} of the lane {proof.lane} comes again."]
        sees_all = self._is_whole or proof.lane in LADDERS
        if sees_all and proof.n != following:
            return [f"Number {following} of the lane {proof.lane} was skipped."]
        return []

    def _faults_of_proof(self, book: _Book, proof: DiceProof, drawn: Drawn) -> Faults:
        """What is wrong with a proof by itself, whenever it is shown."""
        form = fault_of_form(proof)
        if form is not None:
            return [form]
        lane = lane_in(proof)
        committed = book.committed.get(lane)
        if committed is None:
            return ["The proof is of a lane that was not committed to."]
        known = book.numbers.setdefault(lane, {})
        if known.setdefault(proof.n, (proof.key, proof.entropy)) != (proof.key, proof.entropy):
            return [f"Number {proof.n} of the lane {proof.lane} has two keys or entropies."]
        faults = []
        if proof.lane in LADDERS:
            keyed = fault_of_rung(self._room, proof, book.rungs.get(lane, Rung(0, committed)))
            if keyed is None and proof.n + 1 > book.rungs.get(lane, Rung(0, committed)).rung:
                book.rungs[lane] = Rung(proof.n + 1, proof.key)
        else:
            keyed = fault_of_leaf(self._room, proof, committed)
        faults += [] if keyed is None else [keyed]
        if lane.member == HOUSE:
            faults += self._faults_of_pot(book, proof)
        faces = fault_of_faces(self._room, proof, drawn)
        return faults if faces is None else [*faults, faces]

    def _faults_of_pot(self, book: _Book, proof: DiceProof) -> Faults:
        if proof.c is None or proof.c >= len(book.pots):
            return ["The proof counts more of the pot than there was."]
        if book.pots[proof.c] == proof.entropy:
            return []
        return ["The entropy of the proof is not the pot."]

    # --- reveals ---------------------------------------------------------------------------------

    def _faults_of_reveal(self, event: e.RollRevealed) -> Faults:
        shown = [*([] if event.proof is None else [event.proof])]
        shown += [each.proof for each in event.reroll_proofs]
        known = self._proofs.get(event.roll)
        if shown and event.receipt is None:
            return ["A reveal without the dice has a proof."]
        if known is not None and shown and shown != known:
            return ["The proof revealed is not the one of the roll."]
        if known and event.receipt is not None and not shown:
            return ["A roll that is proven is revealed whole without its proof."]
        if event.receipt is None:
            return []
        faults: Faults = []
        if event.proof is not None:
            faults += self._faults_of_shown(event.proof, drawn_at_first(event.receipt))
        for place, each in enumerate(event.reroll_proofs):
            later = event.reroll_proofs[place + 1 :]
            faults += self._faults_of_again(event.receipt, each, later)
        return faults

    def _faults_of_again(
        self, receipt: Receipt, each: RerollProof, later: tuple[RerollProof, ...]
    ) -> Faults:
        """What a reroll drew is still there to be checked, unless a later one replaced it."""
        replaced = {index for one in later for index in one.regular_indices}
        if replaced & set(each.regular_indices):
            return self._faults_of_shown(each.proof, ())
        return self._faults_of_shown(each.proof, lying_at(receipt, each.regular_indices))

    def _faults_of_shown(self, proof: DiceProof, drawn: Drawn) -> Faults:
        book = self._books.get(proof.book)
        if book is None:
            if self._knows_books:
                return ["The proof is of a book that was not opened."]
            self._unchecked += 1
            return []
        faults = self._faults_of_proof(book, proof, drawn)
        if proof.lane is Lane.SECRET and not faults:
            book.revealed.add(proof.n)
        return faults


def _without_hole(numbers: set[int]) -> int:
    """How many numbers there are from 0 on without a hole."""
    count = 0
    while count in numbers:
        count += 1
    return count
