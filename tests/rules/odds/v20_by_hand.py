"""A small reading of V20 rolls, die by die from C1 to C3, to hold the odds against."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial
from typing import NamedTuple

SWITCHES = {
    "botch": ("no_die_succeeded", "net_zero"),
    "one_cancels": ("success", "die"),
    "target_one": ("counts_and_cancels", "ones_fail"),
    "tens_cancel_ones": ("no", "yes"),
    "specialty": ("double", "reroll"),
    "reroll_chain": ("yes", "no"),
    "reroll_ones_count": ("no", "yes"),
    "ones_on_damage_soak": ("no", "yes"),
}


@dataclass(frozen=True)
class Table:
    """The switches of a table, the defaults of the facts first."""

    botch: str = "no_die_succeeded"
    one_cancels: str = "success"
    target_one: str = "counts_and_cancels"
    tens_cancel_ones: str = "no"
    specialty: str = "double"
    reroll_chain: str = "yes"
    reroll_ones_count: str = "no"
    ones_on_damage_soak: str = "no"


class Roll(NamedTuple):
    """How a roll is asked for."""

    difficulty: int
    has_specialty: bool = False
    ones_matter: bool = True


Throw = tuple[tuple[int, ...], ...]
"""What each die of a pool showed, then what each die showed that its tens brought."""


RAW = dict.fromkeys(range(1, 11), 1)
"""Every face for itself."""


def face_classes(difficulty: int) -> dict[int, int]:
    """A face for each class that reads alike at *difficulty*, with the size of the class."""
    middle = range(2, 10)
    low = [face for face in middle if face < difficulty]
    high = [face for face in middle if face >= difficulty]
    return {1: 1, 10: 1} | {faces[0]: len(faces) for faces in (low, high) if faces}


def die_throws(
    roll: Roll, table: Table, longest: int, faces: dict[int, int]
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All that one die and those it brings may show, up to *longest* faces, with the chance."""
    open_ended: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for length in range(1, longest + 1):
        following = []
        for so_far, ways in open_ended:
            for face, size in faces.items():
                shown = (*so_far, face)
                if _rolls_on(shown, roll, table):
                    following.append((shown, ways * size))
                else:
                    yield shown, Fraction(ways * size, 10**length)
        open_ended = following


def _rolls_on(shown: tuple[int, ...], roll: Roll, table: Table) -> bool:
    """Whether the last face brings another die."""
    may = roll.has_specialty and table.specialty == "reroll" and roll.difficulty <= 10
    return may and shown[-1] == 10 and (len(shown) == 1 or table.reroll_chain == "yes")


class Counted(NamedTuple):
    """Net of the dice, successes on the dice, and ones that stand."""

    net: int
    rolled: int
    standing: int


def count(throw: Throw, roll: Roll, table: Table) -> Counted:
    """Read a throw."""
    worths, ones, tens = [], 0, 0
    for shown in throw:
        for place, face in enumerate(shown):
            tens += face == 10
            if face == 1:
                counts = roll.ones_matter and (place == 0 or table.reroll_ones_count == "yes")
                ones += counts
                if table.target_one == "ones_fail":
                    continue
            if face >= roll.difficulty:
                doubles = face == 10 and roll.has_specialty and table.specialty == "double"
                worths.append(2 if doubles else 1)
    if table.tens_cancel_ones == "yes":
        ones = max(0, ones - tens)
    rolled = sum(worths)
    if table.one_cancels == "die":
        return Counted(sum(sorted(worths)[ones:]), rolled, ones)
    return Counted(max(0, rolled - ones), rolled, ones)


def outcome(seen: Counted, table: Table, *, required: int = 1, automatic: int = 0) -> str:
    """Say what a counted roll comes to (C1.5, C1.6)."""
    weak = seen.rolled == 0 if table.botch == "no_die_succeeded" else seen.net == 0
    if weak and seen.standing and not automatic:
        return "botch"
    return "success" if seen.net + automatic >= required else "failure"


def raw_throws(dice: int, roll: Roll, table: Table) -> Iterator[tuple[Throw, Fraction]]:
    """Every throw of *dice* whose tens bring one die at most, face by face."""
    for chosen in product(list(die_throws(roll, table, 2, RAW)), repeat=dice):
        yield tuple(shown for shown, _ in chosen), prod((part for _, part in chosen), Fraction(1))


def class_throws(
    dice: int, roll: Roll, table: Table, longest: int
) -> Iterator[tuple[Throw, Fraction]]:
    """Every kind of throw of *dice*, chains cut off at *longest* faces, with its chance."""
    kinds = list(die_throws(roll, table, longest, face_classes(roll.difficulty)))
    for chosen in combinations_with_replacement(kinds, dice):
        chance = Fraction(factorial(dice))
        for times in Counter(shown for shown, _ in chosen).values():
            chance /= factorial(times)
        yield tuple(shown for shown, _ in chosen), prod((part for _, part in chosen), chance)


def prod(parts: Iterable[Fraction], start: Fraction) -> Fraction:
    """Multiply *parts*."""
    for part in parts:
        start *= part
    return start
