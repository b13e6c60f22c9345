"""
Which number of which lane a roll takes, and what it must have been claimed with.

The lane follows from who rolls and who will see the dice; a player claims its next number with
entropy of the client's own, everybody else draws with the pot and brings nothing.
"""

from protocol.codes import Code
from protocol.dice import DiceClaim, DiceProof, EnteredFaces
from protocol.words import DiceSource, Lane, Role
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience, members
from server.rooms.book_state import BookState, LaneOf
from server.rooms.dice_scheme import LADDERS, PLAYERS_LANES, pot_of, size_of
from server.rooms.faces import BookKeys, FaceStream
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import sees, viewer_of


class NumberedFaces:
    """
    The dice of one number of a lane; local to a decision, like the deed that holds it.

    The number is taken with the first die that is drawn, and only then.
    """

    def __init__(
        self, keys: BookKeys, book: bytes, lane: LaneOf, n: int, entropy: bytes, c: int | None
    ) -> None:
        self.lane = lane
        self.n = n
        self._keys = keys
        self._book = book
        self._entropy = entropy
        self._c = c
        self._faces: FaceStream | None = None

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces; the number is taken even where they are none."""
        if self._faces is None:
            self._faces = self._keys.faces(self.lane, self.n, self._entropy)
        return self._faces.draw(count)

    @property
    def is_taken(self) -> bool:
        """Whether a die was drawn."""
        return self._faces is not None

    def proof(self) -> DiceProof | None:
        """What the dice follow from; None where none was drawn."""
        if self._faces is None:
            return None
        lane = self.lane
        return DiceProof(
            book=self._book,
            lane=lane.lane,
            n=self.n,
            key=self._keys.key(lane, self.n),
            entropy=self._entropy,
            member=lane.member or None,
            c=self._c,
            path=None if lane.lane in LADDERS else self._keys.path(lane, self.n),
        )


def lane_of(actor: MemberState, audience: Audience) -> Lane:
    """The lane of a roll of *actor* whose dice *audience* will see."""
    if actor.role is Role.PLAYER:
        return Lane.OPEN if audience.everyone else Lane.OWN
    return Lane.TABLE if audience.everyone else Lane.SECRET


def proof_audience(lane: LaneOf, actor: MemberState, audience: Audience) -> Audience:
    """
    Who may have the proof of a roll whose dice *audience* sees.

    The number of a hidden lane counts rolls, so that readers of a whisper and fellow owners get
    no proof of it: of `own` its player, unless blind to the roll, of `secret` Storytellers alone.
    """
    match lane.lane:
        case Lane.OPEN | Lane.TABLE:
            return EVERYONE
        case Lane.OWN if sees(audience, viewer_of(actor)):
            return members((actor.member,))
        case _:
            return STORYTELLERS


def number_for(
    state: RoomState,
    keys: BookKeys | None,
    actor: MemberState,
    audience: Audience,
    dice: DiceClaim | None,
    *,
    may_do_without: bool,
    keeps_books: bool,
) -> NumberedFaces | Refusal | None:
    """
    The dice that a roll of *actor* will draw from, None where no book is live for it.

    *keys* are those of the live book. *may_do_without*: nothing is drawn if nothing is claimed.
    """
    lane = lane_of(actor, audience)
    book = state.book if keys is not None else None
    if lane not in PLAYERS_LANES:
        if dice is not None:
            return _no_claim(has_book=False) if book is None else _of_no_player(lane)
        if book is None or keys is None:
            return None
        if lane is Lane.SECRET and not actor.is_storyteller:
            return _of_a_bot(state, keys, book, actor)
        return _of_the_house(state, keys, book, LaneOf(lane))
    if book is None or keys is None:
        if dice is not None:
            return _no_claim(has_book=False)
        return _not_ready() if keeps_books and not may_do_without else None
    if dice is None:
        return None if may_do_without else _unclaimed(lane)
    return _claimed(keys, book, LaneOf(lane, actor.member), dice)


def _of_a_bot(
    state: RoomState, keys: BookKeys, book: BookState, actor: MemberState
) -> NumberedFaces | Refusal | None:
    """A bot's hidden roll takes of its own share: what is left of the lane is not its to know."""
    share = book.shares.get(actor.member)
    if share is None:
        return None
    if share == 0:
        return _share_spent()
    return _next_of_the_house(state, keys, book, LaneOf(Lane.SECRET))


def _of_the_house(
    state: RoomState, keys: BookKeys, book: BookState, lane: LaneOf
) -> NumberedFaces | Refusal:
    kept = sum(book.shares.values()) if lane.lane is Lane.SECRET else 0
    if book.next_of(lane) >= size_of(lane.lane) - kept:
        return _spent(lane.lane)
    return _next_of_the_house(state, keys, book, lane)


def _next_of_the_house(
    state: RoomState, keys: BookKeys, book: BookState, lane: LaneOf
) -> NumberedFaces | Refusal:
    n = book.next_of(lane)
    if not keys.is_free(lane, n):
        return _not_ready()
    pot = pot_of(state.room, book.book, book.pot)
    return NumberedFaces(keys, book.book, lane, n, pot, book.c)


def _claimed(
    keys: BookKeys, book: BookState, lane: LaneOf, dice: DiceClaim
) -> NumberedFaces | Refusal:
    if dice.book != book.book:
        return _no_claim(has_book=True)
    if dice.lane != lane.lane:
        return Refusal(
            Code.LANE_MISMATCH,
            f"This roll belongs to your lane {lane.lane}, by who will see its dice.",
            "dice.lane",
            lane.lane,
        )
    n = book.next_of(lane)
    if n >= size_of(lane.lane):
        return _spent(lane.lane)
    if dice.n != n:
        return Refusal(
            Code.DICE_MOVED,
            f"The next number of your lane {lane.lane} is {n}, not {dice.n}.",
            "dice.n",
            str(n),
            n,
        )
    if not keys.is_free(lane, n):
        return _not_ready()
    return NumberedFaces(keys, book.book, lane, n, dice.entropy, None)


def refuse_both(dice: DiceClaim | None, entered: EnteredFaces | None) -> Refusal | None:
    """Faces entered by hand take no number."""
    if dice is None or entered is None:
        return None
    return Refusal(
        Code.INVALID, "Faces that are entered take no number of a lane.", "dice", "dice or entered"
    )


def source_of(entered: EnteredFaces | None, numbered: NumberedFaces | None) -> DiceSource:
    """Where the faces of a roll came from."""
    if entered is not None:
        return DiceSource.ENTERED
    is_proven = numbered is not None and numbered.is_taken
    return DiceSource.BOOK if is_proven else DiceSource.UNPROVEN


def _no_claim(*, has_book: bool) -> Refusal:
    if not has_book:
        return Refusal(
            Code.BOOK_CHANGED,
            "This book of dice is not the live one; no book is open now.",
            "dice.book",
            "no dice field while no book is open",
        )
    return Refusal(
        Code.BOOK_CHANGED,
        "This book of dice is not the live one: claim in that.",
        "dice.book",
        "the book that was opened last",
    )


def _of_no_player(lane: Lane) -> Refusal:
    return Refusal(
        Code.LANE_MISMATCH,
        f"Players claim numbers; your rolls take those of the lane {lane} by themselves.",
        "dice.lane",
        "no dice field",
    )


def _unclaimed(lane: Lane) -> Refusal:
    return Refusal(
        Code.BOOK_CHANGED,
        "A book of dice is live: your client claims a number in it for each roll.",
        "dice",
        f"the live book, the next number of your lane {lane}, and 32 bytes of entropy",
    )


def _spent(lane: Lane) -> Refusal:
    return Refusal(
        Code.DICE_SPENT,
        f"The lane {lane} has no number left.",
        "dice",
        "a roll after the dice were renewed",
    )


def _share_spent() -> Refusal:
    return Refusal(
        Code.DICE_SPENT,
        "Your share of the hidden dice of this book is used up.",
        "dice",
        "a roll that all see, or one after the dice were renewed",
    )


def _not_ready() -> Refusal:
    return Refusal(
        Code.DICE_NOT_READY,
        "A book of dice is being opened: roll when it is there.",
        "dice",
        "the same roll after book_opened",
    )
