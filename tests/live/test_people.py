"""Who comes in again: a leaver by an invite, a barred one never; a locked room; lost seats."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import CloseCode, Code
from protocol.from_server import Rejected, Result, SnapshotAnswer
from protocol.queries import HistoryQuery, SnapshotQuery
from server.live.subscriber import Refused
from tests.live.house import House, Person


async def refused(person: Person, entry: object) -> Code:
    """Why somebody is not let in."""
    with pytest.raises(Refused) as no:
        await person.enter(entry)
    return no.value.rejected.code


async def way_in(house: House, storyteller: Person, name: str) -> i.Invited:
    """An open invite."""
    invited = await house.invite(storyteller, "player")
    return i.Invited(secret=invited.secret, name=name)


async def test_who_left_comes_in_again_as_somebody_new(house: House) -> None:
    """With the same token, by a valid invite; what the first life saw in private stays closed."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await ann.act(i.Say, text="Between us.", visibility="private")
    first = ann.member
    await ann.act(i.LeaveRoom)
    await ann.ear.until(lambda: ann.ear.closed is CloseCode.LEFT)
    back = Person(house, "ann", ann.token)
    assert await refused(back, i.Returning()) is Code.UNKNOWN_CREDENTIAL
    await back.enter(await way_in(house, storyteller, "ann again"))
    assert back.member != first
    page = await back.ask(HistoryQuery(id="h", limit=200))
    assert isinstance(page, Result)
    assert not [p for p in page.result.events if isinstance(p.event, e.Said)]  # type: ignore[union-attr]
    again = await back.again()
    assert again.member == back.member


@pytest.mark.parametrize("bar", [False, True])
async def test_a_barred_token_opens_nothing_any_more(house: House, bar: bool) -> None:
    """By no invite, old or new, nor by a device link; without the bar a new invite serves."""
    storyteller = await house.found()
    old = await way_in(house, storyteller, "ann")
    ann = await house.person("ann").enter(old)
    await storyteller.act(i.RemoveMember, member=ann.member, bar=bar)
    await ann.ear.until(lambda: ann.ear.closed is CloseCode.REMOVED)
    entry = await way_in(house, storyteller, "ann")
    back = Person(house, "ann", ann.token)
    if not bar:
        await back.enter(entry)
        return
    assert await refused(back, entry) is Code.BARRED
    assert await refused(back, i.Returning()) is Code.BARRED
    fresh = House(house.events)
    assert await refused(Person(fresh, "ann", ann.token), entry) is Code.BARRED
    await fresh.close()


async def test_a_bar_revokes_what_the_barred_may_know(house: House) -> None:
    """A copy of the invite by which they came opens nothing, for whomever they hand it to."""
    storyteller = await house.found()
    invited = await house.invite(storyteller, "player", uses=5)
    entry = i.Invited(secret=invited.secret, name="ann")
    ann = await house.person("ann").enter(entry)
    await storyteller.act(i.RemoveMember, member=ann.member, bar=True)
    assert await refused(house.person("friend"), entry) is Code.INVITE_SPENT


async def test_a_locked_room_lets_nobody_new_in(house: House) -> None:
    """Members come and go with all their devices; opened again, the same invite serves."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    entry = await way_in(house, storyteller, "bob")
    await storyteller.act(i.LockRoom)
    bob = house.person("bob")
    assert await refused(bob, entry) is Code.ROOM_LOCKED
    await ann.again()
    seen = await ann.ask(SnapshotQuery(id="s"))
    assert isinstance(seen, Result)
    assert isinstance(seen.result, SnapshotAnswer)
    assert seen.result.snapshot.locked
    await storyteller.act(i.LockRoom, locked=False)
    await bob.enter(entry)


async def test_a_storyteller_helps_somebody_back_to_a_lost_seat(house: House) -> None:
    """A device link for another member: the same seat; others may make none but their own."""
    storyteller = await house.found()
    ann, bob = await house.join(storyteller, "ann"), await house.join(storyteller, "bob")
    secret = b"a-link-for-ann.."
    await storyteller.act(i.CreateDeviceLink, secret=secret, member=ann.member)
    made = [p.event for p in ann.ear.pushes if isinstance(p.event, e.DeviceLinkCreated)]
    assert [event.by for event in made] == [storyteller.member]
    phone = await house.person("ann's phone").enter(i.Linked(secret=secret))
    assert phone.member == ann.member
    answer = await bob.say(
        bob.intent(i.CreateDeviceLink, secret=b"a-link-of-bob...", member=ann.member)
    )
    assert isinstance(answer, Rejected)
    assert answer.code is Code.FORBIDDEN


async def test_a_renewed_token_is_the_only_one(house: House) -> None:
    """B4: the old one and every link are dead at once, on all sockets; the same seat stays."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    phone = await ann.again()
    link = b"a-link-for-ann.."
    await ann.act(i.CreateDeviceLink, secret=link)
    fresh = b"n" * 32
    taken = await ann.say(ann.intent(i.RenewToken, token=storyteller.token))
    assert isinstance(taken, Rejected)
    await ann.act(i.RenewToken, token=fresh)
    for each in (ann, phone):
        await each.ear.until(lambda each=each: each.ear.closed is CloseCode.TOKEN_RENEWED)  # type: ignore[misc]
    old = Person(house, "ann", ann.token)
    assert await refused(old, i.Returning()) is Code.UNKNOWN_CREDENTIAL
    assert await refused(house.person("thief"), i.Linked(secret=link)) is Code.LINK_SPENT
    back = await Person(house, "ann", fresh).enter()
    assert back.member == ann.member
    restarted = House(house.events)
    assert await refused(Person(restarted, "ann", ann.token), i.Returning()) is (
        Code.UNKNOWN_CREDENTIAL
    )
    await restarted.close()


@pytest.mark.parametrize("way", ["leaves", "removed", "barred"])
async def test_a_bot_ends_with_its_creator_on_all_sockets(house: House, way: str) -> None:
    """Its connections close with the code of who is removed, and its token opens nothing again."""
    storyteller = await house.found()
    second = await house.join(storyteller, "second", "storyteller")
    spare = await house.invite(second, "bot", uses=2)
    bot = await house.person("bot").enter(i.Invited(secret=spare.secret, name="bot"))
    device = await bot.again()
    if way == "leaves":
        await second.act(i.LeaveRoom)
    else:
        await storyteller.act(i.RemoveMember, member=second.member, bar=way == "barred")
    for ear in (bot.ear, device.ear):
        await ear.until(lambda ear=ear: ear.closed is CloseCode.REMOVED)  # type: ignore[misc]
    again = Person(house, "bot", bot.token)
    gone = Code.BARRED if way == "barred" else Code.UNKNOWN_CREDENTIAL
    assert await refused(again, i.Returning()) is gone
    other = house.person("other")
    assert await refused(other, i.Invited(secret=spare.secret, name="x")) is Code.INVITE_SPENT


async def test_a_bot_of_a_demoted_storyteller_is_capped_at_once(house: House) -> None:
    """It stays connected, may what its creator may from then on, and sees no more than before."""
    storyteller = await house.found()
    second = await house.join(storyteller, "second", "storyteller")
    bot = await house.join(second, "bot", "bot")
    await bot.act(i.Roll, pool=1)
    await storyteller.act(i.SetRole, member=second.member, role="spectator")
    no = await bot.say(bot.intent(i.Roll, pool=1))
    assert isinstance(no, Rejected)
    assert no.code is Code.FORBIDDEN
    await bot.act(i.Say, text="Still here.")
    assert bot.ear.closed is None
