"""Pools by the names of traits, and what holds a character when it rolls."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces, PoolItemView
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.receipts import PoolReceipt
from protocol.words import Preset, TrackName
from tests.support.rooms import Done, Table

SHEET = {"wits": 3, "Insight": 2, "Dominate": 3, "Stealth": 2, "Strength": 2}


def rolled(done: Done) -> PoolReceipt:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    return receipt


def items(done: Done) -> list[tuple[str, int]]:
    return [(item.label, item.dice) for item in rolled(done).items]


def iris(room: Table, **sheet: object) -> CharacterId:
    return room.vampire("ann", traits=SHEET, hunger=0, **sheet)


# --- traits -------------------------------------------------------------------------------------


def test_a_pool_is_named_by_its_traits_and_itemised() -> None:
    """A1.2, A1.3: in any letter case; a fitting specialty adds one die."""
    room = Table()
    done = room.act(
        "ann", i.Roll, (6,) * 6,
        character=iris(room), traits=("Wits", "insight"), specialty="Lies", difficulty=2,
    )  # fmt: skip
    assert items(done) == [("Wits", 3), ("insight", 2), ("specialty (Lies)", 1)]


def test_an_attribute_alone_is_the_pool_of_who_lacks_the_skill() -> None:
    """A1.2."""
    room = Table()
    done = room.act("ann", i.Roll, (6,) * 3, character=iris(room), traits=("Wits", "Firearms"))
    assert items(done) == [("Wits", 3), ("Firearms", 0)]


def test_a_discipline_is_strengthened_by_blood_potency() -> None:
    """A5."""
    room = Table()
    done = room.act(
        "ann", i.Roll, (6,) * 7, character=iris(room, blood_potency=2), traits=("Wits", "Dominate")
    )
    assert items(done) == [("Wits", 3), ("Dominate", 3), ("Blood Potency", 1)]


def test_the_groups_of_the_attributes_are_impaired_by_themselves() -> None:
    """A10.11, A10.12: a full Health track takes two dice from Strength and none from Wits."""
    room = Table()
    hero = iris(room)
    full = {"character": hero, "track": TrackName.HEALTH, "superficial": 5}
    room.act("storyteller", i.SetTrack, **full)
    body = room.act("ann", i.Roll, (6,) * 2, character=hero, traits=("Strength", "Stealth"))
    mind = room.act("ann", i.Roll, (6,) * 5, character=hero, traits=("Wits", "Insight"))
    assert items(body)[-1] == ("impaired (Health)", -2)
    assert len(items(mind)) == 2


def test_willpower_in_a_pool_takes_its_hunger_dice_and_its_reroll() -> None:
    """A2.3: the unmarked boxes count, no die is a Hunger die, and nothing stands."""
    room = Table()
    hero = room.vampire("ann", traits=SHEET, hunger=3)
    done = room.act("ann", i.Roll, (6,) * 7, character=hero, traits=("Wits", "Willpower"))
    assert items(done) == [("Wits", 3), ("Willpower", 4)]
    assert {die.kind for die in rolled(done).dice} == {"regular"}
    assert not done.only(e.RollResolved).is_standing


@pytest.mark.parametrize(
    ("preset", "traits", "is_rolled"),
    [
        (Preset.V5, ("Stealth",), False),
        (Preset.V5_CORE_ROLLING, ("Stealth",), True),
        (Preset.V5, ("Stealth", "Insight"), False),
        (Preset.V5, ("Wits", "wits"), False),
    ],
)
def test_what_mixtures_a_table_rolls(
    preset: Preset, traits: tuple[str, ...], is_rolled: bool
) -> None:
    """B, pool_kinds: a Skill alone is a pool by one preset and refused by the other."""
    room = Table(HouseRules(preset=preset))
    asked = {"character": iris(room), "traits": traits}
    if is_rolled:
        assert items(room.act("ann", i.Roll, (6, 6), **asked)) == [("Stealth", 2)]
    else:
        room.refuse("ann", i.Roll, Code.BAD_POOL, "traits", **asked)


def test_a_pool_is_dice_or_traits() -> None:
    room = Table()
    hero = iris(room)
    room.refuse("ann", i.Roll, Code.INVALID, "pool", character=hero)
    room.refuse("ann", i.Roll, Code.INVALID, "traits", character=hero, pool=2, traits=("Wits",))
    room.refuse("ann", i.Roll, Code.INVALID, "character", traits=("Wits",))


def test_a_kind_beside_traits_is_the_one_that_they_make() -> None:
    room = Table()
    asked = {"character": iris(room), "traits": ("Wits", "Willpower")}
    room.refuse("ann", i.Roll, Code.INVALID, "kind", **asked, kind="humanity")
    room.act("ann", i.Roll, (6,) * 7, **asked, kind="willpower")


def test_a_surge_needs_an_attribute() -> None:
    """A5: a Skill alone is not strengthened."""
    room = Table(HouseRules(preset=Preset.V5_CORE_ROLLING))
    asked = {"character": iris(room), "traits": ("Stealth",), "surge": True}
    room.refuse("ann", i.Roll, Code.SURGE_NOT_ALLOWED, "surge", **asked)


# --- what holds a character ---------------------------------------------------------------------


def held(room: Table, hero: CharacterId, name: str, penalty: int, **more: object) -> str:
    fields = {"kind": "compulsion", **more}
    made = room.act(
        "storyteller", i.BeginEffect, character=hero, name=name, penalty=penalty, **fields
    )
    return made.created


def test_what_holds_a_character_is_taken_from_its_pools() -> None:
    """A10.14: an injury is text with a penalty, by the Storyteller's word."""
    room = Table()
    hero = iris(room)
    held(room, hero, "A broken hand", -1, kind="injury")
    done = room.act("ann", i.Roll, (6,) * 4, character=hero, pool=5, label="Wits + Insight")
    assert items(done) == [("Wits + Insight", 5), ("Injury (A broken hand)", -1)]


def test_two_compulsions_do_not_add() -> None:
    """A13: the heavier one weighs."""
    room = Table()
    hero = iris(room)
    held(room, hero, "Vanity", -1)
    held(room, hero, "Dread", -3)
    assert items(room.act("ann", i.Roll, (6,) * 2, character=hero, pool=5))[1:] == [
        ("Compulsion (Dread)", -3)
    ]


def test_a_condition_that_is_met_lets_the_penalty_not_count_and_is_written_down() -> None:
    room = Table()
    hero = iris(room)
    free = held(room, hero, "Vanity", -2, applies="Unless it makes somebody look.")
    done = room.act("ann", i.Roll, (6,) * 5, character=hero, pool=5, strike=(free,))
    assert items(done)[1:] == [("Vanity: does not count here", 0)]


def test_only_a_storyteller_strikes_what_has_no_condition() -> None:
    room = Table()
    hero = iris(room)
    fixed = held(room, hero, "Rebellion", -2)
    asked = {"character": hero, "pool": 5}
    room.refuse("ann", i.Roll, Code.FORBIDDEN, "strike", **asked, strike=(fixed,))
    room.refuse("ann", i.Roll, Code.FORBIDDEN, "strike", **asked, strike=("impairment",))
    done = room.act("storyteller", i.Roll, (6,) * 5, **asked, strike=(fixed, "impairment"))
    assert rolled(done).items[1] == PoolItemView("Rebellion: does not count here", 0)


def test_an_effect_on_traits_weighs_on_pools_with_one_of_them() -> None:
    """A13, Gangrel."""
    room = Table()
    hero = iris(room)
    room.act("storyteller", i.BeginEffect, character=hero, kind="compulsion", name="Feral Impulses")
    free = room.act("ann", i.Roll, (6,) * 5, character=hero, traits=("Wits", "Insight"))
    bound = room.act("ann", i.Roll, (6,), character=hero, traits=("Manipulation", "Insight"))
    assert (len(items(free)), items(bound)[-1]) == (2, ("Compulsion (Feral Impulses)", -3))


def test_an_effect_that_its_player_may_not_know_weighs_on_no_roll_of_the_player() -> None:
    """The number of dice would tell of it, and so would the faces that a player must enter."""
    room = Table(HouseRules(entered_dice=True))
    hero = iris(room)
    secret = held(room, hero, "The Sleeper's whisper", -2, visibility="secret")
    faces = EnteredFaces(regular=(6, 6))
    done = room.act("ann", i.Roll, character=hero, pool=2, entered=faces)
    assert len(items(done)) == 1
    room.refuse("ann", i.Roll, Code.NOT_FOUND, "strike", character=hero, pool=2, strike=(secret,))


def test_a_receipt_does_not_name_what_some_of_its_viewers_may_not_know() -> None:
    room = Table()
    hero = iris(room)
    held(room, hero, "Vanity", -1, visibility="private")
    done = room.act("ann", i.Roll, (6,), character=hero, pool=2, visibility="public")
    assert items(done)[-1] == ("hindered", -1)


# --- the table of Compulsions -------------------------------------------------------------------


def test_a_compulsion_of_the_book_brings_what_the_table_says() -> None:
    """A13: penalty, condition and end come with the name; a table's own brings its own."""
    room = Table()
    hero = iris(room)
    began = room.act(
        "storyteller", i.BeginEffect, character=hero, kind="compulsion", name="Dominance"
    ).only(e.EffectBegun)
    assert began.effect.penalty == -2
    assert began.effect.applies.startswith("Unless: ")
    assert began.effect.ends


@pytest.mark.parametrize(
    ("clan", "faces", "name"),
    [
        ("Brujah", (1,), "Hunger"),
        ("Brujah", (3,), "Hunger"),
        ("Brujah", (4,), "Dominance"),
        ("Brujah", (6,), "Harm"),
        ("Brujah", (9,), "Paranoia"),
        ("Brujah", (10,), "Rebellion"),
        ("Caitiff", (10, 8), "Paranoia"),
        ("", (10, 10, 5), "Dominance"),
    ],
)
def test_the_dice_choose_a_compulsion(clan: str, faces: tuple[int, ...], name: str) -> None:
    """A13: a ten is the clan's own, and rolled again for who has none."""
    room = Table()
    hero = room.vampire("ann", clan=clan)
    done = room.act("ann", i.RollCompulsion, faces, character=hero)
    assert done.only(e.RollResolved).receipt.name == name  # type: ignore[union-attr]
    assert done.only(e.EffectBegun).effect.name == name


def test_hunger_is_over_as_soon_as_any_is_slaked() -> None:
    """A13."""
    room = Table()
    hero = room.vampire("ann", hunger=3)
    room.act("ann", i.RollCompulsion, (1,), character=hero)
    room.act("ann", i.Feed, character=hero, source="human_sip")
    assert room.state.effects == {}


def test_who_has_no_beast_has_no_compulsion() -> None:
    room = Table()
    ana = room.vampire("ann", kind="mortal")
    room.refuse("ann", i.RollCompulsion, Code.NO_BEAST, "character", character=ana)


def test_a_thin_blood_has_no_compulsion_of_a_clan() -> None:
    """A13, A14: the ten is rolled again, whatever clan stands on the card."""
    room = Table()
    hero = room.vampire("ann", kind="thin_blood", clan="Brujah")
    done = room.act("ann", i.RollCompulsion, (10, 7), character=hero)
    assert done.only(e.EffectBegun).effect.name == "Harm"


def test_a_penalty_on_traits_has_no_condition_to_meet() -> None:
    """A13, Gangrel: the traits are the condition, and nobody's word."""
    room = Table()
    hero = iris(room)
    bound = room.act(
        "storyteller", i.BeginEffect, character=hero, kind="compulsion", name="Feral Impulses"
    ).created
    room.refuse(
        "ann", i.Roll, Code.FORBIDDEN, "strike",
        character=hero, traits=("Manipulation", "Insight"), strike=(bound,),
    )  # fmt: skip


def test_compulsions_by_the_dice_are_bounded() -> None:
    room = Table()
    hero = iris(room)
    for _ in range(20):
        room.act("ann", i.RollCompulsion, (7,), character=hero)
    room.refuse("ann", i.RollCompulsion, Code.LIMIT_REACHED, "character", character=hero)


def test_a_tables_own_compulsion_of_a_known_name_ends_as_the_table_said() -> None:
    room = Table()
    hero = room.vampire("ann", hunger=3)
    held(room, hero, "Hunger", -1, ends="The prince has been paid.")
    room.act("ann", i.Feed, character=hero, source="human_sip")
    assert len(room.state.effects) == 1


def test_a_trait_stands_once_on_a_sheet_in_whatever_letter_case() -> None:
    """What is edited is the trait that is rolled."""
    room = Table()
    hero = room.vampire("ann", stamina=2, traits={"Stamina": 5, "Insight": 2})
    assert room.state.characters[hero].traits == {
        "Stamina": 2, "Insight": 2, "composure": 2, "resolve": 2,
    }  # fmt: skip
    room.act("ann", i.EditCharacter, character=hero, traits={"insight": 1})
    assert room.state.characters[hero].traits["Insight"] == 1


def test_to_be_awake_by_day_is_a_roll_of_humanity() -> None:
    """A11.6, A2.3: all dice are regular, and nothing can be rerolled."""
    room = Table()
    hero = room.vampire("ann", hunger=5, humanity=6)
    done = room.act("ann", i.Roll, (6,) * 6, character=hero, traits=("Humanity",), difficulty=4)
    assert items(done) == [("Humanity", 6)]
    assert {die.kind for die in rolled(done).dice} == {"regular"}
    assert not done.only(e.RollResolved).is_standing
