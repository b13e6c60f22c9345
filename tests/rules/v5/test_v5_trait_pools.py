"""Pools by named traits, specialties, teamwork, and wins without a roll."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.difficulty import difficulty_name
from server.rules.v5.granted import GrantedWin, grant_win, take_half
from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.impairment import PoolCategory, impairment_items
from server.rules.v5.pools import DicePool, PoolItem, PoolKind, build_pool
from server.rules.v5.reading import Faces
from server.rules.v5.reroll import reroll_refusal
from server.rules.v5.tracks import Track
from server.rules.v5.trait_pools import TeamMember, TraitPool, specialty_of, team_up, trait_pool
from server.rules.v5.traits import (
    CATEGORY_OF_ATTRIBUTE,
    DISCIPLINES,
    SKILLS,
    Trait,
    TraitKind,
    categories_of,
    trait_kind,
)
from server.rules.v5.verdict import Outcome, outcome_label

PHYSICAL, SOCIAL, MENTAL = PoolCategory.PHYSICAL, PoolCategory.SOCIAL, PoolCategory.MENTAL
CORE = PRESETS["v5_core_rolling"]


def trait(name: str, dots: int = 2) -> Trait:
    """A trait of the game by its name."""
    kind = trait_kind(name)
    assert kind is not None
    return Trait(name, kind, dots)


def pool(*traits: Trait, rating: int = 0, specialty: str = "") -> TraitPool:
    """A pool under the default rules; it must not be refused."""
    built = trait_pool(traits, rules=V5Rules(), blood_potency_rating=rating, specialty=specialty)
    assert isinstance(built, TraitPool)
    return built


def code_of(outcome: object) -> str | None:
    """The code of a refusal, or None for anything else."""
    return outcome.code if isinstance(outcome, RuleRefusal) else None


@pytest.mark.parametrize(
    ("names", "v5", "core_rolling"),
    [
        pytest.param(("Wits", "Insight"), True, True, id="Attribute and Skill"),
        pytest.param(("Wits", "Resolve"), True, True, id="two Attributes"),
        pytest.param(("Resolve", "Dominate"), True, True, id="Attribute and Discipline"),
        pytest.param(("Dominate", "Resolve"), True, True, id="in any order"),
        pytest.param(("Strength",), True, True, id="unskilled"),
        pytest.param(("Stealth",), False, True, id="a Skill alone"),
        pytest.param(("Dominate",), False, False, id="a Discipline alone"),
        pytest.param(("Stealth", "Larceny"), False, False, id="two Skills"),
        pytest.param(("Stealth", "Obfuscate"), False, False, id="Skill and Discipline"),
        pytest.param(("Wits", "Stealth", "Obfuscate"), False, False, id="three traits"),
        pytest.param(("Wits", "wits"), False, False, id="one Attribute twice"),
        pytest.param((), False, False, id="no trait"),
        pytest.param(("Willpower",), True, True, id="Willpower"),
        pytest.param(("Willpower", "Stealth"), True, True, id="Willpower and a Skill"),
        pytest.param(("Humanity",), True, True, id="Humanity"),
        pytest.param(("Willpower", "Wits", "Stealth"), False, False, id="a tracker too many"),
    ],
)
def test_tables_accept_their_mixtures(names: tuple[str, ...], v5: bool, core_rolling: bool) -> None:
    """A1.2, B pool_kinds: "Stealth" 3 alone is refused in v5 and 3 dice in core_rolling."""
    traits = [trait(name, 3) for name in names]
    for rules, accepted in ((V5Rules(), v5), (CORE, core_rolling)):
        built = trait_pool(traits, rules=rules)
        assert code_of(built) == (None if accepted else "bad_pool")
        if isinstance(built, TraitPool):
            assert [item.dice for item in built.items] == [3] * len(names)


def test_a_refused_mixture_says_what_is_accepted() -> None:
    """The Skill alone stands in the list only where the table rolls it."""
    for rules, ends_with_skill in ((V5Rules(), False), (CORE, True)):
        refusal = trait_pool([trait("Dominate")], rules=rules)
        assert isinstance(refusal, RuleRefusal)
        assert refusal.accepted is not None
        assert refusal.accepted.endswith("or a Skill alone") is ends_with_skill


def test_the_unskilled_roll_the_attribute_alone() -> None:
    """A1.2: a Skill of 0 dots adds nothing, and stays listed."""
    assert pool(trait("Wits", 3), trait("Occult", 0)).items == (
        PoolItem("Wits", 3),
        PoolItem("Occult", 0),
    )


@pytest.mark.parametrize(("specialty", "dice"), [("", 0), (" ", 0), ("Alleys", 1)])
def test_one_specialty_adds_one_die(specialty: str, dice: int) -> None:
    """A1.3: there is room for one alone."""
    built = pool(trait("Wits"), trait("Stealth"), specialty=specialty)
    assert built.items[2:] == (PoolItem(f"specialty ({specialty})", 1),) * dice


def test_of_several_specialties_none_counts() -> None:
    """A1.3: where more than one is named, whoever asks has to choose."""
    assert (specialty_of(()), specialty_of(("Alleys",))) == ("", "Alleys")
    refusal = specialty_of(("Alleys", "Crowds"))
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("one_specialty", "specialties")


@pytest.mark.parametrize(
    ("rating", "bonus"),
    [
        (0, 0),
        (1, 0),
        (2, 1),
        (3, 1),
        (4, 2),
        (5, 2),
        (6, 3),
        (7, 3),
        (8, 4),
        (9, 4),
        (10, 5),
    ],
)
def test_blood_potency_strengthens_disciplines(rating: int, bonus: int) -> None:
    """A5, Discipline column row by row; other pools get nothing."""
    items = pool(trait("Resolve"), trait("Dominate"), rating=rating).items[2:]
    assert items == ((PoolItem("Blood Potency", bonus),) if bonus else ())
    assert len(pool(trait("Resolve"), trait("Insight"), rating=rating).items) == 2


@pytest.mark.parametrize(
    ("names", "kind", "has_attribute"),
    [
        (("Wits", "Insight"), PoolKind.ORDINARY, True),
        pytest.param(("Willpower", "Wits"), PoolKind.WILLPOWER, True, id="V35"),
        (("Wits", "Willpower"), PoolKind.WILLPOWER, True),
        (("Humanity",), PoolKind.HUMANITY, False),
        (("Humanity", "Willpower"), PoolKind.WILLPOWER, False),
    ],
)
def test_a_tracker_makes_the_whole_pool_its_own(
    names: tuple[str, ...], kind: PoolKind, has_attribute: bool
) -> None:
    """A2.3: and a pool with Willpower in it is not rerolled (V35)."""
    built = pool(*(trait(name) for name in names))
    assert (built.kind, built.has_attribute) == (kind, has_attribute)
    refusal = reroll_refusal(
        kind=built.kind,
        regular_count=2,
        indices=[0],
        faces=Faces((2, 3), ()),
        rerolls_used=0,
        willpower=Track(5),
        rules=V5Rules(),
    )
    assert code_of(refusal) == (None if kind is PoolKind.ORDINARY else "reroll_not_allowed")


@pytest.mark.parametrize(
    ("category", "names"),
    [
        (PHYSICAL, ("Strength", "Dexterity", "Stamina")),
        (SOCIAL, ("Charisma", "Manipulation", "Composure")),
        (MENTAL, ("Intelligence", "Wits", "Resolve")),
    ],
)
def test_attributes_have_their_groups(category: PoolCategory, names: tuple[str, ...]) -> None:
    """A10.12, row by row, in any letter case."""
    assert tuple(n for n, group in CATEGORY_OF_ATTRIBUTE.items() if group is category) == names
    for name in names:
        assert categories_of([name.upper()]) == (category,)
        assert pool(trait(name), trait("Athletics")).categories == (category,)


def test_a_mixed_pool_has_several_groups() -> None:
    """A10.12: one penalty for each cause that any part matches; no Attribute, no group."""
    assert pool(trait("Wits"), trait("Strength")).categories == (PHYSICAL, MENTAL)
    assert categories_of(["Resolve", "Wits", "Occult"]) == (MENTAL,)
    assert categories_of(["Occult", "Dominate", "Sorrow"]) == ()


@pytest.mark.parametrize(("ignores", "dice"), [(False, 4), (True, 6)])
def test_a_willpower_may_ignore_health_impairment(ignores: bool, dice: int) -> None:
    """V27, A10.13: Strength + Brawl 6 at full Health is 4 dice, or 6 for the turn."""
    built = pool(trait("Strength", 3), trait("Brawl", 3))
    penalties = impairment_items(
        built.categories,
        health=Track(5, 5),
        willpower=Track(5, 5),
        humanity=7,
        stains=0,
        overflow=0,
        rules=V5Rules(),
        ignores_health=ignores,
    )
    rolled = build_pool(
        [*built.items, *penalties],
        hunger=0,
        uses_hunger_dice=True,
        kind=built.kind,
        rules=V5Rules(),
    )
    assert isinstance(rolled, DicePool)
    assert rolled.size == dice


def test_the_names_of_the_game_are_known() -> None:
    """Nine Attributes, 27 Skills, the Disciplines and the two trackers, each of one kind."""
    assert (len(CATEGORY_OF_ATTRIBUTE), len(set(SKILLS)), len(set(DISCIPLINES))) == (9, 27, 12)
    assert {trait_kind(name) for name in CATEGORY_OF_ATTRIBUTE} == {TraitKind.ATTRIBUTE}
    assert {trait_kind(name) for name in SKILLS} == {TraitKind.SKILL}
    assert {trait_kind(name.lower()) for name in DISCIPLINES} == {TraitKind.DISCIPLINE}
    assert trait_kind(" willpower ") is TraitKind.WILLPOWER
    assert trait_kind("Humanity") is TraitKind.HUMANITY
    assert trait_kind("Basketry") is None


def test_traits_are_not_negative() -> None:
    """A penalty is an item, never a trait."""
    with pytest.raises(ValueError, match="Wits"):
        Trait("Wits", TraitKind.ATTRIBUTE, -1)


def test_the_best_pool_rolls_and_the_skilled_help() -> None:
    """A1.15: +1 die for each helper with a dot in the Skill; the unskilled add none."""
    ana, bo = TeamMember("Ana", 4, 1), TeamMember("Bo", 7, 3)
    cy, dee = TeamMember("Cy", 6, 0), TeamMember("Dee", 2, 2)
    team = team_up([ana, bo, cy, dee])
    assert team.roller is bo
    assert team.items == (PoolItem("help (Ana)", 1), PoolItem("help (Dee)", 1))
    assert team_up([ana]).items == ()
    assert team_up([TeamMember("Eve", 4, 0), ana]).roller.name == "Eve"
    with pytest.raises(ValueError, match=r"^a team has at least one member$"):
        team_up([])


@pytest.mark.parametrize(
    ("size", "surge", "difficulty", "granted"),
    [(6, 0, 3, True), (5, 0, 3, False), (8, 2, 3, True), (7, 2, 3, False), (2, 0, 1, True)],
)
def test_a_win_may_be_granted_to_twice_the_difficulty(
    size: int, surge: int, difficulty: int, granted: bool
) -> None:
    """A1.12: margin 0; Blood Surge dice do not count; the other table judges by itself."""
    won = grant_win(
        pool=size, surge_dice=surge, difficulty=difficulty, in_conflict=False, rules=V5Rules()
    )
    assert (won == GrantedWin(difficulty, margin=0)) is granted
    assert code_of(won) == (None if granted else "pool_too_small")
    judged = grant_win(
        pool=size, surge_dice=surge, difficulty=difficulty, in_conflict=False, rules=CORE
    )
    assert judged == GrantedWin(difficulty)


def test_a_pool_of_surge_dice_alone_counts_for_nothing() -> None:
    """A1.12: and the refusal names the dice that would do."""
    refusal = grant_win(pool=4, surge_dice=4, difficulty=2, in_conflict=False, rules=V5Rules())
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("pool_too_small", "pool")
    assert refusal.accepted == "4 dice or more, without Blood Surge"


@pytest.mark.parametrize("rules", PRESETS.values())
def test_no_win_is_granted_in_a_conflict(rules: V5Rules) -> None:
    """A1.12, at every table."""
    won = grant_win(pool=20, surge_dice=0, difficulty=1, in_conflict=True, rules=rules)
    assert code_of(won) == "in_conflict"


@pytest.mark.parametrize(
    ("size", "surge", "difficulty"), [(4, 5, 1), (4, -1, 1), (4, 0, 0), (-2, 1, 1)]
)
def test_granted_wins_that_cannot_be_are_broken_assumptions(
    size: int, surge: int, difficulty: int
) -> None:
    """Surge dice are a part of the pool, and there is a Difficulty."""
    with pytest.raises(ValueError, match=r"Surge|Difficulty"):
        grant_win(
            pool=size,
            surge_dice=surge,
            difficulty=difficulty,
            in_conflict=False,
            rules=V5Rules(),
        )


@pytest.mark.parametrize(("size", "successes"), [(0, 0), (1, 0), (2, 1), (7, 3), (8, 4)])
def test_an_opponent_may_take_half(size: int, successes: int) -> None:
    """A1.13: rounded down."""
    assert take_half(size) == successes


def test_nobody_takes_half_of_less_than_nothing() -> None:
    """A pool has no negative dice."""
    with pytest.raises(ValueError, match="-1"):
        take_half(-1)


@pytest.mark.parametrize(
    ("difficulty", "name"),
    [
        (1, "routine"),
        (2, "straightforward"),
        (3, "moderate"),
        (4, "challenging"),
        (5, "hard"),
        (6, "very hard"),
        (7, "nearly impossible"),
        (12, "nearly impossible"),
    ],
)
def test_difficulties_have_names(difficulty: int, name: str) -> None:
    """A1.9, row by row."""
    assert difficulty_name(difficulty) == name


def test_difficulty_zero_has_no_name() -> None:
    """A1.9: it is no Difficulty."""
    with pytest.raises(ValueError, match="1 or more"):
        difficulty_name(0)


@pytest.mark.parametrize(
    ("outcome", "named", "plain"),
    [
        (Outcome.TOTAL_FAILURE, "total failure", "failure"),
        (Outcome.FAILURE, "failure", "failure"),
        pytest.param(Outcome.BESTIAL_FAILURE, "bestial failure", "bestial failure", id="V11"),
        (Outcome.SUCCESS, "success", "success"),
        (Outcome.CRITICAL, "critical", "critical"),
        (Outcome.MESSY_CRITICAL, "messy critical", "messy critical"),
    ],
)
def test_outcomes_have_labels(outcome: Outcome, named: str, plain: str) -> None:
    """A1.7, B total_failure: the label is the table's, the outcome is not."""
    assert outcome_label(outcome, V5Rules()) == named
    assert outcome_label(outcome, V5Rules(total_failure="plain")) == plain


@given(
    st.lists(
        st.builds(TeamMember, st.just("name"), st.integers(0, 12), st.integers(0, 5)),
        min_size=1,
        max_size=6,
    )
)
def test_a_team_is_never_weaker_than_its_best(members: list[TeamMember]) -> None:
    """A1.15: nobody rolls a bigger pool, and each other adds a die at most."""
    team = team_up(members)
    assert team.roller.pool == max(member.pool for member in members)
    assert len(team.items) <= len(members) - 1
