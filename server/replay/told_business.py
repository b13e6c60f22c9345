"""The events about contests, proposals and the clocks of the fiction, in words."""

from typing import assert_never

from protocol import events as e
from protocol.views import ActingView
from server.replay.names import Names
from server.replay.plain import counted, damage_of, joined, noted, titled, value_of, words
from server.replay.receipt_words import explained
from server.replay.told_people import Told

BusinessEvent = (
    e.ContestOpened
    | e.ContestResolved
    | e.ContestWithdrawn
    | e.ProposalOpened
    | e.ProposalConfirmed
    | e.ProposalDismissed
    | e.ProposalLapsed
    | e.SessionStarted
    | e.SessionEnded
    | e.ClockBegun
    | e.ClockEnded
    | e.TurnOrdered
)


def tell_business(names: Names, event: BusinessEvent) -> Told:
    """Say what is between characters, what waits for a Storyteller, or what time it is."""
    match event:
        case e.ContestOpened():
            return _contest_opened(names, event)
        case e.ContestResolved():
            return _contest_resolved(names, event)
        case e.ContestWithdrawn():
            return _contest_withdrawn(names, event)
        case e.ProposalOpened():
            return _proposal_opened(names, event)
        case e.ProposalConfirmed():
            return _proposal_confirmed(names, event)
        case e.ProposalDismissed():
            return _proposal_dismissed(names, event)
        case e.ProposalLapsed():
            return _proposal_lapsed(names, event)
        case e.SessionStarted():
            return _session_started(names, event)
        case e.SessionEnded():
            return _session_ended(names, event)
        case e.ClockBegun():
            return _clock_begun(names, event)
        case e.ClockEnded():
            return _clock_ended(names, event)
        case e.TurnOrdered():
            return _turn_ordered(names, event)
        case _:
            assert_never(event)


def _contest_opened(names: Names, event: e.ContestOpened) -> Told:
    contest = event.contest
    who = names.actor(contest.by, contest.character)
    against = names.character(contest.against)
    return (f"{who} opens a {contest.conflict} contest against {against}",)


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
    weapon = f", weapon {side.weapon}" if side.weapon else ""
    return f"{names.character(side.character)}: {successes}{outcome}{weapon}{_arms(side)}."


def _arms(side: e.ContestSide) -> str:
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


def _proposal_opened(names: Names, event: e.ProposalOpened) -> Told:
    proposal = event.proposal
    details = []
    if proposal.damage is not None:
        details.append(f"It would deal {damage_of(proposal.damage)}.")
        if proposal.damage.why:
            details.append(proposal.damage.why)
        if proposal.damage.takes is not None:
            details.append(f"Enough for the called shot: {words(proposal.damage.takes)}.")
    if proposal.difficulty is not None:
        details.append(f"Difficulty {proposal.difficulty}.")
    if proposal.claim is not None:
        details.append(f"{names.member(proposal.claim.member)} asks to win without dice.")
        details += explained(proposal.claim.receipt)
    if proposal.correction is not None:
        right = proposal.correction
        change = f"from {value_of(right.before)} to {value_of(right.after)}"
        details.append(f"{titled(right.tracker)} would go {change}.")
        details += noted(proposal.note)
    if proposal.options:
        details.append(f"To choose from: {joined([words(o) for o in proposal.options])}.")
    if proposal.fallback:
        details.append(f"If nothing else fits: {joined([words(o) for o in proposal.fallback])}.")
    if proposal.invites:
        invites = counted(len(proposal.invites), "open invite", "open invites")
        details.append(f"{invites} may be known to somebody who is gone.")
    return (f"The Storyteller is asked about {names.proposal(proposal.proposal)}", *details)


def _proposal_confirmed(names: Names, event: e.ProposalConfirmed) -> Told:
    choice = f": {words(event.choice)}" if event.choice is not None else ""
    damage = (f"It deals {damage_of(event.damage)}.",) if event.damage is not None else ()
    headline = f"{names.member(event.by)} confirms {names.proposal(event.proposal)}{choice}"
    return (headline, *damage, *noted(event.note))


def _proposal_dismissed(names: Names, event: e.ProposalDismissed) -> Told:
    headline = f"{names.member(event.by)} lets {names.proposal(event.proposal)} go"
    return (headline, *noted(event.note))


def _proposal_lapsed(names: Names, event: e.ProposalLapsed) -> Told:
    return (f"Not asked any more: {names.proposal(event.proposal)}",)


def _session_started(names: Names, event: e.SessionStarted) -> Told:
    return (f"Session {event.session} begins, says {names.member(event.by)}",)


def _session_ended(names: Names, event: e.SessionEnded) -> Told:
    return (f"Session {event.session} ends, says {names.member(event.by)}",)


def _turn_ordered(names: Names, event: e.TurnOrdered) -> Told:
    groups = [joined([_acts(names, acting) for acting in group]) for group in event.order]
    return (f"Who acts in this turn: {'; then '.join(groups)}",)


def _acts(names: Names, acting: ActingView) -> str:
    rating = "" if acting.initiative is None else f" {acting.initiative}"
    return f"{names.character(acting.character)}{rating} ({words(acting.step)})"


def _clock_begun(names: Names, event: e.ClockBegun) -> Told:
    title = f", {event.title}" if event.title else ""
    clock = event.clock.capitalize()
    return (f"{clock} {event.number}{title} begins, says {names.member(event.by)}",)


def _clock_ended(names: Names, event: e.ClockEnded) -> Told:
    clock = event.clock.capitalize()
    return (f"{clock} {event.number} ends, says {names.member(event.by)}",)
