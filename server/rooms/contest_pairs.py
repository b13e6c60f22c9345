"""
How a contest of several sides comes out: the side that began it is read against each opponent.

What all the pairs do to whom is one piece of business, with a row for each blow.
"""

from msgspec import Struct

from protocol import events as e
from protocol.ids import CharacterId
from protocol.views import DamageView, HarmRow
from protocol.words import DamageKind, Outcome, ProposalKind, Reaction, TrackName
from server.rooms.arming import blows
from server.rooms.contest_sides import margin_in_words, outcome_of, side_of
from server.rooms.contest_state import ContestState, SideState
from server.rooms.deed import Deed
from server.rooms.house import rules_by
from server.rooms.judgements import reread
from server.rooms.settling import open_contest_consequences, propose
from server.rooms.state import CharacterState
from server.rooms.trackers import is_halved
from server.rules.v5.conflicts import resolve_contest as resolve_by_rules

_BEST_FIRST = (
    Outcome.MESSY_CRITICAL,
    Outcome.CRITICAL,
    Outcome.SUCCESS,
    None,
    Outcome.BESTIAL_FAILURE,
    Outcome.TOTAL_FAILURE,
    Outcome.FAILURE,
)


class Blow(Struct, frozen=True, gc=False):
    """What one side deals another: the margin with the weapon, before kind and armour."""

    by: SideState
    character: CharacterId
    margin: int
    amount: int
    defender: SideState | None = None


def decide_contest(deed: Deed, contest: ContestState) -> None:
    """
    Read the side that began *contest* against each opponent that is left, and propose the harm.

    House rule: its roll has one price. It is messy if it is against anybody whom it beats, and
    bestial only if it beats nobody, since the sources speak of two sides alone.
    """
    for proposal in contest.proposals:
        deed.record(e.ProposalLapsed(proposal=proposal))
    answers = {side.character: side for side in contest.answers}
    pairs: list[e.ContestPair] = []
    dealt: list[Blow] = []
    for character in contest.opponents:
        if character in answers:
            pair, more = _against_roll(contest, answers[character])
        elif character in contest.forgone:
            pair, more = _against_difficulty(contest, character)
        else:
            continue
        pairs.append(pair)
        dealt += more
    first = contest.first
    reached = {pair.first_outcome for pair in pairs}
    deed.record(
        e.ContestDecided(
            contest=contest.contest,
            character=first.character,
            member=first.member,
            roll=first.roll,
            successes=contest.receipts[first.roll].successes,
            outcome=next(outcome for outcome in _BEST_FIRST if outcome in reached),
            pairs=tuple(pairs),
            weapon=first.weapon,
            damage_kind=first.damage_kind,
            arms=first.arms,
        )
    )
    rows = tuple(row for blow in dealt for row in _rows(deed, contest, blow))
    if rows:
        propose(
            deed,
            ProposalKind.CONTEST_HARM,
            contest.audience,
            contest=contest.contest,
            rows=rows,
        )
    if contest.contest not in deed.state.contests:
        outcomes = {pair.roll: pair.outcome for pair in pairs}
        outcomes[first.roll] = next(o for o in _BEST_FIRST if o in reached)
        open_contest_consequences(
            deed, contest, [(side, outcomes.get(side.roll)) for side in contest.sides]
        )


def _against_roll(contest: ContestState, other: SideState) -> tuple[e.ContestPair, list[Blow]]:
    first = contest.first
    rules = rules_by(contest.receipts[first.roll])
    result = resolve_by_rules(side_of(contest, first), side_of(contest, other), rules)
    mine, theirs = result.readings
    sides = (first, other)
    winner = None if result.winner is None else sides[result.winner].character
    pair = e.ContestPair(
        character=other.character,
        reaction=Reaction.ROLLED,
        winner=winner,
        difference=result.margin,
        why=margin_in_words(
            mine.successes, theirs.successes, result.margin, is_won=winner is not None
        ),
        first_margin=mine.margin,
        first_outcome=outcome_of(mine),
        member=other.member,
        roll=other.roll,
        weapon=other.weapon,
        damage_kind=other.damage_kind,
        arms=other.arms,
        successes=theirs.successes,
        margin=theirs.margin,
        outcome=outcome_of(theirs),
    )
    to_first, to_other = result.damage
    dealt = []
    if to_other > 0:
        dealt.append(Blow(first, other.character, result.margin, to_other, other))
    if to_first > 0:
        dealt.append(Blow(other, first.character, result.margin, to_first, first))
    return pair, dealt


def _against_difficulty(
    contest: ContestState, character: CharacterId
) -> tuple[e.ContestPair, list[Blow]]:
    """Who does not react is hit by whoever meets the Difficulty (A9.3)."""
    first, difficulty = contest.first, contest.forgone[character]
    read = reread(contest.receipts[first.roll], difficulty)
    difference = read.successes - difficulty
    is_won = difference >= 0
    pair = e.ContestPair(
        character=character,
        reaction=Reaction.NONE,
        winner=first.character if is_won else None,
        difference=max(difference, 0),
        why=f"{read.successes} successes against Difficulty {difficulty}, without a reaction.",
        first_margin=read.margin,
        first_outcome=read.outcome,
        difficulty=difficulty,
    )
    amount = difference + first.weapon
    hit = is_won and amount > 0
    return pair, [Blow(first, character, difference, amount)] if hit else []


def _rows(deed: Deed, contest: ContestState, blow: Blow) -> list[HarmRow]:
    target = deed.state.characters.get(blow.character)
    if target is None:
        return []
    dealt = blows(
        blow.by,
        blow.defender,
        target,
        conflict=contest.conflict,
        amount=blow.amount,
        called=contest.receipts[blow.by.roll].called_shot,
    )
    # In a tie a weapon counts by the house's word alone, so it is what is left of the amount.
    weapon = min(blow.by.weapon, blow.amount)
    return [_row(target, blow, weapon, damage) for damage in dealt]


def _row(target: CharacterState, blow: Blow, weapon: int, damage: DamageView) -> HarmRow:
    return HarmRow(
        character=target.character,
        by=blow.by.character,
        margin=blow.margin,
        weapon=weapon,
        damage=damage,
        halved=damage.track is TrackName.HEALTH
        and damage.kind is DamageKind.SUPERFICIAL
        and is_halved(target),
    )
