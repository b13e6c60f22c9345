"""A switch says where it comes from and what it changes, and refuses values it does not know."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from server.rules.switches import Says, Switch, check_switches, switches_of


@dataclass(frozen=True)
class Rules:
    tie: Annotated[Literal["nothing", "defender"], Says("A9.2", "Who wins a tie.")] = "nothing"


@dataclass(frozen=True)
class Silent:
    tie: Literal["nothing", "defender"] = "nothing"


@dataclass(frozen=True)
class Askew:
    tie: Annotated[Literal["nothing", "defender"], Says("A9.2", "Who wins a tie.")] = "defender"


def test_a_switch_is_read_off_its_annotation() -> None:
    known = switches_of(Rules)
    assert known == {
        "tie": Switch("tie", ("nothing", "defender"), "nothing", "A9.2", "Who wins a tie.")
    }


@pytest.mark.parametrize("rules", [Silent, Askew])
def test_a_field_that_is_no_switch_is_a_fault(rules: type) -> None:
    with pytest.raises(TypeError, match="tie"):
        switches_of(rules)


def test_an_unknown_value_is_refused_with_the_known_ones() -> None:
    wrong = Rules(tie="attacker")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="tie is 'attacker'; known values: nothing, defender"):
        check_switches(wrong, switches_of(Rules))
    check_switches(Rules(), switches_of(Rules))
