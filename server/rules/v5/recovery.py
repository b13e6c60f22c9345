"""What comes back without Blood: rest for mortals and ghouls, Willpower with the session."""

from enum import StrEnum
from typing import assert_never

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind, mends_by_rouse
from server.rules.v5.moments import Moment
from server.rules.v5.tracks import DamageKind, Track, heal


class Drive(StrEnum):
    """What a character wants, and is strengthened by acting on."""

    AMBITION = "ambition"
    DESIRE = "desire"


def rest_heals(
    kind: CharacterKind,
    *,
    stamina: int,
    moment: Moment,
    rules: V5Rules,
    has_mortal_frailty: bool = False,
) -> int:
    """
    Count the Superficial Health that rest gives back at *moment*; 0 for who mends by Blood.

    Aggravated Health takes medicine and weeks, which the Storyteller tells.

    Args:
        kind: What the character is; a ghoul heals twice as fast as a mortal.
        stamina: Dots of Stamina, 0 or more.
        moment: The moment that has come.
        rules: The room's switches; here ``mortal_heal``.
        has_mortal_frailty: Whether a thin-blood heals as mortals do.

    Raises:
        ValueError: *stamina* is negative.

    Rule: A10 (mortals), A14.
    """
    _check_dots("Stamina", stamina)
    night = rules.mortal_heal == "per_night"
    due = Moment.NIGHT_OF_REST if night else Moment.SESSION_START
    if moment is not due or mends_by_rouse(kind, has_mortal_frailty=has_mortal_frailty):
        return 0
    return stamina * 2 if kind is CharacterKind.GHOUL else stamina


def recover_willpower(willpower: Track, *, composure: int, resolve: int) -> Track:
    """
    Give back Superficial Willpower at the start of a session: the higher of the two Attributes.

    Raises:
        ValueError: An Attribute is negative.

    Rule: A10 (session start).
    """
    _check_dots("Composure", composure)
    _check_dots("Resolve", resolve)
    return heal(willpower, DamageKind.SUPERFICIAL, max(composure, resolve))


def follow_drive(
    willpower: Track, drive: Drive, *, followed_this_session: bool
) -> Track | RuleRefusal:
    """
    Give back one Willpower for acting on a drive: Aggravated for the Ambition, else Superficial.

    Args:
        willpower: The Willpower track.
        drive: What the character acted on.
        followed_this_session: Whether the same drive was rewarded in this session.

    Returns:
        The track after, or a refusal ``drive_followed`` or ``nothing_to_heal``.

    Rule: A10 (Ambition and Desire).
    """
    if followed_this_session:
        return RuleRefusal(
            code="drive_followed",
            detail=f"The {drive.value.title()} gives Willpower back once in a session.",
            field="drive",
            accepted="the next session",
        )
    match drive:
        case Drive.AMBITION:
            kind, marks = DamageKind.AGGRAVATED, willpower.aggravated
        case Drive.DESIRE:
            kind, marks = DamageKind.SUPERFICIAL, willpower.superficial
        case _:
            assert_never(drive)
    if not marks:
        return RuleRefusal(
            code="nothing_to_heal",
            detail=f"There is no {kind.value.title()} damage on the Willpower track.",
            field="character",
            accepted=f"a box with {kind.value.title()} damage",
        )
    return heal(willpower, kind, 1)


def _check_dots(name: str, dots: int) -> None:
    if dots < 0:
        raise ValueError(f"{name} is 0 or more, not {dots}")
