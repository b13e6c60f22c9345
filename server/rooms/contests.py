"""Decisions about contests: opening, calling off, and what rolling for any side takes."""

from collections.abc import Iterable

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, ContestId
from protocol.views import ContestView
from protocol.words import Visibility
from server.rooms.arming import Armed, armed
from server.rooms.contest_state import ContestState, SideState
from server.rooms.deed import Asked, Deed, placed, refuse_entered
from server.rooms.names import derived_id, roll_id
from server.rooms.pools import PoolReady, PoolSetting, prepare_pool, refuse_faces, roll_pool
from server.rooms.recording import RollToRecord, record_dice
from server.rooms.refusal import Refusal
from server.rooms.rolls import apply_rouse, may_reroll, refuse_standing, refuse_unseen_pool
from server.rooms.setting import Setting
from server.rooms.settling import settle_before
from server.rooms.state import CharacterState, MemberState
from server.rooms.teamwork import use_up_help
from server.rooms.visibility import sees, viewer_of

Contesting = i.OpenContest | i.AnswerContest
Opening = i.OpenContest | i.OpenV20Contest


def open_contest(deed: Deed, actor: MemberState, intent: i.OpenContest) -> Refusal | None:
    """Roll the first side, without a verdict until all opponents have reacted."""
    asked = placed_contest(deed, actor, intent)
    if isinstance(asked, Refusal):
        return asked
    character = deed.state.characters[intent.character]
    against = opponents_of(deed, intent)
    ready = prepare_side(deed, actor, asked, character, intent)
    if isinstance(ready, Refusal):
        return ready
    arms = armed(intent, intent.conflict)
    if isinstance(arms, Refusal):
        return arms
    refusal = refuse_contest_visibility(asked, (character, *against))
    refusal = refusal or refuse_contest_count(deed, actor)
    if refusal is not None:
        return refusal
    make_room_unseen(deed, actor)
    settle_before(deed, character.character, asked.audience)
    contest = ContestId(derived_id(deed.commit_id, "contest"))
    view = ContestView(
        contest=contest,
        character=character.character,
        against=intent.against,
        conflict=intent.conflict,
        by=actor.member,
        roll=roll_id(deed.commit_id),
        weapon=arms[0],
        damage_kind=intent.damage_kind,
        arms=arms[1],
        others=intent.others,
    )
    deed.record(e.ContestOpened(contest=view, visibility=asked.visibility), asked=asked.audience)
    roll_side(deed, Setting(actor, character, asked), ready, intent, contest, intent.note)
    deed.created, deed.created_to = contest, asked.audience
    return None


def opponents_of(deed: Deed, intent: Opening) -> list[CharacterState]:
    """Whom a contest is against, in the order in which they are named."""
    others = intent.others if isinstance(intent, i.OpenContest) else ()
    return [deed.state.characters[c] for c in (intent.against, *others)]


def placed_contest(deed: Deed, actor: MemberState, intent: Opening) -> Asked | Refusal:
    """Where the traces of a contest go, between those who can be in one."""
    character = deed.state.characters[intent.character]
    against = opponents_of(deed, intent)
    if character in against:
        return Refusal(
            Code.INVALID,
            "Nobody contests against themselves.",
            "against" if intent.character == intent.against else "others",
            "another character",
        )
    if len({other.character for other in against}) < len(against):
        return Refusal(
            Code.INVALID,
            "Each opponent is named once.",
            "others",
            "characters beside the one it is against, each once",
        )
    return placed(deed.state, actor, intent.visibility, intent.to, (character, *against))


def refuse_answer(contest: ContestState, character: CharacterId) -> Refusal | None:
    """Whether a contest was answered already, or another character has to answer it."""
    if not contest.is_waiting:
        return Refusal(Code.WRONG_STATE, "This contest was answered.", "contest", "an open one")
    if character not in contest.opponents:
        return Refusal(
            Code.FORBIDDEN,
            "Another character was challenged.",
            "character",
            "the character the contest is against",
        )
    if character not in contest.awaited:
        return Refusal(
            Code.WRONG_STATE,
            "This side of the contest has reacted.",
            "character",
            "one of those that the contest waits for",
        )
    return None


def withdraw_contest(deed: Deed, actor: MemberState, intent: i.WithdrawContest) -> Refusal | None:
    """Call a contest off that is not resolved; once somebody reacted, a Storyteller does."""
    contest = deed.state.contests[intent.contest]
    if not contest.is_waiting or (contest.is_touched and not actor.is_storyteller):
        return Refusal(Code.WRONG_STATE, "This contest was answered.", "contest", "an open one")
    deed.record(e.ContestWithdrawn(contest=contest.contest, by=actor.member))
    return None


def prepare_side(
    deed: Deed,
    actor: MemberState,
    asked: Asked,
    character: CharacterState,
    intent: Contesting,
) -> PoolReady | Refusal:
    """The pool of a side, if nothing speaks against its roll."""
    refusal = (
        deed.take_number(
            actor,
            asked.audience,
            intent.dice,
            intent.entered,
            may_do_without=intent.without_dice is not None,
        )
        or refuse_entered(deed.state, actor, asked, intent.entered)
        or refuse_unseen_pool(actor, character, intent)
    )
    if refusal is not None:
        return refusal
    ready = prepare_pool(deed, PoolSetting(actor, character, asked.audience), intent)
    if isinstance(ready, Refusal):
        return ready
    return refuse_faces(ready, intent.entered) or refuse_standing(deed, actor) or ready


def roll_side(
    deed: Deed,
    setting: Setting,
    ready: PoolReady,
    intent: Contesting,
    contest: ContestId,
    note: str,
) -> None:
    """Roll for a side of a contest, with all that a roll brings."""
    rolled = roll_pool(deed, ready, intent.entered)
    is_standing = may_reroll(deed.state, setting, ready.kind, rolled.receipt)
    side = RollToRecord(
        intent.label, rolled.receipt, intent.entered, note, is_standing, ready.weighing
    )
    made = record_dice(deed, setting, side, contest)
    if rolled.rouse is not None:
        apply_rouse(deed, setting, made, rolled.rouse)
    if setting.character is not None:
        use_up_help(deed, setting.actor, setting.character, intent, setting.asked.audience)


def rolled_side(deed: Deed, actor: MemberState, intent: Contesting, arms: Armed) -> SideState:
    """The side of a contest that this intent rolls, with its weapon's damage and its arms."""
    return SideState(
        character=intent.character,
        member=actor.member,
        roll=roll_id(deed.commit_id),
        weapon=arms[0],
        damage_kind=intent.damage_kind,
        arms=arms[1],
    )


def refuse_contest_visibility(asked: Asked, sides: Iterable[CharacterState]) -> Refusal | None:
    """Whether those who would see a contest may not know of one of its sides."""
    if asked.visibility is Visibility.BLIND:
        return Refusal(
            Code.VISIBILITY_NOT_ALLOWED,
            "A contest cannot be blind: its sides answer what they see.",
            "visibility",
            "public, private, whisper or secret",
        )
    if any(side.hidden for side in sides) and asked.visibility is not Visibility.SECRET:
        return Refusal(
            Code.VISIBILITY_NOT_ALLOWED,
            "A hidden character contests in secret alone.",
            "visibility",
            "secret, or un-hide the character",
        )
    return None


def _waiting(deed: Deed, actor: MemberState, *, seen: bool) -> list[ContestState]:
    """The unanswered contests that *actor* opened and sees, or does not see, oldest first."""
    viewer = viewer_of(actor)
    return [
        contest
        for contest in deed.state.contests.values()
        if contest.is_waiting
        and contest.first.member == actor.member
        and sees(contest.audience, viewer) is seen
    ]


def make_room_unseen(deed: Deed, actor: MemberState) -> None:
    """
    Let the oldest contest go that *actor* opened and may not see, where there are too many.

    A refusal would tell whether the Storytellers answered one.
    """
    unseen = _waiting(deed, actor, seen=False)
    if len(unseen) >= deed.limits.max_open_contests:
        deed.record(e.ContestWithdrawn(contest=unseen[0].contest, by=actor.member))


def refuse_contest_count(deed: Deed, actor: MemberState) -> Refusal | None:
    """A member's own open contests are bounded; others' do not count."""
    if len(_waiting(deed, actor, seen=True)) < deed.limits.max_open_contests:
        return None
    return Refusal(
        Code.LIMIT_REACHED,
        f"You have {deed.limits.max_open_contests} contests that nobody answered.",
        None,
        "withdraw one first",
    )
