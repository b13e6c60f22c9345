"""Where a roll goes, who enters its faces, and how many may stand."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import DiceClaim, EnteredFaces
from protocol.house import HouseRules
from protocol.ids import RollId
from protocol.words import (
    DefaultVisibility,
    DiceSource,
    Lane,
    Visibility,
)
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from tests.support.rooms import Hashed, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


# --- entered dice -------------------------------------------------------------------------------


def test_entered_dice_count_only_where_the_room_allows_them() -> None:
    """B7: refused by the default house rules; otherwise marked as entered, in no lane."""
    entered = EnteredFaces(regular=(6, 7))
    closed = Table()
    closed.refuse("ann", i.Roll, Code.ENTERED_NOT_ALLOWED, "entered", pool=2, entered=entered)
    room = Table(HouseRules(entered_dice=True))
    rolled = room.act("ann", i.Roll, pool=2, entered=entered).only(e.RollResolved)
    assert (rolled.source, rolled.lane) == (DiceSource.ENTERED, None)
    own = room.act("ann", i.Roll, (6,), pool=1).only(e.RollResolved)
    assert (own.source, own.lane) == (DiceSource.UNPROVEN, Lane.OPEN)


@pytest.mark.parametrize(
    ("entered", "field"),
    [
        (EnteredFaces(regular=(6,), hunger=(6,)), "entered.regular"),
        (EnteredFaces(regular=(6, 6, 6), hunger=(6,)), "entered.regular"),
        (EnteredFaces(regular=(6, 6), hunger=()), "entered.hunger"),
        (EnteredFaces(regular=(6, 6), hunger=(6,), rouse=(1,)), "entered.rouse"),
        (EnteredFaces(regular=(6, 6), hunger=(6,), rerolled=(1,)), "entered.rerolled"),
        (EnteredFaces(), "entered.regular"),
    ],
)
def test_entered_faces_are_exactly_as_many_as_the_roll_needs(
    entered: EnteredFaces, field: str
) -> None:
    """One too few or too many of a kind is refused by the name of the kind."""
    room = Table(HouseRules(entered_dice=True))
    iris = room.vampire("ann", hunger=1)
    room.refuse("ann", i.Roll, Code.BAD_FACES, field, character=iris, pool=3, entered=entered)


@pytest.mark.parametrize("visibility", [Visibility.BLIND, Visibility.SECRET])
def test_who_enters_faces_cannot_be_blind_to_them(visibility: Visibility) -> None:
    """A player enters none for a roll that this player does not see; a Storyteller may."""
    room = Table(HouseRules(entered_dice=True))
    fields = {"pool": 1, "entered": EnteredFaces(regular=(6,)), "visibility": visibility}
    room.refuse("ann", i.Roll, Code.ENTERED_BLIND, "entered", **fields)
    room.act("storyteller", i.Roll, **fields)


def test_entered_faces_serve_every_kind_of_roll() -> None:
    """Rouse checks, surges, Remorse, frenzy and rerolls take them like pools do."""
    room = Table(HouseRules(entered_dice=True))
    iris = room.vampire("ann", hunger=1)
    surge = EnteredFaces(rouse=(3,), regular=(2, 2), hunger=(2,))
    rolled = room.act("ann", i.Roll, character=iris, pool=2, surge=True, entered=surge)
    rerolled = room.act(
        "ann", i.Reroll,
        roll=rolled.created, regular_indices=(1,), entered=EnteredFaces(rerolled=(9,)),
    )  # fmt: skip
    assert rerolled.only(e.RollRerolled).source is DiceSource.ENTERED
    room.act("ann", i.Rouse, character=iris, entered=EnteredFaces(rouse=(6,)))
    room.act(
        "ann", i.TestFrenzy, character=iris, kind="terror", difficulty=1,
        entered=EnteredFaces(regular=(6,) * 5),
    )  # fmt: skip
    room.act("ann", i.AddStains, character=iris, amount=1)
    room.act("ann", i.TestRemorse, character=iris, entered=EnteredFaces(regular=(6, 6)))
    for kind, fields in (
        (i.Rouse, {}),
        (i.TestFrenzy, {"kind": "terror", "difficulty": 1}),
    ):
        room.refuse(
            "ann", kind, Code.BAD_FACES, character=iris, entered=EnteredFaces(hunger=(6,)), **fields
        )


def test_a_claim_on_a_book_is_refused_while_none_is_open() -> None:
    """No book of committed dice is open yet, and nothing is rolled in its stead."""
    room = Table()
    claim = DiceClaim(book=b"b" * 16, lane="open", n=0, entropy=b"e" * 32)
    room.refuse("ann", i.Roll, Code.BOOK_CHANGED, "dice.book", pool=1, dice=claim)


# --- where it goes ------------------------------------------------------------------------------


def test_a_roll_belongs_to_a_lane_by_who_rolls_and_who_sees_it() -> None:
    """A player's open or own line, or the table's open or secret one."""
    room = Table()
    for who, visibility, lane in (
        ("ann", "public", Lane.OPEN),
        ("ann", "private", Lane.OWN),
        ("ann", "blind", Lane.OWN),
        ("storyteller", "public", Lane.TABLE),
        ("storyteller", "secret", Lane.SECRET),
        ("bot", "public", Lane.TABLE),
        ("bot", "private", Lane.SECRET),
    ):
        done = room.act(who, i.Roll, (6,), pool=1, visibility=visibility)
        assert done.only(e.RollResolved).lane is lane


@pytest.mark.parametrize("default", DefaultVisibility)
def test_the_rooms_default_serves_intents_that_name_no_visibility(
    default: DefaultVisibility,
) -> None:
    """A13: a named one always wins, the default counts only where none is."""
    room = Table(HouseRules(default_visibility=default))
    iris = room.vampire("ann")
    audience = EVERYONE if default is DefaultVisibility.PUBLIC else {"ann", "storyteller"}
    done = room.act("ann", i.Roll, (6,), character=iris, pool=1)
    assert done.seen_by(e.RollResolved) == audience
    assert done.only(e.RollResolved).visibility == default.value
    named = room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="secret")
    assert named.seen_by(e.RollResolved) == {"storyteller"}


ROLLING = [
    (i.Roll, {"pool": 1}, 1),
    (i.Rouse, {}, 1),
    (i.TestRemorse, {}, 2),
    (i.TestFrenzy, {"kind": "fury", "difficulty": 1}, 6),
]


@pytest.mark.parametrize(("kind", "fields", "dice"), ROLLING, ids=[r[0].__name__ for r in ROLLING])
@pytest.mark.parametrize("default", DefaultVisibility)
@pytest.mark.parametrize("visibility", Visibility)
def test_the_visibility_asked_for_wins_for_every_kind_of_roll(
    kind: type[i.Intent],
    fields: dict[str, object],
    dice: int,
    default: DefaultVisibility,
    visibility: Visibility,
) -> None:
    """A13, for the dice of each kind and both defaults."""
    room = Table(HouseRules(default_visibility=default))
    iris = room.vampire("ann")
    room.act("ann", i.AddStains, character=iris, amount=1)
    to = (room["guest"],) if visibility is Visibility.WHISPER else ()
    done = room.act(
        "ann", kind, (6,) * dice, character=iris, visibility=visibility, to=to, **fields
    )
    assert (
        done.seen_by(e.RollResolved)
        == {
            Visibility.PUBLIC: EVERYONE,
            Visibility.PRIVATE: {"ann", "storyteller"},
            Visibility.WHISPER: {"ann", "guest", "storyteller"},
            Visibility.SECRET: {"storyteller"},
            Visibility.BLIND: {"storyteller"},
        }[visibility]
    )
    if visibility is Visibility.BLIND:
        assert done.seen_by(e.BlindRollMade) == EVERYONE
    else:
        assert done.all(e.BlindRollMade) == []


def test_a_whisper_needs_ears_and_only_a_whisper_has_them() -> None:
    """Somebody named, who is here; and no names for anything else."""
    room = Table()
    whisper = {"pool": 1, "visibility": "whisper"}
    room.refuse("ann", i.Roll, Code.INVALID, "to", **whisper)
    room.refuse("ann", i.Roll, Code.NOT_FOUND, "to", to=("nobody",), **whisper)
    for visibility in (None, "public", "private", "secret", "blind"):
        room.refuse(
            "ann", i.Roll, Code.INVALID, "to", pool=1, to=(room["bob"],), visibility=visibility
        )


def test_a_hidden_characters_roll_is_secret_unless_said_otherwise() -> None:
    """A default never spreads it; asked for in public, it is shown without whose it was."""
    room = Table()
    sleeper = room.hidden()
    silent = room.act("storyteller", i.Roll, (6,), character=sleeper, pool=1)
    assert silent.seen_by(e.RollResolved) == {"storyteller"}
    assert silent.only(e.RollResolved).visibility is Visibility.SECRET
    spoken = room.act(
        "storyteller", i.Roll, (6,),
        character=sleeper, pool=1, visibility="public", label="A knock at the door",
    )  # fmt: skip
    assert spoken.seen_by(e.RollResolved) == EVERYONE
    assert spoken.only(e.RollResolved).character is None
    assert spoken.only(e.RollResolved).label == "A knock at the door"
    assert spoken.seen_by(e.RollAttributed) == {"storyteller"}
    assert spoken.only(e.RollAttributed).character == sleeper
    for who in EVERYONE:
        (standing,) = [s for s in room.snapshot(who).standing_rolls if s.roll == spoken.created]
        assert standing.character == (sleeper if who == "storyteller" else None)
    room.refuse(
        "storyteller", i.Roll, Code.VISIBILITY_NOT_ALLOWED, "visibility",
        character=sleeper, pool=1, visibility="blind",
    )  # fmt: skip


def test_the_consequences_of_a_hidden_characters_open_roll_name_nobody() -> None:
    """The proposal would name the character, so it is the Storytellers' alone."""
    room = Table(HouseRules(entered_dice=True))
    sleeper = room.hidden(hunger=1)
    rolled = room.act(
        "storyteller", i.Roll, character=sleeper, pool=2, difficulty=3, visibility="public",
        entered=EnteredFaces(regular=(6,), hunger=(1,)),
    )  # fmt: skip
    settled = room.act("storyteller", i.SettleRoll, roll=rolled.created)
    assert settled.seen_by(e.RollSettled) == EVERYONE
    assert settled.seen_by(e.ProposalOpened) == {"storyteller"}


# --- limits and retries -------------------------------------------------------------------------


def test_a_members_unsettled_rolls_are_bounded_and_nobody_elses_count() -> None:
    """At the limit the next is refused; a settled one makes room."""
    room = Table(limits=RoomLimits(max_standing_rolls=2))
    first, second, third = (room.vampire("ann", name) for name in "ABC")
    other = room.vampire("bob", "D")
    rolled = room.act("ann", i.Roll, (6,), character=first, pool=1)
    room.act("ann", i.Roll, (6,), character=second, pool=1)
    room.act("bob", i.Roll, (6,), character=other, pool=1)
    room.refuse("ann", i.Roll, Code.LIMIT_REACHED, character=third, pool=1)
    room.act("ann", i.SettleRoll, roll=rolled.created)
    room.act("ann", i.Roll, (6,), character=third, pool=1)


@pytest.mark.parametrize("hunger", [0, 5])
def test_the_limit_of_unsettled_rolls_does_not_tell_how_a_blind_roll_fell(hunger: int) -> None:
    """Whether a blind roll stands tells of its dice, so it never counts for its roller."""
    room = Table(limits=RoomLimits(max_standing_rolls=1))
    iris, other = room.vampire("ann", hunger=hunger), room.vampire("ann", "Other")
    room.act("ann", i.Roll, (6, 6), character=iris, pool=2, visibility="blind")
    room.act("ann", i.Roll, (6,), character=other, pool=1)


def test_the_same_intent_decided_again_gets_the_same_dice_and_ids() -> None:
    """Whatever happened in between, for a retry or after a conflict."""
    room = Table()
    iris = room.vampire("ann")
    intent = room.intent(i.Roll, character=iris, pool=5, difficulty=2)
    first = room.attempt("ann", intent, Hashed(b"intent"))
    room.act("storyteller", i.RenameRoom, name="Elsewhere")
    again = room.attempt("ann", intent, Hashed(b"intent"))
    assert not isinstance(first, Refusal)
    assert not isinstance(again, Refusal)
    assert first.events == again.events
    assert first.created == again.created


def test_no_die_is_drawn_for_a_no() -> None:
    """Every refusal of a roll comes before the first die; an empty script would break."""
    room = Table(limits=RoomLimits(max_standing_rolls=1))
    iris = room.vampire("ann", hunger=5)
    room.act("ann", i.Roll, (6,) * 6, character=iris, pool=6)
    bad: list[tuple[Code, dict[str, object]]] = [
        (Code.LIMIT_REACHED, {"character": room.vampire("ann"), "pool": 3}),
        (Code.HUNGER_FULL, {"character": iris, "pool": 3, "surge": True}),
        (Code.NOT_FOUND, {"character": "nobody", "pool": 3}),
        (Code.FORBIDDEN, {"character": room.vampire("bob"), "pool": 3}),
    ]
    for code, fields in bad:
        room.refuse("ann", i.Roll, code, **fields)


def test_an_unknown_roll_is_not_found() -> None:
    """By any of the three intents that name one."""
    room = Table()
    for kind in (i.SettleRoll, i.RevealRoll):
        room.refuse("ann", kind, Code.NOT_FOUND, "roll", roll=RollId("never-rolled"))
    room.refuse("ann", i.Reroll, Code.NOT_FOUND, "roll", roll="never", regular_indices=(0,))
