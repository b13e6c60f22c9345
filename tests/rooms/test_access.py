"""Every intent, by every role, on every kind of object: the table in `tests.support.access`."""

from functools import cache
from typing import get_args

import msgspec
import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import Preset
from server.rooms.deed import Decision
from server.rooms.refusal import Refusal
from server.rooms.systems import V20_ONLY
from tests.support.access import HIDING, QUERY_RIGHTS, RIGHTS, ROLES
from tests.support.access_attempts import Attempt, attempts
from tests.support.access_world import (
    MEMBERS,
    World,
    building,
    building_v20,
    note_proposals,
    note_requests,
)
from tests.support.rooms import Hashed, Table

INTENTS: tuple[type, ...] = get_args(i.Intent)


@cache
def the_world(*, is_v20: bool = False) -> tuple[Table, World]:
    """The room in which everything is tried; trying changes nothing."""
    preset = Preset.V20_BOOK if is_v20 else Preset.V5
    room = Table(HouseRules(entered_dice=True, preset=preset), people=dict(MEMBERS))
    build = (building_v20 if is_v20 else building)(dict(room.members))
    who, kind, fields = next(build)
    last: dict[str, str] = {}
    while True:
        try:
            intent = room.intent(kind, **fields)
            last[who] = intent.id
            done = room.do(room.command(who, intent))
            who, kind, fields = build.send(done.decision.created)
        except StopIteration as stop:
            world: World = stop.value
            world.last_intents.update(last)
            break
    if not is_v20:
        shown = msgspec.to_builtins(room.snapshot("storyteller"))
        note_proposals(world, shown["proposals"])
        note_requests(world, shown["requests"])
    return room, world


IN_BOTH = (i.SpendWillpower, i.DeclareAction)
"""What is one intent with other words in each system, so that it is tried in both."""


def outcome(
    attempt: Attempt, *, unknown: bool = False, is_v20: bool | None = None
) -> Decision | Refusal:
    room, world = the_world(is_v20=attempt.kind in V20_ONLY if is_v20 is None else is_v20)
    intent = room.intent(attempt.kind, **attempt.fields(world, unknown=unknown))
    return room.attempt(attempt.who, intent, Hashed(b"dice"))


def test_every_intent_and_query_has_a_row() -> None:
    """A new type without a row in the hand-written table fails here."""
    assert set(RIGHTS) == set(INTENTS)
    assert set(QUERY_RIGHTS) == set(get_args(i.Query))


ALREADY_SO = {
    i.UnhideCharacter: Code.NOTHING_TO_DO,
    # A hidden character has no stand-in, and nobody stands in yet: `test_stand_ins`.
    i.OfferCharacter: Code.INVALID,
    i.SetStandIn: Code.INVALID,
    i.EndStandIn: Code.NOTHING_TO_DO,
    i.StartSession: Code.WRONG_STATE,
    i.LiftPause: Code.WRONG_STATE,
    # No book of dice is open here.
    i.AddEntropy: Code.BOOK_CHANGED,
    i.RenewDice: Code.DICE_NOT_READY,
}
ALL = [attempt for kind in RIGHTS for attempt in attempts(kind)]


def name_of(attempt: Attempt) -> str:
    return f"{attempt.kind.__name__}-{attempt.relation}-{attempt.who}"


@pytest.mark.parametrize("attempt", ALL, ids=name_of)
def test_the_matrix_of_rights_holds(attempt: Attempt) -> None:
    """Who may, may; who may not is refused; what may not be known is not found."""
    check(attempt, outcome(attempt))


@pytest.mark.parametrize("attempt", [a for a in ALL if a.kind in IN_BOTH], ids=name_of)
def test_what_both_systems_have_is_as_bounded_in_v20(attempt: Attempt) -> None:
    """The same rights, in the words of V20."""
    check(attempt, outcome(attempt, is_v20=True))


def check(attempt: Attempt, got: Decision | Refusal) -> None:
    if isinstance(got, Decision):
        assert attempt.expected == "may"
    elif attempt.expected == "may":
        # What is allowed must also be possible here, but for what is so already.
        assert got.code is ALREADY_SO[attempt.kind], got
    else:
        assert got.code == attempt.expected


@pytest.mark.parametrize(
    "attempt",
    [a for a in ALL if a.relation in HIDING and ROLES[a.role] != "storyteller"],
    ids=name_of,
)
def test_what_is_hidden_answers_like_what_does_not_exist(attempt: Attempt) -> None:
    """Two refusals that differ in no byte, for all who are not Storytellers."""
    hidden, nothing = outcome(attempt), outcome(attempt, unknown=True)
    assert isinstance(hidden, Refusal)
    assert msgspec.json.encode(hidden) == msgspec.json.encode(nothing)


@pytest.mark.parametrize("kind", INTENTS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("who", ["gone", "never-a-member"])
def test_who_is_no_member_may_nothing(kind: type, who: str) -> None:
    """Somebody removed, and an id that never was, get the same no to everything."""
    room, world = the_world(is_v20=kind in V20_ONLY)
    answers = {
        msgspec.json.encode(room.attempt(who, room.intent(kind, **attempt.fields(world))))
        for attempt in attempts(kind)
    }
    assert answers == {
        msgspec.json.encode(Refusal(Code.FORBIDDEN, "You are not a member of this room any more."))
    }
