"""Decisions about words: talk and notes, to everybody or to some."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.words import Visibility
from server.rooms.deed import Deed, placed
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState


def say(deed: Deed, actor: MemberState, intent: i.Say) -> Refusal | None:
    """Let words be heard by those they are for."""
    speaker = None if intent.character is None else deed.state.characters[intent.character]
    spoken_by = () if speaker is None else (speaker,)
    asked = placed(deed.state, actor, intent.visibility, intent.to, spoken_by)
    if isinstance(asked, Refusal):
        return asked
    if speaker is not None and speaker.hidden and asked.visibility is not Visibility.SECRET:
        return Refusal(
            Code.VISIBILITY_NOT_ALLOWED,
            "These words would tell of a hidden character.",
            "visibility",
            "secret, or words without a character",
        )
    hides_from_speaker = asked.visibility is Visibility.SECRET and not actor.is_storyteller
    if asked.visibility is Visibility.BLIND or hides_from_speaker:
        return Refusal(
            Code.VISIBILITY_NOT_ALLOWED,
            "Whoever says something has heard it.",
            "visibility",
            "public, private, whisper",
        )
    deed.record(
        e.Said(
            member=actor.member,
            kind=intent.kind,
            text=intent.text,
            visibility=asked.visibility,
            character=intent.character,
            to=tuple(sorted(set(intent.to))),
        ),
        asked=asked.audience,
    )
    return None
