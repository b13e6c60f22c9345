"""Compulsions: the random table, every row's penalty, and what ends one."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.compulsion_table import (
    CLAN_COMPULSIONS,
    DOMINANCE,
    HARM,
    HECATA_OMEN,
    HECATA_TRANSITION,
    HUNGER,
    PARANOIA,
    Compulsion,
    Weighs,
    clan_compulsion,
)
from server.rules.v5.compulsions import (
    CompelledRoll,
    compulsion_items,
    compulsion_refusal,
    ends_by_itself,
    heaviest_item,
    own_compulsion,
    random_compulsion,
    reward_acting_out,
    takes_another_die,
)
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.moments import Moment
from server.rules.v5.pools import PoolItem
from server.rules.v5.tracks import Track
from tests.rules.v5.strategies import any_rules

OMEN = V5Rules(hecata="omen")
GENERAL = (HUNGER, DOMINANCE, HARM, PARANOIA)
CLANS = [
    "Banu Haqim",
    "Brujah",
    "Gangrel",
    "Hecata",
    "Lasombra",
    "Malkavian",
    "Ministry",
    "Nosferatu",
    "Ravnos",
    "Salubri",
    "Toreador",
    "Tremere",
    "Tzimisce",
    "Ventrue",
]
CLANLESS = ["Caitiff", "Thin-blood", None]


def of(clan: str, rules: V5Rules | None = None) -> Compulsion:
    """The Compulsion of a clan that has one."""
    found = clan_compulsion(clan, rules or V5Rules())
    assert found is not None
    return found


def dice(compulsion: Compulsion, roll: CompelledRoll | None = None) -> int:
    """What a Compulsion takes from a roll."""
    return sum(item.dice for item in compulsion_items(compulsion, roll or CompelledRoll()))


@pytest.mark.parametrize(
    ("compulsion", "faces"),
    [(HUNGER, (1, 2, 3)), (DOMINANCE, (4, 5)), (HARM, (6, 7)), (PARANOIA, (8, 9))],
)
def test_one_to_nine_is_general(compulsion: Compulsion, faces: tuple[int, ...]) -> None:
    """A13, the random table row by row, the same for every clan."""
    for clan in (*CLANS, *CLANLESS):
        found = [f for f in range(1, 10) if random_compulsion((f,), clan, V5Rules()) is compulsion]
        assert tuple(found) == faces


@pytest.mark.parametrize("clan", CLANS)
def test_a_ten_is_the_clans_own(clan: str) -> None:
    """A13: and is not rolled again, in any letter case."""
    assert not takes_another_die(10, clan, V5Rules())
    assert random_compulsion((10,), clan, V5Rules()) is of(clan.upper())
    assert of(clan).clan == clan


@pytest.mark.parametrize("clan", CLANLESS)
def test_without_a_clan_the_ten_is_rolled_again(clan: str | None) -> None:
    """A13: so that the odds are 3/9, 2/9, 2/9 and 2/9."""
    assert [face for face in range(1, 11) if takes_another_die(face, clan, V5Rules())] == [10]
    assert random_compulsion((10, 10, 4), clan, V5Rules()) is DOMINANCE
    odds = Counter(random_compulsion((10, face), clan, V5Rules()).name for face in range(1, 10))
    assert {name: Fraction(count, 9) for name, count in odds.items()} == {
        "Hunger": Fraction(1, 3),
        "Dominance": Fraction(2, 9),
        "Harm": Fraction(2, 9),
        "Paranoia": Fraction(2, 9),
    }


NOT_ONE_COMPULSIONS = (
    r"^(\[.*\] are not the dice of one|"
    r"the ten of a character without a clan's Compulsion|"
    r"a ten-sided die) "
)


@pytest.mark.parametrize(
    ("faces", "clan"),
    [
        ((), None),
        ((10,), None),
        ((3, 4), None),
        ((10, 4), "Brujah"),
        ((0,), None),
        ((11,), "Brujah"),
    ],
)
def test_dice_that_are_not_one_compulsions_are_broken_assumptions(
    faces: tuple[int, ...], clan: str | None
) -> None:
    """As many dice as the tens call for, and faces of a die."""
    with pytest.raises(ValueError, match=NOT_ONE_COMPULSIONS):
        random_compulsion(faces, clan, V5Rules())


FREE = CompelledRoll(meets_condition=True)


@dataclass(frozen=True)
class Row:
    """A row of A13: dice of an ordinary roll and of one that meets the condition, and endings."""

    compulsion: Compulsion
    name: str
    weighs: Weighs
    ordinary: int
    met: int
    with_scene: bool


@pytest.mark.parametrize(
    "row",
    [
        Row(HUNGER, "Hunger", Weighs.UNLESS_MET, -2, 0, False),
        Row(DOMINANCE, "Dominance", Weighs.UNLESS_MET, -2, 0, False),
        Row(HARM, "Harm", Weighs.UNLESS_MET, -2, 0, False),
        Row(PARANOIA, "Paranoia", Weighs.UNLESS_MET, -2, 0, False),
        Row(of("Banu Haqim"), "Judgment", Weighs.ON_ALL, -3, -3, True),
        Row(of("Brujah"), "Rebellion", Weighs.ON_ALL, -2, -2, False),
        Row(of("Gangrel"), "Feral Impulses", Weighs.ON_TRAITS, 0, 0, True),
        Row(of("Hecata"), "Morbidity", Weighs.UNLESS_MET, -2, 0, True),
        Row(of("Hecata", OMEN), "Morbidity", Weighs.ON_ALL, -3, -3, True),
        Row(of("Lasombra"), "Ruthlessness", Weighs.AFTER_FAILURE, 0, 0, True),
        Row(of("Malkavian"), "Delusion", Weighs.ON_TRAITS, 0, 0, True),
        Row(of("Ministry"), "Transgression", Weighs.UNLESS_MET, -2, 0, False),
        Row(of("Nosferatu"), "Cryptophilia", Weighs.UNLESS_MET, -2, 0, False),
        Row(of("Ravnos"), "Tempting Fate", Weighs.UNLESS_MET, -2, 0, False),
        Row(of("Salubri"), "Affective Empathy", Weighs.UNLESS_MET, -2, 0, True),
        Row(of("Toreador"), "Obsession", Weighs.UNLESS_MET, -2, 0, True),
        Row(of("Tremere"), "Perfectionism", Weighs.LESS_BY_REPEATING, -2, -2, True),
        Row(of("Tzimisce"), "Covetousness", Weighs.UNLESS_MET, -2, 0, False),
        Row(of("Ventrue"), "Arrogance", Weighs.UNLESS_MET, -2, 0, False),
    ],
    ids=lambda row: f"{row.compulsion.clan or 'general'} {row.name} {row.ordinary}",
)
def test_each_compulsion_weighs_as_its_row_says(row: Row) -> None:
    """A13, row by row."""
    compulsion = row.compulsion
    assert (compulsion.name, compulsion.weighs) == (row.name, row.weighs)
    assert dice(compulsion, CompelledRoll(traits=("Strength", "Brawl"))) == row.ordinary
    assert dice(compulsion, FREE) == row.met
    assert ends_by_itself(compulsion, moment=Moment.SCENE_END) is row.with_scene
    assert ends_by_itself(compulsion, slaked=1) is (compulsion is HUNGER)
    assert ends_by_itself(compulsion, won_skill_critically=True) is (row.name == "Perfectionism")
    assert not ends_by_itself(compulsion, moment=Moment.TURN_END)
    assert compulsion.forbids_teamwork is (compulsion is DOMINANCE)
    assert compulsion.condition.endswith(".")
    assert compulsion.ending.endswith(".")


def test_a_table_chooses_the_hecatas_compulsion() -> None:
    """B, hecata: one switch changes one clan's Compulsion, and no other's."""
    assert clan_compulsion("Hecata", V5Rules()) is HECATA_TRANSITION
    assert clan_compulsion("Hecata", OMEN) is HECATA_OMEN
    for clan in set(CLANS) - {"Hecata"}:
        assert clan_compulsion(clan, OMEN) is clan_compulsion(clan, V5Rules())


def test_hunger_is_not_slaked_by_nothing() -> None:
    """A13: the Hunger Compulsion needs 1 Hunger slaked at least."""
    assert not ends_by_itself(HUNGER, slaked=0)


def test_every_clan_has_its_row() -> None:
    """A13: fourteen clans, and none for Caitiff and thin-bloods."""
    assert [compulsion.clan for compulsion in CLAN_COMPULSIONS.values()] == CLANS
    assert all(clan_compulsion(clan, V5Rules()) is None for clan in CLANLESS)
    assert all(compulsion.clan is None for compulsion in GENERAL)


@pytest.mark.parametrize(
    ("clan", "attribute", "taken"),
    [
        ("Gangrel", "Manipulation", -3),
        ("Gangrel", "Intelligence", -3),
        ("Gangrel", "Wits", 0),
        ("Gangrel", "Charisma", 0),
        ("Malkavian", "Dexterity", -2),
        ("Malkavian", "Manipulation", -2),
        ("Malkavian", "Composure", -2),
        ("Malkavian", "Wits", -2),
        ("Malkavian", "Strength", 0),
        ("Malkavian", "Resolve", 0),
    ],
)
def test_some_weigh_on_attributes(clan: str, attribute: str, taken: int) -> None:
    """A13: Gangrel and Malkavian, by the traits in the pool, once however many match."""
    assert dice(of(clan), CompelledRoll(traits=(attribute.lower(), "Occult"))) == taken
    assert dice(of(clan), CompelledRoll(traits=(attribute, attribute))) == taken


def test_a_malkavian_resists_terror_worse() -> None:
    """A13: -2 on resisting terror frenzy, which no other clan's weighs on like that."""
    terror = CompelledRoll(traits=("Willpower", "Humanity"), resists_terror=True)
    assert dice(of("Malkavian"), terror) == -2
    assert dice(of("Gangrel"), terror) == 0


@pytest.mark.parametrize(("repeats", "taken"), [(0, -2), (1, -1), (2, 0), (3, 0), (9, 0)])
def test_a_tremere_gets_better_by_repeating(repeats: int, taken: int) -> None:
    """A13: -2, then -1, then nothing, and never a bonus."""
    assert dice(of("Tremere"), CompelledRoll(repeats=repeats)) == taken
    assert dice(of("Brujah"), CompelledRoll(repeats=repeats)) == -2


def test_a_lasombra_is_ruthless_after_a_failure() -> None:
    """A13: nothing until the next failure, then every roll."""
    assert dice(of("Lasombra"), CompelledRoll(has_failed=False)) == 0
    assert dice(of("Lasombra"), CompelledRoll(has_failed=True, meets_condition=True)) == -2
    assert dice(HARM, CompelledRoll(has_failed=True)) == -2


def test_the_item_names_the_compulsion() -> None:
    """What takes dice from a pool says so."""
    assert compulsion_items(PARANOIA, CompelledRoll()) == (PoolItem("Compulsion (Paranoia)", -2),)
    assert compulsion_items(PARANOIA, FREE) == ()


def test_two_compulsions_do_not_add() -> None:
    """A13: the heavier penalty counts alone."""
    both = [
        *compulsion_items(HARM, CompelledRoll()),
        *compulsion_items(of("Banu Haqim"), CompelledRoll()),
    ]
    assert heaviest_item(both) == (PoolItem("Compulsion (Judgment)", -3),)
    assert heaviest_item(both[:1]) == tuple(both[:1])
    assert heaviest_item([]) == ()


@pytest.mark.parametrize(
    ("kind", "is_in_frenzy", "code"),
    [
        (CharacterKind.VAMPIRE, False, None),
        (CharacterKind.THIN_BLOOD, False, None),
        (CharacterKind.VAMPIRE, True, "in_frenzy"),
        (CharacterKind.GHOUL, False, "no_beast"),
        (CharacterKind.MORTAL, True, "no_beast"),
    ],
)
def test_whom_a_compulsion_can_befall(
    kind: CharacterKind, is_in_frenzy: bool, code: str | None
) -> None:
    """A12.5, A13: who has a Beast, and is not in frenzy."""
    refusal = compulsion_refusal(kind, is_in_frenzy=is_in_frenzy)
    assert (None if refusal is None else refusal.code) == code


@pytest.mark.parametrize("has_condition", [True, False])
def test_a_storyteller_may_make_their_own(has_condition: bool) -> None:
    """A13: name, penalty, condition and end; with a condition it spares what meets it."""
    made = own_compulsion(
        " Thrift ", dice=-1, condition="It is free.", ending="Dawn.", has_condition=has_condition
    )
    assert isinstance(made, Compulsion)
    assert (made.name, made.clan, made.condition, made.ending) == (
        "Thrift",
        None,
        "It is free.",
        "Dawn.",
    )
    assert dice(made) == -1
    assert dice(made, FREE) == (0 if has_condition else -1)
    assert not ends_by_itself(made, slaked=3, moment=Moment.SCENE_END)


@pytest.mark.parametrize(
    ("name", "taken", "field"), [(" ", -1, "name"), ("Thrift", 1, "dice"), ("Thrift", -6, "dice")]
)
def test_an_own_compulsion_has_a_name_and_takes_dice(name: str, taken: int, field: str) -> None:
    """A13: a slip is refused, with the field and what is accepted."""
    refusal = own_compulsion(name, dice=taken, condition="", ending="", has_condition=False)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("bad_compulsion", field)
    assert refusal.accepted == {"name": "a name", "dice": "-5 to 0"}[field]
    assert ("at most 5." in refusal.detail) is (field == "dice")
    for accepted in (0, -5):
        made = own_compulsion("Thrift", dice=accepted, condition="", ending="", has_condition=True)
        assert isinstance(made, Compulsion)


def test_an_action_is_not_repeated_less_than_never() -> None:
    """A count below 0 is a broken assumption."""
    with pytest.raises(ValueError, match="-1"):
        CompelledRoll(repeats=-1)


def test_acting_out_may_be_rewarded() -> None:
    """A13: 1 Willpower at most, and none where none is marked."""
    assert reward_acting_out(Track(5, 2, 1)) == Track(5, 1, 1)
    assert reward_acting_out(Track(5, 0, 1)) == Track(5, 0, 1)


@given(
    st.sampled_from([*CLANS, *CLANLESS]),
    st.integers(1, 10),
    st.builds(
        CompelledRoll,
        traits=st.lists(st.sampled_from(["Wits", "Manipulation", "Brawl"])).map(tuple),
        meets_condition=st.booleans(),
        repeats=st.integers(0, 5),
        has_failed=st.booleans(),
        resists_terror=st.booleans(),
    ),
    any_rules,
)
def test_no_compulsion_ever_adds_dice(
    clan: str | None, face: int, roll: CompelledRoll, rules: V5Rules
) -> None:
    """Whatever comes of the die, it takes 0 to 3 dice."""
    faces = (face, 1) if takes_another_die(face, clan, rules) else (face,)
    assert -3 <= dice(random_compulsion(faces, clan, rules), roll) <= 0
