"""Every Compulsion as data: whom it befalls, what it weighs on, and when it ends."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from server.rules.v5.house_rules import V5Rules


class Weighs(StrEnum):
    """Which rolls a Compulsion takes dice from."""

    ON_ALL = "on_all"
    UNLESS_MET = "unless_met"
    ON_TRAITS = "on_traits"
    LESS_BY_REPEATING = "less_by_repeating"
    AFTER_FAILURE = "after_failure"


@dataclass(frozen=True, slots=True)
class Compulsion:
    """
    A Compulsion.

    Attributes:
        name: What it is called.
        clan: The clan that it is of, or None for the general and for a table's own.
        dice: What it takes from a pool, 0 or less.
        weighs: Which pools it takes them from.
        condition: In our words, what the penalty hangs on.
        ending: In our words, what ends it.
        traits: The traits that it weighs on, where it weighs on traits.
        ends_with_scene: Whether the end of the scene ends it.
        ends_on_slaking: Whether it ends as soon as any Hunger is slaked.
        ends_on_skill_critical: Whether a critical win of a roll with a Skill ends it.
        on_resisting_terror: Whether it also weighs on resisting terror frenzy.
        forbids_teamwork: Whether the character may not join in teamwork.
    """

    name: str
    clan: str | None
    dice: int
    weighs: Weighs
    condition: str
    ending: str
    traits: tuple[str, ...] = ()
    ends_with_scene: bool = False
    ends_on_slaking: bool = False
    ends_on_skill_critical: bool = False
    on_resisting_terror: bool = False
    forbids_teamwork: bool = False


HUNGER: Final = Compulsion(
    "Hunger",
    None,
    -2,
    Weighs.UNLESS_MET,
    "The action leads straight to feeding.",
    "At least 1 Hunger has been slaked.",
    ends_on_slaking=True,
)
DOMINANCE: Final = Compulsion(
    "Dominance",
    None,
    -2,
    Weighs.UNLESS_MET,
    "The action asserts the character's rank or challenges another's.",
    "The character has won and let the loser feel it.",
    forbids_teamwork=True,
)
HARM: Final = Compulsion(
    "Harm",
    None,
    -2,
    Weighs.UNLESS_MET,
    "The action hurts someone, or something that someone values.",
    "A target is out of action, destroyed or driven away.",
)
PARANOIA: Final = Compulsion(
    "Paranoia",
    None,
    -2,
    Weighs.UNLESS_MET,
    "The action gets the character away from the threat.",
    "About an hour has been spent in a safe place.",
)

HECATA_TRANSITION: Final = Compulsion(
    "Morbidity",
    "Hecata",
    -2,
    Weighs.UNLESS_MET,
    "The action moves something from life to death, or back.",
    "Something was moved, or the scene ends.",
    ends_with_scene=True,
)
HECATA_OMEN: Final = Compulsion(
    "Morbidity",
    "Hecata",
    -3,
    Weighs.ON_ALL,
    "Every roll suffers.",
    "A death is foretold or a cause of death is found, or the scene ends.",
    ends_with_scene=True,
)

CLAN_COMPULSIONS: Final[Mapping[str, Compulsion]] = MappingProxyType(
    {
        str(compulsion.clan).casefold(): compulsion
        for compulsion in (
            Compulsion(
                "Judgment",
                "Banu Haqim",
                -3,
                Weighs.ON_ALL,
                "Every roll suffers.",
                "At least 1 Hunger is slaked from someone who acts against a Conviction of the "
                "character, or the scene ends.",
                ends_with_scene=True,
            ),
            Compulsion(
                "Rebellion",
                "Brujah",
                -2,
                Weighs.ON_ALL,
                "Every roll suffers.",
                "Orders or expectations are defied, or somebody's mind is changed.",
            ),
            Compulsion(
                "Feral Impulses",
                "Gangrel",
                -3,
                Weighs.ON_TRAITS,
                "The pool holds Manipulation or Intelligence; speech comes in single words.",
                "The scene ends.",
                traits=("Manipulation", "Intelligence"),
                ends_with_scene=True,
            ),
            HECATA_TRANSITION,
            Compulsion(
                "Ruthlessness",
                "Lasombra",
                -2,
                Weighs.AFTER_FAILURE,
                "The character has failed a roll since the Compulsion came; then every roll "
                "suffers.",
                "The action that failed is tried again and succeeds, or the scene ends.",
                ends_with_scene=True,
            ),
            Compulsion(
                "Delusion",
                "Malkavian",
                -2,
                Weighs.ON_TRAITS,
                "The pool holds Dexterity, Manipulation, Composure or Wits, or resists terror "
                "frenzy.",
                "The scene ends.",
                traits=("Dexterity", "Manipulation", "Composure", "Wits"),
                ends_with_scene=True,
                on_resisting_terror=True,
            ),
            Compulsion(
                "Transgression",
                "Ministry",
                -2,
                Weighs.UNLESS_MET,
                "The action tempts someone, maybe the character, to break a Tenet or Conviction.",
                "Somebody has gained at least 1 Stain that way.",
            ),
            Compulsion(
                "Cryptophilia",
                "Nosferatu",
                -2,
                Weighs.UNLESS_MET,
                "The action seeks a secret; the character shares none except in trade.",
                "A secret that is big enough is learnt.",
            ),
            Compulsion(
                "Tempting Fate",
                "Ravnos",
                -2,
                Weighs.UNLESS_MET,
                "The action is the boldest way there is, for which the Storyteller may add dice.",
                "The problem is solved, or can be solved no more.",
            ),
            Compulsion(
                "Affective Empathy",
                "Salubri",
                -2,
                Weighs.UNLESS_MET,
                "The action helps the one whose suffering was chosen.",
                "The suffering is eased, a greater crisis comes, or the scene ends.",
                ends_with_scene=True,
            ),
            Compulsion(
                "Obsession",
                "Toreador",
                -2,
                Weighs.UNLESS_MET,
                "The action is about the beauty that was chosen.",
                "The beauty can be perceived no more, or the scene ends.",
                ends_with_scene=True,
            ),
            Compulsion(
                "Perfectionism",
                "Tremere",
                -2,
                Weighs.LESS_BY_REPEATING,
                "Every roll suffers, by 1 die less each time the same action is repeated.",
                "A Skill roll is won critically, or the scene ends.",
                ends_with_scene=True,
                ends_on_skill_critical=True,
            ),
            Compulsion(
                "Covetousness",
                "Tzimisce",
                -2,
                Weighs.UNLESS_MET,
                "The action serves to own the thing or person that was chosen.",
                "It is owned, or out of reach for good.",
            ),
            Compulsion(
                "Arrogance",
                "Ventrue",
                -2,
                Weighs.UNLESS_MET,
                "The action leads or commands.",
                "Somebody obeys an order without supernatural force.",
            ),
        )
    }
)
"""By the clan's name in lower case; Caitiff and thin-bloods have none (A13)."""


def clan_compulsion(clan: str | None, rules: V5Rules) -> Compulsion | None:
    """
    Look up a clan's Compulsion, in any letter case; None for a clan that has none.

    Rule: A13 (``hecata``).
    """
    if clan is None:
        return None
    found = CLAN_COMPULSIONS.get(clan.strip().casefold())
    if found is HECATA_TRANSITION and rules.hecata == "omen":
        return HECATA_OMEN
    return found
