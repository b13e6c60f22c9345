"""Decisions about experience: what is awarded, what it is spent on, and what is put right."""

from protocol import events as e
from protocol import from_client as i
from protocol.belief_views import ExperienceView
from protocol.codes import Code
from server.rooms.deed import Deed
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState

MOST = 99_999
"""The most experience that a character is awarded in all."""


def award_experience(deed: Deed, actor: MemberState, intent: i.AwardExperience) -> Refusal | None:
    """Award points to characters, or take back some that were awarded; all or none."""
    for award in intent.awards:
        character = deed.state.characters[award.character]
        refusal = _refuse_award(character, award)
        if refusal is not None:
            return refusal
        has = experience_of(character)
        after = ExperienceView(has.total + award.points, has.unspent + award.points)
        deed.record(
            e.ExperienceAwarded(
                character=award.character,
                points=award.points,
                reason=award.reason,
                experience=after,
                by=actor.member,
            )
        )
    return None


def spend_experience(deed: Deed, actor: MemberState, intent: i.SpendExperience) -> Refusal | None:
    """Spend points that a character has; a Storyteller gives back what was spent by mistake."""
    character = deed.state.characters[intent.character]
    has = experience_of(character)
    refusal = _refuse_spending(actor, has, intent.points)
    if refusal is not None:
        return refusal
    deed.record(
        e.ExperienceSpent(
            character=intent.character,
            points=intent.points,
            on=intent.on,
            experience=ExperienceView(has.total, has.unspent - intent.points),
            by=actor.member,
        )
    )
    return None


def experience_of(character: CharacterState) -> ExperienceView:
    """What a character has; nothing before the first award."""
    return character.experience or ExperienceView(0, 0)


def _refuse_award(character: CharacterState, award: i.Award) -> Refusal | None:
    has = experience_of(character)
    if award.points == 0:
        return _no_points("awards")
    if award.points < 0 and not award.reason.strip():
        return Refusal(Code.INVALID, "What takes experience away says why.", "awards", "a `reason`")
    if has.unspent + award.points < 0:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"{character.name} has {has.unspent} unspent: more cannot be taken away.",
            "awards",
            f"points from -{has.unspent}",
        )
    if has.total + award.points > MOST:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"Nobody is awarded more than {MOST} in all.",
            "awards",
            f"points up to {MOST - has.total}",
        )
    return None


def _refuse_spending(actor: MemberState, has: ExperienceView, points: int) -> Refusal | None:
    if points == 0:
        return _no_points("points")
    if points > has.unspent:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"There are {has.unspent} points of experience to spend.",
            "points",
            f"1 to {has.unspent}" if has.unspent else "nothing, before an award",
        )
    if points < 0 and not actor.is_storyteller:
        return Refusal(
            Code.FORBIDDEN, "A Storyteller gives back what was spent.", "points", "from 1"
        )
    spent = has.total - has.unspent
    if -points > spent:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"{spent} points were spent: no more come back.",
            "points",
            f"from -{spent}",
        )
    return None


def _no_points(field: str) -> Refusal:
    return Refusal(Code.INVALID, "No points are no experience.", field, "points other than 0")
