"""Random evenings: members try any intent of the vocabulary, with ids that mostly exist."""

from collections.abc import Iterable
from random import Random
from typing import Any, get_args

from msgspec import inspect

from protocol import events as e
from protocol import from_client as i
from protocol.ids import UUID, InviteId, LinkId
from protocol.words import WORD_PATTERN, Preset, Role
from server.rooms.commands import Command, LinkDevice
from server.rooms.house import switches_of, system_of
from server.rooms.records import from_stored
from server.rooms.systems import V5_ONLY, V20_ONLY
from tests.support.rooms import START_MS, Table, secret_of, uuid

INTENTS: tuple[type[i.Intent], ...] = get_args(i.Intent)
OFTEN: tuple[type[i.Intent], ...] = (
    i.CreateCharacter, i.Roll, i.Roll, i.Roll, i.Roll, i.Reroll, i.Reroll, i.Reroll, i.SettleRoll,
    i.Rouse, i.OpenContest, i.OpenContest, i.OpenContest, i.AnswerContest, i.AnswerContest,
    i.ForgoReaction,
    i.ConfirmProposal, i.ConfirmProposal, i.DealDamage, i.AddStains, i.SetTrackerAudience,
    i.SetOwners, i.SetStandIn, i.SetRole, i.UnhideCharacter, i.RevealRoll, i.TestRemorse,
)  # fmt: skip
"""What has more to say than the rest."""

OFTEN_V20: tuple[type[i.Intent], ...] = (
    i.CreateV20Character, i.RollV20, i.RollV20, i.RollV20, i.RollV20, i.SpendBlood, i.SpendBlood,
    i.SpendWillpower, i.DrinkBlood, i.DealDamage, i.DealDamage, i.Heal, i.SetTrackerAudience,
    i.SetOwners, i.SetRole, i.UnhideCharacter, i.RevealRoll, i.ResistBeast, i.RollDegeneration,
    i.RollInitiative, i.DeclareAction, i.OpenV20Contest, i.OpenV20Contest, i.AnswerV20Contest,
    i.AnswerV20Contest, i.BeginEffect, i.ConfirmProposal,
)  # fmt: skip
"""The same in a room that plays V20."""

POOLED = (
    *(i.Roll, i.OpenContest, i.AnswerContest, i.RollV20),
    *(i.OpenV20Contest, i.AnswerV20Contest),
)
"""What rolls a pool: of dice, or of traits."""

POOLED_V20 = (i.RollV20, i.OpenV20Contest, i.AnswerV20Contest)

SELDOM = (i.LeaveRoom, i.RemoveMember, i.RemoveCharacter)
NOWHERE = "nothing-is-called-so"
NAMES = ("Iris", "Zoë", "👩‍👩‍👧", "<img onerror=alert(1)>")


class Evening:
    """A room in which things happen at random, and what there is to name in it."""

    def __init__(self, seed: int, room: Table | None = None) -> None:
        self.random = Random(seed)
        self.room = room or Table()
        self.rolls: list[str] = []
        self.joined = 0

    def set_the_table(self) -> None:
        """Begin with a few characters, one of them hidden."""
        if self.room.state.is_v20:
            for owner in ("ann", "bob", None):
                blood = self.random.randint(0, 10)
                self.room.v20_vampire(owner, blood=blood, traits={"Wits": 3, "Stamina": 4})
            self.room.v20_vampire(None, "The Sleeper", hidden=True)
            return
        for owner in ("ann", "bob", None):
            sheet = {"hunger": self.random.randint(0, 5), "humanity": self.random.randint(0, 10)}
            self.room.vampire(owner, **sheet)
        self.room.hidden(hunger=self.random.randint(0, 5))

    def chance(self, one_in: int) -> bool:
        return self.random.randrange(one_in) == 0

    def next_command(self) -> Command:
        """What somebody tries now."""
        self.room.now_ms += self.random.choice((0, 1, 1_000, 60_000, 3_600_000))
        state = self.room.state
        if state.invites and self.chance(12):
            self.joined += 1
            invite = InviteId(self.one_of(state.invites))
            return self.room.join_command(f"guest-{self.joined}", invite)
        if state.links and self.chance(12):
            commit = self.room._fresh_commit()
            link = LinkId(self.one_of(state.links))
            return LinkDevice(link, b"token" + commit, self.room.now_ms, commit)
        intent = self.intent(self.kind())
        return self.room.command(self.somebody(intent), intent)

    def note(self) -> None:
        """Remember the rolls of the last commit."""
        for record in self.room.kept[-1].records:
            event = from_stored(record, START_MS).event
            if isinstance(event, e.RollResolved):
                self.rolls.append(event.roll)

    def kind(self) -> type[i.Intent]:
        is_v20 = self.room.state.is_v20
        kind = self.random.choice(INTENTS + (OFTEN_V20 if is_v20 else OFTEN))
        is_foreign = kind in (V5_ONLY if is_v20 else V20_ONLY)
        if (kind in SELDOM and not self.chance(4)) or (is_foreign and not self.chance(8)):
            return i.RollV20 if is_v20 else i.Roll
        return kind

    def somebody(self, intent: i.Intent) -> str:
        """A member, more often one who may do it: an owner, or a Storyteller."""
        names = {member: name for name, member in self.room.members.items()}
        here = self.room.state.members
        character = self.room.state.characters.get(getattr(intent, "character", None) or "")  # type: ignore[arg-type]
        if character is not None and character.owners and self.chance(2):
            return names[self.random.choice(character.owners)]
        storytellers = [m for m in here if here[m].role is Role.STORYTELLER]
        among = list(here) if self.chance(3) else storytellers
        return names[self.random.choice(among)]

    def one_of(self, known: Iterable[str]) -> str:
        """The id of something there is; rarely of nothing."""
        ids = list(known)
        return NOWHERE if not ids or self.chance(20) else self.random.choice(ids)

    # --- fields ----------------------------------------------------------------------------------

    def intent(self, kind: type[i.Intent]) -> i.Intent:
        """A random intent of a type, valid as a message."""
        described = inspect.type_info(kind)
        assert isinstance(described, inspect.StructType)
        fields = {
            field.name: self.value(field.name, field.type)
            for field in described.fields
            if field.name not in ("id", "dice", "entered")
            and (field.required or field.name == "character" or self.chance(2))
        }
        self._fit(kind, fields, {field.name for field in described.fields})
        return self.room.intent(kind, **fields)

    def _fit(self, kind: type[i.Intent], fields: dict[str, Any], names: set[str]) -> None:
        """Make the fields of an intent agree, so that it is not refused for that alone."""
        state = self.room.state
        if "visibility" in names:
            fields.pop("to", None)
            if fields.get("visibility") == "whisper":
                fields["to"] = [self.one_of(state.members)]
        if fields.get("hidden") and not self.chance(4):
            fields["owners"] = ()
        if not self.chance(6):
            for unlikely in ("hunger_indices", "surge"):
                fields.pop(unlikely, None)
            if fields.get("character") is not None and kind is i.Roll:
                fields.pop("hunger", None)
            if kind is i.CreateCharacter and fields.get("kind") in ("mortal", "ghoul"):
                fields.pop("hunger", None)
                fields.pop("blood_potency", None)
        if kind is i.Reroll and not self.chance(6):
            fields["regular_indices"] = self.random.choice(((0,), (0, 1), (1,), (0, 1, 2)))
        if kind in POOLED_V20 and not self.chance(6):
            for unlikely in ("calm", "actions", "specialty", "against", "proposal", "toward"):
                if unlikely != "against" or kind is i.RollV20:
                    fields.pop(unlikely, None)
            fields["difficulty"] = self.random.randint(2, 10)
            if kind is i.RollV20:
                fields |= self._business()
        if kind is i.BeginEffect and not self.chance(6):
            fields.pop("target", None)
            if fields["kind"] == "task":
                fields["target"] = self.random.randint(1, 6)
        if kind is i.AddStains and not self.chance(6):
            for named in ("tenet", "conviction", "touchstone", "upheld", "spared"):
                fields.pop(named, None)
        if kind in (i.SetBond, i.SetBoon) and not self.chance(6):
            self._fit_tie(fields)
        if kind is i.SpendBlood and not self.chance(6):
            fields = self._fit_blood(fields)
        if kind in POOLED and not self.chance(10):
            fields["pool"] = self.random.randint(1, 8)
            unwanted = "pool" if self.chance(4) else "traits"
            if "traits" in fields:
                fields.pop(unwanted)
        if kind in (i.Roll, i.RollV20):
            self._fit_request(fields)
        if kind is i.RequestRoll and not self.chance(6):
            fields.pop("traits" if "pool" in fields else "pool", None)
            fields.setdefault("pool" if "traits" not in fields else "label", 3)
            fields |= {"label": "", "characters": [self.one_of(state.characters)]}
            for unlikely in ("members", "told", "required", "specialty"):
                fields.pop(unlikely, None)
        opposed = state.standing.get(fields.get("opposes") or "")
        if opposed is not None and opposed.character is not None and not self.chance(4):
            fields |= {"against": opposed.character, "others": [], "visibility": "secret"}
            fields |= {"told": "storytellers", "to": []}
        contest = state.contests.get(fields.get("contest", ""))
        if contest is not None and "character" in names and not self.chance(4):
            fields["character"] = self.random.choice(contest.awaited or contest.opponents)
        proposal = state.proposals.get(fields.get("proposal", ""))
        if proposal is not None and kind is i.ConfirmProposal and not self.chance(6):
            fields.pop("choice", None)
            fields.pop("amount", None)
            rows = len(proposal.view.rows)
            fields["edits"] = [{"row": row, "amount": 2} for row in range(rows) if self.chance(2)]
            if proposal.view.options:
                fields["choice"] = self.random.choice(proposal.view.options)

    def _fit_tie(self, fields: dict[str, Any]) -> None:
        """A tie of two, of whom each is named once."""
        fields.pop("strength", None)
        for who in ("regnant", "debtor", "creditor"):
            fields.pop(who if self.chance(2) else f"{who}_name", None)

    def _fit_request(self, fields: dict[str, Any]) -> None:
        """A roll answers a request where there is one, and says nothing of its own then."""
        open_ = [r.view for r in self.room.state.requests.values() if r.view.answer is None]
        fields.pop("told", None)
        if not open_ or self.chance(3):
            fields.pop("request", None)
            return
        view = self.random.choice(open_)
        fields |= {"request": view.request, "character": view.character}
        for own in ("pool", "traits", "specialty", "difficulty", "required", "without_dice"):
            fields.pop(own, None)

    def _business(self) -> dict[str, Any]:
        """What a V20 roll goes on with, where there is something."""
        state = self.room.state
        tasks = [e.view.effect for e in state.effects.values() if e.view.task is not None]
        if tasks and self.chance(3):
            return {"toward": self.random.choice(tasks)}
        wanted = {"attack_hit": "damage", "v20_damage": "soak"}
        open_ = [p.view for p in state.proposals.values() if p.view.kind in wanted]
        if open_ and self.chance(2):
            view = self.random.choice(open_)
            kind = wanted[view.kind]
            return {"proposal": view.proposal, "character": view.character, "kind": kind}
        if state.characters and self.chance(6):
            return {"against": self.one_of(state.characters), "kind": "damage"}
        return {}

    def _fit_blood(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Blood is told what its use needs, and nothing else."""
        for unlikely in ("attribute", "kind", "levels", "resting", "points"):
            fields.pop(unlikely, None)
        if fields["use"] == "attribute":
            fields["attribute"] = "stamina"
        if fields["use"] == "heal":
            fields["kind"] = self.random.choice(("bashing", "lethal"))
        return fields

    def value(self, name: str, type_: inspect.Type) -> Any:
        state = self.room.state
        standing = list(state.standing)
        waiting = [c.contest for c in state.contests.values() if c.is_waiting]
        known: dict[str, Iterable[str]] = {
            "character": state.characters,
            "against": state.characters,
            "helps": state.characters,
            "bites": state.characters,
            "resonance": state.effects,
            "member": state.members,
            "roll": standing * 5 + self.rolls,
            "contest": waiting * 5 + list(state.contests),
            "proposal": state.proposals,
            "effect": state.effects,
            "toward": state.effects,
            "invite": state.invites,
            "request": state.requests,
            "reveal": state.reveals,
            "boundary": state.boundaries,
            "bond": state.bonds,
            "boon": state.boons,
            "regnant": state.characters,
            "debtor": state.characters,
            "creditor": state.characters,
            "group": [each.view.group for each in state.requests.values()],
        }
        if name == "resonance" and isinstance(type_, inspect.UnionType) and _has_enum(type_):
            return self.any_of(type_)
        if name in known:
            if name == "character" and isinstance(type_, inspect.UnionType) and self.chance(8):
                return None
            return self.one_of(known[name])
        if name == "awards":
            reason = self.random.choice(NAMES)
            points = self.random.randint(-2, 9)
            award = {"character": self.one_of(state.characters), "points": points}
            return [{**award, "reason": reason}]
        if name == "skill":
            return self.random.choice(("Luck", "Auspex", "Brawl"))
        if name == "strike":
            return [self.one_of(state.effects)] if self.chance(3) else []
        if name == "traits" and not isinstance(type_, inspect.DictType):
            return self.random.sample(("Wits", "Stamina", "Auspex", "Luck"), 2)
        if name == "opposes":
            return self.one_of(standing) if self.chance(3) else None
        if name == "others":
            known = sorted(state.characters)
            return self.random.sample(known, min(len(known), self.random.randint(0, 2)))
        if name == "characters":
            return [self.one_of(state.characters)]
        if name in ("owners", "instead_of", "to", "members"):
            return sorted({self.one_of(state.members) for _ in range(self.random.randint(1, 2))})
        if name == "house_rules":
            switches = [self._switch() for _ in range(self.random.randint(0, 2))]
            preset = [p for p in Preset if system_of(p) == state.system or self.chance(12)]
            chosen = self.random.choice(preset or [Preset.V5])
            return {**self.any_of(type_), "switches": dict(switches), "preset": chosen.value}
        if name == "intent":
            # One of the last, which may be anybody's.
            newest = getattr(self.room, "_numbers", 1)
            return uuid(max(1, newest - self.random.randint(0, 3)))
        if name == "secret":
            return secret_of(self.random.randrange(4))
        return self.any_of(type_)

    def any_of(self, type_: inspect.Type) -> Any:
        """A value of a type in a message, small rather than large."""
        match type_:
            case inspect.Metadata():
                return self.any_of(type_.type)
            case inspect.UnionType():
                return self.any_of(self.random.choice(type_.types))
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return self.chance(2)
            case inspect.IntType():
                return self._number(type_.ge, type_.le)
            case inspect.BytesType():
                return self.random.randbytes(type_.min_length or 0)
            case inspect.StrType():
                if type_.pattern == UUID.pattern:
                    return uuid(self.random.randrange(1, 60))
                if type_.pattern == WORD_PATTERN:
                    return "word"
                return self.random.choice(NAMES)
            case inspect.EnumType():
                return self.random.choice([each.value for each in type_.cls])
            case inspect.LiteralType():
                return self.random.choice(type_.values)
            case inspect.VarTupleType():
                least = type_.min_length or 0
                count = self.random.randint(least, least + 2)
                return [self.any_of(type_.item_type) for _ in range(count)]
            case inspect.DictType():
                return {self.any_of(type_.key_type): self.any_of(type_.value_type) for _ in "ab"}
            case inspect.StructType():
                return {field.name: self.any_of(field.type) for field in type_.fields}
            case _:
                raise AssertionError(f"no value for {type_}")

    def _switch(self) -> tuple[str, str]:
        """A switch with one of its values, now and then one that the rules do not know."""
        if self.chance(8):
            return self.random.choice((("tie", "nobody"), ("no_such_switch", "yes")))
        switches = switches_of(self.room.state.system).values()
        switch = self.random.choice(sorted(switches, key=lambda each: each.name))
        return switch.name, self.random.choice(switch.values)

    def _number(self, low: int | None, high: int | None) -> int:
        least = -40 if low is None else low
        most = 100 if high is None else high
        if self.chance(4):
            return self.random.randint(least, most)
        return min(max(self.random.randint(-2, 5), least), most)


def _has_enum(union: inspect.UnionType) -> bool:
    """Whether a field is a word of a vocabulary, and no id."""
    return any(isinstance(each, inspect.EnumType) for each in union.types)
