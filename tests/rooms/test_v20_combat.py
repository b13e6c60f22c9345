"""Contests, attacks, damage and soak, initiative, and extended actions in a V20 room."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from protocol.views import DamageView, TrackView
from protocol.words import Preset, ProposalKind
from tests.support.rooms import V20, Done, Table

TRAITS = {"Dexterity": 3, "Brawl": 2, "Athletics": 1, "Strength": 3, "Stamina": 2, "Wits": 2}


class Fight:
    """Ann's Iris and Bob's Brick."""

    def __init__(self, **switches: str) -> None:
        self.room = Table(HouseRules(preset=Preset.V20_BOOK, switches=switches))
        self.iris = self.room.v20_vampire("ann", "Iris", traits=TRAITS)
        self.brick = self.room.v20_vampire("bob", "Brick", traits={**TRAITS, "Fortitude": 1})

    def open(self, faces: tuple[int, ...], **more: object) -> Done:
        return self.room.act(
            "ann", i.OpenV20Contest, faces, character=self.iris, against=self.brick,
            pool=len(faces), **more,
        )  # fmt: skip

    def answer(self, contest: Done, faces: tuple[int, ...], **more: object) -> Done:
        return self.room.act(
            "bob", i.AnswerV20Contest, faces, contest=contest.created, character=self.brick,
            pool=len(faces), **more,
        )  # fmt: skip

    def hit(self, faces: tuple[int, ...] = (6, 6, 6), kind: str = "lethal") -> str:
        """An attack that nothing stops; its proposal."""
        opened = self.open(faces, attack=True, damage_kind=kind)
        answered = self.answer(opened, (2,))
        return answered.only(e.ProposalOpened).proposal.proposal


# --- resisted ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "winner", "margin"),
    [((6, 6, 2), (6, 2), "iris", 1), ((6, 2), (7, 8, 9), "brick", 2), ((6,), (9,), None, 0)],
)
def test_the_lower_net_is_taken_from_the_higher(
    first: tuple[int, ...], second: tuple[int, ...], winner: str | None, margin: int
) -> None:
    """C4.2: the rest is the winner's; a tie leaves things as they are."""
    fight = Fight()
    opened = fight.open(first)
    assert opened.kinds == ["contest_opened", "roll_resolved"]
    answered = fight.answer(opened, second)
    assert answered.kinds == ["roll_resolved", "contest_resolved"]
    result = answered.only(e.ContestResolved)
    expected = None if winner is None else getattr(fight, winner)
    assert (result.winner, result.margin) == (expected, margin)
    assert fight.room.state.contests == {}


def test_each_side_has_its_own_difficulty_and_willpower() -> None:
    """C3, C4.2."""
    fight = Fight()
    opened = fight.open((8, 7), difficulty=8, willpower=True)
    assert opened.kinds == [
        "contest_opened", "willpower_spent", "tracker_changed", "roll_resolved",
    ]  # fmt: skip
    result = fight.answer(opened, (4, 5), difficulty=4).only(e.ContestResolved)
    assert [side.successes for side in result.sides] == [2, 2]


def test_a_contest_names_traits_as_any_roll() -> None:
    """C5.2, C5.3: an attack with Dexterity + Brawl, dodged with Dexterity + Athletics."""
    fight = Fight()
    room = fight.room
    opened = room.act(
        "ann", i.OpenV20Contest, (6,) * 5, character=fight.iris, against=fight.brick,
        traits=("Dexterity", "Brawl"), attack=True,
    )  # fmt: skip
    answered = room.act(
        "bob", i.AnswerV20Contest, (6,) * 4, contest=opened.created, character=fight.brick,
        traits=("Dexterity", "Athletics"),
    )  # fmt: skip
    hit = answered.only(e.ProposalOpened).proposal
    assert (hit.kind, hit.character, hit.against) == (
        ProposalKind.ATTACK_HIT, fight.iris, fight.brick,
    )  # fmt: skip
    assert hit.damage == DamageView("health", "bashing", 0)  # type: ignore[arg-type]


def test_who_is_not_challenged_does_not_answer() -> None:
    """As in every contest: once, and by the character it is against."""
    fight = Fight()
    opened = fight.open((6,))
    for who, character, code in (("ann", fight.iris, Code.FORBIDDEN),):
        fight.room.refuse(
            who, i.AnswerV20Contest, code, contest=opened.created, character=character, pool=1
        )
    fight.room.refuse(
        "ann", i.OpenV20Contest, Code.INVALID, "against", character=fight.iris,
        against=fight.iris, pool=1,
    )  # fmt: skip
    fight.room.refuse(
        "ann", i.OpenV20Contest, Code.VISIBILITY_NOT_ALLOWED, character=fight.iris,
        against=fight.brick, pool=1, visibility="blind",
    )  # fmt: skip
    fight.room.act("ann", i.WithdrawContest, contest=opened.created)


def test_a_missed_attack_proposes_nothing() -> None:
    """C5.3: each success of the defence takes one of the attack."""
    fight = Fight()
    answered = fight.answer(fight.open((6, 6), attack=True), (6, 6))
    assert answered.all(e.ProposalOpened) == []


# --- damage and soak -----------------------------------------------------------------------------


def test_an_attack_that_hit_is_rolled_soaked_and_dealt() -> None:
    """C5.4, C5.5, C6: Strength and what the attack had beyond its first success."""
    fight = Fight()
    room, hit = fight.room, fight.hit()
    rolled = room.act(
        "ann", i.RollV20, (6, 7, 8, 9, 1), character=fight.iris, traits=("Strength",),
        kind="damage", proposal=hit,
    )  # fmt: skip
    assert rolled.kinds == ["roll_resolved", "proposal_lapsed", "proposal_opened"]
    receipt = rolled.only(e.RollResolved).receipt
    assert isinstance(receipt, V20Receipt)
    assert ("attack successes after the first", 2) in [(x.label, x.dice) for x in receipt.items]
    proposed = rolled.only(e.ProposalOpened).proposal
    assert (proposed.character, proposed.damage) == (
        fight.brick, DamageView("health", "lethal", 4),  # type: ignore[arg-type]
    )  # fmt: skip
    soaked = room.act(
        "bob", i.RollV20, (6, 2, 2), character=fight.brick, kind="soak",
        proposal=proposed.proposal,
    )  # fmt: skip
    left = soaked.only(e.ProposalOpened).proposal
    assert (left.is_soaked, left.damage) == (True, DamageView("health", "lethal", 3))  # type: ignore[arg-type]
    dealt = room.act("storyteller", i.ConfirmProposal, proposal=left.proposal)
    assert dealt.only(e.DamageDealt).counted == 3
    assert dealt.tracker("health") == TrackView(boxes=7, lethal=3, level="injured", penalty=-1)
    assert room.state.proposals == {}


def test_bashing_is_halved_when_it_is_dealt() -> None:
    """C6: after soak."""
    fight = Fight()
    rolled = fight.room.act(
        "ann", i.RollV20, (6, 6, 6), pool=3, kind="damage", against=fight.brick,
        damage_kind="bashing",
    )  # fmt: skip
    proposal = rolled.only(e.ProposalOpened).proposal.proposal
    dealt = fight.room.act("storyteller", i.ConfirmProposal, proposal=proposal)
    assert (dealt.only(e.DamageDealt).amount, dealt.only(e.DamageDealt).counted) == (3, 1)


@pytest.mark.parametrize(
    ("kind", "body", "labels"),
    [
        ("lethal", "vampire", ["Stamina", "Fortitude"]),
        ("aggravated", "vampire", ["Fortitude"]),
        ("bashing", "mortal", ["Stamina"]),
    ],
)
def test_what_a_body_soaks_with(kind: str, body: str, labels: list[str]) -> None:
    """C6."""
    room = Table(V20)
    target = room.v20_vampire("bob", "Brick", kind=body, traits={"Stamina": 2, "Fortitude": 1})
    rolled = room.act(
        "ann", i.RollV20, (6, 6), pool=2, kind="damage", against=target, damage_kind=kind
    )
    proposal = rolled.only(e.ProposalOpened).proposal.proposal
    count = sum({"Stamina": 2, "Fortitude": 1}[label] for label in labels)
    soaked = room.act(
        "bob", i.RollV20, (2,) * count, character=target, kind="soak", proposal=proposal
    )
    receipt = soaked.only(e.RollResolved).receipt
    assert isinstance(receipt, V20Receipt)
    assert [item.label for item in receipt.items] == labels


def test_a_mortal_soaks_no_lethal_damage() -> None:
    """C6: the proposal stands as it is."""
    room = Table(V20)
    target = room.v20_vampire("bob", "Brick", kind="mortal")
    rolled = room.act(
        "ann", i.RollV20, (6,), pool=1, kind="damage", against=target, damage_kind="lethal"
    )
    proposal = rolled.only(e.ProposalOpened).proposal.proposal
    room.refuse(
        "bob", i.RollV20, Code.POOL_EMPTY, "proposal", character=target, kind="soak",
        proposal=proposal,
    )  # fmt: skip
    done = room.act("storyteller", i.DismissProposal, proposal=proposal)
    assert done.kinds == ["proposal_dismissed"]


def test_what_is_soaked_whole_is_gone() -> None:
    """C5.5: and damage without a success proposes nothing."""
    fight = Fight()
    room = fight.room
    against = {"kind": "damage", "against": fight.brick}
    assert room.act("ann", i.RollV20, (2,), pool=1, **against).kinds == ["roll_resolved"]
    rolled = room.act("ann", i.RollV20, (6,), pool=1, **against)
    proposal = rolled.only(e.ProposalOpened).proposal.proposal
    soaked = room.act(
        "bob", i.RollV20, (6, 6, 6), character=fight.brick, kind="soak", proposal=proposal
    )
    assert soaked.kinds == ["roll_resolved", "proposal_lapsed"]


def test_which_roll_answers_which_proposal() -> None:
    """Each by its character, once, and before all who see it."""
    fight = Fight()
    room, hit = fight.room, fight.hit()
    damage = {"kind": "damage", "proposal": hit, "pool": 1}
    room.refuse("bob", i.RollV20, Code.FORBIDDEN, "character", character=fight.brick, **damage)
    room.refuse(
        "ann", i.RollV20, Code.INVALID, "proposal", character=fight.iris, kind="soak",
        proposal=hit, pool=1,
    )  # fmt: skip
    room.refuse(
        "ann", i.RollV20, Code.VISIBILITY_NOT_ALLOWED, "visibility", character=fight.iris,
        visibility="secret", **damage,
    )  # fmt: skip
    room.refuse(
        "ann", i.RollV20, Code.INVALID, "against", character=fight.iris, against=fight.brick,
        **damage,
    )  # fmt: skip
    room.refuse("ann", i.RollV20, Code.INVALID, "against", pool=1, against=fight.brick)
    room.refuse(
        "ann", i.RollV20, Code.NOT_FOUND, "proposal", character=fight.iris, pool=1,
        proposal="nothing",
    )  # fmt: skip
    room.act("storyteller", i.ConfirmProposal, proposal=hit)


def test_whom_nobody_may_know_is_not_hurt_in_public() -> None:
    """The proposal about a hidden character is the Storytellers', whoever saw the roll."""
    room = Table(V20)
    ghost = room.v20_vampire(None, "Ghost", hidden=True)
    done = room.act("storyteller", i.RollV20, (6,), pool=1, kind="damage", against=ghost)
    assert done.seen_by(e.ProposalOpened) == {"storyteller"}
    room.refuse("ann", i.RollV20, Code.NOT_FOUND, "against", pool=1, kind="damage", against=ghost)


# --- initiative ----------------------------------------------------------------------------------


def test_initiative_adds_up_and_stands_for_the_turn() -> None:
    """C5.1: a die, Dexterity, Wits, Celerity that buys no action, and wounds."""
    fight = Fight()
    room = fight.room
    room.act(
        "storyteller", i.DealDamage, character=fight.iris, track="health", kind="lethal", amount=2
    )
    room.act("storyteller", i.BeginClock, clock="turn")
    done = room.act("ann", i.RollInitiative, (7,), character=fight.iris, celerity=2)
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, InitiativeReceipt)
    assert [(item.label, item.dice) for item in receipt.items] == [
        ("Dexterity", 3), ("Wits", 2), ("Celerity", 2), ("wounds", -1),
    ]  # fmt: skip
    assert (receipt.die, receipt.total) == (7, 13)
    effect = done.only(e.EffectBegun).effect
    assert effect.initiative is not None
    assert (effect.initiative.rating, effect.initiative.total, effect.until) == (6, 13, "turn")
    room.refuse("ann", i.RollInitiative, Code.WRONG_STATE, "character", character=fight.iris)
    assert "effect_ended" in room.act("storyteller", i.BeginClock, clock="turn").kinds
    room.act("ann", i.RollInitiative, (1,), character=fight.iris)


def test_some_tables_do_not_roll_or_roll_once() -> None:
    """C5.1: a fixed 6, and for the whole fight."""
    fight = Fight(initiative="once")
    done = fight.room.act("ann", i.RollInitiative, character=fight.iris, fixed=True)
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, InitiativeReceipt)
    assert (receipt.die, receipt.is_fixed) == (6, True)
    assert done.only(e.EffectBegun).effect.until == "scene"


def test_declarations_come_from_the_lowest_up() -> None:
    """C5.1: who acts first knows what the others are about to do."""
    fight = Fight()
    room = fight.room
    room.act("ann", i.RollInitiative, (9,), character=fight.iris)
    room.act("bob", i.RollInitiative, (3,), character=fight.brick)
    room.refuse("ann", i.DeclareAction, Code.INVALID, "text", character=fight.iris)
    jump = {"character": fight.iris, "text": "jumps"}
    refusal = room.refuse("ann", i.DeclareAction, Code.WRONG_STATE, "character", **jump)
    assert "1 have not" in refusal.detail
    first = room.act("bob", i.DeclareAction, character=fight.brick, text="runs")
    assert first.kinds == ["effect_changed"]
    done = room.act("ann", i.DeclareAction, **jump)
    changed = done.only(e.EffectChanged).effect.initiative
    assert changed is not None
    assert changed.declared == "jumps"
    room.refuse("ann", i.DeclareAction, Code.NOTHING_TO_DO, "text", **jump)


def test_who_rolls_in_secret_holds_nobody_up() -> None:
    """Not even a Storyteller, whose declaration others see; among secrets the order holds."""
    fight = Fight()
    room = fight.room
    ghost = room.v20_vampire(None, "Ghost", hidden=True)
    room.act("storyteller", i.RollInitiative, (1,), character=ghost)
    room.act("ann", i.RollInitiative, (9,), character=fight.iris)
    room.act("ann", i.DeclareAction, character=fight.iris, text="waits")
    room.act("storyteller", i.DeclareAction, character=fight.iris, text="runs")
    other = room.v20_vampire(None, "Other ghost", hidden=True)
    room.act("storyteller", i.RollInitiative, (9,), character=other)
    room.refuse("storyteller", i.DeclareAction, Code.WRONG_STATE, character=other, text="waits")
    room.refuse("bob", i.DeclareAction, Code.WRONG_STATE, character=fight.brick, text="runs")
