"""The book of dice in words, and the check of all that this member ever saw."""

from coterie_client.client import Client
from coterie_client.dice.check import Checker
from coterie_client.dice.text import as_bytes
from coterie_client.dice.watch import check_line
from coterie_client.lists import is_storyteller
from coterie_client.terminal.teller import Teller
from coterie_client.wire import Event, Json

PAGE = 200


def status(state: Json, teller: Teller) -> list[str]:
    """The live book: its id, whose entropy is in the pot, the own next numbers."""
    book = state["dice"]
    if book is None:
        return ["No book of dice is live: what is rolled now is unproven."]
    names = [teller.member(entry["member"]) for entry in book["pot"]]
    lines = [
        f"Book {as_bytes(book['book']).hex()[:12]} is live.",
        f"In the pot, after {book['c']} changes: {', '.join(names) or 'nobody yet'}.",
    ]
    if book["next"] is not None:
        own = book["next"]
        lines.append(f"Your next numbers: open {own['open'] + 1}, hidden {own['own'] + 1}.")
    return lines


async def check(client: Client) -> list[str]:
    """
    Fetch this member's whole line and check its dice.

    Raises:
        Rejected: A page was refused.
    """
    events: list[Event] = []
    after = 0
    while True:
        page = await client.history(after=after, limit=PAGE)
        events += page.events
        if not page.events or not page.has_more:
            break
        after = page.events[-1].seq
    checker = Checker(
        client.room,
        client.member,
        is_storyteller=is_storyteller(client.state, client.member),
        ledgers=client.dice_ledger,
    )
    return check_line(checker, events).lines()
