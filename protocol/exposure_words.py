"""Words for what burns by the turn, and how much of a body."""

from enum import StrEnum


class ExposedTo(StrEnum):
    """What burns by the turn."""

    SUNLIGHT = "sunlight"
    FIRE = "fire"


class Extent(StrEnum):
    """How much of a body burns; V20 alone tells a large part apart, in sunlight."""

    PART = "part"
    LARGE = "large"
    HALF = "half"
    WHOLE = "whole"
