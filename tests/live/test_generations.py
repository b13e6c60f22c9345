"""With a new role a view begins again; pages and queries show what may be seen now."""

import msgspec

from protocol import events as e
from protocol import from_client as i
from protocol.codec import Encoding
from protocol.codes import CloseCode
from protocol.from_server import (
    EventPush,
    HistoryPage,
    Rejected,
    Result,
    SnapshotAnswer,
    SnapshotPush,
    Welcome,
)
from protocol.ids import MemberId
from server.live.tail import TAIL_COMMITS
from tests.live.house import House, Person
from tests.live.watching import RawEar, history, make_rolls, whole_line

# --- a new role ---------------------------------------------------------------------------------


async def test_a_new_role_begins_a_new_generation_with_a_snapshot(house: House) -> None:
    """No event is lost or doubled around it: the line before ends with it, the next goes on."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await make_rolls(storyteller, 2, visibility="secret")
    change = storyteller.intent(i.SetRole, member=ann.member, role="storyteller")
    for intent in (
        storyteller.intent(i.Roll, pool=1, label="before"),
        change,
        storyteller.intent(i.Roll, pool=1, label="after", visibility="secret"),
    ):
        storyteller.submit(intent)
    await ann.ear.until(lambda: len(ann.ear.pushes) == 3)
    told = [
        item.event if isinstance(item, EventPush) else item
        for item in ann.ear.items
        if isinstance(item, EventPush | SnapshotPush)
    ]
    before, changed, snapshot, after = told
    assert isinstance(before, e.RollResolved)
    assert isinstance(changed, e.RoleChanged)
    assert isinstance(snapshot, SnapshotPush)
    assert isinstance(after, e.RollResolved)
    assert (snapshot.reason, snapshot.position.generation) == ("generation_changed", 2)
    assert ann.ear.pushes[2].seq == snapshot.position.seq + 1
    line = await whole_line(ann)
    assert [p.seq for p in line] == list(range(1, len(line) + 1))
    assert line[-1] == ann.ear.pushes[2]
    assert sum(isinstance(p.event, e.RollResolved) for p in line) == 4


async def test_a_position_of_a_former_role_is_answered_with_a_snapshot(house: House) -> None:
    """Also when the role is the same again as it was."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    old = ann.ear.position()
    for role in ("spectator", "player"):
        await storyteller.act(i.SetRole, member=ann.member, role=role)
    again = await ann.again(old)
    assert again.ear.welcome.reason == "generation_changed"
    assert again.ear.welcome.position.generation == 3


async def test_a_former_storyteller_is_shown_nothing_that_was_not_addressed(house: House) -> None:
    """In the snapshot, in pages, live, on coming back."""
    storyteller = await house.found()
    second = await house.join(storyteller, "second", "storyteller")
    hidden = await storyteller.make(i.CreateCharacter, name="The Sleeper", hidden=True)
    await make_rolls(storyteller, 2, visibility="secret", label="forbidden-label")
    await storyteller.act(i.SetRole, member=second.member, role="player")
    await second.ear.until(lambda: isinstance(second.ear.items[-1], SnapshotPush))
    heard = len(second.ear.raw)
    await make_rolls(storyteller, 1, visibility="secret", label="forbidden-label")
    await make_rolls(storyteller, 1)
    await second.ear.until(lambda: len(second.ear.raw) > heard)
    line = await whole_line(second)
    again = await second.again()
    told = b"".join(
        [*second.ear.raw[heard - 1 :], *again.ear.raw, *(msgspec.json.encode(p) for p in line)]
    )
    assert hidden.encode() not in told
    assert b"forbidden-label" not in told
    assert b"The Sleeper" not in told


async def test_all_devices_of_a_member_begin_the_new_generation(house: House) -> None:
    """Each with the same snapshot, and each goes on after it."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    phone = await ann.again()
    await storyteller.act(i.SetRole, member=ann.member, role="spectator")
    await make_rolls(storyteller, 1)
    for device in (ann, phone):
        await device.ear.until(lambda d=device: isinstance(d.ear.items[-1], EventPush))  # type: ignore[misc]
    assert ann.ear.raw[-2:] == phone.ear.raw[-2:]
    assert ann.ear.position() == phone.ear.position()


async def test_every_viewers_line_is_contiguous_whatever_happens(house: House) -> None:
    """A long evening of all visibilities: each line without a gap, live as in its pages."""
    storyteller = await house.found()
    people = [storyteller, await house.join(storyteller, "ann"), await house.join(storyteller, "b")]
    kinds = ("public", "private", "secret", "blind")
    for number in range(40):
        who = people[number % 3]
        to = (people[(number + 1) % 3].member,)
        who.submit(who.intent(i.Roll, pool=1, visibility=kinds[number % 4]))
        who.submit(who.intent(i.Roll, pool=1, visibility="whisper", to=to))
    for who in people:
        await who.caught_up()
    for who in people:
        await who.caught_up()
        end = await who.again()
        assert who.ear.position() == end.ear.welcome.position
        assert (await whole_line(who))[-len(who.ear.pushes) :] == who.ear.pushes


# --- pages and queries --------------------------------------------------------------------------


async def test_history_pages_reach_back_to_the_beginning(roomy: House) -> None:
    """F9: each event once, whichever way and however far, from log and tail alike."""
    house = roomy
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    for _ in range(TAIL_COMMITS + 40):
        storyteller.submit(storyteller.intent(i.Roll, pool=1, visibility="secret"))
        ann.submit(ann.intent(i.Roll, pool=1))
    await make_rolls(ann, 1)
    line = await whole_line(ann)
    backwards: list[EventPush] = []
    before: int | None = None
    while True:
        page = await history(ann, **({} if before is None else {"before": before}), limit=37)
        backwards = [*page.events, *backwards]
        before = page.events[0].seq
        if not page.has_more:
            break
    assert backwards == line
    assert [p.seq for p in line] == list(range(1, len(line) + 1))
    assert (await history(ann, after=len(line))).events == ()
    assert (await history(ann, after=10**9)).has_more is False
    assert (await history(ann, before=1)) == HistoryPage(events=(), has_more=False)
    assert (await history(ann, before=10**9)).events == tuple(line[-50:])


async def test_history_is_asked_for_in_one_direction(house: House) -> None:
    """Both at once is refused by name."""
    storyteller = await house.found()
    answer = await storyteller.ask(i.HistoryQuery(id="q", before=3, after=1))
    assert isinstance(answer, Rejected)
    assert answer.field == "after"


async def test_a_snapshot_can_be_asked_for_with_its_position(house: House) -> None:
    """It is the one that a welcome would bring."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await storyteller.act(i.CreateCharacter, name="The Sleeper", hidden=True)
    await ann.act(i.CreateCharacter, name="Iris")
    for who in (ann, storyteller):
        answer = await who.ask(i.SnapshotQuery(id="q"))
        assert isinstance(answer, Result)
        assert isinstance(answer.result, SnapshotAnswer)
        again = (await who.again()).ear.welcome
        assert (answer.result.snapshot, answer.result.position) == (again.snapshot, again.position)


async def test_a_roll_can_be_asked_for_as_it_stands(house: House) -> None:
    """With its reroll, whether it still stands, and when it was made."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    character = await ann.make(i.CreateCharacter, name="Iris")
    made_at = house.now_ms
    roll = await ann.make(i.Roll, character=character, pool=3)
    house.now_ms += 5_000
    stood = []
    for kind, fields in ((None, {}), (i.Reroll, {"regular_indices": (0,)})):
        if kind is not None:
            await ann.act(kind, roll=roll, **fields)
        answer = await ann.ask(i.RollQuery(id="q", roll=roll))  # type: ignore[arg-type]
        assert isinstance(answer, Result)
        assert answer.result.at == made_at  # type: ignore[union-attr]
        shown = answer.result.roll  # type: ignore[union-attr]
        stood.append((shown.is_standing, [d.replaced is not None for d in shown.receipt.dice]))
    assert stood == [(True, [False] * 3), (False, [True, False, False])]


async def test_a_settled_roll_that_is_asked_for_does_not_stand(house: House) -> None:
    """Though it was not rerolled."""
    storyteller = await house.found()
    character = await storyteller.make(i.CreateCharacter, name="Iris")
    roll = await storyteller.make(i.Roll, character=character, pool=3)
    await storyteller.act(i.SettleRoll, roll=roll)
    answer = await storyteller.ask(i.RollQuery(id="q", roll=roll))  # type: ignore[arg-type]
    assert isinstance(answer, Result)
    assert not answer.result.roll.is_standing  # type: ignore[union-attr]


async def test_a_roll_that_may_not_be_seen_answers_like_none(house: House) -> None:
    """Byte for byte."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    secret = await storyteller.make(i.Roll, pool=3, visibility="secret")
    hidden, nothing = [
        await ann.ask(i.RollQuery(id="q", roll=roll))  # type: ignore[arg-type]
        for roll in (secret, "A" * 22)
    ]
    assert isinstance(hidden, Rejected)
    assert msgspec.json.encode(hidden) == msgspec.json.encode(nothing)


async def test_a_storyteller_may_look_with_a_member_s_eyes(house: House) -> None:
    """The answers are the member's own, byte for byte: the same exit for both."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    bob = await house.join(storyteller, "bob")
    for who, visibility in ((ann, "private"), (bob, "private"), (storyteller, "secret")):
        await who.make(i.Roll, pool=3, visibility=visibility)
    for query in (
        i.SnapshotQuery(id="q", viewed_as=ann.member),
        i.HistoryQuery(id="q", viewed_as=ann.member),
        i.HistoryQuery(id="q", viewed_as=ann.member, after=1, limit=2),
    ):
        own = msgspec.structs.replace(query, viewed_as=None)
        seen, theirs = await storyteller.ask(query), await ann.ask(own)
        assert isinstance(seen, Result)
        assert msgspec.json.encode(seen) == msgspec.json.encode(theirs)
        assert msgspec.json.encode(seen) != msgspec.json.encode(await storyteller.ask(own))


async def test_nobody_else_looks_with_another_s_eyes(house: House) -> None:
    """Asked for by a player there is no such view, whether or not there is such a member."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    bob = await house.join(storyteller, "bob")
    for kind in (i.SnapshotQuery, i.HistoryQuery):
        answers = [
            msgspec.json.encode(await ann.ask(kind(id="q", viewed_as=each)))
            for each in (bob.member, storyteller.member, MemberId("nobody"))
        ]
        assert b"not_found" in answers[0]
        assert len(set(answers)) == 1
        assert isinstance(await ann.ask(kind(id="q", viewed_as=ann.member)), Result)
        nobody = kind(id="q", viewed_as=MemberId("nobody"))
        assert msgspec.json.encode(await storyteller.ask(nobody)) == answers[0]


async def test_who_is_no_member_any_more_is_told_nothing(house: House) -> None:
    """A query that comes after the removal is refused."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await storyteller.act(i.RemoveMember, member=ann.member)
    assert ann.ear.closed is CloseCode.REMOVED
    for query in (i.SnapshotQuery(id="q"), i.HistoryQuery(id="q"), i.RollQuery(id="q", roll="r")):  # type: ignore[arg-type]
        assert isinstance(await ann.ask(query), Rejected)


async def test_both_encodings_say_the_same(house: House) -> None:
    """The same events, numbers and marks, live and resumed."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    start = ann.ear.position()
    packed = Person(house, "ann", ann.token)
    packed.ear = RawEar(Encoding.MSGPACK)
    await packed.enter(resume=start)
    await make_rolls(ann, 3)
    await ann.ear.until(lambda: len(ann.ear.pushes) == 3)
    live = [msgspec.msgpack.decode(raw, type=EventPush | Welcome) for raw in packed.ear.raw]
    assert live[1:] == ann.ear.pushes
