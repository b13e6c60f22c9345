"""Decisions about the book of dice: opening one, lanes for who comes later, entropy for the pot."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import PlayerLanes
from protocol.ids import MemberId
from protocol.words import BookReason, Role
from server.rooms.commands import AddLanes, NewBook, OpenBook
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState, RoomState


def players_of(state: RoomState) -> frozenset[MemberId]:
    """Who plays, and so has lanes in a book."""
    return frozenset(m.member for m in state.members.values() if m.role is Role.PLAYER)


def open_book(deed: Deed, command: OpenBook) -> Refusal | None:
    """Let a book become the live one."""
    return _open(deed, command.book, command.reason)


def renew_dice(
    deed: Deed, actor: MemberState, _intent: i.RenewDice, book: NewBook | None
) -> Refusal | None:
    """Open a new book in place of the live one, once its keys are made."""
    if book is None:
        return Refusal(
            Code.DICE_NOT_READY,
            "This server keeps no book of dice.",
            None,
            "a server that commits to its dice",
        )
    return _open(deed, book, BookReason.RENEWED, actor.member)


def _open(
    deed: Deed, book: NewBook, reason: BookReason, by: MemberId | None = None
) -> Refusal | None:
    players = players_of(deed.state)
    made = {each.member: each for each in book.lanes}
    if not players <= made.keys():
        return Refusal(Code.DICE_NOT_READY, "Somebody plays for whom no lanes are made yet.")
    deed.record(
        e.BookOpened(
            book=book.book,
            reason=reason,
            table=book.table,
            secret=book.secret,
            lanes=tuple(made[member] for member in sorted(players)),
            by=by,
        )
    )
    return None


def add_lanes(deed: Deed, command: AddLanes) -> Refusal | None:
    """Add the lanes of somebody who plays to the book they were made for."""
    book = deed.state.book
    is_wanted = command.lanes.member in players_of(deed.state)
    if book is None or book.book != command.book or not is_wanted:
        return Refusal(Code.NOTHING_TO_DO, "Nobody needs these lanes any more.")
    give_lanes(deed, command.lanes)
    return None


def give_lanes(deed: Deed, lanes: PlayerLanes | None) -> None:
    """Add lanes to the live book, right after their owner became a player; none is replaced."""
    book = deed.state.book
    if lanes is None or book is None or lanes.member in book.lanes:
        return
    deed.record(e.LanesAdded(book=book.book, lanes=(lanes,)))


def add_entropy(deed: Deed, actor: MemberState, intent: i.AddEntropy) -> Refusal | None:
    """Put a player's entropy into the pot of the live book."""
    book = deed.state.book
    if deed.keys is None or book is None or book.book != intent.book:
        return Refusal(
            Code.BOOK_CHANGED,
            "This book of dice is not the live one.",
            "book",
            "the book that was opened last",
        )
    deed.record(e.EntropyAdded(book=book.book, member=actor.member, entropy=intent.entropy))
    return None
