"""The room as one of its members may see it."""

from collections.abc import Iterator

from msgspec.structs import replace

from protocol.belief_views import BondView
from protocol.views import (
    CharacterView,
    ClockView,
    ContestView,
    EffectView,
    InviteView,
    MemberView,
    ReactionView,
    RequestView,
    Snapshot,
    StandingRollView,
)
from protocol.words import Reaction
from server.rooms.book_views import book_view
from server.rooms.contest_state import ContestState
from server.rooms.state import (
    BondState,
    CharacterState,
    EffectState,
    MemberState,
    Order,
    RequestState,
    RoomState,
    StandingRoll,
)
from server.rooms.visibility.audiences import beliefs_audience, owners_audience, tracker_audience
from server.rooms.visibility.seeing import Viewer, sees, sees_character, viewer_of


def snapshot(state: RoomState, member: MemberState) -> Snapshot:
    """The room as *member* may see it; every list sorted by id, so that order tells nothing."""
    viewer = viewer_of(member)
    return Snapshot(
        room=state.room,
        name=state.name,
        system=state.system,
        house_rules=state.house_rules,
        session=state.session,
        clocks=tuple(
            ClockView(clock, state.clocks[clock].number, state.clocks[clock].title)
            for clock in sorted(state.clocks)
            if state.clocks[clock].is_running
        ),
        members=tuple(
            MemberView(m.member, m.name, m.role) for _, m in sorted(state.members.items())
        ),
        characters=tuple(
            character_view(c, viewer)
            for _, c in sorted(state.characters.items())
            if sees_character(c, viewer)
        ),
        standing_rolls=tuple(
            _standing_view(roll, viewer)
            for _, roll in sorted(state.standing.items())
            if sees(roll.audience, viewer)
        ),
        contests=tuple(
            _contest_view(contest)
            for _, contest in sorted(state.contests.items())
            if contest.is_waiting and sees(contest.audience, viewer)
        ),
        proposals=tuple(
            proposal.view
            for _, proposal in sorted(state.proposals.items())
            if sees(proposal.audience, viewer)
        ),
        effects=tuple(
            effect_for(effect, viewer)
            for _, effect in sorted(state.effects.items())
            if sees(effect.audience, viewer)
        ),
        invites=tuple(
            InviteView(i.invite, i.role, i.uses_left, i.expires_at_ms)
            for _, i in sorted(state.invites.items())
            if viewer.is_storyteller
        ),
        order=order_for(state, viewer),
        dice=None if state.book is None else book_view(state.book, member),
        pause=state.pause,
        locked=state.is_locked,
        boundaries=tuple(view for _, view in sorted(state.boundaries.items())),
        reveals=tuple(
            reveal for _, reveal in sorted(state.reveals.items()) if viewer.is_storyteller
        ),
        requests=tuple(
            _request_view(request, viewer)
            for _, request in sorted(state.requests.items())
            if sees(request.audience, viewer)
        ),
        tenets=state.tenets,
        bonds=tuple(
            _bond_view(bond, viewer)
            for _, bond in sorted(state.bonds.items())
            if sees(bond.audience, viewer)
        ),
        boons=tuple(
            boon.view for _, boon in sorted(state.boons.items()) if sees(boon.audience, viewer)
        ),
    )


def order_for(state: RoomState, viewer: Viewer) -> Order:
    """Who acts when in the turn that runs, as *viewer* was told last."""
    told = [each.order for each in state.orders if sees(each.audience, viewer)]
    return told[-1] if told else ()


def effect_for(effect: EffectState, viewer: Viewer) -> EffectView:
    """How an effect stands, as *viewer*, who knows of it, was told last."""
    told = [each.view for each in effect.apart if sees(each.audience, viewer)]
    return told[-1] if told else effect.view


def character_view(character: CharacterState, viewer: Viewer) -> CharacterView:
    """A character as *viewer* may see it."""
    sees_sheet = sees(owners_audience(character), viewer)
    return CharacterView(
        character=character.character,
        name=character.name,
        kind=character.kind,
        clan=character.clan,
        owners=character.owners,
        hidden=character.hidden,
        trackers={
            tracker: value
            for tracker, value in sorted(character.trackers.items())
            if sees(tracker_audience(character, tracker), viewer)
        },
        audiences=dict(sorted(character.audiences.items())) if sees_sheet else {},
        traits=dict(sorted(character.traits.items())) if sees_sheet else {},
        sheet=character.sheet if sees_sheet else None,
        stand_in=character.stand_in,
        beliefs=character.beliefs if sees(beliefs_audience(character), viewer) else None,
        experience=character.experience if sees_sheet else None,
    )


def card_of(character: CharacterState) -> CharacterView:
    """The part of a character that is the same for all who know it."""
    return CharacterView(
        character=character.character,
        name=character.name,
        kind=character.kind,
        clan=character.clan,
        owners=character.owners,
        hidden=character.hidden,
        stand_in=character.stand_in,
    )


def _standing_view(roll: StandingRoll, viewer: Viewer) -> StandingRollView:
    # A roll that was made for a hidden character stays without it, also after un-hiding.
    is_known = viewer.is_storyteller or not roll.is_attributed
    return StandingRollView(roll.roll, roll.member, roll.character if is_known else None)


def _bond_view(bond: BondState, viewer: Viewer) -> BondView:
    if not viewer.is_storyteller:
        return bond.view
    return replace(bond.view, regnant=bond.regnant, regnant_name=bond.regnant_name)


def _request_view(request: RequestState, viewer: Viewer) -> RequestView:
    return replace(
        request.view,
        roll=request.roll if sees(request.roll_audience, viewer) else None,
        kept=request.kept if viewer.is_storyteller else None,
        told=request.told if viewer.is_storyteller else None,
    )


def _contest_view(contest: ContestState) -> ContestView:
    first = contest.first
    return ContestView(
        contest.contest,
        first.character,
        contest.against,
        contest.conflict,
        first.member,
        first.roll,
        first.weapon,
        first.damage_kind,
        contest.is_attack,
        contest.toward,
        first.arms,
        contest.others,
        tuple(reactions_of(contest)),
    )


def reactions_of(contest: ContestState) -> Iterator[ReactionView]:
    """What the opponents did so far, in the order in which they were named."""
    rolled = {side.character for side in contest.answers}
    for character in contest.opponents:
        if character in rolled:
            yield ReactionView(character, Reaction.ROLLED)
        elif character in contest.forgone:
            yield ReactionView(character, Reaction.NONE)
        elif character in contest.dropped:
            yield ReactionView(character, Reaction.DROPPED)
