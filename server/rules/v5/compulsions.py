"""Compulsions in play: which one comes, what it takes from a pool, and whether it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from server.rules.refusal import RuleRefusal
from server.rules.v5.compulsion_table import (
    DOMINANCE,
    HARM,
    HUNGER,
    PARANOIA,
    Compulsion,
    Weighs,
    clan_compulsion,
)
from server.rules.v5.faces import TEN, check_faces
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.moments import Moment
from server.rules.v5.pools import PoolItem
from server.rules.v5.tracks import DamageKind, Track, heal

HEAVIEST_OWN: Final = -5
"""The most dice that a table's own Compulsion may take; ours, to catch slips."""


def takes_another_die(face: int, clan: str | None, rules: V5Rules) -> bool:
    """
    Whether the die is rolled again: a ten of a character without a clan's Compulsion.

    Raises:
        ValueError: *face* is outside 1 to 10.

    Rule: A13.
    """
    check_faces((face,))
    return face == TEN and clan_compulsion(clan, rules) is None


def random_compulsion(faces: Sequence[int], clan: str | None, rules: V5Rules) -> Compulsion:
    """
    Read a Compulsion off one die, or off the last of several where tens are rolled again.

    Args:
        faces: Every die rolled, in order; all but the last are tens that count no more.
        clan: Name in any letter case; None for a thin-blood.
        rules: The room's switches; here ``hecata``.

    Raises:
        ValueError: A face is outside 1 to 10, or a die is missing or too many.

    Rule: A13.
    """
    if not faces or not all(takes_another_die(face, clan, rules) for face in faces[:-1]):
        raise ValueError(f"{list(faces)} are not the dice of one Compulsion")
    check_faces(faces)
    face = faces[-1]
    if face == TEN:
        own = clan_compulsion(clan, rules)
        if own is None:
            raise ValueError("the ten of a character without a clan's Compulsion is rolled again")
        return own
    if face <= 3:
        return HUNGER
    if face <= 5:
        return DOMINANCE
    return HARM if face <= 7 else PARANOIA


def compulsion_refusal(kind: CharacterKind, *, is_in_frenzy: bool) -> RuleRefusal | None:
    """
    Say why no Compulsion can befall a character now, or None when one can.

    Returns:
        None, or a refusal ``no_beast`` or ``in_frenzy``.

    Rule: A12.5, A13.
    """
    if not kind.uses_hunger_dice:
        return RuleRefusal(
            code="no_beast",
            detail="There is no Beast in this character to compel it.",
            field="character",
            accepted="a vampire or a thin-blood",
        )
    if is_in_frenzy:
        return RuleRefusal(
            code="in_frenzy",
            detail="In frenzy the Beast needs no Compulsion.",
            field="character",
            accepted="a character who is not in frenzy",
        )
    return None


def own_compulsion(
    name: str, *, dice: int, condition: str, ending: str, has_condition: bool
) -> Compulsion | RuleRefusal:
    """
    Make a Compulsion of the Storyteller's own.

    Args:
        name: What it is called.
        dice: What it takes from a pool, -5 to 0.
        condition: What frees a roll of the penalty, in the Storyteller's words.
        ending: What ends it.
        has_condition: Whether the condition frees a roll; otherwise every roll suffers.

    Returns:
        The Compulsion, or a refusal ``bad_compulsion``.

    Rule: A13.
    """
    if not name.strip():
        return _bad_compulsion("A Compulsion has a name.", "name", "a name")
    if not HEAVIEST_OWN <= dice <= 0:
        return _bad_compulsion(
            f"A Compulsion takes dice away, at most {-HEAVIEST_OWN}.",
            "dice",
            f"{HEAVIEST_OWN} to 0",
        )
    weighs = Weighs.UNLESS_MET if has_condition else Weighs.ON_ALL
    return Compulsion(name.strip(), None, dice, weighs, condition, ending)


def _bad_compulsion(detail: str, field: str, accepted: str) -> RuleRefusal:
    return RuleRefusal(code="bad_compulsion", detail=detail, field=field, accepted=accepted)


@dataclass(frozen=True, slots=True)
class CompelledRoll:
    """
    What a Compulsion asks of a roll.

    Attributes:
        traits: Names of the traits in the pool.
        meets_condition: The table's answer to the Compulsion's condition.
        repeats: How often the same action was done before under this Compulsion.
        has_failed: Whether the character failed a roll since the Compulsion came.
        resists_terror: Whether the roll is to resist terror frenzy.

    Raises:
        ValueError: *repeats* is negative.
    """

    traits: tuple[str, ...] = ()
    meets_condition: bool = False
    repeats: int = 0
    has_failed: bool = False
    resists_terror: bool = False

    def __post_init__(self) -> None:
        if self.repeats < 0:
            raise ValueError(f"an action is repeated 0 times or more, not {self.repeats}")


def compulsion_items(compulsion: Compulsion, roll: CompelledRoll) -> tuple[PoolItem, ...]:
    """
    List what a Compulsion takes from a pool: one item, or none.

    Rule: A13.
    """
    dice = _dice(compulsion, roll)
    return (PoolItem(f"Compulsion ({compulsion.name})", dice),) if dice else ()


def _dice(compulsion: Compulsion, roll: CompelledRoll) -> int:
    match compulsion.weighs:
        case Weighs.ON_ALL:
            weighs = True
        case Weighs.UNLESS_MET:
            weighs = not roll.meets_condition
        case Weighs.ON_TRAITS:
            weighs = _holds_trait(compulsion, roll)
        case Weighs.AFTER_FAILURE:
            weighs = roll.has_failed
        case Weighs.LESS_BY_REPEATING:
            return min(0, compulsion.dice + roll.repeats)
        case _:
            assert_never(compulsion.weighs)
    return compulsion.dice if weighs else 0


def _holds_trait(compulsion: Compulsion, roll: CompelledRoll) -> bool:
    if compulsion.on_resisting_terror and roll.resists_terror:
        return True
    named = {name.casefold() for name in compulsion.traits}
    return any(name.strip().casefold() in named for name in roll.traits)


def heaviest_item(items: Sequence[PoolItem]) -> tuple[PoolItem, ...]:
    """
    Keep the heaviest of several Compulsions' penalties, since they do not add.

    House rule: the first of equals; whether one replaces the other is the Storyteller's to say.

    Rule: A13.
    """
    return (min(items, key=lambda item: item.dice),) if items else ()


def ends_by_itself(
    compulsion: Compulsion,
    *,
    slaked: int = 0,
    moment: Moment | None = None,
    won_skill_critically: bool = False,
) -> bool:
    """
    Whether something that the server sees ends a Compulsion; the rest of its ending is told.

    Args:
        compulsion: The Compulsion.
        slaked: Hunger that was slaked just now.
        moment: The moment that has come, if one has.
        won_skill_critically: Whether the character just won a roll with a Skill critically.

    Rule: A13.
    """
    return (
        (compulsion.ends_on_slaking and slaked >= 1)
        or (compulsion.ends_with_scene and moment is Moment.SCENE_END)
        or (compulsion.ends_on_skill_critical and won_skill_critically)
    )


def reward_acting_out(willpower: Track) -> Track:
    """Give back 1 Superficial Willpower for a Compulsion acted out well, where granted (A13)."""
    return heal(willpower, DamageKind.SUPERFICIAL, 1)
