"""`coterie stats`: how each character's dice fell beside what was to be expected, and its worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import msgspec

from server.commands.exporting import seen_by
from server.commands.lookup import find_room, opened
from server.commands.terminal import CommandFailed, say, say_json
from server.config import Settings
from server.replay.fold import Unfoldable
from server.replay.plain import counted, words
from server.replay.statistics import CharacterStatistics, KindStatistics, Statistics
from server.rules.odds.display import fraction_text, percent

FEW_ROLLS: Final = 100
_BAR: Final = 40
_HONEST: Final = (
    "What this can show, and what not: chance has no memory, and some luck is always somebody's."
    " The number won",
    "lies within the deviation given in two of three cases, within twice that in nineteen of"
    " twenty, and now and then",
    "beyond it with honest dice. A few dozen rolls cannot tell good dice from bad ones; that is"
    " what proofs are for.",
    "Only first readings count, with the rules of their time; rerolls, called shots, dice that"
    " people entered, and rolls",
    "without a Difficulty are in no expectation.",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose statistics: of which room, through whose eyes, and in which form."""

    room: str
    viewer: str | None = None
    form: str = "table"


async def show_statistics(settings: Settings, asked: Asked) -> int:
    """
    Print the statistics of a room's rolls.

    Raises:
        CommandFailed: What is asked for is not there, or cannot be read.
    """
    async with opened(settings) as log:
        room = await find_room(log, asked.room)
        try:
            seen = await seen_by(log, room, asked.viewer)
            statistics = Statistics(seen.names())
            async for event in seen.events():
                statistics.take(event.recorded.event)
        except Unfoldable as error:
            raise CommandFailed(
                f"The room {room} cannot be read so: {error} `coterie verify {room}` says more."
            ) from error
    characters = statistics.characters()
    if asked.form == "json":
        say_json([msgspec.json.encode([_plain(each) for each in characters]).decode()])
        return 0
    say(f"{seen.state.name}, as seen by {seen.viewer()}", "")
    if not characters:
        say("Nobody has rolled yet.")
        return 0
    tell = _plot if asked.form == "plot" else _table
    for character in characters:
        say(*tell(character), "")
    say(*_HONEST)
    return 0


# --- a table -------------------------------------------------------------------------------------


def _table(character: CharacterStatistics) -> Iterator[str]:
    yield f"{character.character}: {counted(character.rolls, 'roll', 'rolls')}"
    for label, faces in (("drawn", character.faces), ("entered", character.entered)):
        if sum(faces):
            shown = "  ".join(f"{face}: {count}" for face, count in enumerate(faces, start=1))
            yield f"  faces {label}, {sum(faces)} dice, {_tenth(sum(faces))} each: {shown}"
    for kind in character.kinds:
        yield _heading(kind)
        yield f"    {'outcome':20}{'came':>8}{'expected':>12}"
        for outcome in kind.outcomes:
            awaited = _decimal(outcome.expected)
            yield f"    {words(outcome.outcome):20}{outcome.came:>8}{awaited:>12}"
        yield f"    longest streaks: {kind.longest_won} won, {kind.longest_lost} lost"


def _heading(kind: KindStatistics) -> str:
    few = f"; fewer than {FEW_ROLLS}, so read with care" if kind.rolls < FEW_ROLLS else ""
    return (
        f"  {kind.kind}, {counted(kind.rolls, 'roll', 'rolls')}: {kind.won} won,"
        f" {_decimal(kind.expected_won)} ± {_decimal(kind.spread)} expected{few}"
    )


def _tenth(dice: int) -> str:
    return _decimal(Fraction(dice, 10))


def _decimal(number: Fraction) -> str:
    """A number of 0 or more with one digit after the point, rounded half up."""
    return percent(number / 100)


# --- a plot --------------------------------------------------------------------------------------


def _plot(character: CharacterStatistics) -> Iterator[str]:
    yield f"{character.character}: {counted(character.rolls, 'roll', 'rolls')}"
    drawn = sum(character.faces)
    if drawn:
        yield f"  faces drawn, {drawn} dice"
        most = max(*character.faces, 1)
        for face, count in enumerate(character.faces, start=1):
            yield f"  {face:>4} {_bar(Fraction(count), most)} {count}"
        yield f"       {_mark(Fraction(drawn, 10), most)} expected {_tenth(drawn)}"
    for kind in character.kinds:
        yield _heading(kind)
        highest = max(max(Fraction(o.came), o.expected) for o in kind.outcomes)
        for outcome in kind.outcomes:
            yield (
                f"  {words(outcome.outcome):>18} {_bar(Fraction(outcome.came), highest)}"
                f" {outcome.came}"
            )
            awaited = _decimal(outcome.expected)
            yield f"  {'':>18} {_mark(outcome.expected, highest)} expected {awaited}"


def _bar(number: Fraction, most: int | Fraction) -> str:
    return "█" * _cells(number, most)


def _mark(number: Fraction, most: int | Fraction) -> str:
    """Where a bar of that number would end."""
    return " " * max(0, _cells(number, most) - 1) + "^"


def _cells(number: Fraction, most: int | Fraction) -> int:
    return int(number * _BAR / most + Fraction(1, 2))


# --- JSON ----------------------------------------------------------------------------------------


def _plain(character: CharacterStatistics) -> dict[str, Any]:  # Any: JSON has all kinds
    """The same with every number exact, as text where it is a fraction, and rounded beside it."""
    return {
        "character": character.character,
        "rolls": character.rolls,
        "faces": character.faces,
        "entered_faces": character.entered,
        "kinds": [_plain_kind(kind) for kind in character.kinds],
    }


def _plain_kind(kind: KindStatistics) -> dict[str, Any]:  # Any: as above
    return {
        "kind": kind.kind,
        "rolls": kind.rolls,
        "won": kind.won,
        "expected_won": _exact(kind.expected_won),
        "spread": _decimal(kind.spread),
        "longest_won": kind.longest_won,
        "longest_lost": kind.longest_lost,
        "outcomes": [
            {"outcome": each.outcome, "came": each.came, "expected": _exact(each.expected)}
            for each in kind.outcomes
        ],
    }


def _exact(number: Fraction) -> dict[str, str]:
    return {"exact": fraction_text(number), "decimal": _decimal(number)}
