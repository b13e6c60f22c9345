"""What a command needs of the log, read before the room decides."""

import msgspec

from protocol.dice import PlayerLanes
from protocol.from_client import (
    ConfirmProposal,
    CreateDeviceLink,
    CreateInvite,
    Intent,
    JudgeRoll,
    OpenContest,
    RenewInvite,
    RenewToken,
    Reroll,
    RetractRoll,
    RevealRoll,
    ScheduleReveal,
    SetRole,
    SettleRoll,
    Undo,
)
from protocol.ids import MemberId, RollId, RoomId
from server.live.items import IntentItem
from server.live.pages import decoded
from server.rooms.commands import Do, RecalledDeed, RecalledRoll
from server.rooms.corrections import UNDO_WITHIN_MS, retracted_by
from server.rooms.credentials import hash_secret
from server.rooms.later_reveals import asked_for
from server.rooms.names import commit_id, commit_of_roll, roll_id
from server.rooms.recall import recall_roll, roll_line
from server.rooms.state import RoomState
from server.store.base import Commit, EventLog, Unreadable

NEED_LOOK_UP: frozenset[type[Intent]] = frozenset(
    (
        *(Reroll, SettleRoll, RevealRoll, ScheduleReveal, JudgeRoll, RetractRoll),
        *(ConfirmProposal, OpenContest, Undo),
        *(CreateInvite, RenewInvite, CreateDeviceLink, SetRole, RenewToken),
    )
)
"""Intents that may need what only the log or the keeper of dice has, after all before them."""


def plain_command_of(item: IntentItem, room: RoomId, at_ms: int) -> Do:
    """The command of a member's intent that needs nothing else, given at *at_ms*."""
    made_by = commit_id(room, item.member, item.intent.id)
    return Do(intent=item.intent, actor=item.member, at_ms=at_ms, commit_id=made_by)


async def command_of(
    item: IntentItem,
    state: RoomState,
    events: EventLog,
    at_ms: int,
    lanes: PlayerLanes | None = None,
) -> Do:
    """
    The command of a member's intent, given at *at_ms*; *lanes* are for whom it makes a player.

    Raises:
        Unavailable: The log cannot be read now.
        Unreadable: What the intent names cannot be read at all.
    """
    recalled, recalled_deed, is_secret_taken = None, None, False
    match item.intent:
        case Reroll() | SettleRoll() as intent if intent.roll in state.standing:
            pass
        case (
            RevealRoll() | ScheduleReveal() | JudgeRoll() | Reroll() | SettleRoll() | RetractRoll()
        ) as intent:
            recalled = await recall(events, state, intent.roll)
        case OpenContest(opposes=roll) if roll is not None:
            recalled = await recall(events, state, roll)
        case ConfirmProposal() as intent:
            roll = retracted_by(state, intent.proposal) or asked_for(state, intent.proposal)
            recalled = None if roll is None else await recall(events, state, roll)
        case Undo() as intent:
            recalled_deed = await recall_deed(events, state, item.member, intent.intent, at_ms)
        case RenewToken() as intent:
            is_secret_taken = await events.credential(hash_secret(intent.token)) is not None
        case CreateInvite() | RenewInvite() | CreateDeviceLink() as intent:
            known = await events.credential(hash_secret(intent.secret))
            is_secret_taken = known is not None
        case _:
            pass
    return Do(
        intent=item.intent,
        actor=item.member,
        at_ms=at_ms,
        commit_id=commit_id(state.room, item.member, item.intent.id),
        recalled=recalled,
        recalled_deed=recalled_deed,
        is_secret_taken=is_secret_taken,
        lanes=lanes,
    )


async def recall(events: EventLog, state: RoomState, roll: RollId) -> RecalledRoll | None:
    """Read a roll back from the log; None if there is none of that id."""
    made_by = commit_of_roll(roll)
    first = None if made_by is None else await events.find(state.room, made_by)
    if first is None:
        return None
    changes = await events.read_lines(state.room, [roll_line(roll)], first.seq, state.seq, 100)
    commits = [(commit.at_ms, commit.events) for commit in (first, *changes)]
    try:
        return recall_roll(roll, commits)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"room {state.room}, roll {roll}: {error}") from error


_FOLLOWERS = 10_000
"""More than a room stores while something can be undone."""


async def recall_deed(
    events: EventLog, state: RoomState, member: MemberId, intent_id: str, now_ms: int
) -> RecalledDeed | None:
    """What a member's intent came to; None if no intent of that id was stored."""
    made_by = commit_id(state.room, member, intent_id)
    commit = await events.find(state.room, made_by)
    if commit is None:
        return None
    followers: list[Commit] = []
    if now_ms - commit.at_ms <= UNDO_WITHIN_MS:
        followers = await events.read(state.room, commit.seq, state.seq, _FOLLOWERS)
    own = (each for each in followers if each.member == member)
    return RecalledDeed(
        events=tuple(decoded(commit)),
        at_ms=commit.at_ms,
        since=tuple(record.audience for each in own for record in each.events),
        roll=await recall(events, state, roll_id(made_by)),
    )
