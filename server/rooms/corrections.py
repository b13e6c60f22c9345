"""
Decisions that put right what happened: a roll retracted, one's own last intent undone.

Whether an undo is refused is judged by what everybody sees who will see it done: what is hidden
from one of them is neither asked nor told, be it built on the intent or done since.
"""

from collections.abc import Mapping

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, ProposalId, RollId
from protocol.views import ProposalView
from protocol.words import ProposalKind, TrackerName
from server.rooms.audience import EVERYONE, Audience, members
from server.rooms.commands import RecalledDeed, RecalledRoll
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal, not_found
from server.rooms.retracting import put_back, retract
from server.rooms.second_word import (
    ask_to_retract,
    needs_second_word,
    refuse_changed,
    refuse_own_word,
)
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import Viewer, sees, tracker_audience, viewer_of

UNDO_WITHIN_MS = 30_000
"""How long an intent can be undone; the server's clock counts."""


# --- retracting ----------------------------------------------------------------------------------


def retract_roll(
    deed: Deed, actor: MemberState, intent: i.RetractRoll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Let a roll count no more, or ask a second Storyteller whether it may."""
    refusal = refuse_retracting(recalled)
    if refusal is not None or recalled is None:
        return refusal
    if needs_second_word(deed.state, actor):
        return ask_to_retract(deed, actor, intent)
    retract(deed, recalled, actor.member, intent.note)
    return None


def refuse_retracting(recalled: RecalledRoll | None) -> Refusal | None:
    """Whether there is such a roll, and it still counts."""
    if recalled is None:
        return not_found("roll")
    return retracted_already(recalled)


def retracted_already(recalled: RecalledRoll | None) -> Refusal | None:
    """What is said of a roll that counts no more, to somebody who saw it."""
    if recalled is None or not recalled.is_retracted:
        return None
    return Refusal(Code.RETRACTED, "This roll was retracted.", "roll", "a roll that counts")


def retracted_by(state: RoomState, proposal: ProposalId) -> RollId | None:
    """The roll that a proposal would retract; None if it is no such proposal."""
    known = state.proposals.get(proposal)
    if known is None or known.view.kind is not ProposalKind.RETRACTION:
        return None
    return known.view.roll


def refuse_consent(
    deed: Deed, actor: MemberState, view: ProposalView, recalled: RecalledRoll | None
) -> Refusal | None:
    """Whether *actor* may consent to something being put right, and it still can be."""
    refusal = refuse_own_word(deed.state, actor, view) or refuse_changed(deed.state, view)
    if refusal is None and view.kind is ProposalKind.RETRACTION:
        return refuse_retracting(recalled)
    return refusal


# --- undoing -------------------------------------------------------------------------------------

_CAUSES = e.TrackerSet | e.DamageDealt | e.Healed | e.Fed | e.StainsAdded | e.BloodDrunk
_UNDONE = (
    _CAUSES
    | e.TrackerChanged
    | e.RollResolved
    | e.RollAttributed
    | e.RollSettled
    | e.ProposalOpened
    | e.EffectBegun
    | e.ContestOpened
    | e.RollItemised
    | e.RollProven
)
"""What an undo takes back, closes, or lets be: a roll that was settled by the way stays settled."""

_WHY: Mapping[type[e.Event], str] = {
    e.BlindRollMade: "Whoever rolled blind does not know what came of it: ask a Storyteller.",
    e.RollRerolled: "Willpower is spent, and the dice are rolled: ask a Storyteller to retract it.",
    e.ContestResolved: "A contest that was answered is the other side's too: ask a Storyteller.",
    e.ContestReacted: "Others wait for what is answered: ask a Storyteller.",
    e.ContestDecided: "A contest that was answered is the other sides' too: ask a Storyteller.",
    e.RollRevealed: "What was shown cannot be unseen.",
    e.Said: "What was said was heard.",
    e.RequestAnswered: "What was asked for has its answer: ask a Storyteller.",
    e.EffectEnded: "It used up or ended what held somebody: ask a Storyteller.",
    e.EffectChanged: "It moved on what holds somebody: ask a Storyteller.",
    e.WillpowerSpent: "It counts in this turn: ask a Storyteller to retract it.",
    e.BloodSpent: "It counts in this turn: ask a Storyteller to put it right.",
    e.ProposalConfirmed: "What was confirmed has happened: put its trackers right by hand.",
    e.RollRetracted: "What was retracted stays so: roll again.",
    e.CharacterUnhidden: "Whoever was shown cannot be unseen.",
    e.ExperienceSpent: "Experience is spent: ask a Storyteller to give it back.",
    e.MemberRemoved: "Somebody who was removed comes back by an invite.",
}

_ELSE = "This is not undone: do what puts it right."


def undo(
    deed: Deed, actor: MemberState, _intent: i.Undo, recalled: RecalledDeed | None
) -> Refusal | None:
    """Take back the sender's own last intent."""
    if recalled is None:
        return not_found("intent")
    if deed.at_ms - recalled.at_ms > UNDO_WITHIN_MS:
        seconds = UNDO_WITHIN_MS // 1000
        return _cannot(f"Only what is younger than {seconds} seconds is undone: ask a Storyteller.")
    shown = _shown_to(recalled, viewer_of(actor))
    if shown is None:
        return _cannot(_why_never(recalled, viewer_of(actor)))
    if any(audience.covers(shown) for audience in recalled.since):
        return _cannot("You have done something else since: only the last is undone.")
    refusal = _refuse_undo(deed, shown, recalled)
    if refusal is not None:
        return refusal
    _take_back(deed, actor, recalled)
    return None


def _why_never(recalled: RecalledDeed, viewer: Viewer) -> str:
    """Why a deed is of a kind that is not undone, from what *viewer* saw of it."""
    seen = [type(r.event) for r in recalled.events if sees(r.audience, viewer)]
    if not seen:
        return "There is nothing in it that is yours to undo."
    return next((_WHY[kind] for kind in seen if kind in _WHY), _ELSE)


def _shown_to(recalled: RecalledDeed, viewer: Viewer) -> Audience | None:
    """Who will see that a deed is undone; None where *viewer* saw nothing of it that can be."""
    audiences = [
        recorded.audience
        for recorded in recalled.events
        if isinstance(recorded.event, _CAUSES | e.RollResolved) and sees(recorded.audience, viewer)
    ]
    if not audiences:
        return None
    if any(audience.everyone for audience in audiences):
        return EVERYONE
    return members(member for audience in audiences for member in audience.members)


def _cannot(why: str) -> Refusal:
    return Refusal(Code.NOT_UNDOABLE, why, "intent", "your own last intent, while nothing followed")


def _refuse_undo(deed: Deed, shown: Audience, recalled: RecalledDeed) -> Refusal | None:
    """Judged by what all in *shown* saw of the deed, and see of what became of it."""
    seen = [r.event for r in recalled.events if r.audience.covers(shown)]
    for event in seen:
        is_lasting = isinstance(event, e.Healed) and (event.mended or event.recovery is not None)
        if is_lasting:
            return _cannot("It counts once in its time: ask a Storyteller to put it right.")
        if not isinstance(event, _UNDONE) and not _is_outcome_at_once(event):
            return _cannot(_WHY.get(type(event), _ELSE))
    if any(_is_built_on(deed, shown, event, seen) for event in seen):
        return _cannot("Something was built on it since: ask a Storyteller.")
    return None


def _is_outcome_at_once(event: e.Event) -> bool:
    """Whether it tells how a roll came out that hides its pool: it is taken back with its roll."""
    return isinstance(event, e.RollRevealed) and event.at_once


def _is_built_on(deed: Deed, shown: Audience, event: e.Event, seen: list[e.Event]) -> bool:
    state = deed.state
    match event:
        case e.RollResolved():
            standing = state.standing.get(event.roll)
            contest = None if event.contest is None else state.contests.get(event.contest)
            if event.contest is not None and (contest is None or contest.is_touched):
                return True
            return event.is_standing and (standing is None or standing.receipt != event.receipt)
        case e.ProposalOpened():
            return event.proposal.proposal not in state.proposals
        case e.EffectBegun():
            held = state.effects.get(event.effect.effect)
            return held is None or held.view != event.effect
        case e.TrackerChanged():
            return _is_changed_again(state, shown, event, seen)
        case _:
            return False


def _is_changed_again(
    state: RoomState, shown: Audience, change: e.TrackerChanged, seen: list[e.Event]
) -> bool:
    """Whether a tracker has another value than the deed left it with, which all in *shown* see."""
    character = state.characters.get(change.character)
    if character is None:
        return True
    if not tracker_audience(character, change.tracker).covers(shown):
        return False
    named = (change.character, change.tracker)
    changes = [each for each in seen if isinstance(each, e.TrackerChanged)]
    left = [each.after for each in changes if (each.character, each.tracker) == named]
    return character.trackers.get(change.tracker) != left[-1]


def _take_back(deed: Deed, actor: MemberState, recalled: RecalledDeed) -> None:
    changes = tuple(r.event for r in recalled.events if isinstance(r.event, e.TrackerChanged))
    rolls = [r for r in recalled.events if isinstance(r.event, e.RollResolved)]
    if recalled.roll is not None and rolls:
        retract(deed, recalled.roll, actor.member, is_undo=True)
    for recorded in recalled.events:
        event = recorded.event
        if isinstance(event, e.EffectBegun) and event.effect.effect in deed.state.effects:
            deed.record(e.EffectEnded(effect=event.effect.effect, by=actor.member))
        elif isinstance(event, e.ProposalOpened) and not rolls:
            if event.proposal.proposal in deed.state.proposals:
                deed.record(e.ProposalLapsed(proposal=event.proposal.proposal))
        elif isinstance(event, _CAUSES):
            touched = _seen_by(deed, recorded.audience, event.character, changes)
            undone = e.ChangeUndone(character=event.character, trackers=touched, by=actor.member)
            deed.record(undone, to=recorded.audience)
    if not rolls:
        put_back(deed, changes)


def _seen_by(
    deed: Deed, audience: Audience, character: CharacterId, changes: tuple[e.TrackerChanged, ...]
) -> tuple[TrackerName, ...]:
    """The trackers of a character that *changes* changed, as far as all in *audience* see them."""
    known = deed.state.characters.get(character)
    touched = {change.tracker for change in changes if change.character == character}
    if known is None:
        return ()
    return tuple(t for t in sorted(touched) if tracker_audience(known, t).covers(audience))
