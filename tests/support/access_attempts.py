"""What to send to try each row of the table of rights in `tests.support.access`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from protocol import from_client as i
from tests.support.access import NAMES, NEW, QUERY_RIGHTS, RIGHTS, ROLES, expected
from tests.support.access_world import NOWHERE, OPEN, SECRET, World

NO_INTENT = "00000000-0000-4000-8000-000000000000"

Fields = Callable[[World, str, str], dict[str, object]]
"""The fields of an attempt: in a world, for the sender of a name, about somebody's things."""


def _on_character(**more: object) -> Fields:
    return lambda world, _, whose: {"character": world.characters.get(whose, NOWHERE), **more}


def _declare(world: World, _: str, whose: str) -> dict[str, object]:
    """In the words of the system that the world plays."""
    what = {"text": "runs"} if world.is_v20 else {"step": "ranged"}
    return {"character": world.characters.get(whose, NOWHERE), **what}


def _on_standing(**more: object) -> Fields:
    return lambda world, _, whose: {"roll": world.standing.get(whose, NOWHERE), **more}


def _on_member(**more: object) -> Fields:
    return lambda world, _, whose: {"member": world.members.get(whose, NOWHERE), **more}


def _on_proposal(**more: object) -> Fields:
    return lambda world, _, whose: {"proposal": world.proposals.get(whose, NOWHERE), **more}


def _on_effect(world: World, _: str, whose: str) -> dict[str, object]:
    return {"effect": world.effects.get(whose, NOWHERE)}


def _on_invite(**more: object) -> Fields:
    return lambda world, _, whose: {
        "invite": world.invite if whose == "bob" else NOWHERE,
        **more,
    }


def _plain(**fields: object) -> Fields:
    return lambda *_: dict(fields)


def _view(world: World, name: str, whose: str) -> dict[str, object]:
    if not whose:
        return {}
    viewed = {name: name, "hidden": "bob"}.get(whose)
    return {"as": world.members[viewed] if viewed else NOWHERE}


def _new_character(world: World, name: str, whose: str) -> dict[str, object]:
    owners = (world.members[whose],) if whose in world.members else ()
    return {"name": "Newcomer", "owners": owners, "hidden": whose == "hidden"}


def _roll(world: World, _: str, whose: str) -> dict[str, object]:
    return {"pool": 1} | ({"character": world.characters.get(whose, NOWHERE)} if whose else {})


def _device_link(world: World, name: str, whose: str) -> dict[str, object]:
    other = {"member": world.members.get(whose, NOWHERE)} if whose else {}
    return {"secret": f"{whose}-by-{name}".ljust(16)[:16].encode(), **other}


def _undo(world: World, name: str, _: str) -> dict[str, object]:
    return {"intent": world.last_intents.get(name, NO_INTENT)}


def _say(world: World, _: str, whose: str) -> dict[str, object]:
    speaker = {"character": world.characters.get(whose, NOWHERE)} if whose else {}
    return {"text": "Good evening.", **speaker}


def _open_contest(world: World, name: str, whose: str) -> dict[str, object]:
    """With one's own or somebody's character, against bob's or somebody's that is hidden."""
    return {
        "character": world.characters.get(whose, NOWHERE),
        "against": world.characters["bob-3"],
        "pool": 1,
        "visibility": SECRET if whose == "hidden" else OPEN,
    }


def _open_against(world: World, name: str, whose: str) -> dict[str, object]:
    return {
        "character": world.characters[name],
        "against": world.characters.get(whose, NOWHERE),
        "pool": 1,
        "visibility": SECRET,
    }


def _help(world: World, name: str, whose: str) -> dict[str, object]:
    """Each helps somebody else, and the Storyteller with each somebody else."""
    helper = world.characters.get(whose, NOWHERE)
    helped = {"bob": "bob-3", "hidden": "hidden-3"}.get(whose, f"{whose}-2")
    return {"character": helper, "helps": world.characters.get(helped, helper), "skill": "Brawl"}


def _help_hidden(world: World, name: str, whose: str) -> dict[str, object]:
    return {
        "character": world.characters[name],
        "helps": world.characters.get("hidden-2" if whose == "hidden" else whose, NOWHERE),
        "skill": "Brawl",
    }


def _bite_hidden(world: World, name: str, whose: str) -> dict[str, object]:
    bitten = world.characters.get(whose, NOWHERE)
    return {"character": world.characters[name], "source": "human_sip", "bites": bitten}


def _answer(world: World, _: str, whose: str) -> dict[str, object]:
    return {
        "contest": world.contests_to.get(whose, NOWHERE),
        "character": world.characters.get(whose, NOWHERE),
        "pool": 1,
    }


def _answer_for(world: World, name: str, whose: str) -> dict[str, object]:
    """A contest that is known, answered for a character that is not."""
    known = "hidden" if name == "storyteller" else name
    return {
        "contest": world.contests_to[known],
        "character": world.characters.get(whose, NOWHERE),
        "pool": 1,
    }


def _forgo(world: World, _: str, whose: str) -> dict[str, object]:
    return {
        "contest": world.contests_to.get(whose, NOWHERE),
        "character": world.characters.get(whose, NOWHERE),
    }


def _forgo_for(world: World, name: str, whose: str) -> dict[str, object]:
    fields = _answer_for(world, name, whose)
    return {key: value for key, value in fields.items() if key != "pool"}


def _withdraw(world: World, _: str, whose: str) -> dict[str, object]:
    return {"contest": world.contests_by.get(whose, NOWHERE)}


def _reveal(world: World, _: str, whose: str) -> dict[str, object]:
    return {"roll": world.quiet_rolls.get(whose, NOWHERE)}


def _set_boon(world: World, name: str, whose: str) -> dict[str, object]:
    boon = {"boon": world.boons.get(whose, NOWHERE)} if whose else {}
    named = {"debtor_name": f"A debtor of {name}", "creditor_name": "The Prince", "size": "minor"}
    return {**boon, **named}


def _bind_to_hidden(world: World, name: str, whose: str) -> dict[str, object]:
    regnant = world.characters.get(whose, NOWHERE)
    return {"character": world.characters[name], "drinks": 1, "regnant": regnant}


ATTEMPTS: Mapping[type, Fields] = {
    i.RenameRoom: _plain(name="Another name"),
    i.SetHouseRules: _plain(house_rules={"entered_dice": True, "history": "none"}),
    i.StartSession: _plain(),
    i.EndSession: _plain(),
    i.BeginClock: _plain(clock="night"),
    i.EndClock: _plain(clock="scene"),
    i.CreateInvite: _plain(role="player", secret=b"a-secret-of-mine"),
    i.RevokeInvite: _on_invite(),
    i.RenewInvite: _on_invite(secret=b"a-secret-renewed"),
    i.CreateDeviceLink: _device_link,
    i.LockRoom: _plain(),
    i.LeaveRoom: _plain(),
    i.RenewToken: lambda _, name, __: {"token": f"token-of-{name}".ljust(32).encode()},
    i.RemoveMember: _on_member(),
    i.SetRole: _on_member(role="bot"),
    i.RenameMember: _on_member(name="Somebody"),
    i.CreateCharacter: _new_character,
    i.EditCharacter: _on_character(name="Renamed"),
    i.SetOwners: lambda world, _, whose: {
        "character": world.characters.get(whose, NOWHERE),
        "owners": (world.members["second"],),
    },
    i.OfferCharacter: lambda world, name, whose: {
        "character": world.characters.get(whose, NOWHERE),
        "member": world.members["bob" if whose != "bob" else "ann"],
    },
    i.SetStandIn: lambda world, name, whose: {
        "character": world.characters.get(whose, NOWHERE),
        "member": world.members["bob" if name != "bob" and whose != "bob" else "ann"],
    },
    i.EndStandIn: _on_character(),
    i.UnhideCharacter: _on_character(),
    i.RemoveCharacter: _on_character(),
    i.SetTrackerAudience: _on_character(tracker="humanity", audience="owner"),
    i.SetTracker: _on_character(tracker="hunger", value=4),
    i.SetTrack: _on_character(track="willpower", superficial=2),
    i.DealDamage: _on_character(track="health", kind="aggravated", amount=1),
    i.Feed: _on_character(source="human_sip"),
    i.BeginEffect: _on_character(kind="other", name="Shaken"),
    i.EndEffect: _on_effect,
    i.Heal: _on_character(track="health", kind="superficial", amount=1),
    i.AddStains: _on_character(amount=1),
    i.Roll: _roll,
    i.Say: _say,
    i.Reroll: _on_standing(regular_indices=(0,)),
    i.SettleRoll: _on_standing(),
    i.Rouse: _on_character(),
    i.Mend: _on_character(),
    i.Wake: _on_character(),
    i.Blush: _on_character(),
    i.RollCompulsion: _on_character(),
    i.Recover: _on_character(by="desire"),
    i.Help: _help,
    i.SpendWillpower: _on_character(use="ignore_wounds"),
    i.DeclareAction: _declare,
    i.RollResonance: _on_character(),
    i.RideWave: _on_character(kind="fury"),
    i.TestRemorse: _on_character(),
    i.TestFrenzy: _on_character(kind="terror", difficulty=2),
    i.RevealRoll: _reveal,
    i.RequestRoll: lambda world, _, __: {"characters": (world.characters["bob"],), "pool": 1},
    i.AnswerRequest: lambda world, _, whose: {"request": world.requests.get(whose, NOWHERE)},
    i.CloseRequest: lambda world, _, whose: {"group": world.groups.get(whose, NOWHERE)},
    i.JudgeRoll: _on_standing(difficulty=1),
    i.RetractRoll: _on_standing(note="It was another."),
    i.Undo: _undo,
    i.RaisePause: _plain(),
    i.LiftPause: _plain(),
    i.AddBoundary: _plain(kind="line", text="Spiders"),
    i.RemoveBoundary: lambda world, _, whose: {"boundary": world.boundaries.get(whose, NOWHERE)},
    i.SetTenets: lambda _, name, __: {"tenets": (f"A tenet of {name}",)},
    i.SetBeliefs: lambda world, name, whose: {
        "character": world.characters.get(whose, NOWHERE),
        "convictions": (f"A Conviction of {name}",),
        "touchstones": (),
    },
    i.SetBond: _on_character(drinks=1, regnant_name="The Baroness"),
    i.RemoveBond: lambda world, _, whose: {"bond": world.bonds.get(whose, NOWHERE)},
    i.SetBoon: _set_boon,
    i.RemoveBoon: lambda world, _, whose: {"boon": world.boons.get(whose, NOWHERE)},
    i.AwardExperience: lambda world, _, whose: {
        "awards": ({"character": world.characters.get(whose or "bob", NOWHERE), "points": 1},)
    },
    i.SpendExperience: _on_character(points=1, on="Auspex"),
    i.ScheduleReveal: lambda world, _, whose: {
        "roll": world.quiet_rolls.get(whose, NOWHERE),
        "in_s": 60,
    },
    i.CancelReveal: lambda world, _, whose: {"reveal": world.reveals.get(whose, NOWHERE)},
    i.AskReveal: _on_character(),
    i.OpenContest: _open_contest,
    i.AnswerContest: _answer,
    i.ForgoReaction: _forgo,
    i.WithdrawContest: _withdraw,
    i.ConfirmProposal: lambda world, _, whose: {
        "proposal": world.proposals.get(whose, NOWHERE),
        **({} if whose == "ann" else {"choice": "compulsion"}),
    },
    i.DismissProposal: _on_proposal(),
    i.CreateV20Character: _new_character,
    i.RollV20: _roll,
    i.SpendBlood: _on_character(use="discipline"),
    i.DrinkBlood: _on_character(points=2),
    i.RollDegeneration: _on_character(sin=1),
    i.ResistBeast: _on_character(kind="rotschreck", difficulty=4),
    i.RollInitiative: lambda world, _, whose: {
        "character": world.characters.get(f"{whose}-2", NOWHERE)
    },
    i.AddEntropy: _plain(book=b"no book is so c.", entropy=bytes(32)),
    i.RenewDice: _plain(),
    i.OpenV20Contest: _open_contest,
    i.AnswerV20Contest: _answer,
    i.HistoryQuery: _view,
    i.SnapshotQuery: _view,
    i.LandmarksQuery: _view,
    i.PlayQuery: _view,
    i.StopPlayQuery: _plain(),
    i.RollQuery: _reveal,
    i.OddsQuery: _plain(pool=6, hunger=2, difficulty=4),
    i.RulesQuery: _plain(),
}

SPECIAL: Mapping[tuple[type, str], Fields] = {
    (i.OpenContest, "against_hidden"): _open_against,
    (i.AnswerContest, "for_hidden"): _answer_for,
    (i.ForgoReaction, "for_hidden"): _forgo_for,
    (i.OpenV20Contest, "against_hidden"): _open_against,
    (i.AnswerV20Contest, "for_hidden"): _answer_for,
    (i.Help, "helps_hidden"): _help_hidden,
    (i.Feed, "bites_hidden"): _bite_hidden,
    (i.SetBond, "regnant_hidden"): _bind_to_hidden,
}


@dataclass(frozen=True)
class Attempt:
    """One cell of the matrix: who tries what on what, and what the sender must get."""

    kind: type
    relation: str
    role: str

    @property
    def expected(self) -> str:
        return expected(self.kind, self.relation, self.role)

    @property
    def who(self) -> str:
        return NAMES[self.role]

    def fields(self, world: World, *, unknown: bool = False) -> dict[str, object]:
        """What to send; with *unknown* an id that nothing has stands for what is meant."""
        make = SPECIAL.get((self.kind, self.relation), ATTEMPTS[self.kind])
        whose = {"room": "", "own": self.who, "other": "bob"}.get(self.relation, "hidden")
        if unknown or self.relation.startswith("unknown"):
            whose = "unknown"
        return make(world, self.who, whose)


def attempts(kind: type) -> list[Attempt]:
    """The whole matrix of one type; where objects can be named, also one that does not exist."""
    relations = list({**RIGHTS, **QUERY_RIGHTS}[kind])
    if set(relations) & {"own", "other"} and kind not in NEW:
        relations.append("unknown")
    return [Attempt(kind, relation, role) for relation in relations for role in ROLES]
