"""An evening of V20 on which everything happens that only V20 has, some of it in secret."""

import functools

from protocol import from_client as i
from protocol.events import ProposalOpened
from protocol.house import HouseRules
from protocol.ids import RollId
from protocol.words import Clock, Preset, RevealPart, Visibility
from tests.replay.evening import PRIVATE_NOTE, SECRET_LABEL, SECRET_NOTE, LoggedTable

HIDDEN_NAME = "Duskwarden"

TRAITS = {
    "Dexterity": 3, "Wits": 4, "Stealth": 4, "Brawl": 2, "Strength": 2, "Stamina": 2,
    "Courage": 3, "Conscience": 3, "Self-Control": 3, "Fortitude": 1,
}  # fmt: skip
SHEET = {"generation": 9, "specialties": {"Stealth": ["Shadows"], "Wits": ["Quips"]}}
BOOK = HouseRules(preset=Preset.V20_BOOK, entered_dice=True)
TABLE = HouseRules(preset=Preset.V20_TABLE)


@functools.cache
def evening_v20() -> LoggedTable:
    """The evening; not to be changed."""
    return _Evening(LoggedTable()).play()


class _Evening:
    def __init__(self, table: LoggedTable) -> None:
        self.table = table
        self.act = table.act

    def play(self) -> LoggedTable:
        act = self.act
        act("storyteller", i.SetHouseRules, house_rules=BOOK)
        self.lucia = self.table.v20_vampire("ann", "Lucia", traits=TRAITS, sheet=SHEET, blood=9)
        self.renfield = self.table.v20_vampire("bob", "Renfield", kind="mortal", traits=TRAITS)
        self.ghost = self.table.v20_vampire(
            None, HIDDEN_NAME, hidden=True, traits=TRAITS, sheet={"path": "Path of Night"}
        )
        act("ann", i.EditCharacter, character=self.lucia, sheet={**SHEET, "path": "Path of Bones"})
        act("storyteller", i.StartSession)
        act("storyteller", i.BeginClock, clock=Clock.SCENE, title="The cellar")
        act("storyteller", i.BeginClock, clock=Clock.TURN)
        self._rolls()
        self._judged()
        self._hidden()
        self._points()
        self._fight()
        self._soul()
        act("storyteller", i.EndClock, clock=Clock.SCENE)
        act("storyteller", i.SetHouseRules, house_rules=TABLE)
        # By this preset a ten of a specialty is rolled again, and a later action is harder.
        act(
            "ann", i.RollV20, (10, 2, 3, 4, 8), character=self.lucia, traits=("Wits",),
            specialty="Quips", label="an answer",
        )  # fmt: skip
        act(
            "ann", i.RollV20, (7, 2), character=self.lucia, traits=("Dexterity", "Stealth"),
            actions={"pools": (4, 7), "shares": (2, 2), "place": 1}, label="and away",
        )  # fmt: skip
        act("storyteller", i.EndSession)
        return self.table

    def _judged(self) -> None:
        """A roll is read again in the open, then by how it came out alone, then it was none."""
        act = self.act
        for how, told in (({"difficulty": 8}, "all"), ({"impossible": True}, "all")):
            roll = act("ann", i.RollV20, (7, 2), character=self.lucia, pool=2).created
            act("storyteller", i.JudgeRoll, roll=roll, told=told, note="It was dark.", **how)
        roll = act("ann", i.RollV20, (7, 6), character=self.lucia, pool=2).created
        act("storyteller", i.JudgeRoll, roll=roll, required=3, told="verdict")

    def _rolls(self) -> None:
        act = self.act
        act(
            "ann", i.RollV20, (10, 1, 7, 3, 4, 5, 9), character=self.lucia,
            traits=("Dexterity", "Stealth"), specialty="Shadows", difficulty=7, required=2,
            retries=1, willpower=True, label="past the guard",
        )  # fmt: skip
        act(
            "ann", i.RollV20, character=self.lucia, pool=2, label="by hand",
            entered={"regular": (1, 4)},
        )  # fmt: skip
        act("bob", i.RollV20, (5, 7, 8), character=self.renfield, traits=("Dexterity", "Drive"))
        act("bob", i.RollV20, (6, 6, 6), character=self.renfield, traits=("Courage",))
        act("storyteller", i.RollV20, pool=7, calm=True, label="the map")
        act("storyteller", i.RollV20, (1, 1, 8), pool=3, kind="damage")

    def _hidden(self) -> None:
        act = self.act
        secret = act(
            "storyteller", i.RollV20, (9, 2, 2, 1), character=self.ghost, traits=("Wits",),
            visibility=Visibility.SECRET, label=SECRET_LABEL, note=SECRET_NOTE,
        )  # fmt: skip
        act("ann", i.RollV20, (2, 2, 8), character=self.lucia, traits=("Dexterity",),
            visibility=Visibility.BLIND)  # fmt: skip
        private = act("bob", i.RollV20, (2,), pool=1, visibility=Visibility.PRIVATE, label="luck")
        act("bob", i.RevealRoll, roll=RollId(private.created))
        act(
            "storyteller", i.RevealRoll, roll=RollId(secret.created), to=(self.table["ann"],),
            part=RevealPart.OUTCOME,
        )  # fmt: skip
        act("storyteller", i.SpendBlood, character=self.ghost, use="discipline", note=SECRET_NOTE)

    def _fight(self) -> None:
        act = self.act
        act("ann", i.RollInitiative, (7,), character=self.lucia, celerity=1)
        act("bob", i.RollInitiative, character=self.renfield, fixed=True)
        act("bob", i.DeclareAction, character=self.renfield, text="Up the stairs.")
        act("ann", i.DeclareAction, character=self.lucia, text="After him.")
        opened = act(
            "ann", i.OpenV20Contest, (8, 7, 2, 6, 9), character=self.lucia, against=self.renfield,
            traits=("Dexterity", "Brawl"), attack=True, damage_kind="bashing", label="a grab",
        )  # fmt: skip
        answered = act(
            "bob", i.AnswerV20Contest, (6, 2, 3), contest=opened.created, character=self.renfield,
            pool=3, label="a dodge",
        )  # fmt: skip
        hit = answered.only(ProposalOpened).proposal.proposal
        rolled = act(
            "ann", i.RollV20, (6, 8, 9, 2, 3, 4), character=self.lucia, traits=("Strength",),
            kind="damage", proposal=hit,
        )  # fmt: skip
        damage = rolled.only(ProposalOpened).proposal.proposal
        soaked = act(
            "bob", i.RollV20, (6, 2), character=self.renfield, kind="soak", proposal=damage
        )
        left = soaked.only(ProposalOpened).proposal.proposal
        act("storyteller", i.ConfirmProposal, proposal=left)

    def _soul(self) -> None:
        act, lucia = self.act, {"character": self.lucia}
        chase = act(
            "storyteller", i.BeginEffect, kind="task", name="The chase", target=2,
            against=self.renfield, **lucia,
        )  # fmt: skip
        for own, other in (((6, 2), (6,)), ((7, 8), (2,))):
            step = act(
                "ann", i.OpenV20Contest, own, against=self.renfield, pool=2, toward=chase.created,
                **lucia,
            )  # fmt: skip
            act("bob", i.AnswerV20Contest, other, contest=step.created, character=self.renfield,
                pool=2)  # fmt: skip
        task = act("storyteller", i.BeginEffect, kind="task", name="The lock", target=3, **lucia)
        for faces in ((6, 7), (6, 2)):
            act("ann", i.RollV20, faces, pool=2, toward=task.created, **lucia)
        act("ann", i.RollDegeneration, (1, 2, 3), sin=4, **lucia)
        act("ann", i.ResistBeast, (6, 2, 2), kind="frenzy", difficulty=6, **lucia)
        act("ann", i.SpendWillpower, use="hold_frenzy", **lucia)
        act("storyteller", i.BeginClock, clock=Clock.TURN)
        act("ann", i.ResistBeast, (2, 2, 2), kind="rotschreck", difficulty=8, **lucia)

    def _points(self) -> None:
        act, lucia = self.act, {"character": self.lucia}
        hurt = {"track": "health", "halve": False}
        act("storyteller", i.DealDamage, kind="bashing", amount=2, **hurt, **lucia)
        act("storyteller", i.DealDamage, kind="lethal", amount=2, **hurt, **lucia)
        act("ann", i.SpendBlood, use="heal", kind="lethal", levels=2, note=PRIVATE_NOTE,
            visibility=Visibility.PRIVATE, **lucia)  # fmt: skip
        act("storyteller", i.BeginClock, clock=Clock.TURN)
        act("ann", i.SpendBlood, use="attribute", attribute="strength", points=2, **lucia)
        act("ann", i.RollV20, (8, 2, 3, 6), traits=("Strength",), kind="damage", **lucia)
        act("ann", i.SpendWillpower, use="ignore_wounds", **lucia)
        act("ann", i.DrinkBlood, points=4, **lucia)
        act("ann", i.DrinkBlood, points=20, source="other", **lucia)
        act("ann", i.SpendBlood, use="wake", **lucia)
        act("ann", i.SetTrack, track="willpower", current=6, boxes=6, **lucia)
        act("ann", i.Heal, track="health", kind="bashing", amount=1, **lucia)
