"""What is hidden has no outline: in the order of a conflict, in blind rolls, in random rooms."""

from collections.abc import Iterator

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.house import HouseRules
from protocol.ids import InviteId
from protocol.words import Preset, Role
from server.rooms.records import from_stored
from server.rooms.refusal import Refusal
from server.rooms.visibility import Viewer, sees
from tests.rooms.event_rows import Scene
from tests.rooms.test_visibility import everything
from tests.support.evenings import Evening
from tests.support.rooms import START_MS, V20, Table, secret_of

PLAYERS = ("ann", "bob", "guest", "bot")


# --- conflicts -----------------------------------------------------------------------------------


def v5_turn(*, with_hidden: bool) -> dict[str, bytes]:
    """A turn of V5 in which the hidden one acts between the others, and changes its mind."""
    s = Scene()
    s.st(i.BeginClock, clock="turn")
    s.ann(i.DeclareAction, character=s.iris, step="close_combat")
    if with_hidden:
        s.st(i.DeclareAction, character=s.sleeper, step="ranged")
    s.room.act("bob", i.DeclareAction, character=s.brick, step="joining")
    if with_hidden:
        s.st(i.DeclareAction, character=s.sleeper, step="close_combat")
    s.ann(i.DeclareAction, character=s.iris, step="other")
    return {who: everything(s.room, who) for who in PLAYERS}


def v20_turn(*, with_hidden: bool) -> dict[str, bytes]:
    """A turn of V20: the hidden one is quickest, and declares last."""
    s = Scene(V20)
    s.st(i.BeginClock, clock="turn")
    rolled = [(s.iris, 4), (s.brick, 6)]
    if with_hidden:
        s.st(i.RollInitiative, (10,), character=s.sleeper, celerity=9, visibility="secret")
    for character, face in rolled:
        s.st(i.RollInitiative, (face,), character=character, visibility="public")
    s.ann(i.DeclareAction, character=s.iris, text="runs")
    s.room.act("bob", i.DeclareAction, character=s.brick, text="follows")
    if with_hidden:
        s.st(i.DeclareAction, character=s.sleeper, text="waits in the dark")
    return {who: everything(s.room, who) for who in PLAYERS}


def without_times_and_ids(seen: dict[str, bytes]) -> dict[str, list[bytes]]:
    """What each sees, event by event, by its length: ids are as long as each other."""
    return {who: [b"%d" % len(line) for line in got.split(b"\n")] for who, got in seen.items()}


@pytest.mark.parametrize("turn", [v5_turn, v20_turn])
def test_a_hidden_combatant_leaves_no_hole(turn: object) -> None:
    """A19: order, positions and counts skip it: as many events, each as long, in the same order."""
    assert callable(turn)
    plain, hidden = turn(with_hidden=False), turn(with_hidden=True)
    assert without_times_and_ids(plain) == without_times_and_ids(hidden)


def test_the_order_that_players_see_counts_those_they_know() -> None:
    """A19: two groups where Storytellers see three, and nothing between them."""
    s = Scene()
    s.st(i.BeginClock, clock="turn")
    for character, step in ((s.iris, "close_combat"), (s.sleeper, "ranged"), (s.brick, "joining")):
        s.st(i.DeclareAction, character=character, step=step)
    shown = s.room.snapshot("bob").order
    assert [[acting.character for acting in group] for group in shown] == [[s.iris], [s.brick]]
    assert len(s.room.snapshot("storyteller").order) == 3


# --- blind rolls ---------------------------------------------------------------------------------


def test_a_blind_roll_is_dice_for_storytellers_alone() -> None:
    """A1: neither its roller nor another player has a die, an outcome, a margin or a pool of it."""
    s = Scene()
    roll = s.roll("blind", (10, 7, 3))  # type: ignore[arg-type]
    receipt = roll.only(e.RollResolved)
    for who in ("ann", "bob", "guest", "bot"):
        got = everything(s.room, who)
        for word in (receipt.roll, '"receipt"', '"dice":[', '"successes"', '"margin"', '"items"'):
            assert word.encode() not in got, (who, word)
    assert receipt.roll.encode() in everything(s.room, "storyteller")


# --- rooms at random -----------------------------------------------------------------------------

MADE_BY: dict[type, str] = {
    e.RollResolved: "roll",
    e.RequestOpened: "request.request",
    e.RevealScheduled: "reveal.reveal",
    e.ContestOpened: "contest.contest",
    e.ProposalOpened: "proposal.proposal",
    e.EffectBegun: "effect.effect",
    e.CharacterCreated: "card.character",
    e.InviteCreated: "invite",
}
"""Events that make something, and where its id stands."""

SHOWN_BY: dict[type, str] = {
    e.RollRevealed: "roll",
    e.CharacterUnhidden: "card.character",
    e.ContestResolved: "contest",
}
"""Events that show something to more people than saw it made."""


def _id_of(event: object, path: str) -> str:
    for name in path.split("."):
        event = getattr(event, name)
    return str(event)


def _ids(room: Table, viewer: Viewer, kinds: dict[type, str], *, seen: bool) -> Iterator[str]:
    for kept in room.kept:
        for record in kept.records:
            event = from_stored(record, START_MS).event
            if type(event) in kinds and sees(record.audience, viewer) is seen:
                yield _id_of(event, kinds[type(event)])


def _let_somebody_in(room: Table) -> None:
    """One is left who is no Storyteller, whoever went or rose meanwhile."""
    people = room.state.members
    leads = next(n for n, m in room.members.items() if m in people and people[m].is_storyteller)
    if room.state.is_locked:
        room.act(leads, i.LockRoom, locked=False)
    made = room.act(leads, i.CreateInvite, role=Role.SPECTATOR, secret=secret_of(2**20))
    room.come_in("late", InviteId(made.created))


@pytest.mark.parametrize("seed", range(12))
def test_no_byte_mentions_what_its_viewer_has_no_right_to(seed: int) -> None:
    """A23: in random rooms no event and no snapshot speaks of a thing that was made unseen."""
    preset = Preset.V20_BOOK if seed % 3 == 2 else Preset.V5
    evening = Evening(seed, Table(HouseRules(preset=preset)))
    evening.set_the_table()
    for _ in range(250):
        if not isinstance(evening.room.chance(evening.next_command()), Refusal):
            evening.note()
    room, hidden = evening.room, 0
    _let_somebody_in(room)
    for name, id in room.members.items():
        member = room.state.members.get(id)
        if member is None or member.is_storyteller:
            continue
        viewer = Viewer(id, is_storyteller=False)
        shown = {*_ids(room, viewer, {**MADE_BY, **SHOWN_BY}, seen=True)}
        forbidden = {*_ids(room, viewer, MADE_BY, seen=False)} - shown
        got = everything(room, name)
        hidden += len(forbidden)
        assert [each for each in forbidden if each.encode() in got] == []
    assert hidden > 10, "nothing was hidden that could have got out"
