"""Actions of several rolls: extended, and extended against each other; folds over readings."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from server.rules.v20.house_rules import V20Rules
from server.rules.v20.reading import Outcome, Reading


class Progress(StrEnum):
    """How an extended action stands."""

    OPEN = "open"
    DONE = "done"
    LOST = "lost"


class Extended(Struct, frozen=True, gc=False):
    """
    An extended action so far.

    Attributes:
        target: Successes needed in all, 1 or more.
        gained: Net successes gathered since the beginning or the last botch.
        rolls: Rolls made.
        progress: Open, done, or lost to a botch.

    Raises:
        ValueError: *target* is below 1.
    """

    target: int
    gained: int = 0
    rolls: int = 0
    progress: Progress = Progress.OPEN

    def __post_init__(self) -> None:
        if self.target < 1:
            raise ValueError(f"an extended action needs 1 success or more, not {self.target}")


def add_roll(action: Extended, reading: Reading, rules: V20Rules) -> Extended:
    """
    Add one roll's net successes; a botch loses all of them, and with ``end`` the action.

    Raises:
        ValueError: The action is over.

    Rule: C4.1.
    """
    if action.progress is not Progress.OPEN:
        raise ValueError(f"the extended action is {action.progress}")
    rolls = action.rolls + 1
    if reading.outcome is Outcome.BOTCH:
        is_lost = rules.extended_botch == "end"
        progress = Progress.LOST if is_lost else Progress.OPEN
        return replace(action, gained=0, rolls=rolls, progress=progress)
    gained = action.gained + reading.net
    progress = Progress.DONE if gained >= action.target else Progress.OPEN
    return replace(action, gained=gained, rolls=rolls, progress=progress)


class Goal(StrEnum):
    """What ends an extended contest: successes ahead of the other side, or in all."""

    LEAD = "lead"
    TOTAL = "total"


class Race(Struct, frozen=True, gc=False):
    """
    An extended, resisted action so far.

    Attributes:
        goal: What *needed* counts.
        needed: Successes, 1 or more.
        totals: What each side has gathered.
        rolls: Exchanges made.
        is_over: Whether it has ended.
        winner: 0 or 1 once it has ended; None while it is open, or when both sides lost.

    Raises:
        ValueError: *needed* is below 1.
    """

    goal: Goal
    needed: int
    totals: tuple[int, int] = (0, 0)
    rolls: int = 0
    is_over: bool = False
    winner: int | None = None

    def __post_init__(self) -> None:
        if self.needed < 1:
            raise ValueError(f"a contest needs 1 success or more, not {self.needed}")


def add_exchange(race: Race, readings: tuple[Reading, Reading], rules: V20Rules) -> Race:
    """
    Add what both sides rolled at the same time.

    House rule: each side gathers its own net successes. Sides that reach a total together go on
    unless one is ahead. A side that botches loses what it gathered, and with ``end`` the contest;
    if both do, nobody wins.

    Raises:
        ValueError: The contest is over.

    Rule: C4.1, C4.3.
    """
    if race.is_over:
        raise ValueError("the contest is over")
    botched = [reading.outcome is Outcome.BOTCH for reading in readings]
    totals = (
        0 if botched[0] else race.totals[0] + readings[0].net,
        0 if botched[1] else race.totals[1] + readings[1].net,
    )
    after = replace(race, totals=totals, rolls=race.rolls + 1)
    if rules.extended_botch == "end" and any(botched):
        winner = None if all(botched) else botched.index(False)
        return replace(after, is_over=True, winner=winner)
    ahead = totals[0] - totals[1]
    reached = abs(ahead) if race.goal is Goal.LEAD else max(totals)
    if ahead == 0 or reached < race.needed:
        return after
    return replace(after, is_over=True, winner=0 if ahead > 0 else 1)
