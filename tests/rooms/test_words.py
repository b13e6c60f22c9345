"""Words: who hears them, who may speak for whom, and that they are text and nothing else."""

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.words import Saying
from tests.support.rooms import Table


def said(room: Table, who: str, **fields: object) -> e.Said:
    return room.act(who, i.Say, text="Good evening.", **fields).only(e.Said)


def test_words_go_to_the_whole_table() -> None:
    """Without a wish, by the room's default, everybody hears them."""
    room = Table()
    done = room.act("guest", i.Say, text="Good evening.")
    assert done.seen_by(e.Said) == set(room.people)
    told = done.only(e.Said)
    assert (told.member, told.text, told.kind) == (room["guest"], "Good evening.", Saying.TALK)
    assert (told.character, told.to) == (None, ())


def test_private_words_are_between_the_speaker_and_the_storytellers() -> None:
    """A note to oneself is one that Storytellers may read, as everything."""
    room = Table()
    done = room.act("ann", i.Say, text="The ring.", kind="note", visibility="private")
    assert done.seen_by(e.Said) == {"ann", "storyteller"}
    assert done.only(e.Said).kind is Saying.NOTE


def test_a_whisper_names_whom_it_is_for() -> None:
    """All who hear it know who else does; a name said twice counts once."""
    room = Table()
    to = (room["guest"], room["bob"], room["bob"])
    done = room.act("ann", i.Say, text="Psst.", visibility="whisper", to=to)
    assert done.seen_by(e.Said) == {"ann", "bob", "guest", "storyteller"}
    assert done.only(e.Said).to == tuple(sorted({room["guest"], room["bob"]}))


def test_a_whisper_needs_somebody_who_is_here() -> None:
    """An empty list of names is never everybody."""
    room = Table()
    words = {"text": "Psst.", "visibility": "whisper"}
    room.refuse("ann", i.Say, Code.INVALID, "to", **words)
    room.refuse("ann", i.Say, Code.NOT_FOUND, "to", **words, to=("nobody",))
    room.refuse("ann", i.Say, Code.INVALID, "to", text="Psst.", to=(room["bob"],))


def test_one_speaks_for_ones_own_characters() -> None:
    """Others' words are not put into their mouths; a Storyteller may speak for anybody."""
    room = Table()
    iris, brick = room.vampire("ann", "Iris"), room.vampire("bob", "Brick")
    assert said(room, "ann", character=iris).character == iris
    assert said(room, "storyteller", character=brick).character == brick
    room.refuse("ann", i.Say, Code.FORBIDDEN, text="Me, Brick.", character=brick)
    room.refuse("ann", i.Say, Code.NOT_FOUND, text="Boo.", character=room.hidden())


@pytest.mark.parametrize("visibility", ["public", "private", "whisper"])
def test_a_hidden_character_speaks_behind_the_screen_alone(visibility: str) -> None:
    """Its words would name it; the Storyteller says them without a character instead."""
    room = Table()
    sleeper = room.hidden()
    to = (room["ann"],) if visibility == "whisper" else ()
    fields = {"text": "Boo.", "character": sleeper, "visibility": visibility, "to": to}
    room.refuse("storyteller", i.Say, Code.VISIBILITY_NOT_ALLOWED, "visibility", **fields)
    done = room.act("storyteller", i.Say, text="Boo.", character=sleeper)
    assert done.seen_by(e.Said) == {"storyteller"}


def test_nobody_is_deaf_to_their_own_words() -> None:
    """Blind words mean nothing; only Storytellers speak among themselves in secret."""
    room = Table()
    for who, visibility in (("ann", "blind"), ("storyteller", "blind"), ("ann", "secret")):
        no = room.refuse(
            who, i.Say, Code.VISIBILITY_NOT_ALLOWED, "visibility", text="Hm.", visibility=visibility
        )
        assert no.accepted == "public, private, whisper"
    assert said(room, "storyteller", visibility="secret").text == "Good evening."


@pytest.mark.parametrize("text", ["", " ", "​", "a\nb", "a\x1b[31mb", "‮kcits", "x" * 1_001])
def test_what_would_look_like_something_else_is_no_text(text: str) -> None:
    """Nothing empty, no second line, no control characters, nothing turned around, nothing long."""
    with pytest.raises(msgspec.ValidationError):
        Table().intent(i.Say, text=text)


@pytest.mark.parametrize(
    "text",
    ["<img src=x onerror=alert(1)>", "javascript:alert(1)", "&lt;b&gt;", "@everyone <@&1>",
     "Zoë Łucja Ольга 李 👩‍👩‍👧 שלום", "e\u0301 and \u00e9", "Messy critical, 5 of 4", "x" * 1_000],
)  # fmt: skip
def test_words_come_back_byte_for_byte(text: str) -> None:
    """B11, H1: nothing is interpreted, escaped or normalised on the way."""
    room = Table()
    room.act("ann", i.Say, text=text)
    stored = msgspec.json.decode(bytes(room.kept[-1].records[0].body))
    assert stored["text"] == text
    assert stored["type"] == "said"
