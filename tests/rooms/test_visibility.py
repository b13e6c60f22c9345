"""Who sees which event, by the table in `event_table`; and what a viewer gets in all, in bytes."""

from collections.abc import Sequence
from typing import get_args

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.words import Visibility
from server.rooms.audience import EVERYONE
from server.rooms.deed import Decision
from server.rooms.visibility import Viewer, audience_of, sees, snapshot
from tests.rooms.event_rows import AS_ASKED, BLIND, VIEWERS, Row, Scene
from tests.rooms.event_table import TABLE
from tests.support.rooms import Table, secret_of

# The first two events of every room are there before anybody could watch.
AT_THE_FOUNDING = {e.RoomCreated}
OF_A_BOOK = {e.BookOpened, e.LanesAdded, e.EntropyAdded, e.RollProven}
"""What only happens where a book of dice is open: `test_dice_proofs`, `tests.live.test_books`."""


def test_every_event_has_a_row() -> None:
    """A new type of event without one fails here: its audience must be written down."""
    assert {r.event for r in TABLE} | AT_THE_FOUNDING | OF_A_BOOK == set(get_args(e.Event))


def test_founding_is_everybodys() -> None:
    """Who joins sees how the room began."""
    founded, joined = Table().kept[0].records
    assert (founded.kind, founded.audience) == ("room_created", EVERYONE)
    assert (joined.kind, joined.audience) == ("member_joined", EVERYONE)


@pytest.mark.parametrize("r", TABLE, ids=lambda r: f"{r.event.__name__}-{r.how}")
def test_an_event_is_seen_by_whom_the_table_says(r: Row) -> None:
    """Live, and afterwards by somebody who joins later."""
    scene = Scene(r.rules)
    done = r.cause(scene)
    seen = {
        letter
        for name, letter in VIEWERS.items()
        if any(isinstance(event, r.event) for event in done.seen(name))
    }
    scene.room.join("late")
    late = scene.room.state.members[scene.room["late"]]
    assert late.past.rank == 0
    if any(r_.audience.everyone for r_ in done.decision.events if isinstance(r_.event, r.event)):
        seen.add("L")
    assert seen == set(r.viewers)


def test_an_event_that_the_table_does_not_know_reaches_nobody() -> None:
    """Whoever forgets to place a new event gets an error before anything is stored or shown."""

    class SomethingNew(msgspec.Struct, frozen=True, tag="something_new"):
        secret: str

    with pytest.raises(AssertionError):
        audience_of(Table().state, SomethingNew("who did it"), EVERYONE)  # type: ignore[arg-type]


# --- what a viewer gets in all ------------------------------------------------------------------


def everything(room: Table, who: str) -> bytes:
    """All bytes that the room has for a member: the events of its view, and its snapshot."""
    member = room.state.members[room[who]]
    viewer = Viewer(member.member, member.is_storyteller)
    bodies = [
        bytes(record.body)
        for kept in room.kept
        for record in kept.records
        if sees(record.audience, viewer)
    ]
    return b"\n".join([*bodies, msgspec.json.encode(snapshot(room.state, member))])


ROLLING: list[tuple[type[i.Intent], dict[str, object], Sequence[int]]] = [
    (i.Roll, {"pool": 7, "difficulty": 7, "label": "forbidden-label"}, (3, 3, 3, 3, 3, 3, 3)),
    (i.Rouse, {"label": "forbidden-label"}, (9,)),
    (i.TestFrenzy, {"kind": "terror", "difficulty": 7}, (3,) * 6),
]


@pytest.mark.parametrize(("kind", "fields", "faces"), ROLLING, ids=[r[0].__name__ for r in ROLLING])
@pytest.mark.parametrize("visibility", Visibility)
def test_what_may_not_be_seen_is_in_no_byte(
    kind: type[i.Intent],
    fields: dict[str, object],
    faces: Sequence[int],
    visibility: Visibility,
) -> None:
    """A2: no id, label, note or receipt of a roll is in what the others get, live or later."""
    scene = Scene()
    room = scene.room
    done = room.act(
        "ann", kind, faces,
        character=scene.iris, note="forbidden-note", **scene.placed(visibility), **fields,
    )  # fmt: skip
    room.join("late")
    roll = done.only(e.RollResolved).roll
    letters = {**VIEWERS, "late": "L"}
    for who, letter in letters.items():
        got = everything(room, who)
        forbidden = [roll, "forbidden-label", "forbidden-note", '"receipt"', '"faces"']
        found = [text for text in forbidden if text.encode() in got]
        if letter not in AS_ASKED[visibility]:
            assert found == []
        else:
            assert roll in found


def test_blind_rolls_of_one_die_and_of_twenty_look_alike() -> None:
    """A9: the same bytes for the roller and for everybody else, but for the Storytellers."""
    seen: dict[str, list[bytes]] = {"ann": [], "bob": [], "guest": []}
    for pool in (1, 20):
        scene = Scene()
        done = scene.ann(i.Roll, (6,) * pool, character=scene.iris, pool=pool, visibility="blind")
        for who in seen:
            events = b"".join(
                r.body for r in done.decision.events if who in scene.room.names_in(r.audience)
            )
            member = scene.room.state.members[scene.room[who]]
            seen[who].append(events + msgspec.json.encode(snapshot(scene.room.state, member)))
        assert "ann" not in scene.room.names_in(done.decision.created_to)
    assert all(one == other for one, other in seen.values())
    assert b"blind_roll_made" in seen["bob"][0]


def test_a_hidden_creature_rolls_without_a_trace() -> None:
    """A3: no name, id, or label; snapshot and events are as they were."""
    scene = Scene()
    before = {who: everything(scene.room, who) for who in ("ann", "bob", "guest")}
    scene.st(i.Roll, (6, 6), character=scene.sleeper, pool=2, label="claws")
    scene.st(i.Rouse, (1,), character=scene.sleeper)
    assert {who: everything(scene.room, who) for who in before} == before


def test_what_follows_for_storytellers_is_not_in_the_answer() -> None:
    """A11: the consequence of a blind roll is nothing that its roller's answer speaks of."""
    scene = Scene()
    scene.ann(i.SetTracker, character=scene.iris, tracker="hunger", value=5)
    done = scene.roll(BLIND)
    assert done.all(e.ProposalOpened)
    assert [type(event) for event in done.seen("ann")] == [e.BlindRollMade]
    assert isinstance(done.decision, Decision)


def test_a_revealed_secret_is_shown_once_and_only_then() -> None:
    """A21: who joined with public rights gets the reveal, and nothing of what was before it."""
    scene = Scene()
    room = scene.room
    whisper = scene.st(i.Roll, (6,), pool=1, visibility="whisper", to=(room["ann"],))
    secret = scene.st(i.Roll, (7,), pool=1, visibility="secret")
    got = everything(room, "bot")
    assert whisper.created.encode() not in got
    assert secret.created.encode() not in got
    scene.st(i.RevealRoll, roll=secret.created)
    assert everything(room, "bot").count(secret.created.encode()) == 1


def test_lists_in_a_snapshot_are_in_an_order_that_tells_nothing() -> None:
    """Sorted by id, whatever came first."""
    scene = Scene()
    for _ in range(5):
        scene.room.vampire("ann")
        scene.st(i.CreateInvite, role="player", secret=secret_of(1))
        scene.ann(i.Roll, (6,), character=scene.room.vampire("ann"), pool=1)
    shown = scene.room.snapshot("storyteller")
    ids = [
        [m.member for m in shown.members],
        [c.character for c in shown.characters],
        [r.roll for r in shown.standing_rolls],
        [v.invite for v in shown.invites],
    ]
    assert all(each == sorted(each) for each in ids)
