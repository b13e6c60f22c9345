"""What a random evening tries: one intent of every kind, with whatever there is to name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from protocol import from_client as i
from protocol.dice import Armour
from protocol.house import HouseRules
from protocol.ids import MemberId, RollId
from protocol.words import (
    BloodSource,
    BoundaryKind,
    CalledShot,
    CharacterKind,
    Clock,
    DamageKind,
    EffectKind,
    FrenzyKind,
    PoolCategory,
    Preset,
    Provocation,
    Recovery,
    Role,
    TrackerAudience,
    TrackerName,
    TrackName,
    TurnStep,
    Visibility,
    WillpowerUse,
    WithoutDice,
)
from server.rooms.state import RoomState
from tests.protocol.evenings_beliefs import beliefs_and_ties
from tests.protocol.evenings_requests import requests_and_answers
from tests.protocol.evenings_v20 import v20_ideas

TRACKERS = list(TrackerName)
V5_USES = (WillpowerUse.IGNORE_WOUNDS, WillpowerUse.CONTROL)
NUMBERS = ("hunger", "humanity", "stains", "blood_potency")


def one_of(some: Random, known: Iterable[Any], otherwise: str = "nobody") -> Any:
    """One of the ids that there are."""
    return some.choice(sorted(known) or [otherwise])


@dataclass(frozen=True, slots=True)
class Moment:
    """A room as it is now, and what all ideas about it name."""

    state: RoomState
    some: Random
    rolls: Sequence[RollId]
    character: Any
    other: Any
    member: Any
    roll: Any
    proposal: Any
    contest: Any
    visibility: Visibility | None
    to: tuple[MemberId, ...]
    tracker: TrackerName
    audience: TrackerAudience

    @property
    def placed(self) -> dict[str, Any]:
        """What an intent with a visibility says of it."""
        return {"id": "", "visibility": self.visibility, "to": self.to}

    def pick(self, known: Iterable[Any]) -> Any:
        """One of the ids that there are."""
        return one_of(self.some, known)


def moment(state: RoomState, some: Random, rolls: Sequence[RollId]) -> Moment:
    """Choose what is named, among what there is."""
    character, other = one_of(some, state.characters), one_of(some, state.characters)
    member, roll = one_of(some, state.members), one_of(some, state.standing)
    proposal = state.proposals.get(one_of(some, state.proposals))
    contest = state.contests.get(one_of(some, state.contests))
    visibility = some.choice([None, *Visibility])
    to = (member,) if visibility is Visibility.WHISPER else ()
    tracker, audience = some.choice(TRACKERS), some.choice(list(TrackerAudience))
    return Moment(
        state, some, rolls, character, other, member, roll, proposal, contest, visibility, to,
        tracker, audience,
    )  # fmt: skip


def ideas(now: Moment) -> Iterator[i.Intent]:
    """One intent of every kind."""
    yield from _the_room(now)
    yield from _characters(now)
    yield from _trackers(now)
    yield from _words_and_corrections(now)
    yield from _checks(now)
    yield from _contests(now)
    yield from _proposals_and_time(now)


def _the_room(now: Moment) -> Iterator[i.Intent]:
    """The room itself, who is let in and who goes."""
    if now.some.random() < 0.4:
        yield i.RenewToken(id="", token=bytes(32))
        yield i.LockRoom(id="", locked=now.some.random() < 0.3)
    yield i.RenameRoom(id="", name="Another")
    preset = now.state.house_rules.preset
    if not now.state.characters and now.some.random() < 0.5:
        preset = Preset.V20_TABLE if preset is Preset.V5 else Preset.V5
    rules = HouseRules(
        tracker_audience=now.audience, preset=preset, second_consent=now.some.random() < 0.3
    )
    yield i.SetHouseRules(id="", house_rules=rules)
    if now.state.is_v20:
        yield from v20_ideas(now.state, now.some, now.placed, now.character)
    yield i.CreateInvite(id="", role=now.some.choice(list(Role)), secret=bytes(16), uses=2)
    yield i.RevokeInvite(id="", invite=now.pick(now.state.invites))
    yield i.RenewInvite(id="", invite=now.pick(now.state.invites), secret=bytes(16))
    yield i.CreateDeviceLink(id="", secret=bytes(16))
    if now.some.random() < 0.3:
        yield i.LeaveRoom(id="")
        yield i.RemoveMember(id="", member=now.member, bar=now.some.random() < 0.5)
        yield i.RemoveCharacter(id="", character=now.character)
    yield i.SetRole(id="", member=now.member, role=now.some.choice(list(Role)))
    yield i.RenameMember(id="", member=now.member, name="Somebody")


def _characters(now: Moment) -> Iterator[i.Intent]:
    """Characters come, change hands and are shown."""
    for hidden in (True, False):
        yield i.CreateCharacter(
            id="", name="Lucia", hidden=hidden, owners=now.to, humanity=now.some.randint(0, 10),
            kind=now.some.choice([CharacterKind.VAMPIRE, *CharacterKind]),
            traits={"Luck": 1, "Wits": 2},
        )  # fmt: skip
    yield i.EditCharacter(id="", character=now.character, clan="Toreador")
    yield i.SetOwners(id="", character=now.character, owners=(now.member,))
    yield i.OfferCharacter(id="", character=now.character, member=now.member)
    yield i.SetStandIn(id="", character=now.character, member=now.member)
    stood_in = [c.character for c in now.state.characters.values() if c.stand_in is not None]
    yield i.EndStandIn(id="", character=now.pick(stood_in or now.state.characters))
    yield i.UnhideCharacter(id="", character=now.character)
    yield i.SetTrackerAudience(
        id="", character=now.character, tracker=now.tracker, audience=now.audience
    )


def _trackers(now: Moment) -> Iterator[i.Intent]:
    """What happens to a character, and what it tries in return."""
    yield i.SetTracker(
        **now.placed, character=now.character, tracker=now.some.choice(NUMBERS),
        value=now.some.randint(0, 5), corrects=now.some.random() < 0.5, note="It was another.",
    )  # fmt: skip
    yield i.SetTrack(**now.placed, character=now.character, track=TrackName.HEALTH, superficial=1)
    yield i.DealDamage(
        **now.placed, character=now.character, track=now.some.choice(list(TrackName)),
        kind=now.some.choice(list(DamageKind)), amount=now.some.randint(1, 6),
    )  # fmt: skip
    yield i.Heal(
        **now.placed, character=now.character, track=now.some.choice(list(TrackName)),
        kind=DamageKind.SUPERFICIAL, amount=2,
    )  # fmt: skip
    yield i.Feed(
        **now.placed, character=now.character, source=now.some.choice(list(BloodSource)),
        bites=now.some.choice([None, now.other]),
    )  # fmt: skip
    for _ in range(3):
        yield i.Recover(**now.placed, character=now.character, by=now.some.choice(list(Recovery)))
    yield i.SpendWillpower(**now.placed, character=now.character, use=now.some.choice(V5_USES))
    yield i.Help(**now.placed, character=now.character, helps=now.other, skill="Luck")
    yield i.Roll(
        **now.placed, character=now.character, traits=("Wits", "Luck"), difficulty=2,
        hide_pool=now.some.random() < 0.3,
    )  # fmt: skip
    for _ in range(3):
        yield i.DeclareAction(
            id="", character=now.character, step=now.some.choice(list(TurnStep)),
            visibility=now.visibility, to=now.to,
        )  # fmt: skip
    yield i.BeginEffect(
        **now.placed, character=now.character, kind=now.some.choice(list(EffectKind)),
        name="Shaken", until=now.some.choice([None, *Clock]),
    )  # fmt: skip
    yield i.EndEffect(id="", effect=now.pick(now.state.effects))
    yield i.AddStains(**now.placed, character=now.character, amount=now.some.randint(1, 3))
    for difficulty in (None, 1, 4):
        yield i.Roll(
            **now.placed, character=now.character, pool=5, difficulty=difficulty,
            surge=now.some.random() < 0.3,
        )  # fmt: skip


def _words_and_corrections(now: Moment) -> Iterator[i.Intent]:
    """What is said, stopped, taken back and asked for."""
    if now.some.random() < 0.7:
        yield i.AddBoundary(id="", kind=BoundaryKind.LINE, text="Spiders", anonymous=True)
        yield i.RemoveBoundary(id="", boundary=now.pick(now.state.boundaries))
    if now.some.random() < 0.2:
        yield i.RaisePause(id="", anonymous=now.some.random() < 0.5, note="A break.")
    if now.state.pause is not None:
        for _ in range(40):
            yield i.LiftPause(id="")
    yield i.RetractRoll(id="", roll=now.pick(now.rolls[-9:]), note="No.")
    for _ in range(2):
        yield i.Undo(id="", intent="")
    yield i.Say(
        id="", text="Words.", visibility=now.visibility, to=now.to,
        character=now.some.choice([None, now.character]),
    )  # fmt: skip
    yield from requests_and_answers(now.state, now.some, now.placed, now.character)
    yield from beliefs_and_ties(now.state, now.some, now.placed, now.character, now.other)


def _checks(now: Moment) -> Iterator[i.Intent]:
    """The Blood and the Beast are put to the test."""
    yield i.Reroll(id="", roll=now.roll, regular_indices=(0,))
    yield i.SettleRoll(id="", roll=now.roll)
    yield i.Rouse(
        **now.placed, character=now.character, oblivion=now.some.random() < 0.3,
        power_level=now.some.choice([None, 2]),
    )  # fmt: skip
    for _ in range(20):
        yield i.Mend(
            **now.placed, character=now.character, kind=now.some.choice(list(DamageKind)),
            at_waking=now.some.random() < 0.5,
        )  # fmt: skip
    yield i.Wake(**now.placed, character=now.character)
    yield i.Blush(**now.placed, character=now.character)
    yield i.RollCompulsion(**now.placed, character=now.character)
    yield i.RollResonance(**now.placed, character=now.character)
    yield i.RideWave(**now.placed, character=now.character, kind=now.some.choice(list(FrenzyKind)))
    yield i.TestRemorse(**now.placed, character=now.character)
    yield i.TestFrenzy(**now.placed, character=now.character, kind=FrenzyKind.FURY, difficulty=2)
    yield i.TestFrenzy(
        **now.placed, character=now.character, provocation=now.some.choice(list(Provocation))
    )


def _contests(now: Moment) -> Iterator[i.Intent]:
    """Somebody is opposed, by one or by several."""
    yield i.OpenContest(**now.placed, character=now.character, against=now.other, pool=4, weapon=1)
    yield i.Roll(
        **now.placed, character=now.character, pool=6, difficulty=2,
        without_dice=now.some.choice(list(WithoutDice)),
    )  # fmt: skip
    yield i.OpenContest(
        **now.placed, character=now.character, against=now.other, pool=6, arms="sword",
        armour=Armour("leather"), called_shot=now.some.choice(list(CalledShot)),
    )  # fmt: skip
    many = tuple(c for c in now.state.characters if c not in (now.character, now.other))
    if many:
        for _ in range(3):
            yield i.OpenContest(
                **now.placed, character=now.character, against=now.other, pool=5, others=many[:3]
            )
    if now.contest is not None:
        for _ in range(3):
            physical = now.contest.conflict is PoolCategory.PHYSICAL
            yield i.AnswerContest(
                id="", contest=now.contest.contest, character=now.contest.against, pool=4,
                without_dice=now.some.choice([None, WithoutDice.HALF]),
                armour=Armour("mail") if physical else None,
            )  # fmt: skip
        for opponent in now.contest.awaited:
            yield i.AnswerContest(id="", contest=now.contest.contest, character=opponent, pool=3)
            yield i.ForgoReaction(id="", contest=now.contest.contest, character=opponent)
            yield i.ForgoReaction(
                id="", contest=now.contest.contest, character=opponent, drop=now.some.random() < 0.5
            )
        for _ in range(2):
            yield i.WithdrawContest(id="", contest=now.contest.contest)


def _proposals_and_time(now: Moment) -> Iterator[i.Intent]:
    """What waits is decided, and time goes on."""
    if now.proposal is not None:
        options = now.proposal.view.options
        choice = now.some.choice(options) if options else None
        for _ in range(2):
            yield i.ConfirmProposal(id="", proposal=now.proposal.view.proposal, choice=choice)
        yield i.DismissProposal(id="", proposal=now.proposal.view.proposal)
    yield i.StartSession(id="")
    yield i.EndSession(id="")
    yield i.BeginClock(id="", clock=now.some.choice(list(Clock)), title="Elysium")
    yield i.EndClock(id="", clock=now.some.choice(list(Clock)))
