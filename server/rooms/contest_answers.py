"""Decisions about what the opponents of a contest do: answering, forgoing it, falling out of it."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId
from protocol.words import Reaction
from server.rooms.arming import armed
from server.rooms.contest_pairs import decide_contest
from server.rooms.contest_results import resolve_contest
from server.rooms.contest_state import ContestState
from server.rooms.contests import prepare_side, refuse_answer, roll_side, rolled_side
from server.rooms.deed import Asked, Deed
from server.rooms.house import rules_by
from server.rooms.refusal import Refusal, from_rules
from server.rooms.setting import Setting
from server.rooms.settling import settle_before
from server.rooms.state import MemberState
from server.rules.v5.difficulty import difficulty_refusal


def answer_contest(deed: Deed, actor: MemberState, intent: i.AnswerContest) -> Refusal | None:
    """Roll for an opponent; the last one to react shows how the contest comes out."""
    contest = deed.state.contests[intent.contest]
    refusal = refuse_answer(contest, intent.character)
    if refusal is not None:
        return refusal
    character = deed.state.characters[intent.character]
    asked = Asked(contest.visibility, contest.audience)
    ready = prepare_side(deed, actor, asked, character, intent)
    if isinstance(ready, Refusal):
        return ready
    arms = armed(intent, contest.conflict)
    if isinstance(arms, Refusal):
        return arms
    settle_before(deed, character.character, asked.audience)
    setting = Setting(actor, character, asked)
    roll_side(deed, setting, ready, intent, contest.contest, intent.note)
    side = rolled_side(deed, actor, intent, arms)
    if contest.others:
        deed.record(
            e.ContestReacted(
                contest=contest.contest,
                character=side.character,
                reaction=Reaction.ROLLED,
                by=actor.member,
                roll=side.roll,
                weapon=side.weapon,
                damage_kind=side.damage_kind,
                arms=side.arms,
            )
        )
        _decide_if_all_reacted(deed, contest)
    else:
        resolve_contest(deed, contest.contest, side)
    deed.created, deed.created_to = contest.contest, asked.audience
    return None


def forgo_reaction(deed: Deed, actor: MemberState, intent: i.ForgoReaction) -> Refusal | None:
    """Let an opponent stand without a reaction, or out of the contest."""
    contest = deed.state.contests[intent.contest]
    refusal = _refuse_forgoing(actor, contest, intent)
    if refusal is not None:
        return refusal
    if intent.drop:
        _drop(deed, actor, contest, intent.character)
        return None
    deed.record(
        e.ContestReacted(
            contest=contest.contest,
            character=intent.character,
            reaction=Reaction.NONE,
            by=actor.member,
            difficulty=intent.difficulty or 1,
        )
    )
    _decide_if_all_reacted(deed, contest)
    return None


def leave_contest(
    deed: Deed, actor: MemberState, contest: ContestState, character: CharacterId
) -> None:
    """Take a character that goes off the table out of a contest, which ends if it began it."""
    if character == contest.first.character:
        deed.record(e.ContestWithdrawn(contest=contest.contest, by=actor.member))
    elif character in contest.awaited:
        _drop(deed, actor, contest, character)


def _drop(deed: Deed, actor: MemberState, contest: ContestState, character: CharacterId) -> None:
    if contest.awaited == (character,) and not (contest.answers or contest.forgone):
        # Nobody is left to be against.
        deed.record(e.ContestWithdrawn(contest=contest.contest, by=actor.member))
        return
    deed.record(
        e.ContestReacted(
            contest=contest.contest,
            character=character,
            reaction=Reaction.DROPPED,
            by=actor.member,
        )
    )
    _decide_if_all_reacted(deed, contest)


def _decide_if_all_reacted(deed: Deed, contest: ContestState) -> None:
    now = deed.state.contests[contest.contest]
    if not now.awaited:
        decide_contest(deed, now)


def _refuse_forgoing(
    actor: MemberState, contest: ContestState, intent: i.ForgoReaction
) -> Refusal | None:
    refusal = refuse_answer(contest, intent.character)
    if refusal is not None:
        return refusal
    if not actor.is_storyteller and (intent.drop or intent.difficulty is not None):
        return Refusal(
            Code.FORBIDDEN,
            "Only a Storyteller says what an opponent is up against by, or drops one.",
            "drop" if intent.drop else "difficulty",
            "no such field",
        )
    if intent.drop and intent.difficulty is not None:
        return Refusal(
            Code.INVALID,
            "Who is out of the contest is up against nothing.",
            "difficulty",
            "no difficulty, or no drop",
        )
    no = difficulty_refusal(intent.difficulty, rules_by(contest.receipts[contest.first.roll]))
    return None if no is None else from_rules(no)
