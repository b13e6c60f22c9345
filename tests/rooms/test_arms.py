"""Weapons, armour and called shots in contests and rolls."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.views import DamageView
from tests.rooms.duel import Duel
from tests.support.rooms import Done, Table

CALM: dict[str, object] = {"hunger": 0}


def duel(**switches: str) -> Duel:
    return Duel(Table(HouseRules(switches=switches)), CALM, **CALM)


def against_mortal(**switches: str) -> tuple[Duel, str]:
    """Iris against somebody whom edges and bullets hurt."""
    made = duel(**switches)
    mortal = made.room.act("bob", i.CreateCharacter, name="Guard", kind="mortal").created
    made.brick = mortal  # type: ignore[assignment]
    return made, mortal


def dealt(done: Done) -> list[tuple[str, int]]:
    """Kind and points of what is proposed."""
    return [(damage.kind, damage.amount) for damage in proposed(done)]


def proposed(done: Done) -> list[DamageView]:
    damages = (opened.proposal.damage for opened in done.all(e.ProposalOpened))
    return [damage for damage in damages if damage is not None]


def receipt(done: Done) -> PoolReceipt:
    found = done.only(e.RollResolved).receipt
    assert isinstance(found, PoolReceipt)
    return found


# --- weapons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arms", "value"),
    [
        *[("unarmed", 0), ("improvised", 0), ("fist load", 1), ("knife", 2), ("club", 2)],
        *[("bat", 2), ("light pistol", 2), ("sword", 3), ("axe", 3), ("heavy pistol", 3)],
        *[("two-handed sword", 4), ("rifle", 4), ("shotgun", 4), ("very heavy", 5)],
    ],
)
def test_a_weapon_of_the_rules_brings_its_value(arms: str, value: int) -> None:
    """A9.9: it is added to the margin."""
    fight = duel()
    fight.open((6, 6, 6), arms=arms.title())
    done = fight.answer((6, 1))
    assert done.only(e.ContestResolved).sides[0].weapon == value
    assert [damage.amount for damage in proposed(done)] == [2 + value]


@pytest.mark.parametrize(
    ("arms", "to_vampire", "to_mortal"),
    [
        ("club", "superficial", "superficial"),
        ("knife", "superficial", "aggravated"),
        ("rifle", "superficial", "aggravated"),
    ],
)
def test_a_weapon_hurts_mortals_more(arms: str, to_vampire: str, to_mortal: str) -> None:
    """A10.5: edges and bullets are Superficial to vampires and Aggravated to mortals."""
    fight = duel()
    fight.open((6, 6), arms=arms)
    assert [kind for kind, _ in dealt(fight.answer((1,)))] == [to_vampire]
    other, _ = against_mortal()
    other.open((6, 6), arms=arms)
    assert [kind for kind, _ in dealt(other.answer((1,)))] == [to_mortal]


@pytest.mark.parametrize("harm", ["fire", "supernatural"])
def test_fire_and_the_supernatural_are_aggravated_to_all(harm: str) -> None:
    """A10.5."""
    fight = duel()
    fight.open((6, 6), harm=harm, weapon=1, damage_kind="superficial")
    (damage,) = proposed(fight.answer((1,)))
    assert (damage.kind, damage.amount) == ("aggravated", 3)
    assert damage.why == f"{harm.capitalize()} harm does aggravated damage to a vampire."


def test_a_table_may_give_a_weapon_another_value_and_harm() -> None:
    """A9.9: any table may differ."""
    fight = duel()
    fight.open((6, 6), arms="knife", weapon=5, harm="supernatural")
    assert dealt(fight.answer((1,))) == [("aggravated", 7)]


def test_an_unknown_weapon_needs_its_harm() -> None:
    """A9.9: a name of the table's own is no weapon of the rules."""
    fight = duel()
    opening = {"character": fight.iris, "against": fight.brick, "pool": 2}
    no = fight.room.refuse("ann", i.OpenContest, Code.UNKNOWN_WEAPON, arms="chainsaw", **opening)
    assert no.accepted is not None
    assert "two-handed sword" in no.accepted
    fight.open((6, 6), arms="chainsaw", harm="edged", weapon=4)
    assert dealt(fight.answer((1,))) == [("superficial", 6)]


def test_arms_belong_to_a_physical_conflict() -> None:
    """A9.8: words hurt Willpower, and need no armour."""
    fight = duel()
    opening = {"character": fight.iris, "against": fight.brick, "pool": 2, "conflict": "social"}
    for field, value in (("arms", "club"), ("harm", "fire"), ("armour", {"name": "mail"})):
        worn = {field: value}
        fight.room.refuse("ann", i.OpenContest, Code.INVALID, field, **opening, **worn)
    fight.open((6,), conflict="social")
    answer = {"contest": fight.contest, "character": fight.brick, "pool": 1}
    fight.room.refuse("bob", i.AnswerContest, Code.INVALID, "arms", arms="club", **answer)


# --- armour ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("armour", "points"), [("leather", 2), ("mail", 3), ("plate", 4)])
def test_armour_turns_aggravated_weapon_damage(armour: str, points: int) -> None:
    """A9.10: that many points become Superficial; each kind is a proposal."""
    fight, mortal = against_mortal()
    fight.open((6, 6, 6), arms="sword")
    done = fight.answer((1,), armour={"name": armour.upper()})
    assert dealt(done) == [("superficial", points), ("aggravated", 6 - points)]
    assert f"turns {points} of 6 Superficial" in proposed(done)[0].why
    worn = done.only(e.ContestResolved).sides[1].arms
    assert worn is not None
    assert worn.armour is not None
    assert (worn.armour.name, worn.armour.points) == (armour.upper(), points)
    for opened in done.all(e.ProposalOpened):
        fight.room.act("storyteller", i.ConfirmProposal, proposal=opened.proposal.proposal)
    health = fight.room.state.characters[mortal].trackers["health"]  # type: ignore[index]
    assert health.aggravated >= 6 - points  # type: ignore[union-attr]
    assert not fight.room.state.contests


def test_armour_turns_no_more_than_there_is() -> None:
    """A9.10."""
    fight, _ = against_mortal()
    fight.open((6,), arms="knife")
    assert dealt(fight.answer((1,), armour={"name": "plate"})) == [("superficial", 3)]


@pytest.mark.parametrize(("arms", "turned"), [("rifle", 3), ("sword", 0)])
def test_a_vest_stops_bullets_only(arms: str, turned: int) -> None:
    """A9.10."""
    fight, _ = against_mortal()
    fight.open((6, 6), arms=arms)
    vest = {"name": "vest", "points": 3, "bullets_only": True}
    done = dict(dealt(fight.answer((1,), armour=vest)))
    assert done.get("superficial", 0) == turned  # type: ignore[call-overload]


@pytest.mark.parametrize("harm", ["fire", "supernatural"])
def test_armour_stops_no_fire(harm: str) -> None:
    """A9.10: it turns weapon damage."""
    fight = duel()
    fight.open((6, 6), harm=harm)
    assert dealt(fight.answer((1,), armour={"name": "plate"})) == [("aggravated", 2)]


def test_unknown_armour_needs_points() -> None:
    """A9.10."""
    fight = duel()
    fight.open((6,))
    answer = {"contest": fight.contest, "character": fight.brick, "pool": 1}
    vest = {"name": "vest"}
    fight.room.refuse("bob", i.AnswerContest, Code.UNKNOWN_ARMOUR, armour=vest, **answer)


def test_who_comes_late_sees_the_arms_of_an_open_contest() -> None:
    """They stand in the snapshot."""
    fight = duel()
    fight.open((6,), arms="axe", armour={"name": "mail"})
    (contest,) = fight.room.snapshot("guest").contests
    assert contest.weapon == 3
    assert contest.arms is not None
    assert contest.arms.harm == "edged"


# --- called shots ---------------------------------------------------------------------------------


def test_a_called_shot_costs_two_dice() -> None:
    """A9.11, `called_shot`: an item of the pool."""
    room = Table()
    hero = room.vampire("ann", hunger=0)
    done = room.act(
        "ann", i.Roll, (6, 6), character=hero, pool=4, difficulty=2, called_shot="other"
    )
    assert [(item.label, item.dice) for item in receipt(done).items][-1] == ("called shot", -2)
    assert receipt(done).successes == 2
    assert receipt(done).called_shot == "other"


def test_a_called_shot_may_cost_two_successes() -> None:
    """A9.11, `called_shot`: after the roll, never below 0, and a reroll pays the same."""
    room = Table(HouseRules(switches={"called_shot": "successes_2"}))
    hero = room.vampire("ann", hunger=0)
    fields = {"character": hero, "pool": 4, "difficulty": 2, "called_shot": "stake"}
    done = room.act("ann", i.Roll, (6, 6, 6, 1), **fields)
    assert (receipt(done).successes, receipt(done).outcome) == (1, "failure")
    assert len(receipt(done).dice) == 4
    again = room.act("ann", i.Reroll, (6,), roll=done.created, regular_indices=(3,))
    assert again.only(e.RollRerolled).receipt.successes == 2
    assert again.only(e.RollRerolled).receipt.outcome == "success"
    missed = room.act("ann", i.Roll, (6, 2, 2, 1), **fields)
    assert (receipt(missed).successes, receipt(missed).is_total_failure) == (0, True)


def test_a_called_shot_in_a_contest_is_read_with_what_it_costs() -> None:
    """A9.11: three successes are one, which loses against two."""
    fight = duel(called_shot="successes_2")
    fight.open((6, 6, 6), called_shot="other")
    done = fight.answer((6, 6))
    resolved = done.only(e.ContestResolved)
    assert [side.successes for side in resolved.sides] == [1, 2]
    assert resolved.winner == fight.brick


@pytest.mark.parametrize(
    ("shot", "successes", "takes"),
    [("stake", 4, None), ("stake", 5, "stake"), ("beheading", 9, None),
     ("beheading", 10, "beheading"), ("other", 1, "other")],
)  # fmt: skip
def test_a_stake_needs_5_damage_and_a_beheading_10(
    shot: str, successes: int, takes: str | None
) -> None:
    """A9.11: the proposal says whether it is enough."""
    fight = duel()
    fight.open((6,) * successes, called_shot=shot, modifiers=[{"label": "aim", "dice": 2}])
    (damage,) = proposed(fight.answer((1,)))
    assert damage.takes == takes
    if takes is None:
        needed = {"stake": 5, "beheading": 10}[shot]
        assert damage.why == f"A {shot} needs {needed} damage, and this is {successes}."
