"""Tenets, Convictions and Touchstones, and what Stains say of them."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.belief_words import TouchstoneState
from protocol.codes import Code
from protocol.words import TrackerAudience
from tests.support.rooms import V20, Table

OATH, OTHER = "The guilty alone may suffer", "Never harm a child"
NINA = {"name": "Nina", "conviction": OATH, "state": "harmed"}


def believing(room: Table, who: str = "ann", **more: object) -> str:
    """Ann's Iris, who believes in something."""
    iris = room.vampire("ann", "Iris", hunger=1)
    fields = {"convictions": (OATH, OTHER), "touchstones": (NINA,), **more}
    room.act(who, i.SetBeliefs, character=iris, **fields)
    return iris


def beliefs_seen(room: Table, who: str, character: str) -> object:
    """What somebody's snapshot says of a character's beliefs."""
    cards = {card.character: card for card in room.snapshot(who).characters}
    return cards[character].beliefs if character in cards else None


def test_tenets_are_a_storytellers_to_set_and_everybodys_to_see() -> None:
    """All of them at once; the same again is nothing, and twice the same is refused."""
    room = Table()
    room.refuse("ann", i.SetTenets, Code.FORBIDDEN, tenets=(OATH,))
    room.refuse("storyteller", i.SetTenets, Code.INVALID, "tenets", tenets=(OATH, OATH))
    told = room.act("storyteller", i.SetTenets, tenets=(OATH, OTHER)).only(e.TenetsSet)
    assert told.tenets == (OATH, OTHER)
    assert room.snapshot("guest").tenets == (OATH, OTHER)
    room.refuse("storyteller", i.SetTenets, Code.NOTHING_TO_DO, tenets=(OATH, OTHER))
    room.act("storyteller", i.SetTenets, tenets=())
    assert room.snapshot("guest").tenets == ()


def test_convictions_are_the_owners_and_storytellers_unless_shown() -> None:
    """The default keeps them from the table; the owner shows them, and takes them back."""
    room = Table()
    iris = believing(room)
    seen = beliefs_seen(room, "ann", iris)
    assert seen is not None
    assert seen == beliefs_seen(room, "storyteller", iris)
    assert beliefs_seen(room, "bob", iris) is None
    kept = {"character": iris, "convictions": (OATH,), "touchstones": ()}
    room.act("ann", i.SetBeliefs, audience="table", **kept)
    assert beliefs_seen(room, "guest", iris) == beliefs_seen(room, "ann", iris)
    done = room.act("ann", i.SetBeliefs, audience="owner", **kept)
    assert done.only(e.BeliefsHidden).character == iris
    assert beliefs_seen(room, "guest", iris) is None
    noted = done.only(e.BeliefsNoted)
    assert noted.beliefs.audience is TrackerAudience.OWNER
    # What is left out stays.
    room.act("ann", i.SetBeliefs, character=iris, convictions=(), touchstones=())
    assert beliefs_seen(room, "bob", iris) is None


def test_another_player_sets_no_beliefs() -> None:
    """They are the owner's own, and a Storyteller's."""
    room = Table()
    iris = believing(room, who="storyteller")
    fields = {"character": iris, "convictions": (), "touchstones": ()}
    room.refuse("bob", i.SetBeliefs, Code.FORBIDDEN, **fields)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"convictions": (OATH, OATH)}, "convictions"),
        ({"touchstones": (NINA, NINA)}, "touchstones"),
        ({"convictions": (OTHER,)}, "touchstones"),
    ],
)
def test_beliefs_that_do_not_stand_together_are_refused(
    changes: dict[str, object], field: str
) -> None:
    """Nothing stands twice, and a Touchstone is tied to a Conviction that is there."""
    room = Table()
    iris = room.vampire("ann", "Iris")
    fields = {"convictions": (OATH,), "touchstones": (NINA,), **changes}
    room.refuse("ann", i.SetBeliefs, Code.INVALID, field, character=iris, **fields)


def test_a_new_owner_sees_beliefs_and_the_old_one_no_longer() -> None:
    """They go with the character."""
    room = Table()
    iris = believing(room)
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    assert beliefs_seen(room, "ann", iris) is None
    assert beliefs_seen(room, "bob", iris) is not None


def test_a_stand_in_sees_what_is_kept_and_changes_none_of_it() -> None:
    """Beliefs, ties and experience are the owners' own; with the stand-in's part it ends."""
    room = Table()
    iris = believing(room)
    room.act("storyteller", i.AwardExperience, awards=({"character": iris, "points": 3},))
    bound = {"character": iris, "drinks": 1, "regnant_name": "Lucien"}
    room.act("storyteller", i.SetBond, **bound)
    stand_in = {"character": iris, "member": room["bob"]}
    done = room.act("ann", i.SetStandIn, **stand_in)
    assert done.only(e.BeliefsNoted).by is None
    assert beliefs_seen(room, "bob", iris) == beliefs_seen(room, "ann", iris)
    assert room.snapshot("bob").bonds == room.snapshot("ann").bonds
    card = room.card("bob", iris)
    assert card is not None
    assert card.experience is not None
    fields = {"character": iris, "convictions": (), "touchstones": ()}
    room.refuse("bob", i.SetBeliefs, Code.FORBIDDEN, **fields)
    room.refuse("bob", i.SpendExperience, Code.FORBIDDEN, character=iris, points=1, on="Auspex")
    room.act("bob", i.AddStains, character=iris, amount=1, conviction=OATH)
    room.act("storyteller", i.StartSession)
    room.act("storyteller", i.EndSession)
    assert beliefs_seen(room, "bob", iris) is None
    assert room.snapshot("bob").bonds == ()
    assert beliefs_seen(room, "ann", iris) is not None


def test_a_hidden_character_s_beliefs_are_shown_with_it() -> None:
    """Until then there is none for others, whatever its audience says."""
    room = Table()
    sleeper = room.hidden(hunger=1)
    shown = {"convictions": (OATH,), "touchstones": (), "audience": "table"}
    room.act("storyteller", i.SetBeliefs, character=sleeper, **shown)
    assert beliefs_seen(room, "bob", sleeper) is None
    done = room.act("storyteller", i.UnhideCharacter, character=sleeper)
    assert done.only(e.BeliefsNoted).beliefs.convictions == (OATH,)
    assert beliefs_seen(room, "bob", sleeper) is not None


def test_stains_say_what_they_are_for_and_what_a_conviction_spares() -> None:
    """A11.2: a Conviction lessens the Stains by what the Storyteller says; the rest counts."""
    room = Table()
    iris = believing(room)
    room.act("storyteller", i.SetTenets, tenets=(OTHER,))
    done = room.act(
        "storyteller", i.AddStains,
        character=iris, amount=3, tenet=OTHER, touchstone="Nina", upheld=OATH, spared=2,
    )  # fmt: skip
    told = done.only(e.StainsAdded)
    assert (told.amount, told.spared, told.upheld) == (1, 2, OATH)
    assert (told.tenet, told.touchstone, told.conviction) == (OTHER, "Nina", "")
    assert done.only(e.TrackerChanged).after == 1


def test_a_conviction_may_spare_every_stain() -> None:
    """Then nothing changes, and the receipt still says why."""
    room = Table()
    iris = believing(room)
    done = room.act("storyteller", i.AddStains, character=iris, amount=1, upheld=OATH, spared=1)
    assert done.only(e.StainsAdded).amount == 0
    assert not done.all(e.TrackerChanged)


@pytest.mark.parametrize(
    ("who", "fields", "code", "field"),
    [
        ("ann", {"tenet": OATH}, Code.NOT_FOUND, "tenet"),
        ("ann", {"conviction": "Another"}, Code.NOT_FOUND, "conviction"),
        ("ann", {"touchstone": "Otto"}, Code.NOT_FOUND, "touchstone"),
        ("ann", {"upheld": OATH, "spared": 1}, Code.FORBIDDEN, "spared"),
        ("storyteller", {"upheld": OATH}, Code.INVALID, "spared"),
        ("storyteller", {"spared": 1}, Code.INVALID, "upheld"),
        ("storyteller", {"upheld": OATH, "spared": 3}, Code.OUT_OF_RANGE, "spared"),
        ("storyteller", {"upheld": OATH, "spared": 1, "conviction": OATH}, Code.INVALID, "upheld"),
    ],
)
def test_stains_that_name_what_is_not_there_are_refused(
    who: str, fields: dict[str, object], code: Code, field: str
) -> None:
    """What is named has to stand on the list, and sparing is a Storyteller's word."""
    room = Table()
    iris = believing(room)
    room.refuse(who, i.AddStains, code, field, character=iris, amount=2, **fields)


def test_whoever_sees_no_beliefs_learns_nothing_of_why() -> None:
    """The value changes for all who see the tracker; a Conviction is told with the beliefs."""
    room = Table()
    iris = believing(room)
    fields = {"character": iris, "amount": 1, "conviction": OATH, "visibility": "public"}
    done = room.act("ann", i.AddStains, **fields)
    assert [type(each) for each in done.seen("bob")] == [e.TrackerChanged]
    assert [type(each) for each in done.seen("ann")] == [e.StainsAdded, e.TrackerChanged]


def test_v20_has_neither() -> None:
    """Rooms that play V20 are told what they have instead."""
    room = Table(V20)
    room.refuse("storyteller", i.SetTenets, Code.WRONG_SYSTEM, tenets=(OATH,))
    ida = room.v20_vampire("ann", "Ida")
    fields = {"character": ida, "convictions": (OATH,), "touchstones": ()}
    room.refuse("ann", i.SetBeliefs, Code.WRONG_SYSTEM, **fields)


def test_a_touchstone_is_alive_until_somebody_says_otherwise() -> None:
    """Its state is one of three words."""
    room = Table()
    iris = room.vampire("ann", "Iris")
    fields = {"convictions": (), "touchstones": ({"name": "Nina"},)}
    noted = room.act("ann", i.SetBeliefs, character=iris, **fields).only(e.BeliefsNoted)
    assert noted.beliefs.touchstones[0].state is TouchstoneState.ALIVE
