"""The law of the pause without a name: nothing anywhere tells who called it."""

from collections.abc import Sequence

import msgspec
import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import Accepted, Rejected
from protocol.ids import Seq
from protocol.queries import HistoryQuery, SnapshotQuery
from server.store.base import Commit
from server.store.memory import MemoryLog
from tests.live.house import House, Person
from tests.support.rooms import uuid

RAISERS = ("ann", "bob", "storyteller")
WATCHERS = ("storyteller", "ann", "bob", "guest")
SENT = [
    ("raise_pause", {"anonymous": True, "note": "A moment, please."}),
    ("add_boundary", {"kind": "line", "text": "Spiders", "anonymous": True}),
]
KINDS = {"raise_pause": i.RaisePause, "add_boundary": i.AddBoundary}


class Fixed(House):
    """A house whose people have the same tokens every time."""

    def person(self, name: str) -> Person:
        return Person(self, name, name.encode().ljust(32, b"."))


async def evening(raiser: str) -> tuple[dict[str, list[bytes]], Sequence[Commit]]:
    """What everybody but the raiser is sent when *raiser* sends it, and what the log keeps."""
    house = Fixed()
    await house.events.open()
    House._numbers = 0
    people = {"storyteller": await house.found()}
    for name in WATCHERS[1:]:
        people[name] = await house.join(people["storyteller"], name)
    for number, (tag, fields) in enumerate(SENT):
        said = people[raiser].intent(KINDS[tag], id=uuid(900 + number), **fields)
        answer = await people[raiser].say(said)
        assert isinstance(answer, Accepted)
        assert answer.seq is None
    rolled = await people["bob"].say(people["bob"].intent(i.Roll, id=uuid(950), pool=1))
    assert isinstance(rolled, Rejected)
    assert rolled.code is Code.PAUSED
    heard: dict[str, list[bytes]] = {}
    for name, person in people.items():
        await person.act(i.RenameMember, member=person.member, name=name)
        await person.ask(SnapshotQuery(id="s"))
    for name, person in people.items():
        items = [msgspec.json.encode(item) for item in person.ear.items]
        for query in (SnapshotQuery(id="s"), HistoryQuery(id="h", limit=200)):
            items.append(msgspec.json.encode(await person.ask(query)))
        own = [uuid(900 + number).encode() for number in range(len(SENT))]
        heard[name] = [item for item in items if not any(id in item for id in own)]
    room = house.room_of(people["ann"]).room
    commits = await house.events.read(room, Seq(0))
    await house.close()
    return heard, commits


async def test_everybody_is_told_the_same_whoever_called_it() -> None:
    """Live, in snapshots and in history, to Storytellers and to the raisers themselves."""
    told = {}
    for raiser in RAISERS:
        heard, _ = await evening(raiser)
        told[raiser] = heard
    for name in WATCHERS:
        # The ids of a pause and of a veil follow from their intents; all else is compared as it is.
        plain = {raiser: [without_ids(item) for item in told[raiser][name]] for raiser in RAISERS}
        assert plain["ann"] == plain["bob"] == plain["storyteller"], name
        assert any(b"A moment, please." in item for item in plain["ann"])


def without_ids(item: bytes) -> bytes:
    """An item without the ids that the anonymous made, and the marks that follow from them."""
    return msgspec.json.encode(_blank(msgspec.json.decode(item)))


def _blank(value: object) -> object:
    if isinstance(value, dict):
        hidden = ("mark", "pause", "boundary", "created")
        return {
            key: "…" if key in hidden and isinstance(part, str) else _blank(part)
            for key, part in value.items()
        }
    return [_blank(part) for part in value] if isinstance(value, list) else value


async def test_the_log_does_not_know_either() -> None:
    """The commit is nobody's, its answer is the same, and no member's id stands in its events."""
    for raiser in RAISERS:
        _, commits = await evening(raiser)
        quiet = [c for c in commits if c.events[0].kind in ("paused", "boundary_added")]
        assert len(quiet) == len(SENT)
        for commit in quiet:
            assert (commit.member, commit.intent_id) == (None, None)
            assert b"by" not in bytes(commit.events[0].body)
            assert b"seq" not in commit.answer


@pytest.mark.parametrize("name", ["ann", "bob"])
async def test_only_who_called_it_can_show_so(name: str) -> None:
    """By the id of the intent, from any device and after a restart; a repeated one is answered."""
    house = Fixed(MemoryLog())
    await house.events.open()
    storyteller = await house.found()
    ann, bob = await house.join(storyteller, "ann"), await house.join(storyteller, "bob")
    raise_ = ann.intent(i.RaisePause, anonymous=True)
    first = await ann.say(raise_)
    assert await ann.say(raise_) == first
    who = {"ann": ann, "bob": bob}[name]
    fresh = Fixed(house.events)
    who = await who.again(house=fresh)
    answer = await who.say(who.intent(i.LiftPause, raised_with=raise_.id))
    if name == "ann":
        assert isinstance(answer, Accepted)
    else:
        assert isinstance(answer, Rejected)
        assert answer.code is Code.FORBIDDEN
    await fresh.close()
