"""The live book of dice as a member may see it."""

from protocol.dice import BookView, OwnNumbers, PotEntry
from protocol.words import Lane, Role
from server.rooms.book_state import BookState, LaneOf
from server.rooms.state import MemberState


def book_view(book: BookState, member: MemberState) -> BookView:
    """A book as *member* may see it: of next numbers a player's own alone."""
    own: OwnNumbers | None = None
    if member.role is Role.PLAYER and member.member in book.lanes:
        own = OwnNumbers(
            book.next_of(LaneOf(Lane.OPEN, member.member)),
            book.next_of(LaneOf(Lane.OWN, member.member)),
        )
    return BookView(
        book.book,
        book.table,
        book.secret,
        tuple(lanes for _, lanes in sorted(book.lanes.items())),
        # Code points sort as their UTF-8 bytes do.
        tuple(PotEntry(contributor, entropy) for contributor, entropy in sorted(book.pot.items())),
        book.c,
        own,
    )
