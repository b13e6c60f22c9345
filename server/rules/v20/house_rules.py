"""The V20 switches that change this core's arithmetic, and the presets that bundle them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final, Literal

from server.rules.switches import Says, Switch, check_switches, switches_of


@dataclass(frozen=True, slots=True)
class V20Rules:
    """
    One room's reading of the V20 rules. The defaults are the preset ``v20_book``.

    Where the facts list several values, the first here is what ``v20_book`` plays.

    Raises:
        ValueError: A switch has a value that it does not know.
    """

    mode: Annotated[
        Literal["strict", "casual"],
        Says("C2", "The difficulty stands as assessed, or is halved once, rounding down."),
    ] = "strict"
    untrained_at_ten: Annotated[
        Literal["clamp", "eleven", "refuse"],
        Says("C2", "An untrained Skill at difficulty 10 stays at 10, goes to 11, or is refused."),
    ] = "clamp"
    target_one: Annotated[
        Literal["counts_and_cancels", "ones_fail"],
        Says("C2", "At target 1 a 1 is both a success and a 1, or only a 1."),
    ] = "counts_and_cancels"
    untrained_knowledge: Annotated[
        Literal["refuse", "attribute"],
        Says("C2", "A Knowledge of 0 cannot be rolled, or is rolled with the Attribute alone."),
    ] = "refuse"
    botch: Annotated[
        Literal["no_die_succeeded", "net_zero"],
        Says("C1.5", "A 1 botches a roll without a successful die, or any roll with net 0."),
    ] = "no_die_succeeded"
    one_cancels: Annotated[
        Literal["success", "die"],
        Says("C3", "A 1 takes away one success, or a whole die with all that it counts."),
    ] = "success"
    tens_cancel_ones: Annotated[
        Literal["no", "yes"],
        Says("C1.4", "Each 10 first takes away a 1, or does not."),
    ] = "no"
    specialty: Annotated[
        Literal["double", "reroll"],
        Says("C3", "With a specialty a 10 counts two, or counts one and is rolled again."),
    ] = "double"
    reroll_ones_count: Annotated[
        Literal["no", "yes"],
        Says("C3", "Whether a 1 on a die rolled again for a specialty cancels and botches."),
    ] = "no"
    reroll_chain: Annotated[
        Literal["yes", "no"],
        Says("C3", "Whether a 10 on a die rolled again for a specialty is rolled once more."),
    ] = "yes"
    specialty_min: Annotated[
        Literal["four", "none"],
        Says("C9", "The lowest rating of a trait whose specialty counts."),
    ] = "four"
    specialty_max: Annotated[
        Literal["five", "none"],
        Says("C9", "The highest rating of a trait whose specialty counts."),
    ] = "five"
    multiple_actions: Annotated[
        Literal["split_only", "none", "split_plus_one", "revised"],
        Says(
            "C3",
            "Several actions in a turn split the smallest pool, change nothing by themselves, "
            "split it with later actions one harder, or lose a rising number of dice each.",
        ),
    ] = "split_only"
    willpower_lock: Annotated[
        Literal["per_turn", "none"],
        Says("C3", "Whether Willpower buys one automatic success a turn, or any number."),
    ] = "per_turn"
    extended_botch: Annotated[
        Literal["reset", "end"],
        Says("C4.1", "A botch in an extended action loses what was gained, or ends it too."),
    ] = "reset"
    initiative: Annotated[
        Literal["each_turn", "once"],
        Says("C5.1", "Initiative is rolled in each turn, or once for the whole combat."),
    ] = "each_turn"
    ones_on_damage_soak: Annotated[
        Literal["no", "yes"],
        Says("C5.5", "Whether 1s cancel and botch on damage and soak rolls."),
    ] = "no"
    wound_penalty_on_strength_damage: Annotated[
        Literal["no", "yes"],
        Says("C5.6", "Whether wounds take dice from damage that comes from Strength."),
    ] = "no"
    soak_aggravated: Annotated[
        Literal["fortitude", "stamina_fortitude"],
        Says("C6", "Vampires soak aggravated damage with Fortitude alone, or with Stamina too."),
    ] = "fortitude"
    thin_blood_pool: Annotated[
        Literal["usable_part", "small_pool"],
        Says("C7", "Thin blood holds 10 points of which a part is usable, or that part only."),
    ] = "usable_part"
    degeneration_difficulty: Annotated[
        Literal["eight", "storyteller"],
        Says("C8.2", "Degeneration is rolled at difficulty 8, or at one the Storyteller sets."),
    ] = "eight"
    v20_frenzy: Annotated[
        Literal["five_successes", "any_success"],
        Says("C8.3", "Frenzy is overcome with five successes in all, or with any success."),
    ] = "five_successes"
    virtue_capped_by_blood: Annotated[
        Literal["yes", "no"],
        Says("C8.3", "Whether a hungry vampire rolls no more Virtue dice than blood points left."),
    ] = "yes"

    def __post_init__(self) -> None:
        check_switches(self, SWITCHES)


SWITCHES: Final[Mapping[str, Switch]] = switches_of(V20Rules)
"""Every switch with its values, the default first, its row and its effect."""

DEFAULT_RULES: Final = V20Rules()

PRESETS: Final[Mapping[str, V20Rules]] = MappingProxyType(
    {
        "v20_book": DEFAULT_RULES,
        "v20_table": V20Rules(specialty="reroll", multiple_actions="split_plus_one"),
        "v20_engine": V20Rules(multiple_actions="none", willpower_lock="none"),
        "v20_engine_casual": V20Rules(
            mode="casual", multiple_actions="none", willpower_lock="none"
        ),
    }
)
"""Named bundles of switches, the default preset first (C9, with C2 and C3)."""
