"""The events about contests, proposals and the clocks of the fiction, in words."""

from typing import assert_never

from protocol import events as e
from protocol.views import ActingView, HarmRow
from server.replay.names import Names
from server.replay.plain import counted, damage_of, joined, noted, titled, value_of, words
from server.replay.receipt_words import explained
from server.replay.told_contests import tell_contest
from server.replay.told_people import Told

BusinessEvent = (
    e.ContestDecided
    | e.ContestOpened
    | e.ContestReacted
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
        case (
            e.ContestOpened() | e.ContestReacted() | e.ContestResolved() | e.ContestDecided()
            | e.ContestWithdrawn()
        ):  # fmt: skip
            return tell_contest(names, event)
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


def _proposal_opened(names: Names, event: e.ProposalOpened) -> Told:
    proposal = event.proposal
    details = []
    if proposal.damage is not None:
        details.append(f"It would deal {damage_of(proposal.damage)}.")
        if proposal.damage.why:
            details.append(proposal.damage.why)
        if proposal.damage.takes is not None:
            details.append(f"Enough for the called shot: {words(proposal.damage.takes)}.")
    details += [_harm(names, row) for row in proposal.rows]
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
    if proposal.member is not None:
        taker = names.member(proposal.member)
        headline = f"{names.proposal(proposal.proposal)} is offered to {taker}"
        return (headline[0].upper() + headline[1:], *noted(proposal.note))
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
    rows = tuple(_harm(names, row) for row in event.rows)
    return (headline, *damage, *rows, *noted(event.note))


def _harm(names: Names, row: HarmRow) -> str:
    """What one side does to another, and how it comes to be."""
    weapon = f" + weapon {row.weapon}" if row.weapon else ""
    halved = ", halved" if row.halved else ""
    target, by = names.character(row.character), names.character(row.by)
    return f"{damage_of(row.damage)} of {target}{halved}, by {by} (margin {row.margin}{weapon})."


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
