"""The room as of any event of a viewer's own line, as a snapshot: what it was then, and no more."""

from protocol import from_client as i
from protocol.belief_words import BoonSize
from protocol.codes import Code
from protocol.from_server import Rejected, Result, SnapshotAnswer
from protocol.words import Role, TrackerAudience, TrackerName, Visibility
from tests.live.house import House, Person


async def _moment(who: Person, at: int | None = None) -> SnapshotAnswer:
    answer = await who.ask(i.SnapshotQuery(id="q", at=at))
    assert isinstance(answer, Result), answer
    assert isinstance(answer.result, SnapshotAnswer)
    return answer.result


async def test_each_moment_is_what_it_was_when_it_was_now(house: House) -> None:
    """Recorded after every intent, and asked for again at the end, by each viewer."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    recorded: list[tuple[Person, SnapshotAnswer]] = []

    async def record() -> None:
        for who in (storyteller, ann):
            recorded.append((who, await _moment(who)))

    iris = await ann.make(i.CreateCharacter, name="Iris")
    await record()
    await storyteller.act(i.CreateCharacter, name="The Sleeper", hidden=True)
    await record()
    await storyteller.act(i.SetTracker, character=iris, tracker=TrackerName.HUNGER, value=3)
    await record()
    hunger = {"character": iris, "tracker": TrackerName.HUNGER}
    await storyteller.act(i.SetTrackerAudience, **hunger, audience=TrackerAudience.STORYTELLERS)
    await record()
    await storyteller.act(i.SetTracker, **hunger, value=5)
    await record()
    await ann.act(i.Roll, character=iris, pool=3)
    await record()
    await storyteller.act(i.SetTenets, tenets=("No wars",))
    believed = {"character": iris, "convictions": ("The guilty alone",), "touchstones": ()}
    await ann.act(i.SetBeliefs, **believed)
    await record()
    await storyteller.act(i.SetBond, character=iris, drinks=2, regnant_name="Lucien", veiled=True)
    await storyteller.act(i.SetBoon, debtor=iris, creditor_name="The Prince", size=BoonSize.MINOR)
    await storyteller.act(i.AwardExperience, awards=(i.Award(iris, 3, "the session"),))
    await record()
    await storyteller.act(i.StartSession)
    await record()
    for who, then in recorded:
        again = await _moment(who, then.position.seq)
        assert again.position == then.position
        if who is storyteller:
            assert again == then
    # A player's line may stand still while hidden things happen: its moment is the first of them.
    first = {then.position.seq: then for who, then in reversed(recorded) if who is ann}
    for seq, then in first.items():
        assert await _moment(ann, seq) == then


async def test_a_moment_beyond_the_line_is_refused_by_its_own_length(house: House) -> None:
    """The numbers are the viewer's own: what others saw does not count."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    last = (await _moment(ann)).position.seq
    await storyteller.act(i.Roll, pool=3, visibility=Visibility.SECRET)
    answer = await ann.ask(i.SnapshotQuery(id="q", at=last + 1))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.field) == (Code.INVALID, "at")
    assert answer.accepted == f"1 to {last}"


async def test_a_new_owner_sees_no_past_that_was_anothers(house: House) -> None:
    """Who owned the character then decides what of it is shown."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    bob = await house.join(storyteller, "bob")
    iris = await ann.make(i.CreateCharacter, name="Iris")
    willpower = {"character": iris, "tracker": TrackerName.HUNGER}
    await ann.act(i.SetTracker, **willpower, value=4)
    await storyteller.act(i.SetTrackerAudience, **willpower, audience=TrackerAudience.OWNER)
    await ann.act(i.SetTracker, **willpower, value=2)
    await storyteller.act(i.RenameRoom, name="Then")
    then = (await _moment(bob)).position.seq
    await storyteller.act(i.SetOwners, character=iris, owners=(bob.member,))
    now = (await _moment(bob)).snapshot.characters[0]
    assert now.trackers[TrackerName.HUNGER] == 2
    past = (await _moment(bob, then)).snapshot.characters[0]
    assert TrackerName.HUNGER not in past.trackers


async def test_a_storyteller_asks_for_a_members_moment(house: House) -> None:
    """To the byte what that member would get; nobody else may."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    guest = await house.join(storyteller, "guest", Role.SPECTATOR)
    await ann.act(i.CreateCharacter, name="Iris")
    at = (await _moment(ann)).position.seq
    await storyteller.act(i.RenameRoom, name="Later")
    asked = i.SnapshotQuery(id="q", viewed_as=ann.member, at=at)
    answer = await storyteller.ask(asked)
    assert isinstance(answer, Result)
    assert answer.result == await _moment(ann, at)
    assert isinstance(await guest.ask(asked), Rejected)


async def test_moments_in_any_order(house: House) -> None:
    """What was folded for one is begun from for another, never past it."""
    storyteller = await house.found()
    first = (await _moment(storyteller)).position.seq
    for number in range(1, 121):
        await storyteller.act(i.RenameRoom, name=f"Night {number}")
    for number in (100, 101, 1, 120, 55, 54, 119, 2):
        moment = await _moment(storyteller, first + number)
        assert moment.snapshot.name == f"Night {number}"
