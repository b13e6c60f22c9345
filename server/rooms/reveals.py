"""Decisions about reveals: a roll shown to more members, never the hidden character behind it."""

from collections.abc import Iterable

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import MemberId
from protocol.receipts import Receipt
from protocol.words import RevealPart, Visibility
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience, members
from server.rooms.commands import RecalledRoll
from server.rooms.corrections import retracted_already
from server.rooms.deed import Deed
from server.rooms.itemising import merged_receipt, told_to
from server.rooms.outcomes import outcome_of
from server.rooms.refusal import Refusal, not_found
from server.rooms.state import MemberState
from server.rooms.visibility import includes, sees, viewer_of


def reveal_roll(
    deed: Deed, actor: MemberState, intent: i.RevealRoll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Show a roll as it was recorded; nothing is un-revealed."""
    if recalled is None:
        return not_found("roll")
    refusal = refuse_reveal(deed, recalled, intent.to, intent.part) or _refuse_fixed(
        deed, actor, recalled
    )
    if refusal is not None:
        return refusal
    show(deed, recalled, actor.member, intent.to, intent.part)
    return None


def refuse_reveal(
    deed: Deed, recalled: RecalledRoll, to: tuple[MemberId, ...] | None, part: RevealPart
) -> Refusal | None:
    """Whether there is nothing to show, or nobody to show it to."""
    gone = retracted_already(recalled)
    if gone is not None:
        return gone
    if to is not None and any(name not in deed.state.members for name in to):
        return Refusal(
            Code.NOT_FOUND, "A reveal names somebody who is not here.", "to", "members of the room"
        )
    seen_by = recalled.audience
    if part is RevealPart.WHOLE and recalled.proofs.may_have is not None:
        # Who sees the dice may still be shown what they follow from.
        seen_by = seen_by.narrowed_to(recalled.proofs.may_have)
    elif part is RevealPart.OUTCOME and recalled.shown is not None:
        seen_by = seen_by.joined_by(recalled.shown.audience)
    if seen_by.everyone or (to is not None and _all_see(deed, seen_by, to)):
        return Refusal(
            Code.NOTHING_TO_DO, "All of these see this roll already.", "to", "somebody else"
        )
    return None


def _refuse_fixed(deed: Deed, actor: MemberState, recalled: RecalledRoll) -> Refusal | None:
    """Whether a Storyteller who asked for the roll said who sees it: only Storytellers show it."""
    asked = recalled.roll.request
    request = None if asked is None else deed.state.requests.get(asked)
    if actor.is_storyteller or request is None:
        return None
    if request.view.visibility in (None, Visibility.PUBLIC) and not request.view.hide_pool:
        return None
    return Refusal(
        Code.VISIBILITY_NOT_ALLOWED,
        "The Storyteller who asked for this roll said who sees it.",
        "roll",
        "a roll of your own; or ask a Storyteller to show this one",
    )


def show(
    deed: Deed,
    recalled: RecalledRoll,
    by: MemberId,
    to: tuple[MemberId, ...] | None,
    part: RevealPart,
) -> None:
    """Record that a roll is shown to everyone (*to* None) or to some."""
    audience = EVERYONE if to is None else members(to)
    roll = recalled.roll
    successes, outcome = outcome_of(roll.receipt)
    is_whole = part is RevealPart.WHOLE
    deed.record(
        e.RollRevealed(
            roll=roll.roll,
            by=by,
            member=roll.member,
            character=None if recalled.was_hidden else roll.character,
            label=roll.label,
            part=part,
            rolled_at_ms=recalled.at_ms,
            source=roll.source,
            receipt=_receipt_for(deed, recalled, audience) if is_whole else None,
            successes=successes,
            outcome=outcome,
            proof=recalled.proofs.proof if is_whole else None,
            reroll_proofs=recalled.proofs.rerolls if is_whole else (),
        ),
        asked=audience,
    )


def _receipt_for(deed: Deed, recalled: RecalledRoll, audience: Audience) -> Receipt:
    """
    The receipt as *audience* may see it: trackers are kept from them as they are now.

    One of a character who was hidden stays without its parts, for they would tell whose it was.
    """
    receipt, whose = recalled.roll.receipt, recalled.true_character
    is_gone = whose is not None and whose not in deed.state.characters
    if is_gone or (recalled.was_hidden and not includes(deed.state, STORYTELLERS, audience)):
        return merged_receipt(receipt)
    character = None if whose is None else deed.state.characters[whose]
    return told_to(deed.state, receipt, audience, character)


def _all_see(deed: Deed, audience: Audience, those: Iterable[MemberId]) -> bool:
    people = deed.state.members
    return all(sees(audience, viewer_of(people[member])) for member in those)
