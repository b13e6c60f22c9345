"""Rolling pools: what they come to, what is refused, and how the receipt says it."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import DiceClaim, EnteredFaces
from protocol.house import HouseRules
from protocol.ids import RollId
from protocol.receipts import PoolReceipt
from protocol.words import (
    CharacterKind,
    DefaultVisibility,
    DiceSource,
    Lane,
    Outcome,
    PoolKind,
    Preset,
    Visibility,
)
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from tests.support.rooms import Done, Hashed, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}
CORE = HouseRules(preset=Preset.V5_CORE_ROLLING)


def receipt(done: Done) -> PoolReceipt:
    found = done.only(e.RollResolved).receipt
    assert isinstance(found, PoolReceipt)
    return found


# --- reading ------------------------------------------------------------------------------------

READINGS = [
    # hunger, regular, on Hunger dice, Difficulty: successes, margin, outcome
    (2, [10, 3, 2], [10, 4], 3, 4, 1, Outcome.MESSY_CRITICAL),  # V1
    (2, [10, 2], [10, 1], 5, 4, -1, Outcome.BESTIAL_FAILURE),  # V3
    (2, [8, 3], [1, 2], 2, 1, -1, Outcome.BESTIAL_FAILURE),  # V7
    (2, [10, 1, 6, 6], [1, 6], 3, 4, 1, Outcome.SUCCESS),  # V9
    (2, [10, 1, 6, 6], [1, 6], 5, 4, -1, Outcome.BESTIAL_FAILURE),  # V9
    (1, [2, 3], [1], 1, 0, -1, Outcome.BESTIAL_FAILURE),  # V11
    (1, [6, 7], [1], 2, 2, 0, Outcome.SUCCESS),  # V13
    (0, [10, 10, 3, 8, 1], [], 3, 5, 2, Outcome.CRITICAL),
    (0, [10, 10], [], 5, 4, -1, Outcome.FAILURE),
    (0, [1, 2, 3], [], 1, 0, -1, Outcome.TOTAL_FAILURE),
    (2, [10, 5, 7, 2], [10, 1], 4, 5, 1, Outcome.MESSY_CRITICAL),
]


@pytest.mark.parametrize(
    ("hunger", "regular", "on_hunger", "difficulty", "successes", "margin", "outcome"), READINGS
)
def test_a_pool_is_read_against_its_difficulty(
    hunger: int,
    regular: list[int],
    on_hunger: list[int],
    difficulty: int,
    successes: int,
    margin: int,
    outcome: Outcome,
) -> None:
    """Count, compare, colour; what the dice add is the successes."""
    room = Table()
    iris = room.vampire("ann", hunger=hunger)
    pool = len(regular) + len(on_hunger)
    done = room.act(
        "ann", i.Roll, regular + on_hunger, character=iris, pool=pool, difficulty=difficulty
    )
    read = receipt(done)
    assert (read.successes, read.margin, read.outcome) == (successes, margin, outcome)
    assert [d.face for d in read.dice if d.kind == "regular"] == regular
    assert [d.face for d in read.dice if d.kind == "hunger"] == on_hunger
    assert sum(d.adds for d in read.dice) == successes


def test_without_a_difficulty_there_is_a_report_and_no_verdict() -> None:
    """G3: successes, pairs and Hunger faces, and the colours that are possible."""
    room = Table()
    iris = room.vampire("ann", hunger=3)
    read = receipt(room.act("ann", i.Roll, (8, 10, 3), character=iris, pool=3))
    assert (read.successes, read.hunger_tens, read.hunger_ones) == (2, 1, 0)
    assert (read.margin, read.outcome, read.difficulty) == (None, None, None)
    assert read.possible == (Outcome.SUCCESS, Outcome.FAILURE)


def test_a_total_failure_that_is_bestial_keeps_both_flags() -> None:
    """The label is bestial, and that nothing succeeded stays said."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    read = receipt(room.act("ann", i.Roll, (2, 3, 1), character=iris, pool=3, difficulty=1))
    assert (read.outcome, read.is_bestial, read.is_total_failure) == (
        Outcome.BESTIAL_FAILURE,
        True,
        True,
    )


def test_the_preset_of_the_room_reads_the_dice() -> None:
    """Core rolling: bestial only without a success, each further ten two, Difficulty to 5."""
    room = Table(CORE)
    iris = room.vampire("ann", hunger=1)
    plain = receipt(room.act("ann", i.Roll, (8, 1), character=iris, pool=2, difficulty=2))
    assert (plain.outcome, plain.preset) == (Outcome.FAILURE, Preset.V5_CORE_ROLLING)
    tens = receipt(room.act("ann", i.Roll, (10, 10, 10), character=iris, pool=3, difficulty=5))
    assert tens.successes == 6
    room.refuse("ann", i.Roll, Code.BAD_DIFFICULTY, "difficulty", pool=3, difficulty=6)


# --- the pool -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "modifiers", "hunger", "regular", "on_hunger"),
    [
        (3, (), 5, 0, 3),  # V19
        (12, (), 2, 10, 2),  # V21
        (5, (-2,), 0, 3, 0),  # V15
        (5, (-3,), 3, 0, 2),
        (2, (-4,), 0, 1, 0),
        (4, (1,), 1, 4, 1),  # V25
        (40, (20,), 5, 55, 5),
    ],
)
def test_hunger_replaces_dice_after_all_modifiers(
    pool: int, modifiers: tuple[int, ...], hunger: int, regular: int, on_hunger: int
) -> None:
    """Never more dice than the pool, never fewer than one."""
    room = Table()
    iris = room.vampire("ann", hunger=hunger)
    dice = regular + on_hunger
    done = room.act(
        "ann", i.Roll, [6] * dice, character=iris, pool=pool,
        modifiers=tuple(i.PoolModifier("because", m) for m in modifiers),
    )  # fmt: skip
    kinds = [d.kind for d in receipt(done).dice]
    assert (kinds.count("regular"), kinds.count("hunger")) == (regular, on_hunger)
    assert max(1, sum(item.dice for item in receipt(done).items)) == dice


@pytest.mark.parametrize("kind", [CharacterKind.GHOUL, CharacterKind.MORTAL])
def test_who_has_no_beast_has_no_hunger_dice(kind: CharacterKind) -> None:
    """G1: whatever is added or taken away."""
    room = Table()
    them = room.vampire("ann", kind=kind)
    for dice in (1, -1):
        done = room.act(
            "ann", i.Roll, [1] * (4 + dice), character=them, pool=4, difficulty=2,
            modifiers=(i.PoolModifier("specialty", dice),),
        )  # fmt: skip
        assert {d.kind for d in receipt(done).dice} == {"regular"}
        assert receipt(done).outcome is Outcome.TOTAL_FAILURE


def test_a_thin_blood_has_hunger_dice() -> None:
    """They hunger as other vampires do."""
    room = Table()
    them = room.vampire("ann", kind=CharacterKind.THIN_BLOOD, hunger=2)
    assert receipt(room.act("ann", i.Roll, (6, 6), character=them, pool=2)).dice[0].kind == "hunger"


@pytest.mark.parametrize("kind", [PoolKind.WILLPOWER, PoolKind.HUMANITY])
def test_willpower_and_humanity_pools_have_no_hunger_dice_and_do_not_stand(kind: PoolKind) -> None:
    """Neither messy nor bestial, and never rerolled."""
    room = Table()
    iris = room.vampire("ann", hunger=5)
    done = room.act("ann", i.Roll, (1, 1), character=iris, pool=2, difficulty=1, kind=kind)
    assert {d.kind for d in receipt(done).dice} == {"regular"}
    assert not done.only(e.RollResolved).is_standing
    assert receipt(done).outcome is Outcome.TOTAL_FAILURE


def test_a_roll_takes_sixty_dice_and_not_one_more() -> None:
    """F13: one step over is refused with the limit named."""
    room = Table()
    more = (i.PoolModifier("more", 20),)
    room.act("ann", i.Roll, [3] * 60, pool=40, modifiers=more)
    refusal = room.refuse(
        "ann", i.Roll, Code.POOL_TOO_LARGE, "pool",
        pool=40, modifiers=(*more, i.PoolModifier("and more", 1)),
    )  # fmt: skip
    assert "60" in refusal.detail


def test_a_pool_without_a_character_names_its_own_hunger() -> None:
    """For a character the tracker counts and nothing else; without one nothing stands open."""
    room = Table()
    done = room.act("ann", i.Roll, (2, 1), pool=2, hunger=1, difficulty=1)
    assert receipt(done).outcome is Outcome.BESTIAL_FAILURE
    assert not done.only(e.RollResolved).is_standing
    assert done.all(e.ProposalOpened) == []
    plain = room.act("ann", i.Roll, (1,), pool=1, difficulty=1)
    assert receipt(plain).outcome is Outcome.TOTAL_FAILURE
    iris = room.vampire("ann")
    room.refuse("ann", i.Roll, Code.INVALID, "hunger", character=iris, pool=2, hunger=1)


# --- Blood Surge --------------------------------------------------------------------------------


def test_blood_surge_raises_hunger_only_after_the_roll_it_pays_for() -> None:
    """Potency 1 adds two dice; the failed Rouse check counts from the next roll on."""
    room = Table()
    bouncer = room.vampire("bob", hunger=2, blood_potency=1)
    done = room.act(
        "bob", i.Roll, (1, 6, 6, 9, 2, 7, 3), character=bouncer, pool=4, difficulty=3, surge=True
    )
    read = receipt(done)
    assert [d.kind for d in read.dice].count("hunger") == 2
    assert (len(read.dice), read.successes, read.margin) == (6, 4, 1)
    assert read.rouse is not None
    assert (read.rouse.faces, read.rouse.passed) == ((1,), False)
    assert done.kinds == ["roll_resolved", "tracker_changed"]
    assert done.tracker("hunger") == 3
    after = room.act("bob", i.Roll, (6,) * 4, character=bouncer, pool=4)
    assert [d.kind for d in receipt(after).dice].count("hunger") == 3


def test_blood_surge_that_holds_leaves_hunger_as_it_is() -> None:
    """A face of 6 or more costs nothing."""
    room = Table()
    iris = room.vampire("ann", hunger=4, blood_potency=0)
    done = room.act("ann", i.Roll, (6, *[3] * 5), character=iris, pool=4, surge=True)
    assert done.kinds == ["roll_resolved"]
    assert room.state.characters[iris].trackers["hunger"] == 4


def test_blood_surge_needs_blood_an_attribute_and_room_for_hunger() -> None:
    """Refused before a die falls: no character, no Blood, Hunger 5, Willpower and Humanity pools."""
    room = Table()
    full = room.vampire("ann", hunger=5)
    ghoul = room.vampire("ann", kind=CharacterKind.GHOUL)
    iris = room.vampire("ann")
    room.refuse("ann", i.Roll, Code.SURGE_NOT_ALLOWED, "surge", pool=3, surge=True)
    room.refuse("ann", i.Roll, Code.HUNGER_FULL, character=full, pool=3, surge=True)
    room.refuse("ann", i.Roll, Code.NO_ROUSE, character=ghoul, pool=3, surge=True)
    for kind in (PoolKind.WILLPOWER, PoolKind.HUMANITY):
        room.refuse(
            "ann", i.Roll, Code.SURGE_NOT_ALLOWED, character=iris, pool=3, surge=True, kind=kind
        )


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
    assert done.seen_by(e.RollResolved) == {
        Visibility.PUBLIC: EVERYONE,
        Visibility.PRIVATE: {"ann", "storyteller"},
        Visibility.WHISPER: {"ann", "guest", "storyteller"},
        Visibility.SECRET: {"storyteller"},
        Visibility.BLIND: {"storyteller"},
    }[visibility]
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
        (standing,) = [
            s for s in room.snapshot(who).standing_rolls if s.roll == spoken.created
        ]
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
    """A blind roll stands or not by dice its roller may not know: it never counts for the roller."""
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
