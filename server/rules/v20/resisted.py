"""Rolls that are set against each other, or put together, in one moment."""

from collections.abc import Sequence

from msgspec import Struct

from server.rules.v20.reading import Outcome, Reading


class Resisted(Struct, frozen=True, gc=False):
    """
    A resisted action.

    Attributes:
        readings: Each side's roll at its own difficulty; the side that acts first.
        winner: 0 or 1; None for a tie, in which the defender keeps things as they are.
        margin: What is left of the winner's net successes.
    """

    readings: tuple[Reading, Reading]
    winner: int | None
    margin: int


def resolve_resisted(actor: Reading, defender: Reading) -> Resisted:
    """
    Take the lower net from the higher; the rest is the winner's.

    House rule: what counts is net successes, so a roll below its own required successes still
    resists with what it has.

    Rule: C4.2.
    """
    ahead = actor.net - defender.net
    winner = None if ahead == 0 else int(ahead < 0)
    return Resisted((actor, defender), winner, abs(ahead))


class Teamwork(Struct, frozen=True, gc=False):
    """
    Rolls of several characters for one task.

    Attributes:
        readings: Every roll, in the order given.
        net: Their net successes together; 0 when a botch spoiled the work.
        has_botch: Whether anybody botched.
        is_success: Whether *net* suffices.
    """

    readings: tuple[Reading, ...]
    net: int
    has_botch: bool
    is_success: bool


def work_together(
    readings: Sequence[Reading], *, required: int = 1, botch_spoils: bool = False
) -> Teamwork:
    """
    Add up what each of several characters rolled.

    Args:
        readings: One roll of each.
        required: Net successes needed together, 1 or more.
        botch_spoils: Whether the Storyteller lets a botch by one spoil the work of all.

    Raises:
        ValueError: Nobody rolled, or *required* is below 1.

    Rule: C4.4.
    """
    if not readings:
        raise ValueError("nobody rolled")
    if required < 1:
        raise ValueError(f"a task needs 1 success or more, not {required}")
    has_botch = any(reading.outcome is Outcome.BOTCH for reading in readings)
    is_spoiled = has_botch and botch_spoils
    net = 0 if is_spoiled else sum([reading.net for reading in readings])
    return Teamwork(tuple(readings), net, has_botch, net >= required)
