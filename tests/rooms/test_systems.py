"""A room plays one system: chosen by its preset, kept once it has something of that system."""

from typing import get_args

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import EffectKind, GameSystem, Preset
from server.rooms.commands import FoundRoom
from server.rooms.decide import decide
from server.rooms.house import system_of
from server.rooms.refusal import Refusal
from server.rooms.state import RoomState
from server.rooms.systems import EFFECTS, V5_ONLY, V20_ONLY
from tests.protocol.samples import bare, structs_of
from tests.support.rooms import ROOM, V20, Done, Script, Table


def founded(house_rules: HouseRules, system: GameSystem | None) -> e.RoomCreated | Refusal:
    """What founding a room comes to."""
    table = Table()
    command = table.founding("storyteller", house_rules)
    asked = FoundRoom(**{name: getattr(command, name) for name in command.__struct_fields__[:-1]},
                      system=system)  # fmt: skip
    decision = decide(RoomState(room=ROOM), asked, Script())
    return decision if isinstance(decision, Refusal) else Done(table, decision).only(e.RoomCreated)


@pytest.mark.parametrize("preset", Preset)
def test_the_preset_says_whose_rules_are_played(preset: Preset) -> None:
    """C9: each preset belongs to one system, and the room is of it."""
    room = Table(HouseRules(preset=preset))
    expected = GameSystem.V20 if preset.startswith("v20") else GameSystem.V5
    assert system_of(preset) is expected
    assert (room.state.system, room.snapshot("ann").system) == (expected, expected)


def test_a_founder_may_name_the_system_alone() -> None:
    """C9: without a preset V20 is played by its book."""
    made = founded(HouseRules(), GameSystem.V20)
    assert isinstance(made, e.RoomCreated)
    assert (made.system, made.house_rules.preset) == ("v20", Preset.V20_BOOK)
    made = founded(HouseRules(preset=Preset.V20_TABLE), GameSystem.V20)
    assert isinstance(made, e.RoomCreated)
    assert made.house_rules.preset is Preset.V20_TABLE


@pytest.mark.parametrize(
    ("preset", "system"),
    [(Preset.V20_BOOK, GameSystem.V5), (Preset.V5_CORE_ROLLING, GameSystem.V20)],
)
def test_system_and_preset_have_to_agree(preset: Preset, system: GameSystem) -> None:
    """Which of the two is wrong the founder has to say."""
    refusal = founded(HouseRules(preset=preset), system)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == (Code.INVALID, "entry.system")
    assert refusal.accepted is not None
    assert all(p in refusal.accepted for p in Preset if system_of(p) is system)


def test_an_empty_room_may_turn_to_the_other_system() -> None:
    """Before there is anything of the first one; and its members are told."""
    room = Table()
    done = room.act("storyteller", i.SetHouseRules, house_rules=V20)
    assert done.only(e.HouseRulesChanged).system is GameSystem.V20
    assert room.snapshot("bob").system == "v20"
    again = room.act("storyteller", i.SetHouseRules, house_rules=V20)
    assert again.only(e.HouseRulesChanged).system is None
    room.act("storyteller", i.SetHouseRules, house_rules=HouseRules())
    assert room.state.system == "v5"


def test_a_room_with_characters_keeps_its_system() -> None:
    """Also where the only one is hidden: those who may ask see it."""
    room = Table(V20)
    ghost = room.v20_vampire(None, "Ghost", hidden=True)
    refusal = room.refuse(
        "storyteller", i.SetHouseRules, Code.WRONG_STATE, "house_rules.preset",
        house_rules=HouseRules(),
    )  # fmt: skip
    assert "V20" in refusal.detail
    room.act("storyteller", i.SetHouseRules, house_rules=HouseRules(preset=Preset.V20_TABLE))
    room.act("storyteller", i.RemoveCharacter, character=ghost)
    room.act("storyteller", i.SetHouseRules, house_rules=HouseRules())


def test_a_room_with_rolls_keeps_its_system() -> None:
    """A roll by one system's rules is the room's for good."""
    room = Table()
    room.act("ann", i.Roll, (6,), pool=1)
    room.refuse("storyteller", i.SetHouseRules, Code.WRONG_STATE, house_rules=V20)
    other = Table(V20)
    other.act("ann", i.RollV20, (6,), pool=1)
    other.refuse("storyteller", i.SetHouseRules, Code.WRONG_STATE, house_rules=HouseRules())


def test_switches_are_those_of_the_system() -> None:
    """A switch of the other system is none here, and the answer names those there are."""
    room = Table(V20)
    mixed = HouseRules(preset=Preset.V20_BOOK, switches={"botch": "net_zero"})
    room.act("storyteller", i.SetHouseRules, house_rules=mixed)
    for switches in ({"bestial_failure": "zero_only"}, {"botch": "sometimes"}):
        (name,) = switches
        refusal = room.refuse(
            "storyteller", i.SetHouseRules, Code.INVALID, f"house_rules.switches.{name}",
            house_rules={"preset": "v20_book", "switches": switches},
        )  # fmt: skip
        assert refusal.accepted
    assert "botch" in (
        room.refuse(
            "storyteller", i.SetHouseRules, Code.INVALID,
            house_rules={"preset": "v20_book", "switches": {"bestial_failure": "zero_only"}},
        ).accepted or ""
    )  # fmt: skip


@pytest.mark.parametrize("kind", [*V5_ONLY, *V20_ONLY], ids=lambda kind: kind.__name__)
def test_an_intent_of_the_other_system_is_refused(kind: type[i.Intent]) -> None:
    """By a code of its own, before anything is looked up, and with what there is instead."""
    room = Table(V20 if kind in V5_ONLY else HouseRules())
    (struct,) = structs_of(kind)
    refusal = room.attempt("ann", bare(struct))  # type: ignore[arg-type]
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == (Code.WRONG_SYSTEM, "type")
    assert refusal.accepted
    assert room.state.system.upper() in refusal.detail


def test_every_intent_is_shared_or_of_one_system() -> None:
    """No intent is of both lists, and what is in neither can be meant in every room."""
    assert not set(V5_ONLY) & set(V20_ONLY)
    assert {*V5_ONLY, *V20_ONLY} < set(get_args(i.Intent))


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        (i.DealDamage, {"track": "health", "kind": "lethal", "amount": 1}, "kind"),
        (i.Heal, {"track": "health", "kind": "bashing", "amount": 1}, "kind"),
        (i.Mend, {"kind": "lethal"}, "kind"),
        (i.SetTrack, {"track": "health", "bashing": 1}, "bashing"),
        (i.SetTrack, {"track": "willpower", "current": 1}, "current"),
        (i.EditCharacter, {"sheet": {"generation": 9}}, "sheet"),
        (i.SpendWillpower, {"use": "hold_frenzy"}, "use"),
        (i.SpendWillpower, {"use": "automatic_success"}, "use"),
        (i.DeclareAction, {"text": "runs"}, "text"),
    ],
)
def test_words_of_v20_are_none_of_v5(
    kind: type[i.Intent], fields: dict[str, object], field: str
) -> None:
    """A shared intent says which of its words does not belong here."""
    room = Table()
    iris = room.vampire()
    room.refuse("ann", kind, Code.WRONG_SYSTEM, field, character=iris, **fields)


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        (i.DealDamage, {"track": "health", "kind": "superficial", "amount": 1}, "kind"),
        (i.Heal, {"track": "health", "kind": "superficial", "amount": 1}, "kind"),
        (i.SetTrack, {"track": "health", "superficial": 1}, "superficial"),
        (i.SpendBlood, {"use": "heal", "kind": "superficial"}, "kind"),
        (i.SpendWillpower, {"use": "control"}, "use"),
        (i.DeclareAction, {"step": "ranged", "text": "runs"}, "step"),
        (i.DeclareAction, {"initiative": 7}, "initiative"),
    ],
)
def test_words_of_v5_are_none_of_v20(
    kind: type[i.Intent], fields: dict[str, object], field: str
) -> None:
    """The other way round."""
    room = Table(V20)
    iris = room.v20_vampire()
    room.refuse("ann", kind, Code.WRONG_SYSTEM, field, character=iris, **fields)


@pytest.mark.parametrize(
    "kind", ["boost", "unhindered", "derangement", "resisting", "task", "initiative"]
)
def test_effects_of_v20_are_none_of_v5(kind: str) -> None:
    """What begins by hand is of the room's own system."""
    room = Table()
    room.refuse(
        "storyteller", i.BeginEffect, Code.WRONG_SYSTEM, "kind",
        character=room.vampire(), kind=kind, name="X",
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["compulsion", "blush", "resonance", "help", "control"])
def test_effects_of_v5_are_none_of_v20(kind: str) -> None:
    """The other way round."""
    room = Table(V20)
    room.refuse(
        "storyteller", i.BeginEffect, Code.WRONG_SYSTEM, "kind",
        character=room.v20_vampire(), kind=kind, name="X",
    )  # fmt: skip


def test_every_kind_of_effect_is_of_a_system() -> None:
    assert {*EFFECTS[GameSystem.V5], *EFFECTS[GameSystem.V20]} == set(EffectKind)


@pytest.mark.parametrize("kind", ["boost", "resisting", "initiative"])
def test_what_has_numbers_of_a_roll_is_not_begun_by_hand(kind: str) -> None:
    """Without them it would hold nothing, and stand in the way of what has them."""
    room = Table(V20)
    iris = room.v20_vampire()
    room.refuse(
        "storyteller", i.BeginEffect, Code.INVALID, "kind", character=iris, kind=kind, name="X"
    )
    room.act("ann", i.RollInitiative, (5,), character=iris)


def test_a_goal_is_an_extended_contests() -> None:
    room = Table(V20)
    room.refuse(
        "storyteller", i.BeginEffect, Code.INVALID, "goal",
        character=room.v20_vampire(), kind="task", name="Lock", target=3, goal="lead",
    )  # fmt: skip
