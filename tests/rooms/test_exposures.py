"""Sunlight and fire by the turn, in rooms of both systems."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import TrackerAudience
from tests.support.rooms import V20, Done, Table
from tests.support.v20_rooms import TRAITS

BURN = {"track": "health", "kind": "aggravated"}


def burnt(room: Table, who: str, **exposure: object) -> Done:
    return room.act("storyteller", i.DealDamage, character=who, exposure=exposure, **BURN)


# --- V5 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extent", "intensity", "points"),
    [("part", 0, 1), ("half", 0, 2), ("whole", 0, 3), ("part", 2, 3)],
)
def test_fire_burns_by_how_much_of_the_body(extent: str, intensity: int, points: int) -> None:
    """A10: 1, 2 or 3 a turn, and more for a hotter one; never halved."""
    room = Table()
    done = burnt(room, room.vampire("ann"), to="fire", extent=extent, intensity=intensity)
    dealt = done.only(e.DamageDealt)
    assert (dealt.amount, dealt.counted, dealt.kind) == (points, points, "aggravated")
    assert dealt.exposed_to == "fire"
    assert dealt.why.startswith("Fire on ")


@pytest.mark.parametrize("kind", ["ghoul", "mortal", "thin_blood"])
def test_fire_burns_everybody(kind: str) -> None:
    """A10.5."""
    room = Table()
    potency = {"blood_potency": 0}
    who = room.vampire("ann", "Somebody", kind=kind, **potency)
    assert burnt(room, who, to="fire", extent="half").only(e.DamageDealt).counted == 2


@pytest.mark.parametrize(("potency", "points"), [(1, 2), (3, 3), (6, 4)])
def test_sunlight_burns_by_the_bane_severity(potency: int, points: int) -> None:
    """A10, A5: every turn in direct light."""
    room = Table()
    who = room.vampire("ann", blood_potency=potency)
    for turn in (1, 2):
        done = burnt(room, who, to="sunlight", turn=turn)
        assert done.only(e.DamageDealt).amount == points


def test_dimmed_sunlight_burns_every_second_turn() -> None:
    """A10."""
    room = Table()
    who = room.vampire("ann", blood_potency=1)
    dimmed = {"to": "sunlight", "obscured": True}
    for turn in (1, 3):
        room.refuse(
            "storyteller", i.DealDamage, Code.NOTHING_TO_DO, "exposure.turn", character=who,
            exposure={**dimmed, "turn": turn}, **BURN,
        )  # fmt: skip
    assert burnt(room, who, turn=2, **dimmed).only(e.DamageDealt).amount == 2


@pytest.mark.parametrize("kind", ["ghoul", "mortal", "thin_blood"])
def test_sunlight_burns_vampires_alone(kind: str) -> None:
    """A10.5."""
    room = Table()
    room.refuse(
        "storyteller", i.DealDamage, Code.NO_SUNLIGHT, "character",
        character=room.vampire("ann", "Somebody", kind=kind, blood_potency=0),
        exposure={"to": "sunlight"}, **BURN,
    )  # fmt: skip


def test_whoever_may_not_know_the_blood_neither_asks_nor_is_told_what_it_burns_by() -> None:
    """A10: the bane severity follows from Blood Potency."""
    room = Table(HouseRules(tracker_audience=TrackerAudience.TABLE))
    who = room.vampire("ann", blood_potency=1)
    room.act(
        "storyteller", i.SetTrackerAudience, character=who, tracker="blood_potency",
        audience="storytellers",
    )  # fmt: skip
    room.refuse(
        "ann", i.DealDamage, Code.FORBIDDEN, character=who, exposure={"to": "sunlight"}, **BURN
    )
    done = burnt(room, who, to="sunlight")
    assert done.seen_by(e.DamageDealt) == {"storyteller"}
    assert done.seen_by(e.TrackerChanged) == {"storyteller", "ann", "bob", "guest", "bot"}
    assert burnt(room, who, to="fire").seen_by(e.DamageDealt) == {
        "storyteller", "ann", "bob", "guest", "bot",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({**BURN, "amount": 1, "exposure": {"to": "fire"}}, "amount"),
        ({"track": "health", "kind": "superficial", "exposure": {"to": "fire"}}, "kind"),
        ({"track": "willpower", "kind": "aggravated", "exposure": {"to": "fire"}}, "track"),
        ({**BURN, "exposure": {"to": "fire", "extent": "large"}}, "exposure.extent"),
        (BURN, "amount"),
    ],
)
def test_what_burns_says_how_much_and_of_what_kind(fields: dict[str, object], field: str) -> None:
    room = Table()
    room.refuse(
        "storyteller", i.DealDamage, Code.INVALID, field, character=room.vampire("ann"), **fields
    )


# --- V20 ----------------------------------------------------------------------------------------


def v20_room() -> tuple[Table, str]:
    room = Table(V20)
    return room, room.v20_vampire("ann", "Iris", traits=TRAITS)


@pytest.mark.parametrize(
    ("exposure", "levels", "difficulty"),
    [
        ({"to": "fire", "extent": "part", "of": "candle"}, 1, 3),
        ({"to": "fire", "extent": "half", "of": "torch"}, 2, 5),
        ({"to": "fire", "extent": "whole", "of": "molten metal"}, 3, 10),
        ({"to": "sunlight", "extent": "part", "of": "Twilight"}, 1, 3),
        ({"to": "sunlight", "extent": "large", "of": "mirror"}, 2, 9),
        ({"to": "sunlight", "extent": "half", "of": "direct sun"}, 3, 10),
    ],
)
def test_levels_of_v20_wait_to_be_soaked(
    exposure: dict[str, object], levels: int, difficulty: int
) -> None:
    """C6: by the heat or the light, and how much of the body."""
    room, iris = v20_room()
    view = burnt(room, iris, **exposure).only(e.ProposalOpened).proposal
    assert view.damage is not None
    assert (view.kind, view.character) == ("v20_damage", iris)
    assert (view.damage.amount, view.damage.kind) == (levels, "aggravated")
    assert view.difficulty == difficulty


def test_fire_is_soaked_at_its_own_difficulty() -> None:
    """C6: with Fortitude, whatever the roll says."""
    room, iris = v20_room()
    view = burnt(room, iris, to="fire", extent="half", of="torch").only(e.ProposalOpened)
    done = room.act(
        "ann", i.RollV20, (5,), character=iris, kind="soak", proposal=view.proposal.proposal
    )
    receipt = done.only(e.RollResolved).receipt
    assert getattr(receipt, "difficulty").applied == 5  # noqa: B009
    left = done.only(e.ProposalOpened).proposal
    assert left.damage is not None
    assert left.damage.amount == 1


@pytest.mark.parametrize(
    ("exposure", "code", "field"),
    [
        ({"to": "fire", "of": "a match"}, Code.INVALID, "exposure.of"),
        ({"to": "fire"}, Code.INVALID, "exposure.of"),
        ({"to": "fire", "of": "torch", "extent": "large"}, Code.INVALID, "exposure.extent"),
        ({"to": "fire", "of": "torch", "intensity": 1}, Code.WRONG_SYSTEM, "exposure.intensity"),
        ({"to": "sunlight", "of": "mirror", "turn": 2}, Code.WRONG_SYSTEM, "exposure.turn"),
        (
            {"to": "sunlight", "of": "mirror", "obscured": True},
            Code.WRONG_SYSTEM,
            "exposure.obscured",
        ),
    ],
)
def test_what_v20_does_not_know_is_refused(
    exposure: dict[str, object], code: Code, field: str
) -> None:
    room, iris = v20_room()
    room.refuse("storyteller", i.DealDamage, code, field, character=iris, exposure=exposure, **BURN)


def test_a_heat_by_name_is_v20s() -> None:
    room = Table()
    room.refuse(
        "storyteller", i.DealDamage, Code.WRONG_SYSTEM, "exposure.of",
        character=room.vampire("ann"), exposure={"to": "fire", "of": "torch"}, **BURN,
    )  # fmt: skip


def test_sunlight_burns_no_mortals_of_v20() -> None:
    """C6."""
    room = Table(V20)
    mortal = room.v20_vampire("ann", "Renfield", kind="mortal")
    room.refuse(
        "storyteller", i.DealDamage, Code.NO_SUNLIGHT, "character", character=mortal,
        exposure={"to": "sunlight", "of": "mirror"}, **BURN,
    )  # fmt: skip


def test_a_hidden_characters_burns_are_the_storytellers() -> None:
    """The proposal names it."""
    room = Table(V20)
    sleeper = room.v20_vampire(None, "The Sleeper", hidden=True)
    done = room.act(
        "storyteller", i.DealDamage, character=sleeper, visibility="public",
        exposure={"to": "fire", "of": "torch"}, **BURN,
    )  # fmt: skip
    assert done.seen_by(e.ProposalOpened) == {"storyteller"}
