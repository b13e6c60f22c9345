"""
Decisions about whose a character is: a Storyteller hands it over, or an owner to whoever accepts.

An offer is a proposal between its owners, the one it is for, and the Storytellers. It lapses when
the character gets other owners, so that of two ways to hand it on one happens.
"""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import MemberId, ProposalId
from protocol.views import ProposalView
from protocol.words import ProposalKind, Role
from server.rooms.audience import members
from server.rooms.characters import refuse_owners
from server.rooms.deed import Deed
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal, not_found
from server.rooms.sight import shift_all, show_sheet
from server.rooms.stand_ins import end_stand_in_for
from server.rooms.state import CharacterState, MemberState


def set_owners(deed: Deed, actor: MemberState, intent: i.SetOwners) -> Refusal | None:
    """Hand a character to other members; what they may see begins now."""
    before = deed.state.characters[intent.character]
    owners = tuple(sorted(set(intent.owners)))
    refusal = refuse_owners(deed.state, owners, hidden=before.hidden)
    if refusal is not None:
        return refusal
    if intent.instead_of is not None and set(intent.instead_of) != set(before.owners):
        return Refusal(
            Code.WRONG_STATE,
            "Others own this character by now: somebody was faster.",
            "instead_of",
            ", ".join(before.owners) or "nobody",
        )
    if owners == before.owners:
        return Refusal(
            Code.NOTHING_TO_DO, "These members own the character already.", "owners", None
        )
    hand_over(deed, before, owners, actor)
    return None


def hand_over(
    deed: Deed, character: CharacterState, owners: tuple[MemberId, ...], by: MemberState
) -> None:
    """Let *owners* own a character: nobody stands in any more, and every offer of it lapses."""
    end_stand_in_for(deed, character, by.member)
    lapse_offers(deed, of=character)
    before = deed.state.characters[character.character]
    deed.record(e.OwnersChanged(character=before.character, owners=owners, by=by.member))
    shift_all(deed, before)
    show_sheet(deed, before.character)


def offer_character(deed: Deed, actor: MemberState, intent: i.OfferCharacter) -> Refusal | None:
    """Offer a character to a player, who has to accept."""
    character = deed.state.characters[intent.character]
    member = deed.state.members.get(intent.member)
    if member is None:
        return not_found("member")
    refusal = _refuse_taker(character, member)
    if refusal is not None:
        return refusal
    if any(_is_offer(view, character) for view in _open(deed)):
        return Refusal(
            Code.NOTHING_TO_DO,
            "This character is offered to somebody already.",
            "character",
            "take that offer back first",
        )
    proposal = ProposalId(derived_id(deed.commit_id, "proposal"))
    view = ProposalView(
        proposal=proposal,
        kind=ProposalKind.HANDING_ON,
        character=character.character,
        by=actor.member,
        member=member.member,
        note=intent.note,
    )
    asked = members((actor.member, member.member, *character.owners))
    deed.record(e.ProposalOpened(proposal=view), asked=asked)
    deed.created, deed.created_to = proposal, asked
    return None


def refuse_acceptance(deed: Deed, actor: MemberState, view: ProposalView) -> Refusal | None:
    """Whether an offer, if it is one, may be accepted: by whom it is for, while that one plays."""
    if view.kind is not ProposalKind.HANDING_ON or view.character is None:
        return None
    if view.member != actor.member:
        return Refusal(
            Code.FORBIDDEN,
            "Whom it is offered to has to accept; a Storyteller may hand it over without an offer.",
            "proposal",
            "the word of whoever takes it, or set_owners",
        )
    return _refuse_taker(deed.state.characters[view.character], actor)


def accept(deed: Deed, actor: MemberState, view: ProposalView) -> None:
    """Let the character be the taker's, in the place of whoever offered it."""
    if view.character is None:
        return
    character = deed.state.characters[view.character]
    others = (o for o in character.owners if view.by in character.owners and o != view.by)
    hand_over(deed, character, tuple(sorted({*others, actor.member})), actor)


def lapse_offers(
    deed: Deed, *, of: CharacterState | None = None, with_: MemberId | None = None
) -> None:
    """End open offers of a character, or those that a member made or was made."""
    for view in tuple(_open(deed)):
        is_of = of is not None and _is_offer(view, of)
        if is_of or (with_ is not None and with_ in (view.by, view.member)):
            deed.record(e.ProposalLapsed(proposal=view.proposal))


def lapse_offers_of_others(deed: Deed, by: MemberState) -> None:
    """End what *by* offers of others' characters, as only a Storyteller may."""
    for view in _open(deed):
        known = None if view.character is None else deed.state.characters.get(view.character)
        if view.by == by.member and known is not None and by.member not in known.owners:
            deed.record(e.ProposalLapsed(proposal=view.proposal))


def _open(deed: Deed) -> tuple[ProposalView, ...]:
    views = (known.view for known in deed.state.proposals.values())
    return tuple(view for view in views if view.kind is ProposalKind.HANDING_ON)


def _is_offer(view: ProposalView, character: CharacterState) -> bool:
    return view.character == character.character


def _refuse_taker(character: CharacterState, member: MemberState) -> Refusal | None:
    if character.hidden:
        return Refusal(
            Code.INVALID,
            "A hidden character is known to Storytellers alone.",
            "character",
            "a character at the table",
        )
    if member.member in character.owners:
        return Refusal(
            Code.NOTHING_TO_DO, f"{member.name} owns this character already.", "member",
            "another player",
        )  # fmt: skip
    if member.role is not Role.PLAYER:
        return Refusal(Code.INVALID, "Characters are offered to players.", "member", "a player")
    return None
