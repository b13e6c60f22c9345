"""Commits of other processes, and commits that are too large: order and truth are kept."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import CloseCode, Code
from protocol.from_server import Accepted, EventPush, Rejected
from server.store.base import TooLarge
from tests.live.faulty import FaultyLog
from tests.live.house import House
from tests.live.watching import hear_rolls, rolls_heard

# --- conflicts ----------------------------------------------------------------------------------


async def test_a_conflict_is_decided_again_on_the_newest_state_with_the_same_dice(
    faulty: House, log: FaultyLog
) -> None:
    """Another process was faster: its commit is shown first, ours is decided after it."""
    storyteller = await faulty.found()
    elsewhere = await storyteller.again(house=faulty.other())
    await elsewhere.act(i.RenameRoom, name="Elsewhere")
    rolled = storyteller.intent(i.Roll, pool=5)
    await storyteller.say(rolled)
    await hear_rolls(storyteller, 1)
    kinds = [type(p.event) for p in storyteller.ear.pushes]
    assert kinds == [e.RoomRenamed, e.RollResolved]
    (decisions,) = faulty.chance.rolled()
    assert len(decisions) == 2
    assert decisions[0] == decisions[1]
    await elsewhere.house.close()


async def test_what_another_process_did_can_make_ours_impossible(
    faulty: House, log: FaultyLog
) -> None:
    """The refusal is that of the newest state, and nothing of ours is stored."""
    storyteller = await faulty.found()
    elsewhere = await storyteller.again(house=faulty.other())
    await elsewhere.act(i.StartSession)
    answer = await storyteller.say(storyteller.intent(i.StartSession))
    # It was decided against the old state, and refused only after the conflict.
    assert isinstance(answer, Rejected)
    assert answer.code is Code.WRONG_STATE
    assert faulty.room_of(storyteller).state.session == 1
    await elsewhere.house.close()


async def test_a_member_removed_elsewhere_is_let_go_here(faulty: House, log: FaultyLog) -> None:
    """B13: whichever process removes, all sockets of the member are closed."""
    storyteller = await faulty.found()
    ann = await faulty.join(storyteller, "ann")
    elsewhere = await storyteller.again(house=faulty.other())
    await elsewhere.act(i.RemoveMember, member=ann.member)
    faulty.room_of(storyteller).refresh()
    await ann.ear.until(lambda: ann.ear.closed is not None)
    assert ann.ear.closed is CloseCode.REMOVED
    await elsewhere.house.close()


async def test_the_same_intent_by_two_processes_happens_once(faulty: House, log: FaultyLog) -> None:
    """A socket that moved: both answer alike, everybody sees it once."""
    storyteller = await faulty.found()
    elsewhere = await storyteller.again(house=faulty.other())
    intent = storyteller.intent(i.Roll, pool=5)
    first = await elsewhere.say(intent)
    assert await storyteller.say(intent) == first
    await storyteller.caught_up()
    for who in (storyteller, elsewhere):
        assert len(await hear_rolls(who, 1)) == 1
    place = storyteller.ear.items.index(first)
    assert isinstance(storyteller.ear.items[place + 1], EventPush)
    await elsewhere.house.close()


# --- too large ----------------------------------------------------------------------------------


async def test_what_is_too_large_does_not_take_its_batch_along(
    faulty: House, log: FaultyLog
) -> None:
    """It is refused; what came with it is stored, in order."""
    storyteller = await faulty.found()
    log._max_commit_bytes = 1_500
    intents = [
        storyteller.intent(i.Roll, pool=1),
        storyteller.intent(i.Roll, pool=40),
        storyteller.intent(i.Roll, pool=2),
    ]
    for intent in intents:
        storyteller.submit(intent)
    await storyteller.caught_up()
    answers = [storyteller.ear.answer_to(intent.id) for intent in intents]
    assert isinstance(answers[0], Accepted)
    assert isinstance(answers[1], Rejected)
    assert answers[1].code is Code.TOO_LARGE
    assert isinstance(answers[2], Accepted)
    assert len(rolls_heard(storyteller)) == 2
    assert storyteller.ear.position().seq > 0


async def test_what_depends_on_something_too_large_is_decided_without_it(
    faulty: House, log: FaultyLog
) -> None:
    """A refusal never rests on what was not stored."""
    storyteller = await faulty.found()
    log.fail["append"] = [TooLarge("both"), TooLarge("the first")]
    first, second = (storyteller.intent(i.StartSession) for _ in range(2))
    storyteller.submit(first)
    storyteller.submit(second)
    await storyteller.caught_up()
    refused = storyteller.ear.answer_to(first.id)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.TOO_LARGE
    assert isinstance(storyteller.ear.answer_to(second.id), Accepted)


async def test_a_conflict_among_commits_stored_one_by_one_keeps_everybodys_order(
    faulty: House, log: FaultyLog
) -> None:
    """What another process stored in between is shown in between."""
    storyteller = await faulty.found()
    elsewhere = await storyteller.again(house=faulty.other())

    async def by_another() -> object:
        return await elsewhere.act(i.Roll, pool=1, label="elsewhere")

    async def nothing() -> None:
        pass

    log.fail["append"] = [TooLarge("together")]
    log.before["append"] = [nothing, nothing, by_another]
    intents = [storyteller.intent(i.Roll, pool=1, label=label) for label in ("one", "two")]
    for intent in intents:
        storyteller.submit(intent)
    heard = await hear_rolls(storyteller, 3)
    assert [event.label for event in heard] == ["one", "elsewhere", "two"]
    assert storyteller.ear.position() == (await storyteller.again()).ear.welcome.position
    await elsewhere.house.close()
