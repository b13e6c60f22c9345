"""What an owner may not see of the own character, no refusal tells either."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.words import MAX_DICE, PoolCategory, TrackerAudience, Visibility
from server.rooms.refusal import Refusal
from tests.support.rooms import Table

KEPT = HouseRules(tracker_audience=TrackerAudience.STORYTELLERS, entered_dice=True)
ENTERED = EnteredFaces(regular=(7, 2, 3))

PROBES = {
    "rouse": (i.Rouse, {}),
    "surge": (i.Roll, {"pool": 3, "surge": True}),
    "entered pool": (i.Roll, {"pool": 3, "entered": ENTERED}),
    "entered Rouse": (i.Rouse, {"power_level": 1, "entered": EnteredFaces(rouse=(3,))}),
    "Remorse": (i.TestRemorse, {}),
    "entered frenzy": (
        i.TestFrenzy,
        {"kind": "fury", "difficulty": 2, "entered": EnteredFaces(regular=(3,))},
    ),
}


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.SECRET])
def test_a_probe_is_answered_alike_at_every_value(probe: str, visibility: Visibility) -> None:
    """Hunger, Stains, Humanity and Blood Potency kept from the owner stay kept."""
    kind, fields = PROBES[probe]
    refusals = set()
    for hunger, stains, blood_potency in ((0, 0, 0), (5, 0, 0), (2, 2, 4)):
        room = Table(KEPT)
        iris = room.vampire("ann", hunger=hunger, blood_potency=blood_potency)
        if stains:
            room.act("storyteller", i.AddStains, character=iris, amount=stains)
        intent = room.intent(kind, character=iris, visibility=visibility, **fields)
        refusal = room.attempt("ann", intent)
        assert isinstance(refusal, Refusal)
        assert refusal.code in (Code.FORBIDDEN, Code.ENTERED_BLIND)
        refusals.add(refusal)
    assert len(refusals) == 1


def test_a_pool_too_large_is_measured_by_what_its_sender_named() -> None:
    """Blood Potency and impairment move no limit that the owner could feel."""
    modifiers = (i.PoolModifier("lots", MAX_DICE - 40),)
    for blood_potency in (0, 10):
        room = Table()
        iris = room.vampire("ann", blood_potency=blood_potency)
        fields = {"character": iris, "pool": 40, "categories": (PoolCategory.PHYSICAL,)}
        room.refuse(
            "ann", i.Roll, Code.POOL_TOO_LARGE, "pool",
            modifiers=(i.PoolModifier("one more", MAX_DICE - 39),), **fields,
        )  # fmt: skip
        surged = room.act(
            "ann", i.Roll, (6,) * (1 + MAX_DICE + (6 if blood_potency else 1)),
            modifiers=modifiers, surge=True, **fields,
        )  # fmt: skip
        assert len(surged.only(e.RollResolved).receipt.dice) > MAX_DICE  # type: ignore[union-attr]


def test_a_forced_rouse_at_hunger_5_tells_only_those_who_see_hunger() -> None:
    """The receipt is the same at any Hunger, and the frenzy test waits out of sight."""
    room = Table(HouseRules(tracker_audience=TrackerAudience.STORYTELLERS))
    iris = room.vampire("ann", hunger=5)
    done = room.act(
        "storyteller", i.Rouse, (2,), character=iris, forced=True, visibility=Visibility.PUBLIC
    )
    assert done.seen_by(e.ProposalOpened) == {"storyteller"}
    other = room.vampire("ann", hunger=1)
    again = room.act(
        "storyteller", i.Rouse, (2,), character=other, forced=True, visibility=Visibility.PUBLIC
    )
    assert done.only(e.RollResolved).receipt == again.only(e.RollResolved).receipt
