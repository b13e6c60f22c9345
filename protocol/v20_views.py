"""What effects of V20 keep: how the Beast is held, how far a task is, who acts when."""

from msgspec import Struct

from protocol.ids import CharacterId
from protocol.v20_words import BeastKind, RaceGoal


class ResistanceView(Struct, frozen=True, omit_defaults=True):
    """
    Resisting the Beast, so far.

    `gained` are successes in all; for `held_turns` turns, this one included, no roll is due.
    """

    kind: BeastKind
    gained: int = 0
    held_turns: int = 0


class TaskView(Struct, frozen=True, omit_defaults=True):
    """An extended action: `gained` of the `target` successes, by so many rolls."""

    target: int
    gained: int = 0
    rolls: int = 0


class RaceView(Struct, frozen=True, omit_defaults=True):
    """
    An extended contest with `against`: what each side gathered of the `needed` successes.

    `winner` is told with its end; null where both sides lost it.
    """

    against: CharacterId
    goal: RaceGoal
    needed: int
    own: int = 0
    other: int = 0
    rolls: int = 0
    winner: CharacterId | None = None


class InitiativeView(Struct, frozen=True, omit_defaults=True):
    """When a character acts: the highest `total` first, then `rating`; and what was declared."""

    rating: int
    die: int
    total: int
    declared: str = ""
