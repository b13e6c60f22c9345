"""A Willpower that buys a turn: without wounds, or of control in frenzy."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.receipts import PoolReceipt
from protocol.views import TrackView
from protocol.words import Clock
from tests.support.rooms import Table

BODY = ("Strength",)


def hurt(room: Table) -> CharacterId:
    """Somebody whose Health is full of marks."""
    hero = room.vampire("ann", hunger=0, traits={"Strength": 4})
    room.act("storyteller", i.SetTrack, character=hero, track="health", superficial=5)
    return hero


def dice(room: Table, hero: CharacterId, count: int, who: str = "ann") -> int:
    done = room.act(who, i.Roll, (6,) * count, character=hero, traits=BODY)
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    return len(receipt.dice)


def test_a_willpower_makes_one_fight_on_for_a_turn() -> None:
    """A10.13: Health impairs nothing until the turn is over."""
    room = Table()
    hero = hurt(room)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    assert dice(room, hero, 2) == 2
    done = room.act("ann", i.SpendWillpower, character=hero, use="ignore_wounds")
    assert done.kinds == ["willpower_spent", "tracker_changed", "effect_begun"]
    assert done.tracker("willpower") == TrackView(4, 1)
    assert dice(room, hero, 4) == 4
    room.refuse(
        "ann", i.SpendWillpower, Code.NOTHING_TO_DO, "use", character=hero, use="ignore_wounds"
    )
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    assert dice(room, hero, 2) == 2


def test_a_willpower_leads_a_frenzy_for_a_turn() -> None:
    """A12.5: there has to be one."""
    room = Table()
    hero = room.vampire("ann")
    buy = {"character": hero, "use": "control"}
    room.refuse("ann", i.SpendWillpower, Code.WRONG_STATE, "use", **buy)
    room.act("ann", i.RideWave, character=hero, kind="fury")
    done = room.act("ann", i.SpendWillpower, **buy)
    assert done.only(e.EffectBegun).effect.kind == "control"
    assert done.tracker("willpower") == TrackView(4, 1)


def test_what_is_not_there_is_not_spent() -> None:
    """A3.4, A10.10: as a reroll is not."""
    room = Table(HouseRules(switches={"wp_spend_when_full": "refuse"}))
    hero = room.vampire("ann")
    for marks in ({"aggravated": 4}, {"aggravated": 0, "superficial": 4}):
        room.act("storyteller", i.SetTrack, character=hero, track="willpower", **marks)
        spend = {"character": hero, "use": "ignore_wounds"}
        room.refuse("ann", i.SpendWillpower, Code.WILLPOWER_SPENT, "character", **spend)


def test_what_is_kept_from_its_player_is_not_spent_by_it() -> None:
    """Whether there is any left would tell."""
    room = Table()
    hero = room.vampire("ann")
    kept = {"tracker": "willpower", "audience": "storytellers"}
    room.act("storyteller", i.SetTrackerAudience, character=hero, **kept)
    room.refuse("ann", i.SpendWillpower, Code.FORBIDDEN, character=hero, use="ignore_wounds")


def test_what_was_bought_in_secret_weighs_on_what_storytellers_roll() -> None:
    """The player, who does not know of it, rolls impaired."""
    room = Table()
    hero = hurt(room)
    buy = {"character": hero, "use": "ignore_wounds", "visibility": "secret"}
    done = room.act("storyteller", i.SpendWillpower, **buy)
    assert done.seen_by(e.EffectBegun) == {"storyteller"}
    assert dice(room, hero, 2) == 2
    assert dice(room, hero, 4, "storyteller") == 4


def test_in_frenzy_only_disciplines_of_the_body_work() -> None:
    """A12.5: until control is bought; a Storyteller may see it otherwise."""
    room = Table()
    hero = room.vampire("ann", hunger=0, traits={"Wits": 1, "Auspex": 1, "Potence": 1})
    room.act("ann", i.RideWave, character=hero, kind="fury")
    mind = {"character": hero, "traits": ("Wits", "Auspex")}
    room.refuse("ann", i.Roll, Code.IN_FRENZY, "traits", **mind)
    room.act("ann", i.Roll, (6, 6), character=hero, traits=("Wits", "Potence"))
    room.act("storyteller", i.Roll, (6, 6), **mind)
    room.act("ann", i.SpendWillpower, character=hero, use="control")
    room.act("ann", i.Roll, (6, 6), **mind)


def test_a_frenzy_that_the_player_does_not_know_of_refuses_nothing() -> None:
    """A12.5: the refusal would tell of it."""
    room = Table()
    hero = room.vampire("ann", hunger=0, traits={"Wits": 1, "Auspex": 1})
    room.act("storyteller", i.RideWave, character=hero, kind="fury", visibility="secret")
    room.act("ann", i.Roll, (6, 6), character=hero, traits=("Wits", "Auspex"))
