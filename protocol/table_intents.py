"""Intents of the people at the table to each other: what they say."""

from protocol.client_base import BaseIntent, Members
from protocol.ids import AnyCharacterId
from protocol.words import Saying, Visibility, Words


class Say(BaseIntent, frozen=True, kw_only=True, tag="say"):
    """
    Say something to the table, to the Storytellers (`private`), or to somebody (`whisper`).

    `character` is who speaks, where that is not the member; a `note` is for remembering.
    """

    text: Words
    kind: Saying = Saying.TALK
    character: AnyCharacterId | None = None
    visibility: Visibility | None = None
    to: Members = ()
