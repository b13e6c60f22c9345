"""What a replay jumps to: of the viewer's own line, numbered by it, a bounded piece at once."""

import pytest

from protocol import from_client as i
from protocol.dice import EnteredFaces
from protocol.from_server import Landmark, LandmarksAnswer, Rejected, Result
from protocol.house import HouseRules
from protocol.words import Clock, RevealPart, TrackerName, Visibility
from server.live import landmarks
from tests.live.house import House, Person


async def _landmarks(who: Person, after: int = 0, before: int | None = None) -> LandmarksAnswer:
    answer = await who.ask(i.LandmarksQuery(id="q", after=after, before=before))
    assert isinstance(answer, Result), answer
    assert isinstance(answer.result, LandmarksAnswer)
    return answer.result


async def _night(house: House) -> tuple[Person, Person]:
    storyteller = await house.found(HouseRules(entered_dice=True))
    ann = await house.join(storyteller, "ann")
    iris = await ann.make(i.CreateCharacter, name="Iris")
    await ann.act(i.SetTracker, character=iris, tracker=TrackerName.HUNGER, value=1)
    await storyteller.act(i.StartSession)
    await storyteller.act(i.BeginClock, clock=Clock.SCENE, title="The gallery")
    messy = EnteredFaces(regular=(10,), hunger=(10,))
    pool = {"character": iris, "pool": 2, "difficulty": 1, "label": "Persuasion"}
    await ann.act(i.Roll, **pool, entered=messy)
    plain = EnteredFaces(regular=(7,), hunger=(8,))
    await ann.act(i.Roll, **pool, entered=plain)
    hidden = EnteredFaces(regular=(10, 10))
    secret = await storyteller.make(
        i.Roll, pool=2, difficulty=1, label="Dread", visibility=Visibility.SECRET, entered=hidden
    )
    await storyteller.act(i.RevealRoll, roll=secret, part=RevealPart.OUTCOME)
    await storyteller.act(i.EndSession)
    return storyteller, ann


async def test_sessions_scenes_and_notable_rolls_are_found(house: House) -> None:
    """In order, with what they are called; an ordinary success is none."""
    _, ann = await _night(house)
    answer = await _landmarks(ann)
    assert [(mark.kind, mark.title) for mark in answer.landmarks] == [
        ("session_started", "1"),
        ("scene", "The gallery"),
        ("messy_critical", "Persuasion"),
        ("reveal", "Dread"),
        ("session_ended", "1"),
    ]
    assert not answer.has_more


async def test_their_numbers_are_the_viewers_own(house: House) -> None:
    """Each names the event of the viewer's line that it is."""
    for who in await _night(house):
        for mark in (await _landmarks(who)).landmarks:
            page = await who.ask(i.HistoryQuery(id="h", after=mark.seq - 1, limit=1))
            assert isinstance(page, Result)
            (event,) = page.result.events  # type: ignore[union-attr]
            assert (event.seq, event.at) == (mark.seq, mark.at)


async def test_what_is_hidden_is_no_landmark(house: House) -> None:
    """The Storyteller has the secret critical; the player has neither it nor a gap for it."""
    storyteller, ann = await _night(house)
    kinds = [mark.kind for mark in (await _landmarks(storyteller)).landmarks]
    assert "critical" in kinds
    assert "critical" not in [mark.kind for mark in (await _landmarks(ann)).landmarks]


async def test_a_long_line_is_looked_through_in_pieces(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer says how far it has come; together they find what one would."""
    _, ann = await _night(house)
    whole = await _landmarks(ann)
    monkeypatch.setattr(landmarks, "SCANNED_AT_ONCE", 4)
    monkeypatch.setattr(landmarks, "_PAGE_EVENTS", 2)
    found, upto, has_more = [], 0, True
    while has_more:
        piece = await _landmarks(ann, upto)
        assert piece.upto - upto <= 4
        found += piece.landmarks
        upto, has_more = piece.upto, piece.has_more
    assert tuple(found) == whole.landmarks
    assert (upto, has_more) == (whole.upto, False)


async def test_a_storyteller_looks_with_a_members_eyes(house: House) -> None:
    """And nobody else does."""
    storyteller, ann = await _night(house)
    asked = i.LandmarksQuery(id="q", viewed_as=ann.member)
    answer = await storyteller.ask(asked)
    assert isinstance(answer, Result)
    assert answer.result == await _landmarks(ann)
    as_storyteller = i.LandmarksQuery(id="q", viewed_as=storyteller.member)
    assert isinstance(await ann.ask(as_storyteller), Rejected)


async def test_whoever_looks_back_begins_at_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest piece first, then what is before it; together they find what one would."""
    _, ann = await _night(house)
    whole = await _landmarks(ann)
    monkeypatch.setattr(landmarks, "SCANNED_AT_ONCE", 4)
    monkeypatch.setattr(landmarks, "_PAGE_EVENTS", 3)
    found: list[Landmark] = []
    before, has_more = whole.upto + 1, True
    while has_more:
        piece = await _landmarks(ann, before=before)
        assert piece.upto == before - 1
        assert piece.upto - piece.after <= 4
        assert all(piece.after < mark.seq <= piece.upto for mark in piece.landmarks)
        found = [*piece.landmarks, *found]
        before, has_more = piece.after + 1, piece.has_more
    assert (tuple(found), before) == (whole.landmarks, 1)


async def test_looking_back_goes_no_further_than_asked(house: House) -> None:
    """From before the first event there is nothing, and a place past the end is the end."""
    _, ann = await _night(house)
    whole = await _landmarks(ann)
    assert await _landmarks(ann, before=10_000) == whole
    nothing = await _landmarks(ann, before=1)
    assert (nothing.landmarks, nothing.has_more) == ((), False)
    second = whole.landmarks[1].seq
    piece = await _landmarks(ann, after=second - 1, before=second + 1)
    assert piece.landmarks == whole.landmarks[1:2]
    assert (piece.after, piece.upto, piece.has_more) == (second - 1, second, False)
