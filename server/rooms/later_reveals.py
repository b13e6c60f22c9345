"""
Decisions about reveals that come later: at a time that a Storyteller set, or by a player's wish.

What waits is the Storytellers' alone. Whoever asks for a blind roll does not know its id, and so
names the character it was for.
"""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import ProposalId, RevealId, RollId
from protocol.views import ProposalView, RevealView
from protocol.words import ProposalKind, RevealPart
from server.rooms.audience import members
from server.rooms.commands import RecalledRoll
from server.rooms.deed import Deed
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal, not_found
from server.rooms.reveals import refuse_reveal, show
from server.rooms.state import MemberState, RoomState


def schedule_reveal(
    deed: Deed, actor: MemberState, intent: i.ScheduleReveal, recalled: RecalledRoll | None
) -> Refusal | None:
    """Let a roll be shown at a time."""
    if recalled is None:
        return not_found("roll")
    refusal = refuse_reveal(deed, recalled, intent.to, intent.part)
    if refusal is not None:
        return refusal
    limit = deed.limits.max_reveals
    if len(deed.state.reveals) >= limit:
        return Refusal(
            Code.LIMIT_REACHED, f"{limit} reveals wait already.", None, "cancel one of them first"
        )
    reveal = RevealId(derived_id(deed.commit_id, "reveal"))
    deed.record(
        e.RevealScheduled(
            reveal=RevealView(
                reveal=reveal,
                roll=intent.roll,
                by=actor.member,
                part=intent.part,
                due_at_ms=deed.at_ms + 1_000 * intent.in_s,
                to=intent.to,
            )
        )
    )
    deed.created = reveal
    return None


def cancel_reveal(deed: Deed, actor: MemberState, intent: i.CancelReveal) -> Refusal | None:
    """Call it off."""
    deed.record(e.RevealCancelled(reveal=intent.reveal, by=actor.member))
    return None


def let_reveal_come(deed: Deed, reveal: RevealView, recalled: RecalledRoll | None) -> None:
    """Show what was to be shown, to those of them who are still here and do not see it yet."""
    deed.record(e.RevealDue(reveal=reveal.reveal))
    to = reveal.to
    if to is not None:
        to = tuple(member for member in to if member in deed.state.members)
    if recalled is None or to == ():
        return
    if refuse_reveal(deed, recalled, to, reveal.part) is None:
        show(deed, recalled, reveal.by, to, reveal.part)


def ask_reveal(deed: Deed, actor: MemberState, intent: i.AskReveal) -> Refusal | None:
    """Ask to be shown the last blind roll for a character."""
    roll = deed.state.blind.get(intent.character)
    if roll is None:
        return Refusal(
            Code.NOTHING_TO_DO,
            "Nobody rolled blind for this character.",
            "character",
            "a character with a blind roll",
        )
    own = members((actor.member,))
    open_ = (p.view for p in deed.state.proposals.values() if p.audience == own)
    if any(p.kind is ProposalKind.REVEAL and p.character == intent.character for p in open_):
        return Refusal(
            Code.NOTHING_TO_DO, "You asked for it already.", "character", "wait for the answer"
        )
    proposal = ProposalId(derived_id(deed.commit_id, "proposal reveal"))
    view = ProposalView(
        proposal=proposal,
        kind=ProposalKind.REVEAL,
        character=intent.character,
        by=actor.member,
        note=intent.note,
    )
    deed.record(e.ProposalOpened(proposal=view), asked=own)
    deed.record(e.RevealAsked(proposal=proposal, roll=roll))
    deed.created, deed.created_to = proposal, own
    return None


def show_what_was_asked(
    deed: Deed, actor: MemberState, asker: tuple[str, ...], recalled: RecalledRoll | None
) -> None:
    """Show a roll to whoever asked for it, if that one is still here and does not see it yet."""
    to = tuple(member for member in deed.state.members if member in asker)
    whole = RevealPart.WHOLE
    if recalled is None or not to or refuse_reveal(deed, recalled, to, whole) is not None:
        return
    show(deed, recalled, actor.member, to, whole)


def asked_for(state: RoomState, proposal: ProposalId) -> RollId | None:
    """The roll that a proposal to reveal is about, or None."""
    known = state.proposals.get(proposal)
    return None if known is None else known.asked
