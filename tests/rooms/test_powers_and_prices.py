"""What powers cost a ghoul and Oblivion, what provokes the Beast, and what a mess may cost."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.receipts import FrenzyReceipt, PoolReceipt, RouseReceipt
from protocol.views import ProposalView, TrackView
from protocol.words import RousePurpose, TrackerName
from tests.support.rooms import Done, Table


def table(**switches: str) -> Table:
    return Table(HouseRules(entered_dice=True, switches=switches))


def ghoul(room: Table) -> CharacterId:
    made = room.act("ann", i.CreateCharacter, name="Renfield", kind="ghoul")
    return CharacterId(made.created)


# --- ghouls ---------------------------------------------------------------------------------------


def test_a_ghoul_pays_for_a_power_with_health() -> None:
    """A14: no die is rolled; one Aggravated box pays for a power above level 1."""
    room = table()
    done = room.act("ann", i.Rouse, character=ghoul(room), power_level=2, note="Celerity")
    assert done.kinds == ["damage_dealt", "tracker_changed"]
    paid = done.only(e.DamageDealt)
    assert (paid.amount, paid.kind, paid.power_level, paid.note) == (1, "aggravated", 2, "Celerity")
    assert done.tracker("health") == TrackView(boxes=5, aggravated=1)


@pytest.mark.parametrize("level", range(1, 6))
def test_whether_a_ghoul_pays_for_level_1_is_a_switch(level: int) -> None:
    """A14, `ghoul_power_cost`: for powers above level 1, or for all."""
    for price, pays in (("above_level_1", level > 1), ("always", True)):
        room = table(ghoul_power_cost=price)
        hero = ghoul(room)
        if pays:
            done = room.act("ann", i.Rouse, character=hero, power_level=level)
            assert done.only(e.DamageDealt).amount == 1
        else:
            room.refuse("ann", i.Rouse, Code.NOTHING_TO_DO, character=hero, power_level=level)


def test_a_ghoul_without_a_power_has_nothing_to_rouse() -> None:
    """A14."""
    room = table()
    room.refuse("ann", i.Rouse, Code.NO_ROUSE, character=ghoul(room))


def test_no_faces_are_entered_for_what_is_not_rolled() -> None:
    """A14: what is entered would mean nothing."""
    room = table()
    faces = EnteredFaces(rouse=(4,))
    fields = {"character": ghoul(room), "power_level": 2, "entered": faces}
    room.refuse("ann", i.Rouse, Code.BAD_FACES, **fields)


def test_a_ghoul_without_health_pays_no_more() -> None:
    """A14: a track that is all Aggravated has nothing left to give."""
    room = table()
    hero = ghoul(room)
    room.act("storyteller", i.SetTrack, character=hero, track="health", aggravated=5)
    room.refuse("ann", i.Rouse, Code.WRONG_STATE, character=hero, power_level=3)


def test_who_may_not_see_health_does_not_pay_with_it() -> None:
    """A refusal of an empty track would tell it."""
    room = table()
    hero = ghoul(room)
    kept = {"tracker": TrackerName.HEALTH, "audience": "storytellers"}
    room.act("storyteller", i.SetTrackerAudience, character=hero, **kept)
    room.refuse("ann", i.Rouse, Code.FORBIDDEN, character=hero, power_level=3)


# --- Oblivion -------------------------------------------------------------------------------------


def roused(done: Done) -> RouseReceipt:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, RouseReceipt)
    return receipt


@pytest.mark.parametrize(("face", "stains"), [(1, 1), (2, 0), (6, 0), (9, 0), (10, 1)])
def test_oblivion_stains_on_1_and_10(face: int, stains: int) -> None:
    """A4.9: a 10 stains and is still a pass."""
    room = table()
    hero = room.vampire("ann", hunger=1)
    done = room.act("ann", i.Rouse, (face,), character=hero, oblivion=True)
    receipt = roused(done)
    assert (receipt.purpose, receipt.stains) == (RousePurpose.OBLIVION, stains)
    assert receipt.passed is (face >= 6)
    assert ("stains" in receipt.why) is bool(stains)
    assert [event.amount for event in done.all(e.StainsAdded)] == [1] * stains
    if stains:
        assert done.tracker("stains") == 1


def test_other_powers_never_stain() -> None:
    """A4.9."""
    room = table()
    done = room.act("ann", i.Rouse, (1,), character=room.vampire("ann", hunger=1))
    assert roused(done).stains == 0
    assert not done.all(e.StainsAdded)


def test_the_stain_of_a_secret_power_is_told_to_storytellers() -> None:
    """A hidden character's Stains are theirs, though the roll itself is shown."""
    room = table()
    ghost = room.hidden(hunger=1)
    done = room.act(
        "storyteller", i.Rouse, (10,), character=ghost, oblivion=True, visibility="public"
    )
    assert done.seen_by(e.RollResolved) > {"ann"}
    assert done.seen_by(e.StainsAdded) == {"storyteller"}
    assert [type(event) for event in done.seen("ann")] == [e.RollResolved]


# --- provocations ---------------------------------------------------------------------------------


def frenzied(done: Done) -> FrenzyReceipt:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, FrenzyReceipt)
    return receipt


@pytest.mark.parametrize(("switch", "difficulty"), [("two", 2), ("three", 3)])
def test_a_provocation_brings_kind_and_difficulty(switch: str, difficulty: int) -> None:
    """A12.4, `terror_burned`: being burned is terror, as hard as the table says."""
    room = table(terror_burned=switch)
    hero = room.vampire("ann")
    done = room.act("ann", i.TestFrenzy, (6,) * 6, character=hero, provocation="burned")
    receipt = frenzied(done)
    assert (receipt.kind, receipt.difficulty) == ("terror", difficulty)
    assert receipt.provocation == "burned"


def test_a_storyteller_may_find_it_harder() -> None:
    """A12.4: a Difficulty that is given counts."""
    room = table()
    hero = room.vampire("ann")
    fields = {"character": hero, "provocation": "bonfire", "difficulty": 5, "kind": "terror"}
    done = room.act("storyteller", i.TestFrenzy, (6,) * 6, **fields)
    assert frenzied(done).difficulty == 5


def test_a_provocation_has_its_own_kind() -> None:
    """A12.4."""
    room = table()
    fields = {"character": room.vampire("ann"), "provocation": "bonfire", "kind": "fury"}
    assert room.refuse("ann", i.TestFrenzy, Code.INVALID, **fields).field == "kind"


@pytest.mark.parametrize(
    ("fields", "field"), [({}, "kind"), ({"kind": "fury"}, "difficulty")], ids=["kind", "how hard"]
)
def test_a_test_without_a_provocation_says_all(fields: dict[str, object], field: str) -> None:
    """Kind and Difficulty come from the provocation or from the sender."""
    room = table()
    hero = room.vampire("ann")
    assert room.refuse("ann", i.TestFrenzy, Code.INVALID, character=hero, **fields).field == field


def test_blood_provokes_from_hunger_4_on() -> None:
    """A12.4."""
    room = table()
    sated, hungry = room.vampire("ann", hunger=3), room.vampire("ann", "Kael", hunger=4)
    near = {"provocation": "blood_near"}
    room.refuse("ann", i.TestFrenzy, Code.NOT_PROVOKED, character=sated, **near)
    done = room.act("ann", i.TestFrenzy, (6,) * 6, character=hungry, **near)
    assert frenzied(done).difficulty == 2


def test_what_blood_provokes_tells_no_unseen_hunger() -> None:
    """Whoever may not see Hunger is refused at any."""
    room = table()
    for hunger in (1, 5):
        hero = room.vampire("ann", f"Hunger {hunger}", hunger=hunger)
        kept = {"tracker": TrackerName.HUNGER, "audience": "storytellers"}
        room.act("storyteller", i.SetTrackerAudience, character=hero, **kept)
        near = {"character": hero, "provocation": "blood_near"}
        room.refuse("ann", i.TestFrenzy, Code.FORBIDDEN, **near)


# --- what a mess costs ----------------------------------------------------------------------------


def priced(room: Table, hero: CharacterId) -> ProposalView:
    made = room.act("ann", i.Roll, (10, 10), character=hero, pool=2, difficulty=2)
    return room.act("ann", i.SettleRoll, roll=made.created).only(e.ProposalOpened).proposal


@pytest.mark.parametrize(
    ("switch", "left", "left_in_frenzy"),
    [
        ("storyteller_choice", ("compulsion", "test_fails"), ("test_fails",)),
        ("test_fails", ("test_fails",), ("test_fails",)),
        ("compulsion_or_failure", ("compulsion",), ("test_fails",)),
        ("never", (), ()),
    ],
)
def test_what_is_left_of_a_mess_when_no_price_fits(
    switch: str, left: tuple[str, ...], left_in_frenzy: tuple[str, ...]
) -> None:
    """A2.10, A12.5, `messy_fallback`: in frenzy there is no Compulsion to choose."""
    room = table(messy_fallback=switch)
    hero = room.vampire("ann", hunger=1)
    calm = priced(room, hero)
    assert calm.fallback == left
    assert ("test_fails" in calm.options) is ("test_fails" in left)
    room.act("ann", i.RideWave, character=hero, kind="fury")
    raging = priced(room, hero)
    assert raging.fallback == left_in_frenzy
    assert set(raging.options) == {
        "stains", "masquerade_breach", "lose_advantage_dot", *left_in_frenzy
    }  # fmt: skip


def test_a_frenzy_that_not_all_know_of_changes_no_price() -> None:
    """What is offered in front of all would tell of it."""
    room = table()
    hero = room.vampire("ann", hunger=1)
    secret = {"kind": "frenzy", "name": "Cold rage", "visibility": "secret"}
    room.act("storyteller", i.BeginEffect, character=hero, **secret)
    assert "compulsion" in priced(room, hero).options


@pytest.mark.parametrize(("switch", "label"), [("named", ""), ("plain", "failure")])
def test_a_table_may_have_no_word_for_total_failure(switch: str, label: str) -> None:
    """A1.7, `total_failure`: the outcome is the same, its name is not."""
    room = table(total_failure=switch)
    hero = room.vampire("ann", hunger=0)
    done = room.act("ann", i.Roll, (2, 3), character=hero, pool=2, difficulty=2)
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    assert (receipt.outcome, receipt.label) == ("total_failure", label)
