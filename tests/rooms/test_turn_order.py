"""Who acts when within a turn, as each may see it."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.views import ActingView
from protocol.words import Clock, ProposalKind
from tests.support.rooms import Done, Table

Groups = list[list[CharacterId]]


def table(**switches: str) -> Table:
    room = Table(HouseRules(switches=switches))
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    return room


def declare(room: Table, character: CharacterId, step: str = "other", **more: object) -> Done:
    return room.act("storyteller", i.DeclareAction, character=character, step=step, **more)


def groups(order: tuple[tuple[ActingView, ...], ...]) -> Groups:
    return [[acting.character for acting in group] for group in order]


def seen(room: Table, who: str) -> Groups:
    return groups(room.snapshot(who).order)


def test_turns_go_by_what_is_done() -> None:
    """A9.5: close combat, ranged, who joins, the rest; within a step all at once."""
    room = table()
    last, joins, shoots, fights, also = (
        room.vampire("ann", name) for name in ("A", "B", "C", "D", "E")
    )
    for character, step in (
        *((last, "other"), (joins, "joining"), (fights, "close_combat"), (shoots, "ranged")),
        (also, "ranged"),
    ):
        done = declare(room, character, step)
    both = sorted((shoots, also))
    assert groups(done.only(e.TurnOrdered).order) == [[fights], both, [joins], [last]]
    assert seen(room, "guest") == [[fights], both, [joins], [last]]


def test_what_is_declared_may_be_changed() -> None:
    """A9.5: the last word counts, and the same word twice is none."""
    room = table()
    one, other = room.vampire("ann", "A"), room.vampire("bob", "B")
    declare(room, one, "close_combat")
    declare(room, other, "ranged")
    fields = {"character": other, "step": "ranged"}
    room.refuse("bob", i.DeclareAction, Code.NOTHING_TO_DO, "step", **fields)
    room.act("ann", i.DeclareAction, character=one, step="other")
    assert seen(room, "bob") == [[other], [one]]


def test_turns_may_go_by_initiative() -> None:
    """A9.5, `turn_order`: highest first, then players' characters, then Composure."""
    room = table(turn_order="fixed_initiative")
    slow = room.vampire("ann", "Slow", traits={"Initiative": 3})
    calm = room.vampire("ann", "Calm", composure=4, traits={"initiative": 5})
    nervous = room.vampire("bob", "Nervous", composure=1, traits={"Initiative": 5})
    npc = room.vampire(None, "Npc", composure=5, traits={"Initiative": 5})
    for character in (npc, slow, nervous, calm):
        done = declare(room, character)
    order = done.only(e.TurnOrdered).order
    assert groups(order) == [[calm], [nervous], [npc], [slow]]
    assert [acting.initiative for (acting,) in order] == [5, 5, 5, 3]
    faster = declare(room, slow, initiative=9).only(e.TurnOrdered).order
    assert groups(faster)[0] == [slow]


def test_a_table_of_steps_shows_no_rating() -> None:
    """A rating of the sheet is not asked for, and so not shown."""
    room = table()
    hero = room.vampire("ann", traits={"Initiative": 7})
    ((acting,),) = declare(room, hero).only(e.TurnOrdered).order
    assert acting.initiative is None


def test_without_a_turn_there_is_no_order() -> None:
    """A9.5: and with its end the order is over."""
    room = table()
    hero = room.vampire("ann")
    declare(room, hero)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    assert seen(room, "ann") == []
    room.act("storyteller", i.EndClock, clock=Clock.TURN)
    room.refuse("ann", i.DeclareAction, Code.WRONG_STATE, character=hero)


# --- the hidden -----------------------------------------------------------------------------------


def test_hidden_participants_leave_no_hole() -> None:
    """A9.5: everybody's order is that of those whom everybody knows."""
    room = table()
    ann, bob = room.vampire("ann", "A"), room.vampire("bob", "B")
    ghost = room.hidden()
    declare(room, ann, "close_combat")
    hidden = declare(room, ghost, "ranged")
    assert hidden.seen_by(e.TurnOrdered) == {"storyteller"}
    assert hidden.seen("ann") == []
    done = declare(room, bob, "other")
    (told,) = done.seen("guest")
    assert isinstance(told, e.TurnOrdered)
    assert groups(told.order) == [[ann], [bob]]
    assert seen(room, "guest") == [[ann], [bob]]
    assert seen(room, "storyteller") == [[ann], [ghost], [bob]]
    # The Storyteller's last word is the whole order.
    whole = [event for event in done.seen("storyteller") if isinstance(event, e.TurnOrdered)]
    assert groups(whole[-1].order) == [[ann], [ghost], [bob]]


def test_who_shares_a_step_with_the_hidden_is_told_of_one() -> None:
    """A9.5: not even the size of a group tells."""
    room = table()
    ann, ghost = room.vampire("ann", "A"), room.hidden()
    declare(room, ghost, "ranged")
    done = declare(room, ann, "ranged")
    (told,) = done.seen("bob")
    assert isinstance(told, e.TurnOrdered)
    assert groups(told.order) == [[ann]]


def test_who_is_un_hidden_takes_its_place() -> None:
    """A9.5: from then on everybody sees when it acts."""
    room = table()
    ann, ghost, other = room.vampire("ann", "A"), room.hidden(), room.hidden("Another")
    declare(room, ann, "other")
    declare(room, ghost, "ranged")
    declare(room, other, "joining")
    room.act("storyteller", i.UnhideCharacter, character=ghost)
    assert seen(room, "bob") == [[ghost], [ann]]
    assert seen(room, "storyteller") == [[ghost], [other], [ann]]


def test_who_was_not_in_the_turn_is_un_hidden_without_a_word_of_it() -> None:
    """There is nothing to order anew."""
    room = table()
    declare(room, room.vampire("ann", "A"))
    ghost = room.hidden()
    done = room.act("storyteller", i.UnhideCharacter, character=ghost)
    assert not done.all(e.TurnOrdered)


def test_who_is_gone_has_no_place() -> None:
    """A group that is left empty goes too."""
    room = table()
    ann, bob = room.vampire("ann", "A"), room.vampire("bob", "B")
    declare(room, ann, "ranged")
    declare(room, bob, "other")
    room.act("storyteller", i.RemoveCharacter, character=ann)
    assert seen(room, "guest") == [[bob]] == seen(room, "storyteller")


# --- the third turn -------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [i.EndClock, i.BeginClock])
def test_after_the_third_turn_the_storyteller_is_asked(end: type[i.Intent]) -> None:
    """A9.6: once in a scene, as a reminder that ends nothing."""
    room = Table()
    room.act("storyteller", i.BeginClock, clock=Clock.SCENE)
    asked = []
    for _ in range(5):
        room.act("storyteller", i.BeginClock, clock=Clock.TURN)
        done = room.act("storyteller", end, clock=Clock.TURN)
        asked += [opened.proposal.kind for opened in done.all(e.ProposalOpened)]
        if end is i.BeginClock:
            room.act("storyteller", i.EndClock, clock=Clock.TURN)
    assert asked == [ProposalKind.END_CONFLICT]
    kinds = [p.view.kind for p in room.state.proposals.values()]
    assert kinds == [ProposalKind.END_CONFLICT]
    (proposal,) = room.state.proposals
    assert room.snapshot("ann").proposals == ()
    confirmed = room.act("storyteller", i.ConfirmProposal, proposal=proposal)
    assert confirmed.kinds == ["proposal_confirmed"]


def test_the_turns_of_each_scene_are_counted_anew() -> None:
    """A9.6."""
    room = Table()
    for _ in range(2):
        room.act("storyteller", i.BeginClock, clock=Clock.SCENE)
        for _ in range(2):
            room.act("storyteller", i.BeginClock, clock=Clock.TURN)
            room.act("storyteller", i.EndClock, clock=Clock.TURN)
    assert not room.state.proposals
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    done = room.act("storyteller", i.EndClock, clock=Clock.TURN)
    assert done.only(e.ProposalOpened).proposal.kind is ProposalKind.END_CONFLICT


def test_with_the_scene_nobody_asks_whether_it_should_end() -> None:
    """A9.6: the Storyteller has said so."""
    room = Table()
    room.act("storyteller", i.BeginClock, clock=Clock.SCENE)
    for _ in range(2):
        room.act("storyteller", i.BeginClock, clock=Clock.TURN)
        room.act("storyteller", i.EndClock, clock=Clock.TURN)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    done = room.act("storyteller", i.EndClock, clock=Clock.SCENE)
    assert not done.all(e.ProposalOpened)
