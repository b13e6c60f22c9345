"""The V5 switches, each with the row it comes from, and the presets that bundle them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final, Literal

from server.rules.switches import Says, Switch, check_switches, switches_of


@dataclass(frozen=True, slots=True)
class V5Rules:
    """
    One room's reading of the V5 rules. The defaults are the preset ``v5``.

    Raises:
        ValueError: A switch has a value that it does not know.
    """

    min_pool: Annotated[
        Literal["one", "refuse"],
        Says("A1.11", "A pool of 0 or less is rolled with one die, or is not rolled."),
    ] = "one"
    pool_kinds: Annotated[
        Literal["with_attribute", "skill_alone_too"],
        Says("A1.2", "Every pool holds an Attribute, or a Skill may also be rolled alone."),
    ] = "with_attribute"
    messy_scope: Annotated[
        Literal["any_ten", "best_pair_only"],
        Says(
            "A2.5",
            "A ten on any Hunger die makes a critical messy, or only when the regular tens make "
            "no pair alone.",
        ),
    ] = "any_ten"
    messy_fallback: Annotated[
        Literal["storyteller_choice", "test_fails", "compulsion_or_failure", "never"],
        Says(
            "A2.10",
            "When no price fits a messy critical: a Compulsion or a failed test as the "
            "Storyteller likes; the test fails; a Compulsion, and failure only if none can be "
            "had; or the success stands.",
        ),
    ] = "storyteller_choice"
    bestial_failure: Annotated[
        Literal["any_failure", "zero_only"],
        Says(
            "A2.6",
            "Every failure that shows a Hunger 1 is bestial, or only one without any success.",
        ),
    ] = "any_failure"
    bestial_meaning: Annotated[
        Literal["menu", "complication"],
        Says("A2.11", "A bestial failure opens a menu of prices, or asks for one complication."),
    ] = "menu"
    total_failure: Annotated[
        Literal["named", "plain"],
        Says("A1.7", "A failure without a success has a label of its own, or is just a failure."),
    ] = "named"
    extra_tens: Annotated[
        Literal["per_pair", "each_extra"],
        Says("A1.4", "Tens count extra by the pair, or each ten past the first pair counts two."),
    ] = "per_pair"
    wp_rerolls_per_roll: Annotated[
        Literal["one", "unlimited"],
        Says("A3.1", "Willpower rerolls dice of one roll once, or as often as it is paid for."),
    ] = "one"
    wp_reroll_scope: Annotated[
        Literal["any_normal", "failed_only"],
        Says("A3.2", "Any regular die may be rerolled, or only one that shows no success."),
    ] = "any_normal"
    wp_reroll_may_crit: Annotated[
        Literal["yes", "no"],
        Says("A3.5", "Tens on rerolled dice may form pairs, or count one success each."),
    ] = "yes"
    wp_spend_when_full: Annotated[
        Literal["aggravate", "refuse"],
        Says(
            "A3.4",
            "Spending on a full Willpower track turns a Superficial box into an Aggravated one, "
            "or is refused.",
        ),
    ] = "aggravate"
    hunger5_voluntary: Annotated[
        Literal["refuse", "allow_with_frenzy"],
        Says("A4.5", "A vampire at Hunger 5 may not choose to Rouse, or may and risks frenzy."),
    ] = "refuse"
    hunger5_check: Annotated[
        Literal["on_failure", "always"],
        Says("A4.6", "At Hunger 5 a frenzy test follows a failed Rouse check, or every one."),
    ] = "on_failure"
    blood_potency_table: Annotated[
        Literal["errata", "first_printing"],
        Says("A5", "Which printing gives Blood Surge dice and bane severity."),
    ] = "errata"
    feeding_penalty_min: Annotated[
        Literal["zero", "one"],
        Says(
            "A6.1",
            "Blood Potency may take all that a human's blood slakes, or leaves at least 1.",
        ),
    ] = "zero"
    feeding_half_rounding: Annotated[
        Literal["floor", "ceil"],
        Says("A6.1", "Half of what an animal or a bag slakes is rounded down, or up."),
    ] = "floor"
    tie: Annotated[
        Literal["both_one", "defender_wins", "attacker_wins", "nothing"],
        Says("A9.2", "In a tied contest both take 1 damage, one side wins, or nothing happens."),
    ] = "both_one"
    tie_weapon: Annotated[
        Literal["no", "yes"],
        Says("A9.2", "Whether weapon values are added to the damage of a tie."),
    ] = "no"
    tie_reading: Annotated[
        Literal["neither", "both_win_by_one", "both_fail"],
        Says("A9.2", "Each side of a tie reads its own roll as neither, a win by 1, or a failure."),
    ] = "neither"
    turn_order: Annotated[
        Literal["steps", "fixed_initiative"],
        Says("A9.5", "Turns go by the kind of action, or by a rating on the sheet."),
    ] = "steps"
    called_shot: Annotated[
        Literal["dice_2", "successes_2"],
        Says("A9.11", "A called shot costs two dice before the roll, or two successes after."),
    ] = "dice_2"
    mortal_heal: Annotated[
        Literal["per_night", "per_session"],
        Says("A10", "Mortals and ghouls mend Superficial Health by the night, or by the session."),
    ] = "per_night"
    overflow_damage: Annotated[
        Literal["one_per_stain", "one_total"],
        Says(
            "A11.4",
            "Each Stain past the empty boxes costs 1 Aggravated Willpower, or all of them 1 for "
            "as long as the overflow lasts.",
        ),
    ] = "one_per_stain"
    stain_impairment: Annotated[
        Literal["on_overflow", "on_full"],
        Says("A11.5", "Stains impair once they overflow, or as soon as they fill every box."),
    ] = "on_overflow"
    terror_burned: Annotated[
        Literal["two", "three"],
        Says("A12.4", "Difficulty of resisting terror when being burned."),
    ] = "two"
    hecata: Annotated[
        Literal["transition", "omen"],
        Says(
            "A13",
            "The Hecata Compulsion spares what moves between life and death, or weighs on all "
            "until a death is foretold or explained.",
        ),
    ] = "transition"
    ghoul_power_cost: Annotated[
        Literal["above_level_1", "always"],
        Says("A14", "A ghoul pays 1 Aggravated Health for powers above level 1, or for all."),
    ] = "above_level_1"
    no_difficulty: Annotated[
        Literal["report_only", "treat_as_1"],
        Says("A1.10", "A roll without a Difficulty has no verdict, or is read against 1."),
    ] = "report_only"
    difficulty_range: Annotated[
        Literal["one_upward", "one_to_five"],
        Says("A1.9", "Difficulties have no upper end, or end at 5."),
    ] = "one_upward"
    no_roll: Annotated[
        Literal["twice_difficulty", "storyteller_judgement"],
        Says(
            "A1.12",
            "A win may be granted without a roll to a pool of twice the Difficulty, or wherever "
            "the Storyteller sees nothing at stake.",
        ),
    ] = "twice_difficulty"
    win_at_cost: Annotated[
        Literal["offered", "off"],
        Says("A1.14", "Whether a failure may be offered as a win with a complication."),
    ] = "offered"

    def __post_init__(self) -> None:
        check_switches(self, SWITCHES)


SWITCHES: Final[Mapping[str, Switch]] = switches_of(V5Rules)
"""Every switch by name."""

DEFAULT_RULES: Final = V5Rules()

PRESETS: Final[Mapping[str, V5Rules]] = MappingProxyType(
    {
        "v5": DEFAULT_RULES,
        "v5_core_rolling": V5Rules(
            pool_kinds="skill_alone_too",
            messy_fallback="never",
            bestial_failure="zero_only",
            bestial_meaning="complication",
            total_failure="plain",
            extra_tens="each_extra",
            wp_reroll_scope="failed_only",
            wp_reroll_may_crit="no",
            tie="defender_wins",
            difficulty_range="one_to_five",
            no_roll="storyteller_judgement",
            win_at_cost="off",
        ),
    }
)
"""
Named bundles of switches; ``v5_core_rolling`` is the right column of section B.

Rows of section B whose two columns come to the same need no switch: ``opposed_margin``,
``remove_dice_order``, ``failing_pair`` and ``wp_reroll_exclusions``.
"""
