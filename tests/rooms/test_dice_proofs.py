"""Who may have the proof of a roll, what others are told, and what reveals bring."""

from typing import Any

import msgspec

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.words import DiceSource, Role, Visibility
from server.rooms.visibility import snapshot
from tests.rooms.test_dice_claims import proof_of
from tests.support.dicey_table import DiceyTable, Kept
from tests.support.rooms import Done

PUBLIC, PRIVATE, WHISPER = Visibility.PUBLIC, Visibility.PRIVATE, Visibility.WHISPER
SECRET, BLIND = Visibility.SECRET, Visibility.BLIND


# --- who may have a proof ------------------------------------------------------------------------


def who_has(room: DiceyTable, done: Done) -> set[str]:
    """Who is given the proof of a roll, whether in its event or by one of its own."""
    names: set[str] = set()
    for recorded in done.decision.events:
        if getattr(recorded.event, "proof", None) is not None:
            names |= room.names_in(recorded.audience)
    return names


def test_a_proof_goes_to_those_who_may_see_the_dice_and_count_the_rolls() -> None:
    """Of hidden lanes the number counts rolls: readers and fellow owners see dice alone."""
    room = DiceyTable()
    iris = room.vampire("ann")
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["ann"], room["bob"]))
    fields: dict[str, Any] = {"character": iris, "pool": 2}
    own: dict[str, Any] = {"visibility": PRIVATE, **fields}
    whisper: dict[str, Any] = {"visibility": WHISPER, "to": (room["guest"],), **fields}
    everyone = {"storyteller", "ann", "bob", "guest", "bot"}
    assert who_has(room, room.claimed("ann", i.Roll, **fields)) == everyone
    private = room.claimed("ann", i.Roll, "own", **own)
    assert private.seen_by(e.RollResolved) == {"storyteller", "ann", "bob"}
    assert who_has(room, private) == {"storyteller", "ann"}
    told = room.claimed("ann", i.Roll, "own", **whisper)
    assert told.seen_by(e.RollResolved) == {"storyteller", "ann", "guest"}
    assert who_has(room, told) == {"storyteller", "ann"}
    blind = room.claimed("ann", i.Roll, "own", visibility=BLIND, **fields)
    assert who_has(room, blind) == {"storyteller"}
    assert blind.decision.took is not None
    house = room.act("storyteller", i.Roll, **own)
    assert house.seen_by(e.RollResolved) == {"storyteller", "ann", "bob"}
    assert who_has(room, house) == {"storyteller"}
    assert who_has(room, room.act("storyteller", i.Roll, **fields)) == everyone


def test_those_who_are_given_no_proof_get_no_part_of_it() -> None:
    """No key, entropy, number or count in anything that they see."""
    room = DiceyTable()
    claim = room.claim("ann", "own")
    done = room.act(
        "ann", i.Roll, pool=2, visibility=WHISPER, to=(room["guest"],), dice=claim
    )  # fmt: skip
    for name in ("guest", "bob", "bot"):
        seen = msgspec.json.encode(done.seen(name))
        assert b"proof" not in seen
        assert b'"key"' not in seen
        assert snapshot(room.state, room.state.members[room[name]]).dice is not None


def test_next_numbers_are_told_to_each_player_alone() -> None:
    """A snapshot counts nobody else's hidden rolls, and a spectator's and Storyteller's none."""
    room = DiceyTable()
    room.claimed("ann", i.Roll, "own", pool=1, visibility=PRIVATE)
    room.claimed("ann", i.Roll, pool=1)
    views = {name: room.snapshot(name).dice for name in ("ann", "bob", "guest", "storyteller")}
    numbers = {name: None if view is None else view.next for name, view in views.items()}
    assert (numbers["guest"], numbers["storyteller"]) == (None, None)
    assert numbers["ann"] is not None
    assert (numbers["ann"].open, numbers["ann"].own) == (1, 1)
    assert numbers["bob"] is not None
    assert (numbers["bob"].open, numbers["bob"].own) == (0, 0)
    assert len({None if view is None else view.c for view in views.values()}) == 1


def test_entries_of_the_pot_stay_when_their_player_goes() -> None:
    """By leaving or by another role; the next one comes beside them."""
    room = DiceyTable()
    room.claimed("ann", i.Roll, pool=1)
    room.claimed("bob", i.Roll, pool=1)
    room.act("ann", i.LeaveRoom)
    room.act("storyteller", i.SetRole, member=room["bob"], role=Role.SPECTATOR)
    view = room.snapshot("guest").dice
    assert view is not None
    assert sorted(entry.member for entry in view.pot) == sorted([room["ann"], room["bob"]])
    assert view.c == 2


# --- reveals -------------------------------------------------------------------------------------


def test_a_whole_reveal_brings_the_proof_and_one_of_the_outcome_none() -> None:
    """The roll as it was recorded, with what its dice follow from, and its reroll's."""
    room = DiceyTable()
    iris = room.vampire("ann")
    rolled = room.claimed("ann", i.Roll, "own", character=iris, pool=3, visibility=PRIVATE)
    first = proof_of(rolled)
    again = room.claimed("ann", i.Reroll, "own", roll=rolled.created, regular_indices=(1,))
    second = proof_of(again)
    outcome = room.act("ann", i.RevealRoll, roll=rolled.created, part="outcome")
    told = outcome.only(e.RollRevealed)
    assert (told.proof, told.reroll_proofs) == (None, ())
    whole = room.act("ann", i.RevealRoll, roll=rolled.created).only(e.RollRevealed)
    assert whole.proof == first
    assert [(each.regular_indices, each.proof) for each in whole.reroll_proofs] == [((1,), second)]


def test_a_reveal_puts_no_entropy_into_the_pot() -> None:
    """What is shown afterwards was chosen with more known."""
    room = DiceyTable()
    rolled = room.claimed("ann", i.Roll, "own", pool=3, visibility=PRIVATE)
    before = room.state.book
    room.act("ann", i.RevealRoll, roll=rolled.created)
    assert room.state.book == before


def test_readers_of_a_whisper_may_be_sent_its_proof() -> None:
    """They see the dice; the roller or a Storyteller may add what they follow from."""
    room = DiceyTable()
    rolled = room.claimed("ann", i.Roll, "own", pool=2, visibility=WHISPER, to=(room["guest"],))
    shown = room.act("ann", i.RevealRoll, roll=rolled.created, to=(room["guest"],))
    assert shown.only(e.RollRevealed).proof == proof_of(rolled)
    room.refuse(
        "ann", i.RevealRoll, Code.NOTHING_TO_DO, "to",
        roll=rolled.created, to=(room["guest"],), part="outcome",
    )  # fmt: skip
    public = room.claimed("ann", i.Roll, pool=2)
    room.refuse("ann", i.RevealRoll, Code.NOTHING_TO_DO, "to", roll=public.created)


def test_a_roll_is_worth_as_much_as_the_least_of_its_dice() -> None:
    """Rerolled while no book is live, a proven roll is none any more, and says so when revealed."""
    room = DiceyTable()
    iris = room.vampire("ann")
    rolled = room.act("storyteller", i.Roll, character=iris, pool=3, visibility=SECRET)
    room.books = Kept()
    room.act("storyteller", i.Reroll, (6,), roll=rolled.created, regular_indices=(0,))
    shown = room.act("storyteller", i.RevealRoll, roll=rolled.created).only(e.RollRevealed)
    assert shown.source is DiceSource.UNPROVEN
    assert (shown.proof, shown.reroll_proofs) == (proof_of(rolled), ())
