"""A stand-in plays a character for its owners, until the session ends or somebody ends it."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.words import Role, TrackerAudience
from tests.support.rooms import Table

OWNERS_ONLY = HouseRules(tracker_audience=TrackerAudience.OWNER)


def scene(house_rules: HouseRules = OWNERS_ONLY) -> tuple[Table, CharacterId]:
    """Ann's Iris, with something of it that only Ann and the Storytellers know."""
    room = Table(house_rules)
    iris = room.vampire("ann", hunger=1, traits={"Brawl": 2})
    room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="private")
    return room, iris


def stand_in(room: Table, iris: CharacterId, who: str = "ann") -> None:
    room.act(who, i.SetStandIn, character=iris, member=room["bob"])


@pytest.mark.parametrize("who", ["ann", "storyteller"])
def test_a_stand_in_is_set_by_the_owner_or_a_storyteller(who: str) -> None:
    """Everybody learns it; nobody else can."""
    room, iris = scene()
    room.refuse("bob", i.SetStandIn, Code.FORBIDDEN, character=iris, member=room["bob"])
    done = room.act(who, i.SetStandIn, character=iris, member=room["bob"])
    assert done.seen_by(e.StandInSet) == set(room.members)
    for viewer in room.members:
        card = room.card(viewer, iris)
        assert card is not None
        assert (card.stand_in, card.owners) == (room["bob"], (room["ann"],))


def test_a_stand_in_plays_as_its_owner_does() -> None:
    """Rolls, trackers, words and answers to requests are the stand-in's, and the owner's still."""
    room, iris = scene()
    room.refuse("bob", i.Rouse, Code.FORBIDDEN, character=iris)
    stand_in(room, iris)
    room.act("bob", i.Rouse, (7,), character=iris)
    room.act("bob", i.Say, character=iris, text="Good evening.")
    room.act("bob", i.SetTracker, character=iris, tracker="hunger", value=3)
    room.act("storyteller", i.RequestRoll, characters=(iris,), pool=1, visibility="private")
    (request,) = room.state.requests
    room.act("bob", i.Roll, (6,), character=iris, pool=1, request=request)
    room.act("ann", i.Roll, (6,), character=iris, pool=1)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (i.EditCharacter, {"name": "Bob's now"}),
        (i.SetOwners, {"owners": ()}),
        (i.RemoveCharacter, {}),
        (i.SetTrackerAudience, {"tracker": "hunger", "audience": "table"}),
        (i.SetStandIn, {"member": "bob"}),
        (i.AskReveal, {}),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_what_lasts_is_not_the_stand_ins(kind: type[i.Intent], fields: dict[str, object]) -> None:
    """Neither handing on, nor editing, nor removing, nor the blind rolls of the past."""
    room, iris = scene()
    room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="blind")
    stand_in(room, iris)
    if "member" in fields:
        fields = {"member": room["bob"]}
    room.refuse("bob", kind, Code.FORBIDDEN, character=iris, **fields)


def test_a_stand_in_sees_what_owners_see_from_then_on() -> None:
    """The sheet and the trackers as they stand, and what is private from now on; not the past."""
    room, iris = scene()
    before = room.act("ann", i.Roll, (5,), character=iris, pool=1, visibility="private")
    roll = before.only(e.RollResolved).roll
    done = room.act("ann", i.SetStandIn, character=iris, member=room["bob"])
    card = room.card("bob", iris)
    assert card is not None
    assert (card.trackers["hunger"], card.traits["Brawl"]) == (1, 2)
    assert {type(event) for event in done.seen("bob")} == {
        e.StandInSet, e.TrackersShown, e.SheetNoted,
    }  # fmt: skip
    assert room.snapshot("bob").standing_rolls == ()
    room.refuse("bob", i.SettleRoll, Code.NOT_FOUND, "roll", roll=roll)
    after = room.act("storyteller", i.Roll, (5,), character=iris, pool=1, visibility="private")
    assert after.seen_by(e.RollResolved) == {"storyteller", "ann", "bob"}


def test_the_end_takes_rights_and_sight_and_keeps_what_was_seen() -> None:
    """The owner comes back and takes it: what is private from then on is not the stand-in's."""
    room, iris = scene()
    stand_in(room, iris)
    meanwhile = room.act("bob", i.Roll, (5,), character=iris, pool=1, visibility="private")
    done = room.act("ann", i.EndStandIn, character=iris)
    assert done.only(e.StandInEnded).by == room["ann"]
    assert done.seen_by(e.TrackersHidden) == {"storyteller", "bob"}
    card = room.card("bob", iris)
    assert card is not None
    assert (card.trackers, card.traits, card.stand_in) == ({}, {}, None)
    room.refuse("bob", i.Rouse, Code.FORBIDDEN, character=iris)
    after = room.act("ann", i.Roll, (5,), character=iris, pool=1, visibility="private")
    assert after.seen_by(e.RollResolved) == {"storyteller", "ann"}
    assert meanwhile.seen_by(e.RollResolved) == {"storyteller", "ann", "bob"}


def test_it_ends_with_the_session() -> None:
    """By itself, and nobody is named for it; the next session begins without."""
    room, iris = scene()
    stand_in(room, iris)
    room.act("storyteller", i.StartSession)
    assert room.state.characters[iris].stand_in == room["bob"]
    done = room.act("storyteller", i.EndSession)
    assert done.only(e.StandInEnded).by is None
    assert done.kinds[-1] == "session_ended"
    room.refuse("bob", i.Rouse, Code.FORBIDDEN, character=iris)


def test_the_stand_in_may_give_it_back_and_a_storyteller_end_it() -> None:
    """And who neither plays it nor runs the game cannot."""
    room, iris = scene()
    room.join("cem")
    for who in ("bob", "storyteller"):
        stand_in(room, iris)
        room.refuse("cem", i.EndStandIn, Code.FORBIDDEN, character=iris)
        room.act(who, i.EndStandIn, character=iris)
    room.refuse("ann", i.EndStandIn, Code.NOTHING_TO_DO, "character", character=iris)


def test_one_stands_in_at_a_time() -> None:
    """The next takes the place of the one before, who loses sight; the same again is refused."""
    room, iris = scene()
    room.join("cem")
    stand_in(room, iris)
    room.refuse("ann", i.SetStandIn, Code.NOTHING_TO_DO, "member",
                character=iris, member=room["bob"])  # fmt: skip
    done = room.act("ann", i.SetStandIn, character=iris, member=room["cem"])
    assert done.only(e.StandInEnded).member == room["bob"]
    assert done.seen_by(e.SheetNoted) == {"storyteller", "ann", "cem"}
    for who, sees in (("bob", False), ("cem", True)):
        card = room.card(who, iris)
        assert card is not None
        assert bool(card.trackers) is sees


def test_only_a_player_stands_in_and_for_no_hidden_character() -> None:
    """Spectators and bots do not play for others, and Storytellers play whom they like."""
    room, iris = scene()
    for who in ("guest", "bot", "storyteller"):
        room.refuse("ann", i.SetStandIn, Code.INVALID, "member", character=iris, member=room[who])
    room.refuse("ann", i.SetStandIn, Code.NOTHING_TO_DO, "member",
                character=iris, member=room["ann"])  # fmt: skip
    room.refuse("ann", i.SetStandIn, Code.NOT_FOUND, "member", character=iris, member="nobody")
    ghost = room.hidden()
    room.refuse("storyteller", i.SetStandIn, Code.INVALID, "character",
                character=ghost, member=room["bob"])  # fmt: skip


@pytest.mark.parametrize("way", ["leaves", "removed", "watches", "handed on"])
def test_it_ends_with_what_it_hangs_on(way: str) -> None:
    """The stand-in goes, or plays no more, or the character is handed to somebody else."""
    room, iris = scene()
    stand_in(room, iris)
    member = room["bob"]
    done = {
        "leaves": lambda: room.act("bob", i.LeaveRoom),
        "removed": lambda: room.act("storyteller", i.RemoveMember, member=member),
        "watches": lambda: room.act("storyteller", i.SetRole, member=member, role=Role.SPECTATOR),
        "handed on": lambda: room.act("storyteller", i.SetOwners, character=iris, owners=()),
    }[way]()
    assert done.only(e.StandInEnded).member == member
    assert room.state.characters[iris].stand_in is None


def test_an_owner_who_goes_leaves_the_stand_in_to_play() -> None:
    """Nobody is left without a player in the middle of an evening."""
    room, iris = scene()
    stand_in(room, iris)
    room.act("ann", i.LeaveRoom)
    room.act("bob", i.Rouse, (7,), character=iris)
    room.act("storyteller", i.RequestRoll, characters=(iris,), pool=1)
