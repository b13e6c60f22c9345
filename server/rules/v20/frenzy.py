"""Frenzy and Rötschreck: what provokes them, and resisting them turn by turn."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from server.rules.v20.house_rules import V20Rules
from server.rules.v20.reading import Outcome, Reading


class Provocation(NamedTuple):
    """A provocation's difficulty; *is_lowest*: a Storyteller may set it higher."""

    difficulty: int
    is_lowest: bool = False


FRENZY_PROVOCATIONS: Final[Mapping[str, Provocation]] = MappingProxyType(
    {
        "smell of blood when hungry": Provocation(3, is_lowest=True),
        "sight of blood when hungry": Provocation(4, is_lowest=True),
        "taste of blood when hungry": Provocation(6, is_lowest=True),
        "harassed": Provocation(4),
        "life in danger": Provocation(4),
        "taunts": Provocation(4),
        "physical provocation": Provocation(6),
        "loved one in danger": Provocation(7),
        "public humiliation": Provocation(8),
    }
)
"""What provokes frenzy, and the difficulty to resist it (C8.3)."""

ROTSCHRECK_PROVOCATIONS: Final[Mapping[str, Provocation]] = MappingProxyType(
    {
        "lit cigarette": Provocation(3),
        "flame of a lighter": Provocation(4),
        "torch": Provocation(5),
        "bonfire": Provocation(6),
        "obscured sunlight": Provocation(6),
        "being burned": Provocation(7),
        "direct sunlight": Provocation(8),
        "trapped in a burning building": Provocation(9),
    }
)
"""What provokes Rötschreck, and the difficulty to resist it (C8.4)."""

SUCCESSES_TO_OVERCOME: Final = 5


class BeastKind(StrEnum):
    """Frenzy is resisted with Self-Control, Rötschreck with Courage."""

    FRENZY = "frenzy"
    ROTSCHRECK = "rotschreck"


class BeastState(StrEnum):
    """How resisting stands."""

    RESISTING = "resisting"
    OVERCOME = "overcome"
    LOST = "lost"


class Resistance(Struct, frozen=True, gc=False):
    """
    Resisting the Beast, so far.

    Attributes:
        kind: Frenzy or Rötschreck.
        gained: Net successes in all.
        held_turns: Turns, this one included, in which it is held off without a roll.
        state: Still resisting, overcome, or lost to the Beast.
        is_botch: It was lost by a botch: it lasts as long as the Storyteller says, and a
            derangement may follow.
    """

    kind: BeastKind
    gained: int = 0
    held_turns: int = 0
    state: BeastState = BeastState.RESISTING
    is_botch: bool = False

    @property
    def is_roll_due(self) -> bool:
        """Whether the Beast has to be resisted with a roll in this turn."""
        return self.state is BeastState.RESISTING and self.held_turns == 0


def resist(resistance: Resistance, reading: Reading, rules: V20Rules) -> Resistance:
    """
    Add a roll to resist: each success holds the Beast off for a turn, none loses.

    Args:
        resistance: So far; a roll has to be due.
        reading: The roll of Self-Control or Courage.
        rules: The room's switches; here ``v20_frenzy``.

    Raises:
        ValueError: No roll is due.

    Rule: C8.3, C8.4.
    """
    if not resistance.is_roll_due:
        raise ValueError("no roll against the Beast is due")
    if reading.net == 0:
        is_botch = reading.outcome is Outcome.BOTCH
        return replace(resistance, state=BeastState.LOST, is_botch=is_botch)
    gained = resistance.gained + reading.net
    if rules.v20_frenzy == "any_success" or gained >= SUCCESSES_TO_OVERCOME:
        return replace(resistance, gained=gained, state=BeastState.OVERCOME)
    return replace(resistance, gained=gained, held_turns=reading.net)


def hold_with_willpower(resistance: Resistance) -> Resistance:
    """
    Hold the Beast off for one turn more with a point of Willpower; it adds no success.

    Raises:
        ValueError: There is nothing left to resist.

    Rule: C8.4, C8.5.
    """
    if resistance.state is not BeastState.RESISTING:
        raise ValueError(f"the Beast is {resistance.state}, and there is nothing to hold")
    return replace(resistance, held_turns=resistance.held_turns + 1)


def end_turn(resistance: Resistance) -> Resistance:
    """
    Let a turn pass: one held turn less.

    Raises:
        ValueError: A roll is due in this turn.

    Rule: C8.3.
    """
    if resistance.is_roll_due:
        raise ValueError("a roll against the Beast is due before this turn ends")
    return replace(resistance, held_turns=max(0, resistance.held_turns - 1))


class InstinctFrenzy(Struct, frozen=True, gc=False):
    """
    A frenzy of somebody who follows Instinct: it always comes.

    Attributes:
        is_controlled: Whether the character keeps a say in it.
        is_botch: As in ``Resistance``.
    """

    is_controlled: bool
    is_botch: bool


def ride_instinct(reading: Reading) -> InstinctFrenzy:
    """
    Read a roll of Instinct: it never keeps frenzy away, it decides who is in control.

    Rule: C8.3.
    """
    return InstinctFrenzy(reading.net > 0, reading.outcome is Outcome.BOTCH)
