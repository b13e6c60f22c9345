"""The check at work: over a client's line as it comes, and over a line that was kept or fetched."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from coterie_client.client import Client
from coterie_client.dice.check import Checker
from coterie_client.dice.seen import State, Verdict
from coterie_client.feed import Reset
from coterie_client.lists import is_storyteller
from coterie_client.wire import Event

BAD_SHAPE = (KeyError, TypeError, ValueError, AttributeError, IndexError)


class DiceWatch:
    """
    Checks what a client reads, in the order of its feed.

    Args:
        client: Entered already; what it pinned and sent is held against what comes.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._checker = self._anew(None)

    def begin(self, reset: Reset) -> None:
        """A snapshot replaced the line: begin again from it."""
        self._checker = self._anew(reset)

    def take(self, event: Event) -> Verdict | None:
        """Check the next event; None where it has nothing to check."""
        return take(self._checker, event)

    def _anew(self, reset: Reset | None) -> Checker:
        client = self._client
        return Checker(
            client.room,
            client.member,
            is_storyteller=is_storyteller(client.state, client.member),
            ledgers=client.dice_ledger,
            book=None if reset is None else reset.state["dice"],
            book_from=0 if reset is None else reset.seq,
        )


def take(checker: Checker, event: Event) -> Verdict | None:
    """The verdict on an event; one that cannot be read does not match."""
    try:
        return checker.take(event)
    except BAD_SHAPE:
        return Verdict(f"seq {event.seq}", faults=["it cannot be read"])


@dataclass
class Summary:
    """
    What the check of a whole line came to.

    Attributes:
        books: How many books were opened in it.
        verdicts: By the event's number in the line; of what tells of the same dice, the last.
    """

    books: int = 0
    verdicts: dict[int, Verdict] = field(default_factory=dict)

    def count(self, state: State) -> int:
        """How many verdicts say this."""
        return sum(verdict.state == state for verdict in self.verdicts.values())

    def lines(self) -> list[str]:
        """The summary for people; what does not match first."""
        checked, failed = self.count("checked"), self.count("failed")
        foreign, lacking = self.count("foreign"), self.count("open")
        lines = [
            f"event {seq}: {each}"
            for seq, verdict in self.verdicts.items()
            if verdict.state in ("failed", "foreign")
            for each in tell(verdict)
        ]
        return [
            *lines,
            f"{checked} checked, {failed} that do not match, {foreign} in your name not sent from "
            f"here, {lacking} that cannot be checked with what is here; books opened: {self.books}",
        ]


def check_line(checker: Checker, events: Iterable[Event]) -> Summary:
    """Check a line from its first event on."""
    summary = Summary()
    places: dict[str, int] = {}
    for event in events:
        summary.books += event.type == "book_opened"
        verdict = take(checker, event)
        if verdict is None:
            continue
        earlier = places.get(verdict.about)
        if earlier is not None and not summary.verdicts[earlier].proofs:
            del summary.verdicts[earlier]
        places[verdict.about] = event.seq
        summary.verdicts[event.seq] = verdict
    return summary


def tell(verdict: Verdict) -> list[str]:
    """A verdict in words, a line each."""
    match verdict.state:
        case "failed":
            return [f"THE DICE DO NOT MATCH: {'; '.join(verdict.faults)}"]
        case "foreign":
            told = "; ".join(verdict.notes)
            return [f"NOT SENT FROM HERE: {told}. Another device of yours did it, or it is forged"]
        case "open":
            return [f"dice not checked: this client lacks {'; '.join(verdict.lacks)}"]
        case _:
            return [f"dice checked{''.join(f'; {note}' for note in verdict.notes)}"]
