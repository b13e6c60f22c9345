"""The events about the book of dice, as a transcript tells them."""

from protocol import events as e
from protocol.words import BookReason
from server.live.pages import decoded
from server.replay.names import Names
from server.replay.transcript import tell
from tests.replay.test_dice_check import night


def told() -> list[str]:
    """The whole night in words."""
    names = Names()
    lines = []
    for commit in night().commits:
        for one in decoded(commit):
            names.learn(one.event)
            lines += tell(names, one.event)
    return lines


def test_books_entropy_and_proofs_are_told_by_names() -> None:
    """Who plays, why a book was opened, who shook the dice, which number a hidden roll took."""
    lines = told()
    assert lines.count("A new book of dice is opened") == 2
    assert "Lanes of players: ann and bob." in lines
    assert "A session began." in lines
    assert "bob shakes the dice" in lines
    assert any(line.startswith("The proof for the dice of ") for line in lines)
    assert any(line.endswith("lane own, number 0") for line in lines)


def test_a_renewed_book_names_who_asked_for_it() -> None:
    """Only a Storyteller's wish has a name; lanes for who came later have theirs."""
    room = night()
    names = Names()
    for commit in room.commits:
        for one in decoded(commit):
            names.learn(one.event)
    book = bytes(16)
    renewed = e.BookOpened(
        book=book, reason=BookReason.RENEWED, table=bytes(32), secret=bytes(32), lanes=(),
        by=room["storyteller"],
    )  # fmt: skip
    headline, players = tell(names, renewed)
    assert headline == "storyteller has a new book of dice opened"
    assert players == "Lanes of players: nobody yet."
