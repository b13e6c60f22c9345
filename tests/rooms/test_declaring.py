"""Declarations go where they are asked to go; others go on seeing what was declared before."""

import pytest
from msgspec import json

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.words import Clock, DefaultVisibility, Preset, Visibility
from tests.support.rooms import Done, Table

OUTSIDERS = ("bob", "guest", "bot")
V20_TRAITS = {"Dexterity": 2, "Wits": 2}


def table(rules: HouseRules | None = None) -> tuple[Table, CharacterId, CharacterId]:
    room = Table(rules or HouseRules())
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    return room, room.vampire("ann", "Iris"), room.vampire("bob", "Brick")


def steps(room: Table, who: str) -> dict[str, str]:
    """What each has declared, as somebody sees it."""
    order = room.snapshot(who).order
    return {acting.character: acting.step.value for group in order for acting in group}


def bytes_of(done: Done, who: str) -> list[bytes]:
    return [json.encode(event) for event in done.seen(who)]


WHO = {
    Visibility.PUBLIC: {"storyteller", "ann", *OUTSIDERS},
    Visibility.PRIVATE: {"storyteller", "ann"},
    Visibility.WHISPER: {"storyteller", "ann", "guest"},
    Visibility.SECRET: {"storyteller"},
    Visibility.BLIND: {"storyteller"},
}


@pytest.mark.parametrize("visibility", Visibility)
def test_a_declaration_is_seen_by_whom_it_is_for(visibility: Visibility) -> None:
    """A13: the intent's own wish counts; live and in the snapshot."""
    room, iris, _ = table()
    to = (room["guest"],) if visibility is Visibility.WHISPER else ()
    done = room.act(
        "ann", i.DeclareAction, character=iris, step="ranged", visibility=visibility, to=to
    )
    assert done.seen_by(e.TurnOrdered) == WHO[visibility]
    for who in room.people:
        assert (iris in steps(room, who)) is (who in WHO[visibility]), who


@pytest.mark.parametrize("default", DefaultVisibility)
def test_without_a_wish_the_rooms_default_counts(default: DefaultVisibility) -> None:
    """A13."""
    room, iris, _ = table(HouseRules(default_visibility=default))
    done = room.act("ann", i.DeclareAction, character=iris, step="ranged")
    assert done.seen_by(e.TurnOrdered) == WHO[Visibility(default)]


def test_what_is_changed_in_secret_stays_as_it_was_for_the_others() -> None:
    """A19: neither place, position nor count changes, and the next public word brings no jump."""
    room, iris, brick = table()
    room.act("ann", i.DeclareAction, character=iris, step="ranged")
    changed = room.act(
        "ann", i.DeclareAction, character=iris, step="close_combat", visibility="private"
    )
    assert [changed.seen(who) for who in OUTSIDERS] == [[], [], []]
    assert steps(room, "bob") == {iris: "ranged"}
    assert steps(room, "ann") == {iris: "close_combat"}
    done = room.act("bob", i.DeclareAction, character=brick, step="joining")
    assert len(done.seen("guest")) == 1
    assert steps(room, "guest") == {iris: "ranged", brick: "joining"}
    assert steps(room, "ann") == {iris: "close_combat", brick: "joining"}
    assert steps(room, "storyteller") == steps(room, "ann")


@pytest.mark.parametrize("word", ["ranged", "joining"])
def test_two_worlds_differ_in_nothing_that_others_see(word: str) -> None:
    """A19: the Storyteller plans behind the screen, or does not; all others' bytes are equal."""
    seen = []
    for plans in (False, True):
        room, iris, brick = table()
        fields = {"character": iris, "step": word, "visibility": "secret"}
        if plans:
            room.act("storyteller", i.DeclareAction, **fields)
            room.act("storyteller", i.DeclareAction, **{**fields, "character": brick})
            ghost = room.hidden()
            room.act("storyteller", i.DeclareAction, character=ghost, step=word)
        else:
            for name in ("one", "another", "third", "fourth"):
                room.act("storyteller", i.RenameRoom, name=name)
        # Whether the same word is refused depends on what was said before all alone.
        told = []
        for who, character in (("ann", iris), ("bob", brick), ("storyteller", iris)):
            intent = room.intent(i.DeclareAction, character=character, step="ranged")
            decision = room.attempt(who, intent, room_faces())
            told.append(getattr(decision, "code", "accepted"))
            if not hasattr(decision, "code"):
                done = room.act(who, i.DeclareAction, character=character, step="ranged")
                told += [bytes_of(done, each) for each in ("ann", *OUTSIDERS)]
        told += [json.encode(room.snapshot(who).order) for who in ("ann", *OUTSIDERS)]
        seen.append(told)
    assert seen[0] == seen[1]


def room_faces() -> "NoDice":
    return NoDice()


class NoDice:
    """Nobody rolls here."""

    def draw(self, count: int) -> tuple[int, ...]:
        raise AssertionError(f"{count} dice drawn")


def test_the_same_word_to_the_same_people_is_none() -> None:
    """And to others it is one."""
    room, iris, _ = table()
    quiet = {"character": iris, "step": "ranged", "visibility": "private"}
    room.act("ann", i.DeclareAction, **quiet)
    room.refuse("ann", i.DeclareAction, Code.NOTHING_TO_DO, "step", **quiet)
    room.act("ann", i.DeclareAction, **{**quiet, "visibility": "public"})
    room.refuse("ann", i.DeclareAction, Code.NOTHING_TO_DO, "step", **quiet)


def test_an_order_is_over_with_its_turn_for_everybody() -> None:
    """Also one that some were told apart; and whoever is gone is in none."""
    room, iris, brick = table()
    room.act("ann", i.DeclareAction, character=iris, step="ranged", visibility="private")
    room.act("bob", i.DeclareAction, character=brick, step="ranged", visibility="private")
    room.act("storyteller", i.RemoveCharacter, character=brick)
    assert steps(room, "bob") == {}
    assert steps(room, "storyteller") == {iris: "ranged"}
    room.act("storyteller", i.EndClock, clock=Clock.TURN)
    assert [steps(room, who) for who in room.people] == [{}] * len(room.people)


# --- V20 ------------------------------------------------------------------------------------------


def fight() -> tuple[Table, CharacterId, CharacterId]:
    """Iris is quick and Brick is slow."""
    room = Table(HouseRules(preset=Preset.V20_BOOK))
    iris = room.v20_vampire("ann", "Iris", traits=V20_TRAITS)
    brick = room.v20_vampire("bob", "Brick", traits=V20_TRAITS)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    room.act("ann", i.RollInitiative, (9,), character=iris)
    room.act("bob", i.RollInitiative, (2,), character=brick)
    return room, iris, brick


def declared(room: Table, who: str, character: str) -> str:
    (held,) = [each for each in room.snapshot(who).effects if each.character == character]
    assert held.initiative is not None
    return held.initiative.declared


@pytest.mark.parametrize("visibility", Visibility)
def test_words_are_declared_to_whom_they_are_for(visibility: Visibility) -> None:
    """C5.1, A13: to all others nothing was declared."""
    room, _, brick = fight()
    to = (room["guest"],) if visibility is Visibility.WHISPER else ()
    done = room.act(
        "bob", i.DeclareAction, character=brick, text="hides", visibility=visibility, to=to
    )
    who = {"bob" if each == "ann" else each for each in WHO[visibility]}
    who |= {"ann"} if visibility is Visibility.PUBLIC else set()
    assert done.seen_by(e.EffectChanged) == who
    for each in room.people:
        assert declared(room, each, brick) == ("hides" if each in who else ""), each


def test_what_was_declared_apart_holds_nobody_up_less() -> None:
    """C5.1: before the table the slower one has said nothing yet, whatever some were told."""
    room, iris, brick = fight()
    room.act("bob", i.DeclareAction, character=brick, text="hides", visibility="private")
    jump = {"character": iris, "text": "jumps"}
    room.refuse("ann", i.DeclareAction, Code.WRONG_STATE, "character", **jump)
    room.act("bob", i.DeclareAction, character=brick, text="waits")
    assert declared(room, "bob", brick) == declared(room, "ann", brick) == "waits"
    room.act("ann", i.DeclareAction, **jump)
    assert declared(room, "guest", iris) == "jumps"


def test_a_public_word_replaces_one_that_some_were_told() -> None:
    """Also where it is the word that all were told before."""
    room, _, brick = fight()
    room.act("bob", i.DeclareAction, character=brick, text="waits")
    room.act("bob", i.DeclareAction, character=brick, text="hides", visibility="private")
    assert (declared(room, "bob", brick), declared(room, "ann", brick)) == ("hides", "waits")
    room.act("bob", i.DeclareAction, character=brick, text="runs")
    assert {declared(room, each, brick) for each in room.people} == {"runs"}


def test_plans_behind_the_screen_decide_nothing_that_others_see() -> None:
    """A19: two worlds, one with a secret declaration of the slower; all answers are the same."""
    seen = []
    for plans in (False, True):
        room, iris, brick = fight()
        if plans:
            secret = {"character": brick, "text": "hides", "visibility": "secret"}
            room.act("storyteller", i.DeclareAction, **secret)
        else:
            room.act("storyteller", i.RenameRoom, name="as many intents")
        told: list[object] = []
        for who, character, placing in (
            ("ann", iris, {}),
            ("ann", iris, {"visibility": "private"}),
            ("storyteller", iris, {"visibility": "whisper", "to": (room["ann"],)}),
            ("bob", brick, {}),
            ("ann", iris, {}),
        ):
            fields = {"character": character, "text": "runs", **placing}
            decision = room.attempt(who, room.intent(i.DeclareAction, **fields), NoDice())
            told.append(getattr(decision, "code", "accepted"))
            if not hasattr(decision, "code"):
                done = room.act(who, i.DeclareAction, **fields)
                told += [bytes_of(done, each) for each in ("ann", *OUTSIDERS)]
        told += [json.encode(room.snapshot(who).effects) for who in ("ann", *OUTSIDERS)]
        seen.append(told)
    assert seen[0] == seen[1]


def test_a_secret_word_that_storytellers_gave_already_is_recorded_all_the_same() -> None:
    """Whoever sends it does not know of theirs: it is accepted, and so it is in the log."""
    room, iris, _ = table()
    secret = {"character": iris, "step": "other", "visibility": "secret"}
    room.act("storyteller", i.DeclareAction, **secret)
    done = room.act("ann", i.DeclareAction, **secret)
    assert done.seen_by(e.TurnOrdered) == {"storyteller"}
