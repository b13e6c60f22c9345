"""The events about requests, and about how rolls are judged, in words."""

from typing import assert_never

from protocol import events as e
from protocol.request_words import RequestAnswer, Told
from server.replay.names import Names
from server.replay.plain import joined, noted
from server.replay.receipt_words import explained, verdict
from server.replay.told_people import Told as Lines
from server.rooms.fold_requests import RequestEvent


def tell_request(names: Names, event: RequestEvent) -> Lines:
    """Say what is asked for, and what became of it."""
    match event:
        case e.RequestOpened():
            return _request_opened(names, event)
        case e.DifficultyKept():
            return (
                f"The Difficulty of {names.request(event.request)} is {event.difficulty},"
                " which the Storytellers keep",
            )
        case e.RequestAnswered():
            return _request_answered(names, event)
        case e.RequestRolled():
            return (f"{names.roll(event.roll)} answers {names.request(event.request)}",)
        case e.RequestClosed():
            return (f"{names.member(event.by)} puts {names.request(event.request)} away",)
        case e.RollJudged():
            return _roll_judged(names, event)
        case e.RevealScheduled():
            view = event.reveal
            return (f"{names.member(view.by)} lets {names.roll(view.roll)} be revealed later",)
        case e.RevealCancelled():
            return (f"{names.member(event.by)} calls a reveal off",)
        case e.RevealDue():
            return ("The time of a reveal has come",)
        case e.RevealAsked():
            return (f"What is asked for is {names.roll(event.roll)}",)
        case _:
            assert_never(event)


def _request_opened(names: Names, event: e.RequestOpened) -> Lines:
    asked = event.request
    what = asked.label or joined(list(asked.traits)) or f"{asked.pool} dice"
    against = "" if asked.difficulty is None else f" against {asked.difficulty}"
    who = names.character(asked.character)
    seen = () if asked.visibility is None else (f"The roll is {asked.visibility}.",)
    return (
        f"{names.member(asked.by)} asks {who} to roll {what}{against}",
        *seen,
        *noted(asked.note),
    )


def _request_answered(names: Names, event: e.RequestAnswered) -> Lines:
    request = names.request(event.request)
    if event.answer is RequestAnswer.LAPSED:
        return (f"The time is over for {request}",)
    by = "Somebody" if event.by is None else names.member(event.by)
    if event.answer is RequestAnswer.IMPOSSIBLE:
        return (f"{by} calls {request} impossible", *noted(event.note))
    return (f"{by} answers {request}", *noted(event.note))


def _roll_judged(names: Names, event: e.RollJudged) -> Lines:
    by, roll = names.member(event.by), names.roll(event.roll)
    whom = () if event.told is Told.ALL else ("Not everybody is told the Difficulty.",)
    if event.is_impossible:
        return (f"{by} judges {roll}: it was impossible", *whom, *noted(event.note))
    if event.receipt is None:
        came_out = event.outcome or ("won" if event.is_won else "lost")
        return (f"{by} judges {roll}: it is {came_out}", *whom, *noted(event.note))
    return (
        f"{by} judges {roll}: {verdict(event.receipt)}",
        *explained(event.receipt),
        *whom,
        *noted(event.note),
    )
