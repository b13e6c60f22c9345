"""Blood bonds and boons: what they say, whom they are told to, and what a veil keeps."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.belief_views import BondView, BoonView
from protocol.codes import Code
from protocol.words import TrackerAudience
from server.rooms.ties import MOST
from tests.support.rooms import V20, Table


def bonds(room: Table, who: str) -> tuple[BondView, ...]:
    """The bonds that somebody sees."""
    return room.snapshot(who).bonds


def boons(room: Table, who: str) -> tuple[BoonView, ...]:
    """The boons that somebody sees."""
    return room.snapshot(who).boons


@pytest.fixture
def room() -> Table:
    return Table()


@pytest.fixture
def iris(room: Table) -> str:
    return room.vampire("ann", "Iris", hunger=1)


def test_the_third_drink_binds_with_a_strength_of_three(room: Table, iris: str) -> None:
    """V5: two drinks have no strength; the bond grows to six and fades from there."""
    bond = room.act(
        "storyteller", i.SetBond, character=iris, drinks=1, regnant_name="Lucien"
    ).created
    assert [(b.drinks, b.strength) for b in bonds(room, "ann")] == [(1, 0)]
    named = {"bond": bond, "character": iris, "regnant_name": "Lucien"}
    room.act("storyteller", i.SetBond, drinks=3, **named)
    assert [(b.drinks, b.strength) for b in bonds(room, "ann")] == [(3, 3)]
    room.act("storyteller", i.SetBond, drinks=3, strength=2, **named)
    assert [(b.drinks, b.strength) for b in bonds(room, "ann")] == [(3, 2)]
    room.refuse("storyteller", i.SetBond, Code.NOTHING_TO_DO, drinks=3, strength=2, **named)
    room.act("storyteller", i.RemoveBond, bond=bond)
    assert bonds(room, "storyteller") == ()


@pytest.mark.parametrize(("drinks", "strength"), [(2, 1), (3, 0)])
def test_a_strength_without_a_bond_is_refused(
    room: Table, iris: str, drinks: int, strength: int
) -> None:
    """There is one from the third drink on, and none before."""
    fields = {"character": iris, "regnant_name": "Lucien", "drinks": drinks}
    room.refuse(
        "storyteller", i.SetBond, Code.OUT_OF_RANGE, "strength", strength=strength, **fields
    )


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "regnant_name"),
        ({"regnant_name": " "}, "regnant"),
        ({"regnant": "iris"}, "regnant"),
    ],
)
def test_a_regnant_is_somebody_else(
    room: Table, iris: str, fields: dict[str, str], field: str
) -> None:
    """A character of the table, or somebody by name, and never oneself."""
    named = {key: iris if value == "iris" else value for key, value in fields.items()}
    room.refuse("storyteller", i.SetBond, Code.INVALID, field, character=iris, drinks=1, **named)


def test_a_bond_is_the_bound_one_s_and_the_storytellers(room: Table, iris: str) -> None:
    """By default; narrowed to the Storytellers it goes from the owner's list."""
    bond = room.act(
        "storyteller", i.SetBond, character=iris, drinks=2, regnant_name="Lucien"
    ).created
    assert bonds(room, "ann") != ()
    assert bonds(room, "bob") == ()
    fields = {"bond": bond, "character": iris, "drinks": 2, "regnant_name": "Lucien"}
    done = room.act("storyteller", i.SetBond, audience="storytellers", **fields)
    assert done.only(e.BondRemoved).bond == bond
    assert bonds(room, "ann") == ()
    assert bonds(room, "storyteller")[0].audience is TrackerAudience.STORYTELLERS


@pytest.mark.parametrize("is_hidden", [True, False], ids=["hidden", "veiled"])
def test_a_veiled_regnant_never_leaves(room: Table, iris: str, is_hidden: bool) -> None:
    """A hidden one is veiled by itself: its name and id are the Storytellers'."""
    sleeper = room.hidden(hunger=1) if is_hidden else None
    regnant = {"regnant": sleeper} if is_hidden else {"regnant_name": "Nettlequeen", "veiled": True}
    fields = {"character": iris, "drinks": 1, "audience": "table"}
    done = room.act("storyteller", i.SetBond, **fields, **regnant)
    for who in ("ann", "bob", "guest"):
        (bond,) = bonds(room, who)
        assert (bond.regnant, bond.regnant_name, bond.is_veiled) == (None, "", True)
        assert [type(each) for each in done.seen(who)] == [e.BondNoted]
    (known,) = bonds(room, "storyteller")
    assert known.regnant == sleeper
    assert known.regnant_name


def test_what_ties_a_hidden_character_stays_behind_the_screen(room: Table) -> None:
    """Also when it is un-hidden, until it is set again."""
    sleeper = room.hidden(hunger=1)
    bond = room.act(
        "storyteller", i.SetBond,
        character=sleeper, drinks=1, regnant_name="Lucien", audience="table",
    ).created  # fmt: skip
    named = {"debtor": sleeper, "creditor_name": "Lucien", "size": "life"}
    room.act("storyteller", i.SetBoon, audience="table", **named)
    room.act("storyteller", i.UnhideCharacter, character=sleeper)
    assert bonds(room, "bob") == ()
    assert boons(room, "bob") == ()
    fields = {"bond": bond, "character": sleeper, "regnant_name": "Lucien"}
    room.act("storyteller", i.SetBond, drinks=1, audience="table", **fields)
    assert [each.bond for each in bonds(room, "bob")] == [bond]


def test_bonds_and_boons_go_to_a_new_owner(room: Table, iris: str) -> None:
    """Whose they were sees them no longer."""
    room.act("storyteller", i.SetBond, character=iris, drinks=1, regnant_name="Lucien")
    owed = {"debtor": iris, "creditor_name": "Lucien", "size": "minor", "audience": "owner"}
    room.act("storyteller", i.SetBoon, **owed)
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    assert (bonds(room, "ann"), boons(room, "ann")) == ((), ())
    assert len(bonds(room, "bob")) == len(boons(room, "bob")) == 1


def test_a_bond_goes_with_the_bound_and_stays_when_the_regnant_goes(room: Table, iris: str) -> None:
    """The regnant's name stands there still."""
    brick = room.vampire("bob", "Brick")
    room.act("storyteller", i.SetBond, character=iris, drinks=1, regnant=brick, audience="table")
    room.act("storyteller", i.RemoveCharacter, character=brick)
    assert [bond.regnant_name for bond in bonds(room, "ann")] == ["Brick"]
    room.act("storyteller", i.RemoveCharacter, character=iris)
    assert bonds(room, "storyteller") == ()


def test_a_boon_is_owed_then_repaid(room: Table, iris: str) -> None:
    """All see it unless somebody chose otherwise; a removed one is off every list."""
    named = {"debtor": iris, "creditor_name": "The Prince", "size": "major"}
    boon = room.act("storyteller", i.SetBoon, text="a way out", **named).created
    assert boons(room, "guest")[0].debtor_name == "Iris"
    room.act("storyteller", i.SetBoon, boon=boon, state="repaid", **named)
    assert [each.state for each in boons(room, "guest")] == ["repaid"]
    room.refuse("ann", i.RemoveBoon, Code.FORBIDDEN, boon=boon)
    room.act("storyteller", i.RemoveBoon, boon=boon)
    assert boons(room, "storyteller") == ()


def test_nobody_owes_themselves(room: Table, iris: str) -> None:
    """And both sides are named, once."""
    both = {"debtor": iris, "creditor": iris, "size": "minor"}
    room.refuse("storyteller", i.SetBoon, Code.INVALID, "creditor", **both)
    room.refuse("storyteller", i.SetBoon, Code.INVALID, "debtor_name", size="minor")
    twice = {"debtor": iris, "debtor_name": "Iris", "creditor_name": "Lucien", "size": "minor"}
    room.refuse("storyteller", i.SetBoon, Code.INVALID, "debtor", **twice)


def test_hidden_ties_leave_no_less_room_for_others(room: Table, iris: str) -> None:
    """The bound counts those that the same people see."""
    named = {"creditor_name": "Lucien", "size": "minor"}
    for number in range(MOST):
        fields = {"debtor_name": f"Debtor {number}", "audience": "storytellers"}
        room.act("storyteller", i.SetBoon, **named, **fields)
    full = {"debtor_name": "One more", "audience": "storytellers"}
    room.refuse("storyteller", i.SetBoon, Code.LIMIT_REACHED, **named, **full)
    room.act("storyteller", i.SetBoon, debtor=iris, **named)


def test_v20_goes_by_drinks() -> None:
    """Three steps, and no strength."""
    room = Table(V20)
    ida = room.v20_vampire("ann", "Ida")
    fields = {"character": ida, "regnant_name": "Lucien"}
    room.refuse(
        "storyteller", i.SetBond, Code.WRONG_SYSTEM, "strength", drinks=3, strength=3, **fields
    )
    room.act("storyteller", i.SetBond, drinks=3, **fields)
    assert [(b.drinks, b.strength) for b in bonds(room, "ann")] == [(3, 0)]
