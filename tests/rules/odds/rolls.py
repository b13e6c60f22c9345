"""What the tests of odds share: every kind of roll with its ways, and every pair of switches."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from math import factorial
from typing import Any

from hypothesis import settings

from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import SWITCHES, V5Rules

untimed = settings(max_examples=50, deadline=None)
"""For properties: machines are noisy, so how long an example takes decides nothing."""

REGULAR_CLASSES = {5: 5, 6: 4, 10: 1}
"""A face for each class that reads alike on a regular die, and how many faces it has."""

HUNGER_CLASSES = {1: 1, 5: 4, 6: 4, 10: 1}


@lru_cache(maxsize=64)
def shown_by(
    dice: int, classes: tuple[tuple[int, int], ...]
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every kind of throw of *dice* like dice, sorted, with the number of throws of that kind."""
    if not classes:
        return (((), 1),) if dice == 0 else ()
    (face, size), *rest = classes
    found = []
    for count in range(dice + 1):
        for others, ways in shown_by(dice - count, tuple(rest)):
            chosen = factorial(dice) // factorial(count) // factorial(dice - count)
            found.append(((face,) * count + others, chosen * size**count * ways))
    return tuple(found)


def class_rolls(regular: int, hunger: int) -> Iterator[tuple[Faces, int]]:
    """Every kind of V5 roll with its ways, over classes of faces."""
    mine = shown_by(regular, tuple(REGULAR_CLASSES.items()))
    theirs = shown_by(hunger, tuple(HUNGER_CLASSES.items()))
    for (some, ways), (others, more) in product(mine, theirs):
        yield Faces(some, others), ways * more


def raw_rolls(regular: int, hunger: int) -> Iterator[Faces]:
    """Every V5 roll, face by face."""
    for faces in product(range(1, 11), repeat=regular + hunger):
        yield Faces(faces[:regular], faces[regular:])


def pools(largest: int, most_hunger: int = 5) -> list[tuple[int, int]]:
    """Regular and Hunger dice of every pool up to *largest* dice."""
    return [
        (size - hunger, hunger)
        for size in range(1, largest + 1)
        for hunger in range(min(size, most_hunger) + 1)
    ]


def single_and_paired(values: Mapping[str, tuple[str, ...]]) -> list[dict[str, str]]:
    """The defaults, every switch value alone, and every pair of values of two switches."""
    alone = [(name, value) for name, known in values.items() for value in known[1:]]
    pairs = [dict(pair) for pair in combinations(alone, 2) if pair[0][0] != pair[1][0]]
    return [{}, *(dict([one]) for one in alone), *pairs]


V5_SWITCHES = {name: switch.values for name, switch in SWITCHES.items()}


def v5_rules(switches: dict[str, Any]) -> V5Rules:
    """House rules from switches by name."""
    return V5Rules(**switches)


def named(switches: dict[str, str]) -> str:
    """How a set of switches is called in a test's name."""
    return "-".join(f"{name}={value}" for name, value in switches.items()) or "defaults"
