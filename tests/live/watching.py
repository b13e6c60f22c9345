"""What tests make people roll, and read of what they heard."""

from itertools import pairwise

from protocol import events as e
from protocol import from_client as i
from protocol.codec import Encoding
from protocol.from_server import EventPush, HistoryPage, Result
from tests.live.house import Ear, House, Person


async def make_rolls(who: Person, count: int, **fields: object) -> None:
    """Roll, and wait until the last is answered."""
    intents = [who.intent(i.Roll, pool=1, **fields) for _ in range(count)]
    for intent in intents:
        who.submit(intent)
    await who.ear.until(lambda: who.ear.answer_to(intents[-1].id) is not None)


def rolls_heard(who: Person) -> list[e.RollResolved]:
    """The rolls that somebody was told of, live."""
    return [p.event for p in who.ear.pushes if isinstance(p.event, e.RollResolved)]


async def hear_rolls(who: Person, count: int) -> list[e.RollResolved]:
    """Wait until somebody was told of so many rolls."""
    await who.ear.until(lambda: len(rolls_heard(who)) >= count)
    return rolls_heard(who)


def never_rolled_twice(house: House) -> bool:
    """
    Whether everything that was decided again got the same faces again.

    On a newer state it may need fewer or more of them; they come from the same beginning.
    """
    for decisions in house.chance.rolled():
        flat = sorted(([f for draw in drawn for f in draw] for drawn in decisions), key=len)
        if any(longer[: len(shorter)] != shorter for shorter, longer in pairwise(flat)):
            return False
    return True


async def history(who: Person, **fields: object) -> HistoryPage:
    """A page of somebody's own events."""
    answer = await who.ask(i.HistoryQuery(id="h", **fields))  # type: ignore[arg-type]
    assert isinstance(answer, Result)
    assert isinstance(answer.result, HistoryPage)
    return answer.result


async def whole_line(who: Person) -> list[EventPush]:
    """All events of a member's view, page by page from the beginning."""
    found: list[EventPush] = []
    while True:
        page = await history(who, after=len(found), limit=200)
        found += page.events
        if not page.has_more:
            return found


class RawEar(Ear):
    """An ear for either encoding, which only keeps the bytes."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__()
        self.encoding = encoding

    def take(self, items: object) -> None:
        self.raw += items  # type: ignore[operator]
