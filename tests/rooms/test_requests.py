"""Requests: a Storyteller asks for rolls; each asked character answers once, and nobody wider."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId, RequestId
from protocol.receipts import PoolReceipt
from protocol.request_words import RequestAnswer
from protocol.views import RequestView
from protocol.words import DefaultVisibility, Role, Visibility
from server.rooms.deed import Decision
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from tests.rooms.test_visibility import everything
from tests.support.rooms import V20, Done, Hashed, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


class Asking:
    """A table with Ann's Iris and Bob's Brick, both with Hunger 1, and somebody hidden."""

    def __init__(self, rules: HouseRules | None = None, limits: RoomLimits | None = None) -> None:
        self.room = Table(rules or HouseRules(), limits or RoomLimits())
        make = self.room.v20_vampire if self.room.state.is_v20 else self.room.vampire
        self.iris, self.brick = make("ann", "Iris"), make("bob", "Brick")

    def ask(self, **fields: object) -> Done:
        said = {"characters": (self.iris,), "pool": 2, **fields}
        return self.room.act("storyteller", i.RequestRoll, **said)

    def roll(self, who: str, done: Done, faces: tuple[int, ...] = (6, 2), **fields: object) -> Done:
        request = request_of(done)
        said = {"character": request.character, "request": request.request, **fields}
        kind = i.RollV20 if self.room.state.is_v20 else i.Roll
        return self.room.act(who, kind, faces, **said)

    def refuse(self, who: str, done: Done, code: Code, field: str, **fields: object) -> Refusal:
        request = request_of(done)
        said = {"character": request.character, "request": request.request, **fields}
        kind = i.RollV20 if self.room.state.is_v20 else i.Roll
        return self.room.refuse(who, kind, code, field, **said)

    def listed(self, who: str) -> dict[CharacterId, RequestView]:
        return {each.character: each for each in self.room.snapshot(who).requests}


def request_of(done: Done) -> RequestView:
    return done.all(e.RequestOpened)[0].request


def test_the_coterie_is_asked_one_by_one_and_answers_into_one_place() -> None:
    """Each character by an event of its own; who asked finds all answers in the open business."""
    table = Asking()
    asked = table.ask(characters=(), coterie=True, difficulty=1, label="Wits", visibility="public")
    views = [event.request for event in asked.all(e.RequestOpened)]
    assert {view.character for view in views} == {table.iris, table.brick}
    assert {view.group for view in views} == {asked.created}
    done = table.room.act(
        "ann", i.Roll, (6, 2), character=table.iris,
        request=next(v.request for v in views if v.character == table.iris),
    )  # fmt: skip
    rolled = done.only(e.RollResolved)
    assert isinstance(rolled.receipt, PoolReceipt)
    assert (rolled.receipt.difficulty, rolled.receipt.outcome, rolled.label) == (
        *(1, "success"),
        "Wits",
    )
    assert done.only(e.RequestAnswered).answer is RequestAnswer.ROLLED
    listed = table.listed("storyteller")
    assert (listed[table.iris].answer, listed[table.iris].roll) == ("rolled", rolled.roll)
    assert listed[table.brick].answer is None
    closed = table.room.act("storyteller", i.CloseRequest, group=asked.created)
    assert closed.kinds == ["request_closed", "request_closed"]
    assert table.listed("storyteller") == {}


def test_players_are_asked_by_their_name_for_all_they_play() -> None:
    """A member with two characters is asked twice; one without any is told of."""
    table = Asking()
    second = table.room.vampire("ann", "Ivo")
    asked = table.ask(characters=(), members=(table.room["ann"],))
    assert {view.request.character for view in asked.all(e.RequestOpened)} == {table.iris, second}
    refuse = table.room.refuse
    refuse("storyteller", i.RequestRoll, Code.INVALID, "members", members=(table.room["guest"],),
           pool=2)  # fmt: skip
    refuse("storyteller", i.RequestRoll, Code.NOT_FOUND, "members", members=("nobody",), pool=2)
    refuse("storyteller", i.RequestRoll, Code.NOT_FOUND, "characters", characters=("x",), pool=2)
    refuse("storyteller", i.RequestRoll, Code.INVALID, "characters", pool=2)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "pool"),
        ({"pool": 2, "traits": ("Wits",)}, "traits"),
        ({"pool": 2, "told": "verdict"}, "told"),
        ({"pool": 2, "visibility": "whisper"}, "to"),
        ({"pool": 2, "to": ("x",)}, "to"),
    ],
)
def test_what_nobody_could_answer_is_not_asked(fields: dict[str, object], field: str) -> None:
    """A request that makes no roll is refused where it is made, and the field is named."""
    table = Asking()
    said = {"characters": (table.iris,), **fields}
    table.room.refuse("storyteller", i.RequestRoll, Code.INVALID, field, **said)


def test_a_hidden_character_and_one_that_nobody_plays_are_asked_for_nothing() -> None:
    """There is nobody to answer: the Storyteller rolls for them."""
    table = Asking()
    sleeper, orphan = table.room.hidden(), table.room.vampire(None, "Orphan")
    refuse = table.room.refuse
    refuse("storyteller", i.RequestRoll, Code.VISIBILITY_NOT_ALLOWED, "characters",
           characters=(sleeper,), pool=2)  # fmt: skip
    refuse("storyteller", i.RequestRoll, Code.INVALID, "characters", characters=(orphan,), pool=2)
    assert not table.ask(characters=(), coterie=True).all(e.DifficultyKept)
    assert sleeper not in table.listed("storyteller")


# --- who learns of it ----------------------------------------------------------------------------

ASKED = {
    Visibility.PUBLIC: EVERYONE,
    Visibility.PRIVATE: {"storyteller", "ann"},
    Visibility.WHISPER: {"storyteller", "ann", "guest"},
    Visibility.SECRET: {"storyteller", "ann"},
    Visibility.BLIND: {"storyteller", "ann"},
}
ROLLED = {**ASKED, Visibility.SECRET: {"storyteller"}, Visibility.BLIND: {"storyteller"}}


@pytest.mark.parametrize("visibility", Visibility)
def test_an_answer_goes_where_the_request_said(visibility: Visibility) -> None:
    """Without a word of the roller, the roll is as visible as the Storyteller fixed it."""
    table = Asking(HouseRules(default_visibility=DefaultVisibility.PRIVATE))
    to = (table.room["guest"],) if visibility is Visibility.WHISPER else ()
    asked = table.ask(visibility=visibility, to=to)
    assert asked.seen_by(e.RequestOpened) == ASKED[visibility]
    done = table.roll("ann", asked)
    assert done.only(e.RollResolved).visibility is visibility
    assert done.seen_by(e.RollResolved) == ROLLED[visibility]
    assert done.seen_by(e.RequestAnswered) == ASKED[visibility]
    assert bool(done.all(e.BlindRollMade)) is (visibility is Visibility.BLIND)
    sees_roll = {who for who in EVERYONE if table.listed(who).get(table.iris, None) is not None
                 and table.listed(who)[table.iris].roll is not None}  # fmt: skip
    assert sees_roll == ROLLED[visibility]


def test_two_who_are_asked_in_private_do_not_learn_of_each_other() -> None:
    """Neither the request nor anything of its answer reaches the other player."""
    table = Asking()
    asked = table.ask(characters=(table.iris, table.brick), visibility="private")
    for who, character in (("ann", table.iris), ("bob", table.brick)):
        (seen,) = asked.seen(who)
        assert isinstance(seen, e.RequestOpened)
        assert seen.request.character == character
        assert list(table.listed(who)) == [character]
    assert asked.seen("guest") == []


WIDER = [
    (fixed, own)
    for fixed, owns in {
        "private": ("public", "whisper", "blind"),
        "secret": ("public", "private", "whisper", "blind"),
        "blind": ("public", "private", "whisper"),
        "whisper": ("public", "private"),
    }.items()
    for own in owns
    if (fixed, own) != ("whisper", "private")
]
NARROWER = [
    *(("public", own) for own in Visibility),
    *(("private", own) for own in ("private", "secret")),
    *(("blind", own) for own in ("blind", "secret")),
    ("secret", "secret"),
]


def _to(table: Asking, visibility: str, name: str) -> tuple[str, ...]:
    return (table.room[name],) if visibility == "whisper" else ()


@pytest.mark.parametrize(("fixed", "own"), WIDER)
def test_a_player_cannot_widen_what_a_storyteller_fixed(fixed: str, own: str) -> None:
    """No die, and not even that somebody rolled, reaches more people than the request said."""
    table = Asking()
    asked = table.ask(visibility=fixed, to=_to(table, fixed, "guest"))
    table.refuse(
        "ann", asked, Code.VISIBILITY_NOT_ALLOWED, "visibility",
        visibility=own, to=_to(table, own, "bob"),
    )  # fmt: skip


@pytest.mark.parametrize(("fixed", "own"), NARROWER)
def test_a_player_may_narrow_it(fixed: str, own: str) -> None:
    """The roll's own wish counts where fewer people learn of it."""
    table = Asking()
    asked = table.ask(visibility=fixed)
    done = table.roll("ann", asked, visibility=own, to=_to(table, own, "bob"))
    assert done.only(e.RollResolved).visibility == own


def test_a_request_that_fixes_nothing_leaves_the_rooms_default() -> None:
    """The precedence to its end: the roll's own wish, the request's, the room's default."""
    table = Asking(HouseRules(default_visibility=DefaultVisibility.PRIVATE))
    asked = table.ask()
    assert asked.seen_by(e.RequestOpened) == {"storyteller", "ann"}
    assert table.roll("ann", asked).only(e.RollResolved).visibility is Visibility.PRIVATE
    wide = table.roll("ann", table.ask(), visibility="public")
    assert wide.seen_by(e.RollResolved) == EVERYONE


def test_who_was_not_asked_gets_the_answer_of_what_does_not_exist() -> None:
    """A request asked in private is nothing to the others, in the same words."""
    table = Asking()
    asked = table.ask(visibility="private")
    table.refuse("bob", asked, Code.NOT_FOUND, "request", character=table.brick)
    hidden = table.room.refuse(
        "bob", i.AnswerRequest, Code.NOT_FOUND, "request", request=request_of(asked).request
    )
    none = table.room.refuse("bob", i.AnswerRequest, Code.NOT_FOUND, "request", request="nothing")
    assert hidden == none


# --- answering -----------------------------------------------------------------------------------


def test_impossible_is_an_answer_and_the_last_one() -> None:
    """No die falls, everybody who was asked knows, and nobody answers again."""
    table = Asking()
    asked = table.ask(visibility="public")
    request = request_of(asked).request
    done = table.room.act("ann", i.AnswerRequest, request=request, note="She is bound")
    assert done.kinds == ["request_answered"]
    assert (done.only(e.RequestAnswered).answer, done.only(e.RequestAnswered).note) == (
        *("impossible",),
        "She is bound",
    )
    table.refuse("ann", asked, Code.WRONG_STATE, "request")
    table.room.refuse("ann", i.AnswerRequest, Code.WRONG_STATE, "request", request=request)
    assert table.listed("ann")[table.iris].answer == "impossible"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pool", 3),
        ("traits", ("Wits",)),
        ("difficulty", 2),
        ("without_dice", "win"),
    ],
)
def test_an_answer_rolls_what_was_asked_for(field: str, value: object) -> None:
    """Pool and Difficulty are the request's; what is said otherwise is refused by its name."""
    table = Asking()
    table.refuse("ann", table.ask(difficulty=1), Code.INVALID, field, **{field: value})


def test_an_answer_is_for_the_character_that_was_asked() -> None:
    """Neither with another character nor with none."""
    table = Asking()
    asked = table.ask(visibility="public")
    other = table.room.vampire("ann", "Ivo")
    table.refuse("ann", asked, Code.INVALID, "character", character=other)
    table.refuse("ann", asked, Code.INVALID, "character", character=None)
    table.refuse("bob", asked, Code.INVALID, "character", character=table.brick)
    refusal = table.room.refuse(
        "bob", i.Roll, Code.FORBIDDEN, character=table.iris, request=request_of(asked).request
    )
    assert refusal.field is None


def test_the_storytellers_modifiers_come_before_ones_own() -> None:
    """What was asked with a bonus has it, and what the roller adds comes on top."""
    table = Asking()
    asked = table.ask(pool=3, modifiers=({"label": "The dark", "dice": -1},))
    done = table.roll("ann", asked, (6, 6, 6), modifiers=({"label": "Lantern", "dice": 1},))
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    assert [item.label for item in receipt.items] == ["pool", "The dark", "Lantern"]


def test_too_many_requests_are_refused() -> None:
    """What is not put away is bounded."""
    table = Asking(limits=RoomLimits(max_requests=2))
    table.ask(characters=(), coterie=True)
    table.room.refuse("storyteller", i.RequestRoll, Code.LIMIT_REACHED, "characters",
                      characters=(table.iris,), pool=2)  # fmt: skip


def test_a_character_takes_its_requests_along() -> None:
    """Off the table, it is asked for nothing any more."""
    table = Asking()
    table.ask(characters=(), coterie=True)
    table.room.act("storyteller", i.RemoveCharacter, character=table.iris)
    assert list(table.listed("storyteller")) == [table.brick]


# --- V20 -----------------------------------------------------------------------------------------


def test_v20_rolls_answer_too() -> None:
    """Difficulty and required successes are the request's."""
    table = Asking(V20)
    asked = table.ask(difficulty=8, required=2)
    done = table.roll("ann", asked, (8, 9))
    receipt = done.only(e.RollResolved).receipt
    assert (receipt.difficulty.assessed, receipt.required) == (8, 2)  # type: ignore[union-attr]
    assert done.only(e.RequestAnswered).answer is RequestAnswer.ROLLED
    table.refuse("ann", table.ask(difficulty=8), Code.INVALID, "difficulty", difficulty=4)
    table.room.refuse(
        "storyteller", i.RequestRoll, Code.WRONG_SYSTEM, "told",
        characters=(table.iris,), pool=2, difficulty=7, told="verdict",
    )  # fmt: skip


def test_only_storytellers_ask_and_put_away() -> None:
    """A player has no such right, and a spectator none at all."""
    table = Asking()
    asked = table.ask(visibility="public")
    table.room.join("cem", Role.SPECTATOR)
    for who in ("ann", "cem", "bot"):
        table.room.refuse(who, i.RequestRoll, Code.FORBIDDEN, characters=(table.iris,), pool=2)
        table.room.refuse(who, i.CloseRequest, Code.FORBIDDEN, group=asked.created)


def test_a_storyteller_rolls_in_secret_for_a_players_character() -> None:
    """Nobody learns that anything happened, not even who plays it; nothing of theirs settles."""
    table = Asking()
    before = {who: table.room.snapshot(who) for who in ("ann", "bob", "guest", "bot")}
    standing = table.room.act("ann", i.Roll, (2, 2), character=table.iris, pool=2, difficulty=1)
    seen = {who: table.room.snapshot(who) for who in before}
    done = table.room.act(
        "storyteller", i.Roll, (6, 1), character=table.iris, pool=2, visibility="secret"
    )
    assert all(done.seen(who) == [] for who in before)
    assert {who: table.room.snapshot(who) for who in before} == seen
    assert standing.created in {r.roll for r in table.room.snapshot("ann").standing_rolls}
    attempt = table.room.intent(i.Roll, character=table.iris, pool=2, visibility="secret")
    assert isinstance(table.room.attempt("bob", attempt, Hashed(b"x")), Refusal)
    assert isinstance(table.room.attempt("storyteller", attempt, Hashed(b"x")), Decision)


def test_ids_of_requests_do_not_count_who_else_is_asked() -> None:
    """The same intent with one more character asked names the first one's request alike."""
    alone, both = Asking(), Asking()
    first = request_of(alone.ask(visibility="private"))
    asked = both.ask(visibility="private", characters=(both.iris, both.brick))
    found = [v.request for v in asked.all(e.RequestOpened) if v.request.character == both.iris]
    assert [view.request for view in found] == [RequestId(first.request)]


# --- which roll answers --------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ann", "storyteller"])
@pytest.mark.parametrize("asked", ["private", "secret", "whisper", None])
def test_a_public_answer_tells_nobody_of_a_request_that_was_not_theirs(
    who: str, asked: str | None
) -> None:
    """Asked or not: to who does not know of the request it is any roll, in every byte."""
    if who == "ann" and asked is not None:
        return  # What is asked for in private is widened by Storytellers alone.

    def lived(*, is_asked: bool) -> Asking:
        table = Asking(HouseRules(default_visibility=DefaultVisibility.PRIVATE))
        fields: dict[str, object] = {"character": table.iris, "pool": 2, "visibility": "public"}
        if is_asked:
            to = (table.room["ann"],) if asked == "whisper" else ()
            said = {"characters": (table.iris,), "pool": 2, "visibility": asked, "to": to}
            done = table.room.aside("storyteller", i.RequestRoll, **said)
            fields["request"] = request_of(done).request
        table.room.act(who, i.Roll, (6, 2), **fields)
        return table

    plain, other = lived(is_asked=False), lived(is_asked=True)
    for stranger in ("bob", "guest", "bot"):
        assert everything(plain.room, stranger) == everything(other.room, stranger)
    for told in ("ann", "storyteller"):
        assert other.listed(told)[other.iris].roll is not None


def test_a_roll_names_its_request_where_all_know_of_both() -> None:
    table = Asking()
    asked = table.ask(visibility="public")
    done = table.roll("ann", asked)
    assert done.only(e.RollResolved).request == request_of(asked).request
    assert done.all(e.RequestRolled) == []
