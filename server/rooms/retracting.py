"""Letting a roll count no more: what waits for it closes, what it held ends, trackers follow."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import ContestId, MemberId, RollId
from protocol.views import TrackerValue, TrackView
from server.rooms.audience import STORYTELLERS
from server.rooms.commands import RecalledRoll
from server.rooms.deed import Deed


def retract(
    deed: Deed, recalled: RecalledRoll, by: MemberId, note: str = "", *, is_undo: bool = False
) -> None:
    """Retract a roll that was read back from the log, in front of all who saw it or its outcome."""
    roll, told = recalled.roll.roll, recalled.audience
    if recalled.shown is not None:
        told = told.joined_by(recalled.shown.audience)
    deed.record(e.RollRetracted(roll=roll, by=by, note=note, is_undo=is_undo), to=told)
    _close_business(deed, roll, recalled.roll.contest, by)
    if _may_follow(deed, recalled):
        put_back(deed, recalled.changes)


def put_back(deed: Deed, changes: Iterable[e.TrackerChanged]) -> None:
    """Take back what *changes* did to trackers, as far as it is still there."""
    for change in reversed(tuple(changes)):
        character = deed.state.characters.get(change.character)
        now = None if character is None else character.trackers.get(change.tracker)
        if now is None:
            continue
        after = _without(now, change)
        if after != now:
            deed.record(
                e.TrackerChanged(
                    character=change.character, tracker=change.tracker, before=now, after=after
                )
            )


def _may_follow(deed: Deed, recalled: RecalledRoll) -> bool:
    """
    Whether trackers may follow.

    A roll that was shown without its hidden character must not move that one's trackers once it is
    hidden no more: it would tell whose the roll was.
    """
    if not recalled.was_hidden or recalled.audience == STORYTELLERS:
        return True
    character = recalled.true_character
    known = None if character is None else deed.state.characters.get(character)
    return known is None or known.hidden


def _close_business(deed: Deed, roll: RollId, contest: ContestId | None, by: MemberId) -> None:
    opposing = [
        each.contest
        for each in deed.state.contests.values()
        if each.is_opposing and each.first.roll == roll
    ]
    touched = [*opposing, *(() if contest is None else (contest,))]
    for proposal in tuple(deed.state.proposals.values()):
        of_contest = proposal.view.contest in touched
        if proposal.view.roll == roll or of_contest:
            deed.record(e.ProposalLapsed(proposal=proposal.view.proposal))
    for held in tuple(deed.state.effects.values()):
        if held.view.roll == roll:
            deed.record(e.EffectEnded(effect=held.view.effect, by=by))
    for each in touched:
        if each in deed.state.contests:
            deed.record(e.ContestWithdrawn(contest=each, by=by))


def _without(now: TrackerValue, change: e.TrackerChanged) -> TrackerValue:
    """The value *now* as if *change* had not been."""
    before, after = change.before, change.after
    if now == after:
        return before
    if isinstance(now, int) and isinstance(before, int) and isinstance(after, int):
        return max(0, now - (after - before))
    if isinstance(now, int) or isinstance(before, int) or isinstance(after, int):
        return now
    return _track_without(now, before, after)


def _track_without(now: TrackView, before: TrackView, after: TrackView) -> TrackView:
    """
    A track that changed again since: the same marks fewer or more, as far as boxes go.

    Health of V20 stays as it is, since its marks push each other along.
    """
    if now.current is not None and before.current is not None and after.current is not None:
        current = now.current - (after.current - before.current)
        return replace(now, current=min(max(0, current), now.boxes))
    if now.level is not None or now.bashing or now.lethal:
        return now
    aggravated = max(0, now.aggravated - (after.aggravated - before.aggravated))
    superficial = max(0, now.superficial - (after.superficial - before.superficial))
    aggravated = min(aggravated, now.boxes)
    superficial = min(superficial, now.boxes - aggravated)
    is_full = aggravated + superficial == now.boxes
    return replace(
        now,
        aggravated=aggravated,
        superficial=superficial,
        is_impaired=is_full,
        condition=now.condition if aggravated == now.boxes else None,
    )
