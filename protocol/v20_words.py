"""The closed vocabularies of V20 alone."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta


class HealthLevel(StrEnum):
    """The levels of health, the lightest first."""

    BRUISED = "bruised"
    HURT = "hurt"
    INJURED = "injured"
    WOUNDED = "wounded"
    MAULED = "mauled"
    CRIPPLED = "crippled"
    INCAPACITATED = "incapacitated"


class AbilityKind(StrEnum):
    """The three groups of Abilities, which differ when untrained."""

    TALENT = "talent"
    SKILL = "skill"
    KNOWLEDGE = "knowledge"


class V20PoolKind(StrEnum):
    """What a pool is rolled for, as far as wounds, Willpower and specialties care."""

    ACTION = "action"
    WILLPOWER = "willpower"
    VIRTUE = "virtue"
    DEGENERATION = "degeneration"
    DAMAGE = "damage"
    SOAK = "soak"


class V20Outcome(StrEnum):
    """How a V20 roll came out; always exactly one of these."""

    BOTCH = "botch"
    FAILURE = "failure"
    SUCCESS = "success"


class Degree(StrEnum):
    """How well a won roll went, by its net successes."""

    MARGINAL = "marginal"
    MODERATE = "moderate"
    COMPLETE = "complete"
    EXCEPTIONAL = "exceptional"
    PHENOMENAL = "phenomenal"


class BloodUse(StrEnum):
    """What blood points buy."""

    WAKE = "wake"
    HEAL = "heal"
    ATTRIBUTE = "attribute"
    DISCIPLINE = "discipline"
    OTHER = "other"


class PhysicalAttribute(StrEnum):
    """The Attributes that blood strengthens."""

    STRENGTH = "strength"
    DEXTERITY = "dexterity"
    STAMINA = "stamina"


class DrinkingHarm(StrEnum):
    """What drinking does to an adult."""

    NONE = "none"
    HARMFUL = "harmful"
    HOSPITAL = "hospital"
    DEATH = "death"


class BeastKind(StrEnum):
    """Frenzy is resisted with Self-Control, Rötschreck with Courage."""

    FRENZY = "frenzy"
    ROTSCHRECK = "rotschreck"


class RaceGoal(StrEnum):
    """What ends an extended contest: successes ahead of the other side, or in all."""

    LEAD = "lead"
    TOTAL = "total"


V20Difficulty = Annotated[int, Meta(ge=1, le=99)]
"""A difficulty as it may be named; the rules say which there are."""

Required = Annotated[int, Meta(ge=1, le=20)]
Rating = Annotated[int, Meta(ge=1, le=10)]
Raised = Annotated[int, Meta(ge=0, le=8)]
Automatic = Annotated[int, Meta(ge=0, le=20)]
Points = Annotated[int, Meta(ge=1, le=50)]
