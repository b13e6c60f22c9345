"""
A house rule: what a Storyteller puts right waits for the word of a second one, where there is one.

Until then it is the Storytellers' business alone, and nothing of it shows.
"""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import ProposalId
from protocol.views import CorrectionView, ProposalView, TrackerValue
from protocol.words import ProposalKind, TrackerName
from server.rooms.audience import STORYTELLERS
from server.rooms.deed import Asked, Deed
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState, RoomState

_KINDS = (ProposalKind.RETRACTION, ProposalKind.CORRECTION)


def needs_second_word(state: RoomState, actor: MemberState) -> bool:
    """Whether what *actor* puts right needs another Storyteller's word; a player's own does not."""
    if not state.house_rules.second_consent or not actor.is_storyteller:
        return False
    return _has_other_storyteller(state, actor)


def ask_to_retract(deed: Deed, actor: MemberState, intent: i.RetractRoll) -> Refusal | None:
    """Ask another Storyteller whether a roll may count no more."""
    asked = (p.view for p in deed.state.proposals.values())
    if any(v.kind is ProposalKind.RETRACTION and v.roll == intent.roll for v in asked):
        return _waits_already("roll")
    _ask(
        deed,
        ProposalView(
            proposal=_new_proposal(deed),
            kind=ProposalKind.RETRACTION,
            roll=intent.roll,
            by=actor.member,
            note=intent.note,
        ),
    )
    return None


def ask_to_correct(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    tracker: TrackerName,
    after: TrackerValue,
    asked: Asked,
    intent: i.SetTracker | i.SetTrack,
) -> Refusal | None:
    """Ask another Storyteller whether a tracker may be put to *after*."""
    waiting = (p.view for p in deed.state.proposals.values() if p.view.correction is not None)
    if any(
        view.character == character.character
        and view.correction is not None
        and view.correction.tracker is tracker
        for view in waiting
    ):
        return _waits_already("character")
    _ask(
        deed,
        ProposalView(
            proposal=_new_proposal(deed),
            kind=ProposalKind.CORRECTION,
            character=character.character,
            by=actor.member,
            note=intent.note,
            correction=CorrectionView(
                tracker=tracker,
                before=character.trackers[tracker],
                after=after,
                visibility=asked.visibility,
                to=intent.to,
            ),
        ),
    )
    return None


def refuse_own_word(state: RoomState, actor: MemberState, view: ProposalView) -> Refusal | None:
    """Whoever asked for something to be put right may not consent, while another could."""
    if view.kind not in _KINDS or view.by != actor.member:
        return None
    if not _has_other_storyteller(state, actor):
        return None
    return Refusal(
        Code.FORBIDDEN,
        "You asked for this: another Storyteller has to consent.",
        "proposal",
        "the word of another Storyteller",
    )


def refuse_changed(state: RoomState, view: ProposalView) -> Refusal | None:
    """A correction is of the value that whoever asked for it saw."""
    if view.correction is None or view.character is None:
        return None
    now = state.characters[view.character].trackers.get(view.correction.tracker)
    if now == view.correction.before:
        return None
    return Refusal(
        Code.WRONG_STATE,
        "The tracker has changed since this was asked.",
        "proposal",
        "dismiss it, and ask for what is right by now",
    )


def _ask(deed: Deed, view: ProposalView) -> None:
    deed.record(e.ProposalOpened(proposal=view), asked=STORYTELLERS)


def _new_proposal(deed: Deed) -> ProposalId:
    return ProposalId(derived_id(deed.commit_id, "proposal"))


def _has_other_storyteller(state: RoomState, actor: MemberState) -> bool:
    others = (m for m in state.members.values() if m.member != actor.member)
    return any(m.is_storyteller for m in others)


def _waits_already(field: str) -> Refusal:
    return Refusal(Code.NOTHING_TO_DO, "This waits for another Storyteller already.", field, None)
