"""A roll that comes to no die takes its number all the same: a number left would tell of it."""

import pytest

from protocol import from_client as i
from protocol.house import HouseRules
from protocol.words import DamageKind, Preset, TrackName, Visibility
from tests.support.dicey_table import DiceyTable

V20 = HouseRules(preset=Preset.V20_BOOK)


@pytest.mark.parametrize("visibility", [Visibility.BLIND, Visibility.SECRET])
def test_a_blind_roll_takes_its_number_whatever_hidden_wounds_leave(visibility: Visibility) -> None:
    """A secret level more makes the pool empty; the roller's next number does not tell."""
    told = set()
    for level in (3, 4):
        room = DiceyTable(V20)
        lucia = room.v20_vampire("ann")
        health = {"character": lucia, "track": TrackName.HEALTH}
        room.act("storyteller", i.DealDamage, **health, kind=DamageKind.LETHAL, amount=level)
        room.act(
            "storyteller", i.SetTrackerAudience,
            character=lucia, tracker="health", audience="storytellers",
        )  # fmt: skip
        fields = {"character": lucia, "pool": 2, "visibility": visibility}
        done = room.claimed("ann", i.RollV20, "own", **fields)
        shown = room.snapshot("ann").dice
        assert shown is not None
        told.add(
            (tuple(type(event) for event in done.seen("ann")), done.decision.took, str(shown.next))
        )
    assert len(told) == 1
