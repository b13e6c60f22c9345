"""The events about contests, of two sides and of several, in words."""

from typing import assert_never

from protocol import events as e
from protocol.words import Reaction
from server.replay.names import Names
from server.replay.plain import counted, joined, words
from server.replay.told_people import Told

ContestEvent = (
    e.ContestOpened | e.ContestReacted | e.ContestResolved | e.ContestDecided | e.ContestWithdrawn
)


def tell_contest(names: Names, event: ContestEvent) -> Told:
    """Say who is against whom, who answered, and how it came out."""
    match event:
        case e.ContestOpened():
            return _contest_opened(names, event)
        case e.ContestReacted():
            return _contest_reacted(names, event)
        case e.ContestResolved():
            return _contest_resolved(names, event)
        case e.ContestDecided():
            return _contest_decided(names, event)
        case e.ContestWithdrawn():
            return _contest_withdrawn(names, event)
        case _:
            assert_never(event)


def _contest_opened(names: Names, event: e.ContestOpened) -> Told:
    contest = event.contest
    who = names.actor(contest.by, contest.character)
    against = joined([names.character(c) for c in (contest.against, *contest.others)])
    return (f"{who} opens a {contest.conflict} contest against {against}",)


def _contest_reacted(names: Names, event: e.ContestReacted) -> Told:
    who, name = names.character(event.character), names.contest(event.contest)
    match event.reaction:
        case Reaction.ROLLED:
            return (f"{who} has answered {name}",)
        case Reaction.NONE:
            against = f"Difficulty {event.difficulty or 1}"
            said = names.member(event.by)
            return (
                f"{who} forgoes a reaction in {name}, which is up against {against}, says {said}",
            )
        case Reaction.DROPPED:
            return (f"{who} is out of {name}, says {names.member(event.by)}",)
        case _:
            assert_never(event.reaction)


def _contest_decided(names: Names, event: e.ContestDecided) -> Told:
    outcome = f", {words(event.outcome)}" if event.outcome is not None else ""
    successes = counted(event.successes, "success", "successes")
    first = f"{names.character(event.character)}: {successes}{outcome}{_weapon(event)}."
    pairs = tuple(_pair(names, pair) for pair in event.pairs)
    return (f"Outcome of {names.contest(event.contest)}", first, *pairs)


def _pair(names: Names, pair: e.ContestPair) -> str:
    who = names.character(pair.character)
    if pair.winner is None:
        won = "nobody wins"
    else:
        won = f"{names.character(pair.winner)} wins, margin {pair.difference}"
    outcome = f", {words(pair.outcome)}" if pair.outcome is not None else ""
    return f"Against {who}{outcome}{_weapon(pair)}: {won}. {pair.why}"


def _weapon(side: e.ContestSide | e.ContestDecided | e.ContestPair) -> str:
    weapon = f", weapon {side.weapon}" if side.weapon else ""
    return f"{weapon}{_arms(side)}"


def _contest_resolved(names: Names, event: e.ContestResolved) -> Told:
    name = names.contest(event.contest)
    result = (
        "a tie"
        if event.winner is None
        else f"{names.character(event.winner)} wins, margin {event.margin}"
    )
    sides = tuple(_side(names, side) for side in event.sides)
    return (f"Outcome of {name}: {result}", *sides, event.why)


def _side(names: Names, side: e.ContestSide) -> str:
    successes = counted(side.successes, "success", "successes")
    outcome = f", {words(side.outcome)}" if side.outcome is not None else ""
    return f"{names.character(side.character)}: {successes}{outcome}{_weapon(side)}."


def _arms(side: e.ContestSide | e.ContestDecided | e.ContestPair) -> str:
    if side.arms is None:
        return ""
    parts = [side.arms.name] if side.arms.name else []
    if side.arms.harm is not None:
        parts.append(f"{words(side.arms.harm)} harm")
    if side.arms.armour is not None:
        parts.append(f"wearing {side.arms.armour.name} {side.arms.armour.points}")
    return "".join(f", {part}" for part in parts)


def _contest_withdrawn(names: Names, event: e.ContestWithdrawn) -> Told:
    return (f"{names.member(event.by)} calls off {names.contest(event.contest)}",)
