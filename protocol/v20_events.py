"""What happens in V20: blood and (in V5 too) Willpower spent, blood drunk, effects that go on."""

from protocol.event_base import BaseEvent
from protocol.ids import CharacterId, MemberId, RollId
from protocol.v20_words import BloodUse, DrinkingHarm
from protocol.views import EffectView
from protocol.words import DamageKind, Visibility, WillpowerUse


class BloodSpent(BaseEvent, frozen=True, kw_only=True, tag="blood_spent"):
    """
    Blood points were spent, and on what.

    `kind`, `levels` and `willpower` say what was healed, and what that took beside blood. `turn`
    is the turn of the fiction that it counts in, null where it counts in none.
    """

    character: CharacterId
    points: int
    use: BloodUse
    by: MemberId
    visibility: Visibility
    kind: DamageKind | None = None
    levels: int = 0
    willpower: int = 0
    turn: int | None = None
    note: str = ""


class WillpowerSpent(BaseEvent, frozen=True, kw_only=True, tag="willpower_spent"):
    """A point of Willpower was spent, and on what; `roll` is the one it added a success to."""

    character: CharacterId
    use: WillpowerUse
    by: MemberId
    visibility: Visibility
    roll: RollId | None = None
    turn: int | None = None
    note: str = ""


class EffectChanged(BaseEvent, frozen=True, kw_only=True, tag="effect_changed"):
    """What holds a character is so from now on: the Beast held, a task gone on with."""

    effect: EffectView


class BloodDrunk(BaseEvent, frozen=True, kw_only=True, tag="blood_drunk"):
    """Blood was drunk: `gained` found room in the pool, `harm` is what it did to a human."""

    character: CharacterId
    points: int
    gained: int
    by: MemberId
    visibility: Visibility
    harm: DrinkingHarm = DrinkingHarm.NONE
    note: str = ""
