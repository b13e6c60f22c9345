"""How the rolls of a V5 pool spread over numbers of successes, apart by what could colour them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from server.rules.odds.ways import MAX_DICE, check_range, hit_row
from server.rules.v5.counting import Tally
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import MAX_HUNGER
from server.rules.v5.verdict import Outcome, give_verdict

Row = tuple[int, ...]
"""Ways by number of successes: entry k counts the rolls that show k."""


@dataclass(frozen=True, slots=True)
class V5Pool:
    """
    The dice that odds are asked for.

    Attributes:
        regular: Regular dice, 0 or more.
        hunger: Hunger dice, 0 to 5; with the regular ones 1 to 40 dice.

    Raises:
        ValueError: A number of dice is out of its range.

    Rule: A2.1.
    """

    regular: int
    hunger: int = 0

    def __post_init__(self) -> None:
        check_range("the number of regular dice", self.regular, 0, MAX_DICE)
        check_range("the number of Hunger dice", self.hunger, 0, MAX_HUNGER)
        check_range("the size of the pool", self.size, 1, MAX_DICE)

    @property
    def size(self) -> int:
        """All dice together."""
        return self.regular + self.hunger

    @property
    def ways(self) -> int:
        """How many different rolls there are: 10 for each die."""
        return int(10**self.size)


@dataclass(frozen=True, slots=True)
class Spread:
    """
    All rolls of a pool by successes; every row is as long as the most successes and one more.

    Attributes:
        total: All rolls.
        by_win: The same rolls by the outcome each has if it wins.
        by_failure: The same rolls by the outcome each has if it fails.
    """

    total: Row
    by_win: Mapping[Outcome, Row]
    by_failure: Mapping[Outcome, Row]


def worth(tens: int, each_extra: bool) -> int:
    """
    Count the successes of *tens* that may form pairs: one each, and what pairs add.

    Rule: A1.4, B (``extra_tens``).
    """
    if tens < 2:
        return tens
    return 2 * tens if each_extra else tens + tens - tens % 2


def spread(pool: V5Pool, rules: V5Rules) -> Spread:
    """
    Count the rolls of *pool* by successes and by the outcomes they may have.

    Which outcome each class of rolls has is ``give_verdict``'s to say.
    """
    rows = _rows(pool.regular, pool.hunger, rules.extra_tens == "each_extra")
    by_win: dict[Outcome, Row] = {}
    for shown, row in zip(_WINS, rows.wins, strict=True):
        _merge(by_win, give_verdict(shown, is_win=True, rules=rules).outcome, row)
    by_failure: dict[Outcome, Row] = {}
    for shown, row in zip(_FAILURES, rows.failures, strict=True):
        _merge(by_failure, give_verdict(shown, is_win=False, rules=rules).outcome, row)
    return Spread(rows.total, by_win, by_failure)


def _tally(
    *, successes: int = 4, regular_tens: int = 0, hunger_tens: int = 0, hunger_ones: int = 0
) -> Tally:
    """A roll that stands for all of its class."""
    tens = regular_tens + hunger_tens
    return Tally(successes, tens - tens % 2, tens // 2, regular_tens, hunger_tens, hunger_ones)


_WINS = (
    _tally(),
    _tally(regular_tens=2),
    _tally(regular_tens=2, hunger_tens=1),
    _tally(regular_tens=1, hunger_tens=1),
)
"""No pair; a pair without Hunger tens; a regular pair and Hunger tens; a pair by Hunger tens."""

_FAILURES = (
    _tally(successes=0),
    _tally(successes=0, hunger_ones=1),
    _tally(successes=1),
    _tally(successes=1, hunger_ones=1),
)
"""No success, without and with Hunger ones; some success, without and with Hunger ones."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """Ways by successes: of all rolls, of the classes in ``_WINS``, of those in ``_FAILURES``."""

    total: Row
    wins: tuple[Row, Row, Row, Row]
    failures: tuple[Row, Row, Row, Row]


@lru_cache(maxsize=256)
def _rows(regular: int, hunger: int, each_extra: bool) -> _Rows:
    dice = regular + hunger
    total = _successes(dice, each_extra)
    length = len(total)
    lone, clean, forced = [0] * length, [0] * length, [0] * length
    for tens in range(2):
        _add_tens(lone, dice, tens, comb(dice, tens), each_extra)
    for tens in range(2, regular + 1):
        _add_tens(clean, dice, tens, comb(regular, tens), each_extra)
    for regular_tens in range(min(regular, 1) + 1):
        for hunger_tens in range(2 - regular_tens, hunger + 1):
            ways = comb(regular, regular_tens) * comb(hunger, hunger_tens)
            _add_tens(forced, dice, regular_tens + hunger_tens, ways, each_extra)
    mixed = [
        total[k] - lone[k] - clean[k] - forced[k] for k in range(length)
    ]  # what is left has two regular tens or more, and a Hunger ten
    calm = _without_hunger_ones(regular, hunger, each_extra)
    some = (0, *total[1:])
    calm_some = (0, *calm[1:])
    rest = (0,) * (length - 1)
    return _Rows(
        total,
        (tuple(lone), tuple(clean), tuple(mixed), tuple(forced)),
        (
            (calm[0], *rest),
            (total[0] - calm[0], *rest),
            calm_some,
            tuple(all_ways - ways for all_ways, ways in zip(some, calm_some, strict=True)),
        ),
    )


@lru_cache(maxsize=2 * (MAX_DICE + 1))
def _successes(dice: int, each_extra: bool) -> Row:
    """Ways by successes of any *dice*; their colours do not matter."""
    row = [0] * (worth(dice, each_extra) + 1)
    for tens in range(dice + 1):
        _add_tens(row, dice, tens, comb(dice, tens), each_extra)
    return tuple(row)


def _add_tens(row: list[int], dice: int, tens: int, ways: int, each_extra: bool) -> None:
    """Add the rolls of *dice* whose *tens* may lie in *ways* ways to *row*."""
    base = worth(tens, each_extra)
    for hits, hit_ways in enumerate(hit_row(dice - tens), start=base):
        row[hits] += ways * hit_ways


def _without_hunger_ones(regular: int, hunger: int, each_extra: bool) -> Row:
    """
    Ways by successes of the rolls without a Hunger one.

    By inclusion and exclusion: a Hunger die that is known to show a one adds nothing, so the
    rolls with ones on given dice count like a pool without these dice.
    """
    length = len(_successes(regular + hunger, each_extra))
    row = [0] * length
    for ones in range(hunger + 1):
        sign = -1 if ones % 2 else 1
        ways = sign * comb(hunger, ones)
        for k, count in enumerate(_successes(regular + hunger - ones, each_extra)):
            row[k] += ways * count
    return tuple(row)


def _merge(rows: dict[Outcome, Row], outcome: Outcome, row: Row) -> None:
    """Add *row* to what *rows* has for *outcome*."""
    known = rows.get(outcome)
    rows[outcome] = row if known is None else tuple(map(int.__add__, known, row))
