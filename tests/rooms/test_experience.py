"""Experience: awarded to several at once, spent, and put right."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.belief_views import ExperienceView
from protocol.codes import Code
from tests.support.rooms import V20, Done, Table


def has(room: Table, who: str, character: str) -> ExperienceView | None:
    """The experience of a character, as somebody sees it."""
    cards = {card.character: card for card in room.snapshot(who).characters}
    return cards[character].experience if character in cards else None


@pytest.fixture
def room() -> Table:
    return Table()


@pytest.fixture
def iris(room: Table) -> str:
    return room.vampire("ann", "Iris")


def award(room: Table, *awards: dict[str, object]) -> Done:
    return room.act("storyteller", i.AwardExperience, awards=awards)


def test_several_are_awarded_at_once_each_for_itself(room: Table, iris: str) -> None:
    """An owner sees the own award, and no other's."""
    brick = room.vampire("bob", "Brick")
    done = award(
        room,
        {"character": iris, "points": 3, "reason": "the session"},
        {"character": brick, "points": 4},
    )
    assert has(room, "ann", iris) == ExperienceView(3, 3)
    assert has(room, "ann", brick) is None
    assert has(room, "storyteller", brick) == ExperienceView(4, 4)
    assert done.seen("ann") == done.all(e.ExperienceAwarded)[:1]
    assert done.seen("guest") == []


def test_all_or_none_is_awarded(room: Table, iris: str) -> None:
    """One award that cannot be leaves nobody with any."""
    awards = ({"character": iris, "points": 3}, {"character": iris, "points": 0})
    room.refuse("storyteller", i.AwardExperience, Code.INVALID, "awards", awards=awards)
    assert has(room, "ann", iris) is None
    lost = ({"character": iris, "points": 3}, {"character": "nobody", "points": 1})
    room.refuse("storyteller", i.AwardExperience, Code.NOT_FOUND, "awards", awards=lost)


def test_nobody_spends_more_than_there_is(room: Table, iris: str) -> None:
    """What is left is said, and the total stays."""
    room.refuse(
        "ann", i.SpendExperience, Code.OUT_OF_RANGE, "points", character=iris, points=1, on="Auspex"
    )
    award(room, {"character": iris, "points": 5})
    spent = room.act("ann", i.SpendExperience, character=iris, points=3, on="Auspex 1")
    told = spent.only(e.ExperienceSpent)
    assert (told.on, told.experience) == ("Auspex 1", ExperienceView(5, 2))
    refused = {"character": iris, "points": 3, "on": "Wits"}
    refusal = room.refuse("ann", i.SpendExperience, Code.OUT_OF_RANGE, "points", **refused)
    assert refusal.accepted == "1 to 2"


def test_an_award_is_put_right_with_a_reason(room: Table, iris: str) -> None:
    """Never below what is unspent."""
    award(room, {"character": iris, "points": 5})
    silent = ({"character": iris, "points": -2},)
    room.refuse("storyteller", i.AwardExperience, Code.INVALID, "awards", awards=silent)
    award(room, {"character": iris, "points": -2, "reason": "counted twice"})
    assert has(room, "ann", iris) == ExperienceView(3, 3)
    much = ({"character": iris, "points": -4, "reason": "all of it"},)
    room.refuse("storyteller", i.AwardExperience, Code.OUT_OF_RANGE, "awards", awards=much)
    many = ({"character": iris, "points": 999},) * 64
    room.act("storyteller", i.AwardExperience, awards=many)
    room.refuse("storyteller", i.AwardExperience, Code.OUT_OF_RANGE, "awards", awards=many)


def test_a_storyteller_gives_back_what_was_spent_by_mistake(room: Table, iris: str) -> None:
    """No more than was spent; a player asks."""
    award(room, {"character": iris, "points": 5})
    room.act("ann", i.SpendExperience, character=iris, points=3, on="Auspex 1")
    back = {"character": iris, "on": "it was another dot"}
    room.refuse("ann", i.SpendExperience, Code.FORBIDDEN, "points", points=-3, **back)
    room.refuse("storyteller", i.SpendExperience, Code.OUT_OF_RANGE, "points", points=-4, **back)
    room.refuse("storyteller", i.SpendExperience, Code.INVALID, "points", points=0, **back)
    room.act("storyteller", i.SpendExperience, points=-3, **back)
    assert has(room, "ann", iris) == ExperienceView(5, 5)


def test_experience_goes_to_a_new_owner(room: Table, iris: str) -> None:
    """With the sheet."""
    award(room, {"character": iris, "points": 5})
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    assert has(room, "ann", iris) is None
    assert has(room, "bob", iris) == ExperienceView(5, 5)


def test_a_hidden_character_learns_behind_the_screen(room: Table, iris: str) -> None:
    """An award to both tells the player of the own one alone, in one event."""
    sleeper = room.hidden(hunger=1)
    done = award(room, {"character": sleeper, "points": 2}, {"character": iris, "points": 2})
    assert done.seen("ann") == done.all(e.ExperienceAwarded)[1:]
    assert done.seen("bob") == []


def test_v20_has_experience_too() -> None:
    """The same intents, in a room that plays V20."""
    room = Table(V20)
    ida = room.v20_vampire("ann", "Ida")
    award(room, {"character": ida, "points": 2})
    room.act("ann", i.SpendExperience, character=ida, points=2, on="Potence")
    assert has(room, "ann", ida) == ExperienceView(2, 0)
