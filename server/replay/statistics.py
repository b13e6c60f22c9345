"""
How the dice fell, beside what was to be expected exactly: by character, for one view of a log.

Only first readings count: a reroll chooses dice, and a reveal repeats them. Faces that people
entered are counted apart from those that the server drew.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from protocol import events as e
from protocol.ids import CharacterId, RollId
from protocol.words import DiceSource
from server.replay.expectations import Expected, expected
from server.replay.names import Names
from server.replay.roll_table import dice_of

NOBODY = "(no character)"


class OutcomeCount(Struct, frozen=True):
    """How often an outcome came, and how often it was to be expected."""

    outcome: str
    came: int
    expected: Fraction


class KindStatistics(Struct, frozen=True):
    """
    The rolls of one kind that something was at stake in.

    `spread` is the standard deviation of the number of rolls won, if each was as likely as it
    should have been, rounded down to a hundredth: two of three evenings fall within it, nineteen
    of twenty within two of it. Streaks are rolls won, or lost, one after another.
    """

    kind: str
    rolls: int
    won: int
    expected_won: Fraction
    spread: Fraction
    longest_won: int
    longest_lost: int
    outcomes: tuple[OutcomeCount, ...]


class CharacterStatistics(Struct, frozen=True):
    """
    One character's dice.

    `rolls` counts all rolls with dice; `faces` has ten counts, of 1 to 10, of dice that the server
    drew, `entered` of those that people entered.
    """

    character: str
    rolls: int
    faces: tuple[int, ...]
    entered: tuple[int, ...]
    kinds: tuple[KindStatistics, ...]


class _Rolled(Struct, frozen=True):
    """What counts of one roll."""

    character: CharacterId | None
    faces: tuple[int, ...]
    is_entered: bool
    stake: Expected | None


class Statistics:
    """Counts the rolls of one view, which must be given all its events, in order."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._rolled: dict[RollId, _Rolled] = {}

    def take(self, event: e.Event) -> None:
        """Count one event, if it is a roll, or says whose a roll was."""
        self._names.learn(event)
        match event:
            case e.RollResolved():
                dice = dice_of(event.receipt)
                is_entered = event.source is DiceSource.ENTERED
                stake = None if is_entered else expected(event.receipt)
                faces = dice.regular + dice.hunger
                self._rolled[event.roll] = _Rolled(event.character, faces, is_entered, stake)
            case e.RollAttributed() if event.roll in self._rolled:
                rolled = self._rolled[event.roll]
                self._rolled[event.roll] = replace(rolled, character=event.character)
            case _:
                pass

    def characters(self) -> tuple[CharacterStatistics, ...]:
        """What came of it, by name."""
        by_name: dict[str, list[_Rolled]] = {}
        for rolled in self._rolled.values():
            if rolled.faces:
                by_name.setdefault(self._name(rolled.character), []).append(rolled)
        return tuple(_of_character(name, rolls) for name, rolls in sorted(by_name.items()))

    def _name(self, character: CharacterId | None) -> str:
        return NOBODY if character is None else self._names.character(character)


def _of_character(name: str, rolls: list[_Rolled]) -> CharacterStatistics:
    by_kind: dict[str, list[Expected]] = {}
    for rolled in rolls:
        if rolled.stake is not None:
            by_kind.setdefault(rolled.stake.kind, []).append(rolled.stake)
    return CharacterStatistics(
        character=name,
        rolls=len(rolls),
        faces=_ten(Counter(f for r in rolls if not r.is_entered for f in r.faces)),
        entered=_ten(Counter(f for r in rolls if r.is_entered for f in r.faces)),
        kinds=tuple(_of_kind(kind, of_kind) for kind, of_kind in by_kind.items()),
    )


def _ten(faces: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(faces.get(face, 0) for face in range(1, 11))


def _of_kind(kind: str, rolls: list[Expected]) -> KindStatistics:
    came = Counter(roll.outcome for roll in rolls)
    awaited: dict[str, Fraction] = {}
    for roll in rolls:
        for name, chance in roll.chances.items():
            awaited[name] = awaited.get(name, Fraction(0)) + chance
    variance = sum((roll.win * (1 - roll.win) for roll in rolls), Fraction(0))
    return KindStatistics(
        kind=kind,
        rolls=len(rolls),
        won=sum(roll.is_won for roll in rolls),
        expected_won=sum((roll.win for roll in rolls), Fraction(0)),
        spread=Fraction(isqrt(int(variance * 10_000)), 100),
        longest_won=_longest(rolls, is_won=True),
        longest_lost=_longest(rolls, is_won=False),
        outcomes=tuple(
            OutcomeCount(name, came.get(name, 0), awaited.get(name, Fraction(0)))
            for name in sorted(awaited.keys() | came.keys(), key=lambda n: -awaited.get(n, 0))
        ),
    )


def _longest(rolls: list[Expected], *, is_won: bool) -> int:
    return max(_streaks(rolls, is_won=is_won), default=0)


def _streaks(rolls: list[Expected], *, is_won: bool) -> Iterator[int]:
    length = 0
    for roll in rolls:
        length = length + 1 if roll.is_won is is_won else 0
        yield length
