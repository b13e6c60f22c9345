"""Which number a roll takes, and what it must be claimed with."""

from typing import Any

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import DiceClaim, EnteredFaces
from protocol.house import HouseRules
from protocol.words import DiceSource, Lane, Visibility
from server.rooms.book_state import LaneOf
from server.rooms.dice_scheme import pot_of
from server.rooms.refusal import Refusal
from tests.support.dicey_table import DiceyTable, Kept
from tests.support.rooms import ROOM, V20, Done, Table

PUBLIC, PRIVATE, WHISPER = Visibility.PUBLIC, Visibility.PRIVATE, Visibility.WHISPER
SECRET, BLIND = Visibility.SECRET, Visibility.BLIND


def proof_of(done: Done) -> Any:
    """The one proof of a deed, wherever it stands."""
    found = [getattr(event, "proof", None) for event in done.events]
    (proof,) = [each for each in found if each is not None]
    return proof


# --- lanes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "visibility", "lane"),
    [
        ("ann", PUBLIC, Lane.OPEN),
        ("ann", PRIVATE, Lane.OWN),
        ("ann", BLIND, Lane.OWN),
        ("ann", SECRET, Lane.OWN),
        ("ann", WHISPER, Lane.OWN),
        ("storyteller", PUBLIC, Lane.TABLE),
        ("storyteller", PRIVATE, Lane.SECRET),
        ("storyteller", SECRET, Lane.SECRET),
        ("storyteller", BLIND, Lane.SECRET),
        ("storyteller", WHISPER, Lane.SECRET),
        ("bot", PUBLIC, Lane.TABLE),
        ("bot", PRIVATE, Lane.SECRET),
    ],
)
def test_the_lane_follows_from_the_roller_and_who_sees_the_dice(
    who: str, visibility: Visibility, lane: Lane
) -> None:
    """Never from who sees that something was rolled; the house has one lane of each kind."""
    room = DiceyTable()
    to = (room["guest"],) if visibility is WHISPER else ()
    fields: dict[str, Any] = {"pool": 2, "visibility": visibility, "to": to}
    if who == "ann":
        fields["dice"] = room.claim("ann", lane)
    done = room.act(who, i.Roll, **fields)
    proof = proof_of(done)
    assert (proof.lane, proof.n) == (lane, 0)
    assert proof.member == (room["ann"] if who == "ann" else None)
    rolled = done.only(e.RollResolved)
    assert (rolled.source, rolled.lane) == (DiceSource.BOOK, lane)


def test_a_storytellers_roll_for_a_players_character_is_the_houses() -> None:
    """Nobody but the player takes numbers of that player's lanes."""
    room = DiceyTable()
    iris = room.vampire("ann", hunger=1)
    done = room.act("storyteller", i.Roll, character=iris, pool=3, visibility=SECRET)
    assert proof_of(done).lane is Lane.SECRET
    told = room.state.book
    assert told is not None
    assert told.taken == {"secret": 1}


def test_each_roll_takes_the_next_number_and_refusals_take_none() -> None:
    """A lane has no holes, whatever was refused in between."""
    room = DiceyTable()
    iris = room.vampire("ann", hunger=5)
    for n in range(3):
        claim = room.claim("ann")
        room.refuse("ann", i.Roll, Code.HUNGER_FULL, character=iris, pool=2, surge=True, dice=claim)
        done = room.act("ann", i.Roll, pool=2, dice=claim)
        assert done.only(e.RollResolved).proof is not None
        assert done.decision.took is not None
        assert (done.decision.took.lane, done.decision.took.n) == (
            LaneOf(Lane.OPEN, room["ann"]), n,
        )  # fmt: skip


def test_all_that_one_intent_draws_comes_from_one_number() -> None:
    """The pool, its Hunger dice, then the Rouse check of its surge, in this order."""
    room = DiceyTable()
    iris = room.vampire("ann", hunger=1, blood_potency=1)
    claim = room.claim("ann")
    done = room.act("ann", i.Roll, character=iris, pool=3, surge=True, dice=claim)
    rolled = done.only(e.RollResolved)
    assert rolled.proof is not None
    receipt: Any = rolled.receipt
    faces = [die.face for die in receipt.dice]
    assert [die.kind for die in receipt.dice] == ["regular"] * 4 + ["hunger"]
    book = room.keeper.book
    assert book is not None
    stream = book.faces(LaneOf(Lane.OPEN, room["ann"]), 0, claim.entropy)
    assert (*faces, *receipt.rouse.faces) == stream.draw(6)


def test_a_reroll_takes_a_number_of_its_own() -> None:
    """Its proof is of the dice drawn again, by their places."""
    room = DiceyTable()
    iris = room.vampire("ann")
    rolled = room.claimed("ann", i.Roll, character=iris, pool=4)
    claim = room.claim("ann")
    again = room.act(
        "ann", i.Reroll, roll=rolled.created, regular_indices=(2, 0), dice=claim
    ).only(e.RollRerolled)  # fmt: skip
    assert again.proof is not None
    assert (again.proof.n, again.source) == (1, DiceSource.BOOK)
    book = room.keeper.book
    assert book is not None
    drawn = book.faces(LaneOf(Lane.OPEN, room["ann"]), 1, claim.entropy).draw(2)
    assert (again.receipt.dice[2].face, again.receipt.dice[0].face) == drawn


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (i.Rouse, {}),
        (i.Wake, {}),
        (i.Blush, {}),
        (i.RollCompulsion, {}),
        (i.RollResonance, {}),
        (i.TestFrenzy, {"kind": "fury", "difficulty": 2}),
        (i.TestRemorse, {}),
        (i.Mend, {}),
    ],
)
def test_every_kind_of_roll_is_claimed(kind: type[i.Intent], fields: dict[str, Any]) -> None:
    """Without a claim it is refused, with one it is proven."""
    room = DiceyTable()
    iris = room.vampire("ann", hunger=1)
    room.act("storyteller", i.AddStains, character=iris, amount=1)
    room.act(
        "storyteller", i.DealDamage, character=iris, track="health", kind="superficial", amount=2
    )
    room.refuse("ann", kind, Code.BOOK_CHANGED, "dice", character=iris, **fields)
    done = room.claimed("ann", kind, character=iris, **fields)
    assert proof_of(done).n == 0
    assert done.only(e.RollResolved).source is DiceSource.BOOK


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (i.RollV20, {"pool": 3}),
        (i.RollDegeneration, {"sin": 1}),
        (i.ResistBeast, {"kind": "frenzy", "difficulty": 6}),
        (i.RollInitiative, {}),
    ],
)
def test_v20_rolls_are_claimed_too(kind: type[i.Intent], fields: dict[str, Any]) -> None:
    """The dice of V20 are ten-sided and come from the same lanes."""
    room = DiceyTable(V20)
    iris = room.v20_vampire("ann", "Iris")
    room.act("storyteller", i.BeginClock, clock="turn")
    room.refuse("ann", kind, Code.BOOK_CHANGED, "dice", character=iris, **fields)
    done = room.claimed("ann", kind, character=iris, **fields)
    assert proof_of(done).lane is Lane.OPEN


def test_both_sides_of_a_contest_are_proven_the_house_last() -> None:
    """The player's entropy is in the pot by which the house then draws."""
    room = DiceyTable()
    iris = room.vampire("ann")
    brute = room.vampire(None, "Brute")
    opened = room.claimed("ann", i.OpenContest, character=iris, against=brute, pool=3)
    first = opened.only(e.RollResolved).proof
    answered = room.act(
        "storyteller", i.AnswerContest, contest=opened.created, character=brute, pool=3
    )
    second = answered.only(e.RollResolved).proof
    assert first is not None
    assert second is not None
    assert (first.lane, second.lane, second.c) == (Lane.OPEN, Lane.TABLE, 1)
    assert second.entropy == pot_of(ROOM, first.book, {room["ann"]: first.entropy})


# --- claims that are refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"book": bytes(16)}, Code.BOOK_CHANGED, "dice.book"),
        ({"lane": "own"}, Code.LANE_MISMATCH, "dice.lane"),
        ({"n": 1}, Code.DICE_MOVED, "dice.n"),
        ({"n": 4095}, Code.DICE_MOVED, "dice.n"),
    ],
)
def test_a_claim_that_does_not_fit_takes_nothing(
    changed: dict[str, Any], code: Code, field: str
) -> None:
    """The field is named, with what would be right; the number stays free."""
    room = DiceyTable()
    refusal = room.refuse("ann", i.Roll, code, field, pool=2, dice=room.claim("ann", **changed))
    assert refusal.accepted
    if code is Code.DICE_MOVED:
        assert (refusal.next_n, refusal.accepted) == (0, "0")
    assert room.claimed("ann", i.Roll, pool=2).only(e.RollResolved).proof is not None


def test_an_old_number_is_told_the_next_one() -> None:
    """After a lost answer a client sees where its lane is."""
    room = DiceyTable()
    old = room.claim("ann")
    room.act("ann", i.Roll, pool=2, dice=old)
    refusal = room.refuse("ann", i.Roll, Code.DICE_MOVED, "dice.n", pool=2, dice=old)
    assert refusal.next_n == 1


def test_a_private_roll_claims_the_own_lane() -> None:
    """The lane named must be the one that the visibility gives; nobody picks between two keys."""
    room = DiceyTable()
    claim = room.claim("ann", "open")
    refusal = room.refuse(
        "ann", i.Roll, Code.LANE_MISMATCH, "dice.lane", pool=2, dice=claim, visibility=PRIVATE
    )
    assert refusal.accepted == "own"


@pytest.mark.parametrize("who", ["storyteller", "bot"])
def test_the_house_brings_no_entropy(who: str) -> None:
    """Theirs would be the house's own choice."""
    room = DiceyTable()
    room.refuse(who, i.Roll, Code.LANE_MISMATCH, "dice.lane", pool=2, dice=room.claim("ann"))
    assert proof_of(room.act(who, i.Roll, pool=2)).lane is Lane.TABLE


def test_faces_that_are_entered_take_no_number() -> None:
    """No lane, no proof, no pot; and no claim beside them."""
    room = DiceyTable(HouseRules(entered_dice=True))
    entered = EnteredFaces(regular=(6, 7))
    room.refuse(
        "ann", i.Roll, Code.INVALID, "dice", pool=2, entered=entered, dice=room.claim("ann")
    )
    rolled = room.act("ann", i.Roll, pool=2, entered=entered).only(e.RollResolved)
    assert (rolled.source, rolled.lane, rolled.proof) == (DiceSource.ENTERED, None, None)
    assert room.state.book is not None
    assert room.state.book.taken == {}


def test_what_is_done_without_dice_needs_no_claim() -> None:
    """A win is asked for; no number is taken, whether one was claimed or not."""
    room = DiceyTable()
    for fields in ({}, {"dice": room.claim("ann")}):
        done = room.act("ann", i.Roll, pool=4, difficulty=2, without_dice="win", **fields)
        assert done.kinds == ["proposal_opened"]
        assert done.decision.took is None


@pytest.mark.parametrize(("who", "lane", "key"), [
    ("ann", Lane.OPEN, "open"), ("ann", Lane.OWN, "own"), ("storyteller", Lane.SECRET, "secret"),
])  # fmt: skip
def test_a_spent_lane_refuses_its_roller_alone(who: str, lane: Lane, key: str) -> None:
    """Until the dice are renewed, in the open."""
    room = DiceyTable()
    told = room.state.book
    assert told is not None
    size = 4096 if lane is Lane.OPEN else 1024
    owner = f":{room[who]}" if who == "ann" else ""
    room.state = msgspec.structs.replace(
        room.state, book=msgspec.structs.replace(told, taken={f"{key}{owner}": size})
    )
    fields: dict[str, Any] = {"pool": 1}
    fields["visibility"] = PUBLIC if lane is Lane.OPEN else PRIVATE
    if who == "ann":
        fields["dice"] = room.claim("ann", key, n=0)
    room.refuse(who, i.Roll, Code.DICE_SPENT, "dice", **fields)
    other: dict[str, Any] = {"pool": 1, "visibility": PRIVATE, "dice": room.claim("bob", "own")}
    assert not isinstance(room.attempt("bob", room.intent(i.Roll, **other)), Refusal)


def test_without_a_keeper_rolls_are_unproven_and_claims_refused() -> None:
    """A server that commits to nothing never says that it does."""
    room = Table()
    claim = DiceClaim(bytes(16), "open", 0, bytes(32))
    room.refuse("ann", i.Roll, Code.BOOK_CHANGED, "dice.book", pool=2, dice=claim)
    rolled = room.act("ann", i.Roll, (6, 7), pool=2).only(e.RollResolved)
    assert (rolled.source, rolled.proof) == (DiceSource.UNPROVEN, None)


def test_where_no_book_is_live_a_player_waits_and_a_storyteller_rolls_unproven() -> None:
    """No player's entropy could be in a roll of the house then anyway."""
    room = DiceyTable()
    claim = room.claim("ann")
    room.books = Kept()
    room.refuse("ann", i.Roll, Code.DICE_NOT_READY, "dice", pool=2)
    room.refuse("ann", i.Roll, Code.BOOK_CHANGED, "dice.book", pool=2, dice=claim)
    rolled = room.act("storyteller", i.Roll, (1, 2), pool=2).only(e.RollResolved)
    assert (rolled.source, rolled.lane) == (DiceSource.UNPROVEN, Lane.TABLE)
