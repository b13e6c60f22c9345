"""How events of rolls, contests, proposals and requests change a client's copy of the room."""

from collections.abc import Mapping
from typing import Any

from coterie_client.lists import Fold, change, find, put, without
from coterie_client.shape import full_proposal, full_request
from coterie_client.wire import Json


def _roll_resolved(state: Json, event: Mapping[str, Any], _: str) -> Json:
    if event.get("request"):
        state = change(state, "requests", event["request"], {"roll": event["roll"]})
    if not event.get("is_standing", False):
        return state
    standing = {key: event[key] for key in ("roll", "member", "character")}
    return put(state, "standing_rolls", standing)


def _roll_attributed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "standing_rolls", event["roll"], {"character": event["character"]})


def _roll_rerolled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    if event.get("is_standing", False):
        return state
    return without(state, "standing_rolls", event["roll"])


def _roll_settled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "standing_rolls", event["roll"])


def _contest_opened(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "contests", dict(event["contest"]))


def _contest_reacted(state: Json, event: Mapping[str, Any], _: str) -> Json:
    contest = find(state, "contests", event["contest"])
    if contest is None:
        return state
    reaction = {"character": event["character"], "reaction": event["reaction"]}
    # In the order in which the opponents were named, as a snapshot has them.
    reacted = {each["character"]: each for each in (*contest.get("reactions", ()), reaction)}
    named = (contest["against"], *contest.get("others", ()))
    reactions = [reacted[each] for each in named if each in reacted]
    return put(state, "contests", {**contest, "reactions": reactions})


def _contest_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "contests", event["contest"])


def _proposal_opened(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "proposals", full_proposal(event["proposal"]))


def _proposal_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "proposals", event["proposal"])


def _request_opened(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "requests", full_request(event["request"]))


def _difficulty_kept(state: Json, event: Mapping[str, Any], _: str) -> Json:
    kept = {"kept": event["difficulty"], "told": event["told"]}
    return change(state, "requests", event["request"], kept)


def _request_answered(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "requests", event["request"], {"answer": event["answer"]})


def _request_rolled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "requests", event["request"], {"roll": event["roll"]})


def _request_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "requests", event["request"])


def _reveal_scheduled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "reveals", {"to": None, **event["reveal"]})


def _reveal_over(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "reveals", event["reveal"])


PLAY_FOLDS: dict[str, Fold] = {
    "roll_resolved": _roll_resolved,
    "roll_attributed": _roll_attributed,
    "roll_rerolled": _roll_rerolled,
    "roll_settled": _roll_settled,
    "roll_retracted": _roll_settled,
    "contest_opened": _contest_opened,
    "contest_reacted": _contest_reacted,
    "contest_resolved": _contest_closed,
    "contest_decided": _contest_closed,
    "contest_withdrawn": _contest_closed,
    "proposal_opened": _proposal_opened,
    "proposal_confirmed": _proposal_closed,
    "proposal_dismissed": _proposal_closed,
    "proposal_lapsed": _proposal_closed,
    "request_opened": _request_opened,
    "difficulty_kept": _difficulty_kept,
    "request_answered": _request_answered,
    "request_rolled": _request_rolled,
    "request_closed": _request_closed,
    "reveal_scheduled": _reveal_scheduled,
    "reveal_cancelled": _reveal_over,
    "reveal_due": _reveal_over,
}
