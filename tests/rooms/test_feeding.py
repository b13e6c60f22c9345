"""Feeding as an attack, and on blood whose mood was rolled before."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.views import DamageView
from protocol.words import DamageKind, TrackName
from tests.support.rooms import Table


@pytest.mark.parametrize(("hunger", "damage"), [(0, 2), (2, 3), (5, 4)])
def test_a_bite_hurts_more_the_more_is_drunk(hunger: int, damage: int) -> None:
    """A6.3: 2 Aggravated, and 1 for each Hunger slaked, as a proposal."""
    room = Table()
    hero, prey = room.vampire("ann", hunger=hunger), room.vampire("bob", "Prey")
    done = room.act("ann", i.Feed, character=hero, source="human_drink", bites=prey)
    slaked = done.only(e.Fed).slaked
    assert damage == 2 + slaked
    opened = done.only(e.ProposalOpened).proposal
    assert (opened.kind, opened.character) == ("bite", prey)
    why = f"A bite does 2, and 1 for each of {slaked} Hunger slaked."
    assert opened.damage == DamageView(TrackName.HEALTH, DamageKind.AGGRAVATED, damage, why)
    hurt = room.act("storyteller", i.ConfirmProposal, proposal=opened.proposal)
    assert hurt.only(e.DamageDealt).amount == damage


def test_nobody_bites_themselves() -> None:
    """A6.3."""
    room = Table()
    hero = room.vampire("ann", hunger=2)
    bite = {"character": hero, "source": "human_sip", "bites": hero}
    room.refuse("ann", i.Feed, Code.INVALID, "bites", **bite)


def test_what_a_bite_does_is_for_those_who_know_what_was_drunk() -> None:
    """Its damage tells what was slaked, and so of Hunger and Blood Potency."""
    room = Table(HouseRules())
    hero, prey = room.vampire("ann", hunger=2), room.vampire("bob", "Prey")
    kept = {"tracker": "hunger", "audience": "owner"}
    room.act("storyteller", i.SetTrackerAudience, character=hero, **kept)
    done = room.act("ann", i.Feed, character=hero, source="human_sip", bites=prey)
    assert done.seen_by(e.ProposalOpened) == {"storyteller", "ann"} == done.seen_by(e.Fed)


def test_a_hidden_prey_stays_hidden() -> None:
    """Whoever may not know it is not told that it was bitten."""
    room = Table()
    hero, ghost = room.vampire("ann", hunger=2), room.hidden()
    bite = {"character": hero, "source": "human_sip", "bites": ghost}
    room.refuse("ann", i.Feed, Code.NOT_FOUND, "bites", **bite)
    done = room.act("storyteller", i.Feed, **bite, visibility="public")
    assert done.seen_by(e.ProposalOpened) == {"storyteller"}


def test_the_mood_of_this_blood_may_be_rolled_before_it_is_drunk() -> None:
    """A7: it stays, while that of the last blood is over."""
    room = Table()
    hero = room.vampire("ann", hunger=3)
    mood = room.act("ann", i.RollResonance, (9, 3, 8), character=hero).only(e.EffectBegun).effect
    drink = {"character": hero, "source": "human_sip"}
    kept = room.act("ann", i.Feed, **drink, resonance=mood.effect)
    assert not kept.all(e.EffectEnded)
    assert mood.effect in room.state.effects
    ended = room.act("ann", i.Feed, **drink)
    assert ended.only(e.EffectEnded).effect == mood.effect


def test_only_a_mood_of_ones_own_stays() -> None:
    """A7: not somebody else's, nor another effect, nor one that the drinker may not know of."""
    room = Table()
    hero, other = room.vampire("ann", hunger=3), room.vampire("bob", "Other", hunger=3)
    theirs = room.act("bob", i.RollResonance, (9, 3, 8), character=other).only(e.EffectBegun)
    shaken = room.act("storyteller", i.BeginEffect, character=hero, kind="other", name="Shaken")
    secret = room.act(
        "storyteller", i.RollResonance, (9, 3, 8), character=hero, visibility="secret"
    )
    drink = {"character": hero, "source": "human_sip"}
    unknown = secret.only(e.EffectBegun).effect.effect
    for effect in (theirs.effect.effect, shaken.created, unknown, "nothing"):
        room.refuse("ann", i.Feed, Code.NOT_FOUND, "resonance", **drink, resonance=effect)
