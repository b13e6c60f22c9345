"""The V5 switches that change this core's arithmetic, and the presets that bundle them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args, get_type_hints


@dataclass(frozen=True, slots=True)
class V5Rules:
    """
    One room's reading of the V5 rules. The defaults are the preset ``v5``.

    Raises:
        ValueError: A switch has a value that it does not know.

    Attributes:
        min_pool: A pool of 0 or less is rolled with one die, or refused (A1.11).
        messy_scope: A ten on any Hunger die makes a critical messy, or only when the player
            cannot make the pair of regular tens alone (A2.5).
        messy_fallback: Whether a Storyteller may let a messy critical fail when no other price
            fits (A2.10). The sources' middle ways only name which price to prefer, so they are
            the Storyteller's choice here.
        bestial_failure: Every failure with a Hunger 1 is bestial, or only one without any
            success (A2.6, B).
        bestial_meaning: A bestial failure offers a menu of prices, or one free complication (B).
        extra_tens: Tens count extra by the pair, or each ten past the first pair counts two (B).
        wp_rerolls_per_roll: How often Willpower may be spent on one roll (A3.1).
        wp_reroll_scope: Which regular dice may be rerolled (A3.2, B).
        wp_reroll_may_crit: Whether rerolled tens may form pairs (A3.5, B).
        wp_spend_when_full: Spending on a full Willpower track turns a Superficial box into an
            Aggravated one, or is refused (A3.4).
        hunger5_voluntary: Whether a vampire at Hunger 5 may choose to Rouse (A4.5).
        hunger5_check: At Hunger 5 a frenzy test follows a failed Rouse check, or every one (A4.6).
        blood_potency_table: Which printing's Blood Potency table is used (A5).
        tie: What a tied contest does (A9.2, B).
        tie_weapon: Whether weapon values are added to what a tie does (A9.2).
        tie_reading: How each side of a tie reads its own roll (A9.2).
        overflow_damage: Aggravated Willpower damage for Stains past the empty boxes: one for each
            Stain, or one in all for as long as the overflow lasts (A11.4).
        stain_impairment: Stains impair once they overflow, or as soon as they fill every empty
            box (A11.5).
        no_difficulty: A roll without a Difficulty has no verdict, or is read against 1 (A1.10).
        difficulty_range: Which Difficulties are accepted (A1.9, B).
        win_at_cost: Whether a failed roll may be offered as a win with a complication (A1.14, B).
    """

    min_pool: Literal["one", "refuse"] = "one"
    messy_scope: Literal["any_ten", "best_pair_only"] = "any_ten"
    messy_fallback: Literal["storyteller_choice", "never"] = "storyteller_choice"
    bestial_failure: Literal["any_failure", "zero_only"] = "any_failure"
    bestial_meaning: Literal["menu", "complication"] = "menu"
    extra_tens: Literal["per_pair", "each_extra"] = "per_pair"
    wp_rerolls_per_roll: Literal["one", "unlimited"] = "one"
    wp_reroll_scope: Literal["any_normal", "failed_only"] = "any_normal"
    wp_reroll_may_crit: Literal["yes", "no"] = "yes"
    wp_spend_when_full: Literal["aggravate", "refuse"] = "aggravate"
    hunger5_voluntary: Literal["refuse", "allow_with_frenzy"] = "refuse"
    hunger5_check: Literal["on_failure", "always"] = "on_failure"
    blood_potency_table: Literal["errata", "first_printing"] = "errata"
    tie: Literal["both_one", "defender_wins", "attacker_wins", "nothing"] = "both_one"
    tie_weapon: Literal["no", "yes"] = "no"
    tie_reading: Literal["neither", "both_win_by_one", "both_fail"] = "neither"
    overflow_damage: Literal["one_per_stain", "one_total"] = "one_per_stain"
    stain_impairment: Literal["on_overflow", "on_full"] = "on_overflow"
    no_difficulty: Literal["report_only", "treat_as_1"] = "report_only"
    difficulty_range: Literal["one_upward", "one_to_five"] = "one_upward"
    win_at_cost: Literal["offered", "off"] = "offered"

    def __post_init__(self) -> None:
        for name, values in SWITCHES.items():
            value = getattr(self, name)
            if value not in values:
                raise ValueError(f"{name} is {value!r}; known values: {', '.join(values)}")


SWITCHES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: get_args(hint) for name, hint in get_type_hints(V5Rules).items()}
)
"""Every switch with its values, the default first."""

DEFAULT_RULES: Final = V5Rules()

PRESETS: Final[Mapping[str, V5Rules]] = MappingProxyType(
    {
        "v5": DEFAULT_RULES,
        "v5_core_rolling": V5Rules(
            messy_fallback="never",
            bestial_failure="zero_only",
            bestial_meaning="complication",
            extra_tens="each_extra",
            wp_reroll_scope="failed_only",
            wp_reroll_may_crit="no",
            tie="defender_wins",
            difficulty_range="one_to_five",
            win_at_cost="off",
        ),
    }
)
"""Named bundles of switches; ``v5_core_rolling`` is the right column of section B."""
