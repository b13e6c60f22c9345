"""What a random evening tries with beliefs, bonds, boons and experience."""

from collections.abc import Iterator
from random import Random
from typing import Any

from protocol import from_client as i
from protocol.belief_words import BoonSize, BoonState, TouchstoneState
from protocol.ids import BondId, BoonId, CharacterId
from protocol.words import TrackerAudience
from server.rooms.state import RoomState

OATHS = ("The guilty alone may suffer", "Never harm a child")


def beliefs_and_ties(
    state: RoomState,
    some: Random,
    placed: dict[str, Any],
    character: CharacterId,
    other: CharacterId,
) -> Iterator[i.Intent]:
    """Somebody believes, binds, owes, learns; and it is changed, hidden and taken back."""
    audience = some.choice(list(TrackerAudience))
    yield i.SetTenets(id="", tenets=some.choice(((), OATHS)))
    nina = i.Touchstone("Nina", OATHS[0], some.choice(list(TouchstoneState)))
    for _ in range(2):
        yield i.SetBeliefs(
            id="", character=character, convictions=OATHS, touchstones=(nina,),
            audience=some.choice((None, "table", "owner")),
        )  # fmt: skip
    by_the_oath = some.choice(
        ({"tenet": OATHS[0]}, {"conviction": OATHS[1]}, {"upheld": OATHS[0], "spared": 1})
    )
    yield i.AddStains(**placed, character=character, amount=1, **by_the_oath)
    bond = some.choice([None, *sorted(state.bonds)])
    for _ in range(2):
        yield i.SetBond(
            id="", bond=None if bond is None else BondId(bond), character=character,
            drinks=some.randint(1, 3), regnant=other, veiled=some.random() < 0.3,
            audience=audience,
        )  # fmt: skip
    boon = some.choice([None, *sorted(state.boons)])
    for _ in range(2):
        yield i.SetBoon(
            id="", boon=None if boon is None else BoonId(boon), debtor=character,
            creditor_name="The Prince", size=some.choice(list(BoonSize)),
            state=some.choice(list(BoonState)), audience=audience,
        )  # fmt: skip
    if some.random() < 0.5:
        yield i.RemoveBond(id="", bond=BondId(bond or "none"))
        yield i.RemoveBoon(id="", boon=BoonId(boon or "none"))
    points = some.choice((3, 3, -1))
    for _ in range(2):
        yield i.AwardExperience(id="", awards=(i.Award(character, points, "the session"),))
        yield i.SpendExperience(id="", character=character, points=points - 2, on="Auspex")
