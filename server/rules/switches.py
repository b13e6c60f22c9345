"""House-rule switches: what each one's values are, where it comes from, and what it changes."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from server.rules.refusal import RuleRefusal

Rules = TypeVar("Rules", bound=Any)


class Says(NamedTuple):
    """
    What the annotation of a switch says beside its values.

    Attributes:
        row: The row of the rules facts that the switch comes from, such as ``A2.5``.
        effect: One sentence of ours on what the values do.
    """

    row: str
    effect: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A named house-rule switch; *values* begins with *default*."""

    name: str
    values: tuple[str, ...]
    default: str
    row: str
    effect: str


def switches_of(rules: type[Any]) -> Mapping[str, Switch]:
    """
    Read the switches off a dataclass of house rules, in the order of its fields.

    Every field is ``Annotated[Literal[...], Says(...)]`` with its first value as the default.

    Raises:
        TypeError: A field is no such switch.
    """
    hints = get_type_hints(rules, include_extras=True)
    return MappingProxyType(
        {
            field.name: _switch(field.name, hints[field.name], field.default)
            for field in fields(rules)
        }
    )


def _switch(name: str, hint: object, default: object) -> Switch:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{name} does not say what it changes")
    literal, said = get_args(hint)[:2]
    values = get_args(literal)
    if not isinstance(said, Says) or not values or values[0] != default:
        raise TypeError(f"{name} is no switch whose first value is its default")
    return Switch(name, values, values[0], said.row, said.effect)


def check_switches(rules: object, switches: Mapping[str, Switch]) -> None:
    """Raise ValueError when a switch of *rules* has a value that it does not know."""
    for name, switch in switches.items():
        value = getattr(rules, name)
        if value not in switch.values:
            raise ValueError(f"{name} is {value!r}; known values: {', '.join(switch.values)}")


def mixed(preset: Rules, switches: Mapping[str, str], known: Mapping[str, Switch]) -> Rules:
    """
    A preset with single switches set otherwise.

    Raises:
        ValueError: They name a switch or a value that is not *known*.
    """
    refusal = switch_refusal(switches, known)
    if refusal is not None:
        raise ValueError(refusal.detail)
    return replace(preset, **switches)


def switch_refusal(switches: Mapping[str, str], known: Mapping[str, Switch]) -> RuleRefusal | None:
    """Say which switch or value is not *known*, if one is not; `field` names it by its switch."""
    for name, value in switches.items():
        switch = known.get(name)
        if switch is None:
            detail, accepted = f"The rules have no switch {name}.", sorted(known)
        elif value not in switch.values:
            detail, accepted = f"The switch {name} has no value {value}.", list(switch.values)
        else:
            continue
        return RuleRefusal("invalid", detail, f"switches.{name}", ", ".join(accepted))
    return None
