"""What a random evening tries with requests: asked, answered in every way, put away."""

from collections.abc import Iterator
from random import Random
from typing import Any

from protocol import from_client as i
from protocol.ids import CharacterId
from protocol.request_words import Told
from server.rooms.state import RoomState


def requests_and_answers(
    state: RoomState, some: Random, placed: dict[str, Any], character: CharacterId
) -> Iterator[i.Intent]:
    """A request, its answer by a roll or without, and what was asked before put away."""
    told = some.choice(list(Told))
    told = Told.ALL if state.is_v20 else told
    for _ in range(2):
        yield i.RequestRoll(
            **placed, characters=(character,), coterie=some.random() < 0.3, pool=3,
            difficulty=some.choice((None, 2)) if told is Told.ALL else 2, told=told,
            hide_pool=some.random() < 0.3,
        )  # fmt: skip
    if not state.requests:
        return
    request = state.requests[some.choice(sorted(state.requests))].view
    roll = i.RollV20 if state.is_v20 else i.Roll
    for _ in range(2):
        yield roll(**placed, character=request.character, request=request.request)
        yield roll(id="", character=request.character, request=request.request)
    yield i.AnswerRequest(id="", request=request.request)
    yield i.CloseRequest(id="", group=request.group)
