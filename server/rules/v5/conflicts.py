"""Contests: two sides roll, the higher number of successes wins, the difference is damage."""

from dataclasses import dataclass
from typing import assert_never

from server.rules.v5.counting import tally
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.reading import Reading, read_opposed
from server.rules.v5.weapons import called_shot_successes


@dataclass(frozen=True, slots=True)
class ContestSide:
    """
    One side of a contest.

    Attributes:
        faces: Its dice as they lie now.
        weapon: What its weapon adds to the damage it deals, 0 or more (A9.9).
        original: Its dice before any reroll.
        rerolled: Indices of its regular dice that Willpower has rolled again.
        called_shot: Whether it called its shot, which may cost successes (A9.11).
        taken: Successes taken in place of dice (A1.13); then it has no dice.

    Raises:
        ValueError: *weapon* is negative.
    """

    faces: Faces
    weapon: int = 0
    original: Faces | None = None
    rerolled: frozenset[int] = frozenset()
    called_shot: bool = False
    taken: int | None = None

    def __post_init__(self) -> None:
        if self.weapon < 0:
            raise ValueError(f"a weapon value is 0 or more, not {self.weapon}")


@dataclass(frozen=True, slots=True)
class ContestResult:
    """
    How a contest came out.

    Attributes:
        readings: Each side's roll, read against the other's successes.
        winner: 0 or 1, or None for a tie that nobody wins.
        margin: Difference of successes; 0 for every tie.
        damage: Points dealt to side 0 and to side 1; 0 for none.
    """

    readings: tuple[Reading, Reading]
    winner: int | None
    margin: int
    damage: tuple[int, int]


def resolve_contest(a: ContestSide, b: ContestSide, rules: V5Rules) -> ContestResult:
    """
    Resolve a contest between *a*, who began it (the attacker), and *b*, the defender.

    Only the winner deals damage: the margin plus the weapon. A tie follows ``tie``: each side
    takes 1, one of them wins with margin 0, or nothing happens; weapons count in a tie only with
    ``tie_weapon``. How each side reads its own roll in a tie is ``tie_reading``'s, apart from
    who wins.

    Raises:
        ValueError: A side's reroll does not fit its dice.

    Rule: A9.1, A9.2.
    """
    a_successes, b_successes = _successes(a, rules), _successes(b, rules)
    readings = (_read(a, b_successes, rules), _read(b, a_successes, rules))
    margin = abs(a_successes - b_successes)
    if a_successes > b_successes:
        return ContestResult(readings, 0, margin, (0, margin + a.weapon))
    if b_successes > a_successes:
        return ContestResult(readings, 1, margin, (margin + b.weapon, 0))
    a_deals = a.weapon if rules.tie_weapon == "yes" else 0
    b_deals = b.weapon if rules.tie_weapon == "yes" else 0
    match rules.tie:
        case "both_one":
            return ContestResult(readings, None, 0, (1 + b_deals, 1 + a_deals))
        case "attacker_wins":
            return ContestResult(readings, 0, 0, (0, a_deals))
        case "defender_wins":
            return ContestResult(readings, 1, 0, (b_deals, 0))
        case "nothing":
            return ContestResult(readings, None, 0, (0, 0))
        case _:
            assert_never(rules.tie)


def _successes(side: ContestSide, rules: V5Rules) -> int:
    if side.taken is not None:
        return side.taken
    shown = tally(side.faces, rules, side.rerolled).successes
    return called_shot_successes(shown, rules) if side.called_shot else shown


def _read(side: ContestSide, opponent_successes: int, rules: V5Rules) -> Reading:
    return read_opposed(
        side.faces,
        opponent_successes,
        rules,
        original=side.original,
        rerolled=side.rerolled,
        called_shot=side.called_shot,
        taken=side.taken,
    )
