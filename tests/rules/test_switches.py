"""A switch says where it comes from and what it changes, and refuses values it does not know."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from server.rules.switches import (
    Says,
    Switch,
    check_switches,
    mixed,
    switch_refusal,
    switches_of,
)
from tests.rules.refusals import assert_refused


@dataclass(frozen=True)
class Rules:
    tie: Annotated[Literal["nothing", "defender"], Says("A9.2", "Who wins a tie.")] = "nothing"


@dataclass(frozen=True)
class Silent:
    tie: Literal["nothing", "defender"] = "nothing"


@dataclass(frozen=True)
class Askew:
    tie: Annotated[Literal["nothing", "defender"], Says("A9.2", "Who wins a tie.")] = "defender"


@dataclass(frozen=True)
class Mute:
    tie: Annotated[Literal["nothing", "defender"], "Who wins a tie."] = "nothing"


@dataclass(frozen=True)
class Talkative:
    tie: Annotated[Literal["nothing", "defender"], Says("A9.2", "Who wins a tie."), "note"] = (
        "nothing"
    )


@dataclass(frozen=True)
class Endless:
    tie: Annotated[str, Says("A9.2", "Who wins a tie.")] = "nothing"


@dataclass(frozen=True)
class Two(Rules):
    margin: Annotated[Literal["kept", "lost"], Says("A9.1", "What a margin is.")] = "kept"


def test_a_switch_is_read_off_its_annotation() -> None:
    known = switches_of(Rules)
    assert known == {
        "tie": Switch("tie", ("nothing", "defender"), "nothing", "A9.2", "Who wins a tie.")
    }


def test_a_switch_may_be_annotated_further() -> None:
    """What stands behind what it says is somebody else's."""
    assert switches_of(Talkative)["tie"].effect == "Who wins a tie."


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (Silent, "^tie does not say what it changes$"),
        (Askew, "^tie is no switch whose first value is its default$"),
        (Mute, "^tie is no switch"),
        (Endless, "^tie is no switch"),
    ],
)
def test_a_field_that_is_no_switch_is_a_fault(rules: type, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        switches_of(rules)


def test_an_unknown_value_is_refused_with_the_known_ones() -> None:
    wrong = Rules(tie="attacker")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="tie is 'attacker'; known values: nothing, defender"):
        check_switches(wrong, switches_of(Rules))
    check_switches(Rules(), switches_of(Rules))


def test_a_preset_is_mixed_with_single_switches() -> None:
    """What is not named stays as the preset has it."""
    known = switches_of(Two)
    preset = Two(margin="lost")
    assert mixed(preset, {"tie": "defender"}, known) == Two(tie="defender", margin="lost")
    assert mixed(preset, {}, known) == preset
    with pytest.raises(ValueError, match=r"^The switch tie has no value attacker\.$"):
        mixed(preset, {"tie": "attacker"}, known)


def test_an_unknown_switch_or_value_is_refused_by_its_name() -> None:
    """The first that is not known, with what is: the values in their order, the names by letter."""
    known = switches_of(Two)
    assert switch_refusal({"tie": "nothing", "margin": "lost"}, known) is None
    assert switch_refusal({}, known) is None
    wrong_value = switch_refusal({"margin": "kept", "tie": "attacker"}, known)
    assert_refused(wrong_value, "invalid", "switches.tie", "nothing, defender")
    wrong_name = switch_refusal({"ties": "nothing"}, known)
    assert_refused(wrong_name, "invalid", "switches.ties", "margin, tie")
