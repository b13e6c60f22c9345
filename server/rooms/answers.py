"""What a roll that answers a request tells of that, and whom."""

from protocol import events as e
from protocol.ids import RequestId, RollId
from protocol.request_words import RequestAnswer
from server.rooms.audience import Audience
from server.rooms.deed import Deed
from server.rooms.state import MemberState, RequestState, RoomState
from server.rooms.visibility import includes


def shown_request(
    state: RoomState, request: RequestState | None, audience: Audience
) -> RequestId | None:
    """The request that a roll answers, if all of *audience*, who see it, may know of that."""
    if request is None or not includes(state, request.audience, audience):
        return None
    return request.view.request


def record_answer(
    deed: Deed, request: RequestState, roll: RollId, actor: MemberState, audience: Audience
) -> None:
    """Record that a request has its answer; by which roll, for those who may know of both."""
    name = request.view.request
    if shown_request(deed.state, request, audience) is None:
        deed.record(e.RequestRolled(request=name, roll=roll), asked=audience)
    deed.record(e.RequestAnswered(request=name, answer=RequestAnswer.ROLLED, by=actor.member))
