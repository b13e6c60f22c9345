"""Mending, waking, torpor, and what comes back without Blood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.mending import (
    Mending,
    aggravated_mend_refusal,
    mend_refusal,
    resolve_aggravated_mend,
    resolve_mend,
)
from server.rules.v5.moments import Moment
from server.rules.v5.recovery import Drive, follow_drive, recover_willpower, rest_heals
from server.rules.v5.rouse import oblivion_stains, resolve_rouse
from server.rules.v5.tracks import Track
from server.rules.v5.waking import Span, TorporLength, resolve_waking, torpor_length
from tests.rules.v5.strategies import any_face, any_rules, tracks

VAMPIRE, THIN_BLOOD = CharacterKind.VAMPIRE, CharacterKind.THIN_BLOOD
GHOUL, MORTAL = CharacterKind.GHOUL, CharacterKind.MORTAL
ALWAYS = V5Rules(hunger5_check="always")
LENIENT = V5Rules(hunger5_voluntary="allow_with_frenzy")
HURT = Track(8, 5, 2)


def mended(face: int, hunger: int = 2, rating: int = 1, health: Track = HURT) -> Mending:
    """Mend Superficial Health under the default rules."""
    return resolve_mend(
        face, health=health, hunger=hunger, blood_potency_rating=rating, rules=V5Rules()
    )


@pytest.mark.parametrize(
    ("rating", "points"),
    [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5)],
)
def test_one_check_mends_by_blood_potency(rating: int, points: int) -> None:
    """A5, mend column row by row."""
    mending = mended(9, rating=rating)
    assert mending.after == Track(8, 5 - points, 2)
    assert mending.before == HURT


@pytest.mark.parametrize(("face", "hunger_after"), [(5, 3), (6, 2)])
def test_health_is_mended_whatever_the_check_says(face: int, hunger_after: int) -> None:
    """A4.2: the price may raise Hunger, the effect comes anyway."""
    mending = mended(face)
    assert mending.after == Track(8, 4, 2)
    assert (mending.hunger_after, mending.frenzy_difficulty) == (hunger_after, None)
    assert [check.faces for check in mending.checks] == [(face,)]
    assert not mending.falls_into_torpor


def test_mending_at_hunger_five_risks_frenzy_where_it_is_allowed() -> None:
    """A4.8: it follows the rule for chosen Rouse checks."""
    assert mended(3, hunger=5).frenzy_difficulty == 4
    assert mended(8, hunger=5).frenzy_difficulty is None


@pytest.mark.parametrize(
    ("health", "uses_rouse", "hunger", "mended_before", "rules", "code"),
    [
        (HURT, False, 1, False, V5Rules(), "no_rouse"),
        (HURT, True, 5, False, V5Rules(), "hunger_full"),
        (HURT, True, 1, True, V5Rules(), "already"),
        (Track(5), True, 1, False, V5Rules(), "nothing_to_mend"),
        (HURT, True, 5, False, LENIENT, None),
        (HURT, True, 4, False, V5Rules(), None),
    ],
)
def test_who_may_mend(
    health: Track,
    uses_rouse: bool,
    hunger: int,
    mended_before: bool,
    rules: V5Rules,
    code: str | None,
) -> None:
    """A4.5, A10: Superficial once a turn, Aggravated once a night, and only what is there."""
    superficial = mend_refusal(
        health,
        uses_rouse=uses_rouse,
        hunger=hunger,
        mended_this_turn=mended_before,
        rules=rules,
    )
    aggravated = aggravated_mend_refusal(
        health,
        uses_rouse=uses_rouse,
        hunger=hunger,
        mended_tonight=mended_before,
        rules=rules,
    )
    expected = ("mended_this_turn", "mended_tonight") if code == "already" else (code, code)
    assert (_code(superficial), _code(aggravated)) == expected


def _code(refusal: RuleRefusal | None) -> str | None:
    return None if refusal is None else refusal.code


def test_each_kind_of_damage_is_mended_on_its_own() -> None:
    """A10: a track without Superficial marks has nothing to mend by the turn, and so on."""
    superficial = mend_refusal(
        Track(5, 0, 1), uses_rouse=True, hunger=1, mended_this_turn=False, rules=V5Rules()
    )
    aggravated = aggravated_mend_refusal(
        Track(5, 1, 0), uses_rouse=True, hunger=1, mended_tonight=False, rules=V5Rules()
    )
    assert _code(superficial) == _code(aggravated) == "nothing_to_mend"


@pytest.mark.parametrize(
    ("faces", "hunger", "at_waking", "hunger_after", "frenzy", "torpor"),
    [
        pytest.param((9, 9, 9), 2, False, 2, None, False, id="all hold"),
        pytest.param((1, 1, 1), 2, False, 5, None, False, id="Hunger 5 is reached, not passed"),
        pytest.param((1, 1, 1), 3, False, 5, 4, False, id="Hunger passes 5"),
        pytest.param((1, 1, 1), 3, True, 5, None, True, id="Hunger passes 5 at waking"),
        pytest.param((1, 1, 9), 3, True, 5, None, False, id="the check at Hunger 5 holds"),
        pytest.param((1, 9, 1), 4, True, 5, None, True, id="the last check passes 5"),
        pytest.param((1, 1, 1), 2, True, 5, None, False, id="waking, 5 reached"),
    ],
)
def test_aggravated_health_takes_three_checks(
    faces: tuple[int, int, int],
    hunger: int,
    at_waking: bool,
    hunger_after: int,
    frenzy: int | None,
    torpor: bool,
) -> None:
    """A4.3, A4.7, A4.8: one after another; past 5 means frenzy, or torpor at waking."""
    mending = resolve_aggravated_mend(
        faces, health=HURT, hunger=hunger, at_waking=at_waking, rules=V5Rules()
    )
    assert mending.after == Track(8, 5, 1)
    assert len(mending.checks) == 3
    assert (mending.hunger_after, mending.frenzy_difficulty, mending.falls_into_torpor) == (
        hunger_after,
        frenzy,
        torpor,
    )


def test_the_chance_of_three_checks() -> None:
    """A15: none of three checks raises Hunger one time in eight, the mean is 3/2."""
    rises = [
        resolve_aggravated_mend(
            (a, b, c), health=HURT, hunger=0, at_waking=False, rules=V5Rules()
        ).hunger_after
        for a in (5, 6)
        for b in (5, 6)
        for c in (5, 6)
    ]
    assert rises.count(0) == 1
    assert sum(rises) / len(rises) == 1.5


def test_three_dice_are_three() -> None:
    """Two faces are a broken assumption."""
    with pytest.raises(ValueError, match="3 Rouse checks"):
        resolve_aggravated_mend(
            (1, 2),  # type: ignore[arg-type]  # what a caller may get wrong
            health=HURT,
            hunger=1,
            at_waking=False,
            rules=V5Rules(),
        )


@pytest.mark.parametrize(
    ("face", "hunger", "rules", "hunger_after", "torpor", "frenzy"),
    [
        (6, 4, V5Rules(), 4, False, None),
        (5, 4, V5Rules(), 5, False, None),
        (5, 5, V5Rules(), 5, True, None),
        (6, 5, V5Rules(), 5, False, None),
        (5, 5, ALWAYS, 5, True, None),
        (6, 5, ALWAYS, 5, False, 4),
        (1, 0, V5Rules(), 1, False, None),
    ],
)
def test_waking(
    face: int, hunger: int, rules: V5Rules, hunger_after: int, torpor: bool, frenzy: int | None
) -> None:
    """A4.8: at Hunger 5 a failed waking check is torpor, never frenzy."""
    waking = resolve_waking(face, hunger=hunger, rules=rules)
    assert waking.check.hunger_after == hunger_after
    assert (waking.falls_into_torpor, waking.frenzy_difficulty) == (torpor, frenzy)


@pytest.mark.parametrize(
    ("humanity", "count", "span"),
    [
        (9, 3, Span.DAYS),
        (8, 1, Span.WEEKS),
        (7, 2, Span.WEEKS),
        (6, 1, Span.MONTHS),
        (5, 1, Span.YEARS),
        (4, 10, Span.YEARS),
        (3, 50, Span.YEARS),
        (2, 100, Span.YEARS),
        (1, 500, Span.YEARS),
    ],
)
def test_torpor_lasts_by_humanity(humanity: int, count: int, span: Span) -> None:
    """A10, row by row."""
    assert torpor_length(humanity) == TorporLength(count, span)


def test_where_the_torpor_table_is_silent() -> None:
    """It has no row for 10 and 0, and nobody has 11."""
    assert torpor_length(10) is None
    assert torpor_length(0) is None
    with pytest.raises(ValueError, match="11"):
        torpor_length(11)


@pytest.mark.parametrize(
    ("faces", "stains"),
    [
        ((1,), 1),
        ((10,), 1),
        ((2,), 0),
        ((5,), 0),
        ((9,), 0),
        ((1, 1), 1),
        ((1, 7), 0),
        ((3, 10), 1),
    ],
)
def test_oblivion_stains_on_a_one_or_a_ten(faces: tuple[int, ...], stains: int) -> None:
    """A4.9: by the die that counts; a ten is still a passed check."""
    check = resolve_rouse(faces, hunger=1, rules=V5Rules())
    assert oblivion_stains(check) == stains
    assert check.passed is (max(faces) >= 6)


@pytest.mark.parametrize(
    ("kind", "frail", "points"),
    [
        (MORTAL, False, 3),
        (GHOUL, False, 6),
        (VAMPIRE, False, 0),
        (THIN_BLOOD, False, 0),
        (THIN_BLOOD, True, 3),
    ],
)
def test_rest_heals_who_does_not_mend_by_blood(
    kind: CharacterKind, frail: bool, points: int
) -> None:
    """A10, A14: a mortal Stamina, a ghoul double; by the night, or by the session by switch."""
    for moment in Moment:
        for rules, due in (
            (V5Rules(), Moment.NIGHT_OF_REST),
            (V5Rules(mortal_heal="per_session"), Moment.SESSION_START),
        ):
            healed = rest_heals(
                kind, stamina=3, moment=moment, rules=rules, has_mortal_frailty=frail
            )
            assert healed == (points if moment is due else 0)


@pytest.mark.parametrize(("composure", "resolve", "healed"), [(2, 3, 3), (4, 1, 4), (1, 1, 1)])
def test_a_session_gives_willpower_back(composure: int, resolve: int, healed: int) -> None:
    """A10: the higher of Composure and Resolve, Superficial only."""
    assert recover_willpower(Track(8, 4, 2), composure=composure, resolve=resolve) == Track(
        8, 4 - healed, 2
    )
    assert recover_willpower(Track(8, 1, 2), composure=4, resolve=4) == Track(8, 0, 2)


@pytest.mark.parametrize(
    ("drive", "track", "after"),
    [
        (Drive.AMBITION, Track(6, 2, 2), Track(6, 2, 1)),
        (Drive.DESIRE, Track(6, 2, 2), Track(6, 1, 2)),
    ],
)
def test_drives_give_one_willpower_back(drive: Drive, track: Track, after: Track) -> None:
    """A10: the Ambition an Aggravated box, the Desire a Superficial one, once a session."""
    assert follow_drive(track, drive, followed_this_session=False) == after
    again = follow_drive(track, drive, followed_this_session=True)
    assert isinstance(again, RuleRefusal)
    assert again.code == "drive_followed"
    whole = follow_drive(Track(6), drive, followed_this_session=False)
    assert isinstance(whole, RuleRefusal)
    assert whole.code == "nothing_to_heal"


def test_a_thin_blood_is_not_frail_unless_it_says_so() -> None:
    """A14: it mends by Blood, so a night gives it nothing; and 0 dots give nobody anything."""
    night = Moment.NIGHT_OF_REST
    assert rest_heals(THIN_BLOOD, stamina=3, moment=night, rules=V5Rules()) == 0
    assert rest_heals(MORTAL, stamina=0, moment=night, rules=V5Rules()) == 0
    assert recover_willpower(Track(5, 2), composure=0, resolve=0) == Track(5, 2)


@pytest.mark.parametrize("attribute", ["composure", "resolve"])
def test_attributes_are_not_negative(attribute: str) -> None:
    """A sheet with negative dots is a broken assumption."""
    dots = {"composure": 1, "resolve": 1, attribute: -1}
    with pytest.raises(ValueError, match=f"^{attribute.title()} is 0 or more, not -1$"):
        recover_willpower(Track(5), **dots)
    with pytest.raises(ValueError, match=r"^Stamina is"):
        rest_heals(MORTAL, stamina=-1, moment=Moment.NIGHT_OF_REST, rules=V5Rules())


@given(tracks(), st.tuples(any_face, any_face, any_face), st.integers(0, 5), any_rules)
def test_mending_never_adds_a_mark(
    health: Track, faces: tuple[int, int, int], hunger: int, rules: V5Rules
) -> None:
    """Marks stay within boxes and only get fewer; Hunger stays on its track and only rises."""
    one = resolve_mend(faces[0], health=health, hunger=hunger, blood_potency_rating=10, rules=rules)
    three = resolve_aggravated_mend(
        faces, health=health, hunger=hunger, at_waking=True, rules=rules
    )
    for mending in (one, three):
        assert mending.after.boxes == health.boxes
        assert 0 <= mending.after.superficial <= health.superficial
        assert 0 <= mending.after.aggravated <= health.aggravated
        assert hunger <= mending.hunger_after <= 5
        assert not (mending.falls_into_torpor and mending.frenzy_difficulty)
