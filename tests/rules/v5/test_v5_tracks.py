"""Damage, healing and Willpower on tracks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.tracks import (
    Condition,
    DamageKind,
    Track,
    deal_damage,
    heal,
    health_condition,
    spend_willpower,
)
from tests.rules.v5.strategies import tracks

SUPERFICIAL, AGGRAVATED = DamageKind.SUPERFICIAL, DamageKind.AGGRAVATED


@pytest.mark.parametrize(
    ("boxes", "superficial", "aggravated"),
    [(0, 0, 0), (5, -1, 0), (5, 0, -1), (5, 3, 3), (5, 6, 0)],
)
def test_a_track_holds_only_what_fits(boxes: int, superficial: int, aggravated: int) -> None:
    """Marks beyond the boxes are a broken assumption."""
    with pytest.raises(ValueError, match=r"^(a track |\d+ Superficial and )"):
        Track(boxes, superficial, aggravated)


def test_a_track_knows_its_state() -> None:
    """Empty boxes, a full track and an Aggravated one are told apart."""
    hurt, full, spent = Track(5, 2, 1), Track(5, 3, 2), Track(5, 0, 5)
    assert (hurt.empty, hurt.unmarked, hurt.is_full, hurt.is_all_aggravated) == (2, 2, False, False)
    assert (full.empty, full.is_full, full.is_all_aggravated) == (0, True, False)
    assert (spent.empty, spent.is_full, spent.is_all_aggravated) == (0, True, True)


@pytest.mark.parametrize(("amount", "halved_to"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_vampires_superficial_damage_is_halved_rounding_up(amount: int, halved_to: int) -> None:
    """A10.3: per source, before marking."""
    result = deal_damage(Track(5), SUPERFICIAL, amount, halve=True)
    assert (result.amount, result.halved_to) == (amount, halved_to)
    assert result.after == Track(5, superficial=halved_to)


def test_what_is_not_halved_is_marked_in_full() -> None:
    """A10.3, A10.4: mortals and Willpower are not halved, Aggravated damage never is."""
    assert deal_damage(Track(5), SUPERFICIAL, 3, halve=False).after == Track(5, 3, 0)
    assert deal_damage(Track(5), AGGRAVATED, 3, halve=True).after == Track(5, 0, 3)


WORKED = [
    (SUPERFICIAL, 7, Track(5, 4, 0), None),
    (SUPERFICIAL, 3, Track(5, 4, 1), None),
    (AGGRAVATED, 1, Track(5, 3, 2), None),
    (SUPERFICIAL, 6, Track(5, 0, 5), Condition.TORPOR),
]


def test_the_worked_example_ends_in_torpor() -> None:
    """A10: 7, 3, 1 Aggravated and 6 against five boxes of a vampire."""
    track = Track(5)
    for kind, amount, after, condition in WORKED:
        track = deal_damage(track, kind, amount, halve=True).after
        assert track == after
        assert health_condition(track, CharacterKind.VAMPIRE) is condition


def test_the_first_nights_fight_marks_the_gallerist() -> None:
    """First night, steps 24 to 27: 3, 2 Aggravated, 2 and 1 against five boxes."""
    track = Track(5)
    for kind, amount, after in [
        (SUPERFICIAL, 3, Track(5, 2, 0)),
        (AGGRAVATED, 2, Track(5, 2, 2)),
        (SUPERFICIAL, 2, Track(5, 3, 2)),
        (SUPERFICIAL, 1, Track(5, 2, 3)),
    ]:
        track = deal_damage(track, kind, amount, halve=True).after
        assert track == after


def test_every_point_is_accounted_for() -> None:
    """A10.6 to A10.8: marked, turned Aggravated, or lost."""
    result = deal_damage(Track(4, 1, 1), SUPERFICIAL, 9, halve=False)
    assert result.before == Track(4, 1, 1)
    assert result.after == Track(4, 0, 4)
    assert (result.marked, result.turned_aggravated, result.lost) == (2, 3, 4)


def test_aggravated_damage_fills_empty_boxes_first() -> None:
    """A10.7: with none empty, a Superficial box turns."""
    result = deal_damage(Track(4, 2, 0), AGGRAVATED, 3, halve=False)
    assert (result.after, result.marked, result.turned_aggravated) == (Track(4, 1, 3), 2, 1)


def test_healing_clears_one_kind_of_mark() -> None:
    """Superficial and Aggravated marks heal apart; healing more than there is clears them."""
    assert heal(Track(5, 2, 1), SUPERFICIAL, 1) == Track(5, 1, 1)
    assert heal(Track(5, 2, 1), SUPERFICIAL, 9) == Track(5, 0, 1)
    assert heal(Track(5, 2, 1), AGGRAVATED, 1) == Track(5, 2, 0)


def test_negative_amounts_are_broken_assumptions() -> None:
    """Damage does not heal and healing does not hurt."""
    with pytest.raises(ValueError, match="-1"):
        deal_damage(Track(5), SUPERFICIAL, -1, halve=False)
    with pytest.raises(ValueError, match="-1"):
        heal(Track(5), SUPERFICIAL, -1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Track(5), Track(5, 1, 0)),
        (Track(5, 3, 1), Track(5, 4, 1)),
        (Track(5, 4, 1), Track(5, 3, 2)),
    ],
)
def test_willpower_is_spent_as_superficial_damage(before: Track, after: Track) -> None:
    """A3.1, A3.4: one mark, and on a full track a Superficial box turns Aggravated."""
    assert spend_willpower(before, V5Rules()) == after
    if not before.is_full:
        assert spend_willpower(before, V5Rules(wp_spend_when_full="refuse")) == after


@pytest.mark.parametrize(
    ("track", "rules"),
    [
        (Track(3, 0, 3), V5Rules()),
        (Track(3, 0, 3), V5Rules(wp_spend_when_full="refuse")),
        (Track(3, 1, 2), V5Rules(wp_spend_when_full="refuse")),
    ],
)
def test_willpower_that_is_gone_is_not_spent(track: Track, rules: V5Rules) -> None:
    """A3.4, A10.10: nothing is left in Aggravated boxes, nor in full ones where a table says so."""
    refusal = spend_willpower(track, rules)
    assert isinstance(refusal, RuleRefusal)
    assert refusal.code == "willpower_spent"


@pytest.mark.parametrize(
    ("kind", "condition"),
    [
        (CharacterKind.VAMPIRE, Condition.TORPOR),
        (CharacterKind.THIN_BLOOD, Condition.TORPOR),
        (CharacterKind.GHOUL, Condition.DEAD),
        (CharacterKind.MORTAL, Condition.DEAD),
    ],
)
def test_aggravated_health_ends_in_torpor_or_death(
    kind: CharacterKind, condition: Condition
) -> None:
    """A10.9: only once every box is Aggravated."""
    assert health_condition(Track(4, 0, 4), kind) is condition
    assert health_condition(Track(4, 1, 3), kind) is None


@given(tracks(), st.sampled_from(DamageKind), st.integers(0, 40), st.booleans())
def test_marks_stay_in_their_boxes(
    track: Track, kind: DamageKind, amount: int, halve: bool
) -> None:
    """No damage loses a mark, leaves the track, or makes a point vanish without saying so."""
    result = deal_damage(track, kind, amount, halve=halve)
    after = result.after
    assert after.boxes == track.boxes
    assert after.aggravated >= track.aggravated
    assert after.empty == track.empty - result.marked
    assert result.halved_to == result.marked + result.turned_aggravated + result.lost
    assert result.lost == 0 or after.is_all_aggravated
    assert result.turned_aggravated == 0 or after.is_full


@given(tracks(), st.sampled_from(DamageKind), st.integers(0, 20), st.integers(0, 20))
def test_two_sources_unhalved_mark_as_much_as_one(
    track: Track, kind: DamageKind, first: int, second: int
) -> None:
    """Only halving makes it matter how damage is split over sources."""
    apart = deal_damage(
        deal_damage(track, kind, first, halve=False).after, kind, second, halve=False
    )
    assert apart.after == deal_damage(track, kind, first + second, halve=False).after


@given(tracks(), st.sampled_from(DamageKind), st.integers(0, 20))
def test_healing_never_marks(track: Track, kind: DamageKind, amount: int) -> None:
    """Healing only empties boxes."""
    healed = heal(track, kind, amount)
    assert healed.superficial <= track.superficial
    assert healed.aggravated <= track.aggravated
