"""
Decisions about requests: a Storyteller asks for rolls, and each asked character answers once.

Every character is asked by an event of its own, so that who is asked in private learns of nobody
else. A Difficulty that Storytellers keep is an event of theirs alone: the request looks the same
with it and without.
"""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import PoolItemView
from protocol.from_client import PoolModifier
from protocol.ids import MemberId, RequestId
from protocol.request_words import RequestAnswer, Told
from protocol.views import RequestView
from protocol.words import Role, Visibility
from server.rooms.audience import EVERYONE, Audience, members
from server.rooms.deed import Asked, Deed, placed
from server.rooms.names import derived_id
from server.rooms.pool_parts import named_parts
from server.rooms.refusal import Refusal, from_rules, not_found
from server.rooms.state import CharacterState, MemberState, RequestState, RoomState
from server.rooms.trackers import rules_of
from server.rules.v5.difficulty import difficulty_refusal

Rolling = TypeVar("Rolling", bound=i.Roll | i.RollV20)


def request_roll(deed: Deed, actor: MemberState, intent: i.RequestRoll) -> Refusal | None:
    """Ask for a roll of each character that is named, by itself, by its player or as coterie."""
    asked = _asked_characters(deed.state, intent)
    if isinstance(asked, Refusal):
        return asked
    refusal = _refuse_pool(deed, asked, intent) or _refuse_difficulty(deed, intent)
    if refusal is not None:
        return refusal
    limit = deed.limits.max_requests
    if len(deed.state.requests) + len(asked) > limit:
        return Refusal(
            Code.LIMIT_REACHED,
            f"A room has at most {limit} requests that are not put away.",
            "characters",
            "close some of them first",
        )
    audiences: list[Audience] = []
    for character in asked:
        audience = _request_audience(deed.state, actor, intent, character)
        if isinstance(audience, Refusal):
            return audience
        audiences.append(audience)
    group = derived_id(deed.commit_id, "requests")
    due = None if intent.lasts_s is None else deed.at_ms + 1_000 * intent.lasts_s
    for character, audience in zip(asked, audiences, strict=True):
        # Named for whom it asks: a number would count who else is asked.
        request = RequestId(derived_id(deed.commit_id, f"request {character.character}"))
        deed.record(
            e.RequestOpened(
                request=RequestView(
                    request=request,
                    group=group,
                    character=character.character,
                    by=actor.member,
                    pool=intent.pool,
                    traits=intent.traits,
                    specialty=intent.specialty,
                    label=intent.label,
                    modifiers=tuple(PoolItemView(m.label, m.dice) for m in intent.modifiers),
                    difficulty=intent.difficulty if intent.told is Told.ALL else None,
                    required=intent.required,
                    visibility=intent.visibility,
                    to=intent.to,
                    due_at_ms=due,
                    note=intent.note,
                    hide_pool=intent.hide_pool,
                )
            ),
            asked=audience,
        )
        if intent.difficulty is not None and intent.told is not Told.ALL:
            deed.record(
                e.DifficultyKept(request=request, difficulty=intent.difficulty, told=intent.told)
            )
    deed.created = group
    return None


def answer_request(deed: Deed, actor: MemberState, intent: i.AnswerRequest) -> Refusal | None:
    """Say that what is asked for cannot be done."""
    request = deed.state.requests[intent.request]
    refusal = _refuse_late(deed, request)
    if refusal is not None:
        return refusal
    deed.record(
        e.RequestAnswered(
            request=request.view.request,
            answer=RequestAnswer.IMPOSSIBLE,
            by=actor.member,
            note=intent.note,
        )
    )
    return None


def close_request(deed: Deed, actor: MemberState, intent: i.CloseRequest) -> Refusal | None:
    """Withdraw what is not answered of all that was asked at once, and put the rest away."""
    for request in sorted(deed.state.requests):
        if deed.state.requests[request].view.group == intent.group:
            deed.record(e.RequestClosed(request=request, by=actor.member))
    return None


def lapse_request(deed: Deed, request: RequestState) -> None:
    """Let the time of a request be over."""
    deed.record(
        e.RequestAnswered(request=request.view.request, answer=RequestAnswer.LAPSED, by=None)
    )


# --- answering with a roll -----------------------------------------------------------------------


def answering(
    deed: Deed, actor: MemberState, intent: Rolling
) -> tuple[Rolling, RequestState | None] | Refusal:
    """A roll with all that the request which it answers says of it."""
    if intent.request is None:
        return intent, None
    request = deed.state.requests[intent.request]
    view = request.view
    refusal = (
        _refuse_late(deed, request)
        or _refuse_other_roll(intent, view)
        or _refuse_no_dice(actor, intent)
    )
    if refusal is not None:
        return refusal
    added = [PoolModifier(item.label, item.dice) for item in view.modifiers]
    filled = replace(
        intent,
        pool=view.pool,
        traits=view.traits,
        specialty=view.specialty or intent.specialty,
        label=intent.label or view.label,
        modifiers=(*added, *intent.modifiers),
    )
    if view.difficulty is not None:
        filled = replace(filled, difficulty=view.difficulty)
    if isinstance(filled, i.RollV20):
        filled = replace(filled, required=view.required)
    return filled, request


def placed_answer(
    state: RoomState,
    actor: MemberState,
    intent: i.Roll | i.RollV20,
    request: RequestState,
    characters: tuple[CharacterState, ...],
) -> Asked | Refusal:
    """
    Where a roll that answers goes: by the roll's own wish, the request's, or the room's default.

    What the request fixed may be narrowed by whoever answers, and widened by Storytellers alone.
    """
    view = request.view
    if view.visibility is None:
        return placed(state, actor, intent.visibility, intent.to, characters)
    here = tuple(member for member in view.to if member in state.members)
    fixed = (
        Asked(view.visibility, members((actor.member, *here)))
        if view.visibility is Visibility.WHISPER
        else placed(state, actor, view.visibility, (), characters)
    )
    if isinstance(fixed, Refusal) or (intent.visibility is None and not intent.to):
        return fixed
    own = placed(state, actor, intent.visibility, intent.to, characters)
    if isinstance(own, Refusal) or actor.is_storyteller or _is_within(fixed, own):
        return own
    return Refusal(
        Code.VISIBILITY_NOT_ALLOWED,
        f"The Storyteller asked for a roll that is {fixed.visibility}: others may not see more.",
        "visibility",
        f"{fixed.visibility}, fewer people, or no visibility",
    )


class _Seen(Struct, frozen=True):
    dice: Audience
    notice: Audience


def _seen(asked: Asked) -> _Seen:
    is_blind = asked.visibility is Visibility.BLIND
    return _Seen(asked.audience, EVERYONE if is_blind else asked.audience)


def _is_within(fixed: Asked, own: Asked) -> bool:
    """Whether nobody learns more by *own* than by *fixed*, neither dice nor that they rolled."""
    outer, inner = _seen(fixed), _seen(own)
    return outer.dice.covers(inner.dice) and outer.notice.covers(inner.notice)


# --- refusals ------------------------------------------------------------------------------------


def _asked_characters(
    state: RoomState, intent: i.RequestRoll
) -> tuple[CharacterState, ...] | Refusal:
    """Whom a request asks, each once, sorted by id."""
    named: set[str] = set(intent.characters)
    for character in intent.characters:
        known = state.characters.get(character)
        if known is None:
            return not_found("characters")
        if known.hidden:
            return Refusal(
                Code.VISIBILITY_NOT_ALLOWED,
                "Nobody else knows a hidden character: roll for it yourself.",
                "characters",
                "characters at the table",
            )
        if not known.players:
            return Refusal(
                Code.INVALID,
                f"Nobody plays {known.name}: there is nobody to ask.",
                "characters",
                "characters that have an owner",
            )
    for member in intent.members:
        if member not in state.members:
            return not_found("members")
        own = {c.character for c in state.characters.values() if _is_played_by(c, member)}
        if not own:
            return Refusal(
                Code.INVALID,
                f"{state.members[member].name} plays no character.",
                "members",
                "members who own a character",
            )
        named |= own
    if intent.coterie:
        players = {m.member for m in state.members.values() if m.role is Role.PLAYER}
        for each in state.characters.values():
            if any(_is_played_by(each, player) for player in players):
                named.add(each.character)
    if not named:
        return Refusal(
            Code.INVALID,
            "A request asks somebody.",
            "characters",
            "characters, members, or the coterie where it has characters",
        )
    return tuple(each for id, each in sorted(state.characters.items()) if id in named)


def _is_played_by(character: CharacterState, member: MemberId) -> bool:
    return not character.hidden and member in character.players


def _request_audience(
    state: RoomState, actor: MemberState, intent: i.RequestRoll, character: CharacterState
) -> Audience | Refusal:
    """
    Who learns that the character is asked: whoever may see the answer, and whoever gives it.

    A request tells of what is rolled, so that where that is to be hidden nobody else learns of it.
    """
    asked = placed(state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    if intent.hide_pool:
        return members((actor.member, *character.players))
    if asked.audience.everyone:
        return EVERYONE
    return members((*asked.audience.members, *character.players))


def _refuse_pool(
    deed: Deed, asked: tuple[CharacterState, ...], intent: i.RequestRoll
) -> Refusal | None:
    if intent.pool is None and not intent.traits:
        return Refusal(
            Code.INVALID, "A request needs dice.", "pool", "a number of dice, or traits of a sheet"
        )
    if intent.pool is not None and intent.traits:
        return Refusal(
            Code.INVALID, "A pool is a number of dice or traits, not both.", "traits", "one of both"
        )
    if deed.state.is_v20:
        return None
    tried = i.Roll(id=intent.id, pool=intent.pool, traits=intent.traits, specialty=intent.specialty)
    for character in asked:
        parts = named_parts(character, tried, rules_of(deed))
        if isinstance(parts, Refusal):
            return parts
    return None


def _refuse_difficulty(deed: Deed, intent: i.RequestRoll) -> Refusal | None:
    if intent.told is not Told.ALL and intent.difficulty is None:
        return Refusal(
            Code.INVALID, "There is no Difficulty to keep.", "told", "all, or a difficulty"
        )
    if deed.state.is_v20:
        if intent.told is Told.ALL:
            return None
        return Refusal(
            Code.WRONG_SYSTEM,
            "The successes of a V20 roll tell its difficulty: let it be rolled blind.",
            "told",
            "all",
        )
    if intent.required != 1:
        return Refusal(
            Code.WRONG_SYSTEM, "Successes that are required are of V20.", "required", "1"
        )
    no = difficulty_refusal(intent.difficulty, rules_of(deed))
    return None if no is None else from_rules(no)


def _refuse_late(deed: Deed, request: RequestState) -> Refusal | None:
    view = request.view
    if view.answer is not None:
        return Refusal(
            Code.WRONG_STATE, "This request has its answer.", "request", "one that is open"
        )
    if view.due_at_ms is not None and deed.at_ms >= view.due_at_ms:
        return Refusal(
            Code.WRONG_STATE, "The time to answer is over.", "request", "one that is open"
        )
    return None


def _refuse_other_roll(intent: i.Roll | i.RollV20, view: RequestView) -> Refusal | None:
    """Whether a roll says anything else than the request that it answers."""
    if intent.character != view.character:
        return Refusal(
            Code.INVALID, "Another character was asked.", "character", "the request's character"
        )
    if intent.pool not in (None, view.pool):
        return _said_otherwise("pool")
    if intent.traits and _folded(intent.traits) != _folded(view.traits):
        return _said_otherwise("traits")
    if view.specialty and intent.specialty not in ("", view.specialty):
        return _said_otherwise("specialty")
    own = None if isinstance(intent, i.RollV20) and intent.difficulty == 6 else intent.difficulty
    is_own = isinstance(intent, i.RollV20) and view.difficulty is None
    if own not in (None, view.difficulty) and not is_own:
        return _said_otherwise("difficulty")
    if isinstance(intent, i.RollV20) and intent.required not in (1, view.required):
        return _said_otherwise("required")
    return None


def _refuse_no_dice(actor: MemberState, intent: i.Roll | i.RollV20) -> Refusal | None:
    if actor.is_storyteller or isinstance(intent, i.RollV20) or intent.without_dice is None:
        return None
    return Refusal(
        Code.INVALID, "A request asks for dice.", "without_dice", "no such field in an answer"
    )


def _folded(names: tuple[str, ...]) -> list[str]:
    return [name.strip().casefold() for name in names]


def _said_otherwise(field: str) -> Refusal:
    return Refusal(
        Code.INVALID, f"The request says the {field} of this roll.", field, f"no {field} of its own"
    )
