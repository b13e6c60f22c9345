"""
How a contest comes out, and what its margin proposes.

It is worked out when both sides have rolled, and again when one of them is rerolled while that
is still possible; what it proposed before lapses then.
"""

from collections.abc import Sequence

from protocol import events as e
from protocol.ids import ContestId
from protocol.words import ProposalKind
from server.rooms.arming import blows
from server.rooms.contest_pairs import decide_contest
from server.rooms.contest_sides import margin_in_words, outcome_of, side_of
from server.rooms.contest_state import ContestState, SideState
from server.rooms.deed import Deed
from server.rooms.house import rules_by
from server.rooms.settling import open_contest_consequences, propose, settle
from server.rules.v5.conflicts import ContestResult
from server.rules.v5.conflicts import resolve_contest as resolve_by_rules
from server.rules.v5.reading import Reading


def resolve_contest(deed: Deed, contest_id: ContestId, second: SideState | None = None) -> None:
    """
    Read both sides against each other and propose the damage of the margin.

    *second* is the side that just answered; without it the contest is read again, if both sides
    have rolled at all.
    """
    contest = deed.state.contests[contest_id]
    if contest.is_decided:
        decide_contest(deed, contest)
        return
    is_first_reading = second is not None
    second = second or contest.second
    if second is None:
        return
    for proposal in contest.proposals:
        deed.record(e.ProposalLapsed(proposal=proposal))
    rules = rules_by(contest.receipts[contest.first.roll])
    sides = (contest.first, second)
    result = resolve_by_rules(side_of(contest, contest.first), side_of(contest, second), rules)
    views = (
        _side_view(sides[0], result.readings[0]),
        _side_view(sides[1], result.readings[1]),
    )
    winner = None if result.winner is None else sides[result.winner].character
    deed.record(
        e.ContestResolved(
            contest=contest_id,
            sides=views,
            winner=winner,
            margin=result.margin,
            why=margin_in_words(
                result.readings[0].successes,
                result.readings[1].successes,
                result.margin,
                is_won=winner is not None,
            ),
        )
    )
    _propose_damage(deed, contest, sides, result)
    if contest.is_opposing:
        # The opposed roll has its own price; that of the other opens once, when it settles.
        if is_first_reading and second.roll not in deed.state.standing:
            _open_prices(deed, contest, sides[1:], result.readings[1:])
    elif contest_id not in deed.state.contests:
        _open_prices(deed, contest, sides, result.readings)


def close_contest_if_decided(deed: Deed, contest_id: ContestId | None) -> None:
    """Once all that a margin proposed is decided, the sides stand as they are."""
    if contest_id is None:
        return
    contest = deed.state.contests.get(contest_id)
    if contest is None or contest.is_waiting or contest.proposals:
        return
    for roll in tuple(deed.state.standing.values()):
        if roll.contest == contest_id:
            settle(deed, roll)


def _propose_damage(
    deed: Deed,
    contest: ContestState,
    sides: tuple[SideState, SideState],
    result: ContestResult,
) -> None:
    for hurt, other in ((0, 1), (1, 0)):
        amount = result.damage[hurt]
        target = deed.state.characters.get(sides[hurt].character)
        if amount <= 0 or target is None:
            continue
        dealt = blows(
            sides[other],
            sides[hurt],
            target,
            conflict=contest.conflict,
            amount=amount,
            called=contest.receipts[sides[other].roll].called_shot,
        )
        for damage in dealt:
            propose(
                deed,
                ProposalKind.CONTEST_DAMAGE,
                contest.audience,
                character=sides[hurt].character,
                contest=contest.contest,
                damage=damage,
            )


def _open_prices(
    deed: Deed,
    contest: ContestState,
    sides: Sequence[SideState],
    readings: Sequence[Reading],
) -> None:
    open_contest_consequences(
        deed,
        contest,
        [(side, outcome_of(reading)) for side, reading in zip(sides, readings, strict=True)],
    )


def _side_view(side: SideState, reading: Reading) -> e.ContestSide:
    return e.ContestSide(
        character=side.character,
        member=side.member,
        roll=side.roll,
        weapon=side.weapon,
        damage_kind=side.damage_kind,
        successes=reading.successes,
        margin=reading.margin,
        outcome=outcome_of(reading),
        arms=side.arms,
    )
