"""The words of `coterie odds`, and the request that they make."""

import argparse
from typing import Any, Final

from protocol.words import MAX_POOL
from server.commands.asked_rules import (
    V20,
    V20_OPTIONS,
    add_house,
    add_v20,
    bounded_request,
    chosen_house,
    refuse_options,
    v20_fields,
)
from server.commands.command_line import USAGE, Commands, Parser, Whole, add_command
from server.commands.terminal import CommandFailed


def add_odds(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "odds",
        "the exact odds of a roll, counted and never tried out",
        """coterie odds 6 --hunger 2 --difficulty 4
  coterie odds 6 --hunger 2 --against 5 --against-hunger 1
  coterie odds --rouse 3 --hunger 2
  coterie odds --remorse --humanity 6 --stains 2
  coterie odds 5 --frenzy --difficulty 3
  coterie odds 5 --system v20 --difficulty 7 --required 2 --specialty""",
    )
    parser.add_argument(
        "pool", nargs="?", type=Whole(0, MAX_POOL), metavar="POOL", help="how many dice"
    )
    parser.add_argument("--hunger", type=Whole(0, 5), help="V5: 0 to 5 (0)")
    parser.add_argument(
        "--difficulty", type=Whole(1, 99),
        help="V5: successes needed; V20: the face a die needs (6)",
    )  # fmt: skip
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--against", type=Whole(0, MAX_POOL), metavar="POOL",
        help="a contest with such a pool; in V20 a resisted roll",
    )  # fmt: skip
    kinds.add_argument(
        "--rouse", type=Whole(1, 40), metavar="N", help="V5: so many Rouse checks, from --hunger"
    )
    kinds.add_argument(
        "--remorse", action="store_true", default=None,
        help="V5: a Remorse roll, with --humanity and --stains",
    )  # fmt: skip
    kinds.add_argument(
        "--frenzy", action="store_true", default=None, help="V5: POOL dice to resist frenzy"
    )
    parser.add_argument(
        "--against-hunger", type=Whole(0, 5), metavar="N", help="V5: the other side's Hunger (0)"
    )
    parser.add_argument(
        "--against-difficulty", type=Whole(2, 10), metavar="N",
        help="V20: the other side's difficulty (6)",
    )  # fmt: skip
    parser.add_argument(
        "--rouse-dice", type=Whole(1, 2), metavar="N",
        help="V5: dice of each check, of which the better counts (1)",
    )  # fmt: skip
    parser.add_argument("--humanity", type=Whole(1, 10), help="V5: 1 to 10, with --remorse")
    parser.add_argument("--stains", type=Whole(0, 10), help="V5: Stains in boxes, with --remorse")
    parser.add_argument(
        "--overflow", type=Whole(0, 99), metavar="N", help="V5: Stains beyond the boxes (0)"
    )
    parser.add_argument(
        "--modifier", type=Whole(-40, 40), metavar="N", help="V5: dice added to Remorse (0)"
    )
    add_v20(parser)
    add_house(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


_POOL_OPTIONS: Final = ("pool", "difficulty")
_CONTEST_OPTIONS: Final = ("against_hunger", "against_difficulty")
_REMORSE_OPTIONS: Final = ("humanity", "stains", "overflow", "modifier")
_KINDS: Final = ("rouse", "remorse", "frenzy")


def odds_request(given: argparse.Namespace) -> Any:
    """The request for odds that the command line asks."""
    house = chosen_house(given)
    if given.system == V20:
        return _v20odds_request(given, house)
    refuse_options(given, V20_OPTIONS, "in V5")
    refuse_options(given, ("against_difficulty",), "in V5")
    if given.rouse is None:
        refuse_options(given, ("rouse_dice",), "without --rouse")
    if given.remorse is None:
        refuse_options(given, _REMORSE_OPTIONS, "without --remorse")
    if given.against is None:
        refuse_options(given, _CONTEST_OPTIONS, "without --against")
    return _v5_odds_request(given, house)


def _v5_odds_request(given: argparse.Namespace, house: dict[str, Any]) -> Any:
    from server.commands import resolving_odds as asked

    if given.rouse is not None:
        refuse_options(given, _POOL_OPTIONS, "of Rouse checks")
        dice = (given.rouse_dice or 1,) * given.rouse
        fields = {**house, "dice_per_check": dice, "hunger": given.hunger or 0}
        return bounded_request(asked.V5RouseOddsRequest, fields)
    if given.remorse is not None:
        refuse_options(given, (*_POOL_OPTIONS, "hunger"), "of Remorse")
        for name in ("humanity", "stains"):
            if getattr(given, name) is None:
                raise CommandFailed(f"--remorse needs --{name}.", USAGE)
        fields = {name: getattr(given, name) for name in _REMORSE_OPTIONS}
        return bounded_request(asked.V5RemorseOddsRequest, {**house, **fields})
    _require_pool(given, least=1)
    if given.frenzy is not None:
        refuse_options(given, ("hunger",), "of resisting frenzy")
        if given.difficulty is None:
            raise CommandFailed("--frenzy needs --difficulty.", USAGE)
        fields = {"pool": given.pool, "difficulty": given.difficulty}
        return bounded_request(asked.V5FrenzyOddsRequest, {**house, **fields})
    pool = {"pool": given.pool, "hunger": given.hunger or 0}
    if given.against is None:
        return bounded_request(
            asked.V5OddsRequest, {**house, **pool, "difficulty": given.difficulty}
        )
    refuse_options(given, ("difficulty",), "of a contest")
    other = {"pool": given.against, "hunger": given.against_hunger or 0}
    return bounded_request(
        asked.V5ContestOddsRequest, {**house, "attacker": pool, "defender": other}
    )


def _v20odds_request(given: argparse.Namespace, house: dict[str, Any]) -> Any:
    from server.commands import resolving_v20_odds as asked

    refuse_options(given, (*_KINDS, *_REMORSE_OPTIONS, "rouse_dice"), "in V20")
    refuse_options(given, ("hunger", "against_hunger"), "in V20")
    _require_pool(given, least=0)
    fields = {"pool": given.pool, **v20_fields(given)}
    if given.against is None:
        refuse_options(given, _CONTEST_OPTIONS, "without --against")
        return bounded_request(asked.V20OddsRequest, {**house, **fields})
    refuse_options(given, ("required",), "of a resisted roll")
    del fields["required"]
    mine = {name: value for name, value in fields.items() if value is not None}
    other = {"pool": given.against, "difficulty": given.against_difficulty or 6}
    return bounded_request(
        asked.V20ResistedOddsRequest, {**house, "attacker": mine, "defender": other}
    )


def _require_pool(given: argparse.Namespace, *, least: int) -> None:
    if given.pool is None:
        raise CommandFailed("POOL is missing: accepted is a number of dice.", USAGE)
    if given.pool < least:
        raise CommandFailed(f"POOL is {given.pool}: accepted is 1 to {MAX_POOL}.", USAGE)
