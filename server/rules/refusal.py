"""How the rules say no to a player: as a value, never as an exception."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleRefusal:
    """
    Why something is not possible by the rules as the room has set them.

    Attributes:
        code: Stable name of the reason, for programs (``willpower_spent``).
        detail: A sentence that a player understands.
        field: The part of the request at fault, when it is one part.
        accepted: What would have been accepted there ("1 to 3 dice").
    """

    code: str
    detail: str
    field: str | None = None
    accepted: str | None = None
