"""Two histories of a room, one with hidden beliefs, ties and awards: nobody sees which it is."""

import msgspec
import pytest

from protocol import from_client as i
from tests.support.rooms import Done, Table

OATH = "The guilty alone may suffer"
HIDDEN_FROM = 1_000_000
"""Intents of hidden activity are numbered apart, so that all others have the same ids."""


class World:
    """A room, what is done in it, and what each member is told of that."""

    def __init__(self, *, has_hidden: bool) -> None:
        self.room = Table()
        self.has_hidden = has_hidden
        self.told: dict[str, list[object]] = {"ann": [], "bob": [], "guest": [], "bot": []}
        self._hidden = HIDDEN_FROM

    def act(self, who: str, kind: type[i.Intent], **fields: object) -> Done:
        """Something that is done in both histories."""
        done = self.room.act(who, kind, **fields)
        for viewer, told in self.told.items():
            told.extend(done.seen(viewer))
        return done

    def hide(self, who: str, kind: type[i.Intent], **fields: object) -> str:
        """Something that is done in one of them, and told to none of the compared."""
        if not self.has_hidden:
            return "nothing"
        before, self.room._numbers = self.room._numbers, self._hidden
        done = self.room.act(who, kind, **fields)
        self._hidden, self.room._numbers = self.room._numbers, before
        for viewer in self.told:
            assert done.seen(viewer) == []
        return done.decision.created or "nothing"

    def looks_to(self, viewer: str) -> bytes:
        """All that a member was told, and what the room is to it now."""
        return msgspec.json.encode([self.told[viewer], self.room.snapshot(viewer)])


def live(world: World) -> None:
    """Visible beliefs, ties and awards, between hidden ones of the same characters."""
    iris = world.act(
        "storyteller", i.CreateCharacter, name="Iris", owners=(world.room["ann"],)
    ).created
    sleeper = world.hide("storyteller", i.CreateCharacter, name="The Sleeper", hidden=True)
    believed = {"convictions": (OATH,), "touchstones": ({"name": "Nina"},), "audience": "table"}
    world.hide("storyteller", i.SetBeliefs, character=sleeper, **believed)
    world.hide("storyteller", i.AddStains, character=sleeper, amount=1, conviction=OATH)
    bound = {"character": sleeper, "drinks": 3, "regnant": iris}
    world.hide("storyteller", i.SetBond, audience="table", **bound)
    kept = {"character": iris, "regnant_name": "Lucien", "audience": "storytellers"}
    bond = world.hide("storyteller", i.SetBond, drinks=2, **kept)
    owed = {"size": "life", "debtor": iris, "creditor": sleeper}
    boon = world.hide("storyteller", i.SetBoon, audience="table", **owed)
    world.act("ann", i.SetBeliefs, character=iris, **believed)
    world.act("storyteller", i.SetBond, character=iris, drinks=1, regnant_name="Lucien")
    named = {"creditor_name": "The Prince", "size": "minor", "debtor": iris}
    world.act("storyteller", i.SetBoon, **named)
    award = {"points": 3, "reason": "the session"}
    world.hide("storyteller", i.AwardExperience, awards=({"character": sleeper, **award},))
    world.act("storyteller", i.AwardExperience, awards=({"character": iris, **award},))
    world.hide("storyteller", i.SpendExperience, character=sleeper, points=2, on="Obfuscate")
    world.act("ann", i.SpendExperience, character=iris, points=2, on="Auspex")
    world.act("ann", i.AddStains, character=iris, amount=1, conviction=OATH, visibility="public")
    world.act("storyteller", i.SetOwners, character=iris, owners=(world.room["bob"],))
    world.hide("storyteller", i.RemoveBoon, boon=boon)
    world.hide("storyteller", i.RemoveBond, bond=bond)
    world.hide("storyteller", i.RemoveCharacter, character=sleeper)
    world.act("bob", i.SetBeliefs, character=iris, **(believed | {"audience": "owner"}))


@pytest.mark.parametrize("viewer", ["ann", "bob", "guest", "bot"])
def test_hidden_ties_leave_no_outline(viewer: str) -> None:
    """A15: events, their order, ids and snapshots are the same, whatever else is kept."""
    worlds = [World(has_hidden=each) for each in (False, True)]
    for world in worlds:
        live(world)
    plain, hiding = (world.looks_to(viewer) for world in worlds)
    assert plain == hiding
    assert worlds[0].looks_to("ann") != worlds[0].looks_to("bob")


def test_the_two_histories_differ_behind_the_screen() -> None:
    """A Storyteller sees what is hidden: the comparison compares something."""
    worlds = [World(has_hidden=each) for each in (False, True)]
    for world in worlds:
        live(world)
    plain, hiding = (len(world.room.kept) for world in worlds)
    assert hiding == plain + 11
