"""Intents with which a Storyteller asks for rolls, and says how a roll is read."""

from typing import Annotated

from msgspec import Meta

from protocol.client_base import BaseIntent, Members
from protocol.ids import OPAQUE, AnyCharacterId, AnyRequestId, AnyRollId
from protocol.pool_intents import Modifiers, PoolTraits
from protocol.request_words import Told
from protocol.v20_words import Required
from protocol.words import Difficulty, Label, Note, PoolSize, Visibility

Asked = Annotated[tuple[AnyCharacterId, ...], Meta(max_length=64)]
Lasting = Annotated[int, Meta(ge=10, le=604_800)]


class RequestRoll(BaseIntent, frozen=True, kw_only=True, tag="request_roll"):
    """
    Ask for a roll: of `characters`, of all that the players in `members` own, of the `coterie`.

    Each character is asked by itself. The roll is of `pool` dice or of `traits`, with `modifiers`.
    `told` says who learns the `difficulty`, and what is made of it. A `visibility` that is given is
    fixed: whoever answers may narrow it, and never widen it. With `hide_pool` the table learns the
    outcome alone, and the request is between those it asks and the Storytellers. After `lasts_s`
    seconds nobody answers any more.
    """

    characters: Asked = ()
    members: Members = ()
    coterie: bool = False
    pool: PoolSize | None = None
    traits: PoolTraits = ()
    specialty: Label = ""
    label: Label = ""
    modifiers: Modifiers = ()
    difficulty: Difficulty | None = None
    required: Required = 1
    told: Told = Told.ALL
    visibility: Visibility | None = None
    to: Members = ()
    lasts_s: Lasting | None = None
    note: Note = ""
    hide_pool: bool = False


class AnswerRequest(BaseIntent, frozen=True, kw_only=True, tag="answer_request"):
    """Answer without a roll that what is asked for is impossible for the character."""

    request: AnyRequestId
    note: Note = ""


class CloseRequest(BaseIntent, frozen=True, kw_only=True, tag="close_request"):
    """Withdraw all that was asked at once, and put the answers away; `group` names it."""

    group: Annotated[str, OPAQUE]


class JudgeRoll(BaseIntent, frozen=True, kw_only=True, tag="judge_roll"):
    """
    Set or correct the Difficulty of a roll, or say that it was `impossible`.

    Of V20 it may be the successes `required`, too; what is left out stays as it was read.
    `told` says what those who see the roll learn of it: all, how it came out, or (V5) nothing.
    """

    roll: AnyRollId
    difficulty: Difficulty | None = None
    required: Required | None = None
    impossible: bool = False
    told: Told = Told.ALL
    note: Note = ""
