"""A roll that hides its pool: its owner and Storytellers see dice, the table what came of them."""

import pytest
from msgspec import json

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.receipts import PoolReceipt
from protocol.words import Lane, Preset, Role, Visibility
from tests.support.rooms import Done, Table, uuid
from tests.support.v20_rooms import TRAITS

OUTSIDERS = ("bob", "guest", "bot")
INSIDERS = {"storyteller", "ann"}


def a_room(**sheet: object) -> tuple[Table, CharacterId]:
    room = Table()
    return room, room.vampire("ann", "Iris", **sheet)


def hidden(room: Table, faces: tuple[int, ...], **fields: object) -> Done:
    return room.act("ann", i.Roll, faces, hide_pool=True, **fields)


def told(done: Done, who: str) -> list[bytes]:
    return [json.encode(event) for event in done.seen(who)]


def test_the_table_learns_the_outcome_and_no_die() -> None:
    room, iris = a_room()
    done = hidden(room, (8, 7, 2), character=iris, pool=3, difficulty=2, label="Stealth")
    rolled = done.only(e.RollResolved)
    assert done.seen_by(e.RollResolved) == INSIDERS
    assert rolled.visibility is Visibility.PRIVATE
    (shown,) = done.seen("bob")
    assert isinstance(shown, e.RollRevealed)
    assert (shown.successes, shown.outcome, shown.label) == (2, "success", "Stealth")
    assert (shown.receipt, shown.proof, shown.at_once) == (None, None, True)
    assert done.seen_by(e.RollRevealed) == set(room.people)


@pytest.mark.parametrize("hunger", [0, 1, 5])
def test_pools_of_1_and_of_20_look_alike(hunger: int) -> None:
    """A9: byte for byte, where they come to as many successes."""
    seen = []
    for pool in (1, 20):
        room, iris = a_room(hunger=hunger)
        fields = {"character": iris, "pool": pool, "difficulty": 1, "label": "Stealth"}
        done = hidden(room, (6, *(2,) * (pool - 1)), **fields)
        seen.append([told(done, who) for who in OUTSIDERS])
        seen[-1] += [[json.encode(room.snapshot(who))] for who in OUTSIDERS]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("pool", [1, 20])
def test_nothing_but_successes_differs(pool: int) -> None:
    room, iris = a_room()
    faces = (2,) * pool if pool == 1 else (6,) * pool
    done = hidden(room, faces, character=iris, pool=pool)
    (event,) = done.seen("guest")
    fields = json.decode(json.encode(event), type=dict[str, object])
    assert fields.pop("successes") == (0 if pool == 1 else pool)
    assert set(fields) == {
        "type", "roll", "by", "member", "character", "label", "part", "rolled_at_ms", "source",
        "at_once",
    }  # fmt: skip


def test_v20_pools_look_alike_too() -> None:
    seen = []
    for pool in (1, 20):
        room = Table(HouseRules(preset=Preset.V20_BOOK))
        iris = room.v20_vampire("ann", "Iris", traits=TRAITS)
        fields = {"character": iris, "pool": pool, "hide_pool": True}
        done = room.act("ann", i.RollV20, (7, *(2,) * (pool - 1)), **fields)
        assert done.seen_by(e.RollResolved) == INSIDERS
        (shown,) = done.seen("bob")
        assert isinstance(shown, e.RollRevealed)
        assert (shown.successes, shown.outcome) == (1, "success")
        seen.append([told(done, who) for who in OUTSIDERS])
    assert seen[0] == seen[1]


def test_a_reroll_tells_the_new_outcome_and_nothing_more() -> None:
    room, iris = a_room()
    made = hidden(room, (8, 2, 3), character=iris, pool=3, difficulty=2)
    assert [r.roll for r in room.snapshot("bob").standing_rolls] == []
    again = room.act("ann", i.Reroll, (9, 3), roll=made.created, regular_indices=(1, 2))
    (shown,) = [event for event in again.seen("bob") if not isinstance(event, e.TrackerChanged)]
    assert isinstance(shown, e.RollRevealed)
    assert (shown.successes, shown.outcome) == (2, "success")
    assert shown.rolled_at_ms == made.only(e.RollRevealed).rolled_at_ms
    assert again.seen_by(e.RollRerolled) == INSIDERS


def test_a_reroll_that_changes_no_outcome_is_told_by_willpower_alone() -> None:
    room, iris = a_room()
    made = hidden(room, (8, 2), character=iris, pool=2, difficulty=1)
    again = room.act("ann", i.Reroll, (3,), roll=made.created, regular_indices=(1,))
    assert [type(event) for event in again.seen("bob")] == [e.TrackerChanged]


@pytest.mark.parametrize("is_settled", [False, True])
def test_a_judgement_tells_the_new_outcome(is_settled: bool) -> None:
    room, iris = a_room()
    made = hidden(room, (8, 2, 3), character=iris, pool=3, difficulty=2)
    if is_settled:
        room.act("ann", i.SettleRoll, roll=made.created)
    judged = room.act("storyteller", i.JudgeRoll, roll=made.created, difficulty=1)
    assert judged.seen_by(e.RollJudged) == INSIDERS
    (shown,) = [event for event in judged.seen("guest") if isinstance(event, e.RollRevealed)]
    assert (shown.successes, shown.outcome) == (1, "success")


def test_who_was_told_the_outcome_is_told_that_it_counts_no_more() -> None:
    room, iris = a_room()
    made = hidden(room, (8, 2), character=iris, pool=2)
    gone = room.act("storyteller", i.RetractRoll, roll=made.created, note="No.")
    assert gone.seen_by(e.RollRetracted) == set(room.people)


def test_it_is_undone_like_any_roll() -> None:
    room, iris = a_room()
    hidden(room, (8, 2), character=iris, pool=2)
    gone = room.act("ann", i.Undo, intent=last_intent(room))
    assert gone.only(e.RollRetracted).is_undo
    assert gone.seen_by(e.RollRetracted) == set(room.people)


def last_intent(room: Table) -> str:
    return uuid(room._numbers)


@pytest.mark.parametrize("visibility", [Visibility.SECRET, Visibility.BLIND])
def test_what_nobody_sees_anyway_stays_so(visibility: Visibility) -> None:
    room, iris = a_room()
    done = hidden(room, (8, 2), character=iris, pool=2, visibility=visibility)
    assert done.all(e.RollRevealed) == []
    assert done.seen_by(e.RollResolved) == {"storyteller"}


def test_a_whispers_outcome_is_whispered() -> None:
    room, iris = a_room()
    to = (room["guest"],)
    done = hidden(room, (8, 2), character=iris, pool=2, visibility="whisper", to=to)
    assert done.seen_by(e.RollResolved) == INSIDERS
    assert done.seen_by(e.RollRevealed) == {*INSIDERS, "guest"}
    quiet = hidden(room, (8, 2), character=iris, pool=2, visibility="private")
    assert quiet.all(e.RollRevealed) == []


@pytest.mark.parametrize("who", ["ann", "storyteller"])
def test_a_whisper_stays_among_those_it_names(who: str) -> None:
    """A13: an owner whom it leaves out learns of no die, and of no roll."""
    room, iris = a_room()
    owners = (room["ann"], room["bob"])
    room.act("storyteller", i.SetOwners, character=iris, owners=owners)
    fields = {"character": iris, "pool": 2, "visibility": "whisper", "to": (room["guest"],)}
    done = room.act(who, i.Roll, (8, 2), hide_pool=True, **fields)
    assert done.seen("bob") == []
    assert done.seen_by(e.RollResolved) == {"storyteller", who}
    assert done.seen_by(e.RollRevealed) == {"storyteller", who, "guest"}


def test_a_hidden_characters_outcome_names_nobody() -> None:
    room = Table()
    sleeper = room.hidden()
    done = room.act(
        "storyteller",
        i.Roll,
        (8, 2),
        character=sleeper,
        pool=2,
        visibility="public",
        hide_pool=True,
    )
    (shown,) = done.seen("bob")
    assert isinstance(shown, e.RollRevealed)
    assert shown.character is None
    assert sleeper not in json.encode(shown).decode()
    assert done.seen_by(e.RollResolved) == {"storyteller"}


def test_whoever_plays_the_character_sees_the_pool() -> None:
    """Also where a Storyteller rolls for it; a roll of nobody's is its roller's."""
    room, iris = a_room()
    done = room.act("storyteller", i.Roll, (8, 2), character=iris, pool=2, hide_pool=True)
    assert done.seen_by(e.RollResolved) == INSIDERS
    nobodys = hidden(room, (8, 2), pool=2)
    assert nobodys.seen_by(e.RollResolved) == INSIDERS


def test_its_dice_are_of_the_hidden_lane() -> None:
    """So that what can be checked is checked by who may: no number of an open lane tells of it."""
    room, iris = a_room()
    done = hidden(room, (8, 2), character=iris, pool=2)
    assert done.only(e.RollResolved).lane is Lane.OWN
    npc = room.act("storyteller", i.Roll, (8, 2), pool=2, hide_pool=True)
    assert npc.only(e.RollResolved).lane is Lane.SECRET


def test_where_nothing_is_rolled_no_pool_is_hidden() -> None:
    room, iris = a_room()
    for way in ("win", "half"):
        fields = {"character": iris, "pool": 4, "difficulty": 1, "without_dice": way}
        room.refuse("storyteller", i.Roll, Code.INVALID, "without_dice", hide_pool=True, **fields)


def test_prices_are_for_those_who_see_the_dice() -> None:
    """A messy critical waits for the Storyteller; the table is told the outcome, not what waits."""
    room, iris = a_room(hunger=1)
    done = hidden(room, (10, 10), character=iris, pool=2, difficulty=1)
    (shown,) = done.seen("bob")
    assert isinstance(shown, e.RollRevealed)
    assert shown.outcome == "messy_critical"
    settled = room.act("ann", i.SettleRoll, roll=done.created)
    assert settled.seen_by(e.ProposalOpened) == INSIDERS


def test_a_surge_tells_by_hunger_alone() -> None:
    """The check of a Blood Surge is a part of the pool; Hunger is seen by who may see Hunger."""
    room, iris = a_room(hunger=1, blood_potency=1)
    done = hidden(room, (3, 8, 2, 2, 2), character=iris, pool=2, surge=True)
    kinds = [type(event) for event in done.seen("bob")]
    assert kinds == [e.RollRevealed, e.TrackerChanged]


# --- asked for, shown, and kept so ----------------------------------------------------------------


def asked(room: Table, iris: CharacterId, **more: object) -> Done:
    return room.act(
        "storyteller", i.RequestRoll, characters=(iris,), pool=3, hide_pool=True, **more
    )


def test_a_storyteller_asks_for_a_hidden_pool() -> None:
    """The request says what is rolled, and so is between those it asks and the Storytellers."""
    room, iris = a_room()
    opened = asked(room, iris)
    assert opened.seen_by(e.RequestOpened) == INSIDERS
    request = opened.only(e.RequestOpened).request
    assert request.hide_pool
    done = room.act("ann", i.Roll, (8, 7, 2), character=iris, request=request.request)
    assert done.seen_by(e.RollResolved) == INSIDERS
    assert [type(event) for event in done.seen("bob")] == [e.RollRevealed]


def test_a_stand_in_is_asked_for_a_hidden_pool_and_answers() -> None:
    """Whoever plays the character is asked, as for any other roll."""
    room, iris = a_room()
    room.act("ann", i.SetStandIn, character=iris, member=room["bob"])
    opened = asked(room, iris)
    assert opened.seen_by(e.RequestOpened) == {*INSIDERS, "bob"}
    request = opened.only(e.RequestOpened).request.request
    done = room.act("bob", i.Roll, (8, 7, 2), character=iris, request=request)
    assert done.seen_by(e.RollResolved) == {*INSIDERS, "bob"}
    assert [type(event) for event in done.seen("guest")] == [e.RollRevealed]


def test_a_player_does_not_widen_what_a_storyteller_asked_for() -> None:
    """A13: neither by another visibility nor by a reveal; a Storyteller may show it."""
    room, iris = a_room()
    request = asked(room, iris).only(e.RequestOpened).request.request
    done = room.act("ann", i.Roll, (8, 7, 2), character=iris, request=request, visibility="public")
    assert done.seen_by(e.RollResolved) == INSIDERS
    room.refuse(
        "ann", i.RevealRoll, Code.VISIBILITY_NOT_ALLOWED, "roll", roll=done.created, part="whole"
    )
    shown = room.act("storyteller", i.RevealRoll, roll=done.created, part="whole")
    assert shown.seen_by(e.RollRevealed) == set(room.people)


def test_a_roll_fixed_as_private_is_not_revealed_by_its_player() -> None:
    """A13: what a Storyteller fixed stays so until a Storyteller shows it."""
    room, iris = a_room()
    opened = room.act(
        "storyteller", i.RequestRoll, characters=(iris,), pool=2, visibility="private"
    )
    request = opened.only(e.RequestOpened).request.request
    done = room.act("ann", i.Roll, (8, 2), character=iris, request=request)
    room.refuse(
        "ann", i.RevealRoll, Code.VISIBILITY_NOT_ALLOWED, "roll", roll=done.created, part="outcome"
    )


def test_its_owner_may_show_the_dice_of_ones_own_wish() -> None:
    room, iris = a_room()
    done = hidden(room, (8, 2), character=iris, pool=2)
    room.refuse("ann", i.RevealRoll, Code.NOTHING_TO_DO, "to", roll=done.created, part="outcome")
    shown = room.act("ann", i.RevealRoll, roll=done.created, part="whole").only(e.RollRevealed)
    assert isinstance(shown.receipt, PoolReceipt)
    assert not shown.at_once
    assert len(shown.receipt.dice) == 2


def test_a_late_owner_learns_nothing_of_it() -> None:
    """Who saw what was fixed when it was rolled."""
    room, iris = a_room()
    made = hidden(room, (8, 2, 3), character=iris, pool=3, difficulty=2)
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    room.join("late", Role.PLAYER)
    again = room.act("storyteller", i.Reroll, (9,), roll=made.created, regular_indices=(1,))
    assert "bob" not in again.seen_by(e.RollRerolled)
    assert "late" in again.seen_by(e.RollRevealed)
