"""The words for rolling and for tool authors (`roll`, `rules`, `resolve`; `odds` elsewhere)."""

import argparse
from pathlib import Path
from typing import Any

from protocol.words import MAX_POOL, Preset
from server.commands.asked_rules import (
    PRESETS,
    V5,
    V20,
    V20_OPTIONS,
    add_house,
    add_v20,
    bounded_request,
    chosen_house,
    refuse_options,
    v20_fields,
)
from server.commands.command_line import (
    USAGE,
    Commands,
    Parser,
    Whole,
    Wholes,
    add_command,
    seed,
)
from server.commands.odds_command_line import add_odds, odds_request
from server.commands.resolving_base import MAX_FACES, Refused, V5Request, v5_house
from server.commands.terminal import CommandFailed


def add_tools(commands: "Commands[Parser]") -> None:
    """Add the commands of this file."""
    for add in (_add_roll, add_odds, _add_rules, _add_resolve):
        add(commands)


def run_tool(given: argparse.Namespace) -> int:
    """
    Do what was asked.

    Raises:
        CommandFailed: It cannot be done.
    """
    try:
        return _run(given)
    except Refused as refused:
        raise failed(refused) from refused


def failed(refused: Refused) -> CommandFailed:
    """What the rules refuse, as a command says it."""
    accepted = f": accepted is {refused.accepted}" if refused.accepted else ""
    return CommandFailed(f"{refused.message.rstrip('.')}{accepted}.", USAGE)


def _run(given: argparse.Namespace) -> int:
    match given.command:
        case "rules":
            from server.commands.switches import show_rules

            return show_rules(given.system, given.preset, as_json=given.json)
        case "odds":
            from server.commands.chances import show_odds

            return show_odds(odds_request(given), as_json=given.json)
        case "resolve":
            from server.commands.resolving import resolve

            return resolve(given.file)
        case _:
            return _run_roll(given)


# --- roll ----------------------------------------------------------------------------------------


def _add_roll(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "roll",
        "roll at the terminal, or read dice that lie already, by the same rules; proves nothing to"
        " anybody",
        "coterie roll 6 --hunger 2 --difficulty 4\n"
        "  coterie roll --faces 10,3,2 --hunger-faces 10,4 --difficulty 3",
    )
    dice = parser.add_mutually_exclusive_group(required=True)
    dice.add_argument(
        "pool", nargs="?", type=Whole(1, MAX_POOL), metavar="POOL", help="how many dice"
    )
    dice.add_argument(
        "--faces", type=Wholes(1, 10, MAX_FACES), metavar="N,N,…",
        help="what the dice show, in V5 the regular ones; '' for none",
    )  # fmt: skip
    parser.add_argument(
        "--hunger-faces", type=Wholes(1, 10, 5), metavar="N,N,…",
        help="what the Hunger dice show, with --faces",
    )  # fmt: skip
    parser.add_argument(
        "--reroll", type=Wholes(0, MAX_FACES - 1, MAX_FACES), metavar="I,I,…",
        help="V5, with --faces: regular dice that Willpower rolled again, counted from 0",
    )  # fmt: skip
    parser.add_argument(
        "--rerolled", type=Wholes(1, 10, MAX_FACES), metavar="N,N,…",
        help="with --faces: what the dice of --reroll show now; in V20 the further dice of a"
        " specialty's tens",
    )  # fmt: skip
    parser.add_argument("--hunger", type=Whole(0, 5), help="V5: 0 to 5 (0)")
    parser.add_argument(
        "--difficulty", type=Whole(1, 99),
        help="V5: successes needed; V20: the face a die needs (6)",
    )  # fmt: skip
    parser.add_argument(
        "--surge-bp", type=Whole(0, 10), metavar="BP",
        help="V5: a Blood Surge at this Blood Potency: more dice, and a Rouse check",
    )  # fmt: skip
    add_v20(parser)
    add_house(parser)
    parser.add_argument("--seed", type=seed, metavar="HEX", help="the same dice each time")


def _run_roll(given: argparse.Namespace) -> int:
    from server.commands.resolving_v5 import V5Roll
    from server.commands.resolving_v20 import V20Roll
    from server.commands.rolling import RollAsked, read_v5, read_v20, roll, roll_v20

    house = chosen_house(given)
    if given.faces is None:
        refuse_options(given, ("hunger_faces", "reroll", "rerolled"), "without --faces")
    else:
        refuse_options(given, ("hunger", "surge_bp", "seed"), "beside --faces")
    if given.system == V20:
        refuse_options(given, ("hunger", "hunger_faces", "surge_bp", "reroll"), "in V20")
        fields = {**house, **v20_fields(given)}
        fields |= {"faces": given.faces or (), "rerolled_faces": given.rerolled}
        asked = bounded_request(V20Roll, fields)
        return roll_v20(asked, given.pool, given.seed) if given.faces is None else read_v20(asked)
    refuse_options(given, V20_OPTIONS, "in V5")
    if given.faces is not None:
        return read_v5(bounded_request(V5Roll, {**house, **_v5_faces(given)}))
    v5_house(bounded_request(V5Request, house))
    return roll(
        RollAsked(
            pool=given.pool,
            hunger=given.hunger or 0,
            difficulty=given.difficulty,
            surge=given.surge_bp,
            preset=Preset(house["preset"]),
            switches=house["switches"],
            seed=given.seed,
        )
    )


def _v5_faces(given: argparse.Namespace) -> dict[str, Any]:
    reroll = None
    if given.reroll is not None or given.rerolled is not None:
        reroll = {"indices": given.reroll or (), "faces": given.rerolled or ()}
    return {
        "faces": given.faces,
        "hunger_faces": given.hunger_faces,
        "difficulty": given.difficulty,
        "reroll": reroll,
    }


# --- rules and resolve ---------------------------------------------------------------------------


def _add_rules(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "rules",
        "list every house-rule switch with its values, its source and its effect, and the presets",
        "coterie rules --preset v5_core_rolling",
    )
    parser.add_argument("--system", choices=(V5, V20), help="of one system (both)")
    parser.add_argument(
        "--preset", choices=(*PRESETS[V5], *PRESETS[V20]), metavar="NAME",
        help="mark what this preset plays (v5, and v20_book)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def _add_resolve(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "resolve",
        "resolve requests in JSON Lines, one receipt a line and in order; a line that fails gets"
        " an error line, and the exit code is 1",
        "coterie resolve rolls.jsonl > receipts.jsonl",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE",
        help="requests as protocol/TOOLS.md describes them (the standard input)",
    )  # fmt: skip
