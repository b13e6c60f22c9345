"""A room mixes its own rules: a preset, with single switches on top of it."""

import pytest
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.words import Outcome, Preset
from server.rooms.decide import decide
from server.rooms.house import rules_by
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from server.rooms.state import RoomState
from server.rules.v5.house_rules import PRESETS, SWITCHES
from tests.replay.evening import LoggedTable
from tests.replay.rewriting import places_of, rewritten
from tests.replay.test_verify import findings
from tests.support.rooms import ROOM, Script, Table

CALM_BEAST = {"bestial_failure": "zero_only"}


def first_roll(room: Table) -> PoolReceipt:
    """Hunger 1: a success and a Hunger 1 against Difficulty 2."""
    iris = room.vampire("ann", hunger=1)
    done = room.act("ann", i.Roll, (8, 1), character=iris, pool=2, difficulty=2)
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    return receipt


def test_a_switch_on_top_changes_what_it_says_and_stands_in_the_receipt() -> None:
    """B: the same dice are bestial by the preset, and a plain failure by the switch."""
    by_preset, by_switch = first_roll(Table()), first_roll(Table(HouseRules(switches=CALM_BEAST)))
    assert (by_preset.outcome, by_preset.switches) == (Outcome.BESTIAL_FAILURE, {})
    assert (by_switch.outcome, by_switch.switches) == (Outcome.FAILURE, CALM_BEAST)
    assert by_switch.preset is Preset.V5


def test_a_roll_keeps_the_rules_it_was_rolled_by() -> None:
    """The house rules change between a roll and its reroll: the reroll is read as the roll was."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    roll = room.act("ann", i.Roll, (8, 2, 1), character=iris, pool=3, difficulty=4).created
    rules = HouseRules(switches=CALM_BEAST)
    room.act("storyteller", i.SetHouseRules, house_rules=rules)
    done = room.act("ann", i.Reroll, (7,), roll=roll, regular_indices=(1,))
    after = done.only(e.RollRerolled).receipt
    assert (after.outcome, after.switches) == (Outcome.BESTIAL_FAILURE, {})


@pytest.mark.parametrize("switch", sorted(SWITCHES))
def test_every_switch_takes_each_of_its_values_and_no_other(switch: str) -> None:
    known = SWITCHES[switch]
    room = Table()
    for value in known.values:
        room.act("storyteller", i.SetHouseRules, house_rules=HouseRules(switches={switch: value}))
        assert getattr(rules_by(room.state.house_rules), switch) == value
    refusal = room.refuse(
        "storyteller", i.SetHouseRules, Code.INVALID, f"house_rules.switches.{switch}",
        house_rules=HouseRules(switches={switch: "no_such_value"}),
    )  # fmt: skip
    assert refusal.accepted == ", ".join(known.values)


def test_a_switch_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    rules = HouseRules(switches={"botch_on_every_one": "yes"})
    refusal = Table().refuse(
        "storyteller", i.SetHouseRules, Code.INVALID, "house_rules.switches.botch_on_every_one",
        house_rules=rules,
    )  # fmt: skip
    assert refusal.accepted == ", ".join(sorted(SWITCHES))


def test_a_room_is_not_founded_on_rules_that_there_are_not() -> None:
    command = Table().founding("mallory", HouseRules(switches={"tie": "nobody"}))
    refusal = decide(RoomState(room=ROOM), command, Script(), RoomLimits())
    assert isinstance(refusal, Refusal)
    assert refusal.field == "house_rules.switches.tie"


def test_a_preset_with_a_switch_is_that_preset_but_for_the_switch() -> None:
    mixed = rules_by(HouseRules(preset=Preset.V5_CORE_ROLLING, switches={"tie": "both_one"}))
    preset = PRESETS["v5_core_rolling"]
    differing = [name for name in SWITCHES if getattr(mixed, name) != getattr(preset, name)]
    assert differing == ["tie"]


def _by_the_preset_alone(event: e.Event) -> e.Event:
    return replace(event, house_rules=HouseRules()) if isinstance(event, e.RoomCreated) else event


def test_verification_reads_a_roll_by_the_switches_of_its_room() -> None:
    """The log is whole with them, and a roll that names other rules than its room's is found."""
    room = LoggedTable(HouseRules(switches=CALM_BEAST))
    first_roll(room)
    assert findings(room.commits) == []
    found = places_of(room.commits, e.RoomCreated)[0]
    told = rewritten(room.commits, found, _by_the_preset_alone)
    assert [what for _, what in findings(told) if "read by" in what] == [
        "The roll was read by the preset v5, bestial_failure zero_only;"
        " the room's rules were the preset v5."
    ]
