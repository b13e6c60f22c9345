"""Presence: who is here, from connections alone; and letting go of those who may not stay."""

import pytest

from protocol import from_client as i
from protocol.codes import CloseCode, Code
from protocol.from_server import EventPush, Presence
from server.config import LimitSettings
from tests.live.house import House, Person, refusal_of


async def test_a_member_is_here_while_there_is_a_connection(house: House) -> None:
    """Everybody else hears of the first and of the last, nobody of those in between."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    phone = await ann.again()
    assert set(ann.ear.welcome.present) == {storyteller.member, ann.member}
    ann.leave()
    await storyteller.caught_up()
    assert storyteller.ear.presence == [(ann.member, True)]
    phone.leave()
    await storyteller.caught_up()
    assert storyteller.ear.presence == [(ann.member, True), (ann.member, False)]
    assert phone.ear.presence == []
    assert (await storyteller.again()).ear.welcome.present == (storyteller.member,)


async def test_who_does_not_look_is_not_told_who_comes_and_goes(house: House) -> None:
    """H13: a hidden page's connection hears of nobody, and its seat says who is here."""
    storyteller = await house.found()
    storyteller.ear.wants_presence = False
    ann = await house.join(storyteller, "ann")
    await storyteller.caught_up()
    assert storyteller.ear.presence == []
    assert storyteller.seat is not None
    assert storyteller.seat.present() == tuple(sorted((storyteller.member, ann.member)))
    storyteller.ear.wants_presence = True
    ann.leave()
    await storyteller.caught_up()
    assert storyteller.ear.presence == [(ann.member, False)]


async def test_a_late_close_of_an_old_socket_takes_nobody_away(house: House) -> None:
    """D11: reconnected first, the old one timed out later: still here, and no event of leaving."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    new = await ann.again(ann.ear.position())
    ann.leave()
    ann.leave()
    await storyteller.caught_up()
    assert storyteller.ear.presence == [(ann.member, True)]
    await storyteller.act(i.Roll, pool=1)
    await new.ear.until(lambda: len(new.ear.pushes) >= 1)
    assert ann.ear.pushes == []


async def test_two_devices_hear_the_same_and_each_its_own_answers(house: House) -> None:
    """B13: both work."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    phone = await ann.again()
    await phone.act(i.Roll, pool=1)
    answer = await ann.act(i.Roll, pool=2)
    for device in (ann, phone):
        await device.ear.until(lambda d=device: len(d.ear.pushes) == 2)  # type: ignore[misc]
    assert ann.ear.pushes == phone.ear.pushes
    assert phone.ear.answer_to(answer.id) is None


async def test_presence_is_neither_numbered_nor_logged(house: House) -> None:
    """Coming and going moves no position and no sequence."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    before, head = storyteller.ear.position(), await house.head(storyteller)
    for _ in range(3):
        ann.leave()
        ann = await ann.again()
    assert len(storyteller.ear.presence) == 7
    assert storyteller.ear.position() == before
    assert await house.head(storyteller) == head


async def test_what_somebody_does_changes_no_presence(house: House) -> None:
    """A17: an hour of hidden work is not seen in who is here."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    heard = len(ann.ear.items)
    for _ in range(10):
        house.now_ms += 360_000
        await storyteller.act(i.Roll, pool=1, visibility="secret")
    assert len(ann.ear.items) == heard


@pytest.mark.parametrize("is_removed", [True, False])
async def test_who_goes_is_let_go_on_all_devices_at_once(house: House, is_removed: bool) -> None:
    """B13: with the event of it, the right code, and nothing after; the others hear both."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    phone = await ann.again()
    member = ann.member
    if is_removed:
        await storyteller.act(i.RemoveMember, member=member)
    else:
        ann.submit(ann.intent(i.LeaveRoom))
    for device in (ann, phone):
        await device.ear.until(lambda d=device: d.ear.closed is not None)  # type: ignore[misc]
        assert device.ear.closed is (CloseCode.REMOVED if is_removed else CloseCode.LEFT)
        assert isinstance(device.ear.items[-1], EventPush)
    await storyteller.ear.until(lambda: storyteller.ear.presence[-1] == (member, False))
    told = [type(item) for item in storyteller.ear.items[-2:]]
    assert told == [EventPush, Presence]
    await storyteller.act(i.Roll, pool=1)
    refused = await refusal_of(ann.again())
    assert (refused.rejected.code, refused.close) == (
        Code.UNKNOWN_CREDENTIAL,
        CloseCode.NOT_ALLOWED,
    )


async def test_what_a_removed_member_had_on_the_way_is_refused(house: House) -> None:
    """In the same batch as the removal: it changes nothing."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    storyteller.submit(storyteller.intent(i.RemoveMember, member=ann.member))
    ann.submit(ann.intent(i.Roll, pool=1))
    head = await house.head(storyteller)
    await storyteller.caught_up()
    assert await house.head(storyteller) == head + 2


async def test_a_member_has_so_many_connections_and_not_one_more(house: House) -> None:
    """One over the limit is told so; one that goes makes room."""
    house = House(house.events, LimitSettings(max_connections_per_member=2))
    storyteller = await house.found()
    second = await storyteller.again()
    refused = await refusal_of(storyteller.again())
    assert refused.rejected.code is Code.LIMIT_REACHED
    assert refused.close is CloseCode.TOO_MANY_CONNECTIONS
    assert not refused.close.is_final
    second.leave()
    await storyteller.caught_up()
    await storyteller.again()
    await house.close()


async def test_a_removed_members_old_token_opens_nothing_by_itself(house: House) -> None:
    """Without the bar an open invite lets its holder in again, as somebody new."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await storyteller.act(i.RemoveMember, member=ann.member)
    old = Person(house, "ann", ann.token)
    assert (await refusal_of(old.enter())).rejected.code is Code.UNKNOWN_CREDENTIAL
    await old.enter(await house.invite(storyteller))
    assert old.member != ann.member
