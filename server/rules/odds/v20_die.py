"""One V20 die as the odds see it: what it may add, cancel, and bring by a specialty."""

from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from server.rules.odds.ways import MAX_DICE, check_range

TEN: Final = 10
LOWEST_APPLIED: Final = 1
HIGHEST_APPLIED: Final = 11
MAX_NUMBER: Final = 100
"""Most successes that odds are asked for, required or automatic."""

_VALUES: Final = {
    "botch": ("no_die_succeeded", "net_zero"),
    "one_cancels": ("success", "die"),
    "target_one": ("counts_and_cancels", "ones_fail"),
    "tens_cancel_ones": ("no", "yes"),
    "specialty": ("double", "reroll"),
    "reroll_chain": ("yes", "no"),
    "reroll_ones_count": ("no", "yes"),
    "ones_on_damage_soak": ("no", "yes"),
}


class V20Switches(Protocol):
    """
    The switches of a room's V20 rules that change odds, by their names in the facts.

    Any object with these attributes will do. ``tens_cancel_ones`` (each ten first takes away a
    one) is no rule of C1; tables that play so have it.

    Rule: C1.5, C2, C3, C5.5.
    """

    @property
    def botch(self) -> str:
        """``no_die_succeeded`` or ``net_zero``."""

    @property
    def one_cancels(self) -> str:
        """``success`` or ``die``."""

    @property
    def target_one(self) -> str:
        """``counts_and_cancels`` or ``ones_fail``."""

    @property
    def tens_cancel_ones(self) -> str:
        """``no`` or ``yes``."""

    @property
    def specialty(self) -> str:
        """``double`` or ``reroll``."""

    @property
    def reroll_chain(self) -> str:
        """``yes`` or ``no``."""

    @property
    def reroll_ones_count(self) -> str:
        """``no`` or ``yes``."""

    @property
    def ones_on_damage_soak(self) -> str:
        """``no`` or ``yes``."""


def check_switches(rules: V20Switches) -> None:
    """Raise ValueError when a switch of *rules* has a value that the odds do not know."""
    for name, values in _VALUES.items():
        value = getattr(rules, name)
        if value not in values:
            raise ValueError(f"{name} is {value!r}; known values: {', '.join(values)}")


@dataclass(frozen=True, slots=True)
class V20Pool:
    """
    The roll that odds are asked for.

    Attributes:
        dice: 0 to 40; an empty pool fails and never botches (C1.8).
        difficulty: As applied, 1 to 11: casual mode reaches down to 1, and at 11 no die succeeds.
        has_specialty: Whether a specialty counts on this roll.
        ones_matter: Whether 1s cancel and botch; no for damage and soak (C5.5).

    Raises:
        ValueError: A number is out of its range.

    Rule: C1.1, C2, C3.
    """

    dice: int
    difficulty: int = 6
    has_specialty: bool = False
    ones_matter: bool = True

    def __post_init__(self) -> None:
        check_range("the number of dice", self.dice, 0, MAX_DICE)
        check_range("the difficulty", self.difficulty, LOWEST_APPLIED, HIGHEST_APPLIED)


class Sides(NamedTuple):
    """
    How many of a die's ten faces do what; a ten apart, so these are nine or less.

    Attributes:
        hits: Faces that succeed and cancel nothing.
        ones: 1 where a 1 cancels, else 0.
        misses: Faces that do neither.
    """

    hits: int
    ones: int
    misses: int


@dataclass(frozen=True, slots=True)
class Die:
    """
    A die under one table's switches.

    Attributes:
        fresh: The faces 1 to 9 of a die of the pool.
        again: The faces 1 to 9 of a die that a specialty rolls again.
        ones_succeed: Whether a 1 that cancels is also a success (target 1).
        ten: Successes that a ten counts: 0 at difficulty 11, 2 when doubled, else 1.
        rerolls: Whether a ten brings a further die.
        chains: Whether a ten on a further die brings another.
        tens_undo_ones: Whether each ten takes away a 1 before it cancels.
        one_takes_die: Whether a 1 takes a whole die, two successes of a doubled ten.
    """

    fresh: Sides
    again: Sides
    ones_succeed: bool
    ten: int
    rerolls: bool
    chains: bool
    tens_undo_ones: bool
    one_takes_die: bool

    @property
    def is_simple(self) -> bool:
        """Whether net is what all dice add less what 1s cancel, and not below 0."""
        return not (self.tens_undo_ones or (self.one_takes_die and self.ten == 2))


def die_of(pool: V20Pool, rules: V20Switches) -> Die:
    """
    Work out the dice of *pool*.

    Raises:
        ValueError: A switch has a value that the odds do not know.

    Rule: C1.1 to C1.4, C2, C3.
    """
    check_switches(rules)
    ten_succeeds = pool.difficulty <= TEN
    ones_succeed = pool.difficulty == 1 and rules.target_one == "counts_and_cancels"
    rerolls = pool.has_specialty and ten_succeeds and rules.specialty == "reroll"
    doubles = pool.has_specialty and ten_succeeds and rules.specialty == "double"
    ones_again = pool.ones_matter and rules.reroll_ones_count == "yes"
    return Die(
        fresh=_sides(pool.difficulty, pool.ones_matter, ones_succeed),
        again=_sides(pool.difficulty, ones_again, ones_succeed),
        ones_succeed=ones_succeed,
        ten=ten_succeeds + doubles,
        rerolls=rerolls,
        chains=rerolls and rules.reroll_chain == "yes",
        tens_undo_ones=pool.ones_matter and rules.tens_cancel_ones == "yes",
        one_takes_die=rules.one_cancels == "die",
    )


def _sides(difficulty: int, ones_matter: bool, ones_succeed: bool) -> Sides:
    hits = max(0, TEN - max(difficulty, 2))
    misses = 8 - hits
    if ones_matter:
        return Sides(hits, 1, misses)
    return Sides(hits + 1, 0, misses) if ones_succeed else Sides(hits, 0, misses + 1)
