"""Refusals, sizes and names of V20 that would tell of what their reader may not know."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from server.rooms.deed import Decision
from tests.support.rooms import Hashed, Table
from tests.support.v20_rooms import TRAITS, a_room


def two() -> tuple[Table, str, str]:
    room, iris = a_room()
    return room, iris, room.v20_vampire("bob", "Brick", traits=TRAITS)


def show(room: Table, iris: str, tracker: str, audience: str) -> None:
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker=tracker, audience=audience
    )


def is_possible(room: Table, kind: type[i.Intent], /, **fields: object) -> bool:
    return isinstance(room.attempt("ann", room.intent(kind, **fields), Hashed(b"x")), Decision)


@pytest.mark.parametrize("kind", [i.RollV20, i.OpenV20Contest])
def test_dice_to_share_tell_nothing_of_blood(kind: type[i.Intent]) -> None:
    """C3, C8.3: hunger leaves a Virtue as many dice as points."""
    for blood in (1, 10):
        room, iris, brick = two()
        if blood < 10:
            room.act("ann", i.SetTracker, character=iris, tracker="blood_pool", value=blood)
        show(room, iris, "blood_pool", "storytellers")
        other = {"against": brick} if kind is i.OpenV20Contest else {}
        room.refuse(
            "ann", kind, Code.FORBIDDEN, character=iris, traits=("Self-Control",),
            actions={"pools": (9, 9), "shares": (2, 2), "place": 0}, **other,
        )  # fmt: skip


@pytest.mark.parametrize("race_seen_by", ["secret", "private"])
def test_a_contest_tells_nobody_of_a_race_that_they_do_not_see(race_seen_by: str) -> None:
    """Its view names the race, to all who see the contest."""
    room, iris, brick = two()
    race = room.act(
        "storyteller", i.BeginEffect, character=iris, kind="task", name="Hunt", target=3,
        against=brick, visibility=race_seen_by,
    ).created  # fmt: skip
    sides = {"character": iris, "against": brick, "pool": 1, "toward": race}
    room.refuse(
        "storyteller", i.OpenV20Contest, Code.VISIBILITY_NOT_ALLOWED, "visibility",
        visibility="public", **sides,
    )  # fmt: skip


def test_among_those_who_see_a_race_its_contests_go_on() -> None:
    """Whoever is a Storyteller sees all, named or not."""
    room, iris, brick = two()
    race = room.act(
        "storyteller", i.BeginEffect, character=iris, kind="task", name="Hunt", target=3,
        against=brick, visibility="whisper", to=(room["ann"], room["bob"]),
    ).created  # fmt: skip
    sides = {"character": iris, "against": brick, "pool": 1, "toward": race}
    assert is_possible(room, i.OpenV20Contest, visibility="private", **sides)


def test_what_a_storyteller_began_in_private_its_owner_goes_on_with() -> None:
    """A Storyteller's being named in an audience asks for nothing: whoever is one sees all."""
    room, iris, _ = two()
    task = room.act(
        "storyteller", i.BeginEffect, character=iris, kind="task", name="Lock", target=3,
        visibility="private",
    ).created  # fmt: skip
    mine = {"character": iris, "visibility": "private"}
    assert is_possible(room, i.RollV20, pool=1, toward=task, **mine)
    beast = {"kind": "frenzy", "difficulty": 6, **mine}
    room.act("storyteller", i.ResistBeast, (6, 2, 2), **beast)
    for _ in range(2):
        room.act("storyteller", i.BeginClock, clock="turn")
    room.act("ann", i.ResistBeast, (6, 2, 2), **beast)
    for _ in range(2):
        room.act("storyteller", i.BeginClock, clock="turn")
    room.act("storyteller", i.ResistBeast, (6, 2, 2), **beast)
    held = [effect for effect in room.snapshot("ann").effects if effect.resistance]
    assert [effect.resistance.gained for effect in held if effect.resistance] == [3]


def test_what_blood_strengthens_tells_no_others_what_was_spent() -> None:
    """C7: a die for each point, where the pool is not seen."""
    room, iris, _ = two()
    show(room, iris, "blood_pool", "owner")
    done = room.act(
        "ann", i.SpendBlood, character=iris, use="attribute", attribute="strength", points=2
    )
    assert done.seen("bob") == []
    assert done.seen_by(e.EffectBegun) == {"storyteller", "ann"}


def test_wounds_ignored_tell_no_others_of_willpower() -> None:
    """C3: as the spending itself."""
    room, iris, _ = two()
    show(room, iris, "willpower", "owner")
    done = room.act("ann", i.SpendWillpower, character=iris, use="ignore_wounds")
    assert done.seen("bob") == []


def test_only_a_full_days_rest_knows_no_turns() -> None:
    """C6, C7: the word `resting` lifts no bound from what heals in a turn."""
    room, iris, _ = two()
    room.act("storyteller", i.DealDamage, character=iris, track="health", kind="lethal", amount=3)
    room.act("storyteller", i.BeginClock, clock="turn")
    room.refuse(
        "ann", i.SpendBlood, Code.BLOOD_PER_TURN, character=iris, use="heal", kind="lethal",
        levels=3, resting=True,
    )  # fmt: skip


def test_levels_taken_away_are_named_where_marks_do_not_fit() -> None:
    room, iris, _ = two()
    health = {"character": iris, "track": "health"}
    room.act("storyteller", i.SetTrack, extra=("hurt", "hurt"), lethal=9, **health)
    room.refuse("ann", i.SetTrack, Code.OUT_OF_RANGE, "extra", extra=(), **health)


@pytest.mark.parametrize("wider", ["whisper", "public"])
def test_asking_again_before_more_people_is_no_second_die(wider: str) -> None:
    """An initiative stands for whoever plays the character, whoever else saw it (C7.1)."""
    room, iris, _ = two()
    room.act("ann", i.RollInitiative, (1,), character=iris, visibility="private")
    to = {"to": (room["bob"],)} if wider == "whisper" else {}
    room.refuse(
        "ann", i.RollInitiative, Code.WRONG_STATE, "character",
        character=iris, visibility=wider, **to,
    )  # fmt: skip
    # A Storyteller's act before everyone depends on nothing that only some know.
    room.act("storyteller", i.RollInitiative, (9,), character=iris, visibility="public")
