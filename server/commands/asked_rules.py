"""The words that say by which rules: system, preset, switches, and what V20 alone has."""

import argparse
from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec

from server.commands.command_line import USAGE, Parser, Whole, setting
from server.commands.terminal import CommandFailed
from server.rules.v5 import house_rules as v5
from server.rules.v20 import house_rules as v20

V5: Final = "v5"
V20: Final = "v20"
PRESETS: Final = {V5: tuple(v5.PRESETS), V20: tuple(v20.PRESETS)}

_Asked = TypeVar("_Asked")


def add_house(parser: Parser) -> None:
    parser.add_argument("--system", choices=(V5, V20), default=V5, help="whose rules (v5)")
    parser.add_argument(
        "--preset", choices=(*PRESETS[V5], *PRESETS[V20]), metavar="NAME",
        help="the house rules it is read by (v5, or v20_book); `coterie rules` tells them apart",
    )  # fmt: skip
    parser.add_argument(
        "--switch", action="append", dest="switches", type=setting, metavar="NAME=VALUE",
        help="a house rule set otherwise than the preset has it; repeat",
    )  # fmt: skip


def add_v20(parser: Parser) -> None:
    parser.add_argument(
        "--required", type=Whole(1, 100), metavar="N", help="V20: net successes needed (1)"
    )
    parser.add_argument(
        "--automatic", type=Whole(0, 100), metavar="N", help="V20: successes without a die (0)"
    )
    parser.add_argument(
        "--specialty", action="store_true", default=None, help="V20: a specialty counts"
    )
    parser.add_argument(
        "--untrained", action="store_true", default=None, help="V20: a Skill of 0 is rolled"
    )


V20_OPTIONS: Final = ("required", "automatic", "specialty", "untrained")


def refuse_options(given: argparse.Namespace, names: Iterable[str], reason: str) -> None:
    """Raise CommandFailed when one of the options *names* was given."""
    for name in names:
        if getattr(given, name, None) is not None:
            word = "POOL" if name == "pool" else f"--{name.replace('_', '-')}"
            raise CommandFailed(f"{word} says nothing {reason}.", USAGE)


def chosen_house(given: argparse.Namespace) -> dict[str, Any]:
    """Preset and switches as fields of a request."""
    known = PRESETS[given.system]
    preset = given.preset or known[0]
    if preset not in known:
        raise CommandFailed(
            f"{preset} is no preset of {given.system}: accepted is one of {', '.join(known)}.",
            USAGE,
        )
    return {"preset": preset, "switches": dict(given.switches or ())}


def bounded_request(asked: type[_Asked], fields: dict[str, Any]) -> _Asked:
    """A request of those *fields* that were given, within the bounds of its type."""
    told = {name: value for name, value in fields.items() if value is not None}
    try:
        return msgspec.convert(told, asked)
    except msgspec.ValidationError as error:
        what = str(error).replace("`", "").replace("$.", "")
        raise CommandFailed(f"This is not accepted: {what}.", USAGE) from error


def v20_fields(given: argparse.Namespace) -> dict[str, Any]:
    return {
        "difficulty": given.difficulty,
        "required": given.required,
        "automatic": given.automatic,
        "specialty": given.specialty,
        "untrained_skill": given.untrained,
    }
