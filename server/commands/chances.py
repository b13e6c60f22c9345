"""`coterie odds`: exact odds for a person, or as JSON for a program."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, assert_never

import msgspec

from server.commands.resolving_odds import (
    Chance,
    V5ContestOdds,
    V5ContestOddsRequest,
    V5FrenzyOdds,
    V5Odds,
    V5RemorseOdds,
    V5RouseOdds,
)
from server.commands.resolving_requests import Odds, OddsRequest, count
from server.commands.resolving_v20_odds import V20Odds, V20ResistedOdds
from server.commands.terminal import say, say_json
from server.replay.plain import counted, words
from server.rules.odds.display import percent

_LONGEST_FRACTION: Final = 48
"""Longer ones are left to `--json`: they break a line, and nobody reads forty digits."""


def show_odds(request: OddsRequest, *, as_json: bool) -> int:
    """
    Print the odds that *request* asks for.

    Raises:
        Refused: The rules refuse the roll.
    """
    odds = count(request)
    if as_json:
        say_json([msgspec.json.encode(odds).decode()])
    else:
        say(*_told(request, odds))
    return 0


def _told(request: OddsRequest, odds: Odds) -> Iterator[str]:
    match odds:
        case V5Odds():
            lines = _pool(odds)
        case V5ContestOdds():
            lines = _contest(request, odds)
        case V5RouseOdds():
            lines = _rouse(odds)
        case V5RemorseOdds():
            lines = _remorse(odds)
        case V5FrenzyOdds():
            lines = _frenzy(odds)
        case V20Odds():
            lines = _v20(odds)
        case V20ResistedOdds():
            lines = _resisted(odds)
        case _:
            assert_never(odds)
    yield from lines
    yield ""
    switches = "".join(f", {name}={value}" for name, value in odds.switches.items())
    yield f"By {odds.preset}{switches}."


def _pool(odds: V5Odds) -> Iterator[str]:
    size = counted(odds.regular_dice + odds.hunger_dice, "die", "dice")
    some = "a Hunger die" if odds.hunger_dice == 1 else "Hunger dice"
    hunger = f", {odds.hunger_dice} of them {some}" if odds.hunger_dice else ""
    against = f", against Difficulty {odds.difficulty}" if odds.difficulty else ""
    yield f"{size}{hunger}{against}: {_mean(odds.mean_successes)} successes on average."
    if odds.win is not None and odds.outcomes is not None:
        yield ""
        yield from _rows({"win": odds.win, **_worded(odds.outcomes)})
    if odds.reroll is not None:
        gains = odds.reroll
        yield ""
        yield "With a Willpower reroll: of the failed dice after a failure (usual), or as is best."
        yield from _rows(
            {
                "win, usual": gains.usual_win,
                "  gain": gains.usual_gain,
                "win, best": gains.best_win,
                "  gain ": gains.best_gain,
                "win and not messy, without": gains.clean,
                "win and not messy, usual": gains.usual_clean,
                "win and not messy, best": gains.best_clean,
            }
        )
    yield ""
    yield from _rows(_numbered(odds.successes, "success", "successes"))


def _contest(request: OddsRequest, odds: V5ContestOdds) -> Iterator[str]:
    if isinstance(request, V5ContestOddsRequest):
        yield f"{request.attacker.pool} dice attack, {request.defender.pool} dice defend."
        yield ""
    yield from _rows(
        {
            "the attacker wins": odds.attacker_wins,
            "the defender wins": odds.defender_wins,
            "nobody wins": odds.nobody_wins,
            "equal successes": odds.tied,
        }
    )
    for name, outcomes in (
        ("the attacker's roll", odds.attacker_outcomes),
        ("the defender's roll", odds.defender_outcomes),
    ):
        yield ""
        yield f"{name}:"
        yield from _rows(_worded(outcomes))
    yield ""
    yield "the attacker's successes less the defender's:"
    yield from _rows({f"{by:+d}" if by else "0": value for by, value in odds.margins.items()})


def _rouse(odds: V5RouseOdds) -> Iterator[str]:
    checks = counted(len(odds.failed) - 1, "Rouse check", "Rouse checks")
    yield f"{checks}: {_mean(odds.mean_failed)} fail on average."
    yield ""
    yield from _rows({"no Hunger gained": odds.no_gain, "a frenzy test": odds.any_frenzy_test})
    yield ""
    after = {f"Hunger {hunger} after": value for hunger, value in enumerate(odds.hunger_after)}
    yield from _rows({name: value for name, value in after.items() if value.exact != "0"})
    yield ""
    yield from _rows(_numbered(odds.failed, "check fails", "checks fail"))


def _remorse(odds: V5RemorseOdds) -> Iterator[str]:
    yield f"{counted(odds.pool, 'die', 'dice')} of Remorse."
    yield ""
    yield from _rows({"Humanity kept": odds.kept, "Humanity lost": odds.lost})


def _frenzy(odds: V5FrenzyOdds) -> Iterator[str]:
    yield from _rows(
        {
            "resisted": odds.resisted,
            "resisted at no cost": odds.resisted_critical,
            "frenzy": odds.frenzy,
        }
    )


def _v20(odds: V20Odds) -> Iterator[str]:
    needed = counted(odds.required, "net success", "net successes")
    yield f"Difficulty {odds.difficulty.applied}, {needed} needed."
    yield ""
    yield from _rows({"success": odds.success, "failure": odds.failure, "botch": odds.botch})
    yield ""
    net = {f"net {k}": value for k, value in enumerate(odds.net) if value.exact != "0"}
    if odds.beyond.exact != "0":
        net[f"net {len(odds.net)} or more"] = odds.beyond
    yield from _rows(net)


def _resisted(odds: V20ResistedOdds) -> Iterator[str]:
    yield from _rows(
        {
            "the attacker leads": odds.attacker_wins,
            "the defender leads": odds.defender_wins,
            "neither": odds.tied,
            "the attacker botches": odds.attacker_botch,
            "the defender botches": odds.defender_botch,
        }
    )
    yield ""
    yield "the attacker's net less the defender's:"
    leads = {f"{by:+d}" if by else "0": value for by, value in odds.leads.items()}
    yield from _rows({name: value for name, value in leads.items() if value.exact != "0"})


def _worded(outcomes: Mapping[str, Chance]) -> dict[str, Chance]:
    return {words(name): value for name, value in outcomes.items()}


def _numbered(values: Sequence[Chance], one: str, several: str) -> dict[str, Chance]:
    return {counted(number, one, several): value for number, value in enumerate(values)}


def _rows(chances: Mapping[str, Chance]) -> Iterable[str]:
    """Chances one below the other: a percentage, rounded half up, and the fraction beside it."""
    width = max(map(len, chances))
    for name, value in chances.items():
        fraction = value.exact if len(value.exact) <= _LONGEST_FRACTION else "(--json)"
        yield f"{name:<{width}}  {percent(Fraction(value.exact)):>5} %  {fraction}"


def _mean(value: Chance) -> str:
    """A mean with two digits, which a percentage of its hundredth has."""
    return percent(Fraction(value.exact) / 100, 2)
