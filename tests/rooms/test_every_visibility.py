"""Every intent that its sender may place, under every visibility: who sees why it was done."""

from typing import get_args

import msgspec
import pytest

from protocol import from_client as i
from protocol.bad_message import BadMessage
from protocol.codec import Encoding, decode_from_client
from protocol.house import HouseRules
from protocol.words import DefaultVisibility, Visibility
from server.rooms.deed import Decision
from server.rooms.refusal import Refusal
from server.rooms.systems import V20_ONLY
from server.rooms.visibility import sees, viewer_of
from tests.rooms.test_access import the_world
from tests.support.access import RIGHTS
from tests.support.access_attempts import Attempt
from tests.support.access_world import made
from tests.support.rooms import Hashed, uuid

OWN_TESTS = {
    i.RequestRoll: "test_requests",
    i.Say: "test_words",
    i.DeclareAction: "test_declaring",
}
"""What is placed by rules of its own, and where that is tested."""

PLACED: list[type[i.Intent]] = [
    kind
    for kind in get_args(i.Intent)
    if "visibility" in kind.__struct_fields__ and kind not in OWN_TESTS
]
CONTESTS = (i.OpenContest, i.OpenV20Contest)
NOTE = "the-reason-that-is-looked-for"
STORYTELLERS = {"storyteller", "second"}
EVERYONE = {*STORYTELLERS, "ann", "bob", "guest", "bot"}


def seen_with(kind: type[i.Intent], **placing: object) -> set[str]:
    """The members who see the note of an intent that is placed so; empty where nobody does."""
    room, world = the_world(is_v20=kind in V20_ONLY)
    role = "P" if "P" in RIGHTS[kind].get("own", "") else "S"
    attempt = Attempt(kind, "own" if role == "P" else "other", role)
    fields = {**attempt.fields(world), "note": NOTE, **placing}
    fields = {name: value for name, value in fields.items() if value is not None}
    decision = room.attempt(attempt.who, room.intent(kind, **fields), Hashed(b"dice"))
    if isinstance(decision, Refusal):
        assert placing.get("visibility") == "blind", decision
        assert kind in CONTESTS, decision
        return STORYTELLERS
    assert isinstance(decision, Decision)
    noted = [each for each in decision.events if NOTE.encode() in each.body]
    assert noted, "its note is in no event"
    return {
        name
        for name, member in room.members.items()
        if member in room.state.members
        and any(sees(each.audience, viewer_of(room.state.members[member])) for each in noted)
    }


def expected(kind: type[i.Intent], visibility: Visibility) -> set[str]:
    """Who is to see it: whoever sends it, whom the visibility names, and the Storytellers."""
    sender = {"ann"} if "P" in RIGHTS[kind].get("own", "") else set()
    owners = {"bob"} if not sender or kind in CONTESTS else set()
    return {
        Visibility.PUBLIC: EVERYONE,
        Visibility.PRIVATE: STORYTELLERS | sender | owners,
        Visibility.WHISPER: STORYTELLERS | sender | {"guest"},
        Visibility.SECRET: STORYTELLERS,
        Visibility.BLIND: STORYTELLERS,
    }[visibility]


@pytest.mark.parametrize("visibility", Visibility)
@pytest.mark.parametrize("kind", PLACED, ids=lambda kind: kind.__name__)
def test_who_is_meant_sees_it_and_nobody_else(kind: type[i.Intent], visibility: Visibility) -> None:
    """A13: the intent's own wish counts, whatever the room's default is."""
    room, _ = the_world(is_v20=kind in V20_ONLY)
    to = (room["guest"],) if visibility is Visibility.WHISPER else None
    assert seen_with(kind, visibility=visibility.value, to=to) == expected(kind, visibility)


@pytest.mark.parametrize("default", DefaultVisibility)
@pytest.mark.parametrize("kind", PLACED, ids=lambda kind: kind.__name__)
def test_without_a_wish_the_rooms_default_counts(
    kind: type[i.Intent], default: DefaultVisibility, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A13: neither wider nor narrower."""
    room, _ = the_world(is_v20=kind in V20_ONLY)
    rules = msgspec.structs.replace(room.state.house_rules, default_visibility=default)
    assert isinstance(rules, HouseRules)
    monkeypatch.setattr(room, "state", msgspec.structs.replace(room.state, house_rules=rules))
    assert seen_with(kind, visibility=None) == expected(kind, Visibility(default))


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("kind", PLACED, ids=lambda kind: kind.__name__)
def test_an_unknown_visibility_is_refused(kind: type[i.Intent], encoding: Encoding) -> None:
    """A13: what nobody knows is never public; nor is a visibility of another name."""
    _, world = the_world(is_v20=kind in V20_ONLY)
    fields = Attempt(kind, "own", "P").fields(world)
    for wrong in ("gm", "PUBLIC", "", 1):
        sent = made(kind, uuid(1), {**fields, "visibility": wrong})
        packed = msgspec.msgpack.encode(msgspec.json.decode(sent))
        with pytest.raises(BadMessage) as refused:
            decode_from_client(sent.decode() if encoding is Encoding.JSON else packed, encoding)
        assert refused.value.field == "visibility"
