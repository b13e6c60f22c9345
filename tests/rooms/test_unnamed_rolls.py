"""Rolls that others see without their hidden character: whose each was, shows by nothing."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.house import HouseRules
from protocol.ids import RollId
from protocol.words import Preset, Role, Visibility
from tests.rooms.test_judging import PLAYERS
from tests.rooms.test_visibility import everything
from tests.support.rooms import Table


def two_hidden(preset: Preset = Preset.V5) -> tuple[Table, str, str]:
    """A table with two hidden characters that have the same sheet."""
    room = Table(HouseRules(preset=preset))
    if room.state.is_v20:
        names = ("The Sleeper", "The Guard")
        first, second = (room.v20_vampire(None, name, hidden=True) for name in names)
        return room, first, second
    return room, room.hidden(hunger=1), room.hidden("The Guard", hunger=1)


@pytest.mark.parametrize(
    "ways", [("public", "public"), ("whisper", "public"), ("public", "secret")]
)
@pytest.mark.parametrize("later", [i.Roll, i.Rouse, i.TestFrenzy])
def test_two_rolls_of_one_hidden_character_look_like_those_of_two(
    ways: tuple[str, str], later: type[i.Intent]
) -> None:
    """The one before settles, or stands, as it would for anybody else's: byte for byte."""

    def lived(*, is_same: bool) -> dict[str, bytes]:
        room, first, second = two_hidden()
        fields: dict[str, object] = {"visibility": ways[0]}
        if ways[0] == "whisper":
            fields["to"] = (room["bob"],)
        room.act("storyteller", i.Roll, (7, 2, 3), character=first, pool=3, **fields)
        more: dict[type, dict[str, object]] = {
            i.Roll: {"pool": 1},
            i.TestFrenzy: {"kind": "fury", "difficulty": 2},
        }
        faces = {i.Roll: (2,), i.Rouse: (8,), i.TestFrenzy: (2,) * 6}[later]
        room.act(
            "storyteller", later, faces, character=first if is_same else second,
            visibility=ways[1], **more.get(later, {}),
        )  # fmt: skip
        room.act("storyteller", i.StartSession)
        room.act("storyteller", i.EndSession)
        return {who: everything(room, who) for who in PLAYERS}

    assert lived(is_same=True) == lived(is_same=False)


def test_two_rolls_of_v20_look_alike_too() -> None:
    def lived(*, is_same: bool) -> dict[str, bytes]:
        room, first, second = two_hidden(Preset.V20_BOOK)
        for character in (first, first if is_same else second):
            room.act("storyteller", i.RollV20, (7, 2), character=character, pool=2,
                     visibility="public")  # fmt: skip
        return {who: everything(room, who) for who in PLAYERS}

    assert lived(is_same=True) == lived(is_same=False)


@pytest.mark.parametrize("kind", ["action", "damage", "soak"])
@pytest.mark.parametrize("is_revealed", [False, True])
def test_the_parts_of_a_hidden_pool_are_for_storytellers(kind: str, *, is_revealed: bool) -> None:
    """Strength 3 or Stamina 3: as many dice are the same roll, shown at once or revealed later."""

    def lived(trait: str) -> dict[str, bytes]:
        room = Table(HouseRules(preset=Preset.V20_BOOK))
        hidden = room.v20_vampire(None, "The Sleeper", hidden=True, traits={trait: 3})
        visibility = "secret" if is_revealed else "public"
        roll = room.act("storyteller", i.RollV20, (7, 2, 3), character=hidden, kind=kind,
                        traits=(trait,), visibility=visibility).created  # fmt: skip
        if is_revealed:
            room.act("storyteller", i.UnhideCharacter, character=hidden)
            for tracker in ("health", "blood_pool", "willpower", "humanity"):
                room.act("storyteller", i.SetTrackerAudience, character=hidden, tracker=tracker,
                         audience="table")  # fmt: skip
            room.act("storyteller", i.RevealRoll, roll=roll)
        return {who: everything(room, who) for who in PLAYERS}

    assert lived("Strength") == lived("Stamina")


def test_the_next_unnamed_roll_of_its_member_settles_the_one_before() -> None:
    """Another Storyteller's does not, nor one that fewer see, nor one that has a name."""
    room, first, second = two_hidden()
    room.join("second", Role.STORYTELLER)
    known = room.vampire(None, "Known")

    def roll(who: str, character: str, visibility: str = "public") -> RollId:
        faces = (2, 3)
        done = room.act(who, i.Roll, faces, character=character, pool=2, visibility=visibility)
        return RollId(done.created)

    open_one = roll("storyteller", first)
    roll("second", first)
    roll("storyteller", second, "secret")
    roll("storyteller", known)
    assert open_one in room.state.standing
    done = room.act("storyteller", i.Roll, (2,), character=second, pool=1,
                    visibility=Visibility.PUBLIC)  # fmt: skip
    assert [event for event in done.seen("bob") if isinstance(event, e.RollSettled)] == [
        e.RollSettled(roll=open_one)
    ]
