"""Two characters at odds, for tests of contests."""

from collections.abc import Sequence

from protocol import events as e
from protocol import from_client as i
from protocol.ids import CharacterId
from protocol.views import DamageView
from tests.support.rooms import Done, Table


class Duel:
    """Ann's Iris against Bob's Brick, with no Hunger unless said otherwise."""

    def __init__(
        self, room: Table | None = None, iris: dict[str, object] | None = None, **brick: object
    ) -> None:
        self.room = room or Table()
        self.iris = self.room.vampire("ann", "Iris", **(iris or {}))
        self.brick = self.room.vampire("bob", "Brick", **brick)

    def open(self, faces: Sequence[int], **fields: object) -> Done:
        opened = self.room.act(
            "ann", i.OpenContest, faces,
            character=self.iris, against=self.brick, pool=len(faces), **fields,
        )  # fmt: skip
        self.contest = opened.created
        return opened

    def answer(self, faces: Sequence[int], **fields: object) -> Done:
        return self.room.act(
            "bob", i.AnswerContest, faces,
            contest=self.contest, character=self.brick, pool=len(faces), **fields,
        )  # fmt: skip


def roll_of(done: Done) -> str:
    """The roll that a side made."""
    return done.only(e.RollResolved).roll


def damage_in(done: Done) -> list[tuple[CharacterId | None, DamageView]]:
    """What a margin proposes, and to whom."""
    return [
        (p.proposal.character, p.proposal.damage)
        for p in done.all(e.ProposalOpened)
        if p.proposal.damage is not None
    ]
