"""
Who may see what: the one place, on the way out, for everything.

An event has one audience, fixed when it is appended, and looks the same to all in it. A new kind
of event is the Storytellers' alone until `audience_of` says otherwise; the type checker asks.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol import events as e
from protocol.belief_views import BeliefsView, BondView, BoonView
from protocol.exposure_words import ExposedTo
from protocol.ids import CharacterId, MemberId
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
from protocol.words import Reaction, TrackerAudience, TrackerName, Visibility
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience, members
from server.rooms.book_views import book_view
from server.rooms.lines import (
    EMPTY_LINE,
    EVERYONE_LINE,
    STORYTELLERS_LINE,
    ViewBase,
    ViewHead,
    member_line,
    view_head,
)
from server.rooms.state import (
    BondState,
    CharacterState,
    ContestState,
    EffectState,
    MemberState,
    Order,
    RequestState,
    RoomState,
    StandingRoll,
)


class Viewer(Struct, frozen=True, gc=False):
    """Somebody looking: as whom, and whether as a Storyteller."""

    member: MemberId
    is_storyteller: bool


def viewer_of(member: MemberState) -> Viewer:
    """The viewer that a member is now."""
    return Viewer(member.member, member.is_storyteller)


# --- seeing --------------------------------------------------------------------------------------


def sees(audience: Audience, viewer: Viewer) -> bool:
    """Whether *viewer* is in *audience*; whoever is a Storyteller now sees all."""
    return viewer.is_storyteller or audience.everyone or viewer.member in audience.members


def includes(state: RoomState, told: Audience, those: Audience) -> bool:
    """Whether all of *those* are *told*, as whoever is a Storyteller now always is."""
    if those.everyone:
        return told.everyone
    people = state.members
    return told.covers(
        members(m for m in those.members if m not in people or not people[m].is_storyteller)
    )


def is_for_all(audience: Audience) -> bool:
    """Whether every viewer is in *audience*, so that nobody needs to be asked for."""
    return audience.everyone


def sees_character(character: CharacterState, viewer: Viewer) -> bool:
    """Whether *viewer* may know that the character exists."""
    return viewer.is_storyteller or not character.hidden


def visible_character(
    state: RoomState, viewer: Viewer, character: CharacterId
) -> CharacterState | None:
    """The character, or None if there is none that *viewer* may know of."""
    found = state.characters.get(character)
    return found if found is not None and sees_character(found, viewer) else None


def view_base(member: MemberState) -> ViewBase:
    """Where a member's view begins, in its present generation."""
    if member.is_storyteller:
        return ViewBase(((STORYTELLERS_LINE, EMPTY_LINE),))
    return ViewBase(((EVERYONE_LINE, member.past), (member_line(member.member), EMPTY_LINE)))


def view_now(state: RoomState, member: MemberState) -> ViewHead:
    """Where a member's view stands after the commit *state* is at."""
    return view_head(view_base(member), state.heads)


# --- audiences -----------------------------------------------------------------------------------


def asked_audience(
    actor: MemberId,
    visibility: Visibility,
    named: Iterable[MemberId],
    characters: Iterable[CharacterState],
) -> Audience:
    """The audience that a visibility means, for an intent of *actor* about *characters*."""
    match visibility:
        case Visibility.PUBLIC:
            return EVERYONE
        case Visibility.PRIVATE:
            return members((actor, *(owner for c in characters for owner in c.players)))
        case Visibility.WHISPER:
            return members((actor, *named))
        case Visibility.SECRET | Visibility.BLIND:
            return STORYTELLERS
        case _:
            assert_never(visibility)


def card_audience(character: CharacterState) -> Audience:
    """Who may know a character."""
    return STORYTELLERS if character.hidden else EVERYONE


def owners_audience(character: CharacterState) -> Audience:
    """Who may see the whole sheet of a character: its owners, and who stands in for them."""
    return STORYTELLERS if character.hidden else members(character.players)


def tracker_audience(character: CharacterState, tracker: TrackerName) -> Audience:
    """Who may see the value of a tracker, and so every change of it."""
    if character.hidden:
        return STORYTELLERS
    return audience_at(character, character.audiences.get(tracker, TrackerAudience.STORYTELLERS))


def audience_at(character: CharacterState, audience: TrackerAudience) -> Audience:
    """Who a tracker audience is, for a character."""
    match audience:
        case TrackerAudience.TABLE:
            return card_audience(character)
        case TrackerAudience.OWNER:
            return owners_audience(character)
        case TrackerAudience.STORYTELLERS:
            return STORYTELLERS
        case _:
            assert_never(audience)


def beliefs_audience(character: CharacterState, beliefs: BeliefsView | None = None) -> Audience:
    """Who may see a character's beliefs: those it has, or *beliefs* that it will have."""
    beliefs = beliefs or character.beliefs or BeliefsView()
    return audience_at(character, beliefs.audience)


def bond_audience(state: RoomState, bond: BondView) -> Audience:
    """Who may know of a bond, but for a veiled regnant: a choice among those who know the bound."""
    return audience_at(state.characters[bond.character], bond.audience)


def boon_audience(state: RoomState, boon: BoonView) -> Audience:
    """Who may know of a boon; `owner` is whoever plays one of the two."""
    named = (state.characters.get(who) for who in (boon.debtor, boon.creditor) if who)
    parties = [who for who in named if who is not None]
    if boon.audience is TrackerAudience.STORYTELLERS or any(who.hidden for who in parties):
        return STORYTELLERS
    if boon.audience is TrackerAudience.TABLE:
        return EVERYONE
    return members(player for who in parties for player in who.players)


def effect_audience(state: RoomState, effect: EffectView, asked: Audience) -> Audience:
    """Who may know of an effect: those asked for who may know all the characters in it."""
    audience = asked.narrowed_to(card_audience(state.characters[effect.character]))
    if effect.helper is None:
        return audience
    return audience.narrowed_to(card_audience(state.characters[effect.helper]))


def those_who_lose(
    people: Mapping[MemberId, MemberState], before: Audience, after: Audience
) -> Audience:
    """The members, Storytellers apart, who are in *before* and not in *after*."""
    return members(
        m.member
        for m in people.values()
        if not m.is_storyteller and sees(before, viewer_of(m)) and not sees(after, viewer_of(m))
    )


def audience_of(state: RoomState, event: e.Event, asked: Audience) -> Audience:
    """
    The audience of *event*, recorded in *state*, for an intent that asked for *asked*.

    The one table of who learns of what.
    """
    match event:
        # The most frequent first: cases are tried in order.
        case (
            e.RollResolved() | e.RollItemised() | e.RollRevealed() | e.ContestOpened()
            | e.ProposalOpened() | e.Said() | e.RequestOpened() | e.RollJudged()
        ):  # fmt: skip
            return asked
        case e.RequestAnswered() | e.RequestClosed():
            return state.requests[event.request].audience
        case e.RequestRolled():
            return asked.narrowed_to(state.requests[event.request].audience)
        case e.RollRerolled() | e.RollSettled():
            return state.standing[event.roll].audience
        case e.ProposalConfirmed() | e.ProposalDismissed() | e.ProposalLapsed():
            return state.proposals[event.proposal].audience
        case e.TrackerChanged():
            return tracker_audience(state.characters[event.character], event.tracker)
        case (
            e.RoomCreated() | e.RoomLocked() | e.RoomRenamed() | e.HouseRulesChanged()
            | e.MemberJoined()
            | e.MemberLeft() | e.MemberRemoved() | e.MemberRenamed() | e.RoleChanged()
            | e.Paused() | e.PauseLifted() | e.BoundaryAdded() | e.BoundaryRemoved()
            | e.SessionStarted() | e.SessionEnded() | e.ClockBegun() | e.ClockEnded()
            | e.BlindRollMade() | e.CharacterUnhidden() | e.BookOpened() | e.LanesAdded()
            | e.EntropyAdded() | e.TenetsSet()
        ):  # fmt: skip
            return EVERYONE
        case (
            e.InviteCreated() | e.InviteUsed() | e.InviteRevoked() | e.InviteExpired()
            | e.RollAttributed() | e.DifficultyKept() | e.RegnantKept()
            | e.RevealScheduled() | e.RevealCancelled() | e.RevealDue() | e.RevealAsked()
        ):  # fmt: skip
            return STORYTELLERS
        case e.DeviceLinkCreated() | e.DeviceLinked() | e.TokenRenewed():
            return members((event.member,))
        case e.CharacterCreated():
            return STORYTELLERS if event.card.hidden else EVERYONE
        case (
            e.CharacterEdited() | e.OwnersChanged() | e.CharacterRemoved()
            | e.StandInSet() | e.StandInEnded()
        ):  # fmt: skip
            return card_audience(state.characters[event.character])
        case e.BeliefsNoted():
            return beliefs_audience(state.characters[event.character], event.beliefs)
        case e.BondNoted():
            return bond_audience(state, event.bond)
        case e.BoonNoted():
            return boon_audience(state, event.boon)
        case e.BondRemoved():
            return state.bonds[event.bond].audience
        case e.BoonRemoved():
            return state.boons[event.boon].audience
        case (
            e.SheetNoted() | e.TrackerAudienceChanged() | e.ExperienceAwarded()
            | e.ExperienceSpent()
        ):  # fmt: skip
            return owners_audience(state.characters[event.character])
        case e.TrackersShown():
            return _narrowest(state.characters[event.character], event.trackers)
        case e.EffectBegun():
            return effect_audience(state, event.effect, asked)
        case e.TurnOrdered():
            acting = (each.character for group in event.order for each in group)
            return STORYTELLERS if any(state.characters[c].hidden for c in acting) else asked
        case e.EffectEnded():
            return state.effects[event.effect].audience
        case e.EffectChanged():
            return asked.narrowed_to(state.effects[event.effect.effect].audience)
        case (
            e.TrackerSet() | e.DamageDealt() | e.Healed() | e.Fed() | e.StainsAdded()
            | e.BloodSpent() | e.WillpowerSpent() | e.BloodDrunk()
        ):  # fmt: skip
            return asked.narrowed_to(_narrowest_touched(state, event))
        case (
            e.ContestResolved() | e.ContestWithdrawn() | e.ContestReacted() | e.ContestDecided()
        ):  # fmt: skip
            return state.contests[event.contest].audience
        case e.RollRetracted() | e.ChangeUndone():
            # Those who saw what it is about, which only the decision knows.
            return STORYTELLERS
        case e.TrackersHidden() | e.BeliefsHidden() | e.RollProven():
            # Who loses sight, or may have a proof, only the decision knows.
            return STORYTELLERS
        case _:
            assert_never(event)


def _narrowest(character: CharacterState, trackers: Iterable[TrackerName]) -> Audience:
    audience = card_audience(character)
    for tracker in trackers:
        audience = audience.narrowed_to(tracker_audience(character, tracker))
    return audience


Touching = (
    e.TrackerSet
    | e.DamageDealt
    | e.Healed
    | e.Fed
    | e.StainsAdded
    | e.BloodSpent
    | e.WillpowerSpent
    | e.BloodDrunk
)
"""The causes of changes of trackers."""


def _narrowest_touched(state: RoomState, event: Touching) -> Audience:
    """Who sees every tracker that the cause of a change speaks of."""
    character = state.characters[event.character]
    match event:
        case e.TrackerSet():
            return _narrowest(character, (event.tracker,))
        case e.DamageDealt() | e.Healed():
            touched = [TrackerName(event.track)]
            if isinstance(event, e.DamageDealt) and event.exposed_to is ExposedTo.SUNLIGHT:
                # It burns by Blood Potency.
                touched.append(TrackerName.BLOOD_POTENCY)
            return _narrowest(character, touched)
        case e.Fed():
            # What blood is worth follows from Blood Potency.
            return _narrowest(character, (TrackerName.HUNGER, TrackerName.BLOOD_POTENCY))
        case e.StainsAdded():
            # Overflow and its damage tell of Humanity and Willpower too.
            return _narrowest(
                character, (TrackerName.STAINS, TrackerName.HUMANITY, TrackerName.WILLPOWER)
            )
        case e.BloodSpent():
            touched = [TrackerName.BLOOD_POOL]
            touched += [TrackerName.HEALTH] if event.levels else []
            touched += [TrackerName.WILLPOWER] if event.willpower else []
            return _narrowest(character, touched)
        case e.WillpowerSpent():
            return _narrowest(character, (TrackerName.WILLPOWER,))
        case e.BloodDrunk():
            return _narrowest(character, (TrackerName.BLOOD_POOL,))
        case _:
            assert_never(event)


# --- snapshots -----------------------------------------------------------------------------------


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
