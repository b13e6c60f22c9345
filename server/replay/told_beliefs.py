"""What a table keeps of its characters beside dice, in words: beliefs, ties, experience."""

from typing import assert_never

from protocol import events as e
from protocol.belief_views import TouchstoneView
from protocol.belief_words import TouchstoneState
from protocol.ids import CharacterId, MemberId
from server.replay.names import Names
from server.replay.plain import counted, noted, words
from server.replay.told_people import Told

BeliefEvent = (
    e.TenetsSet
    | e.BeliefsNoted
    | e.BeliefsHidden
    | e.BondNoted
    | e.RegnantKept
    | e.BondRemoved
    | e.BoonNoted
    | e.BoonRemoved
    | e.ExperienceAwarded
    | e.ExperienceSpent
)


def tell_belief(names: Names, event: BeliefEvent) -> Told:
    """Say what is believed, who is tied to whom, and what somebody learnt."""
    match event:
        case e.TenetsSet():
            tenets = tuple(f"Tenet: {tenet}" for tenet in event.tenets)
            return (f"{names.member(event.by)} sets the tenets of the chronicle", *tenets)
        case e.BeliefsNoted():
            return _beliefs_noted(names, event)
        case e.BeliefsHidden():
            return (f"No longer shown of {names.character(event.character)}: what it believes",)
        case e.BondNoted():
            return _bond_noted(names, event)
        case e.RegnantKept():
            who = _party(names, event.regnant, event.regnant_name)
            return (f"The regnant of {names.bond(event.bond)} is {who}",)
        case e.BondRemoved():
            return (_off(names, event.by, names.bond(event.bond)),)
        case e.BoonNoted():
            return _boon_noted(names, event)
        case e.BoonRemoved():
            return (_off(names, event.by, names.boon(event.boon)),)
        case e.ExperienceAwarded():
            return _awarded(names, event)
        case e.ExperienceSpent():
            return _spent(names, event)
        case _:
            assert_never(event)


def _beliefs_noted(names: Names, event: e.BeliefsNoted) -> Told:
    beliefs = event.beliefs
    return (
        f"What {names.character(event.character)} believes{_says(names, event.by)}",
        *(f"Conviction: {conviction}" for conviction in beliefs.convictions),
        *(f"Touchstone: {_touchstone(each)}" for each in beliefs.touchstones),
    )


def _touchstone(touchstone: TouchstoneView) -> str:
    tied = f", for “{touchstone.conviction}”" if touchstone.conviction else ""
    state = touchstone.state
    fate = "" if state is TouchstoneState.ALIVE else f" ({words(state)})"
    return f"{touchstone.name}{fate}{tied}"


def _bond_noted(names: Names, event: e.BondNoted) -> Told:
    bond = event.bond
    regnant = "somebody" if bond.is_veiled else _party(names, bond.regnant, bond.regnant_name)
    drinks = counted(bond.drinks, "drink", "drinks")
    strength = f", a bond of strength {bond.strength}" if bond.strength else ""
    who = f"{names.character(bond.character)} to {regnant}"
    told = f"A blood bond of {who}{_says(names, event.by)}: {drinks}{strength}"
    return (told, *noted(event.note))


def _boon_noted(names: Names, event: e.BoonNoted) -> Told:
    boon = event.boon
    told = f"A {words(boon.size)} boon, {words(boon.state)}{_says(names, event.by)}"
    debtor = _party(names, boon.debtor, boon.debtor_name)
    creditor = _party(names, boon.creditor, boon.creditor_name)
    return (f"{told}: {debtor} to {creditor}", *((f"For: {boon.text}",) if boon.text else ()))


def _says(names: Names, by: MemberId | None) -> str:
    """Who says so; nobody, where it is only shown to others than before."""
    return "" if by is None else f", says {names.member(by)}"


def _off(names: Names, by: MemberId | None, what: str) -> str:
    if by is None:
        return f"No longer shown: {what}"
    return f"{names.member(by)} takes {what} off the list"


def _awarded(names: Names, event: e.ExperienceAwarded) -> Told:
    points = counted(abs(event.points), "point", "points")
    by, whom = names.member(event.by), names.character(event.character)
    if event.points < 0:
        told = f"{by} takes {points} of experience back from {whom}"
    else:
        told = f"{by} awards {whom} {points} of experience"
    return (told, *_why(event.reason), _has(event))


def _spent(names: Names, event: e.ExperienceSpent) -> Told:
    points = counted(abs(event.points), "point", "points")
    by, whom = names.member(event.by), names.character(event.character)
    if event.points < 0:
        told = f"{by} gives {whom} {points} of experience back: {event.on}"
    else:
        told = f"{by} spends {points} of experience of {whom} on {event.on}"
    return (told, _has(event))


def _has(event: e.ExperienceAwarded | e.ExperienceSpent) -> str:
    return f"{event.experience.unspent} of {event.experience.total} unspent."


def _why(reason: str) -> tuple[str, ...]:
    return (f"For: {reason}",) if reason else ()


def _party(names: Names, character: CharacterId | None, name: str) -> str:
    """Who is meant: a character by the name it has for the viewer, or somebody else by name."""
    return name if character is None else names.known_as(character, name)
