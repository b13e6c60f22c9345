"""What a table of events and viewers is made of: the scene, its rows, who sees what is asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from protocol import events as e
from protocol import from_client as i
from protocol.house import HouseRules
from protocol.words import Preset, TrackerAudience, Visibility
from tests.support.rooms import Done, Table

VIEWERS = {"storyteller": "S", "ann": "O", "bob": "P", "guest": "V"}
ALL = "SOPVL"


class Scene:
    """A room with what the rows need: Ann's Iris, Bob's Brick, and the Sleeper that is hidden."""

    def __init__(self, house_rules: HouseRules | None = None) -> None:
        self.room = Table(house_rules or HouseRules())
        if self.room.state.is_v20:
            self.iris = self.room.v20_vampire("ann", "Iris", blood=5)
            self.brick = self.room.v20_vampire("bob", "Brick")
            self.sleeper = self.room.v20_vampire(None, "The Sleeper", hidden=True)
            return
        self.iris = self.room.vampire("ann", "Iris", hunger=1)
        self.brick = self.room.vampire("bob", "Brick")
        self.sleeper = self.room.hidden(hunger=1)

    def st(self, kind: type[i.Intent], faces: Sequence[int] = (), /, **fields: object) -> Done:
        return self.room.act("storyteller", kind, faces, **fields)

    def ann(self, kind: type[i.Intent], faces: Sequence[int] = (), /, **fields: object) -> Done:
        return self.room.act("ann", kind, faces, **fields)

    def placed(self, visibility: Visibility) -> dict[str, object]:
        """The fields that place an intent; a whisper goes to the guest."""
        to = (self.room["guest"],) if visibility is Visibility.WHISPER else ()
        return {"visibility": visibility, "to": to}

    def roll(self, visibility: Visibility, faces: Sequence[int] = (2, 1)) -> Done:
        return self.ann(
            i.Roll, faces,
            character=self.iris, pool=len(faces), difficulty=1, **self.placed(visibility),
        )  # fmt: skip

    def hidden_roll(self, visibility: Visibility) -> Done:
        return self.st(
            i.Roll, (2, 1), character=self.sleeper, pool=2, difficulty=1, **self.placed(visibility)
        )

    def settled(self, visibility: Visibility) -> Done:
        return self.st(i.SettleRoll, roll=self.roll(visibility).created)

    def contest(self, visibility: Visibility) -> Done:
        return self.ann(
            i.OpenContest, (6,),
            character=self.iris, against=self.brick, pool=1, **self.placed(visibility),
        )  # fmt: skip

    def answered(self, visibility: Visibility) -> Done:
        contest = self.contest(visibility).only(e.ContestOpened).contest.contest
        return self.st(i.AnswerContest, (1,), contest=contest, character=self.brick, pool=1)

    def contest_of_three(self, visibility: Visibility) -> Done:
        return self.ann(
            i.OpenContest, (6,), character=self.iris, against=self.brick,
            others=(self.room.vampire("ann", "Third"),), pool=1, **self.placed(visibility),
        )  # fmt: skip

    def reacted(self, visibility: Visibility) -> Done:
        contest = self.contest_of_three(visibility).only(e.ContestOpened).contest.contest
        return self.st(i.AnswerContest, (1,), contest=contest, character=self.brick, pool=1)

    def decided(self, visibility: Visibility) -> Done:
        contest = self.reacted(visibility).only(e.ContestReacted).contest
        third = self.room.state.contests[contest].others[0]
        return self.st(i.ForgoReaction, contest=contest, character=third)

    def price(self, visibility: Visibility) -> str:
        return self.settled(visibility).only(e.ProposalOpened).proposal.proposal


Cause = Callable[[Scene], Done]


@dataclass(frozen=True)
class Row:
    event: type
    viewers: str
    how: str
    cause: Cause
    rules: HouseRules


def row(event: type, viewers: str, how: str, cause: Cause, rules: HouseRules | None = None) -> Row:
    return Row(event, viewers, how, cause, rules or HouseRules())


def placed_rows(
    event: type,
    make: Callable[[Scene, Visibility], Done],
    viewers: dict[Visibility, str],
    rules: HouseRules | None = None,
) -> list[Row]:
    return [
        row(event, seen, visibility.value, lambda s, v=visibility: make(s, v), rules)  # type: ignore[misc]
        for visibility, seen in viewers.items()
    ]


PUBLIC, PRIVATE, WHISPER = Visibility.PUBLIC, Visibility.PRIVATE, Visibility.WHISPER
SECRET, BLIND = Visibility.SECRET, Visibility.BLIND
AS_ASKED = {PUBLIC: ALL, PRIVATE: "SO", WHISPER: "SOV", SECRET: "S", BLIND: "S"}
HELD = {PUBLIC: ALL, PRIVATE: "SO", WHISPER: "SV", SECRET: "S", BLIND: "S"}
CONTESTED = {PUBLIC: ALL, PRIVATE: "SOP", WHISPER: "SOV", SECRET: "S"}
OWNERS_ONLY = HouseRules(tracker_audience=TrackerAudience.OWNER)
V20_OWNERS_ONLY = HouseRules(preset=Preset.V20_BOOK, tracker_audience=TrackerAudience.OWNER)
STORYTELLERS_ONLY = HouseRules(tracker_audience=TrackerAudience.STORYTELLERS)
