"""What is done in the random evenings of rooms that play V20."""

import random
from collections.abc import Iterator
from typing import Any

from protocol import from_client as i
from protocol.ids import CharacterId
from protocol.v20_sheet import V20Sheet
from protocol.v20_words import BeastKind, BloodUse, PhysicalAttribute, RaceGoal
from protocol.words import (
    CharacterKind,
    DamageKind,
    EffectKind,
    ProposalKind,
    TrackName,
    WillpowerUse,
)
from server.rooms.state import RoomState


def v20_ideas(
    state: RoomState, some: random.Random, placed: dict[str, Any], character: CharacterId
) -> Iterator[i.Intent]:
    """What only rooms that play V20 have."""
    traits = {"Strength": 3, "Courage": some.randint(1, 5), "Brawl": 2}
    for hidden in (True, False):
        yield i.CreateV20Character(
            id="", name="Lucia", hidden=hidden, owners=placed["to"], traits=traits,
            kind=some.choice((CharacterKind.VAMPIRE, CharacterKind.MORTAL)),
            sheet=V20Sheet(generation=some.randint(4, 15)),
        )  # fmt: skip
    yield i.EditCharacter(id="", character=character, sheet=V20Sheet(path="Path of Night"))
    yield i.SetTracker(
        **placed, character=character, tracker=some.choice(("blood_pool", "humanity")), value=4
    )
    yield i.SetTrack(**placed, character=character, track=TrackName.HEALTH, bashing=1)
    yield i.SetTrack(**placed, character=character, track=TrackName.WILLPOWER, current=5)
    for kind in (DamageKind.BASHING, DamageKind.LETHAL, DamageKind.AGGRAVATED):
        yield i.DealDamage(
            **placed, character=character, track=TrackName.HEALTH, kind=kind,
            amount=some.randint(1, 4),
        )  # fmt: skip
        yield i.Heal(**placed, character=character, track=TrackName.HEALTH, kind=kind, amount=1)
        yield i.SpendBlood(
            **placed, character=character, use=BloodUse.HEAL, kind=kind, resting=True
        )
    for named in ({"pool": 4}, {"traits": ("Strength", "Brawl")}, {"traits": ("Courage",)}):
        yield i.RollV20(
            **placed, **named, character=character, willpower=some.random() < 0.3,
            difficulty=some.randint(3, 9),
        )  # fmt: skip
    yield i.SpendBlood(
        **placed, character=character, use=BloodUse.ATTRIBUTE,
        attribute=PhysicalAttribute.STRENGTH,
    )  # fmt: skip
    for use in (BloodUse.WAKE, BloodUse.OTHER):
        yield i.SpendBlood(**placed, character=character, use=use)
    for spent in (WillpowerUse.IGNORE_WOUNDS, WillpowerUse.OTHER):
        yield i.SpendWillpower(**placed, character=character, use=spent)
    yield i.RollDegeneration(**placed, character=character, sin=some.randint(1, 4))
    for beast in BeastKind:
        yield i.ResistBeast(**placed, character=character, kind=beast, difficulty=5)
    yield i.SpendWillpower(**placed, character=character, use=WillpowerUse.HOLD_FRENZY)
    yield i.RollInitiative(**placed, character=character, celerity=some.randint(0, 3))
    yield i.DeclareAction(
        id="", character=character, text=f"runs {some.randint(0, 9)} metres",
        visibility=placed["visibility"], to=placed["to"],
    )  # fmt: skip
    yield i.BeginEffect(
        **placed, character=character, kind=EffectKind.TASK, name="The lock", target=4
    )
    yield from v20_business(state, some, placed, character)
    for _ in range(2):
        yield i.DrinkBlood(**placed, character=character, points=some.randint(1, 4))


def v20_business(
    state: RoomState, some: random.Random, placed: dict[str, Any], character: CharacterId
) -> Iterator[i.Intent]:
    """Contests, and what goes on by rolls."""
    other = some.choice(sorted(state.characters) or [character])
    for attack in (True, False):
        yield i.OpenV20Contest(
            **placed, character=character, against=other, pool=5, attack=attack,
            damage_kind=DamageKind.LETHAL,
        )  # fmt: skip
    yield i.BeginEffect(
        **placed, character=character, against=other, kind=EffectKind.TASK, name="The chase",
        target=3, goal=some.choice(list(RaceGoal)),
    )  # fmt: skip
    for held in state.effects.values():
        if held.view.race is not None:
            sides: dict[str, Any] = {"character": held.view.character}
            sides |= {"against": held.view.race.against, "toward": held.view.effect}
            yield i.OpenV20Contest(**placed, **sides, pool=3)
    for contest in state.contests.values():
        for _ in range(6):
            yield i.AnswerV20Contest(
                id="", contest=contest.contest, character=contest.against, pool=2
            )
    for held in state.effects.values():
        if held.view.task is not None:
            yield i.RollV20(**placed, character=character, pool=3, toward=held.view.effect)
    for waiting in state.proposals.values():
        view = waiting.view
        rolled: dict[str, Any] = {"character": view.character, "proposal": view.proposal}
        if view.kind is ProposalKind.ATTACK_HIT:
            yield i.RollV20(**placed, **rolled, pool=3, kind="damage")
        if view.kind is ProposalKind.V20_DAMAGE:
            yield i.RollV20(**placed, **rolled, kind="soak")
