"""Which rules apply to which kind of character."""

import pytest

from server.rules.v5.kinds import CharacterKind


@pytest.mark.parametrize(
    ("kind", "hunger_dice", "rouse", "halves", "frenzy"),
    [
        (CharacterKind.VAMPIRE, True, True, True, True),
        (CharacterKind.THIN_BLOOD, True, True, False, False),
        (CharacterKind.GHOUL, False, False, False, False),
        (CharacterKind.MORTAL, False, False, False, False),
    ],
)
def test_kinds_differ_as_in_the_table(
    kind: CharacterKind, hunger_dice: bool, rouse: bool, halves: bool, frenzy: bool
) -> None:
    """Each kind has its row of A14."""
    assert kind.uses_hunger_dice is hunger_dice
    assert kind.uses_rouse is rouse
    assert kind.halves_superficial is halves
    assert kind.can_frenzy is frenzy


@pytest.mark.parametrize("kind", CharacterKind)
def test_only_vampires_are_of_a_clan(kind: CharacterKind) -> None:
    """A14: a thin-blood has neither a clan's Compulsion nor its bane."""
    assert kind.has_clan is (kind is CharacterKind.VAMPIRE)
