"""Who sees what of requests and judgements: rows of the table of events."""

from protocol import events as e
from protocol import from_client as i
from protocol.words import Visibility
from server.rooms.due import due_by, falling_due
from tests.rooms.event_rows import (
    ALL,
    AS_ASKED,
    BLIND,
    PRIVATE,
    PUBLIC,
    SECRET,
    Row,
    Scene,
    placed_rows,
    row,
)
from tests.support.rooms import Done

ASKED = {**AS_ASKED, SECRET: "SO", BLIND: "SO"}
"""Whoever is asked knows what for, also where they will not see the answer."""


def _asked(s: Scene, visibility: Visibility, **fields: object) -> Done:
    return s.st(i.RequestRoll, characters=(s.iris,), pool=2, **s.placed(visibility), **fields)


def _kept(s: Scene, visibility: Visibility) -> Done:
    return _asked(s, visibility, difficulty=2, told="storytellers")


def _answered(s: Scene, visibility: Visibility) -> Done:
    request = _asked(s, visibility).only(e.RequestOpened).request.request
    return s.ann(i.Roll, (6, 2), character=s.iris, request=request)


def _answered_wider(s: Scene, visibility: Visibility) -> Done:
    """A Storyteller answers in front of all what was asked of fewer."""
    request = _asked(s, visibility).only(e.RequestOpened).request.request
    return s.st(i.Roll, (6, 2), character=s.iris, request=request, visibility="public")


def _impossible(s: Scene, visibility: Visibility) -> Done:
    request = _asked(s, visibility).only(e.RequestOpened).request.request
    return s.ann(i.AnswerRequest, request=request)


def _closed(s: Scene, visibility: Visibility) -> Done:
    return s.st(i.CloseRequest, group=_asked(s, visibility).created)


def _judged(s: Scene, visibility: Visibility, told: str = "all") -> Done:
    roll = s.ann(i.Roll, (6, 2), character=s.iris, pool=2, **s.placed(visibility))
    return s.st(i.JudgeRoll, roll=roll.created, difficulty=2, told=told)


def _scheduled(s: Scene) -> Done:
    return s.st(i.ScheduleReveal, roll=s.roll(SECRET).created, in_s=60)


def _due(s: Scene) -> Done:
    roll = _scheduled(s).only(e.RevealScheduled).reveal.roll
    s.room.now_ms += 60_000
    (due,) = due_by(s.room.state, s.room.now_ms)
    return s.room.do(falling_due(s.room.state, due, s.room.now_ms, s.room.recall(roll)))


def _asked_for(s: Scene) -> Done:
    s.roll(BLIND)
    return s.ann(i.AskReveal, character=s.iris)


REQUEST_ROWS: list[Row] = [
    *placed_rows(e.RequestOpened, _asked, ASKED),
    *placed_rows(e.RequestAnswered, _answered, ASKED),
    *placed_rows(e.RequestAnswered, _impossible, ASKED),
    *placed_rows(e.RollResolved, _answered, AS_ASKED),
    # Which roll answers a request is known to who sees both.
    *placed_rows(
        e.RequestRolled,
        _answered_wider,
        {way: seen for way, seen in ASKED.items() if way is not PUBLIC},
    ),
    *placed_rows(e.RollResolved, _answered_wider, dict.fromkeys(Visibility, ALL)),
    *placed_rows(e.RequestClosed, _closed, ASKED),
    *placed_rows(e.DifficultyKept, _kept, dict.fromkeys(Visibility, "S")),
    # A judgement goes as far as its roll, and no further than it is told.
    *placed_rows(e.RollJudged, _judged, AS_ASKED),
    *placed_rows(e.RollJudged, lambda s, v: _judged(s, v, "verdict"), AS_ASKED),
    *placed_rows(
        e.RollJudged, lambda s, v: _judged(s, v, "storytellers"), dict.fromkeys(Visibility, "S")
    ),
    # What is shown later is the Storytellers', until it is shown.
    row(e.RevealScheduled, "S", "scheduled", lambda s: _scheduled(s)),
    row(
        e.RevealCancelled,
        "S",
        "cancelled",
        lambda s: s.st(i.CancelReveal, reveal=_scheduled(s).created),
    ),
    row(e.RevealDue, "S", "due", lambda s: _due(s)),
    row(e.RollRevealed, ALL, "due", lambda s: _due(s)),
    row(e.RevealAsked, "S", "asked", lambda s: _asked_for(s)),
    row(e.ProposalOpened, "SO", "asked", lambda s: _asked_for(s)),
    row(
        e.RollRevealed,
        "SO",
        "confirmed",
        lambda s: s.st(
            i.ConfirmProposal, proposal=_asked_for(s).only(e.ProposalOpened).proposal.proposal
        ),
    ),
    row(e.RequestOpened, "SO", "private", lambda s: _asked(s, PRIVATE)),
    row(e.RequestOpened, ALL, "public", lambda s: _asked(s, PUBLIC)),
]
