"""
An evening on which everything happens that can happen, some of it in secret.

Words that must not reach everybody are canaries: each stands in exactly one kind of secret.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from protocol import from_client as i
from protocol.dice import EnteredFaces
from protocol.events import ProposalOpened, RequestOpened
from protocol.house import HouseRules
from protocol.ids import CharacterId, ContestId, Epoch, InviteId, LinkId, ProposalId, RollId, Seq
from protocol.words import (
    Clock,
    DamageKind,
    FrenzyKind,
    HistoryForLate,
    PoolCategory,
    Preset,
    RevealPart,
    Role,
    TrackerAudience,
    TrackerName,
    TrackName,
    Visibility,
)
from server.live.drafting import draft_of
from server.rooms.commands import Command, Do, LinkDevice, OfferLink
from server.rooms.deed import Decision
from server.rooms.due import due_by, falling_due
from server.rooms.state import RoomState
from server.store.base import FIRST_PREVIOUS, Commit, Draft, EventLog, sealed
from tests.support.rooms import ROOM, Done, Table, secret_of, uuid

HIDDEN_NAME = "Quillfather"
HIDDEN_CLAN = "Veilglass"
HIDDEN_OTHER = "Nettlequeen"
SECRET_LABEL = "Moonwreck"
SECRET_NOTE = "Ashlantern"
PROPOSAL_NOTE = "Copperhush"
WHISPER_LABEL = "Thornmilk"
WHISPER_NOTE = "Larkbone"
PRIVATE_NOTE = "Saltfern"
BLIND_LABEL = "Owlglass"

STORYTELLERS_OWN = (
    HIDDEN_NAME,
    HIDDEN_CLAN,
    HIDDEN_OTHER,
    SECRET_LABEL,
    SECRET_NOTE,
    PROPOSAL_NOTE,
    BLIND_LABEL,
)
"""Canaries for Storytellers alone."""

ANNS_OWN = (WHISPER_LABEL, WHISPER_NOTE, PRIVATE_NOTE)
"""Canaries for ann and the Storytellers."""


@dataclass
class LoggedTable(Table):
    """A table whose commits are kept as a store keeps them: in a chain, with the heads of lines."""

    commits: list[Commit] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)

    def keep(self, command: Command, decision: Decision) -> None:
        """Put a decision into the log."""
        draft = draft_for(self.state, command, decision)
        self.drafts.append(draft)
        super().keep(command, decision)
        self.commits = chained(self.drafts, self.commits)
        self.now_ms += 1_000

    def offer_link(self, who: str) -> Done:
        """The operator makes a link for a member."""
        command = OfferLink(self[who], bytes(32), 60_000, self.now_ms, self._fresh_commit())
        return self.do(command)

    def link_device(self, link: LinkId) -> Done:
        """A further device comes in."""
        return self.do(LinkDevice(link, b"d" * 32, self.now_ms, self._fresh_commit()))


def draft_for(state: RoomState, command: Command, decision: Decision) -> Draft:
    """What a runner would append for *decision*, made on *state*."""
    is_intent = isinstance(command, Do)
    return draft_of(
        state,
        decision,
        commit_id=command.commit_id,
        at_ms=command.at_ms,
        member=command.actor if is_intent else None,
        intent_id=command.intent.id if is_intent else None,
        digest=b"",
    )


def chained(drafts: Sequence[Draft], before: Sequence[Commit] = ()) -> list[Commit]:
    """The commits that *drafts* are, the first of them as in *before*."""
    commits = list(before)
    for draft in drafts[len(commits) :]:
        previous = commits[-1].hash if commits else FIRST_PREVIOUS
        commits.append(sealed(ROOM, Seq(len(commits) + 1), previous, draft))
    return commits


async def store(drafts: Sequence[Draft], log: EventLog) -> None:
    """Put an evening into a store that is open."""
    await log.create_room(ROOM, Epoch("epoch"), drafts[0])
    for number, draft in enumerate(drafts[1:], start=1):
        await log.append(ROOM, Seq(number), [draft], 30.0)


@functools.cache
def evening() -> LoggedTable:
    """The evening; not to be changed."""
    return _Evening(LoggedTable()).play()


class _Evening:
    def __init__(self, table: LoggedTable) -> None:
        self.table = table
        self.act = table.act

    def play(self) -> LoggedTable:
        self._prepare()
        self._first_session()
        self._second_session()
        return self.table

    # --- before ----------------------------------------------------------------------------------

    def _prepare(self) -> None:
        act, table = self.act, self.table
        act("storyteller", i.RenameRoom, name="Night in Łódź")
        act("storyteller", i.SetHouseRules, house_rules=HouseRules(entered_dice=True))
        self.iris = table.vampire("ann", "Zoë 李", clan="Toreador", hunger=2, blood_potency=1)
        self.brutus = table.vampire("bob", "Brutus", clan="Brujah", hunger=5, humanity=6)
        self.sleeper = table.hidden(HIDDEN_NAME, clan=HIDDEN_CLAN, hunger=1)
        self.queen = table.hidden(HIDDEN_OTHER)
        act("ann", i.EditCharacter, character=self.iris, name="Zoë", clan="Toreador")
        act(
            "storyteller", i.SetTrackerAudience,
            character=self.iris, tracker=TrackerName.WILLPOWER, audience=TrackerAudience.OWNER,
        )  # fmt: skip
        act("storyteller", i.SetOwners, character=self.brutus, owners=(table["bob"], table["ann"]))
        act("storyteller", i.SetOwners, character=self.brutus, owners=(table["bob"],))
        act("storyteller", i.SetStandIn, character=self.brutus, member=table["ann"])
        act("bob", i.EndStandIn, character=self.brutus)
        act("bob", i.SetStandIn, character=self.brutus, member=table["ann"])
        offered = act("bob", i.OfferCharacter, character=self.brutus, member=table["ann"], note="?")
        act("ann", i.DismissProposal, proposal=offered.created)
        act("bob", i.RenameMember, member=table["bob"], name="Bob the Brave")
        link = LinkId(act("ann", i.CreateDeviceLink, secret=secret_of(9)).created)
        table.link_device(link)
        table.offer_link("bob")

    # --- the first session -----------------------------------------------------------------------

    def _first_session(self) -> None:
        act = self.act
        act("storyteller", i.StartSession)
        act("storyteller", i.BeginClock, clock=Clock.NIGHT, title="All Hallows")
        act("storyteller", i.BeginClock, clock=Clock.SCENE, title="The gallery")
        self._public_rolls()
        self._hidden_rolls()
        self._blood_and_soul()
        self._requests()
        self._later_reveals()
        self._contests()
        act("storyteller", i.EndClock, clock=Clock.SCENE)
        act("storyteller", i.EndSession)

    def _public_rolls(self) -> None:
        act = self.act
        # Entered dice: a failure with a 1 on a Hunger die, rerolled into a win.
        roll = act(
            "ann", i.Roll,
            character=self.iris, pool=5, difficulty=2, label="Composure + Subterfuge",
            entered=EnteredFaces(regular=(4, 3, 2), hunger=(6, 1)),
        )  # fmt: skip
        act("ann", i.Reroll, (8, 5), roll=RollId(roll.created), regular_indices=(0, 1))
        # A messy critical, passed; its price is chosen.
        messy = act(
            "ann", i.Roll, (10, 5, 7, 2, 10, 1),
            character=self.iris, pool=6, difficulty=4, label="Manipulation + Persuasion",
        )  # fmt: skip
        settled = act("ann", i.SettleRoll, roll=RollId(messy.created))
        (price,) = self._proposals(settled)
        act("storyteller", i.ConfirmProposal, proposal=price, choice="stains")
        # A failure: the win at a cost is let go.
        act(
            "bob", i.Roll, (6, 2, 2, 3, 4),
            character=self.brutus, pool=5, difficulty=3, label="Strength + Brawl",
        )  # fmt: skip
        act("bob", i.Roll, (7, 8), pool=2, label="a pool of nobody")
        act("storyteller", i.Roll, pool=6, difficulty=3, label="Drive", without_dice="win")
        act("storyteller", i.Roll, pool=7, difficulty=4, label="The guards", without_dice="half")
        claim = act("bob", i.Roll, pool=6, difficulty=2, label="Stroll", without_dice="win")
        (asked,) = self._proposals(claim)
        act("storyteller", i.ConfirmProposal, proposal=asked)
        act("bob", i.Roll, (9, 9), pool=4, difficulty=2, label="Aim", called_shot="stake", hunger=0)
        # With a surge, which settles what stood; no Difficulty, so no verdict.
        act(
            "ann", i.Roll, (6, 6, 9, 2, 7, 3, 1),
            character=self.iris, pool=4, surge=True, label="Strength + Athletics",
        )  # fmt: skip

    def _hidden_rolls(self) -> None:
        act, table = self.act, self.table
        secret = act(
            "storyteller", i.Roll, (10, 10, 3, 8, 1),
            character=self.sleeper, pool=5, difficulty=3, label=SECRET_LABEL,
            visibility=Visibility.SECRET, note=SECRET_NOTE,
        )  # fmt: skip
        act("storyteller", i.SettleRoll, roll=RollId(secret.created))
        other = act(
            "storyteller", i.Roll, (2, 3), pool=2, label="the door", visibility=Visibility.SECRET
        )
        act(
            "ann", i.Roll, (9, 4, 8, 3, 6),
            character=self.iris, pool=5, difficulty=2, label=BLIND_LABEL,
            visibility=Visibility.BLIND,
        )  # fmt: skip
        act(
            "bob", i.Roll, (6, 6),
            pool=2, label=WHISPER_LABEL, visibility=Visibility.WHISPER, to=(table["ann"],),
            note=WHISPER_NOTE,
        )  # fmt: skip
        act("storyteller", i.RevealRoll, roll=RollId(other.created), to=(table["ann"],))
        act("bob", i.RenewToken, token=b"n" * 32)
        act("storyteller", i.LockRoom)
        act("storyteller", i.LockRoom, locked=False)
        act("ann", i.AddBoundary, kind="line", text="Harm to animals")
        veil = act("bob", i.AddBoundary, kind="veil", text="Torture", anonymous=True).created
        act("storyteller", i.RemoveBoundary, boundary=veil)
        act("bob", i.RaisePause, anonymous=True, note="A moment, please")
        act("storyteller", i.LiftPause)
        slip = act("ann", i.Roll, (6, 1), character=self.iris, pool=2, label="a slip").created
        act("storyteller", i.RetractRoll, roll=RollId(slip), note="It was another's.")
        act("ann", i.SetTracker, character=self.iris, tracker="humanity", value=2)
        act("ann", i.Undo, intent=uuid(table._numbers))
        act("ann", i.Say, text="Nobody followed us.", character=self.iris)
        act("ann", i.Say, text=PRIVATE_NOTE, kind="note", visibility=Visibility.PRIVATE)
        act("storyteller", i.Say, text=SECRET_NOTE, character=self.sleeper)
        act("bob", i.Say, text=WHISPER_NOTE, visibility=Visibility.WHISPER, to=(table["ann"],))
        act("storyteller", i.RevealRoll, roll=RollId(other.created), part=RevealPart.OUTCOME)
        act(
            "ann", i.DealDamage,
            character=self.iris, track=TrackName.HEALTH, kind=DamageKind.SUPERFICIAL, amount=3,
            visibility=Visibility.PRIVATE, note=PRIVATE_NOTE,
        )  # fmt: skip
        act(
            "storyteller", i.SetTracker,
            character=self.sleeper, tracker="hunger", value=4, note=SECRET_NOTE,
        )  # fmt: skip

    def _believe(self) -> None:
        """Beliefs, ties and experience, some of which are not for all."""
        act, table = self.act, self.table
        act("storyteller", i.SetTenets, tenets=("No wars",))
        told = {"convictions": ("The guilty alone",), "touchstones": ({"name": PRIVATE_NOTE},)}
        act("ann", i.SetBeliefs, character=self.iris, audience="table", convictions=(),
            touchstones=({"name": "Nina", "state": "lost"},))  # fmt: skip
        act("ann", i.SetBeliefs, character=self.iris, audience="owner", **told)
        bound = {"character": self.iris, "drinks": 3, "note": PRIVATE_NOTE}
        act("storyteller", i.SetBond, regnant=self.sleeper, **bound)
        bond = act("storyteller", i.SetBond, regnant_name="Lucien", **bound).created
        act("storyteller", i.RemoveBond, bond=bond)
        named = {"debtor": self.iris, "creditor_name": "The Prince", "size": "minor"}
        boon = act("storyteller", i.SetBoon, text="a way out", **named).created
        act("storyteller", i.RemoveBoon, boon=boon)
        hidden = {"debtor": self.sleeper, "creditor_name": SECRET_NOTE, "size": "life"}
        act("storyteller", i.SetBoon, **hidden)
        awards = ({"character": self.iris, "points": 4, "reason": PRIVATE_NOTE},
                  {"character": self.sleeper, "points": 4, "reason": SECRET_NOTE})  # fmt: skip
        act("storyteller", i.AwardExperience, awards=awards)
        act("ann", i.SpendExperience, character=self.iris, points=3, on=PRIVATE_NOTE)
        back = {"character": self.iris, "points": -1}
        act("storyteller", i.SpendExperience, on="a slip", **back)
        act("storyteller", i.AwardExperience, awards=({**back, "reason": "too many"},))
        assert table.state.bonds

    def _blood_and_soul(self) -> None:
        act = self.act
        act(
            "ann", i.Heal,
            character=self.iris, track=TrackName.HEALTH, kind=DamageKind.SUPERFICIAL, amount=1,
        )  # fmt: skip
        act("ann", i.Rouse, (3,), character=self.iris, label="Blush of Life")
        act("ann", i.Rouse, (4, 9), character=self.iris, label="Heightened Senses", power_level=1)
        act("ann", i.Rouse, (10,), character=self.iris, label="Ashes", oblivion=True)
        act("ann", i.TestRemorse, (6,), character=self.iris)
        thrall = act("bob", i.CreateCharacter, name="Thrall", kind="ghoul").created
        act("bob", i.Rouse, character=thrall, power_level=2, note="Celerity")
        act("storyteller", i.Rouse, (9,), character=self.sleeper, visibility=Visibility.SECRET)
        self._needs_of_the_blood()
        act("storyteller", i.AddStains, character=self.brutus, amount=5)
        act("bob", i.TestRemorse, (3,), character=self.brutus)
        self._believe()
        act(
            "storyteller", i.AddStains, character=self.iris, amount=2, tenet="No wars",
            upheld="The guilty alone", spared=1,
        )  # fmt: skip
        act("ann", i.TestRemorse, (6, 2), character=self.iris)
        act("bob", i.TestFrenzy, (10, 10, 7, 2), character=self.brutus, kind=FrenzyKind.HUNGER,
            difficulty=3)  # fmt: skip
        act("bob", i.TestFrenzy, (1, 2, 7, 3), character=self.brutus, kind=FrenzyKind.FURY,
            difficulty=3)  # fmt: skip

    def _needs_of_the_blood(self) -> None:
        act, kael = self.act, self.table.vampire("ann", "Kael", hunger=1)
        hurt = {"character": kael, "track": TrackName.HEALTH, "halve": False}
        act("storyteller", i.BeginClock, clock=Clock.TURN)
        act("storyteller", i.DealDamage, kind=DamageKind.SUPERFICIAL, amount=2, **hurt)
        act("storyteller", i.DealDamage, kind=DamageKind.AGGRAVATED, amount=1, **hurt)
        act("ann", i.Mend, (2,), character=kael)
        act("ann", i.Mend, (2, 7, 3), character=kael, kind=DamageKind.AGGRAVATED, note=PRIVATE_NOTE,
            visibility=Visibility.PRIVATE)  # fmt: skip
        act("ann", i.Blush, (3,), character=kael)
        act("ann", i.RollCompulsion, (2,), character=kael)
        act("ann", i.RollCompulsion, (10, 7), character=kael)
        act("ann", i.RollResonance, (9, 3, 8), character=kael)
        act("ann", i.RollResonance, (6,), character=kael, resonance="animal")
        act("ann", i.Feed, character=kael, source="human_drink", bites=self.brutus)
        act("ann", i.Recover, character=self.iris, by="session")
        act("ann", i.SpendWillpower, character=self.iris, use="ignore_wounds")
        act("bob", i.EditCharacter, character=self.brutus, traits={"Larceny": 1})
        act("bob", i.Help, character=self.brutus, helps=kael, skill="Larceny")
        act("ann", i.Roll, (6,), character=kael, traits=("Resolve", "Larceny"), difficulty=1)
        act("storyteller", i.DeclareAction, character=self.sleeper, step="joining")
        act("ann", i.DeclareAction, character=kael, step="ranged")
        act("bob", i.DeclareAction, character=self.brutus, step="close_combat")
        act("ann", i.Wake, (6,), character=kael)
        held = act(
            "storyteller", i.BeginEffect,
            character=kael, kind="compulsion", name="Vanity", penalty=-2, until=Clock.TURN,
            applies="on whatever does not make somebody look", ends="Admired by a stranger.",
        )  # fmt: skip
        act("storyteller", i.EndEffect, effect=held.created)

    def _requests(self) -> None:
        act, table = self.act, self.table
        asked = act(
            "storyteller", i.RequestRoll, characters=(self.iris,), pool=2, difficulty=1,
            label="Resolve + Awareness", told="verdict", lasts_s=60, note=PRIVATE_NOTE,
            visibility=Visibility.PRIVATE,
        )  # fmt: skip
        request = asked.only(RequestOpened).request.request
        act("ann", i.Roll, (7, 2), character=self.iris, request=request)
        act("storyteller", i.CloseRequest, group=asked.created)
        asked = act("storyteller", i.RequestRoll, characters=(self.brutus,), pool=2, difficulty=2)
        request = asked.only(RequestOpened).request.request
        act("bob", i.AnswerRequest, request=request)
        act("storyteller", i.CloseRequest, group=asked.created)
        late = act("storyteller", i.RequestRoll, characters=(self.iris,), pool=1, lasts_s=10)
        table.now_ms += 10_000
        (due,) = due_by(table.state, table.now_ms)
        table.do(falling_due(table.state, due, table.now_ms))
        act("storyteller", i.CloseRequest, group=late.created)
        quiet = act("storyteller", i.RequestRoll, characters=(self.iris,), pool=2,
                    visibility=Visibility.PRIVATE)  # fmt: skip
        request = quiet.only(RequestOpened).request.request
        act("storyteller", i.Roll, (7, 3), character=self.iris, request=request,
            visibility=Visibility.PUBLIC)  # fmt: skip
        act("storyteller", i.CloseRequest, group=quiet.created)
        roll = RollId(act("ann", i.Roll, (7, 2), character=self.iris, pool=2).created)
        act("storyteller", i.JudgeRoll, roll=roll, difficulty=1, told="storytellers")
        act("storyteller", i.JudgeRoll, roll=roll, impossible=True)
        act("storyteller", i.JudgeRoll, roll=roll, difficulty=2)

    def _later_reveals(self) -> None:
        act, table = self.act, self.table
        blind = act("bob", i.Roll, (7, 2), character=self.brutus, pool=2, label="Wits",
                    visibility=Visibility.BLIND)  # fmt: skip
        asked = act("bob", i.AskReveal, character=self.brutus)
        act("storyteller", i.DismissProposal, proposal=self._proposals(asked)[0])
        roll = RollId(blind.created)
        off = act("storyteller", i.ScheduleReveal, roll=roll, in_s=60, part="outcome")
        act("storyteller", i.CancelReveal, reveal=off.created)
        act("storyteller", i.ScheduleReveal, roll=roll, in_s=60, part="outcome",
            to=(table["ann"],))  # fmt: skip
        table.now_ms += 60_000
        (due,) = due_by(table.state, table.now_ms)
        table.do(falling_due(table.state, due, table.now_ms, table.recall(roll)))

    def _contests(self) -> None:
        act = self.act
        # A pool that the others do not see.
        act("bob", i.Roll, (7, 2), pool=2, label="Stealth", hide_pool=True)
        withdrawn = act(
            "ann", i.OpenContest, (6, 2, 3),
            character=self.iris, against=self.brutus, pool=3, label="Wits + Streetwise",
        )  # fmt: skip
        act("ann", i.WithdrawContest, contest=ContestId(withdrawn.created))
        opened = act(
            "ann", i.OpenContest, (6, 2, 3, 5, 9),
            character=self.iris, against=self.brutus, pool=5, label="Dexterity + Melee",
            arms="knife", conflict=PoolCategory.PHYSICAL,
        )  # fmt: skip
        act(
            "bob", i.AnswerContest, (7, 8, 1, 2, 3, 4),
            contest=ContestId(opened.created), character=self.brutus, pool=6, label="Brawl",
            armour={"name": "leather"},
        )  # fmt: skip
        standing = [r for r in self.table.state.standing.values() if r.contest == opened.created]
        mine = next(roll for roll in standing if roll.character == self.iris)
        act("ann", i.Reroll, (10,), roll=mine.roll, regular_indices=(0,))
        for proposal in tuple(self.table.state.proposals.values()):
            if proposal.view.contest == opened.created:
                act("storyteller", i.ConfirmProposal, proposal=proposal.view.proposal, amount=2)
        self._contest_of_three()
        self._opposed()
        hidden = act(
            "storyteller", i.OpenContest, (8, 8),
            character=self.sleeper, against=self.queen, pool=2, label=SECRET_LABEL,
            visibility=Visibility.SECRET,
        )  # fmt: skip
        act("storyteller", i.AnswerContest, (1, 9), contest=ContestId(hidden.created),
            character=self.queen, pool=2)  # fmt: skip
        for proposal in tuple(self.table.state.proposals.values()):
            note = "" if proposal.audience.everyone else PROPOSAL_NOTE
            act("storyteller", i.DismissProposal, proposal=proposal.view.proposal, note=note)

    def _contest_of_three(self) -> None:
        """One answers, another forgoes it, and what it costs them is changed and confirmed."""
        act = self.act
        third = CharacterId(act("storyteller", i.CreateCharacter, name="Tamsin").created)
        opened = act(
            "ann", i.OpenContest, (9, 8, 7, 2), character=self.iris, against=self.brutus,
            others=(third,), pool=4, weapon=1, label="Strength + Melee",
        )  # fmt: skip
        contest = ContestId(opened.created)
        act("bob", i.AnswerContest, (7, 2), contest=contest, character=self.brutus, pool=2)
        act("storyteller", i.ForgoReaction, contest=contest, character=third, difficulty=2)
        (harm,) = [
            p.view.proposal for p in self.table.state.proposals.values()
            if p.view.contest == contest
        ]  # fmt: skip
        act("storyteller", i.ConfirmProposal, proposal=harm, edits=({"row": 0, "amount": 1},))

    def _opposed(self) -> None:
        """Somebody unseen opposes a roll that all see."""
        rolled = self.act(
            "ann", i.Roll, (6, 2), character=self.iris, pool=2, label="Wits + Awareness"
        )
        self.act(
            "storyteller", i.OpenContest, (8, 9), character=self.sleeper, against=self.iris,
            opposes=RollId(rolled.created), pool=2, label=SECRET_LABEL, told="verdict",
        )  # fmt: skip

    # --- the second session ----------------------------------------------------------------------

    def _second_session(self) -> None:
        act, table = self.act, self.table
        table.now_ms += 86_400_000
        act("storyteller", i.SetHouseRules, house_rules=HouseRules(
            preset=Preset.V5_CORE_ROLLING, history=HistoryForLate.NONE))  # fmt: skip
        act("storyteller", i.SetRole, member=table["bob"], role=Role.STORYTELLER)
        act("storyteller", i.StartSession)
        table.people["late"] = Role.PLAYER
        table.join("late")
        act("storyteller", i.UnhideCharacter, character=self.queen)
        # By this preset the rerolled tens make no pair, and a third ten counts extra.
        act("storyteller", i.SetTracker, character=self.iris, tracker="hunger", value=1)
        act("late", i.Roll, (10, 2, 3, 4), pool=4, difficulty=1, label="Luck", hunger=0)
        roll = act(
            "ann", i.Roll, (10, 2, 3, 10, 10),
            character=self.iris, pool=5, difficulty=4, label="Resolve + Awareness",
            categories=(PoolCategory.MENTAL,),
        )  # fmt: skip
        act("ann", i.Reroll, (10,), roll=RollId(roll.created), regular_indices=(1,))
        self._invites()
        act("storyteller", i.SetRole, member=table["bob"], role=Role.PLAYER)
        act("bob", i.Roll, (3, 1), pool=2, label="the end of the night")
        act("storyteller", i.RemoveCharacter, character=self.queen)
        act("bot", i.LeaveRoom)
        act("storyteller", i.RemoveMember, member=table["guest"])

    def _invites(self) -> None:
        act, table = self.act, self.table
        act("storyteller", i.CreateInvite, role=Role.PLAYER, secret=secret_of(1), expires_in_s=60)
        table.now_ms += 120_000
        second = act("storyteller", i.CreateInvite, role=Role.PLAYER, secret=secret_of(2))
        act("storyteller", i.RevokeInvite, invite=InviteId(second.created))

    def _proposals(self, done: Done) -> list[ProposalId]:
        return [event.proposal.proposal for event in done.all(ProposalOpened)]


def changed(drafts: Sequence[Draft], place: int, **fields: object) -> list[Draft]:
    """*drafts* with one of them changed."""
    return [replace(d, **fields) if n == place else d for n, d in enumerate(drafts)]
