"""What comes back without Blood: with the session, by rest, by what drives somebody."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.views import TrackView
from protocol.words import Clock
from tests.support.rooms import Table


def table(**switches: str) -> Table:
    room = Table(HouseRules(switches=switches))
    room.act("storyteller", i.StartSession)
    return room


def made(room: Table, kind: str = "vampire", **sheet: object) -> CharacterId:
    done = room.act("ann", i.CreateCharacter, name=kind.title(), kind=kind, **sheet)
    return CharacterId(done.created)


def marked(room: Table, character: CharacterId, track: str, **marks: int) -> None:
    room.act("storyteller", i.SetTrack, character=character, track=track, **marks)


# --- sessions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("composure", "resolve", "left"), [(1, 3, 1), (3, 1, 1), (2, 2, 2), (4, 4, 0)]
)
def test_willpower_comes_back_with_the_session(composure: int, resolve: int, left: int) -> None:
    """A10: Superficial, by the higher of Composure and Resolve."""
    room = table()
    hero = made(room, composure=composure, resolve=resolve)
    boxes = composure + resolve
    marked(room, hero, "willpower", superficial=4)
    done = room.act("ann", i.Recover, character=hero, by="session")
    healed = done.only(e.Healed)
    assert (healed.track, healed.kind, healed.amount) == ("willpower", "superficial", 4 - left)
    assert healed.recovery == "session"
    full = left == boxes
    assert done.tracker("willpower") == TrackView(boxes, left, is_impaired=full)


def test_aggravated_willpower_does_not_come_back_with_the_session() -> None:
    """A10: that takes acting on the Ambition."""
    room = table()
    hero = made(room)
    marked(room, hero, "willpower", aggravated=2)
    room.refuse("ann", i.Recover, Code.NOTHING_TO_HEAL, character=hero, by="session")
    done = room.act("ann", i.Recover, character=hero, by="ambition")
    assert done.tracker("willpower") == TrackView(4, 0, 1)


def test_a_session_gives_back_once() -> None:
    """A10: the Storyteller may give what the player then may not take, until the next session."""
    room = table()
    hero = made(room)
    marked(room, hero, "willpower", superficial=4)
    room.act("storyteller", i.Recover, character=hero, by="session")
    room.refuse("ann", i.Recover, Code.RECOVERED_ALREADY, character=hero, by="session")
    room.act("storyteller", i.EndSession)
    room.refuse("ann", i.Recover, Code.WRONG_STATE, "by", character=hero, by="session")
    room.act("storyteller", i.StartSession)
    room.act("ann", i.Recover, character=hero, by="session")


@pytest.mark.parametrize(("drive", "kind"), [("ambition", "aggravated"), ("desire", "superficial")])
def test_a_drive_gives_one_willpower_once_in_a_session(drive: str, kind: str) -> None:
    """A10: the Ambition Aggravated, the Desire Superficial; each by itself."""
    room = table()
    hero = made(room)
    marked(room, hero, "willpower", superficial=2, aggravated=2)
    healed = room.act("ann", i.Recover, character=hero, by=drive).only(e.Healed)
    assert (healed.kind, healed.amount, healed.recovery) == (kind, 1, drive)
    room.refuse("ann", i.Recover, Code.DRIVE_FOLLOWED, character=hero, by=drive)
    other = {"ambition": "desire", "desire": "ambition"}[drive]
    room.act("ann", i.Recover, character=hero, by=other)


def test_nothing_is_healed_that_is_not_there() -> None:
    """A10: and what was refused may be asked for again."""
    room = table()
    hero = made(room)
    for by in ("session", "ambition", "desire"):
        room.refuse("ann", i.Recover, Code.NOTHING_TO_HEAL, character=hero, by=by)
    marked(room, hero, "willpower", superficial=1)
    room.act("ann", i.Recover, character=hero, by="desire")


# --- rest -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "healed"), [("mortal", 2), ("ghoul", 4)])
def test_mortals_and_ghouls_heal_by_rest(kind: str, healed: int) -> None:
    """A10, A14: Stamina in Superficial Health, a ghoul twice that, once a night."""
    room = table()
    hero = made(room, kind, stamina=2)
    marked(room, hero, "health", superficial=5)
    room.act("storyteller", i.BeginClock, clock=Clock.NIGHT)
    done = room.act("ann", i.Recover, character=hero, by="night")
    assert done.tracker("health") == TrackView(5, 5 - healed)
    room.refuse("ann", i.Recover, Code.RECOVERED_ALREADY, character=hero, by="night")
    room.act("storyteller", i.BeginClock, clock=Clock.NIGHT)
    room.act("ann", i.Recover, character=hero, by="night")


def test_a_table_may_rest_by_sessions() -> None:
    """A10, `mortal_heal`: Health comes with the session then, beside Willpower."""
    room = table(mortal_heal="per_session")
    hero = made(room, "mortal", stamina=2)
    marked(room, hero, "health", superficial=3)
    marked(room, hero, "willpower", superficial=1)
    room.refuse("ann", i.Recover, Code.REST_HEALS_NOTHING, "by", character=hero, by="night")
    done = room.act("ann", i.Recover, character=hero, by="session")
    assert [(h.track, h.amount) for h in done.all(e.Healed)] == [("willpower", 1), ("health", 2)]
    room.refuse("ann", i.Recover, Code.RECOVERED_ALREADY, character=hero, by="session")


def test_by_night_no_health_comes_with_the_session() -> None:
    """A10, `mortal_heal`."""
    room = table()
    hero = made(room, "mortal")
    marked(room, hero, "health", superficial=3)
    room.refuse("ann", i.Recover, Code.NOTHING_TO_HEAL, character=hero, by="session")


@pytest.mark.parametrize("kind", ["vampire", "thin_blood"])
def test_who_mends_by_blood_does_not_heal_by_rest(kind: str) -> None:
    """A14."""
    room = table()
    hero = made(room, kind)
    marked(room, hero, "health", superficial=3)
    room.refuse("ann", i.Recover, Code.REST_HEALS_NOTHING, "by", character=hero, by="night")


def test_rest_heals_no_aggravated_health() -> None:
    """A10: that takes medicine and weeks."""
    room = table()
    hero = made(room, "mortal")
    marked(room, hero, "health", aggravated=3)
    room.refuse("ann", i.Recover, Code.NOTHING_TO_HEAL, character=hero, by="night")


# --- who sees it ----------------------------------------------------------------------------------


def test_a_recovery_in_secret_refuses_nobody() -> None:
    """Who sees Willpower sees it change, and not why: the player's own recovery goes on."""
    room = table()
    hero = made(room, composure=1, resolve=1, willpower_boxes=6)
    marked(room, hero, "willpower", superficial=4)
    secret = room.act("storyteller", i.Recover, character=hero, by="session", visibility="secret")
    assert secret.seen_by(e.Healed) == {"storyteller"}
    room.act("ann", i.Recover, character=hero, by="session")
    room.refuse("ann", i.Recover, Code.RECOVERED_ALREADY, character=hero, by="session")


@pytest.mark.parametrize("marks", [0, 3])
def test_what_is_kept_from_its_player_is_not_recovered_by_it(marks: int) -> None:
    """Whether there is anything to heal would tell."""
    room = table()
    hero = made(room)
    kept = {"tracker": "willpower", "audience": "storytellers"}
    room.act("storyteller", i.SetTrackerAudience, character=hero, **kept)
    if marks:
        marked(room, hero, "willpower", superficial=marks)
    for by in ("session", "ambition", "desire"):
        room.refuse("ann", i.Recover, Code.FORBIDDEN, character=hero, by=by)


def test_what_came_back_is_told_and_not_what_could_have() -> None:
    """A higher Resolve is the sheet's to show."""
    told = set()
    for resolve in (2, 5):
        room = table()
        hero = made(room, resolve=resolve)
        marked(room, hero, "willpower", superficial=1)
        told.add(room.act("ann", i.Recover, character=hero, by="session").only(e.Healed).amount)
    assert told == {1}
