"""What a pool says of its character: repeated actions, control resisted, further defences."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.words import Preset, TrackerAudience
from tests.support.rooms import Done, Table


def items_of(done: Done) -> list[tuple[str, int]]:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, PoolReceipt)
    return [(item.label, item.dice) for item in receipt.items]


def compelled(name: str, **fields: object) -> tuple[Table, str, str]:
    room = Table()
    iris = room.vampire("ann", clan="Tremere")
    held = room.act(
        "storyteller", i.BeginEffect, character=iris, kind="compulsion", name=name, **fields
    )
    return room, iris, held.created


# --- Compulsions --------------------------------------------------------------------------------


@pytest.mark.parametrize(("repeats", "taken"), [(0, -2), (1, -1), (2, 0), (5, 0)])
def test_perfectionism_weighs_less_by_repeating(repeats: int, taken: int) -> None:
    """A13, Tremere: -2, -1 when an action is repeated, nothing at the second repeat."""
    room, iris, _ = compelled("Perfectionism")
    done = room.act("ann", i.Roll, (6,) * (4 + taken), character=iris, pool=4, repeats=repeats)
    weighs = [("Compulsion (Perfectionism)", taken)] if taken else []
    assert items_of(done) == [("pool", 4), *weighs]


def won(visibility: str, faces: tuple[int, ...], *traits: str, held: str = "public") -> list[str]:
    """Effects that ended with a roll of Iris's, once it had settled."""
    room, iris, effect = compelled("Perfectionism", visibility=held)
    room.act("storyteller", i.EditCharacter, character=iris, traits={"Wits": 3, "Stealth": 3})
    asked = {"character": iris, "traits": traits, "difficulty": 2, "visibility": visibility}
    rolled = room.act("ann", i.Roll, faces, **asked).created
    done = room.act("storyteller", i.SettleRoll, roll=rolled)
    ended = [event.effect for event in done.all(e.EffectEnded)]
    assert ended in ([], [effect])
    return ended


def test_perfectionism_ends_with_a_skill_won_critically() -> None:
    """A13, Tremere: until a critical win on a Skill roll; nothing less ends it."""
    pair = (10, 10, 1, 1)
    assert won("public", pair, "Wits", "Stealth")
    assert not won("public", (10, 6, 1, 1), "Wits", "Stealth")
    assert not won("public", (10, 10, 1), "Wits", "Resolve")


def test_its_end_tells_nobody_of_a_win_that_was_hidden_from_them() -> None:
    """A blind win leaves it where its roller sees it; where Storytellers alone do, it ends."""
    pair = (10, 10, 1, 1)
    assert not won("blind", pair, "Wits", "Stealth")
    assert won("blind", (*pair, 1, 1), "Wits", "Stealth", held="secret")


@pytest.mark.parametrize("name", ["Rebellion", "A table's own"])
def test_repeating_lightens_nothing_else(name: str) -> None:
    """A13: only the Compulsion that says so."""
    room, iris, _ = compelled(name)
    room.refuse("ann", i.Roll, Code.INVALID, "repeats", character=iris, pool=4, repeats=1)


def test_repeating_tells_nothing_of_a_compulsion_that_is_not_known() -> None:
    """A refusal, as where there is none."""
    room, iris, _ = compelled("Perfectionism", visibility="secret")
    refused = {"character": iris, "pool": 4, "repeats": 1}
    room.refuse("ann", i.Roll, Code.INVALID, "repeats", **refused)
    room.refuse("ann", i.Roll, Code.INVALID, "repeats", pool=4, repeats=1)


def test_a_storytellers_own_number_stands() -> None:
    """A13: the Storyteller may say otherwise, by another penalty."""
    room, iris, _ = compelled("Perfectionism", penalty=-3)
    done = room.act("ann", i.Roll, (6,), character=iris, pool=4, repeats=1)
    assert items_of(done) == [("pool", 4), ("Compulsion (Perfectionism)", -3)]


def test_ruthlessness_weighs_from_a_failure_on() -> None:
    """A13, Lasombra: before one the player lets it not count, as the receipt shows."""
    room, iris, held = compelled("Ruthlessness")
    before = room.act("ann", i.Roll, (6,) * 4, character=iris, pool=4, strike=(held,))
    assert items_of(before) == [("pool", 4), ("Ruthlessness: does not count here", 0)]
    after = room.act("ann", i.Roll, (6, 6), character=iris, pool=4)
    assert items_of(after) == [("pool", 4), ("Compulsion (Ruthlessness)", -2)]


@pytest.mark.parametrize("penalty", [-6, -10])
def test_a_tables_own_compulsion_takes_five_dice_at_most(penalty: int) -> None:
    """A13: a slip of the pen is caught."""
    room = Table()
    iris = room.vampire("ann")
    own = {"character": iris, "kind": "compulsion", "name": "Count the grains"}
    room.refuse(
        "storyteller", i.BeginEffect, Code.BAD_COMPULSION, "penalty", penalty=penalty, **own
    )
    held = room.act("storyteller", i.BeginEffect, penalty=-5, applies="not counting", **own)
    done = room.act("ann", i.Roll, (6,), character=iris, pool=6)
    assert items_of(done) == [("pool", 6), ("Compulsion (Count the grains)", -5)]
    struck = room.act("ann", i.Roll, (6,) * 6, character=iris, pool=6, strike=(held.created,))
    assert items_of(struck)[1] == ("Count the grains: does not count here", 0)


def test_dominance_knows_no_teamwork() -> None:
    """A13: neither as who helps nor as who is helped."""
    room, iris, _ = compelled("Dominance")
    other = room.vampire("bob", "Brick", traits={"Brawl": 2})
    room.act("ann", i.EditCharacter, character=iris, traits={"Brawl": 2})
    room.refuse(
        "bob", i.Help, Code.WRONG_STATE, "helps", character=other, helps=iris, skill="Brawl"
    )
    room.refuse(
        "ann", i.Help, Code.WRONG_STATE, "character", character=iris, helps=other, skill="Brawl"
    )


def test_a_compulsion_played_well_gives_back_a_willpower() -> None:
    """A13: as the Storyteller finds, and one who has none has nothing to act out."""
    room, iris, held = compelled("Rebellion")
    hurt = {"track": "willpower", "kind": "superficial", "amount": 2}
    room.act("storyteller", i.DealDamage, character=iris, **hurt)
    reward = {"character": iris, "by": "acting_out"}
    room.refuse("ann", i.Recover, Code.FORBIDDEN, "by", **reward)
    done = room.act("storyteller", i.Recover, **reward)
    healed = done.only(e.Healed)
    assert (healed.amount, healed.kind, healed.recovery) == (1, "superficial", "acting_out")
    room.act("storyteller", i.Recover, **reward)
    room.refuse("storyteller", i.Recover, Code.NOTHING_TO_HEAL, "character", **reward)
    room.act("storyteller", i.EndEffect, effect=held)
    room.refuse("storyteller", i.Recover, Code.WRONG_STATE, "character", **reward)


# --- frenzy -------------------------------------------------------------------------------------


def test_frenzy_helps_against_mind_control() -> None:
    """A12.5: three dice more, an item of the receipt."""
    room = Table()
    iris = room.vampire("ann")
    pool = {"character": iris, "pool": 2, "against_control": True}
    room.refuse("ann", i.Roll, Code.WRONG_STATE, "against_control", **pool)
    room.act("ann", i.RideWave, character=iris, kind="fury")
    done = room.act("ann", i.Roll, (6,) * 5, **pool)
    assert items_of(done) == [("pool", 2), ("in frenzy", 3)]


def test_the_dice_of_a_frenzy_that_others_do_not_know_are_not_named() -> None:
    """As with whatever holds a character unseen."""
    room = Table()
    iris = room.vampire("ann")
    room.act("ann", i.RideWave, character=iris, kind="fury", visibility="private")
    done = room.act("ann", i.Roll, (6,) * 5, character=iris, pool=2, against_control=True)
    assert items_of(done) == [("pool", 2), ("helped", 3)]
    seen = room.act(
        "ann", i.Roll, (6,) * 5, character=iris, pool=2, against_control=True,
        visibility="private",
    )  # fmt: skip
    assert items_of(seen) == [("pool", 2), ("in frenzy", 3)]


@pytest.mark.parametrize(
    ("faces", "costs"), [((6, 6, 2, 2, 2, 2), True), ((10, 10, 2, 2, 2, 2), False)]
)
def test_holding_on_costs_the_next_turn(faces: tuple[int, ...], costs: bool) -> None:
    """A12.2: a win, unless it is a critical one."""
    room = Table()
    iris = room.vampire("ann")
    done = room.act("ann", i.TestFrenzy, faces, character=iris, kind="fury", difficulty=2)
    receipt = done.only(e.RollResolved).receipt
    assert getattr(receipt, "costs_next_turn", None) is costs


def test_a_lost_frenzy_test_costs_no_turn_of_holding() -> None:
    """A12.2."""
    room = Table()
    iris = room.vampire("ann")
    done = room.act("ann", i.TestFrenzy, (2,) * 6, character=iris, kind="fury", difficulty=2)
    assert getattr(done.only(e.RollResolved).receipt, "costs_next_turn", None) is False


# --- thin-bloods --------------------------------------------------------------------------------


def thin_blood(**traits: int) -> tuple[Table, str]:
    room = Table()
    return room, room.vampire("ann", "Thin", kind="thin_blood", traits=traits, blood_potency=0)


@pytest.mark.parametrize(("dots", "counted"), [(0, 3), (1, 2)])
def test_a_resilient_thin_blood_takes_damage_as_vampires_do(dots: int, counted: int) -> None:
    """A10.4, A14: halved, rounding up."""
    room, iris = thin_blood(**{"Vampiric Resilience": dots})
    done = room.act(
        "storyteller", i.DealDamage, character=iris, track="health", kind="superficial", amount=3
    )
    assert done.only(e.DamageDealt).counted == counted


@pytest.mark.parametrize(("dots", "kind"), [(0, "aggravated"), (1, "superficial")])
def test_a_resilient_thin_blood_is_hurt_by_blades_as_vampires_are(dots: int, kind: str) -> None:
    """A10.5, A14."""
    room, iris = thin_blood(**{"Vampiric Resilience": dots})
    brick = room.vampire("bob", "Brick")
    contest = room.act(
        "bob", i.OpenContest, (6, 6), character=brick, against=iris, pool=2, arms="knife"
    )
    done = room.act(
        "ann", i.AnswerContest, (2,),
        contest=contest.only(e.ContestOpened).contest.contest, character=iris, pool=1,
    )  # fmt: skip
    damage = done.only(e.ProposalOpened).proposal.damage
    assert damage is not None
    assert damage.kind == kind


def test_only_a_thin_blood_of_bestial_temper_frenzies() -> None:
    """A12.7, A14."""
    room, iris = thin_blood()
    room.refuse("ann", i.RideWave, Code.NO_FRENZY, "character", character=iris, kind="fury")
    room, iris = thin_blood(**{"Bestial Temper": 1})
    assert room.act("ann", i.RideWave, character=iris, kind="fury").kinds == ["effect_begun"]


def test_a_thin_blood_of_mortal_frailty_does_not_mend() -> None:
    """A14."""
    for frailty, may in ((0, True), (1, False)):
        room, iris = thin_blood(**{"Mortal Frailty": frailty})
        room.act(
            "storyteller", i.DealDamage, character=iris, track="health", kind="superficial",
            amount=2,
        )  # fmt: skip
        if may:
            room.act("ann", i.Mend, (6,), character=iris)
        else:
            room.refuse("ann", i.Mend, Code.NO_ROUSE, character=iris)


def test_a_vampires_sheet_changes_nothing_of_what_vampires_are() -> None:
    """A14: these are a thin-blood's."""
    room = Table()
    iris = room.vampire("ann", traits={"Mortal Frailty": 1})
    room.act(
        "storyteller", i.DealDamage, character=iris, track="health", kind="superficial", amount=2
    )
    room.act("ann", i.Mend, (6,), character=iris)


# --- several defences ---------------------------------------------------------------------------


@pytest.mark.parametrize("before", [0, 1, 3])
def test_each_further_defence_may_lose_a_die(before: int) -> None:
    """A9.4: where the table plays so, the answer says how many there were."""
    room = Table(HouseRules(preset=Preset.V5, tracker_audience=TrackerAudience.TABLE))
    iris, brick = room.vampire("ann"), room.vampire("bob", "Brick")
    contest = room.act("ann", i.OpenContest, (6,), character=iris, against=brick, pool=1)
    done = room.act(
        "bob", i.AnswerContest, (2,) * (5 - before),
        contest=contest.only(e.ContestOpened).contest.contest, character=brick, pool=5,
        defences_before=before,
    )  # fmt: skip
    weighs = [("further defence", -before)] if before else []
    assert items_of(done) == [("pool", 5), *weighs]
