"""
What things are called in a transcript: learnt from what its viewer was shown, and nothing else.
"""

from collections.abc import Mapping
from typing import TypeVar

from protocol import events as e
from protocol.belief_views import BondView, BoonView
from protocol.ids import (
    BondId,
    BoonId,
    CharacterId,
    ContestId,
    EffectId,
    InviteId,
    MemberId,
    ProposalId,
    RequestId,
    RollId,
)
from protocol.views import (
    CharacterView,
    ContestView,
    EffectView,
    ProposalView,
    RequestView,
    Snapshot,
)
from protocol.words import Role
from server.replay.plain import joined, words

Id = TypeVar("Id", bound=str)

SOMEBODY = "somebody who is not here any more"
SOME_CHARACTER = "a character that is not here any more"

_PROPOSALS = {
    "contest_damage": "the damage of a contest",
    "contest_harm": "the harm of a contest",
    "messy_critical": "the price of a messy critical",
    "bestial_failure": "the price of a bestial failure",
    "win_at_cost": "a win at a cost",
    "reveal": "a blind roll to be shown",
    "frenzy": "a test against frenzy",
    "invite_renewal": "new invites",
    "attack_hit": "the damage of an attack that hit",
    "v20_damage": "damage to Health",
    "botch": "what a botch brings",
    "retraction": "whether a roll counts no more",
    "correction": "whether a tracker is put right",
    "handing_on": "a character that is handed on",
}


class Names:
    """The names that a viewer knows so far; `learn` follows the viewer's events."""

    def __init__(self, known: Snapshot | None = None) -> None:
        """*known*: what the viewer may see anyway, for what no event of the view speaks of."""
        self._members: dict[MemberId, str] = {}
        self._former: dict[str, str] = {}
        self._characters: dict[CharacterId, str] = {}
        self._rolls: dict[RollId, str] = {}
        self._contests: dict[ContestId, str] = {}
        self._proposals: dict[ProposalId, str] = {}
        self._effects: dict[EffectId, str] = {}
        self._invites: dict[InviteId, Role] = {}
        self._requests: dict[RequestId, str] = {}
        self._bonds: dict[BondId, str] = {}
        self._boons: dict[BoonId, str] = {}
        if known is not None:
            self._know(known)

    def _know(self, known: Snapshot) -> None:
        self._members.update((m.member, m.name) for m in known.members)
        self._characters.update((c.character, c.name) for c in known.characters)
        self._invites.update((i.invite, i.role) for i in known.invites)
        for contest in known.contests:
            self._learn_contest(contest)
        for request in known.requests:
            self._learn_request(request)
        for bond in known.bonds:
            self._learn_bond(bond)
        for boon in known.boons:
            self._learn_boon(boon)
        for effect in known.effects:
            self._learn_effect(effect)
        for proposal in known.proposals:
            self._learn_proposal(proposal)

    # --- asking ----------------------------------------------------------------------------------

    def member(self, member: MemberId) -> str:
        """A member's name; where several have the same, it is numbered."""
        return _numbered(self._members, member, SOMEBODY)

    def character(self, character: CharacterId) -> str:
        """A character's name, numbered likewise."""
        return _numbered(self._characters, character, SOME_CHARACTER)

    def known_as(self, character: CharacterId, name: str) -> str:
        """A character's name, or *name* for one that the viewer never knew here."""
        return self.character(character) if character in self._characters else name

    def bond(self, bond: BondId) -> str:
        """Whose bond it is."""
        return self._bonds.get(bond, "a blood bond")

    def boon(self, boon: BoonId) -> str:
        """Who owes whom."""
        return self._boons.get(boon, "a boon")

    def former(self, renamed: MemberId | CharacterId) -> str | None:
        """What somebody was called before the last change of the name, if that is known."""
        return self._former.get(renamed)

    def roll(self, roll: RollId) -> str:
        """What a roll was: whose, and for what."""
        return self._rolls.get(roll, "an earlier roll")

    def contest(self, contest: ContestId) -> str:
        """Who was against whom."""
        return self._contests.get(contest, "an earlier contest")

    def proposal(self, proposal: ProposalId) -> str:
        """What was proposed."""
        return self._proposals.get(proposal, "an earlier proposal")

    def request(self, request: RequestId) -> str:
        """What was asked for."""
        return self._requests.get(request, "an earlier request")

    def effect(self, effect: EffectId) -> str:
        """What held whom."""
        return self._effects.get(effect, "what held a character")

    def invite(self, invite: InviteId) -> str:
        """Whom an invite is for."""
        role = self._invites.get(invite)
        return "an earlier invite" if role is None else f"the invite for a {role}"

    # --- learning --------------------------------------------------------------------------------

    def learn(self, event: e.Event) -> None:
        """Take in the names that an event of the view tells; to be called before it is told."""
        match event:
            case e.MemberJoined():
                self._members[event.member] = event.name
            case e.MemberRenamed():
                self._rename(self._members, event.member, event.name)
            case e.CharacterCreated() | e.CharacterUnhidden():
                self._learn_card(event.card)
            case e.CharacterEdited():
                self._rename(self._characters, event.character, event.name)
            case e.RollResolved():
                self._rolls[event.roll] = self.of_roll(event.member, event.character, event.label)
            case e.RollAttributed():
                known = self.roll(event.roll)
                self._rolls[event.roll] = f"{known} (for {self.character(event.character)})"
            case e.RollRevealed():
                revealed = self.of_roll(event.member, event.character, event.label)
                self._rolls.setdefault(event.roll, revealed)
            case e.ContestOpened():
                self._learn_contest(event.contest)
            case e.ProposalOpened():
                self._learn_proposal(event.proposal)
            case e.RequestOpened():
                self._learn_request(event.request)
            case e.EffectBegun():
                self._learn_effect(event.effect)
            case e.BondNoted():
                self._learn_bond(event.bond)
            case e.BoonNoted():
                self._learn_boon(event.boon)
            case e.InviteCreated():
                self._invites[event.invite] = event.role
            case _:
                pass

    def of_roll(self, member: MemberId, character: CharacterId | None, label: str) -> str:
        """A roll by who made it, for whom, and what for."""
        what = f"the roll {label}" if label else "the roll"
        return f"{what} of {self.actor(member, character)}"

    def actor(self, member: MemberId, character: CharacterId | None) -> str:
        """A member, and the character that the member acts for."""
        if character is None:
            return self.member(member)
        return f"{self.member(member)} for {self.character(character)}"

    def _rename(self, names: dict[Id, str], one: Id, name: str) -> None:
        before = names.get(one)
        if before is None or before == name:
            self._former.pop(one, None)
        else:
            self._former[one] = before
        names[one] = name

    def _learn_card(self, card: CharacterView) -> None:
        self._characters[card.character] = card.name

    def _learn_contest(self, contest: ContestView) -> None:
        first = self.character(contest.character)
        against = joined([self.character(c) for c in (contest.against, *contest.others)])
        self._contests[contest.contest] = f"the contest of {first} against {against}"

    def _learn_proposal(self, proposal: ProposalView) -> None:
        what = _PROPOSALS.get(proposal.kind, words(proposal.kind))
        whom = f" for {self.character(proposal.character)}" if proposal.character else ""
        self._proposals[proposal.proposal] = f"{what}{whom}"

    def _learn_request(self, request: RequestView) -> None:
        whom = self.character(request.character)
        self._requests[request.request] = f"the roll that {whom} is asked for"

    def _learn_bond(self, bond: BondView) -> None:
        self._bonds[bond.bond] = f"the blood bond of {self.character(bond.character)}"

    def _learn_boon(self, boon: BoonView) -> None:
        self._boons[boon.boon] = f"the boon of {boon.debtor_name} to {boon.creditor_name}"

    def _learn_effect(self, effect: EffectView) -> None:
        whom = self.character(effect.character)
        self._effects[effect.effect] = f"{words(effect.kind)} {effect.name} of {whom}"


def _numbered(names: Mapping[Id, str], one: Id, unknown: str) -> str:
    name = names.get(one)
    if name is None:
        return unknown
    same = [other for other, called in names.items() if called == name]
    return name if same[0] == one else f"{name} ({same.index(one) + 1})"
