"""Helping: one die for the next roll with a Skill, from who has a dot in it."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId
from protocol.receipts import PoolReceipt
from protocol.words import Clock
from tests.support.rooms import Done, Table

WITS = ("Wits", "Larceny")


class Team:
    """Ann's Iris, whom Bob's Brick and Ann's Kael can help."""

    def __init__(self) -> None:
        self.room = Table()
        sheet = {"Wits": 2, "Larceny": 1}
        self.iris = self.room.vampire("ann", "Iris", hunger=0, traits=sheet)
        self.brick = self.room.vampire("bob", "Brick", hunger=0, traits={"larceny": 3, "Wits": 1})
        self.kael = self.room.vampire("ann", "Kael", hunger=0, traits={"Larceny": 1})

    def help(self, who: str, helper: CharacterId, skill: str = "Larceny", **placed: object) -> Done:
        fields = {"character": helper, "helps": self.iris, "skill": skill}
        return self.room.act(who, i.Help, **fields, **placed)

    def roll(self, dice: int, traits: tuple[str, ...] = WITS, **more: object) -> Done:
        faces = (6,) * dice
        return self.room.act("ann", i.Roll, faces, character=self.iris, traits=traits, **more)


def items(done: Done) -> list[tuple[str, int]]:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    return [(item.label, item.dice) for item in receipt.items]


def test_each_helper_adds_a_die() -> None:
    """A1.15: whoever has a dot in the Skill, itemised, and used up by the roll."""
    team = Team()
    team.help("bob", team.brick)
    team.help("ann", team.kael)
    done = team.roll(5)
    assert items(done) == [
        ("Wits", 2), ("Larceny", 1), ("Help (Brick)", 1), ("Help (Kael)", 1)
    ]  # fmt: skip
    assert len(done.all(e.EffectEnded)) == 2
    assert items(team.roll(3)) == [("Wits", 2), ("Larceny", 1)]


def test_who_has_no_dot_is_no_help() -> None:
    """A1.15."""
    team = Team()
    fields = {"character": team.kael, "helps": team.iris, "skill": "Firearms"}
    team.room.refuse("ann", i.Help, Code.UNSKILLED, "skill", **fields)


@pytest.mark.parametrize("trait", ["Wits", "Dominate", "Willpower"])
def test_help_is_with_a_skill(trait: str) -> None:
    """A1.15."""
    team = Team()
    fields = {"character": team.brick, "helps": team.iris, "skill": trait}
    team.room.refuse("bob", i.Help, Code.INVALID, "skill", **fields)


def test_nobody_helps_twice_or_themselves() -> None:
    """A1.15: a die for each helper."""
    team = Team()
    fields = {"character": team.brick, "skill": "Larceny"}
    team.room.refuse("bob", i.Help, Code.INVALID, "helps", helps=team.brick, **fields)
    team.help("bob", team.brick)
    team.room.refuse("bob", i.Help, Code.NOTHING_TO_DO, "character", helps=team.iris, **fields)


def test_help_waits_for_a_roll_with_that_skill() -> None:
    """A1.15: another pool has no use of it, until the scene ends."""
    team = Team()
    team.room.act("storyteller", i.BeginClock, clock=Clock.SCENE)
    team.help("bob", team.brick)
    done = team.roll(2, ("Wits", "Stealth"))
    assert items(done) == [("Wits", 2), ("Stealth", 0)]
    assert not done.all(e.EffectEnded)
    ended = team.room.act("storyteller", i.EndClock, clock=Clock.SCENE)
    assert len(ended.all(e.EffectEnded)) == 1
    assert items(team.roll(3)) == [("Wits", 2), ("Larceny", 1)]


def test_help_counts_in_a_contest_too() -> None:
    """A1.15: on either side."""
    team = Team()
    team.help("ann", team.kael)
    opening = {"character": team.iris, "against": team.brick, "traits": WITS}
    opened = team.room.act("ann", i.OpenContest, (6,) * 4, **opening)
    assert items(opened)[-1] == ("Help (Kael)", 1)
    assert len(opened.all(e.EffectEnded)) == 1


def test_help_goes_with_the_helper() -> None:
    """What is not at the table helps nobody."""
    team = Team()
    team.help("bob", team.brick)
    gone = team.room.act("storyteller", i.RemoveCharacter, character=team.brick)
    assert len(gone.all(e.EffectEnded)) == 1
    assert not team.room.state.effects


# --- who knows of it ------------------------------------------------------------------------------


def test_help_in_secret_weighs_on_what_storytellers_roll() -> None:
    """A player who does not know of it rolls without it."""
    team = Team()
    ghost = team.room.hidden(traits={"Larceny": 2})
    begun = team.help("storyteller", ghost)
    assert begun.seen_by(e.EffectBegun) == {"storyteller"}
    assert items(team.roll(3)) == [("Wits", 2), ("Larceny", 1)]
    fields = {"character": team.iris, "traits": WITS, "visibility": "public"}
    told = team.room.act("storyteller", i.Roll, (6,) * 4, **fields)
    assert items(told)[-1] == ("helped", 1)
    assert told.seen_by(e.EffectEnded) == {"storyteller"}


def test_a_hidden_helper_stays_hidden_however_public_the_help() -> None:
    """The effect names it."""
    team = Team()
    ghost = team.room.hidden(traits={"Larceny": 2})
    begun = team.help("storyteller", ghost, visibility="public")
    assert begun.seen_by(e.EffectBegun) == {"storyteller"}


def test_a_secret_roll_ends_no_help_that_others_see() -> None:
    """Its end would tell them of the roll."""
    team = Team()
    team.help("bob", team.brick)
    done = team.roll(4, visibility="secret")
    assert not done.all(e.EffectEnded)
    blind = team.roll(4, visibility="blind")
    assert len(blind.all(e.EffectEnded)) == 1


def test_a_hidden_character_is_not_found_to_be_helped() -> None:
    """Nor one that does not exist."""
    team = Team()
    ghost = team.room.hidden()
    told = {
        team.room.refuse(
            "bob", i.Help, Code.NOT_FOUND, "helps",
            character=team.brick, helps=helped, skill="Larceny",
        )
        for helped in (ghost, "nobody")
    }  # fmt: skip
    assert len(told) == 1
